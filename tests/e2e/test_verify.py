"""The verify button: true of finished matches, false of any that were changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, expect

from service.games import GAMES as GAMES_BY_NAME
from service.shuffle import Decks, commitment
from tests.e2e.screen import Screens

COUNT = 100
GAMES = ("locus", "lamarckian", "poker7")
SEATS = {"locus": 2, "lamarckian": 3, "poker7": 3}
VERIFY = """async ([text, seen]) => {
    const start = document.querySelector('script[type=module]').src;
    const { verify } = await import(start.replace('app.js', 'verify.js'));
    return (await verify(text, seen)).map((each) => [each.name, each.ok]);
}"""

Record = dict[str, Any]


def finished(
    request: APIRequestContext, address: str, game: str, disclosure: str
) -> tuple[str, str]:
    """Let bots play a match in which cards are shown; return its id and its record."""
    options = {"hands": 2} if game == "poker7" else {}
    wish = {
        "game": game,
        "seats": [{"kind": "bot", "level": 1}] * SEATS[game],
        "options": options,
        "disclosure": disclosure,
    }
    while True:
        made = request.post(f"{address}/v1/matches", data=wish).json()
        match_id = made["match"]["id"]
        text = request.get(f"{address}/v1/matches/{match_id}/record").text()
        if any(map(several, json.loads(text)["decks"])):
            return match_id, text


def several(deck: list[str | None]) -> bool:
    """Return whether two cards of a deck are told, which a forger can exchange."""
    return len(deck) - deck.count(None) >= 2


def canonical(record: Record) -> str:
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sealed(record: Record) -> str:
    """Return a record with a digest that fits, as a forger would write it."""
    text = canonical({**record, "digest": ""})
    return canonical({**record, "digest": hashlib.sha256(text.encode()).hexdigest()})


def flipped(text: str, rng: Random) -> str:
    """Return a text in hex with another digit somewhere."""
    at = rng.randrange(len(text))
    digit = f"{int(text[at], 16) ^ rng.randrange(1, 16):x}"
    return text[:at] + digit + text[at + 1 :]


def with_other_cards(record: Record, rng: Random) -> str:
    deck = rng.choice([deck for deck in record["decks"] if several(deck)])
    told = [place for place, card in enumerate(deck) if card is not None]
    one, two = rng.sample(told, 2)
    deck[one], deck[two] = deck[two], deck[one]
    return sealed(record)


def with_other_seed(record: Record, rng: Random) -> str:
    shuffle = record["shuffle"]
    if shuffle["seed"] is None:
        return with_other_proof(record, rng)
    shuffle["seed"] = flipped(shuffle["seed"], rng)
    return sealed(record)


def with_other_proof(record: Record, rng: Random) -> str:
    if record["shuffle"]["seed"] is not None:
        return with_other_luck(record, rng)
    proof = rng.choice([card for deal in record["proofs"] for card in deal["cards"]])
    if rng.random() < 0.5:
        proof["salt"] = flipped(proof["salt"], rng)
    else:
        step = rng.randrange(len(proof["path"]))
        proof["path"][step] = flipped(proof["path"][step], rng)
    return sealed(record)


def with_other_luck(record: Record, rng: Random) -> str:
    rng.choice(record["seats"])["entropy"] += "!"
    return canonical(record) if record["shuffle"]["seed"] is None else sealed(record)


def with_other_seed_and_commitment(record: Record, rng: Random) -> str:
    """Shuffle anew and forge all that follows; but another commitment was seen."""
    seed, rules = rng.randbytes(32), GAMES_BY_NAME[record["game"]]
    entropies = [seat["entropy"] for seat in record["seats"]]
    decks = Decks(seed, record["id"], entropies, rules.deck_size)
    record["shuffle"] |= {"seed": seed.hex(), "commitment": commitment(seed)}
    record["proofs"] = []
    record["decks"] = [
        [rules.card_names[card] for card in decks(deal)]
        for deal in range(len(record["decks"]))
    ]
    return sealed(record)


def with_other_moves(record: Record, rng: Random) -> str:
    rng.choice(record["actions"])["seat"] ^= 1
    return canonical(record)


FORGERIES: list[Callable[[Record, Random], str]] = [
    with_other_cards,
    with_other_seed,
    with_other_proof,
    with_other_luck,
    with_other_seed_and_commitment,
    with_other_moves,
]


def test_a_hundred_matches_pass_and_a_hundred_forgeries_fail(
    screens: Screens, figure: Callable[[str], None]
) -> None:
    rng, screen = Random(5), screens.open()
    page, request = screen.go(), screen.context.request
    passed = failed = 0
    for number in range(COUNT):
        game = GAMES[number % len(GAMES)]
        disclosure = "shown_only" if number % 4 == 3 else "full"
        match_id, text = finished(request, screen.address, game, disclosure)
        match = request.get(f"{screen.address}/v1/matches/{match_id}").json()
        seen = {"commitment": match["shuffle"]["commitment"]}
        good = page.evaluate(VERIFY, [text, seen])
        assert len(good) == (4 if disclosure == "shown_only" else 5)
        assert all(ok for _, ok in good), (game, good)
        passed += 1
        forged = FORGERIES[number % len(FORGERIES)](json.loads(text), rng)
        assert forged != text
        bad = page.evaluate(VERIFY, [forged, seen])
        assert not all(ok for _, ok in bad), (game, number)
        failed += 1
    figure(f"verify on the page: {passed} of {COUNT} matches true, {failed} forged")


def test_a_shuffle_passes_over_words_that_would_favour_cards(screens: Screens) -> None:
    page = screens.open().go()
    script = """async (words) => {
        const start = document.querySelector('script[type=module]').src;
        const { shuffled } = await import(start.replace('app.js', 'verify.js'));
        return shuffled(async () => words.shift() ?? 0, 52);
    }"""
    plain, uneven = ([5], [2**32 - 1, 2**32 - 48, 5])
    assert page.evaluate(script, plain) == page.evaluate(script, uneven)
    assert page.evaluate(script, [2**32 - 49]) != page.evaluate(script, [])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("disclosure", ["full", "shown_only"])
def test_the_button_shows_each_check(
    screens: Screens, game: str, disclosure: str
) -> None:
    screen = screens.open()
    screen.go()
    request = screen.context.request
    match_id, text = finished(request, screen.address, game, disclosure)
    page = screen.go(f"#/replay/{match_id}")
    page.locator("[data-focus=verify]").click()
    expect(page.locator("[data-verified=true]")).to_be_visible()
    names = {"digest", "method", "rules"}
    more = {"commitment", "decks"} if disclosure == "full" else {"proofs", "roots"}
    found = page.locator("[data-check]").evaluate_all(
        "es => es.map(e => e.dataset.check)"
    )
    assert set(found) == names | more
    screen.axe()
    screen.fits()
    forged = with_other_cards(json.loads(text), Random(1))
    page.route("**/record", lambda route: route.fulfill(body=forged))
    page.reload()
    page.locator("[data-focus=verify]").click()
    expect(page.locator("[data-verified=false]")).to_be_visible()
    wrong = "decks" if disclosure == "full" else "proofs"
    expect(page.locator(f"[data-check={wrong}].wrong")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_goes_from_the_deal_to_the_end(screens: Screens, game: str) -> None:
    screen = screens.open(phone=True)
    screen.go()
    request = screen.context.request
    match_id, text = finished(request, screen.address, game, "full")
    page = screen.go(f"#/replay/{match_id}")
    slider = page.locator("[data-focus=slider]")
    last = int(slider.get_attribute("max") or 0)
    assert last >= len(json.loads(text)["actions"]) // SEATS[game]
    assert slider.input_value() == str(last)
    end = standing(page.locator(".stage").text_content() or "")
    slider.fill(str(last - 1))
    before = page.locator(".stage .plate strong").all_text_contents()
    slider.fill(str(last))
    after = page.locator(".stage .plate strong").all_text_contents()
    # What was added up step by step is what the service says in the end.
    assert before == after
    assert standing(page.locator(".stage").text_content() or "") == end
    slider.fill("0")
    page.get_by_role("button", name="One step on").click()
    assert slider.input_value() == "1"
    screen.fits()
    screen.axe()


def standing(text: str) -> str:
    return " ".join(text.split())
