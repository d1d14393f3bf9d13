"""Plays the hands of a match again from its text, by oracle rules alone."""

from typing import Any

from tests.oracle.poker7 import settle, seven_value


def split(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


class Hand:
    """A hand as the text tells it: chips, and the cards that lie open."""

    def __init__(self, hand: dict[str, Any]) -> None:
        """Take the antes, then play every action."""
        self.stacks: list[int] = list(hand["starting_stacks"])
        self.paid = [0] * len(self.stacks)
        self.front = list(self.paid)
        self.folded: set[int] = set()
        self.board: list[str] = []
        self.dealt: dict[int, str] = {}
        self.turned: dict[int, str] = {}
        self.open: dict[int, str] = {}
        for player, ante in enumerate(hand["antes"]):
            self._pay(player, min(ante, self.stacks[player]))
        self._new_street()
        for action in hand["actions"]:
            self._play(action.partition("#")[0].split())

    def finishing_stacks(self) -> list[int]:
        """The chips when the pots have been paid."""
        live = set(self.dealt) - self.folded
        if len(live) > 1:
            assert set(self.open) == live
            assert len(self.board) == 5
        values = {p: seven_value(self.board + split(c)) for p, c in self.open.items()}
        order = range(len(self.stacks))
        payouts, _ = settle(self.paid, self.folded, values, order)
        return [had + won for had, won in zip(self.stacks, payouts, strict=True)]

    def _play(self, words: list[str]) -> None:
        match words:
            case []:
                pass
            case ["d", "dh", player, cards]:
                self.dealt[_number(player)] = cards
            case ["d", "db", cards]:
                self._new_street()
                self.board += split(cards)
            case [player, "f"]:
                self.folded.add(_number(player))
            case [player, "cc"]:
                self._put(_number(player), max(self.front))
            case [player, "cbr", to]:
                assert int(to) > max(self.front)
                self._put(_number(player), int(to))
                assert self.front[_number(player)] == int(to)
            case [player, "sh", card]:
                self._new_street()
                self.turned[_number(player)] = card
            case [player, "sm", cards]:
                self.open[_number(player)] = cards
            case _:
                raise AssertionError(f"no action: {words}")

    def _put(self, player: int, to: int) -> None:
        assert player not in self.folded
        self._pay(player, min(to - self.front[player], self.stacks[player]))

    def _pay(self, player: int, chips: int) -> None:
        assert chips >= 0
        self.stacks[player] -= chips
        self.paid[player] += chips
        self.front[player] += chips

    def _new_street(self) -> None:
        self.front = [0] * len(self.stacks)


def _number(player: str) -> int:
    assert player[0] == "p"
    return int(player[1:]) - 1
