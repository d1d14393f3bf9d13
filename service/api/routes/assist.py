"""`/v1/matches/{id}`: hints on your turn, and the analysis of what was played."""

from __future__ import annotations

from flask import Response
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, assisted, document
from service.api.auth import bearer_token
from service.api.conditions import unless_known
from service.api.context import assist, thinking
from service.api.document import BEARER, ok, problems, unchanged
from service.api.limits import hashed_address
from service.api.queries import AnalysisQuery, MatchPath
from service.api.trace import lap
from service.games.base import MatchOver, NotYourTurn
from service.store.redis import StoreUnavailable
from service.table import (
    AssistOff,
    BadToken,
    MatchNotFound,
    NoAdvice,
    NoSpectators,
    NotFinished,
    NotStarted,
    Table,
)

api = APIBlueprint(
    "assist",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/matches",
    abp_tags=[Tag(name="Advice", description="What the service thinks of a match.")],
)


@api.post(
    "/<string:match_id>/hints",
    summary="Ask for hints",
    security=BEARER,
    responses={
        **ok(assisted.SeatHints),
        **problems(
            *(BadToken, NoSpectators, AssistOff, MatchNotFound, NoAdvice, NotStarted),
            *(NotYourTurn, MatchOver, StoreUnavailable),
        ),
    },
)
def give_hints(path: MatchPath) -> Response:
    """Rate your legal moves by what you can see; needs no body and changes nothing."""
    with thinking(hashed_address()):
        table, found = assist().hints(path.match_id, bearer_token())
    lap("hints")
    return answers.reply(assisted.hints(table, found))


@api.get(
    "/<string:match_id>/analysis",
    summary="Analyse a finished match",
    security=[*BEARER, {}],
    responses={
        **ok(assisted.Analysis),
        **unchanged(),
        **problems(
            *(400, BadToken, NoSpectators, MatchNotFound, NoAdvice, NotFinished),
            StoreUnavailable,
        ),
    },
)
def analyse_match(path: MatchPath, query: AnalysisQuery) -> Response:
    """Compare each move with the best that was found, as its seat could see it then.

    Where only shown cards are disclosed, hands that stayed hidden are judged for their
    own seat alone: send its token.
    """

    def answer(table: Table) -> answers.Answer:
        with thinking(hashed_address()):
            found, last = assist().analysis(table, query.after, query.limit)
        lap("analysis")
        return assisted.analysis(table, found, last, query.limit)

    return unless_known(assist().finished(path.match_id, bearer_token()), answer)
