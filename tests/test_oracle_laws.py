"""Laws of the oracle on random cards: fast forms agree with plain ones, games end."""

import random

import pytest

from tests.oracle import lamarckian, locus, poker, poker7


def deal(rng: random.Random, least: int, most: int) -> list[str]:
    """Some distinct cards."""
    return rng.sample(poker.DECK, rng.randint(least, most))


def test_hand_value_agrees_with_all_combinations() -> None:
    """The category search finds what trying every five cards finds."""
    rng = random.Random(1)
    for _ in range(4000):
        cards = deal(rng, 1, 9)
        assert poker.hand_value(cards) == poker.hand_value_by_combinations(cards)


def test_hand_value_agrees_on_cards_of_few_ranks_or_suits() -> None:
    """The same where quads, full houses, flushes and straights are frequent."""
    rng = random.Random(2)
    for _ in range(4000):
        ranks = rng.sample("23456789TJQKA", rng.randint(3, 7))
        suits = rng.sample("cdhs", rng.randint(1, 4))
        dense = [card for card in poker.DECK if card[0] in ranks and card[1] in suits]
        cards = rng.sample(dense, min(len(dense), rng.randint(4, 9)))
        assert poker.hand_value(cards) == poker.hand_value_by_combinations(cards)
        with_suit = poker.hand_value_with_suit_by_combinations(cards)
        assert poker.hand_value_with_suit(cards) == with_suit


def test_wild_value_agrees_with_all_combinations() -> None:
    """The same with a wild, which may repeat a card."""
    rng = random.Random(3)
    for _ in range(150):
        cards = deal(rng, 0, 6)
        plain = poker.hand_value_wild_by_combinations(cards)
        assert poker.hand_value_wild(cards) == plain


def test_a_card_given_twice_counts_twice() -> None:
    """What the wild may do: a fifth of a rank is no kicker, a flush may repeat one."""
    four = poker.parse(["7c", "7d", "7h", "7s"])
    clubs = poker.parse(["Ac", "Kc", "9c", "7c"])
    assert poker.best_value([*four, four[0]]) == (poker.QUADS, 7)
    assert poker.best_value([*clubs, clubs[0]]) == (poker.FLUSH, 14, 14, 13, 9, 7)


def test_suit_order_leaves_one_winner() -> None:
    """No two disjoint hands are equal once the suit counts."""
    rng = random.Random(4)
    for _ in range(5000):
        cards = deal(rng, 2, 16)
        cut = rng.randint(1, len(cards) - 1)
        first, second = cards[:cut], cards[cut:]
        assert poker.hand_value_with_suit(first) != poker.hand_value_with_suit(second)


def test_poker7_groups_always_have_a_pair_and_hands_never_tie() -> None:
    """Seven cards of six figures have a pair; two seats never have equal values."""
    rng = random.Random(5)
    for _ in range(1500):
        cards = rng.sample(poker7.DECK, 9)
        one = poker7.seven_value(cards[:7])
        two = poker7.seven_value(cards[:5] + cards[7:])
        assert one != two
        for sizes in (one[0], two[0]):
            assert sizes[0] >= 2
            assert sum(sizes) == 7


@pytest.mark.parametrize("n", range(2, 7))
def test_lamarckian_random_games(n: int) -> None:
    """A game lasts 13 - n rounds unless it ends early; play checks conservation."""
    rng = random.Random(n)
    for _ in range(60):
        deck = rng.sample(poker.DECK, 52)
        result = lamarckian.play(deck, n, lambda seat, hand, pool: rng.choice(hand))
        living = set(range(n)) - set(result.extinct_in)
        assert result.winners <= living
        if result.ending == "showdown":
            assert len(result.rounds) == 13 - n
            assert len(result.winners) == 1
            assert len(living) >= 2
        else:
            assert len(result.rounds) <= 13 - n
            assert result.winners == living


def test_locus_random_games() -> None:
    """Alternating to the end uses every chip and never exceeds 11 + 12 a turn."""
    rng = random.Random(6)
    for _ in range(3):
        pos = locus.start(6, 5, rng.sample(poker.DECK, 30))
        for turn, cell in enumerate(rng.sample(range(30), 30)):
            up = rng.random() < 0.5
            pos, points = locus.place(pos, turn % 2, cell // 6, cell % 6, up)
            assert 0 <= points <= 23
        assert locus.chips_left(pos, 0) == locus.chips_left(pos, 1) == 0


def test_settle_keeps_the_chips_and_pays_no_folded_seat() -> None:
    """Random pots: nothing is lost, and no seat wins more than it matched."""
    rng = random.Random(7)
    for _ in range(3000):
        n = rng.randint(2, 6)
        paid = [rng.randint(1, 30) for _ in range(n)]
        folded = {seat for seat in range(n - 1) if rng.random() < 0.3}
        values = {seat: rng.randint(1, 3) for seat in range(n)}
        payouts, pots = poker7.settle(paid, folded, values, range(n))
        assert sum(payouts) == sum(paid)
        assert all(payouts[seat] == 0 for seat in folded)
        assert all(not folded & set(eligible) for _, eligible in pots)
        top_live = max(paid[seat] for seat in range(n) if seat not in folded)
        if max(paid) == top_live:
            for seat in range(n):
                assert payouts[seat] <= sum(min(chips, paid[seat]) for chips in paid)
