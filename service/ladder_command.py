"""The command `tapete ladder`: how strong the levels of a game are.

What it needs is imported inside it, so that --help answers at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from service.ladder import Rung
    from service.ladder_hands import HandRung
    from service.ladder_tables import TableRung

    AnyRung = Rung | TableRung | HandRung


@click.command()
@click.argument("game", type=click.Choice(["locus", "lamarckian", "poker7"]))
@click.option(
    "--pairs",
    type=click.IntRange(1, 100_000),
    default=20,
    show_default=True,
    metavar="N",
    help="Deals for each two neighbouring levels; each is played from every seat.",
)
@click.option("--grid", default="6x6", show_default=True, help="The grid of locus.")
@click.option(
    "--seats",
    type=click.IntRange(2, 10),
    default=2,
    show_default=True,
    metavar="N",
    help="Seats of a table of lamarckian (up to 6) or poker7 (up to 10): one of the"
    " level, all others of that below.",
)
@click.option(
    "--stack",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    metavar="N",
    help="Antes that every seat of poker7 has at the start of a hand.",
)
@click.option(
    "--limit",
    type=click.Choice(["none", "pot", "fixed"]),
    default="none",
    show_default=True,
    help="The betting limit of poker7.",
)
@click.option(
    "--levels", metavar="N,N...", help="Levels to play, at least two.  [default: all]"
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Another one, other deals."
)
def ladder(
    game: str,
    pairs: int,
    grid: str,
    seats: int,
    stack: int,
    limit: str,
    levels: str | None,
    seed: int,
) -> None:
    """Measure how strong the levels of GAME are, each against the next below.

    locus: each deal is played twice with the seats swapped, and the margins are added
    up: the level with more points wins the pair. lamarckian: a level sits at a table of
    the one below, once in every seat of each deal. poker7: likewise, a hand with full
    stacks in every seat of each deal, and antes are what is won. The same seed plays
    the same matches.

    \b
    Examples:
      tapete ladder locus
      tapete ladder locus --pairs 200 --levels 6,7
      tapete ladder locus --grid 8x6 --seed 2
      tapete ladder lamarckian --seats 4 --levels 3,7
      tapete ladder poker7 --pairs 1000 --levels 6,7
    """
    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from service.games import GAMES
    from service.ladder import climb
    from service.ladder_hands import ANTE, climb_hands
    from service.ladder_tables import climb_tables

    chosen = _levels(game, levels)
    if seats not in GAMES[game].seats:
        raise click.BadParameter(f"{game} has no {seats} seats.", param_hint="--seats")
    betting = {"stack": stack * ANTE, "ante": ANTE, "limit": limit}
    ladders: dict[str, Iterator[AnyRung]] = {
        "locus": climb(game, {"grid": grid}, chosen, pairs, seed),
        "lamarckian": climb_tables(game, seats, {}, chosen, pairs, seed),
        "poker7": climb_hands(betting, chosen, pairs, seed, seats),
    }
    console = Console()
    rungs: dict[int, AnyRung] = {}
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(game, total=pairs * (len(chosen) - 1))
        try:
            for rung in ladders[game]:
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


def _table(rungs: Iterable[AnyRung]) -> Table:
    from rich.table import Table

    rows = [_row(rung) for rung in rungs]
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*row.values())
    return table


def _row(rung: AnyRung) -> dict[str, str]:
    from service.ladder_hands import HandRung
    from service.ladder_tables import TableRung

    match rung:
        case TableRung():
            return _seated(rung)
        case HandRung():
            return _dealt(rung)
    return _paired(rung)


def _paired(rung: Rung) -> dict[str, str]:
    return {
        "Level": str(rung.level),
        "Against": str(rung.below),
        "Pairs": str(rung.pairs),
        "Won": f"{rung.share:.1%}",
        "Points a match": f"{rung.margin / rung.pairs / 2:+.2f}",
        "Elo above it": _elo(*rung.elo),
    }


def _seated(rung: TableRung) -> dict[str, str]:
    share, low, high = rung.share
    return {
        "Level": str(rung.level),
        "Against": f"{rung.seats - 1} x {rung.below}",
        "Matches": str(rung.matches),
        "Won": f"{share:.1%} ({100 * low:.1f}-{100 * high:.1f})",
        "Par": f"{rung.par:.1%}",
        "Elo above it": _elo(*rung.elo),
    }


def _dealt(rung: HandRung) -> dict[str, str]:
    low, high = rung.antes - rung.apart, rung.antes + rung.apart
    return {
        "Level": str(rung.level),
        "Against": f"{rung.seats - 1} x {rung.below}",
        "Hands": f"{rung.hands:,}",
        "Deals won": f"{rung.share:.1%}",
        "Antes a hand": f"{rung.antes:+.2f} ({low:+.2f} to {high:+.2f})",
        "Elo above it": _elo(*rung.elo),
    }


def _elo(rating: float, low: float, high: float) -> str:
    return f"{rating:+.0f} ({low:+.0f} to {high:+.0f})"
