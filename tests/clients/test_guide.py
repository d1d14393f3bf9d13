"""docs/clients.md: its Python snippets run, and it names what there is."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tapete.client
from tapete.client import Seat
from tests.live import ROOT, Live

GUIDE = (ROOT / "docs" / "clients.md").read_text()
README = (ROOT / "clients" / "python" / "README.md").read_text()
ADDRESS = "http://127.0.0.1:8000"


@pytest.mark.parametrize("page", [GUIDE, README], ids=["guide", "readme"])
def test_the_snippets_run(live: Live, page: str) -> None:
    snippets = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert snippets
    names: dict[str, Any] = {}
    for snippet in snippets:
        exec(snippet.replace(ADDRESS, live.url), names)
    if "client" in names:
        names["client"].close()


def test_the_guide_names_every_exception_and_method_of_a_seat() -> None:
    for name in tapete.client.__all__:
        kind = getattr(tapete.client, name)
        if isinstance(kind, type) and issubclass(kind, Exception):
            assert f"`{name}`" in GUIDE, name
    for name in dir(Seat):
        if not name.startswith("_") and callable(getattr(Seat, name)):
            assert f"`{name}(" in GUIDE, name
