"""Shuffles are those of docs/fairness.md, fair, and never the same twice."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest
from flask.testing import FlaskClient

from service.shuffle import METHOD, SEED_BYTES, Decks, _below, commitment, new_seed
from tests.api.api import create
from tests.api.seen import match_of

SEED = bytes(range(32))
SHUFFLES = 20_000
DEALS, MANY_DEALS = 3_000, 300_000


def shuffled_by_the_page(
    seed: bytes, match_id: str, entropies: list[str], cards: int, deal: int
) -> list[int]:
    """The method as docs/fairness.md states it, written anew."""
    message = b""
    for text in ["tapete-shuffle-1", match_id, *entropies]:
        message += len(text.encode()).to_bytes(2, "big") + text.encode()
    message += deal.to_bytes(4, "big")
    stream = b""
    blocks = count()
    at = 0
    deck = list(range(cards))
    for last in reversed(range(1, cards)):
        while True:
            if at + 4 > len(stream):
                block = message + next(blocks).to_bytes(4, "big")
                stream += hmac.new(seed, block, hashlib.sha256).digest()
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if word < 2**32 - 2**32 % (last + 1):
                break
        other = word % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


@pytest.mark.parametrize(
    ("match_id", "entropies", "cards", "deal"),
    [
        ("m", ["", ""], 52, 0),
        ("m", ["ab", "c"], 52, 0),
        ("m", ["a", "bc"], 52, 0),
        ("mXv3RTSsQ1uP6Lw0QYkJ8A", ["ñandú 🂡", "", "x" * 128], 54, 999),
    ],
)
def test_decks_follow_the_published_method(
    match_id: str, entropies: list[str], cards: int, deal: int
) -> None:
    deck = Decks(SEED, match_id, entropies, cards)(deal)
    assert list(deck) == shuffled_by_the_page(SEED, match_id, entropies, cards, deal)


def test_a_known_deck_stays_what_it_is() -> None:
    deck = Decks(SEED, "mXv3RTSsQ1uP6Lw0QYkJ8A", ["", "nine green bottles"], 52)(0)
    assert METHOD == "tapete-shuffle-1"
    assert deck[:10] == (6, 13, 19, 9, 47, 31, 29, 35, 25, 28)
    assert commitment(SEED) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def test_seed_match_entropy_order_and_deal_all_change_the_deck() -> None:
    base = (SEED, "m", ["a", "b"])
    others = [
        (bytes(32), "m", ["a", "b"]),
        (SEED, "n", ["a", "b"]),
        (SEED, "m", ["b", "a"]),
        (SEED, "m", ["ab", ""]),
        (SEED, "m", ["a", "b", ""]),
    ]
    decks = {Decks(*parts, cards=52)(0) for parts in [base, *others]}
    decks |= {Decks(*base, cards=52)(deal) for deal in range(1, 20)}
    assert len(decks) == 1 + len(others) + 19


def test_every_deck_holds_every_card_once() -> None:
    for cards in (1, 2, 52, 54):
        decks = Decks(new_seed(), "m", [], cards)
        assert all(sorted(decks(deal)) == list(range(cards)) for deal in range(50))


def test_every_card_is_as_often_in_every_place() -> None:
    """Chi-square over 52 x 52; a fair one has 2,601 degrees of freedom."""
    decks = Decks(SEED, "fair", [], 52)
    seen: Counter[tuple[int, int]] = Counter()
    for deal in range(SHUFFLES):
        seen.update((card, place) for place, card in enumerate(decks._shuffle(deal)))
    expected = SHUFFLES / 52
    squares = sum((seen[c, p] - expected) ** 2 for c in range(52) for p in range(52))
    assert 2_250 < 51 / 52 * squares / expected < 2_950
    for card in range(52):
        mean = sum(place * seen[card, place] for place in range(52)) / SHUFFLES
        assert abs(mean - 25.5) < 0.5


def test_seeds_are_256_bits_and_never_repeat() -> None:
    seeds = {new_seed() for _ in range(1_000)}
    assert len(seeds) == 1_000
    assert all(len(seed) == 32 for seed in seeds)


def test_f03_every_bit_of_the_seed_changes_the_deck() -> None:
    """54! is 237.1 bits, so that a seed of fewer could not lead to every order."""
    assert 8 * SEED_BYTES >= 256
    seeds = [SEED]
    for bit in range(8 * SEED_BYTES):
        flipped = int.from_bytes(SEED, "big") ^ 1 << bit
        seeds.append(flipped.to_bytes(SEED_BYTES, "big"))
    for cards in (52, 54):
        assert len({Decks(seed, "m", [], cards)(0) for seed in seeds}) == 257


@pytest.mark.parametrize("game", ["locus", "lamarckian", "poker7"])
def test_f03_a_match_is_dealt_from_a_whole_seed_of_its_own(
    client: FlaskClient, game: str
) -> None:
    seeds = set()
    for _ in range(5):
        answer, (player,) = create(client, game=game)
        match = match_of(player)
        assert len(match.seed) == SEED_BYTES
        assert answer["match"]["shuffle"]["commitment"] == commitment(match.seed)
        seeds.add(match.seed)
        zones = match.rules.zones(match.position())
        dealt = [card for zone in zones.values() for card in zone]
        assert sorted(dealt) == sorted(match.decks(0))
    assert len(seeds) == 5


@pytest.mark.parametrize("cards", [52, 54])
def test_f03_of_many_deals_no_two_have_the_same_order(
    cards: int, full: bool, figure: Callable[[str], None]
) -> None:
    """By the seed alone: a seed of 32 bits would show about ten in 300,000."""
    deals = MANY_DEALS if full else DEALS
    orders = {bytes(Decks(new_seed(), "m", ["", ""], cards)(0)) for _ in range(deals)}
    figure(f"{deals:,} deals of {cards} cards: {len(orders):,} different orders")
    assert len(orders) == deals


def test_chance_for_bots_is_reproducible_and_apart_from_the_decks() -> None:
    decks = Decks(SEED, "m", [], 52)
    assert decks.chance("a").random() == Decks(SEED, "m", [], 52).chance("a").random()
    assert decks.chance("a").random() != decks.chance("b").random()


@pytest.mark.parametrize("bound", [3, 5, 7, 52, 54])
def test_words_that_would_favour_small_numbers_are_passed_over(bound: int) -> None:
    """They are too rare to be met by chance: fewer than 54 of all 2**32."""
    uneven = 2**32 % bound
    assert uneven
    words = [*range(2**32 - uneven, 2**32), bound + 1]
    assert _below(bound, iter(words)) == 1
    largest = 2**32 - uneven - 1
    assert _below(bound, iter([largest])) == bound - 1
