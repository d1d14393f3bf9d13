"""Hints on one's turn, and the analysis of a finished match."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import Screens


def test_a_hint_marks_the_best_placement(screens: Screens) -> None:
    screen = screens.open()
    page = screen.go()
    page.locator("[data-focus=play-locus]").click()
    expect(page.locator(".cell.free")).to_have_count(36)
    page.keyboard.press("h")
    expect(page.locator(".hint li")).to_have_count(3)
    advised = page.locator(".cell.advised")
    expect(advised).to_have_count(1)
    cell = advised.get_attribute("data-cell") or "?"
    expect(page.locator(".hint li").first).to_contain_text(cell)
    screen.axe()
    advised.click()
    page.locator("[data-focus=face-up]").click()
    expect(advised).to_have_count(0)  # a hint is for one turn
    expect(page.locator(".hint")).to_have_count(0)


def test_marks_have_chances_and_so_has_a_hand_of_poker7(screens: Screens) -> None:
    screen = screens.open(phone=True)
    page = screen.go()
    page.locator("[data-focus=play-lamarckian]").tap()
    page.locator("[data-focus=hint]").tap()
    expect(page.locator(".hint li")).to_have_count(3)
    expect(page.locator(".hand-card.advised")).to_have_count(1)
    screen.axe()
    screen.fits()
    screen.go()
    page.locator("[data-focus=play-poker7]").tap()
    page.locator("[data-focus=hint]").tap()
    expect(page.locator(".hint li").first).to_have_text(re.compile(r"^wins [\d.]+ %$"))
    screen.fits()


def test_a_match_without_hints_offers_none(screens: Screens) -> None:
    page = screens.open().go("#/new/locus")
    page.locator("summary").click()
    page.get_by_label("Hints").select_option("no")
    page.locator("form button[type=submit]").click()
    expect(page.locator("[data-focus=resign]")).to_be_visible()
    assert page.locator("[data-focus=hint]").count() == 0


def test_the_analysis_leads_to_the_costliest_moves(screens: Screens) -> None:
    screen = screens.open()
    screen.go()
    wish = {
        "game": "locus",
        "options": {"grid": "6x5"},
        "seats": [{"kind": "bot", "level": 1}] * 2,
    }
    made = screen.context.request.post(f"{screen.address}/v1/matches", data=wish)
    page = screen.go(f"#/replay/{made.json()['match']['id']}")
    page.locator("[data-focus=analyse]").click()
    expect(page.locator("[data-analysed=true] .list li")).to_have_count(5)
    screen.axe()
    move = page.locator("[data-analysed] .list button").first
    number = (move.text_content() or "").split()[-1]
    move.click()
    assert page.locator("[data-focus=slider]").input_value() == str(int(number) - 1)


@pytest.mark.parametrize("game", ["lamarckian", "poker7"])
def test_chances_and_chips_are_analysed_too(screens: Screens, game: str) -> None:
    screen = screens.open()
    screen.go()
    wish = {
        "game": game,
        "options": {"hands": 2} if game == "poker7" else {},
        "seats": [{"kind": "bot", "level": 1}] * 2,
    }
    made = screen.context.request.post(f"{screen.address}/v1/matches", data=wish)
    page = screen.go(f"#/replay/{made.json()['match']['id']}")
    page.locator("[data-focus=analyse]").click()
    lost = page.locator("[data-analysed=true] ul").first
    expect(lost.locator("li")).to_have_count(2)
    unit = r"\d %? ?lost$" if game == "lamarckian" else r"\d lost$"
    expect(lost.locator("li").first).to_have_text(re.compile(unit))
    screen.axe()
