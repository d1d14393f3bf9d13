"""The real service, and Chromium before it: `make e2e`."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.screen import Screens
from tests.live import running_service

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
IMAGES = Path(__file__).parents[2] / "docs" / "images"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the service is."""
    with running_service(Path(tmp_path_factory.mktemp("e2e")), workers=2) as live:
        yield live.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def screens(browser: Browser, address: str) -> Iterator[Screens]:
    """Opens pages; when the test is over none may have complained or gone elsewhere."""
    opened = Screens(browser, address)
    yield opened
    opened.close()


@pytest.fixture
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where screenshots go: to docs/images with `make screenshots`, else nowhere."""
    asked = bool(re.fullmatch("1|yes", os.environ.get("SCREENSHOTS", "")))
    return IMAGES if asked else tmp_path
