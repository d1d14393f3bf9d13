"""`/v1/games`: which games there are, and what they take."""

from __future__ import annotations

from flask import Response, abort
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, document
from service.api.document import ok, problems
from service.api.wire import GamePath
from service.games import GAMES

api = APIBlueprint(
    "games",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/games",
    abp_tags=[Tag(name="Games", description="What can be played.")],
)


@api.get("", summary="List the games", responses=ok(answers.Games))
def list_games() -> Response:
    """Seats, levels of the opponents, and where to read more."""
    games = [answers.game_summary(rules) for rules in GAMES.values()]
    return answers.reply(answers.Games(games=games))


@api.get(
    "/<string:game>",
    summary="Describe a game",
    responses={**ok(answers.GameDetail), **problems(404)},
)
def show_game(path: GamePath) -> Response:
    """Seats, levels, and the JSON Schemas of its options and moves."""
    if path.game not in GAMES:
        abort(404, f"There is no game {path.game!r}; there are: {', '.join(GAMES)}.")
    return answers.reply(answers.game_detail(GAMES[path.game]))
