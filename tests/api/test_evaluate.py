"""POST /v1/evaluate: hands by the thousand, and what is wrong with which."""

import json
import random
import re
import struct
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from service.core import best_hand
from service.core.lamarckian import hand_rank_suits
from service.core.poker7 import seven_rank
from service.games.cards import FRENCH, POKERDREZ, POKERDREZ_IDS, french
from tests.api.api import strict
from tests.cards import mask, rank_of
from tests.oracle import poker

VECTORS = {
    name: json.loads(
        (Path(__file__).parents[1] / "vectors" / f"{name}.json").read_text()
    )
    for name in ("hand", "lamarckian", "locus", "poker7")
}
OCTETS = "application/octet-stream"


def post(client: FlaskClient, kind: str, hands: Any, **options: Any) -> TestResponse:
    query = {
        name: str(options.pop(name)).lower()
        for name in ("wild", "strict")
        if name in options
    }
    body = {"hands": hands, **options}
    return client.post(f"/v1/evaluate/{kind}", json=body, query_string=query)


def values(client: FlaskClient, kind: str, hands: Any, **options: Any) -> Any:
    answer = post(client, kind, hands, **options)
    assert answer.status_code == 200, answer.data
    told = strict(answer)
    assert told["errors"] == []
    return told["results"]


def masks_of(hands: list[list[str]]) -> bytes:
    return struct.pack(f"<{len(hands)}Q", *map(mask, hands))


def octets(client: FlaskClient, data: bytes, **query: str) -> TestResponse:
    address = "/v1/evaluate/poker"
    return client.post(address, data=data, content_type=OCTETS, query_string=query)


@pytest.mark.parametrize("kind", ["values", "wild"])
def test_worked_examples_have_their_category_and_order(
    client: FlaskClient, kind: str
) -> None:
    cases = VECTORS["hand"][kind]
    hands = [case["cards"] for case in cases]
    results = values(client, "poker", hands, wild=kind == "wild", best=True)
    for case, found in zip(cases, results, strict=True):
        name = found["category"]
        assert getattr(poker, name.upper()) == case["value"][0], case["id"]
        five = [poker.CARD_OF[card] for card in found["best"]["cards"]]
        assert list(poker.best_value(five)) == case["value"], case["id"]
        assert (found["best"]["wild_at"] is not None) <= (kind == "wild")
    by_value = sorted(
        (c["value"], r["rank"]) for c, r in zip(cases, results, strict=True)
    )
    for (value, rank), (other, more) in pairwise(by_value):
        assert (value < other) == (rank < more)


def test_chains_rise(client: FlaskClient) -> None:
    for chain in VECTORS["hand"]["chains"]:
        ranks = [each["rank"] for each in values(client, "poker", chain["hands"])]
        assert all(weaker < stronger for weaker, stronger in pairwise(ranks))
    for chain in VECTORS["poker7"]["chains"]:
        ranks = [each["rank"] for each in values(client, "poker7", chain["hands"])]
        assert all(weaker < stronger for weaker, stronger in pairwise(ranks))


def test_invalid_vectors_are_errors_of_their_own(client: FlaskClient) -> None:
    for kind, name in (("poker", "hand"), ("poker7", "poker7")):
        good = {"poker": "As", "poker7": "B9 R9 J1 J2 P3 N4 Q5"}[kind]
        listed = [case["cards"] for case in VECTORS[name]["invalid"]]
        bad = [cards for cards in listed if all(isinstance(c, str) for c in cards)]
        assert len(bad) > 5
        for cards in listed:
            if cards not in bad:
                answer = post(client, kind, [good, cards])
                assert strict(answer)["errors"][0]["pointer"] == "/hands/1"
        told = strict(post(client, kind, [*bad, good]))
        assert [error["index"] for error in told["errors"]] == list(range(len(bad)))
        assert told["results"][:-1] == [None] * len(bad)
        assert told["results"][-1]["rank"] > 0


def test_showdowns_of_lamarckian_have_the_winners_that_suits_decide(
    client: FlaskClient,
) -> None:
    for case in VECTORS["lamarckian"]["showdowns"]:
        ranks = [e["rank"] for e in values(client, "lamarckian", case["hands"])]
        best = max(ranks)
        assert [s for s, rank in enumerate(ranks) if rank == best] == case["suits"]


def test_areas_of_locus_have_their_points(client: FlaskClient) -> None:
    for case in VECTORS["locus"]["areas"]:
        (found,) = values(client, "locus", [case["cards"]], wild=bool(case["wild"]))
        assert found["points"] == case["points"], case["id"]


def test_groups_of_poker7_have_their_sizes(client: FlaskClient) -> None:
    for case in VECTORS["poker7"]["singles"]:
        (found,) = values(client, "poker7", [case["cards"]], groups=True)
        sizes = [len(group["cards"]) for group in found["groups"]]
        assert sizes == case["sizes"], case["id"]
        named = [card for group in found["groups"] for card in group["cards"]]
        assert sorted(named) == sorted(case["cards"])


def test_many_hands_of_all_sizes_are_ranked_as_alone(client: FlaskClient) -> None:
    rng = random.Random(31)
    hands = [rng.sample(FRENCH, rng.randint(1, 52)) for _ in range(2_000)]
    texts = [" ".join(hand) if at % 2 else hand for at, hand in enumerate(hands)]
    for wild in (False, True):
        for kind in ("poker", "locus"):
            found = values(client, kind, texts, wild=wild)
            ranks = [rank_of(mask(hand), wild) for hand in hands]
            assert [each["rank"] for each in found] == ranks
    found = values(client, "lamarckian", texts, best=True)
    assert [e["rank"] for e in found] == [hand_rank_suits(mask(h)) for h in hands]
    for each, hand in zip(found, hands, strict=True):
        assert each["best"]["cards"] == list(french(best_hand(mask(hand)).cards))
    sevens = [rng.sample(POKERDREZ, 7) for _ in range(500)]
    found = values(client, "poker7", sevens)
    ranks = [seven_rank(POKERDREZ_IDS[card] for card in hand) for hand in sevens]
    assert [each["rank"] for each in found] == ranks


def test_a_hundred_thousand_hands_are_taken_and_no_more(client: FlaskClient) -> None:
    hand = "As Kd Qc Jh Ts 9s 2c"
    assert len(values(client, "poker", [hand] * 100_000)) == 100_000
    assert post(client, "poker", ["As"] * 100_001).status_code == 400
    assert octets(client, struct.pack("<Q", 1) * 100_001).status_code == 400


BAD = ["As", "10s", "As As", "", "as", "2c\n3c", ["As", "Td "], "Kd"]
CODES = {
    1: "not_a_card",
    2: "duplicate_card",
    3: "no_cards",
    4: "not_a_card",
    5: "not_a_card",
}


@pytest.mark.parametrize("kind", ["poker", "lamarckian", "locus"])
def test_faults_are_named_by_index_and_the_rest_is_ranked(
    client: FlaskClient, kind: str
) -> None:
    told = strict(post(client, kind, BAD))
    assert {error["index"]: error["code"] for error in told["errors"]} == CODES
    for at, found in enumerate(told["results"]):
        assert (found is None) == (at in CODES)


@pytest.mark.parametrize("kind", ["poker", "lamarckian", "locus"])
def test_a_strict_request_is_refused_with_the_indices(
    client: FlaskClient, kind: str
) -> None:
    answer = post(client, kind, BAD, strict=True)
    assert answer.status_code == 422
    assert strict(answer)["code"] == "bad_hands"
    faults = {fault["pointer"]: fault["code"] for fault in strict(answer)["errors"]}
    assert faults == {f"/hands/{at}": code for at, code in CODES.items()}
    assert post(client, kind, ["As"], strict=True).status_code == 200


def test_faults_of_poker7_are_named(client: FlaskClient) -> None:
    good = "B9 R9 J1 J2 P3 N4 Q5"
    hands = [good, "B9", good.replace("R9", "B9"), good.replace("R9", "R0"), good]
    told = strict(post(client, "poker7", hands))
    codes = {error["index"]: error["code"] for error in told["errors"]}
    assert codes == {1: "card_count", 2: "duplicate_card", 3: "not_a_card"}
    answer = post(client, "poker7", hands, strict=True)
    assert [f["pointer"] for f in strict(answer)["errors"]] == [
        "/hands/1",
        "/hands/2",
        "/hands/3",
    ]


def test_a_wild_alone_is_a_hand(client: FlaskClient) -> None:
    (found,) = values(client, "poker", [""], wild=True, best=True)
    assert found["best"] == {"cards": ["As"], "wild_at": 0}


def test_no_hands_are_no_fault(client: FlaskClient) -> None:
    for kind in ("poker", "lamarckian", "locus", "poker7"):
        assert values(client, kind, []) == []
    assert octets(client, b"").data == b""


def test_masks_are_ranked_byte_for_byte(client: FlaskClient) -> None:
    rng = random.Random(32)
    hands = [rng.sample(FRENCH, rng.randint(1, 52)) for _ in range(1_000)]
    for wild in ("false", "true"):
        answer = octets(client, masks_of(hands), wild=wild)
        assert answer.content_type == OCTETS
        ranks = struct.unpack(f"<{len(hands)}I", answer.data)
        expected = [rank_of(mask(hand), wild == "true") for hand in hands]
        assert list(ranks) == expected


def test_masks_that_are_no_hand_have_rank_0(client: FlaskClient) -> None:
    data = struct.pack("<4Q", 1, 0, 1 << 52, 2)
    assert struct.unpack("<4I", octets(client, data).data) == (1, 0, 0, 2)
    answer = octets(client, data, strict="true")
    faults = [(f["pointer"], f["code"]) for f in strict(answer)["errors"]]
    assert faults == [("/1", "no_cards"), ("/2", "not_a_card")]
    assert octets(client, data[:-1]).status_code == 400


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/hands"),
        ({"hands": "As"}, "/hands"),
        ({"hands": [5]}, "/hands/0"),
        ({"hands": [["As", 5]]}, "/hands/0"),
        ({"hands": [], "best": 1}, "/best"),
        ({"hands": [], "other": 1}, "/other"),
    ],
)
def test_another_shape_is_refused(client: FlaskClient, body: Any, pointer: str) -> None:
    for kind in ("poker", "locus"):
        answer = client.post(f"/v1/evaluate/{kind}", json=body)
        assert answer.status_code == 400
        faults = strict(answer)["errors"]
        assert [fault["pointer"] for fault in faults] == [pointer]


def test_only_poker_takes_masks(client: FlaskClient) -> None:
    for kind in ("lamarckian", "locus", "poker7"):
        address = f"/v1/evaluate/{kind}"
        answer = client.post(address, data=bytes(8), content_type=OCTETS)
        assert answer.status_code == 415


def test_bodies_have_a_limit_of_their_own(settings: Settings) -> None:
    small = replace(settings, max_body=1_000, max_evaluate_body=9_000)
    client = create_app(small).test_client()
    assert post(client, "poker", ["As"] * 1_000).status_code == 200
    assert post(client, "poker", ["As"] * 2_000).status_code == 413
    assert octets(client, struct.pack("<Q", 1) * 1_125).status_code == 200
    assert octets(client, struct.pack("<Q", 1) * 1_126).status_code == 413
    game = {"game": "locus" + 2_000 * " "}
    assert client.post("/v1/matches", json=game).status_code == 413


def test_server_timing_splits_the_request(client: FlaskClient) -> None:
    hands = ["As Kd Qc Jh Ts 9s 2c"] * 1_000
    for answer in (post(client, "poker", hands), octets(client, bytes(8_000))):
        header = answer.headers["Server-Timing"]
        parts = dict(re.findall(r"([a-z]+);dur=([0-9.]+)", header))
        assert list(parts) == ["total", "store", "parse", "evaluate", "encode"]
        split = sum(float(parts[name]) for name in ("parse", "evaluate", "encode"))
        assert split <= float(parts["total"]) + 0.3
