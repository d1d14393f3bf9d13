"""Tokens and invitations go over the wire in headers and bodies, and nowhere else."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import pytest

from tapete.client import BadToken, Client, Problem
from tapete.client.messages import build
from tests.clients import both
from tests.live import Live

OPEN: Any = [{"kind": "human"}, {"kind": "open"}]


@pytest.mark.parametrize("kind", both.KINDS)
def test_no_log_text_or_address_has_a_secret(
    live: Live, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    texts: list[str] = []
    with both.client(kind, live.url) as client:
        opened = client.create_match(game="locus", seats=OPEN, unlisted=True)
        assert opened.invitation
        guest = client.join(opened.id, name="Ada", invitation=opened.invitation)
        secrets = [opened.seat.token, guest.token, opened.invitation]
        texts += map(
            repr, (client, opened, opened.seats, guest, client.match(opened.id))
        )
        mover = (opened.seat, guest)[guest.view()["to_move"][0]]
        mover.play(mover.moves()[0]["move"])
        events = guest.events()
        next(events)
        events.close()
        texts += errors(client, guest.token)
    told = [record.getMessage() for record in caplog.records]
    assert any("/moves" in text for text in told)
    assert any("bad_token" in text for text in texts)
    access = live.log.read_text()
    assert f"/v1/matches/{opened.id}/moves" in access
    for secret in secrets:
        assert not any(secret in text for text in [*told, *texts, access])


def errors(client: Client, token: str) -> list[str]:
    """What is printed of refusals, with all that led to them."""
    texts = []
    other = client.create_match(game="locus")
    for act in (
        client.match(other.id, token).view,
        lambda: next(client.match(other.id, token).events()),
        lambda: client.join(other.id, name="Eve", invitation=token),
    ):
        with pytest.raises(Problem) as raised:
            act()
        texts.append("".join(traceback.format_exception(raised.value)))
        texts.append(repr(vars(raised.value)))
    with pytest.raises(BadToken):
        client.match(other.id, token).moves()
    return texts


def test_a_password_in_the_address_is_not_shown() -> None:
    with Client("http://user:secret@127.0.0.1:9") as client:
        assert "user" in repr(client)
        assert "secret@" not in repr(client)


def test_a_request_shows_neither_headers_nor_body() -> None:
    shown = repr(build("make_move", "m", token="secret", body={"move": "secret"}))
    assert "/v1/matches/m/moves" in shown
    assert "secret" not in shown
