"""Positions of every game, reached by random play, for the laws that all games keep."""

from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from service.games import Game
from service.games.base import Choice, Decks, Move, Options, Seat, Told
from tests.cards import RandomDecks

MOST_MOVES = 5_000
"""More than random play of any game takes to its end."""


@dataclass(frozen=True)
class Position:
    """A state, how it was reached, and what can continue it."""

    game: Game[Any, Any]
    state: Any
    decks: Decks
    told: tuple[Told, ...]


def options(
    game: Game[Any, Any], *, bounded: bool = False
) -> st.SearchStrategy[Options]:
    """Any options of a game, by what their types allow.

    With `bounded`, an option that may be null, which sets no bound to a match, is a
    low number instead.
    """
    info = inspect.type_info(game.options_type)
    assert isinstance(info, inspect.StructType)
    fields = {field.name: _values(field.type, bounded) for field in info.fields}
    return st.builds(game.options_type, **fields)


def _values(kind: inspect.Type, bounded: bool) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner, bounded)
        case inspect.UnionType(types=(inspect.IntType(ge=int(least)), _)) if bounded:
            return st.integers(least, least + 4)
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.IntType(ge=least, le=most):
            assert least is not None
            assert most is not None
            return st.integers(least, min(most, least + 2_000))
        case inspect.FloatType(ge=least, le=most, multiple_of=step):
            assert least is not None
            assert most is not None
            step = step or 0.5
            whole = st.integers(int(least / step), int(most / step))
            return whole.map(lambda n: n * step)
        case inspect.UnionType(types=kinds):
            return st.one_of([_values(inner, bounded) for inner in kinds])
    raise AssertionError(f"no values for an option of type {kind}")


def any_move(choice: Choice[Any], rng: Random) -> Move:
    """One of the moves that a choice stands for."""
    move: Move = choice.move
    if choice.to is None:
        return move
    to = rng.randrange(choice.to.min, choice.to.max + 1, choice.to.step)
    return msgspec.structs.replace(move, to=to)


def play(
    game: Game[Any, Any], chosen: Options, seats: int, seed: int, moves: int
) -> Position:
    """Play a number of random moves, or to the end."""
    rng = Random(seed)
    decks = RandomDecks(seed, game.deck_size)
    step = game.setup(seats, chosen, decks)
    told = list(step.events)
    for _ in range(moves):
        waiting = sorted(game.to_move(step.state))
        if not waiting:
            break
        seat: Seat = rng.choice(waiting)
        move = any_move(rng.choice(game.legal_moves(step.state, seat)), rng)
        step = game.apply(step.state, seat, move, decks)
        told.extend(step.events)
    return Position(game, step.state, decks, tuple(told))


def positions(game: Game[Any, Any]) -> st.SearchStrategy[Position]:
    """Positions at the beginning, in the middle and at the end of matches."""
    return st.builds(
        play,
        st.just(game),
        options(game),
        st.sampled_from(list(game.seats)),
        st.integers(0, 2**32),
        st.one_of(st.integers(0, 60), st.integers(0, 600)),
    )
