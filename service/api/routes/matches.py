"""`/v1/matches/{id}`: look, move and give up."""

from __future__ import annotations

from flask import Response
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, document
from service.api.auth import bearer_token
from service.api.conditions import (
    asked,
    known,
    reply,
    unless_known,
)
from service.api.context import crowd, use_cases
from service.api.document import BEARER, either, ok, problems, unchanged
from service.api.limits import hashed_address
from service.api.queries import MatchPath, MoveQuery, WaitQuery
from service.api.wire import MoveToMake
from service.games.base import IllegalMove, MatchOver, NotYourTurn
from service.store.redis import StoreUnavailable
from service.table import (
    BadToken,
    KeyReused,
    MatchNotFound,
    NoSpectators,
    NotStarted,
    Stale,
    TooBusy,
    WrongSeat,
)

BODY = (400, 413, 415)

api = APIBlueprint(
    "matches",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/matches",
    abp_tags=[Tag(name="Matches", description="Look and move.")],
)


@api.get(
    "/<string:match_id>",
    summary="Look at a match",
    security=[*BEARER, {}],
    responses={
        **ok(answers.Match),
        **unchanged(),
        **problems(400, BadToken, NoSpectators, MatchNotFound, StoreUnavailable),
    },
)
def show_match(path: MatchPath, query: WaitQuery) -> Response:
    """As your seat sees it, with a token; as a spectator does, without.

    With If-None-Match and `wait`, the answer comes when the match has changed.
    """
    token = bearer_token()
    if not query.wait or not crowd().limited:
        table = use_cases().look(path.match_id, token, query.wait, known)
        return unless_known(table, answers.match)
    seat = use_cases().look(path.match_id, token).seat
    with crowd().holding(path.match_id, seat, hashed_address()):
        table = use_cases().look(path.match_id, token, query.wait, known)
    return unless_known(table, answers.match)


@api.get(
    "/<string:match_id>/presence",
    summary="See who is there",
    responses={**ok(answers.Presence), **problems(MatchNotFound, StoreUnavailable)},
)
def show_presence(path: MatchPath) -> Response:
    """Tell who follows the events, or has done so half a minute ago."""
    connected = use_cases().connected(path.match_id)
    return answers.reply(answers.Presence(connected=connected))


@api.get(
    "/<string:match_id>/moves",
    summary="List your legal moves",
    security=BEARER,
    responses={
        **ok(answers.LegalMoves),
        **unchanged(),
        **problems(BadToken, NoSpectators, MatchNotFound, StoreUnavailable),
    },
)
def list_moves(path: MatchPath) -> Response:
    """Exactly what a move may be now; empty when it is not your turn."""
    table, choices = use_cases().legal_moves(path.match_id, bearer_token())
    return unless_known(table, lambda table: answers.legal_moves(table, choices))


@api.post(
    "/<string:match_id>/moves",
    summary="Make a move",
    security=BEARER,
    responses={
        **either(answers.Moved, answers.Legal),
        **problems(
            *(*BODY, BadToken, WrongSeat, MatchNotFound, NotStarted, NotYourTurn),
            *(MatchOver, Stale, IllegalMove, KeyReused, TooBusy, StoreUnavailable),
        ),
    },
)
def make_move(path: MatchPath, query: MoveQuery, body: MoveToMake) -> Response:
    """Bots answer at once, in the same step. Repeat it with its key after a fault."""
    token = bearer_token()
    cases = use_cases()
    act, answer = (
        (cases.try_out, answers.legal) if query.dry_run else (cases.play, answers.moved)
    )
    wish = asked(answer, token, of_seat=True)
    return reply(act(path.match_id, token, body.read, body.seat, wish))


@api.post(
    "/<string:match_id>/resignation",
    summary="Give up",
    security=BEARER,
    responses={
        **ok(answers.Moved),
        **problems(
            *(400, BadToken, MatchNotFound, NotStarted, MatchOver, Stale),
            *(KeyReused, TooBusy, StoreUnavailable),
        ),
    },
)
def give_up(path: MatchPath) -> Response:
    """Take your seat out of the match, whoever's turn it is; needs no body."""
    token = bearer_token()
    wish = asked(answers.moved, token, of_seat=True)
    return reply(use_cases().resign(path.match_id, token, wish))
