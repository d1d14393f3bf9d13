"""The tutorial's two files, taken out of its page, play a match from another origin."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.e2e.screen import WAIT_MS
from tests.live import ROOT, running_service

PAGE = (ROOT / "docs/frontend.md").read_text()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as `python3 -m http.server` does."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def test_the_tutorial_s_page_plays_a_match(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "my-table"
    folder.mkdir()
    shutil.copy(ROOT / "clients/js/tapete.js", folder)
    (folder / "index.html").write_text("".join(blocks("html")))
    (folder / "mine.js").write_text("\n".join(blocks("js")))
    complaints: list[str] = []
    with (
        served(folder) as origin,
        running_service(tmp_path, env={"TAPETE_CORS_ORIGINS": origin}) as live,
    ):
        page = browser.new_context().new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{origin}/?service={live.url}")
        cells = page.locator("#grid button:enabled")
        expect(cells).to_have_count(30)
        for played in range(1, 16):
            cells.first.click()
            expect(cells).to_have_count(30 - 2 * played)
        expect(page.locator("#status")).to_have_text(
            re.compile(r"^\d+ to \d+: the end")
        )
        page.context.close()
    assert complaints == []
