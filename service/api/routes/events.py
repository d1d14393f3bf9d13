"""`/v1/matches/{id}/events`: the feed, page by page or as it goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec
from flask import Response, request
from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag

from service.api import answers, document
from service.api.auth import bearer_token
from service.api.context import crowd, feed, use_cases
from service.api.document import BEARER, problems
from service.api.limits import hashed_address
from service.api.queries import EventsQuery, MatchPath, resume_after
from service.feed import Entry, Viewer
from service.store.redis import TICKET_S, StoreUnavailable
from service.table import BadToken, MatchNotFound, NoSpectators

JSON, LINES, SSE = "application/json", "application/x-ndjson", "text/event-stream"
_RETRY_MS = 1_000

api = APIBlueprint(
    "events",
    __name__,
    operation_id_callback=document.operation_id,
    url_prefix="/v1/matches",
    abp_tags=[Tag(name="Events", description="What happens in a match.")],
)


@api.get(
    "/<string:match_id>/events",
    summary="Follow a match",
    security=[*BEARER, {}],
    responses={
        **document.events(JSON, LINES, SSE),
        **problems(400, BadToken, NoSpectators, MatchNotFound, StoreUnavailable),
    },
)
def follow_match(path: MatchPath, query: EventsQuery) -> Response:
    """One feed in three forms, by Accept.

    A JSON page ends where the feed ends now; with `wait` an empty one waits. The lines
    and server-sent events go on; Last-Event-ID, or `after`, resumes them anywhere.
    """
    if query.ticket:
        seat = use_cases().redeem(path.match_id, query.ticket)
    else:
        seat = use_cases().look(path.match_id, bearer_token()).seat
    viewer = Viewer(path.match_id, seat, use_cases().hold(path.match_id, seat))
    after = resume_after(query, request.headers)
    form = request.accept_mimetypes.best_match([JSON, LINES, SSE], default=JSON)
    if form == JSON:
        return _page(viewer, query, after)
    entries = feed().follow(viewer, after)
    write = _lines if form == LINES else _server_sent
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    leave = crowd().enter(viewer.match_id, viewer.seat, hashed_address())
    response = Response(write(entries), headers=headers, content_type=form)
    response.call_on_close(leave)
    return response


def _page(viewer: Viewer, query: EventsQuery, after: str) -> Response:
    entries, last = feed().page(viewer, after, query.limit)
    if not entries and query.wait:
        with crowd().holding(viewer.match_id, viewer.seat, hashed_address()):
            entries, last = feed().await_page(viewer, last, query.limit, query.wait)
    following = f"/v1/matches/{viewer.match_id}/events?after={last}&limit={query.limit}"
    page = answers.EventPage(events=[answers.entry(e) for e in entries], next=following)
    return answers.reply(page, headers={"Link": f'<{following}>; rel="next"'})


def _lines(batches: Iterator[list[Entry]]) -> Iterator[bytes]:
    """One JSON object a line; an empty line is a sign of life."""
    for batch in batches:
        yield b"".join(_json(entry) + b"\n" for entry in batch) or b"\n"


def _server_sent(batches: Iterator[list[Entry]]) -> Iterator[bytes]:
    yield b"retry: %d\n\n" % _RETRY_MS
    for batch in batches:
        yield (
            b"".join(
                b"id: %s\ndata: %s\n\n" % (entry.id.encode(), _json(entry))
                for entry in batch
            )
            or b": still here\n\n"
        )


def _json(entry: Entry) -> bytes:
    return msgspec.json.encode(answers.entry(entry))


@api.post(
    "/<string:match_id>/tickets",
    summary="Get a ticket for the feed",
    security=[*BEARER, {}],
    responses={
        **document.ok(answers.Ticket, 201),
        **problems(BadToken, NoSpectators, MatchNotFound, StoreUnavailable),
    },
)
def get_ticket(path: MatchPath) -> Response:
    """For EventSource, which sends no headers: `.../events?ticket=`, once."""
    ticket = use_cases().ticket(path.match_id, bearer_token())
    expires_at = answers.moment(time.time() + TICKET_S)
    return answers.reply(answers.Ticket(ticket=ticket, expires_at=expires_at), 201)
