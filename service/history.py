"""Finished matches as text, for the games that have such a form."""

from __future__ import annotations

from service.games.history import Finished, WithHistory
from service.match import Action, Match, Seated
from service.record import Record
from service.replays import steps


def tell(match: Match, actions: list[Action], record: Record) -> str | None:
    """Return a finished match as text, or None if its game has no such form.

    It is played again from its seed, and tells the cards that its record discloses.
    """
    rules = match.rules
    if not isinstance(rules, WithHistory):
        return None
    told = [each for step in steps(match, actions) for each in step.events]
    return rules.history(
        Finished(
            match_id=match.id,
            options=match.rule_options,
            players=tuple(_name(seat) for seat in match.seats),
            events=tuple(each.event for each in told),
            disclosed=tuple(
                frozenset(card for card in deck if card is not None)
                for deck in record.decks
            ),
        )
    )


def _name(seat: Seated) -> str:
    return seat.name or ("" if seat.level is None else f"Level {seat.level}")
