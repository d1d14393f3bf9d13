"""A whole match of each game against level 3, by mouse, by touch and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.players import Player, Toucher, Typist
from tests.e2e.screen import Screens

GAMES = ("locus", "lamarckian", "poker7")
OPTIONS = {"locus": {"grid": "6x5"}, "lamarckian": {}, "poker7": {"hands": "2"}}


def whole_match(
    screens: Screens, game: str, kind: type[Player], figure: Callable[[str], None]
) -> None:
    phone = kind is Toucher
    screen = screens.open(phone=phone, calm=kind is not Player)
    screen.go()
    player = kind(screen.page)
    player.new_match(game, 3, **OPTIONS[game])
    screen.axe()
    screen.fits()
    if phone:
        assert screen.small_targets() == []
    moves = player.play(game)
    expect(screen.page.locator("[data-result]")).to_be_visible()
    screen.axe()
    screen.fits()
    figure(f"{game} by {kind.__name__}: a match of {moves} own moves")


@pytest.mark.parametrize("game", GAMES)
def test_by_mouse(screens: Screens, game: str, figure: Callable[[str], None]) -> None:
    whole_match(screens, game, Player, figure)


@pytest.mark.parametrize("game", GAMES)
def test_by_touch_on_a_phone(
    screens: Screens, game: str, figure: Callable[[str], None]
) -> None:
    whole_match(screens, game, Toucher, figure)


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard_alone(
    screens: Screens, game: str, figure: Callable[[str], None]
) -> None:
    whole_match(screens, game, Typist, figure)
