"""The command line: `tapete serve | play | evaluate | verify | replay | ladder ...`.

What only one command needs is imported inside it, so that --help answers at once.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from service import doctor_command, ladder_command, record_commands

_Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _setting(name: str, default: Any, kind: Any, text: str) -> _Decorator:
    """Return an option that a variable can set too: TAPETE_PORT for --port."""
    return click.option(
        f"--{name}",
        type=kind,
        default=default,
        show_default=default is not None,
        envvar=f"TAPETE_{name.upper().replace('-', '_')}",
        show_envvar=True,
        metavar=name.rpartition("-")[2].upper(),
        help=text,
    )


_data_dir = _setting(
    "data-dir",
    None,
    click.Path(file_okay=False, path_type=Path),
    "Where matches are kept.  [default: your user data directory]",
)


class BadInput(click.ClickException):
    """Something that was typed, or set in the environment, cannot be used."""

    exit_code = 2


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="`tapete COMMAND --help` tells more, with examples.",
)
@click.version_option(package_name="tapete", message="tapete %(version)s")
def main() -> None:
    """Play card games at the terminal, or serve them over HTTP.

    \b
    Examples:
      tapete play locus                  a game of Locus Poker against level 3
      tapete serve                       the HTTP API on http://127.0.0.1:8000
      tapete evaluate "As Kd Qc Jh Ts"   the best poker hand of some cards
      tapete verify record.json          whether a finished match was fair
      tapete replay record.json          a finished match, move by move
      tapete ladder locus                how strong the opponents are
      tapete doctor                      is a deployment well
    """


main.add_command(record_commands.verify)
main.add_command(record_commands.replay)
main.add_command(ladder_command.ladder)
main.add_command(doctor_command.doctor)


@main.command()
@_setting("host", "127.0.0.1", str, "Address to listen on; 0.0.0.0 is every one.")
@_setting("port", 8000, click.IntRange(0, 65535), "Port; 0 takes any free one.")
@_setting("workers", 2, click.IntRange(min=1), "Processes that answer requests.")
@_data_dir
def serve(host: str, port: int, workers: int, data_dir: Path | None) -> None:
    """Serve the HTTP API until Ctrl-C.

    Matches are kept in a store that starts and stops with the service; set
    TAPETE_REDIS_URL to use a Redis of your own.

    \b
    Examples:
      tapete serve
      tapete serve --port 9000 --workers 4 --data-dir ./matches
      TAPETE_REDIS_URL=redis://127.0.0.1:6379 tapete serve --host 0.0.0.0
    """
    from service import server
    from service.config import Settings

    def announce(address: str) -> None:
        where = f"Tapete listens on {address}"
        click.echo(f"{where}  (API document: /docs; stop with Ctrl-C)")

    with _explained():
        _check_address(host, port)
        server.serve(
            Settings.from_env(),
            host=host,
            port=port,
            workers=workers,
            data_dir=data_dir,
            on_ready=announce,
            on_metrics=lambda address: click.echo(f"Metrics are at {address}"),
        )


@main.command()
@click.argument("game")
@click.option(
    "--level",
    type=click.IntRange(min=1),
    metavar="N",
    default=3,
    show_default=True,
    help="Strength of your opponents; a larger one is stronger.",
)
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Your seat, counted from 0.",
)
@click.option(
    "--seats",
    type=click.IntRange(min=1),
    metavar="N",
    help="Seats of the match, yours included.  [default: as few as the game takes]",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, as often as you like; a wrong one lists them all.",
)
@click.option("--hints", is_flag=True, help="Show what the service thinks each turn.")
@click.option(
    "--resume", metavar="ID", help="Go on with a match of yours; `last` is the last."
)
@click.option(
    "--url",
    metavar="URL",
    help="A running service to play at.  [default: one inside this command]",
)
@_data_dir
@click.pass_context
def play(
    ctx: click.Context,
    /,
    game: str,
    resume: str | None,
    url: str | None,
    data_dir: Path | None,
    hints: bool,
    **wishes: Any,
) -> None:
    """Play a match of GAME at this terminal: locus, lamarckian or poker7.

    You type moves such as `c4 up`, or `best` for the one that earns most now; `?`
    lists all that you can type. A match that you leave, by `quit` or Ctrl-C, is kept.

    \b
    Examples:
      tapete play locus
      tapete play locus --level 7 --hints
      tapete play locus --level 2 --seat 1 --option grid=8x6
      tapete play poker7 --seats 4 --option hands=20
      tapete play locus --resume last
      tapete play locus --url http://127.0.0.1:8000
    """
    if resume:
        _refuse_wishes(ctx, wishes)
    with _explained():
        from service.terminal import session

        session.play(
            game, resume=resume, url=url, data_dir=data_dir, hints=hints, **wishes
        )


@main.command()
@click.argument("cards", nargs=-1)
@click.option("--wild", is_flag=True, help="Add a wild card: it may be any card.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def evaluate(cards: tuple[str, ...], wild: bool, as_json: bool) -> None:
    """Find the best poker hand in CARDS, 1 to 52 of them.

    A card is a rank (2-9 T J Q K A) and a suit (c d h s: clubs, diamonds, hearts,
    spades). Of two hands the one with the larger rank number is stronger.

    \b
    Examples:
      tapete evaluate "As Kd Qc Jh Ts"
      tapete evaluate 9c 9d 9h 4c 4d 4s Ks --json
      tapete evaluate "7c 7d" --wild
    """
    from service.terminal import hands
    from service.terminal.schema import Unclear

    try:
        hand = hands.evaluate(" ".join(cards).split(), wild=wild)
    except Unclear as error:
        raise BadInput(str(error)) from None
    if as_json:
        click.echo(json.dumps(hands.as_json(hand)))
    else:
        from rich.console import Console

        Console(highlight=False).print(hands.worded(hand))


@contextmanager
def _explained() -> Iterator[None]:
    """Turn what a person can mend into a line of text, without a traceback."""
    from service.config import SettingsError
    from service.store.embedded import EmbeddedServerError
    from service.terminal.client import Problem, ServiceError
    from service.terminal.schema import Unclear

    try:
        yield
    except (SettingsError, Unclear) as error:
        raise BadInput(str(error)) from None
    except (EmbeddedServerError, ServiceError, Problem) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{error}; choose another --data-dir.") from None


def _refuse_wishes(ctx: click.Context, wishes: Iterable[str]) -> None:
    """Refuse options that a resumed match would not heed."""
    for param in ctx.command.params:
        source = ctx.get_parameter_source(str(param.name))
        if param.name in wishes and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{param.opts[0]} does not go with --resume: "
                "a match goes on as it was begun."
            )


def _check_address(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before anything is started."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise click.ClickException(
            f"Cannot listen on {host}, port {port}: {error.strerror}. "
            "Choose another --port or --host."
        ) from None
