"""The Poker7 opponents: legal, reproducible, and stronger from level to level."""

from collections.abc import Callable
from itertools import islice
from operator import mul
from random import Random
from time import process_time

import pytest

from service.bots import LEVELS, poker7_plan
from service.bots.poker7 import sensible, win_chance
from service.bots.poker7_ranges import deeds, range_of
from service.bots.poker7_strength import all_strengths, looks_of
from service.core.poker7_equity import PAIR_CARDS
from service.games.cards import POKERDREZ, POKERDREZ_IDS
from service.games.poker7_types import Bet, Call, Fold, Poker7Move, Raise, Show
from service.ladder_hands import climb_hands
from tests.bots.processes import assert_same_in_every_process
from tests.games.table import RULES, Table, at_show, ranked, stacked
from tests.games.test_poker7_hidden import positions as random_positions
from tests.games.test_poker7_hidden import shuffler

POLICIES = LEVELS["poker7"]


def play(levels: tuple[int, ...], seed: int, hands: int = 60) -> Table:
    """A match of bots to its end, or to a number of hands."""
    table = Table((1000,) * len(levels), seed=seed, hands=hands)
    rng = Random(seed)
    while waiting := table.waiting:
        seat = waiting[0]
        choices = RULES.legal_moves(table.state, seat)
        move = POLICIES[levels[seat]](table.view(seat), choices, rng)
        step = RULES.apply(table.state, seat, move, table.decks)
        table.state = step.state
    return table


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_every_level_plays_matches_to_their_end(seats: int) -> None:
    for level in POLICIES:
        assert play((level,) * seats, seats, hands=40 // seats).result is not None


def test_there_are_seven_levels() -> None:
    assert list(POLICIES) == [1, 2, 3, 4, 5, 6, 7]


def test_every_level_plays_legally_whatever_the_options(
    full: bool, figure: Callable[[str], None]
) -> None:
    """All limits, either reveal, 2 to 10 seats, antes and stacks that are short."""
    matches, moves = 3_000 if full else 120, 0
    for seed in range(matches):
        rng = Random(seed)
        seats = rng.choice([2, 2, 3, 4, 5, 6, 10])
        table = Table(
            [rng.choice([3, 10, 35, 150, 1000]) for _ in range(seats)],
            seed=seed,
            hands=2,
            limit=rng.choice(["none", "pot", "fixed"]),
            reveal=rng.choice(["together", "in_turn"]),
        )
        levels = [rng.randint(1, 7) for _ in range(seats)]
        while waiting := table.waiting:
            seat = waiting[0]
            choices = RULES.legal_moves(table.state, seat)
            move = POLICIES[levels[seat]](table.view(seat), choices, rng)
            step = RULES.apply(table.state, seat, move, table.decks)
            table.state = step.state
            moves += 1
    figure(f"Poker7: {matches:,} matches of all levels, {moves:,} moves, all legal")


def test_the_same_view_and_seed_give_the_same_move() -> None:
    for level, policy in POLICIES.items():
        table = ranked(0, 1, 2).do("bet 30")
        choices = RULES.legal_moves(table.state, 2)
        moves = {policy(table.view(2), choices, Random(7)) for _ in range(5)}
        assert len(moves) == 1, level


def all_chosen(positions: int) -> str:
    """What a level plays at random moments of random matches, as text."""
    chosen = []
    for table, rng in islice(random_positions(positions), positions):
        for seat in table.waiting:
            level = rng.randint(1, 7)
            choices = RULES.legal_moves(table.state, seat)
            move = POLICIES[level](table.view(seat), choices, Random(level))
            chosen.append(f"{level} {move}")
    return "\n".join(chosen)


def test_every_process_plays_the_same_move(
    full: bool, figure: Callable[[str], None]
) -> None:
    positions = 1_000 if full else 50
    assert_same_in_every_process("tests.bots.test_poker7", all_chosen, positions)
    figure(f"{positions:,} Poker7 positions in three processes: the same moves")


def test_twins_are_played_alike() -> None:
    """A move tells nothing of cards that its seat has not seen."""
    for table, rng in islice(random_positions(60), 60):
        for seat in table.waiting:
            twin = RULES.redeal(table.state, seat, shuffler(rng))
            for policy in POLICIES.values():
                moves = {
                    policy(
                        RULES.view(state, seat),
                        RULES.legal_moves(state, seat),
                        Random(1),
                    )
                    for state in (table.state, twin)
                }
                assert len(moves) == 1


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_a_higher_level_wins_chips_from_the_one_below(
    level: int, full: bool, figure: Callable[[str], None]
) -> None:
    """Each deal from both seats. Few deals need luck: they are always the same ones."""
    *_, rung = climb_hands({}, [level - 1, level], 2_000 if full else 60, seed=4)
    figure(
        f"Poker7 level {level} wins {rung.antes:+.2f} (+-{rung.apart:.2f}) antes a hand"
        f" from level {level - 1} over {rung.hands:,} hands"
    )
    assert rung.antes > 0


def test_the_top_levels_answer_within_a_request(figure: Callable[[str], None]) -> None:
    for level in (6, 7):
        times = []
        for table, _ in random_positions(60):
            for seat in table.waiting:
                choices, view = RULES.legal_moves(table.state, seat), table.view(seat)
                began = process_time()
                POLICIES[level](view, choices, Random(0))
                times.append(1000 * (process_time() - began))
        times.sort()
        half, most = times[len(times) // 2], times[-1]
        figure(f"Poker7 level {level} takes {half:.1f} ms (median), {most:.0f} (worst)")
        assert half < 100


def test_a_range_follows_what_its_seat_has_done() -> None:
    """One that raises again and again is stronger than one that only calls."""

    def mean(table: Table, seat: int) -> float:
        view = table.view(None)
        known = all_strengths(tuple(POKERDREZ_IDS[card] for card in view.board))
        weights = range_of(view, seat)
        return sum(map(mul, weights, known)) / sum(weights) / 65535

    loud = ranked(0, 1).do("bet 20", "raise 80", "call", "check", "bet 200", "call")
    quiet = ranked(0, 1).do(*["check"] * 5)
    assert mean(loud, 0) > mean(loud, 1) + 0.05
    assert mean(loud, 1) > mean(quiet, 1) + 0.05


def test_deeds_have_the_pot_as_it_was() -> None:
    """20 in antes: 10 bet into 20, raised by 30 beyond the call into 30."""
    table = ranked(0, 1).do("bet 10", "raise 40", "call", "bet 50")
    view = table.view(0)
    opener, raiser = view.actions[0].seat, view.actions[1].seat
    bet, call, late = deeds(view, opener)
    (raise_,) = deeds(view, raiser)
    assert (bet.action, bet.faced, bet.size, bet.raises) == ("bet", 0.0, 0.5, 0)
    assert (raise_.faced, raise_.size, raise_.raises) == (0.5, 30 / 40, 1)
    assert (call.action, call.faced, call.raises) == ("call", 30 / 40, 2)
    assert (late.step, late.size, late.raises) == (1, 0.5, 0)


def test_a_range_never_has_the_cards_that_are_not_shown() -> None:
    table = at_show().do("show N2", seat=0).do("show J8", seat=1).do("show B8", seat=2)
    card = POKERDREZ_IDS["J8"]
    weights = range_of(table.view(0), 1, card)
    has = {pair for pair, w in zip(PAIR_CARDS, weights, strict=True) if w}
    assert has == {pair for pair in PAIR_CARDS if card in pair}


def shown(table: Table, level: int) -> list[Poker7Move]:
    """What seat 0 shows, by several seeds."""
    view, choices = table.view(0), RULES.legal_moves(table.state, 0)
    return [POLICIES[level](view, choices, Random(seed)) for seed in range(15)]


def by_looks(table: Table) -> list[Show]:
    """The two cards of seat 0, the one that looks weaker first."""
    view = table.view(0)
    board, own = view.board, view.players[0].cards or ()
    looks = looks_of(*([POKERDREZ_IDS[card] for card in part] for part in (board, own)))
    return [Show(POKERDREZ[card]) for _, card in looks]


def test_a_bad_hand_shows_what_looks_strong_and_a_good_one_what_looks_weak() -> None:
    """By the plan: the least hand of all, and then five jokers."""
    bad = stacked({0: ("Q9", "N1"), 1: ("N7", "J6")}, ("P1", "P2", "B3", "R4", "Q5"))
    table = Table((1000, 1000), top=bad).do(*["check"] * 6)
    assert shown(table, 7).count(by_looks(table)[1]) > 10
    best = ("J1", "J2", "J3", "J4", "P5")
    good = stacked({0: ("J6", "P7"), 1: ("N7", "B8")}, best)
    table = Table((1000, 1000), top=good).do(*["check"] * 6)
    assert shown(table, 7).count(by_looks(table)[0]) > 10


def test_level_6_shows_the_card_that_tells_least() -> None:
    """Of J6, which makes five jokers, and P7 the pawn lets others think of any hand."""
    best = ("J1", "J2", "J3", "J4", "P5")
    good = stacked({0: ("J6", "P7"), 1: ("N7", "B8")}, best)
    table = Table((1000, 1000), top=good).do(*["check"] * 6)
    assert set(shown(table, 6)) == {Show("P7")}


@pytest.mark.parametrize("level", POLICIES)
@pytest.mark.parametrize("bet", [20, 980])
def test_every_level_answers_when_the_shown_cards_have_decided(
    level: int, bet: int
) -> None:
    """Five queens with the one shown: no second card beats them beside a knight."""
    holes = {1: ("Q3", "P7"), 0: ("N9", "P1")}
    table = Table((1000, 1000), top=stacked(holes, ("J2", "Q4", "P4", "Q1", "Q2")))
    table.do(*["check"] * 6).do("show Q3", seat=1).do("show N9", seat=0)
    assert table.waiting == [1]
    table.do(f"bet {bet}")
    choices = RULES.legal_moves(table.state, 0)
    move = POLICIES[level](table.view(0), choices, Random(1))
    RULES.apply(table.state, 0, move, table.decks)
    assert level < 3 or move == Fold()


def test_the_plan_has_a_mix_for_every_situation() -> None:
    for key, mixes in poker7_plan.PLAN.lines.items():
        assert all(sum(mix) == poker7_plan.PARTS for mix in mixes), key
    for step, bounds in [("0", "first"), ("1", "second"), ("2", "later")]:
        for rest in ("00a1", "15l1", "03f1"):
            line = poker7_plan.PLAN.nearest(step + rest)
            assert len(line) == len(poker7_plan.PLAN.bounds[bounds]) + 1


def test_level_3_takes_more_chips_than_lower_levels(
    full: bool, figure: Callable[[str], None]
) -> None:
    """Each deal twice with the seats changed over; chips are summed."""
    pairs = 100 if full else 12
    for lower in (1, 2):
        won = 0
        for seed in range(pairs):
            won += play((3, lower), seed).stacks[0] - 1000
            won += play((lower, 3), seed).stacks[1] - 1000
        share = 1 + won / (1000 * 2 * pairs)
        figure(f"Poker7: level 3 keeps {50 * share:.0f} % of the chips to {lower}")
        assert share > 1.2


def test_the_best_hand_possible_is_sure_of_its_win() -> None:
    common = ("J1", "J2", "J3", "J4", "J5")
    top = stacked({1: ("J6", "J7"), 0: ("P8", "N9")}, common)
    table = Table((1000, 1000), top=top).do(*["check"] * 4)
    assert win_chance(table.view(1)) == 1.0
    assert win_chance(table.view(0)) < 0.1


def test_a_card_that_another_has_shown_counts() -> None:
    """Seat 2 weighs 46 hands of seat 0 once one of the two cards is known."""
    table = at_show()
    before = win_chance(table.view(2))
    table.do("show N2", seat=0).do("show J8", seat=1).do("show B8", seat=2)
    assert win_chance(table.view(2)) != before


def test_good_hands_bet_and_bad_ones_give_way() -> None:
    """Seat 1 has four reds, and then one of the least hands there are."""
    rng = Random(0)
    table = ranked(3, 0).do(*["check"] * 4)
    assert {type(act(table, 1, rng)) for _ in range(30)} == {Bet}
    top = stacked({0: ("Q9", "N1"), 1: ("N7", "J6")}, ("P1", "P2", "B3", "R4", "Q5"))
    table = Table((1000, 1000), top=top).do(*["check"] * 5, "bet 900")
    assert {type(act(table, 1, rng)) for _ in range(30)} <= {Fold, Raise}
    assert Fold in {type(act(table, 1, rng)) for _ in range(30)}


def act(table: Table, seat: int, rng: Random) -> Poker7Move:
    return sensible(table.view(seat), RULES.legal_moves(table.state, seat), rng)


def test_the_card_of_the_least_group_is_shown() -> None:
    """Q2 and N2 make the four reds: either; J8 of a pair before N9 of three."""
    table = at_show()
    assert act(table, 1, Random(0)) == Show("J8")


def test_level_7_calls_bets_far_above_the_pot_with_its_best_hands_alone() -> None:
    """99 antes into 2: one hand in fifty calls."""
    best = stacked({0: ("J6", "J7"), 1: ("N7", "B8")}, ("J1", "J2", "J3", "J4", "J5"))
    rng = Random(0)
    for table, wanted in [
        (Table((1000, 1000), top=best), Call()),
        (ranked(2, 0), Fold()),
    ]:
        table.do(*["check"] * 4).do("bet 990")
        view, choices = table.view(0), RULES.legal_moves(table.state, 0)
        assert {POLICIES[7](view, choices, rng) for _ in range(20)} == {wanted}
