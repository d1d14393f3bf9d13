"""The JavaScript client by itself: long polls, refusals, patience."""

import json
import subprocess

from playwright.sync_api import Page

from tests.e2e.screen import Screens
from tests.live import ROOT

_MODULE = """
    const start = document.querySelector('script[type=module]').src;
    const client = await import(start.replace('app.js', 'client/tapete.js'));
"""


def run(page: Page, body: str) -> object:
    """Run a function's body with the client's module as `client`."""
    return page.evaluate(f"async () => {{ {_MODULE} {body} }}")


def test_it_polls_where_answers_cannot_be_read_as_they_come(screens: Screens) -> None:
    body = """
        const blind = async (...args) => {
            const answer = await fetch(...args);
            Object.defineProperty(answer, 'body', { value: null });
            return answer;
        };
        const service = new client.Tapete('', { fetch: blind });
        const { match, tokens } = await service.create({ game: 'locus' });
        const seat = service.match(match.id, tokens[0].token);
        const found = [], stop = new AbortController();
        for await (const { id, event } of seat.events({ signal: stop.signal })) {
            found.push([id, event.type]);
            if (found.length === 1) {
                await seat.move({ type: 'place', cell: 'a1', face: 'up' });
            }
            if (found.length === 3) stop.abort();
        }
        return found;
    """
    found = run(screens.open().go(), body)
    assert found == [["1-0", "dealt"], ["2-0", "placed"], ["2-1", "placed"]]


def test_a_feed_goes_on_after_a_known_event(screens: Screens) -> None:
    body = """
        const service = new client.Tapete();
        const { match, tokens } = await service.create({ game: 'locus' });
        const seat = service.match(match.id, tokens[0].token);
        await seat.move({ type: 'place', cell: 'a1', face: 'up' });
        for await (const { id } of seat.events({ after: '2-0' })) return id;
    """
    assert run(screens.open().go(), body) == "2-1"


def test_a_refusal_is_thrown_as_the_problem_it_is(screens: Screens) -> None:
    screen = screens.open()
    body = """
        const service = new client.Tapete();
        const { match, tokens } = await service.create({ game: 'locus' });
        const seat = service.match(match.id, tokens[0].token);
        try { await seat.move({ type: 'place', cell: 'a9', face: 'up' }); }
        catch (error) {
            return [error instanceof client.Problem, error.code, error.status];
        }
    """
    assert run(screen.go(), body) == [True, "malformed", 400]
    screen.complaints = [text for text in screen.complaints if " 400 " not in text]


def test_a_change_is_repeated_under_its_key_until_it_is_answered(
    screens: Screens,
) -> None:
    """Two answers are lost after the change has landed; it happens once."""
    body = """
        const keys = [];
        const lossy = async (input, init) => {
            const answer = await fetch(input, init);
            if (!init.headers.has('Idempotency-Key')) return answer;
            keys.push(init.headers.get('Idempotency-Key'));
            if (keys.length < 3) throw new TypeError('lost');
            return answer;
        };
        const plain = new client.Tapete();
        const { match, tokens } = await plain.create({ game: 'locus' });
        const service = new client.Tapete('', { fetch: lossy });
        const seat = service.match(match.id, tokens[0].token);
        const moved = await seat.move({ type: 'place', cell: 'a1', face: 'up' });
        const placed = moved.match.view.turns.filter((turn) => turn.seat === 0);
        return [keys.length, new Set(keys).size, placed.length, moved.match.version];
    """
    assert run(screens.open().go(), body) == [3, 1, 1, 2]


def test_patience_ends(screens: Screens) -> None:
    body = """
        const away = async () => { throw new TypeError('no network'); };
        const service = new client.Tapete('', { fetch: away, patienceMs: 300 });
        try { await service.games(); }
        catch (error) { return error.name; }
    """
    assert run(screens.open().go(), body) == "Unreachable"


def test_the_example_bot_beats_level_1_in_forty_lines(address: str) -> None:
    path = ROOT / "examples" / "js_bot.mjs"
    assert len(path.read_text().splitlines()) <= 40
    for _ in range(5):
        command = ["node", str(path), address, "1"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert json.loads(done.stdout)["winners"] == [0], done.stderr
