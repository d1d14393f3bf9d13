"""The command `tapete doctor`: is a deployment well, and what to type if it is not.

What it needs is imported inside it, so that --help answers at once.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.option("--url", metavar="URL", help="A running service to ask as clients do.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    envvar="TAPETE_WORKERS",
    show_envvar=True,
    metavar="N",
    help="Processes that are to answer requests here.",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TAPETE_DATA_DIR",
    show_envvar=True,
    metavar="DIR",
    help="Where matches are kept.  [default: your user data directory]",
)
def doctor(url: str | None, workers: int, data_dir: Path | None) -> None:
    """Look a deployment over: settings, limits, store, and a running service.

    Each line is ok, warn or fail; below it stands what to type. Exit code 1 says that
    something fails. Run it with the service's own environment, where it runs; with
    --url and no TAPETE_REDIS_URL only the service there is asked.

    \b
    Examples:
      tapete doctor
      TAPETE_REDIS_URL=redis://127.0.0.1:6379 tapete doctor --workers 4
      tapete doctor --url https://play.example.org
    """
    from service.doctor.shown import doctor as look

    if not look(url, workers, data_dir):
        sys.exit(1)
