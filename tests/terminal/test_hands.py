"""`tapete evaluate`: poker hands, typed and told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.core import Category
from tests.cli import Run, refused

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "hand.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("kind", ["values", "wild"])
def test_evaluate_finds_the_category_of_every_vector(run: Run, kind: str) -> None:
    for vector in VECTORS[kind]:
        flags = ["--json", "--wild"][: 2 if kind == "wild" else 1]
        result = run("evaluate", " ".join(vector["cards"]), *flags)
        assert result.exit_code == 0, vector
        category = json.loads(result.stdout)["category"]
        assert category == Category(vector["value"][0]).name.lower(), vector


def test_evaluate_ranks_the_vectors_chains_upwards(run: Run) -> None:
    for chain in VECTORS["chains"]:
        answers = [run("evaluate", "--json", *hand) for hand in chain["hands"]]
        ranks = [json.loads(answer.stdout)["rank"] for answer in answers]
        assert ranks == sorted(set(ranks)), chain


def test_evaluate_takes_all_52_cards(run: Run) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    answer = json.loads(run("evaluate", "--json", *deck).stdout)
    assert answer["cards"] == ["As", "Ks", "Qs", "Js", "Ts"]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Kd Qc Jh 9s", "High card: ace"),
        ("6c 6d", "Pair of sixes"),
        ("8c 8d 7c 7d Ah", "Two pair: eights and sevens"),
        ("9c 9d 9h", "Three of a kind: nines"),
        ("As 2d 3c 4h 5s", "Straight to the five"),
        ("Qh Jh 9h 7h 6h", "Flush to the queen"),
        ("9c 9d 9h 4c 4d 4s Ks", "Full house: nines over fours"),
        ("7c 7d 7h 7s", "Four of a kind: sevens"),
        ("As Ks Qs Js Ts", "Straight flush to the ace"),
    ],
)
def test_evaluate_says_the_hand_in_words(run: Run, cards: str, words: str) -> None:
    assert words in run("evaluate", cards).output


def test_evaluate_shows_the_best_five_and_the_rank(run: Run) -> None:
    result = run("evaluate", "2c As Kd Qc Jh Ts")
    assert "As Kd Qc Jh Ts\n" in result.output
    assert re.search(r"Rank +\d+\n", result.output)


def test_evaluate_says_what_the_wild_card_stands_for(run: Run) -> None:
    assert "(the wild card is Jc)" in run("evaluate", "--wild", "Tc 9c 8c 7c").output
    assert "(the wild card is As)" in run("evaluate", "--wild").output


@pytest.mark.parametrize(
    ("cards", "remedy"),
    [
        ("10s", "did you mean Ts?"),
        ("TS", "did you mean Ts?"),
        ("A♠", "did you mean As?"),
        ("1s", "as in As Td 9h"),
        ("Tss", "as in As Td 9h"),
        ("7h 7h", "7h is given twice"),
        ("", '"As Kd Qc Jh Ts"'),
    ],
)
def test_evaluate_says_how_to_write_it_right(run: Run, cards: str, remedy: str) -> None:
    result = run("evaluate", cards)
    assert refused(result, 2)
    assert remedy in result.stderr
    assert result.stdout == ""


def test_evaluate_refuses_every_invalid_vector(run: Run) -> None:
    texts = [v["cards"] for v in VECTORS["invalid"]]
    for cards in (c for c in texts if all(isinstance(card, str) for card in c)):
        result = run("evaluate", " ".join(cards))
        assert refused(result, 2), cards
