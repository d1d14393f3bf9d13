"""Laws that every game of the registry keeps."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.bots import HINTS
from service.games import GAMES, Game
from service.games.base import (
    BadState,
    IllegalMove,
    MatchOver,
    Move,
    NotYourTurn,
    RulesError,
    Seat,
    Told,
)
from tests.games.laws import MOST_MOVES, Position, any_move, options, play, positions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

TWINS = 5_000
"""Positions of each game in the long form."""

HINTED = 500
"""Positions of each game on which there are hints, in the long form."""

Law = Callable[[Position, Random], None]


def holds(law: Law, game: Game[Any, Any], examples: int = 60) -> None:
    """Check a law on many positions of a game."""

    @settings(max_examples=examples, deadline=None)
    @given(positions(game), st.integers(0, 2**32))
    def check(position: Position, seed: int) -> None:
        law(position, Random(seed))

    check()


def seats_of(position: Position) -> list[Seat]:
    """Every seat that anything of the match can be about."""
    return list(range(position.game.seats.stop - 1))


@every_game
def test_a_state_survives_encoding(game: Game[Any, Any]) -> None:
    def law(position: Position, rng: Random) -> None:
        data = game.encode(position.state)
        assert data[0] == game.format
        assert game.decode(data) == position.state

    holds(law, game)


@every_game
def test_bytes_of_another_format_are_refused(game: Game[Any, Any]) -> None:
    def law(position: Position, rng: Random) -> None:
        data = game.encode(position.state)
        for bad in (b"", bytes([game.format + 1]) + data[1:], data[:-1], data[:1]):
            with pytest.raises(BadState):
                game.decode(bad)

    holds(law, game, examples=10)


@every_game
def test_a_match_waits_for_nobody_exactly_when_it_has_a_result(
    game: Game[Any, Any],
) -> None:
    def law(position: Position, rng: Random) -> None:
        waiting = game.to_move(position.state)
        result = game.result(position.state)
        assert (not waiting) == (result is not None)
        if result is not None:
            assert set(result.winners) <= set(seats_of(position))

    holds(law, game)


@every_game
def test_every_seat_to_move_has_a_legal_move_and_the_others_none(
    game: Game[Any, Any],
) -> None:
    def law(position: Position, rng: Random) -> None:
        waiting = game.to_move(position.state)
        for seat in seats_of(position):
            assert bool(game.legal_moves(position.state, seat)) == (seat in waiting)

    holds(law, game)


@every_game
def test_every_listed_move_is_accepted_and_changes_only_what_is_new(
    game: Game[Any, Any],
) -> None:
    def law(position: Position, rng: Random) -> None:
        before = game.encode(position.state)
        for seat in game.to_move(position.state):
            for choice in game.legal_moves(position.state, seat):
                move = any_move(choice, rng)
                assert choice.covers(move)
                step = game.apply(position.state, seat, move, position.decks)
                assert step.state != position.state
                assert step.events
        assert game.encode(position.state) == before

    holds(law, game, examples=30)


def moves_of_any_kind(game: Game[Any, Any], rng: Random) -> list[Move]:
    """Well-formed moves of all types, legal or not."""
    ranks, suits, columns = "23456789TJQKA", "cdhs", "abcdefgh"
    texts = {
        "cell": rng.choice(columns) + str(rng.randint(1, 6)),
        "face": rng.choice(["up", "down"]),
        "to": rng.choice([1, 5, 10, 20, 40, 999, 2**31, 2**53 - 1]),
    }
    cards = [
        rng.choice(ranks) + rng.choice(suits),
        rng.choice("PNBRQJ") + str(rng.randint(1, 9)),
    ]
    moves = []
    for kind in game.move_types:
        for card in cards:
            raw = {"type": kind.__struct_config__.tag}
            raw |= {n: {**texts, "card": card}[n] for n in kind.__struct_fields__}
            try:
                moves.append(msgspec.convert(raw, kind))
            except msgspec.ValidationError:
                continue
    return moves


@every_game
def test_every_other_move_is_refused(game: Game[Any, Any]) -> None:
    def law(position: Position, rng: Random) -> None:
        waiting = game.to_move(position.state)
        for seat in seats_of(position):
            choices = game.legal_moves(position.state, seat)
            for move in moves_of_any_kind(game, rng):
                listed = any(choice.covers(move) for choice in choices)
                kind: type[RulesError] = IllegalMove
                if not waiting:
                    kind = MatchOver
                elif seat not in waiting:
                    kind = NotYourTurn
                if listed:
                    game.apply(position.state, seat, move, position.decks)
                    continue
                with pytest.raises(kind) as refused:
                    game.apply(position.state, seat, move, position.decks)
                assert str(refused.value)
                if isinstance(refused.value, IllegalMove):
                    assert refused.value.choices == choices

    holds(law, game)


@every_game
def test_every_card_is_somewhere_exactly_once(game: Game[Any, Any]) -> None:
    def law(position: Position, rng: Random) -> None:
        zones = game.zones(position.state)
        cards = [card for zone in zones.values() for card in zone]
        assert sorted(cards) == list(range(game.deck_size))

    holds(law, game)


@every_game
def test_random_play_ends(game: Game[Any, Any]) -> None:
    @settings(max_examples=25, deadline=None)
    @given(
        options(game, bounded=True),
        st.sampled_from(list(game.seats)),
        st.integers(0, 2**32),
    )
    def check(chosen: Any, seats: int, seed: int) -> None:
        end = play(game, chosen, seats, seed, MOST_MOVES)
        assert game.result(end.state) is not None

    check()


@every_game
def test_the_same_deck_and_moves_give_the_same_match(game: Game[Any, Any]) -> None:
    @settings(max_examples=25, deadline=None)
    @given(options(game), st.sampled_from(list(game.seats)), st.integers(0, 2**32))
    def check(chosen: Any, seats: int, seed: int) -> None:
        assert play(game, chosen, seats, seed, 200) == play(
            game, chosen, seats, seed, 200
        )

    check()


@every_game
def test_what_is_played_for_a_late_seat_is_legal(game: Game[Any, Any]) -> None:
    def law(position: Position, rng: Random) -> None:
        for seat in game.to_move(position.state):
            move = game.on_timeout(position.state, seat)
            if move == "resign":
                step = game.resign(position.state, seat, position.decks)
            else:
                step = game.apply(position.state, seat, move, position.decks)
            assert step.state != position.state

    holds(law, game)


@every_game
def test_a_seat_that_resigns_is_waited_for_no_more(game: Game[Any, Any]) -> None:
    def law(position: Position, rng: Random) -> None:
        for seat in game.to_move(position.state):
            after = game.resign(position.state, seat, position.decks).state
            assert seat not in game.to_move(after)
            result = game.result(after)
            assert result is None or seat not in result.winners

    holds(law, game)


def seen(game: Game[Any, Any], state: Any, seat: Seat | None) -> bytes:
    """All that a seat is told of a state."""
    told: list[Any] = [game.view(state, seat), game.result(state)]
    if seat is not None:
        told.append(game.legal_moves(state, seat))
    return msgspec.json.encode(told)


def heard(events: tuple[Told, ...], seat: Seat | None) -> bytes:
    """All that a seat is told of events."""
    return msgspec.json.encode([t.event for t in events if t.heard_by(seat)])


@every_game
def test_twin_positions_look_the_same_to_the_seat_that_cannot_tell_them(
    game: Game[Any, Any], full: bool, figure: Callable[[str], None]
) -> None:
    examples = TWINS if full else TWINS // 50

    def law(position: Position, rng: Random) -> None:
        def shuffled(cards: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(rng.sample(cards, len(cards)))

        for seat in [*seats_of(position), None]:
            twin = game.redeal(position.state, seat, shuffled)
            assert seen(game, twin, seat) == seen(game, position.state, seat)
            if seat is not None:
                move_both(position, twin, seat, rng)

    holds(law, game, examples)
    figure(f"{game.name}: {examples:,} positions look like their twins")


@pytest.mark.parametrize("name", HINTS)
def test_twin_positions_get_the_same_hints_and_the_same_judgement(
    name: str, full: bool, figure: Callable[[str], None]
) -> None:
    game, examples = GAMES[name], HINTED if full else HINTED // 50

    def law(position: Position, rng: Random) -> None:
        def shuffled(cards: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(rng.sample(cards, len(cards)))

        for seat in game.to_move(position.state):
            twin = game.redeal(position.state, seat, shuffled)
            assert advised(game, twin, seat) == advised(game, position.state, seat)

    holds(law, game, examples)
    figure(f"{name}: hints on {examples:,} positions are those of their twins")


def advised(game: Game[Any, Any], state: Any, seat: Seat) -> bytes:
    """All that a seat is told of its turn, and of a move of its later."""
    view, choices = game.view(state, seat), game.legal_moves(state, seat)
    advice = HINTS[game.name]
    told = advice.hints(view, choices, Random(1))
    judged = advice.judge(view, choices, choices[0].move, Random(2))
    return msgspec.json.encode([told, judged])


def move_both(position: Position, twin: Any, seat: Seat, rng: Random) -> None:
    """Refusals of a seat's moves must not tell twins apart either."""
    game = position.game
    for move in moves_of_any_kind(game, rng):
        errors = []
        for state in (position.state, twin):
            try:
                game.apply(state, seat, move, position.decks)
                errors.append("accepted")
            except IllegalMove as error:
                errors.append(f"{error} {msgspec.json.encode(error.choices)!r}")
            except RulesError as error:
                errors.append(str(error))
        assert errors[0] == errors[1]
