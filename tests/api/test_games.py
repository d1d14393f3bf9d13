"""The games are described so that a front end needs to know none of them."""

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.bots import LEVELS
from service.games import GAMES
from tests.api.api import between_bots, create, strict
from tests.api.test_bad_input import check_problem

every_game = pytest.mark.parametrize("game", GAMES)


def test_all_games_are_listed_with_links_that_lead_somewhere(
    client: FlaskClient,
) -> None:
    listed = strict(client.get("/v1/games"))["games"]
    assert [game["name"] for game in listed] == list(GAMES)
    for game in listed:
        assert set(game["title"]) == {"en", "es"}
        assert 2 <= game["seats"]["min"] <= game["seats"]["max"]
        assert strict(client.get(game["href"]))["name"] == game["name"]
        assert client.get(game["rules"]).status_code == 200


@every_game
def test_the_schemas_fit_what_matches_of_the_game_use(
    client: FlaskClient, game: str
) -> None:
    detail = strict(client.get(f"/v1/games/{game}"))
    answer, players = create(client, game=game)
    Draft202012Validator(detail["options"]).validate(answer["match"]["options"])
    for choice in players[0].choices():
        move = choice["move"]
        Draft202012Validator(detail["moves"][move["type"]]).validate(move)


@every_game
def test_every_listed_level_plays(client: FlaskClient, game: str) -> None:
    detail = strict(client.get(f"/v1/games/{game}"))
    for level in detail["levels"]:
        bots = [{"kind": "bot", "level": level["level"]}] * detail["seats"]["min"]
        match = client.get(between_bots(client, game=game, seats=bots)).get_json()
        assert match["result"] is not None


@every_game
@pytest.mark.parametrize(
    ("asked", "language"),
    [
        (None, "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-GB", "en"),
        ("de, es;q=0.5", "es"),
        ("de", "en"),
        ("*", "en"),
    ],
)
def test_rules_come_in_the_language_asked_for(
    client: FlaskClient, game: str, asked: str | None, language: str
) -> None:
    headers = {} if asked is None else {"Accept-Language": asked}
    page = client.get(f"/v1/games/{game}/rules", headers=headers)
    assert page.status_code == 200
    assert page.mimetype == "text/markdown"
    assert page.headers["Content-Language"] == language
    assert "Accept-Language" in page.headers["Vary"]
    other = client.get(
        f"/v1/games/{game}/rules",
        headers={"Accept-Language": "en" if language == "es" else "es"},
    )
    assert page.text != other.text
    assert page.text.startswith("# ")


@every_game
def test_opponents_are_described_in_the_language_asked_for(
    client: FlaskClient, game: str
) -> None:
    told = {}
    for language in ("en", "es"):
        answer = client.get(f"/v1/games/{game}", headers={"Accept-Language": language})
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
        told[language] = strict(answer)["levels"]
        listed = client.get("/v1/games", headers={"Accept-Language": language})
        assert listed.headers["Content-Language"] == language
        assert told[language] in [g["levels"] for g in strict(listed)["games"]]
    assert [each["level"] for each in told["en"]] == sorted(LEVELS[game])
    for english, spanish in zip(told["en"], told["es"], strict=True):
        for name in ("name", "style"):
            assert english[name] != spanish[name]
        for name in ("level", "rating", "time_ms"):
            assert english[name] == spanish[name]


def test_ratings_begin_at_level_1_and_rise(client: FlaskClient) -> None:
    levels = strict(client.get("/v1/games/locus"))["levels"]
    ratings = [each["rating"] for each in levels]
    assert ratings[0] == 0
    assert ratings == sorted(ratings)


@every_game
def test_a_level_that_the_game_does_not_have_is_refused(
    client: FlaskClient, game: str
) -> None:
    for level in {0, *range(1, 9)} - set(LEVELS[game]):
        seats = [{"kind": "human"}, {"kind": "bot", "level": level}]
        answer = client.post("/v1/matches", json={"game": game, "seats": seats})
        (fault,) = check_problem(answer, 400)["errors"]
        assert fault["pointer"] == "/seats/1/level"
