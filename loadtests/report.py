"""The load curve as a page of tables and a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from matplotlib.figure import Figure

PLOT = "curve.svg"
PAGE = "report.md"

_FIGURES = ("requests", "failures", "rps", "p50", "p95", "p99")
_HEAD = "requests | failures | requests/s | p50 ms | p95 ms | p99 ms"
_RULE = "--:|" * len(_FIGURES)
_LINES = (("p50", "#2a78d6"), ("p95", "#1a9850"), ("p99", "#d9822b"))


class Step(NamedTuple):
    """A number of users, what they measured, and what went wrong besides."""

    users: int
    summary: dict[str, Any]
    trouble: str = ""
    """Empty if the run itself went well."""


def write(steps: Sequence[Step], about: Sequence[str], out: Path) -> Path:
    """Write the page and its plot into a directory; returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    _plot(steps, out / PLOT)
    lines = ["# Load curve", "", *(f"- {line}" for line in about), ""]
    lines += [*_overview(steps), "", f"![Load curve]({PLOT})", ""]
    for step in steps:
        lines += [*_routes(step), ""]
    page = out / PAGE
    page.write_text("\n".join(lines), encoding="utf-8")
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


def _overview(steps: Sequence[Step]) -> Iterator[str]:
    yield f"| users | matches finished | {_HEAD} |"
    yield f"|--:|--:|{_RULE}"
    for step in steps:
        finished = sum(step.summary["finished"].values())
        yield f"| {step.users} | {finished} | {_cells(step.summary['total'])} |"


def _routes(step: Step) -> Iterator[str]:
    yield f"## {step.users} users"
    yield ""
    yield f"| route | {_HEAD} |"
    yield f"|---|{_RULE}"
    for row in step.summary["rows"]:
        yield f"| {row['route']} | {_cells(row)} |"
    yield f"| **all** | {_cells(step.summary['total'])} |"
    yield ""
    finished = step.summary["finished"].items()
    text = ", ".join(f"{game} {number}" for game, number in finished) or "none"
    yield f"Matches played to the end: {text}."
    for line in wrong(step):
        yield ""
        yield f"**Wrong:** {line}."


def _cells(row: dict[str, Any]) -> str:
    return " | ".join(str(row[figure]) for figure in _FIGURES)


def _plot(steps: Sequence[Step], path: Path) -> None:
    users = [step.users for step in steps]
    figure = Figure(figsize=(8, 6), layout="constrained")
    rate, time = figure.subplots(2, 1, sharex=True)
    rates = [step.summary["total"]["rps"] for step in steps]
    rate.plot(users, rates, marker="o", color="#2a78d6")
    rate.set_ylabel("requests per second")
    for name, colour in _LINES:
        values = [step.summary["total"][name] for step in steps]
        time.plot(users, values, marker="o", color=colour, label=name)
    time.set_ylabel("response time, ms")
    time.set_xlabel("users at the same time")
    time.legend(frameon=False)
    for axes in (rate, time):
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)
