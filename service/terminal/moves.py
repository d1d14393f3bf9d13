"""The moves of one turn as a player types them: `c4 up`, `call`, `raise 60`."""

from __future__ import annotations

from collections.abc import Callable

from service.terminal.board import Board
from service.terminal.schema import Json, Unclear, properties, read_value

_SHOWN = 4
_BOARD = Board()


class Moves:
    """The legal moves of a turn, best first, and what typed text means among them.

    A move is typed as its type and then its fields in order. The type may be left out
    if the game has only one, and a plain word such as `down` may be cut short.
    """

    def __init__(
        self,
        choices: list[Json],
        kinds: Json,
        worth: Callable[[Json], int | None] = _BOARD.worth,
    ) -> None:
        """Take the service's choices, its schemas of moves by type, and a rating."""
        rating = [worth(choice) for choice in choices]
        self.rated = any(rated is not None for rated in rating)
        order = sorted(range(len(choices)), key=lambda n: -(rating[n] or 0))
        self.choices = [choices[n] for n in order]
        self._kinds = kinds

    def text(self, choice: Json) -> str:
        """Return how a choice is typed: `c4 up`, `raise 40..980`."""
        span = choice.get("to")
        words = self._words(choice)[self._only_kind :]
        if span is None:
            return " ".join(words)
        step = f" step {span['step']}" if span.get("step", 1) != 1 else ""
        return f"{' '.join(words[:-1])} {span['min']}..{span['max']}{step}"

    def example(self) -> str:
        """Return a text that is a move now."""
        return " ".join(self._words(self.choices[0])[self._only_kind :])

    def best(self) -> Json:
        """Return the move that earns most now; raises Unclear if no one can tell."""
        if not self.rated:
            raise Unclear(f"This game rates no moves: type one, like {self.example()}.")
        move: Json = self.choices[0]["move"]
        return move

    def read(self, line: str) -> Json:
        """Return the move that a line means, be it legal or not; raises Unclear."""
        typed = [word for word in line.casefold().split() if word != "to"]
        if len(typed) == 1 and typed[0].isdecimal():
            return self._numbered(int(typed[0]))
        meant = self._meant(typed)
        if len(meant) == 1:
            return _with_amount(meant[0], typed[-1])
        if meant or (meant := self._begun(typed)):
            texts = [self.text(choice) for choice in meant[:_SHOWN]]
            more = ", ..." if len(meant) > _SHOWN else ""
            raise Unclear(f"{line} may be: {', '.join(texts)}{more}.")
        return self._as_declared(line)

    @property
    def _only_kind(self) -> bool:
        return len(self._kinds) == 1

    def _numbered(self, number: int) -> Json:
        if not 1 <= number <= len(self.choices):
            raise Unclear(f"The moves have the numbers 1 to {len(self.choices)}.")
        choice = self.choices[number - 1]
        if "to" in choice:
            raise Unclear(f"Say how much: {self.text(choice)}.")
        move: Json = choice["move"]
        return move

    def _words(self, choice: Json) -> list[str]:
        move = choice["move"]
        words = [
            str(move[key]) for key in move if key != "to" and move[key] is not None
        ]
        return [*words, str(move["to"])] if "to" in move else words

    def _spellings(self, choice: Json) -> list[list[str]]:
        words = self._words(choice)
        return [words, words[1:]] if self._only_kind else [words]

    def _meant(self, typed: list[str]) -> list[Json]:
        """Return the choices that are typed so, in full if there is one, or cut."""
        cut = []
        for choice in self.choices:
            for words in self._spellings(choice):
                if len(words) == len(typed) and _says(typed, words, choice):
                    if [word.casefold() for word in words] == typed:
                        return [choice]
                    cut.append(choice)
        return cut

    def _begun(self, typed: list[str]) -> list[Json]:
        return [
            choice
            for choice in self.choices
            if any(_says(typed, words, choice) for words in self._spellings(choice))
        ]

    def _as_declared(self, line: str) -> Json:
        """Return an illegal move of the right shape: the service can say why it is."""
        kind, *typed = line.split()
        if kind.casefold() not in self._kinds:
            if not self._only_kind:
                known = ", ".join(self._kinds)
                raise Unclear(f"{kind} is no move: the moves are {known}.")
            kind, typed = next(iter(self._kinds)), line.split()
        kind = kind.casefold()
        fields = {k: v for k, v in properties(self._kinds[kind]).items() if k != "type"}
        if len(typed) != len(fields):
            usage = [kind][self._only_kind :] + [name.upper() for name in fields]
            raise Unclear(f"{line} is no move: type {' '.join(usage)}.")
        pairs = zip(fields.items(), typed, strict=True)
        values = {name: read_value(name, text, kind) for (name, kind), text in pairs}
        return {"type": kind, **values}


def _says(typed: list[str], words: list[str], choice: Json) -> bool:
    """Return whether typed words are, or begin, the words of a choice."""
    if len(typed) > len(words):
        return False
    for position, (word, full) in enumerate(zip(typed, words, strict=False)):
        amount = "to" in choice and position == len(words) - 1
        if amount and (word.isdecimal() or word in ("min", "max")):
            continue
        plain = full.isalpha() and full.islower()
        if not (full.startswith(word) if plain else full.casefold() == word):
            return False
    return True


def _with_amount(choice: Json, typed: str) -> Json:
    move, span = choice["move"], choice.get("to")
    if span is None:
        return dict(move)
    amount = span[typed] if typed in ("min", "max") else int(typed)
    in_span = span["min"] <= amount <= span["max"]
    if not in_span or (amount - span["min"]) % span.get("step", 1):
        step = span.get("step", 1)
        raise Unclear(
            f"{move['type']} goes from {span['min']} to {span['max']}"
            + (f" in steps of {step}." if step != 1 else ".")
        )
    return {**move, "to": amount}
