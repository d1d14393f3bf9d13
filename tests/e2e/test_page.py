"""The page itself: its weight, its languages, its colours, its forms."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import Screens

HEAVIEST = 200 * 1024


def test_the_first_load_is_light_and_asks_no_other_host(
    screens: Screens, figure: Callable[[str], None]
) -> None:
    screen = screens.open()
    network = screen.context.new_cdp_session(screen.page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on(
        "Network.loadingFinished", lambda e: sizes.append(e["encodedDataLength"])
    )
    screen.go()
    screen.page.wait_for_load_state("networkidle")
    total = sum(sizes)
    assert len(sizes) > 20
    assert 0 < total < HEAVIEST
    assert len(screen.hosts) == 1
    figure(
        f"first load: {total / 1024:.0f} KiB in {len(sizes)} answers, headers included"
    )


def test_the_second_load_takes_modules_from_the_cache(screens: Screens) -> None:
    screen = screens.open()
    screen.go()
    network = screen.context.new_cdp_session(screen.page)
    network.send("Network.enable")
    fetched, kept = set[str](), set[str]()
    network.on("Network.requestServedFromCache", lambda e: kept.add(e["requestId"]))
    network.on("Network.loadingFinished", lambda e: fetched.add(e["requestId"]))
    screen.page.reload()
    expect(screen.page.locator(".tile").first).to_be_visible()
    screen.page.wait_for_load_state("networkidle")
    assert len(kept) > 20
    assert len(fetched - kept) <= 8  # the page, its words, the games, open matches


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("en-GB", "Take a seat", "Toma asiento"),
        ("es-MX", "Toma asiento", "Take a seat"),
    ],
)
def test_it_speaks_the_browser_s_language_and_changes(
    screens: Screens, language: str, word: str, other: str
) -> None:
    screen = screens.open(language=language)
    page = screen.go()
    expect(page.locator("h1")).to_have_text(word)
    assert page.evaluate("document.documentElement.lang") == language[:2]
    page.locator("[data-focus=language]").click()
    expect(page.locator("h1")).to_have_text(other)
    page.reload()
    expect(page.locator("h1")).to_have_text(other)


def test_an_unknown_language_is_english(screens: Screens) -> None:
    page = screens.open(language="fi-FI").go()
    expect(page.locator("h1")).to_have_text("Take a seat")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("phone", [False, True])
def test_entrance_forms_and_rules_are_accessible(
    screens: Screens, dark: bool, phone: bool
) -> None:
    screen = screens.open(dark=dark, phone=phone, language="es-ES")
    page = screen.go()
    theme = page.evaluate("document.documentElement.dataset.theme")
    assert theme == ("dark" if dark else "light")
    fragments = ["", "#/rules/poker7"]
    fragments += [f"#/new/{game}" for game in ("locus", "lamarckian", "poker7")]
    for fragment in fragments:
        screen.go(fragment)
        details = page.locator("details summary")
        if details.count():
            details.click()
        screen.axe()
        screen.fits()
        assert screen.small_targets() == []


def test_colours_can_be_turned(screens: Screens) -> None:
    page = screens.open().go()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.locator("[data-focus=theme]").click()
    dark = page.evaluate(ground)
    assert light != dark
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate(ground) == dark


def test_the_form_tells_what_is_wrong(screens: Screens) -> None:
    screen = screens.open()
    page = screen.go("#/new/poker7")
    page.locator("#option-stack").fill("0")
    screen.offline = True  # the browser reports a 400 as an error, too
    page.locator("button[type=submit]").click()
    expect(page.locator(".fault")).to_contain_text("/options/stack")
    screen.complaints = [text for text in screen.complaints if " 400 " not in text]


def test_rules_and_keys_are_in_place(screens: Screens) -> None:
    screen = screens.open()
    page = screen.go()
    page.locator("[data-focus=play-locus]").click()
    expect(page.locator(".cell")).to_have_count(36)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    screen.axe()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rules")).to_contain_text("grid")
    screen.axe()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_preview_tells_points_area_and_bonus(screens: Screens) -> None:
    screen = screens.open(phone=True)
    page = screen.go()
    page.locator("[data-focus=play-locus]").tap()
    cell = page.locator("[data-cell=c3]")
    expect(cell).to_be_visible()
    box = cell.bounding_box()
    assert box
    touch = screen.context.new_cdp_session(page)
    spot = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    expect(page.locator(".bubble")).to_be_visible()
    expect(page.locator(".cell.near")).to_have_count(9)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator(".face").count() == 0  # a long press chooses nothing
    cell.tap()
    page.locator("[data-focus=face-up]").tap()
    expect(page.locator(".cell.played, .cell.dead")).to_have_count(2)
    page.locator(".cell.free[data-cell=c4], .cell.free[data-cell=b3]").first.focus()
    expect(page.locator(".badge", has_text="+2")).to_have_count(1)
