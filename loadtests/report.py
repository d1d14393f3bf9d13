"""The load curve as pages: Markdown with its plot beside it, and HTML in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from loadtests import plot
from loadtests.knee import Knee, knee

PAGE, HTML = "report.md", "report.html"

_FIGURES = ("requests", "failures", "rps", "p50", "p95", "p99")
_HEADS = ("requests", "failures", "requests/s", "p50 ms", "p95 ms", "p99 ms")
_HEAD = " | ".join(_HEADS)
_RULE = "--:|" * len(_FIGURES)


class Step(NamedTuple):
    """A number of users, what they measured, and what went wrong besides."""

    users: int
    summary: dict[str, Any]
    trouble: str = ""
    """Empty if the run itself went well."""


def write(
    steps: Sequence[Step], about: Sequence[str], out: Path, bare: Sequence[Step] = ()
) -> Path:
    """Write pages and pictures into a directory; returns the path of the Markdown.

    `bare` are the steps of a bare application, to compare with.
    """
    out.mkdir(parents=True, exist_ok=True)
    found = knee([(step.users, step.summary["total"]["rps"]) for step in steps])
    plot.draw(steps, bare, found, out)
    told = [*about, *_told(steps, bare, found)]
    lines = ["# Load curve", "", *(f"- {line}" for line in told), ""]
    lines += [*_overview(steps), "", f"![Load curve]({plot.SVG})", ""]
    if bare:
        lines += ["## A bare Flask application, under the same gunicorn", ""]
        lines += [*_overview(bare), ""]
    for step in steps:
        lines += [*_routes(step), ""]
    page = out / PAGE
    page.write_text("\n".join(lines), encoding="utf-8")
    (out / HTML).write_text(_html(steps, bare, told, out), encoding="utf-8")
    return page


def wrong(step: Step) -> list[str]:
    """Return what must not have happened, one line each; empty if all went well."""
    lines = [f"{step.users} users: {step.trouble}"] if step.trouble else []
    lines += [
        f"{step.users} users: {failure['route']}: {failure['error']},"
        f" {failure['times']} times"
        for failure in step.summary["failures"]
    ]
    return lines


def _told(
    steps: Sequence[Step], bare: Sequence[Step], found: Knee | None
) -> Iterator[str]:
    """Say in words where the curve bends, and how the service compares."""
    if found and found.reached:
        yield (
            f"The knee is at about {found.users} users: there the line of the first"
            f" step meets the highest rate, {found.rate:.0f} requests/s."
        )
    elif found:
        yield f"No knee up to {found.users} users: answers rise with their number."
    plain = max((step.summary["total"]["rps"] for step in bare), default=0)
    if found and plain:
        yield (
            f"A bare Flask application under the same gunicorn gave {plain:.0f}"
            f" requests/s at most, by the same users: the service has"
            f" {found.rate / plain:.0%} of that."
        )


def _overview(steps: Sequence[Step]) -> Iterator[str]:
    yield f"| users | matches finished | {_HEAD} |"
    yield f"|--:|--:|{_RULE}"
    for step in steps:
        finished = sum(step.summary["finished"].values())
        total = " | ".join(_cells(step.summary["total"]))
        yield f"| {step.users} | {finished} | {total} |"


def _routes(step: Step) -> Iterator[str]:
    yield f"## {step.users} users"
    yield ""
    yield f"| route | {_HEAD} |"
    yield f"|---|{_RULE}"
    for label, cells in _rows(step):
        yield f"| {label if label != 'all' else '**all**'} | {' | '.join(cells)} |"
    yield ""
    yield f"Matches played to the end: {_finished(step)}."
    for line in wrong(step):
        yield ""
        yield f"**Wrong:** {line}."


def _rows(step: Step) -> list[tuple[str, list[str]]]:
    rows = [(row["route"], _cells(row)) for row in step.summary["rows"]]
    return [*rows, ("all", _cells(step.summary["total"]))]


def _cells(row: dict[str, Any]) -> list[str]:
    return [str(row[figure]) for figure in _FIGURES]


def _finished(step: Step) -> str:
    finished = step.summary["finished"].items()
    return ", ".join(f"{game} {number}" for game, number in finished) or "none"


def _html(
    steps: Sequence[Step], bare: Sequence[Step], told: Sequence[str], out: Path
) -> str:
    """Return the page with the picture in it: it needs no other file."""
    drawn = (out / plot.SVG).read_text(encoding="utf-8")
    loader = FileSystemLoader(Path(__file__).parent)
    template = Environment(loader=loader, autoescape=True).get_template(HTML)
    return template.render(
        about=told,
        heads=_HEADS,
        picture=Markup(drawn[drawn.index("<svg") :]),  # noqa: S704 drawn by plot.py
        steps=[(step.users, _cells(step.summary["total"])) for step in steps],
        bare=[(step.users, _cells(step.summary["total"])) for step in bare],
        routes=[
            {
                "users": step.users,
                "rows": _rows(step),
                "finished": _finished(step),
                "wrong": wrong(step),
            }
            for step in steps
        ],
    )
