"""Every opponent has a name and a style in each language, and the rating measured."""

from __future__ import annotations

import re

import pytest

from service.bots import LEVELS
from service.bots.described import DESCRIBED, LANGUAGES, rating
from service.games import GAMES
from tests.live import ROOT

every_game = pytest.mark.parametrize("game", LEVELS)
PAGE = (ROOT / "docs" / "opponents.md").read_text()
RUNG = re.compile(r"^\| (\d) \| \d \| [\d,]+ \| .+? \| .+? \| \+(\d+) \(.+\) \|$", re.M)


@every_game
def test_every_level_is_described_in_every_language(game: str) -> None:
    assert set(LEVELS[game]) <= set(DESCRIBED[game])
    for language in LANGUAGES:
        names = [about.name[language] for about in DESCRIBED[game].values()]
        assert len(set(names)) == len(names)
        for about in DESCRIBED[game].values():
            assert 3 <= len(about.name[language]) <= 24
            assert about.style[language].endswith(".")
            assert about.time_ms > 0


@every_game
def test_ratings_are_those_of_the_ladder_on_the_opponents_page(game: str) -> None:
    title = GAMES[game].title["en"]
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    rungs = {int(n): int(elo) for n, elo in RUNG.findall(section[1] if section else "")}
    measured = {
        level: about.above
        for level, about in DESCRIBED[game].items()
        if about.above is not None
    }
    assert measured == ({1: 0, **rungs} if rungs else {})


def test_a_rating_adds_up_the_steps_from_level_1() -> None:
    steps = [about.above or 0 for about in DESCRIBED["locus"].values()]
    assert rating("locus", 1) == 0
    assert rating("locus", 7) == sum(steps)
    with pytest.raises(KeyError):
        rating("locus", 8)
