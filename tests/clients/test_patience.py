"""What is sent again, when, and for how long."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tapete.client import NotTapete, Problem, RateLimited, Unavailable, Unreachable
from tapete.client.messages import Answer
from tapete.client.patience import LongPoll, Lost, Patience

CUT = Lost(ConnectionResetError("gone"))


def refusal(status: int, code: str, **headers: str) -> Answer:
    """A problem document with headers."""
    words = dict.fromkeys(("title", "detail", "remedy", "instance"), "")
    body = json.dumps({**words, "status": status, "code": code})
    return Answer(status, headers, body.encode())


@pytest.mark.parametrize("status", [200, 201, 304])
def test_an_answer_settles_it(status: int) -> None:
    answer = Answer(status, {}, b"")
    assert Patience(0).judge(answer) is answer


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 412, 413, 415, 422])
def test_what_is_ours_to_mend_is_not_sent_again(status: int) -> None:
    with pytest.raises(Problem) as raised:
        Patience(60).judge(refusal(status, "something_new"))
    assert (raised.value.status, raised.value.code) == (status, "something_new")


@pytest.mark.parametrize("outcome", [CUT, Answer(502, {}, b""), Answer(504, {}, b"")])
def test_pauses_grow_up_to_a_bound(outcome: Answer | Lost) -> None:
    patience = Patience(1000)
    waits = [patience.judge(outcome) for _ in range(12)]
    for number, wait in enumerate(waits):
        longest = min(5.0, 0.1 * 2**number)
        assert not isinstance(wait, Answer)
        assert longest / 2 <= wait <= longest
    assert len(set(waits)) == len(waits)


@pytest.mark.parametrize(
    ("outcome", "error"),
    [
        (CUT, Unreachable),
        (Answer(502, {}, b""), Unreachable),
        (refusal(503, "busy"), Unavailable),
        (refusal(503, "store_unavailable"), Unavailable),
        (refusal(503, "something_new"), Unavailable),
        (refusal(429, "rate_limited"), RateLimited),
    ],
)
def test_at_the_end_of_patience_there_is_an_error(
    outcome: Answer | Lost, error: type[Exception]
) -> None:
    with pytest.raises(error):
        Patience(0).judge(outcome)
    assert isinstance(Patience(60).judge(outcome), float)


@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_is_at_least_what_the_service_says(status: int) -> None:
    wait = Patience(60).judge(refusal(status, "x", **{"retry-after": "7"}))
    assert not isinstance(wait, Answer)
    assert 7 <= wait < 8


def test_there_is_no_waiting_for_longer_than_patience_lasts() -> None:
    with pytest.raises(RateLimited) as raised:
        Patience(60).judge(refusal(429, "rate_limited", **{"retry-after": "61"}))
    assert raised.value.retry_after == 61


def test_the_wait_may_be_given_as_a_date() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=7), usegmt=True)
    wait = Patience(60).judge(refusal(503, "busy", **{"retry-after": later}))
    assert not isinstance(wait, Answer)
    assert 5 <= wait <= 8.2
    early = refusal(503, "busy", **{"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"})
    assert isinstance(Patience(1).judge(early), float)
    assert isinstance(Patience(1).judge(refusal(503, "x", retry="soon")), float)


def test_a_mistake_of_the_service_is_met_with_one_repetition() -> None:
    patience = Patience(60)
    assert isinstance(patience.judge(refusal(500, "internal")), float)
    with pytest.raises(Problem, match="internal"):
        patience.judge(refusal(500, "internal"))


@pytest.mark.parametrize(
    "body", [b"<p>Not here", b"[]", b'{"code": "not_found"}', b'"text"', b"\xff"]
)
def test_an_error_that_is_no_problem_document_is_not_ours(body: bytes) -> None:
    with pytest.raises(NotTapete, match="404"):
        Patience(60).judge(Answer(404, {}, body))


def test_a_long_wait_is_asked_for_in_parts() -> None:
    assert LongPoll(None).ask() == 25
    assert LongPoll(60).ask() == 25
    assert LongPoll(1.5).ask() == 2
    assert LongPoll(0).ask() is None


def test_a_service_that_does_not_wait_is_not_asked_without_a_pause() -> None:
    poll = LongPoll(60)
    poll.ask()
    assert 0.1 <= poll.pause() <= 0.2
