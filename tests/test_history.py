"""The text of a Poker7 match leads, played again, to the chips of its record."""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from pokerkit import HandHistory

from service import history, records
from service.games import GAMES
from service.games.base import Move
from service.games.poker7_types import Bet, Call, Check, Fold, Raise
from service.match import Action, Disclosure, Match, Seated, Terms
from service.record import Record
from tests.games.hands import Hand, split
from tests.games.laws import any_move

PAGE = Path(__file__).parents[1] / "docs" / "phh.md"
LIMITS = ("none", "pot", "fixed")
MATCHES = 210
RULES = GAMES["poker7"]
ODD_NAMES = ["Ada", 'The "Rook" \\ tower', "ñandú 🂡", "' ''' # [1]", "", "\x7f\x1f\n"]


class Played:
    """A match that is played by the rules alone, and its text."""

    def __init__(
        self, names: Sequence[str], disclosure: Disclosure, **options: Any
    ) -> None:
        self.match = Match(
            id="mXv3RTSsQ1uP6Lw0QYkJ8A",
            game=RULES.name,
            options=msgspec.to_builtins(RULES.options_type(**options)),
            seats=tuple(Seated("human", name) for name in names),
            seed=bytes(range(32)),
            created_at=1_769_860_800.0,
            terms=Terms(disclosure=disclosure),
        )
        self.actions: list[Action] = []
        decks = self.match.decks
        self.state = RULES.setup(len(names), self.match.rule_options, decks).state

    @property
    def waiting(self) -> list[int]:
        return sorted(RULES.to_move(self.state))

    def move(self, seat: int, move: Move) -> None:
        made = msgspec.to_builtins(move)
        self.actions.append(Action(self.match.created_at, seat, "move", made))
        self.state = RULES.apply(self.state, seat, move, self.match.decks).state

    def resign(self, seat: int) -> None:
        self.actions.append(Action(self.match.created_at, seat, "resign"))
        self.state = RULES.resign(self.state, seat, self.match.decks).state

    def record(self) -> Record:
        result = RULES.result(self.state)
        assert result is not None
        return records.make(self.match, self.actions, result)

    def text(self) -> str:
        text = history.tell(self.match, self.actions, self.record())
        assert text is not None
        return text


def random_match(seed: int) -> Played:
    """A match of any limit, with all-ins, resignations and names to be quoted."""
    rng = Random(seed)
    names = [rng.choice(ODD_NAMES) for _ in range(rng.choice(RULES.seats[:5]))]
    played = Played(
        names,
        rng.choice(["full", "shown_only"]),
        limit=LIMITS[seed % 3],
        hands=rng.randint(1, 5),
        stack=rng.choice([5, 40, 300, 1000]),
        reveal=rng.choice(["together", "in_turn"]),
    )
    patience = rng.choice([0.1, 0.8])
    while played.waiting:
        if rng.random() < 0.01:
            played.resign(rng.randrange(len(names)))
            continue
        seat = rng.choice(played.waiting)
        choices = RULES.legal_moves(played.state, seat)
        if rng.random() < patience:
            choices = tuple(c for c in choices if not isinstance(c.move, Fold))
        played.move(seat, any_move(rng.choice(choices), rng))
    return played


@pytest.mark.parametrize("part", range(3))
def test_hands_played_again_from_their_text_give_the_chips_of_the_record(
    part: int,
) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, MATCHES, 3):
        played = random_match(seed)
        result = played.record().result
        hands = list(tomllib.loads(played.text()).values())
        stacks = [played.state.options.stack] * len(played.match.seats)
        for number, hand in enumerate(hands, start=1):
            assert hand["hand"] == number
            assert hand["starting_stacks"] == [stacks[seat] for seat in hand["seats"]]
            names = [played.match.seats[seat].name for seat in hand["seats"]]
            assert hand["players"] == names
            finish = Hand(hand).finishing_stacks()
            assert finish == hand["finishing_stacks"]
            assert sum(finish) == sum(hand["starting_stacks"])
            for seat, chips in zip(hand["seats"], finish, strict=True):
                stacks[seat] = chips
            seen.update(word for a in hand["actions"] for word in a.split())
        assert stacks == result.scores
        assert played.state.hand + 1 == len(hands)
    assert min(seen[word] for word in ("cc", "cbr", "f", "sh", "sm", "resigns")) > 5


def test_a_card_is_told_if_the_record_tells_it_and_is_unknown_if_not() -> None:
    folded = shown = 0
    for seed in range(0, MATCHES, 2):
        played = random_match(seed)
        record = played.record()
        hidden = played.match.terms.disclosure == "shown_only"
        hands = tomllib.loads(played.text()).values()
        for number, (told, deck) in enumerate(zip(hands, record.decks, strict=True)):
            hand, players = Hand(told), len(told["players"])
            assert "".join(hand.board) in "".join(c or "  " for c in deck)
            true = played.match.decks(number)
            for player, cards in hand.dealt.items():
                own = [RULES.card_names[true[player + n]] for n in (0, players)]
                if hidden and player not in hand.open:
                    turned = hand.turned.get(player)
                    own = [card if card == turned else "??" for card in own]
                    shown += turned is not None
                    folded += player in hand.folded and turned is None
                assert split(cards) == own
                assert hand.open.get(player, cards) == cards
    assert folded > 20
    assert shown > 5


def test_pokerkit_reads_the_text() -> None:
    for seed in range(12):
        played = random_match(seed)
        hands = list(HandHistory.loads_all(played.text()))
        assert [hand.hand for hand in hands] == list(range(1, len(hands) + 1))
        for hand in hands:
            assert (
                hand.variant
                == {"none": "NP7", "pot": "PP7", "fixed": "FP7"}[
                    played.state.options.limit
                ]
            )
            assert hand.user_defined_fields == {"_reveal": played.state.options.reveal}


def test_a_fixed_limit_has_a_small_bet_and_a_big_one() -> None:
    for limit, fields in {
        "none": {"min_bet": 10},
        "pot": {"min_bet": 10},
        "fixed": {"small_bet": 10, "big_bet": 20},
    }.items():
        played = Played(["Ada", "Grace"], "full", limit=limit, hands=1)
        played.move(1, Fold())
        (hand,) = tomllib.loads(played.text()).values()
        assert {name: hand[name] for name in hand if name.endswith("_bet")} == fields


def test_a_resignation_is_a_fold_with_a_word_or_the_word_alone() -> None:
    played = Played(["Ada", "Grace", "Mary"], "full", hands=2)
    played.move(1, Fold())
    played.resign(1)
    played.resign(0)
    (hand,) = tomllib.loads(played.text()).values()
    assert hand["actions"][3:] == ["p1 f", "# p1 resigns", "p3 f # resigns"]
    assert hand["finishing_stacks"] == [990, 1020, 990]


def example() -> Played:
    """The match that the page shows."""
    names = ["Ada", "Grace", "Mary"]
    played = Played(names, "shown_only", hands=1, reveal="in_turn")
    bets = [Check(), Bet(40), Raise(120), Fold(), Call()]
    for move in [
        *bets,
        Check(),
        Check(),
        Bet(150),
        Call(),
        None,
        None,
        Check(),
        Check(),
    ]:
        (seat,) = played.waiting
        played.move(seat, move or RULES.legal_moves(played.state, seat)[0].move)
    assert not played.waiting
    return played


def test_the_page_shows_what_the_code_makes() -> None:
    (shown,) = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(), re.S | re.M)
    assert shown == example().text()
