"""`/v1/matches`: create, join, look and move."""

from __future__ import annotations

from flask import Response
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, document
from service.api.auth import bearer_token
from service.api.context import use_cases
from service.api.document import BEARER, ok, problems
from service.api.wire import Join, MatchPath, MoveToMake, NewMatch
from service.games.base import IllegalMove, MatchOver, NotYourTurn
from service.matches import (
    BadToken,
    MatchNotFound,
    NoOpenSeat,
    NotStarted,
    TooBusy,
    WrongSeat,
)
from service.store.redis import StoreUnavailable

BODY = (400, 413, 415)

api = APIBlueprint(
    "matches",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/matches",
    abp_tags=[Tag(name="Matches", description="Create, join, look and move.")],
)


@api.post(
    "",
    summary="Create a match",
    responses={**ok(answers.MatchOpened, 201), **problems(*BODY, StoreUnavailable)},
)
def create_match(body: NewMatch) -> Response:
    """Keep the tokens of your own seats: they are in this answer only."""
    new = use_cases().create(*body.read())
    where = {"Location": f"/v1/matches/{new.table.match.id}"}
    return answers.reply(answers.opened(new), 201, where)


@api.get(
    "/<string:match_id>",
    summary="Look at a match",
    security=[*BEARER, {}],
    responses={
        **ok(answers.Match),
        **problems(BadToken, MatchNotFound, StoreUnavailable),
    },
)
def show_match(path: MatchPath) -> Response:
    """As your seat sees it, with a token; as a spectator does, without."""
    table = use_cases().look(path.match_id, bearer_token())
    headers = {"ETag": answers.etag(table), "Vary": "Authorization"}
    return answers.reply(answers.match(table), headers=headers)


@api.post(
    "/<string:match_id>/seats",
    summary="Take an open seat",
    responses={
        **ok(answers.SeatJoined, 201),
        **problems(*BODY, MatchNotFound, NoOpenSeat, TooBusy, StoreUnavailable),
    },
)
def take_seat(path: MatchPath, body: Join) -> Response:
    """Once the last open seat is taken, the cards are dealt."""
    table, token = use_cases().join(path.match_id, body.name, body.entropy)
    where = {"Location": f"/v1/matches/{path.match_id}"}
    return answers.reply(answers.joined(table, token), 201, where)


@api.get(
    "/<string:match_id>/moves",
    summary="List your legal moves",
    security=BEARER,
    responses={
        **ok(answers.LegalMoves),
        **problems(BadToken, MatchNotFound, StoreUnavailable),
    },
)
def list_moves(path: MatchPath) -> Response:
    """Exactly what a move may be now; empty when it is not your turn."""
    table, choices = use_cases().legal_moves(path.match_id, bearer_token())
    headers = {"ETag": answers.etag(table), "Vary": "Authorization"}
    return answers.reply(answers.legal_moves(table, choices), headers=headers)


@api.post(
    "/<string:match_id>/moves",
    summary="Make a move",
    security=BEARER,
    responses={
        **ok(answers.Moved),
        **problems(*BODY, BadToken, WrongSeat, MatchNotFound, NotYourTurn, MatchOver),
        **problems(NotYourTurn, MatchOver, NotStarted, IllegalMove),
        **problems(TooBusy, StoreUnavailable),
    },
)
def make_move(path: MatchPath, body: MoveToMake) -> Response:
    """Bots answer at once, in the same step."""
    token = bearer_token()
    table = use_cases().play(path.match_id, token, body.read, body.seat)
    return answers.reply(answers.moved(table), headers={"ETag": answers.etag(table)})
