"""The operations of the API as values: what to send, and what the answer means."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import TypeVar, cast
from urllib.parse import parse_qsl, urlsplit

from tapete.client import models
from tapete.client.feed import SSE
from tapete.client.messages import Answer, Call, Request, build

T = TypeVar("T")

Query = Mapping[str, str | int]

PAGE = 1000
"""Events of a page at most."""
_OCTETS = "application/octet-stream"


def ready() -> Call[models.Health]:
    """Ask whether the service and its store are there."""
    return _call(models.Health, build("readyz"))


def games() -> Call[models.Games]:
    """Ask for all games."""
    return _call(models.Games, build("list_games"))


def game(name: str) -> Call[models.GameDetail]:
    """Ask for a game with the schemas of its options and moves."""
    return _call(models.GameDetail, build("show_game", name))


def rules(name: str, language: str) -> Call[str]:
    """Ask for the rules of a game, as Markdown."""
    headers = {"Accept-Language": language}
    return Call(build("show_rules", name, headers=headers), _text)


def create_match(body: models.NewMatch) -> Call[models.MatchOpened]:
    """Open a match."""
    return _call(models.MatchOpened, build("create_match", body=body))


def take_seat(match_id: str, body: models.Join) -> Call[models.SeatJoined]:
    """Take an open seat."""
    return _call(models.SeatJoined, build("take_seat", match_id, body=body))


def list_matches(query: Query) -> Call[models.OpenMatches]:
    """Ask for a page of the lobby."""
    return _call(models.OpenMatches, build("list_matches", query=query))


def look(match_id: str, token: str) -> Call[models.Match]:
    """Ask for a match."""
    return _call(models.Match, build("show_match", match_id, token=token))


def look_for_change(
    match_id: str, token: str, etag: str | None, wait: int
) -> Call[models.Match | None]:
    """Ask for a match; None if after a wait it is still the one with the tag."""
    headers = {"If-None-Match": etag}
    request = build("show_match", match_id, token=token, headers=headers, wait=wait)
    return Call(request, _unless_unchanged)


def moves(match_id: str, token: str) -> Call[models.LegalMoves]:
    """Ask for the legal moves."""
    return _call(models.LegalMoves, build("list_moves", match_id, token=token))


def make_move(
    match_id: str, token: str, body: models.MoveToMake, etag: str | None
) -> Call[models.Moved]:
    """Move; with a tag, only if the match is still that one."""
    request = build(
        "make_move", match_id, token=token, body=body, headers={"If-Match": etag}
    )
    return _call(models.Moved, request)


def dry_run(
    match_id: str, token: str, body: models.MoveToMake, etag: str | None
) -> Call[models.Legal]:
    """Ask whether a move would be accepted."""
    query = {"dry_run": "true"}
    headers = {"If-Match": etag}
    request = build(
        "make_move", match_id, token=token, query=query, body=body, headers=headers
    )
    return _call(models.Legal, request)


def give_up(match_id: str, token: str, etag: str | None) -> Call[models.Moved]:
    """Give up; with a tag, only if the match is still that one."""
    request = build("give_up", match_id, token=token, headers={"If-Match": etag})
    return _call(models.Moved, request)


def leave_seat(match_id: str, seat: int, token: str) -> Call[models.Moved]:
    """Give a seat back before the match has started."""
    return _call(models.Moved, build("leave_seat", match_id, seat, token=token))


def play_again(match_id: str, token: str) -> Call[models.Match]:
    """Ask for the next match."""
    return _call(models.Match, build("play_again", match_id, token=token))


def hints(match_id: str, token: str) -> Call[models.SeatHints]:
    """Ask for hints on the seat's turn."""
    return _call(models.SeatHints, build("give_hints", match_id, token=token))


def analysis(match_id: str, token: str, query: Query) -> Call[models.Analysis]:
    """Ask for a page of what the moves of a finished match were worth."""
    request = build("analyse_match", match_id, token=token, query=query)
    return _call(models.Analysis, request)


def presence(match_id: str) -> Call[models.Presence]:
    """Ask who follows a match."""
    return _call(models.Presence, build("show_presence", match_id))


def proofs(match_id: str, token: str) -> Call[models.Proofs]:
    """Ask for proofs of the cards that the viewer has seen."""
    return _call(models.Proofs, build("prove_cards", match_id, token=token))


def record(match_id: str) -> Call[models.Record]:
    """Ask for the record of a finished match."""
    return _call(models.Record, build("export_record", match_id))


def record_text(match_id: str) -> Call[str]:
    """Ask for the record as a text for poker programs."""
    return Call(
        build("export_record", match_id, headers={"Accept": "text/plain"}), _text
    )


def event_page(match_id: str, token: str, query: Query) -> Call[models.EventPage]:
    """Ask for a page of events."""
    request = build("follow_match", match_id, token=token, query=query)
    return _call(models.EventPage, request)


def stream(match_id: str, token: str, headers: Mapping[str, str]) -> Request:
    """Return the request for the events as they come."""
    return build(
        "follow_match", match_id, token=token, headers={"Accept": SSE, **headers}
    )


def evaluate_poker(
    body: models.FrenchHands, wild: bool, strict: bool
) -> Call[models.PokerValues]:
    """Rank poker hands."""
    query = {**_flag("wild", wild), **_flag("strict", strict)}
    return _call(models.PokerValues, build("evaluate_poker", query=query, body=body))


def evaluate_lamarckian(
    body: models.FrenchHands, strict: bool
) -> Call[models.PokerValues]:
    """Rank poker hands, equal ones by suit."""
    query = _flag("strict", strict)
    request = build("evaluate_lamarckian", query=query, body=body)
    return _call(models.PokerValues, request)


def evaluate_locus(
    body: models.FrenchHands, wild: bool, strict: bool
) -> Call[models.AreaValues]:
    """Score areas."""
    query = {**_flag("wild", wild), **_flag("strict", strict)}
    return _call(models.AreaValues, build("evaluate_locus", query=query, body=body))


def evaluate_poker7(
    body: models.PokerdrezHands, strict: bool
) -> Call[models.SevenValues]:
    """Rank Poker7 hands."""
    query = _flag("strict", strict)
    return _call(models.SevenValues, build("evaluate_poker7", query=query, body=body))


def rank_masks(masks: Sequence[int], wild: bool) -> Call[list[int]]:
    """Rank poker hands given as 64-bit masks."""
    request = build(
        "evaluate_poker",
        query=_flag("wild", wild),
        body=struct.pack(f"<{len(masks)}Q", *masks),
        headers={"Content-Type": _OCTETS},
    )
    return Call(request, _ranks)


def verify(body: models.Record) -> Call[models.Verified]:
    """Have a record checked."""
    return _call(models.Verified, build("verify_record", body=body))


def query_of(address: str) -> dict[str, str | int]:
    """Return the query of an address that a page has named as the next."""
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def _call(kind: type[T], request: Request) -> Call[T]:
    """Return a call whose answer is JSON of a type, which the service vouches for."""

    def read(answer: Answer) -> T:
        return cast(T, answer.json())

    return Call(request, read)


def _flag(name: str, on: bool) -> dict[str, str | int]:
    return {name: "true"} if on else {}


def _text(answer: Answer) -> str:
    return answer.body.decode()


def _ranks(answer: Answer) -> list[int]:
    return list(struct.unpack(f"<{len(answer.body) // 4}I", answer.body))


def _unless_unchanged(answer: Answer) -> models.Match | None:
    return None if answer.status == 304 else cast(models.Match, answer.json())
