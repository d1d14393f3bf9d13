"""Finished matches verify, by the command and by the script that shares no code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from flask import Flask

from service import records
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.games import GAMES
from service.records import Record, replay
from tests.cli import COMMAND, Run, refused
from tests.records import played

SCRIPT = Path(__file__).parents[1] / "docs" / "verify_record.py"
MUTATIONS = 300
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(settings)


def write(folder: Path, texts: list[bytes]) -> list[str]:
    """Write texts to files; return their paths."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number}.json" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    return [str(path) for path in paths]


def script(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@every_game
def test_finished_matches_verify(
    app: Flask,
    game: str,
    full: bool,
    tmp_path: Path,
    run: Run,
    figure: Callable[[str], None],
) -> None:
    rng, count, actions = Random(7), 1000 if full else 10, 0
    texts = []
    for _ in range(count):
        record = played(app, game, rng)
        checks = records.verify(record)
        assert all(check.ok for check in checks), (record, checks)
        actions += len(record.actions)
        texts.append(records.encode(record))
    paths = write(tmp_path / game, texts)
    told = run("verify", "--quiet", *paths)
    assert told.exit_code == 0, told.output
    assert told.output == f"{count} records: {count} true, 0 false.\n"
    done = script(*paths)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(": ok   ") == 4 * count
    figure(f"{game}: {count} records with {actions} actions verified, all true")


def test_both_commands_stand_alone(app: Flask, tmp_path: Path) -> None:
    texts = [records.encode(played(app, game, Random(1))) for game in GAMES]
    paths = write(tmp_path / "all", texts)
    done = subprocess.run(
        [*COMMAND, "verify", *paths], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok     decks") == len(GAMES)
    assert "3 records: 3 true, 0 false." in done.stdout


def test_the_script_is_short_and_needs_nothing() -> None:
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 67
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported <= sys.stdlib_module_names


def spots(data: bytes, record: Record) -> Iterator[int]:
    """Yield the places of the bytes of seed, entropies, cards and moves."""
    patterns = [
        rb'"seed":"([^"]*)"',
        rb'"entropy":"((?:[^"\\]|\\.)*)"',
        rb'"move":(\{[^}]*\})',
    ]
    for pattern in patterns:
        for found in re.finditer(pattern, data):
            yield from range(*found.span(1))
    start = data.index(b'"decks":')
    end = data.index(b"]]", start)
    for found in re.finditer(rb'"([^"\]]{2})"', data[start + 8 : end + 2]):
        yield from range(start + 8 + found.start(1), start + 8 + found.end(1))


@every_game
def test_any_changed_byte_of_seed_entropy_card_or_move_is_found(
    app: Flask,
    game: str,
    full: bool,
    tmp_path: Path,
    run: Run,
    figure: Callable[[str], None],
) -> None:
    rng, changed = Random(11), list[bytes]()
    rounds = 10 if full else 1
    for _ in range(3 * rounds):
        record = played(app, game, rng)
        data = records.encode(record)
        for at in rng.sample(sorted(set(spots(data, record))), MUTATIONS // 3):
            mutant = bytearray(data)
            mutant[at] ^= rng.randrange(1, 256)
            changed.append(bytes(mutant))
    count = len(changed)
    assert count == MUTATIONS * rounds
    told = run("verify", "--quiet", *write(tmp_path / "changed", changed))
    assert told.exit_code == 1
    assert told.output.endswith(f"{count} records: 0 true, {count} false.\n")
    figure(f"{game}: {count} of {count} changed bytes found by tapete verify")


@every_game
def test_a_change_with_a_digest_that_fits_is_found_all_the_same(
    app: Flask, game: str
) -> None:
    rng = Random(3)
    body = json.loads(records.encode(played(app, game, rng)))

    def wrong(forged: Any) -> set[str]:
        record = records.decode(json.dumps(forged).encode())
        body = json.loads(records.encode(record)) | {"digest": records.digest(record)}
        parsed = records.decode(json.dumps(body).encode())
        return {check.name for check in records.verify(parsed) if not check.ok}

    assert wrong(body) == set()
    shuffle = body["shuffle"]
    for _ in range(20):
        at = rng.randrange(64)
        digit = f"{int(shuffle['seed'][at], 16) ^ rng.randrange(1, 16):x}"
        seed = shuffle["seed"][:at] + digit + shuffle["seed"][at + 1 :]
        found = wrong({**body, "shuffle": {**shuffle, "seed": seed}})
        assert "commitment" in found and found & {"decks", "action"}
        seats = [dict(seat) for seat in body["seats"]]
        seats[rng.randrange(len(seats))]["entropy"] += "!"
        assert wrong({**body, "seats": seats}) & {"decks", "action"}
        decks = [list(deck) for deck in body["decks"]]
        deck = rng.choice(decks)
        one, two = rng.sample(range(len(deck)), 2)
        deck[one], deck[two] = deck[two], deck[one]
        assert wrong({**body, "decks": decks}) == {"decks"}


@every_game
def test_a_record_without_a_seed_verifies_and_hides_what_was_hidden(
    app: Flask, game: str, tmp_path: Path, run: Run
) -> None:
    record = played(app, game, Random(4), disclosure="shown_only")
    (path,) = write(tmp_path / "shown", [records.encode(record)])
    told = run("verify", path)
    assert told.exit_code == 0, told.output
    assert "ok     proofs" in told.output
    done = script(path)
    assert done.returncode == 0, done.stdout
    checked = done.stdout.count("ok    proofs")
    assert checked == len(record.decks) > 0
    shown = {card for deck in record.decks for card in deck if card}
    replayed = run("replay", path).output
    told_cards = set(re.findall(r"\b([2-9TJQKA][cdhs]|[PNBRQJ][1-9])\b", replayed))
    assert told_cards <= shown


def flipped(text: str, rng: Random) -> str:
    """Change one hex digit."""
    at = rng.randrange(len(text))
    digit = f"{int(text[at], 16) ^ rng.randrange(1, 16):x}"
    return text[:at] + digit + text[at + 1 :]


def forge(body: Any, part: str, rng: Random) -> None:
    """Change one thing of one proof in a record without a seed."""
    tree = rng.choice([tree for tree in body["proofs"] if tree["cards"]])
    proof = rng.choice(tree["cards"])
    deck = body["decks"][tree["deal"]]
    if part == "salt":
        proof["salt"] = flipped(proof["salt"], rng)
    elif part == "step":
        at = rng.randrange(len(proof["path"]))
        proof["path"][at] = flipped(proof["path"][at], rng)
    elif part == "root":
        tree["root"] = flipped(tree["root"], rng)
    elif part == "longer path":
        proof["path"].append("00" * 32)
    elif part == "shorter path":
        del proof["path"][rng.randrange(len(proof["path"]))]
    elif part == "card in the deck":
        hidden = next(at for at, card in enumerate(deck) if card is None)
        deck[hidden] = deck[proof["place"]]
    elif part == "card and its proof":
        names = [f"{figure}{colour}" for figure in "PNBRQJ" for colour in range(1, 10)]
        names.remove(proof["card"])
        deck[proof["place"]] = proof["card"] = rng.choice(names)
    else:  # the place
        hidden = next(at for at, card in enumerate(deck) if card is None)
        deck[hidden], deck[proof["place"]] = deck[proof["place"]], None
        proof["place"] = hidden


FORGERIES = ["salt", "step", "root", "longer path", "shorter path"]
FORGERIES += ["card in the deck", "card and its proof", "place"]


@pytest.mark.parametrize("part", FORGERIES)
def test_a_forged_proof_is_found_though_the_digest_fits(
    app: Flask, part: str, tmp_path: Path, run: Run
) -> None:
    rng, forged = Random(part), list[bytes]()
    record = played(app, "poker7", Random(8), disclosure="shown_only")
    whole = records.encode(record)
    for _ in range(10):
        body = json.loads(whole)
        forge(body, part, rng)
        false = records.decode(json.dumps(body).encode())
        fitting = msgspec.structs.replace(false, digest=records.digest(false))
        forged.append(records.encode(fitting))
    right, *wrong = write(tmp_path / "forged", [whole, *forged])
    assert script(right).returncode == 0
    told = run("verify", *wrong)
    assert told.output.endswith("10 records: 0 true, 10 false.\n")
    assert "FALSE  digest" not in told.output
    done = script(*wrong)
    assert "false digest" not in done.stdout
    found = re.findall("(.*): false (?:cards|proofs|record)", done.stdout)
    assert set(found) == set(wrong)


@every_game
def test_any_changed_byte_of_seed_entropy_or_card_is_found_by_the_script(
    app: Flask, game: str, full: bool, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    rng, changed = Random(12), list[bytes]()
    record = played(app, game, rng)
    shown = played(app, game, rng, disclosure="shown_only")
    count = 1000 if full else 100
    for each in (record, shown):
        data = records.encode(each)
        proofs = re.search(rb'"proofs":(.*),"result"', data)
        assert proofs is not None
        places = {*spots(data, each), *range(*proofs.span(1))}
        for at in rng.sample(sorted(places), count):
            mutant = bytearray(data)
            mutant[at] ^= rng.randrange(1, 256)
            changed.append(bytes(mutant))
    done = script(*write(tmp_path / "changed", changed))
    assert done.returncode == 1
    found = {line.split(":")[0] for line in done.stdout.splitlines() if "false" in line}
    assert len(found) == len(changed)
    figure(f"{game}: {len(found)} of {len(changed)} changed bytes found by the script")


def test_what_a_clock_played_is_checked(app: Flask) -> None:
    record = played(app, "lamarckian", Random(6))
    moves = json.loads(records.encode(record))["actions"]
    state = next(iter(replay(record))).state
    low = GAMES["lamarckian"].on_timeout(state, moves[0]["seat"])
    for card in GAMES["lamarckian"].legal_moves(state, moves[0]["seat"]):
        first = {**moves[0], "kind": "timeout", "move": {"type": "mark"}}
        first["move"]["card"] = card.move.card
        checks = records.verify(records.decode(changed(record, actions=[first])))
        wrong = [c.detail for c in checks if c.name == "action"]
        due = "This is not what is played when a clock has run out."
        assert wrong == ([] if card.move == low else [due])


def changed(record: Record, **changes: Any) -> bytes:
    return json.dumps(json.loads(records.encode(record)) | changes).encode()


def test_a_false_action_is_named_by_its_number(
    app: Flask, tmp_path: Path, run: Run
) -> None:
    record = played(app, "lamarckian", Random(2))
    actions = json.loads(records.encode(record))["actions"]
    actions[6]["move"]["card"] = actions[2]["move"]["card"]
    (path,) = write(tmp_path / "one", [changed(record, actions=actions)])
    told = run("verify", path)
    assert told.exit_code == 1
    assert re.search(r"FALSE +digest +The record was changed", told.output)
    assert re.search(r"ok +commitment", told.output)
    assert re.search(r"FALSE +action 7 +.. is not in your hand", told.output)


def test_a_false_deck_is_told_with_its_card(
    app: Flask, tmp_path: Path, run: Run
) -> None:
    record = played(app, "locus", Random(2))
    deck = list(record.decks[0])
    deck[4], deck[9] = deck[9], deck[4]
    (path,) = write(tmp_path / "one", [changed(record, decks=[deck])])
    wrong = f"Card 5 of deck 1 is {deck[9]}, not {deck[4]}."
    assert wrong in run("verify", path).output
    assert f"{path}: false decks" in script(path).stdout


def test_a_record_is_read_from_the_standard_input(app: Flask) -> None:
    data = records.encode(played(app, "locus", Random(2)))
    done = CliRunner().invoke(main, ["verify", "-"], input=data)
    assert done.exit_code == 0, done.output
    assert done.output.count("ok ") == 6
    shown = CliRunner().invoke(main, ["replay", "-"], input=data)
    assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "this is not JSON"),
        (b"{", "this is not JSON"),
        (b'{"id": "\xff"}', "this is not JSON"),
        (b'{"options": {"a": ' + b"[" * 100_000, "this is not JSON"),
        (b"[]", "this is no record"),
        (b"{}", "this is no record: Object missing required field `format`"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(
    run: Run, tmp_path: Path, text: bytes, why: str
) -> None:
    (path,) = write(tmp_path / "bad", [text])
    told = run("verify", path)
    assert told.exit_code == 1
    assert f"{path}: {why}" in told.output
    assert refused(run("replay", path), 1)
    done = script(path)
    assert done.returncode == 1
    assert "false record" in done.stdout
    assert done.stderr == ""


def test_a_missing_file_is_named(run: Run) -> None:
    for command in ("verify", "replay"):
        result = run(command, "/nowhere.json")
        assert refused(result, 2)
        assert "/nowhere.json" in result.stderr
    assert script().returncode == 1
