"""Around a match: clocks, giving up, the next match."""

import re

from playwright.sync_api import expect

from tests.e2e.screen import Screens, match_of


def test_a_clock_runs_for_the_seat_that_is_to_move(screens: Screens) -> None:
    page = screens.open().go("#/new/locus")
    page.locator("summary").click()
    page.get_by_label("Clock").select_option("base")
    page.get_by_label("Seconds").fill("61")
    page.locator("form button[type=submit]").click()
    mine, theirs = (page.locator(f"[data-clock='{seat}']") for seat in (0, 1))
    expect(mine).to_have_text(re.compile("^1:0[01]$"))
    expect(mine).to_have_text("0:58")
    expect(theirs).to_have_text("1:01")


def test_a_turn_that_takes_too_long_is_lost(screens: Screens) -> None:
    page = screens.open().go("#/new/locus")
    page.locator("summary").click()
    page.get_by_label("Clock").select_option("turn")
    page.get_by_label("Seconds").fill("2")
    page.locator("form button[type=submit]").click()
    expect(page.locator(".clock.hurry")).to_be_visible()
    expect(page.locator("[data-result=resignation]")).to_be_visible()
    expect(page.locator(".log")).to_contain_text("time is up")


def test_whoever_asks_first_the_next_match_is_the_same(screens: Screens) -> None:
    host, guest = screens.open(), screens.open()
    page = host.go("#/new/locus")
    page.locator(".seat-row").nth(1).locator("select").first.select_option("open")
    page.locator("form button[type=submit]").click()
    guest.page.goto(page.locator("[data-focus=invitation]").input_value())
    guest.page.locator("#join-name").fill("Grace")
    guest.page.locator("form button[type=submit]").click()
    expect(page.locator(".cell.free")).to_have_count(36)
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-focus=resign]").click()
    expect(page.locator("[data-result]")).to_contain_text("Grace")
    expect(guest.page.locator("[data-result]")).to_have_text("You win")
    page.locator("[data-focus=again]").click()
    button = guest.page.locator("[data-focus=again]")
    expect(button).to_have_text("To the rematch")
    button.click()
    expect(guest.page.locator(".cell.free")).to_have_count(36)  # the other begins
    expect(page.locator(".plate.turn")).to_contain_text("Grace")
    assert match_of(page) == match_of(guest.page)


def test_giving_up_is_asked_about(screens: Screens) -> None:
    page = screens.open().go()
    page.locator("[data-focus=play-lamarckian]").click()
    expect(page.locator(".hand-card")).to_have_count(4)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator("[data-focus=resign]").click()
    expect(page.locator(".hand-card")).to_have_count(4)
    assert page.locator("[data-result]").count() == 0
