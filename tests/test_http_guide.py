"""docs/http.md: its snippets run, show what it says, and its table has every error."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from service.api.kinds import HTTP_KINDS, INTERNAL, KINDS, SHAPE
from tests.live import ROOT, running_service

GUIDE = (ROOT / "docs" / "http.md").read_text()
BLOCK = re.compile(r"^```(sh|json|http)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "-- block"
SETTINGS = {
    "TAPETE_CORS_ORIGINS": "https://play.example.org",
    "TAPETE_RATE_LIMIT": "6000/minute",
}


class Snippet(NamedTuple):
    """A block of commands, and what is said to come of it."""

    commands: str
    form: str
    shown: str


def snippets() -> list[Snippet]:
    """Return every snippet of the guide with the block that follows it."""
    blocks = BLOCK.findall(GUIDE)
    assert [form for form, _ in blocks[::2]] == ["sh"] * (len(blocks) // 2)
    pairs = zip(blocks[::2], blocks[1::2], strict=True)
    return [Snippet(commands, form, shown) for (_, commands), (form, shown) in pairs]


SNIPPETS = snippets()


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What each snippet prints when all are run in order by one shell."""
    folder = tmp_path_factory.mktemp("guide")
    script = "".join(f"\nprintf '\\n{MARK}\\n'\n{s.commands}" for s in SNIPPETS)
    with running_service(tmp_path_factory.mktemp("service"), env=SETTINGS) as live:
        ran = subprocess.run(
            ["sh", "-euc", script],
            cwd=folder,
            env={"TAPETE": live.url, "PATH": "/usr/local/bin:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ran.returncode == 0, ran.stdout[-2_000:] + ran.stderr
    return ran.stdout.split(f"\n{MARK}\n")[1:]


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_a_snippet_prints_what_the_guide_shows(outputs: list[str], number: int) -> None:
    snippet, output = SNIPPETS[number], outputs[number]
    for wanted in members(snippet):
        assert re.search(wanted, output, re.IGNORECASE | re.MULTILINE), (
            f"{wanted} is not in what this prints:\n{snippet.commands}\n{output}"
        )


def members(snippet: Snippet) -> list[str]:
    """Return patterns of what must be there: members, codes, headers, statuses."""
    if snippet.form == "json":
        names = re.findall(r'"([a-z_$]+)":', snippet.shown)
        told = re.findall(
            r'"(?:code|type|status|name)": (?:"[a-z_]+"|\d+)', snippet.shown
        )
        return [f'"{re.escape(name)}":' for name in names] + [
            re.escape(text).replace(r"\ ", " ?") for text in told
        ]
    return [
        re.escape(line) if line.startswith("HTTP/") else f"^{line.partition(':')[0]}:"
        for line in snippet.shown.splitlines()
    ]


def test_the_table_of_errors_has_every_kind_and_no_other() -> None:
    rows = re.findall(
        r"^\| (\d{3}) \| `([a-z_]+)` \| .+ \| .+ \|$", GUIDE, re.MULTILINE
    )
    kinds = [SHAPE, INTERNAL, *KINDS.values(), *HTTP_KINDS.values()]
    assert sorted(rows) == sorted({(str(kind.status), kind.code) for kind in kinds})


def test_the_pages_that_the_guide_names_exist() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", GUIDE):
        assert (Path(ROOT) / "docs" / link).is_file(), link
