"""Records of finished matches, and their verification."""

from __future__ import annotations

from flask import Response, abort, request
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

JSON, TEXT = "application/json", "text/plain"

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
        **ok(records.Record, text=TEXT),
        **problems(406, NoSpectators, MatchNotFound, NotFinished, StoreUnavailable),
    },
)
def export_record(path: MatchPath) -> Response:
    """Give seed, decks and every action, as canonical JSON.

    By Accept, give the match as text instead, if its game has such a form.
    """
    accept, vary = request.accept_mimetypes, {"Vary": "Accept"}
    if accept.best_match([JSON, TEXT], default=JSON) == TEXT:
        text = use_cases().history(path.match_id)
        if text is not None:
            return Response(text, headers=vary, mimetype=TEXT)
        if not accept[JSON]:
            abort(406, "This game's records have no form as text.")
    data = records.encode(use_cases().record(path.match_id))
    return Response(data, headers=vary, content_type=JSON)


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
