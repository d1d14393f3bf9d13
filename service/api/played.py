"""A match of a game with a fixed shuffle, played a little way to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from service.api import answers
from service.changes import PATIENCE_S
from service.feed import Entry
from service.games import Game
from service.games.base import Move, Told
from service.match import Action, Match, Seated, SeatLeft, SeatTaken, token_hash
from service.proofs import prove
from service.table import Table
from service.turns import Progress, answered, begin, move, resign, with_state

MATCH_ID = "mXv3RTSsQ1uP6Lw0QYkJ8A"
REMATCH_ID = "b0Qd7eYVQ2y8nM4xJt1sWg"
TOKENS = {
    0: "Zb2mTq0uS5v6d1LxkVh3nRj8yWcEoGfAiPsKt7B9DQM",
    1: "q7Yp4NwXcR1sJv8uKd0hLmT5zGf2bEiAo3WnQx6SMBk",
}
AT = 1_769_860_800.0
"""2026-01-31, 12:00 UTC."""

_SEED = bytes(range(32))


class Play:
    """A match of two people, or of one and bots, up to some moment."""

    def __init__(
        self, rules: Game[Any, Any], others: Sequence[Seated], match_id: str = MATCH_ID
    ) -> None:
        """Let Ada open a match, and the bots move."""
        self.rules = rules
        self.actions: list[Action] = []
        self.match = Match(
            id=match_id,
            game=rules.name,
            options=msgspec.to_builtins(rules.options_type()),
            seats=(Seated("human", "Ada", None, token_hash(TOKENS[0])), *others),
            seed=_SEED,
            created_at=AT,
        )
        self.table = Table(self.match, 0, None, 0)
        self._commit(begin(self.match))

    def take_seat(self) -> Table:
        """Let somebody take the last seat, as they see it."""
        taken = Seated("human", "Grace", None, token_hash(TOKENS[1]), "nine bottles")
        self.match = msgspec.structs.replace(
            self.match, seats=(*self.match.seats[:-1], taken)
        )
        begun = begin(self.match)
        seat = Told(SeatTaken(1, taken.name))
        return self._commit(begun._replace(events=(seat, *begun.events)))

    def leave_seat(self) -> Table:
        """Let the first seat leave a match that has not started."""
        self.match = msgspec.structs.replace(
            self.match, seats=(Seated("open"), *self.match.seats[1:])
        )
        return self._commit(Progress(None, (Told(SeatLeft(0)),)))

    def proofs(self) -> answers.Proofs:
        """Return proofs of a few of the cards that the first seat has seen."""
        seen = self.rules.seen(self.table.position, 0)
        return answers.Proofs(
            deals=[
                prove(self.match, deal, sorted(cards)[:2])
                for deal, cards in sorted(seen.items())
            ]
        )

    def move(self) -> tuple[Move, Table]:
        """Make the last legal move of a seat that is to move."""
        seat = min(self.rules.to_move(self.table.position))
        made: Move = self.rules.legal_moves(self.table.position, seat)[-1].move
        return made, self._commit(move(self.match, self.table.position, seat, made))

    def give_up(self) -> Table:
        """Let the first seat give up."""
        return self._commit(resign(self.match, self.table.position, 0))

    def entries(self) -> list[answers.EventEntry]:
        """Return the feed of the last change."""
        return [
            answers.entry(
                Entry(
                    f"{self.table.version}-{number}",
                    AT,
                    msgspec.Raw(msgspec.json.encode(told.event)),
                )
            )
            for number, told in enumerate(self.table.events)
            if told.heard_by(None)
        ]

    def _commit(self, progress: Progress) -> Table:
        progress = answered(self.match, self.table.version, progress, PATIENCE_S)
        self.match = with_state(self.match, progress.state)
        self.actions += [
            Action(
                AT,
                d.seat,
                d.kind,
                None if d.move is None else msgspec.to_builtins(d.move),
            )
            for d in progress.done
        ]
        self.table = self.table._replace(
            match=self.match,
            version=self.table.version + 1,
            position=progress.state,
            events=progress.events,
            at=AT,
        )
        return self.table
