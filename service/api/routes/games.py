"""`/v1/games`: which games there are, what they take, and their rules."""

from __future__ import annotations

from importlib import resources
from typing import Any

from flask import Response, abort, request
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, document
from service.api.document import ok, problems
from service.api.queries import GamePath
from service.bots.described import LANGUAGES
from service.games import GAMES, Game

api = APIBlueprint(
    "games",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/games",
    abp_tags=[Tag(name="Games", description="What can be played.")],
)


@api.get("", summary="List the games", responses=ok(answers.Games))
def list_games() -> Response:
    """Seats, opponents by level, and where to read more.

    Opponents are described in English or Spanish, by Accept-Language.
    """
    language, headers = _language()
    games = [answers.game_summary(rules, language) for rules in GAMES.values()]
    return answers.reply(answers.Games(games=games), headers=headers)


@api.get(
    "/<string:game>",
    summary="Describe a game",
    responses={**ok(answers.GameDetail), **problems(404)},
)
def show_game(path: GamePath) -> Response:
    """Seats, opponents, and the JSON Schemas of its options and moves."""
    language, headers = _language()
    return answers.reply(answers.game_detail(_game(path.game), language), 200, headers)


@api.get(
    "/<string:game>/rules",
    summary="Read the rules of a game",
    responses={**document.text("The rules page.", "text/markdown"), **problems(404)},
)
def show_rules(path: GamePath) -> Response:
    """In English or Spanish, by Accept-Language."""
    name = _game(path.game).name
    language, headers = _language()
    page = resources.files("service.rules") / f"{name}.{language}.md"
    return Response(page.read_bytes(), headers=headers, mimetype="text/markdown")


def _language() -> tuple[str, dict[str, str]]:
    """Return the language to answer in, and the headers that tell it."""
    wanted = request.accept_languages.best_match(LANGUAGES, default=LANGUAGES[0])
    language = str(wanted)
    return language, {"Content-Language": language, "Vary": "Accept-Language"}


def _game(name: str) -> Game[Any, Any]:
    if name not in GAMES:
        abort(404, f"There is no game {name!r}; there are: {', '.join(GAMES)}.")
    return GAMES[name]
