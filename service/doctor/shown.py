"""Has everything looked over and prints a line for each finding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from service.config import Settings, SettingsError
from service.doctor import machine, remote, store
from service.doctor.finding import Finding, State, fail, ok

_WIDTH = 10
_COLOURS: dict[State, str] = {"ok": "green", "warn": "yellow", "fail": "bold red"}


def doctor(url: str | None, workers: int, data_dir: Path | None) -> bool:
    """Look, and print; return whether nothing has failed.

    With a `url` alone, that is without TAPETE_REDIS_URL, only the service there is
    asked: this machine need not be one that serves.
    """
    console = Console(highlight=False, soft_wrap=True)
    failed = 0
    for finding in _findings(url, workers, data_dir):
        failed += finding.state == "fail"
        console.print(_line(finding))
        if finding.remedy:
            console.print(Text(f"{' ' * (_WIDTH + 10)}{finding.remedy}"))
    return not failed


def _findings(
    url: str | None, workers: int, data_dir: Path | None
) -> Iterator[Finding]:
    try:
        settings = Settings.from_env()
    except SettingsError as error:
        yield fail("settings", str(error), "Mend the variable; docs/operations.md.")
        return
    yield ok("settings", "Every TAPETE_* variable can be used.")
    if settings.redis_url or not url:
        yield from machine.look(settings, workers, data_dir)
    if settings.redis_url:
        yield from store.look(settings)
    if url:
        yield from remote.look(url.rstrip("/"), settings)


def _line(finding: Finding) -> Text:
    word = (f"{finding.state:4}", _COLOURS[finding.state])
    return Text.assemble("  ", word, f"  {finding.name:{_WIDTH}}  {finding.text}")
