"""The command `tapete ladder`: how strong the levels of a game are.

What it needs is imported inside it, so that --help answers at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from service.ladder import Rung


@click.command()
@click.argument("game", type=click.Choice(["locus"]))
@click.option(
    "--pairs",
    type=click.IntRange(1, 100_000),
    default=20,
    show_default=True,
    metavar="N",
    help="Mirrored pairs of matches for each two neighbouring levels.",
)
@click.option("--grid", default="6x6", show_default=True, help="The grid to play on.")
@click.option(
    "--levels", metavar="N,N...", help="Levels to play, at least two.  [default: all]"
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Another one, other deals."
)
def ladder(game: str, pairs: int, grid: str, levels: str | None, seed: int) -> None:
    """Measure how strong the levels of GAME are, each against the next below.

    Each deal is played twice with the seats swapped, and the margins are added up: the
    level with more points wins the pair. The same seed plays the same matches.

    \b
    Examples:
      tapete ladder locus
      tapete ladder locus --pairs 200 --levels 6,7
      tapete ladder locus --grid 8x6 --seed 2
    """
    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from service.ladder import Rung, climb

    chosen = _levels(game, levels)
    console, rungs = Console(), dict[int, Rung]()
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(game, total=pairs * (len(chosen) - 1))
        try:
            for rung in climb(game, {"grid": grid}, chosen, pairs, seed):
                rungs[rung.level] = rung
                progress.update(
                    task, advance=1, description=f"{rung.level} against {rung.below}"
                )
        except msgspec.ValidationError as error:
            raise click.BadParameter(f"{grid}: {error}", param_hint="--grid") from None
    console.print(_table(rungs.values()))


def _levels(game: str, text: str | None) -> list[int]:
    from service.bots import LEVELS

    known = sorted(LEVELS[game])
    if text is None:
        return known
    numbers = re.findall(r"\d+", text) if re.fullmatch(r"\d+(,\d+)+", text) else []
    chosen = sorted({int(number) for number in numbers})
    if len(chosen) < 2 or not set(chosen) <= set(known):
        levels = ", ".join(map(str, known))
        raise click.BadParameter(
            f"{text}: name two or more of {levels}, such as 6,7.", param_hint="--levels"
        )
    return chosen


def _table(rungs: Iterable[Rung]) -> Table:
    from rich.table import Table

    table = Table("Level", "Against", "Pairs", "Won", "Points a match", "Elo above it")
    for rung in rungs:
        rating, low, high = rung.elo
        table.add_row(
            str(rung.level),
            str(rung.below),
            str(rung.pairs),
            f"{rung.share:.1%}",
            f"{rung.margin / rung.pairs / 2:+.2f}",
            f"{rating:+.0f} ({low:+.0f} to {high:+.0f})",
        )
    return table
