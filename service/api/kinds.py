"""The kinds of problems: which error has which status, code and remedy."""

from __future__ import annotations

from typing import NamedTuple

from service.api.hands import BadHands
from service.games.base import IllegalMove, MatchOver, NotYourTurn, UnknownFormat
from service.store.redis import StoreUnavailable
from service.table import (
    AlreadyStarted,
    AssistOff,
    BadToken,
    KeyReused,
    MatchNotFound,
    NoAdvice,
    NoOpenSeat,
    NoSpectators,
    NotFinished,
    NotInvited,
    NotStarted,
    Stale,
    TooBusy,
    WrongSeat,
)


class Kind(NamedTuple):
    """A kind of problem: its status, stable code, title and what to do about it."""

    status: int
    code: str
    title: str
    remedy: str


SHAPE = Kind(
    400,
    "malformed",
    "The request does not have the declared shape",
    "Mend what `errors` names; /openapi.json describes the shape.",
)
INTERNAL = Kind(
    500,
    "internal",
    "The service has made a mistake",
    "Try again; if it stays, report what you sent and when.",
)

KINDS: dict[type[Exception], Kind] = {
    BadToken: Kind(
        401,
        "bad_token",
        "A valid seat token is needed",
        "Send `Authorization: Bearer <token>` with the token of your seat.",
    ),
    WrongSeat: Kind(
        403,
        "wrong_seat",
        "The token is another seat's",
        "Send the token of the seat that moves, or leave `seat` out.",
    ),
    MatchNotFound: Kind(
        404,
        "match_not_found",
        "No such match",
        "Check the id; POST /v1/matches creates a new match.",
    ),
    NotYourTurn: Kind(
        409,
        "not_your_turn",
        "It is not your turn",
        "Read the match again and wait until `to_move` has your seat.",
    ),
    MatchOver: Kind(
        409,
        "match_over",
        "The match is over",
        "Read its result, or create a new match.",
    ),
    NotStarted: Kind(
        409,
        "not_started",
        "The match has not started",
        "Wait until its open seats are taken.",
    ),
    NotFinished: Kind(
        409,
        "not_finished",
        "The match goes on",
        "Ask again when its status is `finished`.",
    ),
    NotInvited: Kind(
        403,
        "not_invited",
        "An invitation is needed",
        "Send the `invitation` that the creator of the match was given.",
    ),
    NoSpectators: Kind(
        403,
        "no_spectators",
        "Only the players may see this match",
        "Send the token of a seat, or come back when the match is over.",
    ),
    AssistOff: Kind(
        403,
        "assist_off",
        "The match is played without hints",
        "Play on without; GET .../analysis judges the moves when the match is over.",
    ),
    NoAdvice: Kind(
        404,
        "no_advice",
        "The game has no hints",
        "Play on without; GET /v1/games/{game} tells which games have `hints`.",
    ),
    AlreadyStarted: Kind(
        409,
        "already_started",
        "The match has started",
        "Resign instead: POST .../resignation.",
    ),
    NoOpenSeat: Kind(
        409,
        "no_open_seat",
        "No seat is open",
        "Watch as a spectator, or create a new match.",
    ),
    Stale: Kind(
        412,
        "stale",
        "The match has moved on",
        "Read the match again and decide anew; the ETag header has its version.",
    ),
    KeyReused: Kind(
        422,
        "key_reused",
        "The idempotency key belongs to another request",
        "Use a fresh key for every new request; repeat a request unchanged.",
    ),
    BadHands: Kind(
        422,
        "bad_hands",
        "Some of the hands cannot be ranked",
        "Mend the hands that `errors` points to, or leave `strict` out.",
    ),
    IllegalMove: Kind(
        422,
        "illegal_move",
        "The move is not legal",
        "Choose one of `legal_moves`.",
    ),
    TooBusy: Kind(
        503,
        "busy",
        "Too many changes at once",
        "Send the same request again in a second.",
    ),
    UnknownFormat: Kind(
        503,
        "newer_format",
        "A newer version of the service has stored this match",
        "Send the same request again in a while: an upgrade may be under way.",
    ),
    StoreUnavailable: Kind(
        503,
        "store_unavailable",
        "The store cannot serve now",
        "Send the same request again in a second; nothing is known to have changed.",
    ),
}

HTTP_KINDS: dict[int, Kind] = {
    400: Kind(
        400,
        "bad_request",
        "The request cannot be read",
        "Send one JSON object, with each key once and finite numbers.",
    ),
    404: Kind(
        404,
        "not_found",
        "No such address",
        "See /openapi.json for the addresses that there are.",
    ),
    405: Kind(
        405,
        "method_not_allowed",
        "The address does not know this method",
        "Use one of the methods in the Allow header.",
    ),
    406: Kind(
        406,
        "not_acceptable",
        "There is no such form of it",
        "Send an Accept header that names application/json.",
    ),
    413: Kind(
        413,
        "body_too_large",
        "The body is too large",
        "Send at most 1 MiB (hands: 16 MiB), or what the operator allows.",
    ),
    414: Kind(
        414,
        "address_too_long",
        "The address is too long",
        "Send an address of less than 4,000 characters, its query included.",
    ),
    415: Kind(
        415,
        "unsupported_media_type",
        "The body's type is not understood",
        "Send JSON with `Content-Type: application/json`.",
    ),
    417: Kind(
        417,
        "expectation_failed",
        "What the Expect header wants is not known",
        "Leave the header out, or send `Expect: 100-continue`.",
    ),
    429: Kind(
        429,
        "rate_limited",
        "Too many requests",
        "Wait as many seconds as Retry-After says, then send the same request again.",
    ),
    431: Kind(
        431,
        "headers_too_large",
        "The headers are too large",
        "Send at most 100 headers, none of more than 8,000 characters.",
    ),
    501: Kind(
        501,
        "unknown_transfer_coding",
        "The Transfer-Encoding is not known",
        "Send the body with `Transfer-Encoding: chunked`, or with a Content-Length.",
    ),
}
