"""Pictures of each game, on a desktop and a phone, light and dark: `make screenshots`.

The same deals cannot be had twice, but the same moves lead to pictures of one kind.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.players import Player
from tests.e2e.screen import Screens

GAMES = ("locus", "lamarckian", "poker7")
MOVES = {"locus": 7, "lamarckian": 4}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_pictures(screens: Screens, pictures: Path, game: str, phone: bool) -> None:
    """Each in light and dark, of one match."""
    screen = screens.open(phone=phone)
    page = screen.go(f"#/new/{game}")
    page.locator(".seat-row input").fill("Ada")
    if game == "lamarckian":
        page.get_by_role("button", name="Add a seat").click()
    if game == "poker7":
        for _ in range(3):
            page.get_by_role("button", name="Add a seat").click()
    page.locator("form button[type=submit]").click()
    player = Player(page, seed=4)
    while game == "poker7" and page.locator(".common .card").count() < 5:
        player.wait()
        page.locator("[data-home], [data-focus=next-hand]").first.click()
    for _ in range(MOVES.get(game, 0)):
        if player.wait():
            getattr(player, game)()
    player.wait()
    if game == "lamarckian" and page.locator(".hand-card").count():
        page.locator(".hand-card").first.click()
    if game == "locus" and page.locator(".cell.free").count():
        page.locator(".cell.free").nth(8).click()
    page.mouse.move(0, 0)
    for _ in range(2):
        theme = page.evaluate("document.documentElement.dataset.theme")
        name = f"{game}-{'phone' if phone else 'desktop'}-{theme}.jpg"
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=pictures / name, type="jpeg", quality=80)
        assert (pictures / name).stat().st_size > 20_000
        page.locator("[data-focus=theme]").click()
        page.mouse.move(0, 0)
