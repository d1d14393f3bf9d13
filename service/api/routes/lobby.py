"""`/v1/matches`: open, find, join and leave matches, and play them again."""

from __future__ import annotations

from flask import Response
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, document
from service.api.auth import bearer_token
from service.api.conditions import asked, idempotency_key, match_id_for, reply
from service.api.context import lobby
from service.api.document import BEARER, ok, problems
from service.api.limits import hashed_address
from service.api.queries import LobbyQuery, MatchPath, SeatPath
from service.api.wire import Join, NewMatch
from service.match import new_token
from service.store.redis import StoreUnavailable
from service.table import (
    AlreadyStarted,
    BadToken,
    KeyReused,
    MatchNotFound,
    NoOpenSeat,
    NotFinished,
    NotInvited,
    Stale,
    Table,
    TooBusy,
    WrongSeat,
)

BODY = (400, 413, 415)
_FUTURE = 1e12

api = APIBlueprint(
    "lobby",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/matches",
    abp_tags=[Tag(name="Lobby", description="Open, find, join and leave matches.")],
)


@api.get(
    "",
    summary="List open matches",
    responses={**ok(answers.OpenMatches), **problems(400, StoreUnavailable)},
)
def list_matches(query: LobbyQuery) -> Response:
    """Show those that anybody may join, the newest first."""
    before = float(query.cursor) if query.cursor else _FUTURE
    tables, last = lobby().open_matches(query.game, before, query.limit)
    address, headers = None, {}
    if last is not None:
        address = f"/v1/matches?cursor={last:.6f}&limit={query.limit}"
        address += f"&game={query.game}" if query.game else ""
        headers = {"Link": f'<{address}>; rel="next"'}
    found = [answers.match(table) for table in tables]
    page = answers.OpenMatches(matches=found, next=address)
    return answers.reply(page, headers=headers)


@api.post(
    "",
    summary="Create a match",
    responses={
        **ok(answers.MatchOpened, 201),
        **problems(*BODY, KeyReused, StoreUnavailable),
    },
)
def create_match(body: NewMatch) -> Response:
    """Keep the tokens of your own seats: they are in this answer only."""
    rules, seats, options = body.read()
    tokens = {n: new_token() for n, seat in enumerate(seats) if seat.kind == "human"}
    has_open = any(seat.kind == "open" for seat in seats)
    invitation = new_token() if body.unlisted and has_open else ""

    def answer(table: Table) -> answers.Answer:
        return answers.opened(table, tokens, invitation)

    wish = asked(answer, None, 201, answers.location)
    match_id = match_id_for(idempotency_key())
    terms = body.terms(invitation)
    return reply(lobby().create(rules, seats, options, tokens, wish, match_id, terms))


@api.post(
    "/<string:match_id>/seats",
    summary="Take an open seat",
    responses={
        **ok(answers.SeatJoined, 201),
        **problems(
            *(*BODY, MatchNotFound, NotInvited, NoOpenSeat, Stale, KeyReused),
            *(TooBusy, StoreUnavailable),
        ),
    },
)
def take_seat(path: MatchPath, body: Join) -> Response:
    """Once the last open seat is taken, the cards are dealt."""
    token = new_token()
    wish = asked(
        lambda table: answers.joined(table, token), None, 201, answers.location
    )
    return reply(
        lobby().join(
            path.match_id, body.name, body.entropy, token, wish, body.invitation
        )
    )


@api.delete(
    "/<string:match_id>/seats/<int:seat>",
    summary="Leave your seat",
    security=BEARER,
    responses={
        **ok(answers.Moved),
        **problems(
            *(400, BadToken, WrongSeat, MatchNotFound, AlreadyStarted, Stale),
            *(KeyReused, TooBusy, StoreUnavailable),
        ),
    },
)
def leave_seat(path: SeatPath) -> Response:
    """Open the seat for somebody else, before the match has started."""
    token = bearer_token()
    wish = asked(answers.moved, token, of_seat=True)
    return reply(lobby().leave(path.match_id, path.seat, token, wish))


@api.post(
    "/<string:match_id>/rematch",
    summary="Play again",
    security=BEARER,
    responses={
        **ok(answers.Match, 201),
        **problems(BadToken, MatchNotFound, NotFinished, TooBusy, StoreUnavailable),
    },
)
def play_again(path: MatchPath) -> Response:
    """Return the next match, the same for every seat that asks; tokens stay good."""
    table = lobby().rematch(path.match_id, bearer_token(), hashed_address())
    return answers.reply(answers.match(table), 201, answers.location(table))
