"""The commands for records of finished matches: `tapete verify | replay`.

What only one command needs is imported inside it, so that --help answers at once.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

_File = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_File, metavar="FILE...")
@click.option("-q", "--quiet", is_flag=True, help="Print only what is false.")
def verify(files: tuple[Path, ...], quiet: bool) -> None:
    """Check records of finished matches: cards, moves and results.

    FILE is what GET /v1/matches/{id}/record gives; - is the standard input. Exit code
    1 says that something is false.

    \b
    Examples:
      tapete verify record.json
      tapete verify --quiet records/*.json
      curl -s http://127.0.0.1:8000/v1/matches/$ID/record | tapete verify -
    """
    from service.terminal.verify import verify as check

    if not check(files, quiet=quiet):
        sys.exit(1)


@click.command()
@click.argument("file", type=_File)
@click.option("--step", is_flag=True, help="Show the board after each move; Enter.")
@click.option("--analysis", is_flag=True, help="Tell what each move lost.")
def replay(file: Path, step: bool, analysis: bool) -> None:
    """Show a finished match move by move, with all cards open.

    FILE is what GET /v1/matches/{id}/record gives; - is the standard input. With
    --analysis each move is compared with the best one that is found, as its seat could
    see it then.

    \b
    Examples:
      tapete replay record.json
      tapete replay --step record.json
      tapete replay --analysis record.json
      curl -s http://127.0.0.1:8000/v1/matches/$ID/record | tapete replay -
    """
    from service.terminal.replay import replay as show
    from service.terminal.verify import NoRecord

    try:
        show(file, step=step, analysis=analysis)
    except NoRecord as error:
        raise click.ClickException(str(error)) from None
