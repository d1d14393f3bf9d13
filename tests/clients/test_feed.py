"""Server-sent events are read however they are torn, and resumed without a loss."""

from __future__ import annotations

import json

import pytest

from tapete.client import NotTapete, Problem
from tapete.client.feed import Blocks, Resumption
from tapete.client.messages import Answer
from tapete.client.patience import Lost

ENTRIES = [
    {"id": f"{number}-0", "at": "", "event": {"type": "x", "name": "ñ\u2028"}}
    for number in range(3)
]
STREAM = "retry: 1500\n\n" + "".join(
    f"id: {entry['id']}\ndata: {json.dumps(entry, ensure_ascii=False)}\n\n: here\n\n"
    for entry in ENTRIES
)
BYTES = STREAM.encode()
CUT = Lost(EOFError())


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, len(BYTES)])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_events_are_read_in_pieces_of_any_size(size: int, end: str) -> None:
    data = STREAM.replace("\n", end).encode()
    resumption = Resumption("", 60)
    found = []
    for at in range(0, len(data), size):
        found += list(resumption.read(data[at : at + size]))
    assert found == ENTRIES


def test_the_lines_of_data_are_joined_and_comments_left_out() -> None:
    (block,) = Blocks().read(b": no\nid: 1\ndata: a\ndata:b\nevent\n\nid: 2\n")
    assert block == {"id": "1", "data": "a\nb", "event": ""}


@pytest.mark.parametrize("at", range(len(BYTES)))
def test_a_cut_at_any_byte_loses_and_repeats_nothing(at: int) -> None:
    resumption = Resumption("", 60)
    assert "Last-Event-ID" not in resumption.headers()
    found = list(resumption.read(BYTES[:at]))
    resumption.pause(CUT)
    last = resumption.headers().get("Last-Event-ID")
    assert last == (found[-1]["id"] if found else None)
    ids = [entry["id"] for entry in ENTRIES]
    rest = ENTRIES[ids.index(last) + 1 :] if last else ENTRIES
    again = "".join(f"id: {e['id']}\ndata: {json.dumps(e)}\n\n" for e in rest)
    assert found + list(resumption.read(again.encode())) == ENTRIES


def test_the_pause_is_as_long_as_the_service_asks_for() -> None:
    resumption = Resumption("", 60)
    assert resumption.pause(CUT) < 1
    list(resumption.read(b"retry: 1500\n\n"))
    assert 1.5 <= resumption.pause(CUT) < 3


def test_signs_of_life_renew_patience_and_a_mere_greeting_does_not() -> None:
    resumption = Resumption("", 0)
    list(resumption.read(b"retry: 0\n\n"))
    with pytest.raises(Exception, match="EOFError"):
        resumption.pause(CUT)
    patient = Resumption("", 5)
    pauses = [patient.pause(CUT) for _ in range(4)]
    list(patient.read(b": still here\n\n"))
    assert patient.pause(CUT) <= 0.1 < pauses[-1]


def test_what_is_no_feed_is_no_service_of_ours() -> None:
    with pytest.raises(NotTapete):
        Resumption("", 60).pause(Answer(200, {}, b"<p>Hello"))
    document = dict.fromkeys(("title", "detail", "remedy", "instance"), "")
    body = json.dumps({**document, "status": 403, "code": "no_spectators"})
    with pytest.raises(Problem, match="no_spectators"):
        Resumption("", 60).pause(Answer(403, {}, body.encode()))
