"""Two people: by a link, at one device, and over a network that breaks."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.players import Player
from tests.e2e.screen import Screens, kept, match_of

CARD = re.compile(r"^[PNBRQJ][1-9]$")


def new_match(page: Page, game: str, second: str, **options: str) -> None:
    """Make a match whose second seat is a person here, or open."""
    page.locator(f"a[href='#/new/{game}']").first.click()
    form = page.locator("form")
    rows = form.locator(".seat-row")
    rows.nth(0).locator("input").fill("Ada")
    rows.nth(1).locator("select").first.select_option(second)
    if second == "human":
        rows.nth(1).locator("input").fill("Grace")
    for name, value in options.items():
        form.locator(f"#option-{name}").fill(value)
    form.locator("button[type=submit]").click()


def test_two_browsers_play_lamarckian_by_link(screens: Screens) -> None:
    host, guest = screens.open(), screens.open(language="es-ES", phone=True)
    host.go()
    host.page.locator("a[href='#/new/lamarckian']").first.click()
    form = host.page.locator("form")
    form.locator(".seat-row").nth(1).locator("select").first.select_option("open")
    form.locator("summary").click()
    listed = form.get_by_label("In the lobby")
    listed.select_option("no")
    form.locator("button[type=submit]").click()
    link = host.page.locator("[data-focus=invitation]").input_value()
    secret = link.rpartition("/")[2]
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.page.goto(link)
    guest.page.locator("#join-name").fill("Grace")
    guest.axe()
    guest.page.locator("button[type=submit]").click()
    expect(guest.page.locator(".hand-card")).to_have_count(4)
    expect(host.page.locator(".hand-card")).to_have_count(4)
    assert asked
    assert not any(secret in url for url in asked)
    players = (Player(host.page, 1), Player(guest.page, 2))
    while all(player.wait() for player in players):
        for player in players:
            player.lamarckian()
    for player in players:
        expect(player.page.locator("[data-result]")).to_be_visible()
    texts = {p.page.locator("[data-result]").text_content() for p in players}
    assert len(texts) == 2  # one of them reads it in Spanish
    guest.fits()
    assert guest.small_targets() == []


def cards_shown(page: Page) -> set[str]:
    """Return the cards whose faces are anywhere in the document."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-card]')].map((e) => e.dataset.card)"
    )
    return set(found)


def test_a_shared_device_never_shows_the_others_cards(screens: Screens) -> None:
    screen = screens.open()
    page = screen.go()
    new_match(page, "poker7", "human", hands="2")
    expect(page.locator(".stage .plate, .cover").first).to_be_visible()
    match_id = match_of(page)
    tokens = {each["seat"]: each["token"] for each in kept(page, match_id)}

    def view(seat: int) -> dict:
        headers = {"Authorization": f"Bearer {tokens[seat]}"}
        url = f"{screen.address}/v1/matches/{match_id}"
        return screen.context.request.get(url, headers=headers).json()["view"]

    def hole(seat: int) -> set[str]:
        return set(view(seat)["players"][seat]["cards"] or ())

    def opened(seat: int) -> set[str]:
        """Return the cards that everybody may see, those of a showdown too."""
        seen = view(1 - seat)
        past = seen["last"] or {"board": [], "showdown": []}
        last = [past["board"], *(hand["cards"] for hand in past["showdown"])]
        shown = {each["shown"] for each in seen["players"] if each["shown"]}
        return shown.union(seen["board"], *last)

    player, covers, guarded = Player(page), 0, 0
    while not player.over():
        player.wait_for(".cover, .bets, .ask, .last-hand.over, [data-result]")
        if page.locator(".cover").count():
            covers += 1
            assert cards_shown(page) == set()
            assert not CARD.search(page.locator("body").inner_text())
            if covers <= 2:  # to the eye: one colour of felt, whoever comes next
                screen.axe()
            page.locator("[data-focus=uncover]").click()
            expect(page.locator(".cover")).to_have_count(0)
            continue
        if player.over():
            break
        seat = int(page.locator(".place.mine .plate").get_attribute("data-seat") or 9)
        secret = hole(1 - seat) - opened(1 - seat)
        assert not cards_shown(page) & secret
        guarded += len(secret)
        player.poker7()
    assert covers >= 8
    assert guarded >= 16


def test_the_screen_between_two_people_is_the_same_for_all_hands(
    screens: Screens,
) -> None:
    """To the last pixel: nothing of a hand shines through."""
    pictures = set()
    for _ in range(2):
        screen = screens.open()
        page = screen.go()
        new_match(page, "poker7", "human")
        page.locator("[data-focus=uncover]").click()
        Player(page).wait()
        page.locator("[data-focus=check]").click()
        expect(page.locator("h2", has_text="Ada")).to_be_visible()
        expect(page.locator("[data-focus=uncover]")).to_be_focused()
        page.mouse.move(0, 0)
        pictures.add(page.locator(".stage").screenshot())
    assert len(pictures) == 1


def test_a_match_goes_on_when_the_network_comes_back(screens: Screens) -> None:
    screen, friend = screens.open(), screens.open()
    page = screen.go()
    new_match(page, "locus", "open")
    link = page.locator("[data-focus=invitation]").input_value()
    friend.page.goto(link)
    friend.page.locator("#join-name").fill("Grace")
    friend.page.locator("button[type=submit]").click()
    ada, grace = Player(page, 1), Player(friend.page, 2)
    page.evaluate("window.sameDocument = true")

    def place(player: Player) -> None:
        player.wait()
        player.page.locator(".cell.free").first.wait_for()
        player.press(player.page.locator(".cell.free").nth(5))
        player.press(player.page.locator("[data-focus=face-up]"))

    played = friend.page.locator(".cell.played")
    place(ada)
    expect(played).to_have_count(1)
    screen.cut(True)
    expect(page.locator("[data-connection=lost]")).to_be_visible()
    place(grace)  # while Ada is away
    expect(played).to_have_count(2)
    expect(page.locator(".cell.played")).to_have_count(1)
    screen.cut(False)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    expect(page.locator(".cell.played")).to_have_count(2)
    screen.cut(True)  # now in the midst of a move: it waits, and lands once
    place(ada)
    expect(played).to_have_count(2)
    screen.cut(False)
    expect(played).to_have_count(3)
    expect(page.locator(".cell.played")).to_have_count(3)
    assert page.evaluate("window.sameDocument")


def test_a_spectator_sees_the_match_and_no_hand(screens: Screens) -> None:
    screen, watcher = screens.open(), screens.open(dark=True)
    page = screen.go()
    Player(page).new_match("lamarckian", 3)
    hand = cards_shown(page)
    watcher.go(f"#/match/{match_of(page)}")
    expect(watcher.page.locator(".pool .card")).to_have_count(4)
    pool = cards_shown(watcher.page)
    assert len(hand - pool) == 4
    Player(page).lamarckian()
    expect(watcher.page.locator(".log li").nth(3)).to_be_visible()
    watcher.axe()
