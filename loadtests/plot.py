"""The load curve as pictures: SVG for pages, PNG for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from loadtests.knee import Knee

if TYPE_CHECKING:
    from loadtests.report import Step

SVG, PNG = "curve.svg", "curve.png"

_LINES = (("p50", "#2a78d6"), ("p95", "#1a9850"), ("p99", "#d9822b"))
_BARE = "#888888"


def draw(
    steps: Sequence[Step], bare: Sequence[Step], found: Knee | None, out: Path
) -> None:
    """Write both pictures into a directory."""
    figure = Figure(figsize=(8, 6), layout="constrained")
    rate, time = figure.subplots(2, 1, sharex=True)
    _rates(rate, steps, "#2a78d6", "service")
    _rates(rate, bare, _BARE, "bare Flask")
    rate.set_ylabel("requests per second")
    for name, colour in _LINES:
        values = [step.summary["total"][name] for step in steps]
        users = [step.users for step in steps]
        time.plot(users, values, marker="o", color=colour, label=name)
    time.set_ylabel("response time, ms")
    time.set_xlabel("users at the same time")
    for axes in (rate, time):
        if found and found.reached:
            axes.axvline(found.users, color=_BARE, linestyle=":", label="knee")
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(out / SVG)
    figure.savefig(out / PNG, dpi=120)


def _rates(axes: Axes, steps: Sequence[Step], colour: str, label: str) -> None:
    if steps:
        users = [step.users for step in steps]
        rates = [step.summary["total"]["rps"] for step in steps]
        axes.plot(users, rates, marker="o", color=colour, label=label)
