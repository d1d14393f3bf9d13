"""A page in a browser of its own, watched: errors, hosts, what the network carried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, expect

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}
WAIT_MS = 15_000

expect.set_options(timeout=WAIT_MS)


class Screen:
    """A page, and everything that it has complained of."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.offline = False
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda it: self.hosts.add(urlsplit(it.url).netloc))

    def _console(self, message: Any) -> None:
        cut = self.offline and "net::ERR_" in message.text
        if message.type in ("error", "warning") and not cut:
            self.complaints.append(f"{message.text} {message.location}")

    def go(self, fragment: str = "") -> Page:
        """Open the page at a fragment, as typed into the address bar."""
        self.page.goto(f"{self.address}/{fragment}")
        expect(self.page.locator("main .page > *").first).to_be_visible()
        return self.page

    def cut(self, offline: bool) -> None:
        """Cut the network, or restore it."""
        self.offline = self.offline or offline
        self.context.set_offline(offline)

    def axe(self) -> None:
        """Hold the page to axe-core's rules of WCAG A and AA."""
        # Through the debugger, not as a script of the page, which the policy forbids.
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
        )
        bad = [
            f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:300]}"
            f" {each['nodes'][0]['failureSummary'][:300]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert not bad, "\n".join(bad)

    def fits(self) -> None:
        """No scrolling sideways."""
        widths = "[document.documentElement.scrollWidth, innerWidth]"
        wide, there = self.page.evaluate(widths)
        assert wide <= there, f"{wide} pixels wide, of {there}"

    def small_targets(self) -> list[str]:
        """Return the buttons and links that are too small for a finger."""
        found: list[str] = self.page.evaluate(
            """[...document.querySelectorAll('button, a.button, select, input')]
            .filter((e) => e.checkVisibility() && !e.closest('dialog'))
            .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
            .filter(([, r]) => r.height < 43.5 || r.width < 43.5)
            .map(([text, r]) => `${text} ${r.width}x${r.height}`)"""
        )
        return found


class Screens:
    """All pages of a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.opened: list[Screen] = []

    def open(
        self,
        *,
        phone: bool = False,
        dark: bool = False,
        language: str = "en-GB",
        calm: bool = True,
    ) -> Screen:
        """Open a browser of one's own on the service."""
        context = self.browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
        )
        screen = Screen(context, self.address)
        self.opened.append(screen)
        return screen

    def close(self) -> None:
        """Close all, and hold them to what every test demands."""
        complaints = [text for screen in self.opened for text in screen.complaints]
        hosts = set[str]().union(*(screen.hosts for screen in self.opened))
        for screen in self.opened:
            screen.context.close()
        assert complaints == []
        assert hosts - {""} <= {urlsplit(self.address).netloc}


def kept(page: Page, match_id: str) -> list[dict[str, Any]]:
    """Return the tickets that the page keeps for a match."""
    text = page.evaluate("localStorage.getItem('tapete.matches')")
    seats: list[dict[str, Any]] = json.loads(text)[match_id]["seats"]
    return seats


def match_of(page: Page) -> str:
    """Return the id of the match that the page shows."""
    return str(page.evaluate("location.hash.split('/')[2]"))
