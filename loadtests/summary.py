"""The figures of one run, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from locust.stats import RequestStats, StatsEntry

_PERCENTILES = (50, 95, 99)


def summarize(stats: RequestStats, finished: Mapping[str, int]) -> dict[str, Any]:
    """Return a row for each route, one for all, the failures, and matches finished."""
    return {
        "rows": [_row(stats.entries[key]) for key in sorted(stats.entries)],
        "total": _row(stats.total),
        "failures": [
            {
                "route": f"{error.method} {error.name}",
                "error": str(error.error),
                "times": error.occurrences,
            }
            for error in stats.errors.values()
        ],
        "finished": dict(sorted(finished.items())),
    }


def _row(entry: StatsEntry) -> dict[str, Any]:
    return {
        "route": f"{entry.method or ''} {entry.name}".strip(),
        "requests": entry.num_requests,
        "failures": entry.num_failures,
        "rps": round(entry.total_rps, 1),
        **{
            f"p{percent}": entry.get_response_time_percentile(percent / 100)
            for percent in _PERCENTILES
        },
    }
