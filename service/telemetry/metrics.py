"""What is counted and timed for Prometheus; until `begin` is called, nothing is.

The numbers are a process's own, in files that prometheus_client adds up over all
workers when they are asked for. Labels have few values: games, levels, routes, codes.
Ids, tokens, names and cards are never among them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from prometheus_client.metrics import Counter, Histogram

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that prometheus_client takes the directory of its files from."""

Following = Literal["stream", "poll"]
Outcome = Literal["written", "failed", "lost"]

_METHODS = {"GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"}
_REQUEST_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_STORE_S = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 2.5)
_BOT_S = (0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4)


class _Kept:
    """The metrics of one process. Its names are the contract with dashboards."""

    def __init__(self) -> None:
        from prometheus_client import Gauge

        counter, histogram = _counter, _histogram
        self.requests = counter(
            "http_requests", "Requests answered.", "method", "route", "status"
        )
        self.request_s = histogram(
            "http_request_seconds",
            "Until the answer began, less what was spent waiting for a change.",
            _REQUEST_S,
            *("method", "route"),
        )
        self.series: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.problems = counter("problems", "Problem documents.", "code")
        self.followers = Gauge(
            "tapete_followers",
            "Open event streams, and long polls that wait.",
            ["kind"],
            registry=None,
            multiprocess_mode="livesum",
        )
        self.created = counter("matches_created", "Matches created.", "game")
        self.finished = counter("matches_finished", "Matches that ended.", "game")
        self.commits = counter("commits", "Changes of matches that landed.", "game")
        self.retries = counter(
            "commit_retries", "Changes begun again, as others were quicker.", "game"
        )
        self.replays = counter("idempotent_replays", "First answers given again.")
        self.events = counter("events", "Events written to feeds.", "game")
        self.timeouts = counter("timeouts", "Moves made for late seats.", "game")
        self.bot_s = histogram(
            "bot_move_seconds", "What a bot's move took.", _BOT_S, "game", "level"
        )
        self.store_s = histogram(
            "store_seconds", "Round trips to the store, failed ones too.", _STORE_S
        )
        self.store_errors = counter(
            "store_errors", "Round trips that the store did not serve.", "reason"
        )
        self.looked = Gauge(
            "tapete_timekeeper_last_look_timestamp_seconds",
            "When a timekeeper last asked the store for matches that are due.",
            registry=None,
            multiprocess_mode="livemostrecent",
        )
        self.archived = counter("archive_writes", "Records for the archive.", "outcome")
        self.build = Gauge(
            "tapete_build_info",
            "The version that runs; always 1.",
            ["version"],
            registry=None,
            multiprocess_mode="livemax",
        )
        self.build.labels(version("tapete")).set(1)


_kept: _Kept | None = None


def prepare(directory: Path) -> None:
    """Name the directory of the files; in the master, before the workers are forked."""
    os.environ[DIRECTORY] = str(directory)
    import prometheus_client  # noqa: F401 its pages are shared by all workers then


def begin(reasons: Iterable[str] = ()) -> None:
    """Begin to count, in a process of its own; `prepare` comes before.

    What alerts wait for begins at 0: of a series that begins at 1 they see no increase.
    `reasons` are those of `store_failed`.
    """
    global _kept
    _kept = _kept or _Kept()
    _kept.problems.labels("internal")
    for outcome in get_args(Outcome):
        _kept.archived.labels(outcome)
    for reason in reasons:
        _kept.store_errors.labels(reason)


def kept() -> bool:
    """Return whether this process counts."""
    return _kept is not None


def exposition() -> tuple[bytes, str]:
    """Return the numbers of all processes, and their media type."""
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry
    from prometheus_client.exposition import generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def forget(pid: int) -> None:
    """Drop what only a living worker tells, such as its followers; in the master."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)  # type: ignore[no-untyped-call]


def request(method: str, route: str | None, status: int, seconds: float) -> None:
    """Count a request, and how long its answer took to begin."""
    if _kept is not None:
        of = method if method in _METHODS else "other", route or "none", status
        series = _kept.series.get(of)
        if series is None:  # looking them up costs as much as counting
            number, times = _kept.requests.labels(*of), _kept.request_s.labels(*of[:2])
            series = _kept.series[of] = number, times
        series[0].inc()
        series[1].observe(seconds)


def problem(code: str) -> None:
    """Count a problem document."""
    if _kept is not None:
        _kept.problems.labels(code).inc()


@contextmanager
def following(kind: Following) -> Iterator[None]:
    """Count a follower as long as it follows."""
    gauge = None if _kept is None else _kept.followers.labels(kind)
    if gauge is not None:
        gauge.inc()
    try:
        yield
    finally:
        if gauge is not None:
            gauge.dec()


def committed(game: str, events: int, *, created: bool, finished: bool) -> None:
    """Count a change that has landed, and its events."""
    if _kept is not None:
        _kept.commits.labels(game).inc()
        _kept.events.labels(game).inc(events)
        if created:
            _kept.created.labels(game).inc()
        if finished:
            _kept.finished.labels(game).inc()


def retried(game: str) -> None:
    """Count a change that is begun again."""
    if _kept is not None:
        _kept.retries.labels(game).inc()


def replayed() -> None:
    """Count a first answer that is given again."""
    if _kept is not None:
        _kept.replays.inc()


def timed_out(game: str, moves: int) -> None:
    """Count what was played for late seats."""
    if _kept is not None and moves:
        _kept.timeouts.labels(game).inc(moves)


def bot_moved(game: str, level: int, seconds: float) -> None:
    """Time a bot's move."""
    if _kept is not None:
        _kept.bot_s.labels(game, level).observe(seconds)


def store_called(seconds: float) -> None:
    """Time a round trip to the store."""
    if _kept is not None:
        _kept.store_s.observe(seconds)


def store_failed(reason: str) -> None:
    """Count a round trip that the store did not serve."""
    if _kept is not None:
        _kept.store_errors.labels(reason).inc()


def timekeeper_looked() -> None:
    """Note that a timekeeper has asked what is due."""
    if _kept is not None:
        _kept.looked.set(time.time())


def archived(outcome: Outcome) -> None:
    """Count a record that was written to the archive, or was not."""
    if _kept is not None:
        _kept.archived.labels(outcome).inc()


def names() -> list[str]:
    """Return the name of every series that can be asked for, without labels."""
    found = list[str]()
    for metric in vars(_Kept()).values():
        for family in getattr(metric, "describe", tuple)():
            ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
            found += [family.name + end for end in ends.get(family.type, ("",))]
    return sorted(found)


def _counter(name: str, text: str, *labels: str) -> Counter:
    from prometheus_client.metrics import Counter

    return Counter(f"tapete_{name}", text, labels, registry=None)


def _histogram(
    name: str, text: str, buckets: tuple[float, ...], *labels: str
) -> Histogram:
    from prometheus_client.metrics import Histogram

    return Histogram(f"tapete_{name}", text, labels, buckets=buckets, registry=None)
