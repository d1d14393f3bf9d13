"""Plays matches on the page as people do: with a mouse, a finger, or keys alone."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Locator, Page, expect

TABS = 60
SKIP = """ready => {
    const marks = document.querySelector('.open-marks');
    if (marks) document.querySelector('.stage').dispatchEvent(new Event('click'));
    const busy = marks || document.querySelector('.stage.busy');
    return !busy && document.querySelector(ready);
}"""
"""What is shown step by step is shown at once by a click; then it is one's turn."""


class Player:
    """Someone before a page; `act` is how they press what they see."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = Random(seed)

    def press(self, target: Locator) -> None:
        """Press something with the mouse."""
        target.click()

    def new_match(self, game: str, level: int, **options: str) -> None:
        """Make a match against one opponent with the form."""
        self.press(self.page.locator(f"a[href='#/new/{game}']").first)
        form = self.page.locator("form")
        form.locator("[aria-label=Level]").first.select_option(str(level))
        for name, value in options.items():
            field = form.locator(f"#option-{name}")
            if field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        self.press(form.locator("button[type=submit]"))
        expect(self.page.locator(".stage .plate").first).to_be_visible()

    def over(self) -> bool:
        """Return whether the match has a result."""
        return self.page.locator("[data-result]").count() > 0

    def play(self, game: str) -> int:
        """Play until the match is over; return the number of one's own moves."""
        turn = {
            "locus": self.locus,
            "lamarckian": self.lamarckian,
            "poker7": self.poker7,
        }[game]
        moves = 0
        while self.wait() and moves < 400:
            turn()
            moves += 1
        assert self.over()
        return moves

    def wait(self) -> bool:
        """Wait for one's turn, or for the end; return whether there is a turn."""
        mine = ".cell.free, .ask, .bets, .last-hand.over, .confirm"
        self.wait_for(f"{mine}, [data-result]")
        return not self.over()

    def wait_for(self, ready: str) -> None:
        """Wait until an element is there and no move is on its way."""
        self.page.wait_for_function(SKIP, arg=ready)

    def locus(self) -> None:
        free = self.page.locator(".cell.free")
        before = free.count()
        self.press(free.nth(self.rng.randrange(before)))
        faces = self.page.locator(".face")
        expect(faces).to_have_count(2)
        self.press(faces.nth(self.rng.randrange(2)))
        expect(self.page.locator(".cell.free, [data-result]").first).to_be_visible()
        expect(free).to_have_count(max(0, before - 2))

    def lamarckian(self) -> None:
        hand = self.page.locator(".hand-card")
        self.press(hand.nth(self.rng.randrange(hand.count())))
        self.press(self.page.locator("[data-focus=commit]"))
        expect(self.page.locator("[data-focus=commit]")).to_have_count(0)

    def poker7(self) -> None:
        """Call and check mostly; choose a card when that is asked."""
        if self.page.locator("[data-focus=next-hand]").count():
            self.press(self.page.locator("[data-focus=next-hand]"))
        elif self.page.locator(".ask").count():
            self.press(self.page.locator("button.hand-card").first)
            self.press(self.page.locator("[data-focus=show]"))
            expect(self.page.locator("[data-focus=show]")).to_have_count(0)
        else:
            raised = self.rng.random() < 0.2 and self.raise_some()
            if not raised:
                self.press(self.page.locator("[data-home].check, [data-home].call"))

    def raise_some(self) -> bool:
        """Type an amount and bet or raise, if that may be done."""
        amount = self.page.locator("[data-focus=amount]")
        if not amount.count():
            return False
        self.enter(amount, str(int(amount.get_attribute("min") or "0") + 5))
        return True

    def enter(self, amount: Locator, chips: str) -> None:
        """Bet or raise to an amount."""
        amount.fill(chips)
        button = self.page.locator("[data-focus=raise]")
        expect(button).to_have_text(re.compile(f"{chips}$"))
        self.press(button)


class Toucher(Player):
    """With a finger."""

    def press(self, target: Locator) -> None:
        target.tap()


class Typist(Player):
    """With keys alone: the pointer is never used."""

    def press(self, target: Locator) -> None:
        self.reach(target)
        self.page.keyboard.press("Enter")

    def enter(self, amount: Locator, chips: str) -> None:
        self.reach(amount)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(chips)
        self.page.keyboard.press("Enter")

    def reach(self, target: Locator) -> None:
        """Go to an element: Tab to its group, arrows within it."""
        for _ in range(TABS):
            if target.evaluate("e => e === document.activeElement"):
                return
            if self.among(target):
                self.walk(target)
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is not reached by the keyboard")

    def among(self, target: Locator) -> bool:
        """Return whether the focus is in the target's grid or hand."""
        script = """e => document.activeElement !== document.body &&
            (e.closest('[role=grid], .hand') ?? e).contains(document.activeElement)"""
        return bool(target.evaluate(script))

    def walk(self, target: Locator) -> None:
        """Press arrows until the target has the focus."""
        script = """e => {
            const all = [...e.closest('[role=grid], .hand').querySelectorAll('button')];
            const columns = Math.max(1, all[0].parentElement.childElementCount);
            const at = all.indexOf(document.activeElement), to = all.indexOf(e);
            return [to % columns - at % columns,
                    Math.floor(to / columns) - Math.floor(at / columns)];
        }"""
        across, down = target.evaluate(script)
        for _ in range(abs(down)):
            self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(across)):
            self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        assert target.evaluate("e => e === document.activeElement")
