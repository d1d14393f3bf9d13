"""A record comes as text, too, for whoever asks for that and of games that have it."""

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.games import GAMES
from service.games.history import WithHistory
from tests.api.api import create, strict, two_humans
from tests.api.test_bad_input import check_problem

TEXT = {"Accept": "text/plain"}
OPTIONS: Mapping[str, Any] = {"poker7": {"hands": 3}}
TELLING = [name for name, game in GAMES.items() if isinstance(game, WithHistory)]
OTHERS = [name for name in GAMES if name not in TELLING]


def finished(client: FlaskClient, game: str, **body: Any) -> str:
    """The address of the record of a match between bots."""
    bots = [{"kind": "bot", "level": 3}] * 2
    options = OPTIONS.get(game, {})
    answer, _ = create(client, game=game, seats=bots, options=options, **body)
    return f"/v1/matches/{answer['match']['id']}/record"


def is_text(answer: TestResponse) -> bool:
    assert answer.status_code == 200
    assert "Accept" in answer.vary
    return answer.mimetype == "text/plain"


def test_only_poker7_has_hands_to_tell() -> None:
    assert TELLING == ["poker7"]


def test_poker7_tells_its_hands(client: FlaskClient) -> None:
    address = finished(client, "poker7")
    record = strict(client.get(address))
    answer = client.get(address, headers=TEXT)
    assert is_text(answer)
    assert answer.content_type == "text/plain; charset=utf-8"
    hands = tomllib.loads(answer.text)
    assert list(hands) == [str(n + 1) for n in range(len(record["decks"]))]
    for hand, deck in zip(hands.values(), record["decks"], strict=True):
        assert hand["table"] == record["id"]
        assert hand["players"] == ["Level 3", "Level 3"]
        dealt = [a.split()[3] for a in hand["actions"] if a.startswith("d dh")]
        assert dealt == [deck[0] + deck[2], deck[1] + deck[3]]


@pytest.mark.parametrize("game", TELLING)
def test_shown_only_tells_no_card_that_the_record_hides(
    client: FlaskClient, game: str
) -> None:
    hidden = 0
    for _ in range(5):
        address = finished(client, game, disclosure="shown_only")
        record = strict(client.get(address))
        hands = tomllib.loads(client.get(address, headers=TEXT).text)
        for hand, deck in zip(hands.values(), record["decks"], strict=True):
            text = " ".join(hand["actions"])
            known = {card for card in deck if card is not None}
            assert not [
                c for c in GAMES[game].card_names if c in text and c not in known
            ]
            hidden += "??" in text
    assert hidden


@pytest.mark.parametrize("game", OTHERS)
def test_a_game_without_such_a_form_answers_406(client: FlaskClient, game: str) -> None:
    answer = client.get(finished(client, game), headers=TEXT)
    assert check_problem(answer, 406)["code"] == "not_acceptable"


@pytest.mark.parametrize("game", OTHERS)
def test_it_answers_json_to_whoever_takes_that_too(
    client: FlaskClient, game: str
) -> None:
    accept = {"Accept": "text/plain, application/json;q=0.5"}
    answer = client.get(finished(client, game), headers=accept)
    assert not is_text(answer)
    assert strict(answer)["game"] == game


@pytest.mark.parametrize(
    "accept", ["", "*/*", "text/html,*/*;q=0.8", "application/json, text/plain, */*"]
)
def test_json_is_what_comes_unless_text_is_wanted_more(
    client: FlaskClient, accept: str
) -> None:
    answer = client.get(finished(client, "poker7"), headers={"Accept": accept})
    assert not is_text(answer)
    assert strict(answer)["game"] == "poker7"


def test_before_the_end_there_is_no_text_either(client: FlaskClient) -> None:
    player, _ = two_humans(client, game="poker7")
    answer = client.get(f"{player.address}/record", headers=TEXT)
    assert check_problem(answer, 409)["code"] == "not_finished"


def test_the_document_declares_the_text_and_406(client: FlaskClient) -> None:
    paths = strict(client.get("/openapi.json"))["paths"]
    answers = paths["/v1/matches/{match_id}/record"]["get"]["responses"]
    forms = answers["200"]["content"]
    assert set(forms) == {"application/json", "text/plain"}
    for example in forms["text/plain"]["examples"].values():
        assert tomllib.loads(example["value"])["1"]["venue"] == "Tapete"
    assert set(answers["406"]["content"]) == {"application/problem+json"}
