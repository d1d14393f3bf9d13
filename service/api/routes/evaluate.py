"""Hands by the thousand, evaluated by the C core; no match and no store is involved."""

from __future__ import annotations

from functools import partial

from flask import Response, request
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag
from pydantic import ValidationError

from service.api import answers, document, evaluated, hands
from service.api.document import ok, problems
from service.api.errors import refuse_shape
from service.api.hands import (
    BadHands,
    FrenchHands,
    HandsQuery,
    PokerdrezHands,
    WildQuery,
)
from service.api.trace import lap
from service.api.wire import EVALUATE
from service.core import hand_ranks
from service.core.lamarckian import hand_ranks_suits
from service.core.poker7 import seven_ranks

_MASKS = "64-bit masks, little endian"
_RANKS = "32-bit ranks, little endian"

api = APIBlueprint(
    EVALUATE,
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/evaluate",
    abp_tags=[Tag(name="Evaluation", description="What hands are worth.")],
)


@api.post(
    "/poker",
    summary="Rank poker hands",
    request_body={"required": True, "content": document.forms(FrenchHands, _MASKS)},
    responses={
        200: {
            "description": (evaluated.PokerValues.__doc__ or "").strip(),
            "content": document.forms(evaluated.PokerValues, _RANKS),
        },
        **problems(400, 413, 415, BadHands),
    },
)
def evaluate_poker(query: WildQuery) -> Response:
    """Give category and rank of up to 100,000 hands, each of 1 to 52 cards.

    A body of `application/octet-stream` is 64-bit masks, little endian, bit
    suit * 13 + rank (c d h s, 2 to A); the answer is 32-bit ranks, 0 for no hand.
    """
    if request.mimetype == hands.OCTETS:
        return _octets(query)
    body = _json()
    sets = body.read()
    lap("parse")
    ranks = sets.rank(partial(hand_ranks, wild=query.wild))
    hands.refuse(sets.bad, query.strict)
    best = evaluated.name_best(sets.masks, wild=query.wild) if body.best else []
    lap("evaluate")
    return _reply(evaluated.poker(ranks, best, sets.bad))


@api.post(
    "/lamarckian",
    summary="Rank poker hands, equal ones by suit",
    responses={**ok(evaluated.PokerValues), **problems(400, 413, 415, BadHands)},
)
def evaluate_lamarckian(query: HandsQuery, body: FrenchHands) -> Response:
    """Give ranks of which no two of one deck are equal (Lamarckian A1)."""
    sets = body.read()
    lap("parse")
    ranks = sets.rank(hand_ranks_suits)
    hands.refuse(sets.bad, query.strict)
    best = evaluated.name_best(sets.masks, wild=False) if body.best else []
    lap("evaluate")
    return _reply(evaluated.lamarckian(ranks, best, sets.bad))


@api.post(
    "/locus",
    summary="Score Locus areas",
    responses={**ok(evaluated.AreaValues), **problems(400, 413, 415, BadHands)},
)
def evaluate_locus(query: WildQuery, body: FrenchHands) -> Response:
    """Give the points of areas, each all the cards that count and maybe the wild."""
    sets = body.read()
    lap("parse")
    ranks = sets.rank(partial(hand_ranks, wild=query.wild))
    hands.refuse(sets.bad, query.strict)
    best = evaluated.name_best(sets.masks, wild=query.wild) if body.best else []
    lap("evaluate")
    return _reply(evaluated.locus(ranks, best, sets.bad))


@api.post(
    "/poker7",
    summary="Rank Poker7 hands",
    responses={**ok(evaluated.SevenValues), **problems(400, 413, 415, BadHands)},
)
def evaluate_poker7(query: HandsQuery, body: PokerdrezHands) -> Response:
    """Give class and rank of hands of seven Pokerdrez cards."""
    found, bad = body.read()
    hands.refuse(bad, query.strict)
    lap("parse")
    ranks = seven_ranks(found)
    groups = evaluated.name_groups(ranks) if body.groups else []
    lap("evaluate")
    return _reply(evaluated.poker7(ranks, groups, bad))


def _json() -> FrenchHands:
    """Read the body by hand: the library takes one form only."""
    try:
        return FrenchHands.model_validate(request.get_json())
    except ValidationError as error:
        return refuse_shape(error)


def _octets(query: WildQuery) -> Response:
    sets = hands.read_masks(request.get_data(cache=False))
    lap("parse")
    ranks = sets.rank(partial(hand_ranks, wild=query.wild))
    hands.refuse(sets.bad, query.strict, "")
    lap("evaluate")
    data = hands.write_ranks(ranks, sets.bad)
    lap("encode")
    return Response(data, content_type=hands.OCTETS)


def _reply(answer: answers.Answer) -> Response:
    response = answers.reply(answer)
    lap("encode")
    return response
