"""The rules pages: English and Spanish say the same, and show what the tests check."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from service.games import GAMES

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "rules"
LANGUAGES = ("en", "es")
NAMES = sorted({path.name.split(".")[0] for path in PAGES.glob("*.md")})

RULES = {"locus": 8, "lamarckian": 9, "poker7": 8}
RULINGS = {"locus": ("C", 15), "lamarckian": ("A", 15), "poker7": ("B", 22)}
VECTORS = {
    "locus": ("locus",),
    "lamarckian": ("lamarckian",),
    "poker7": ("poker7", "betting"),
}

EXAMPLE = r"(?:L|V|C-)\d+(?:\.\d+)?|(?:pots|raise)\.\d+"
CARD = re.compile(r"[2-9TJQKA][cdhs]|[PNBRQJ][1-9]")
PRINTED = ("pool", "marks", "captures", "discard", "hands", "common", "cards")
"""What an example must show of its vector; in rounds, hands are partly filler."""


@cache
def page(game: str, language: str) -> str:
    """Return the text of a page."""
    return (PAGES / f"{game}.{language}.md").read_text()


def outline(text: str) -> list[tuple[int, str | None]]:
    """Return the level and, if there is one, the number of each heading."""
    found = re.findall(r"^(#+) (?:(\d+(?:\.\d+)?)\.? )?", text, re.MULTILINE)
    return [(len(marks), number or None) for marks, number in found]


def examples(text: str) -> dict[str, set[str]]:
    """Return the words in code spans of each example by its id."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    _, *parts = re.split(rf"\*\*({EXAMPLE})\*\*|^(?=#)", text, flags=re.MULTILINE)
    found: dict[str, set[str]] = {}
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        if name is not None:
            assert name not in found, f"{name} is there twice"
            found[name] = set(" ".join(re.findall(r"`([^`]+)`", body)).split())
    return found


def vectors(game: str) -> Iterator[dict[str, Any]]:
    """Yield the vectors that are worked examples; V12.3 is V12.2 said otherwise."""
    for file in VECTORS[game]:
        parts = json.loads((ROOT / "tests" / "vectors" / f"{file}.json").read_text())
        for part in parts.values():
            for entry in part if isinstance(part, list) else ():
                name = entry["id"] if isinstance(entry, dict) else ""
                if re.fullmatch(EXAMPLE, name) and name != "V12.3":
                    yield entry


def cards(value: object) -> set[str]:
    """Return all card names in a value of a vector."""
    return set(CARD.findall(json.dumps(value)))


def test_every_game_has_both_pages() -> None:
    """No page lacks its other language, and no registered game its pages."""
    found = {path.name for path in PAGES.iterdir()}
    assert found == {f"{game}.{lang}.md" for game in NAMES for lang in LANGUAGES}
    assert set(NAMES) >= set(GAMES)


@pytest.mark.parametrize("game", NAMES)
def test_both_languages_have_the_same_headings(game: str) -> None:
    """Levels and numbers agree, and the numbers of the rules run without a gap."""
    english, spanish = (outline(page(game, language)) for language in LANGUAGES)
    assert english == spanish
    numbers = [number for level, number in english if level == 2 and number]
    assert numbers == [str(n + 1) for n in range(RULES[game])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_every_ruling_is_there_once_and_in_order(game: str, language: str) -> None:
    """Comments may cite each ruling by its letter and number."""
    letter, last = RULINGS[game]
    found = re.findall(rf"^- \*\*({letter}\d+)\*\*", page(game, language), re.MULTILINE)
    assert found == [f"{letter}{n + 1}" for n in range(last)]


@pytest.mark.parametrize("game", NAMES)
def test_both_languages_show_the_same_examples(game: str) -> None:
    """The same ids, in the same order, with the same cards, cells and options."""
    english, spanish = (examples(page(game, language)) for language in LANGUAGES)
    assert list(english) == list(spanish)
    assert english == spanish


@pytest.mark.parametrize("game", NAMES)
def test_examples_are_those_of_the_vectors(game: str) -> None:
    """Each example has its vector, and shows the cards or the cell of it."""
    shown = examples(page(game, "en"))
    assert set(shown) == {entry["id"] for entry in vectors(game)}
    for entry in vectors(game):
        wanted = PRINTED if "marks" not in entry else PRINTED[:4]
        for part in wanted:
            assert cards(entry.get(part)) <= shown[entry["id"]], entry["id"]
        if "select" in entry and not entry["id"].startswith("C-8"):
            row, col = entry["select"]
            assert f"{'abcdef'[col]}{row + 1}" in shown[entry["id"]], entry["id"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_explained(game: str, language: str) -> None:
    """Each option has a row with its name, all values of a list, and its default."""
    options = GAMES[game].options_type
    for field in msgspec.structs.fields(options):
        kind = get_type_hints(options)[field.name]
        listed = get_args(kind) if get_origin(kind) is Literal else ()
        values = [str(value) for value in listed]
        default = "null" if field.default is None else str(field.default)
        assert any(
            f"`{default}`" in row[1] and all(value in row[0] for value in values)
            for row in option_rows(page(game, language), field.name)
        ), field.name


def option_rows(text: str, name: str) -> list[list[str]]:
    """Return the cells after the name of each table row that begins with it."""
    rows = re.findall(rf"^\| `{name}` \| (.*) \|$", text, re.MULTILINE)
    return [row.split(" | ") for row in rows]
