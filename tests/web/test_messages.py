"""The page's words: every key that is used is there in each language, and no other."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "service" / "web"
LANGUAGES = ("en", "es")
SOURCES = sorted(WEB.glob("*.js"))

# The first argument; inner braces, such as those of `${keys[n]}`, stay within it.
_CALL = re.compile(r"\b(?:t|tOr|field)\(\s*((?:`[^`]*`|\"[^\"]*\"|[^,)`\"])*)")
_TEXT = re.compile(r'"([\w.]+)"')
_PATTERN = re.compile(r"`([\w.]*(?:\$\{[^}]*\}[\w.]*)+)`")


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(
        (WEB / "messages" / f"{language}.json").read_text()
    )
    return found


def calls() -> Iterator[str]:
    for path in SOURCES:
        for found in _CALL.finditer(path.read_text()):
            yield found[1]


def used() -> tuple[set[str], set[str]]:
    """Return the keys that are named, and patterns of those that are put together."""
    keys, patterns = set[str](), set[str]()
    for argument in calls():
        keys |= set(_TEXT.findall(argument))
        for pattern in _PATTERN.findall(argument):
            parts = re.split(r"\$\{[^}]*\}", pattern)
            patterns.add(r"[\w]+".join(map(re.escape, parts)))
    return keys, patterns


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_has_words(language: str) -> None:
    keys, patterns = used()
    known = words(language)
    assert keys - set(known) == set()
    for pattern in patterns - {r"[\w]+\.[\w]+"}:
        assert any(re.fullmatch(pattern, key) for key in known), pattern


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    keys, patterns = used()
    fields = {rf"{re.escape(key)}\.\w+" for key in keys if key.startswith("new.")}
    exact = patterns - {r"[\w]+\.[\w]+"} | fields
    unused = {
        key
        for key in words(language)
        if key not in keys and not any(re.fullmatch(each, key) for each in exact)
    }
    assert unused == set()


def test_the_languages_have_the_same_keys_and_places() -> None:
    first, second = (words(language) for language in LANGUAGES)
    assert list(first) == list(second) == sorted(first)
    for key, text in first.items():
        places = re.findall(r"\{\w+\}", text)
        assert sorted(places) == sorted(re.findall(r"\{\w+\}", second[key])), key
        assert text.strip() and second[key].strip()


def test_words_of_the_api_are_all_there() -> None:
    """Values that views and events can have, by the types made from the document."""
    types = (WEB / "client" / "api.d.ts").read_text()
    known = words("en")

    def values(name: str, field: str) -> set[str]:
        body = re.search(rf"^export type {name} = \{{(.*?)^\}};", types, re.M | re.S)
        assert body, name
        line = re.search(rf"^  {field}\??: (.*);$", body[1], re.M)
        assert line, field
        return set(re.findall(r'"(\w+)"', line[1]))

    for name, field, prefix in [
        ("Acted", "action", "log"),
        ("Poker7View", "street", "street"),
        ("PokerShowdown", "decided_by", "decided"),
        ("AreaValue", "category", "hand"),
        ("LocusOptions", "grid", ""),
    ]:
        found = values(name, field)
        assert found
        if prefix:
            assert {f"{prefix}.{value}" for value in found} <= set(known)
    statuses = values("Player", "status") - {"in_hand"}
    assert {f"poker7.status.{value}" for value in statuses} <= set(known)
