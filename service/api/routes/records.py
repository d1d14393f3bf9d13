"""Records of finished matches, and their verification."""

from __future__ import annotations

from flask import Response
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service import records
from service.api import answers, document
from service.api.auth import bearer_token
from service.api.context import use_cases
from service.api.document import BEARER, ok, problems
from service.api.queries import MatchPath
from service.api.wire import RecordToVerify
from service.store.redis import StoreUnavailable
from service.table import BadToken, MatchNotFound, NoSpectators, NotFinished

api = APIBlueprint(
    "records",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1",
    abp_tags=[Tag(name="Records", description="What was played, and whether fairly.")],
)


@api.get(
    "/matches/<string:match_id>/record",
    summary="Export a finished match",
    responses={
        **ok(records.Record),
        **problems(NoSpectators, MatchNotFound, NotFinished, StoreUnavailable),
    },
)
def export_record(path: MatchPath) -> Response:
    """Give seed, decks and every action, as canonical JSON."""
    data = records.encode(use_cases().record(path.match_id))
    return Response(data, content_type="application/json")


@api.post(
    "/verify",
    summary="Verify a record",
    responses={**ok(answers.Verified), **problems(400, 413, 415)},
)
def verify_record(body: RecordToVerify) -> Response:
    """Check digest, shuffle and every action; a false one is named by its number."""
    checks = records.verify(body.read())
    good = all(check.ok for check in checks)
    return answers.reply(answers.Verified(ok=good, checks=checks))


@api.get(
    "/matches/<string:match_id>/proofs",
    summary="Prove the cards that you have seen",
    security=[*BEARER, {}],
    responses={
        **ok(answers.Proofs),
        **problems(BadToken, NoSpectators, MatchNotFound, StoreUnavailable),
    },
)
def prove_cards(path: MatchPath) -> Response:
    """Lead each of them to the root that `deal_committed` has told."""
    deals = use_cases().proofs(path.match_id, bearer_token())
    return answers.reply(answers.Proofs(deals=deals))
