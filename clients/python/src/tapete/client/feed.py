"""The events of a match as server-sent events, and how to go on after a cut."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping

from tapete.client import models
from tapete.client.messages import Answer
from tapete.client.patience import Lost, Patience
from tapete.client.problems import NotTapete

SSE = "text/event-stream"
SILENCE_S = 30.0
"""The service gives a sign of life every ten seconds or so."""


class Blocks:
    """Takes a stream of bytes apart into blocks of fields.

    A block that is cut off is never seen. Lines end with a line feed: other characters
    that divide lines elsewhere, such as U+2028, may be in a player's name.
    """

    def __init__(self) -> None:
        self._rest = b""

    def read(self, data: bytes) -> Iterator[Mapping[str, str]]:
        """Yield the fields of each block that is whole by now; none is a comment."""
        text = (self._rest + data).replace(b"\r\n", b"\n")
        *whole, self._rest = text.split(b"\n\n")
        for block in whole:
            yield _fields(block.decode())


class Resumption:
    """Follows a feed over as many connections as it takes, each event once."""

    def __init__(self, after: str, patience_s: float) -> None:
        """Take the id of the last event that is known, empty for none."""
        self._last = after
        self._patience_s = patience_s
        self._patience = Patience(patience_s)
        self._retry_s = 0.0
        self._blocks = Blocks()

    def headers(self) -> Mapping[str, str]:
        """Return the headers of the next connection."""
        self._blocks = Blocks()
        resume = {"Last-Event-ID": self._last} if self._last else {}
        return {"Accept": SSE, **resume}

    def read(self, data: bytes) -> Iterator[models.EventEntry]:
        """Yield the events that are whole by now."""
        for fields in self._blocks.read(data):
            if "retry" in fields:
                self._retry_s = int(fields["retry"]) / 1000
                continue
            self._patience = Patience(self._patience_s)  # an event, or a sign of life
            if "data" in fields:
                entry: models.EventEntry = json.loads(fields["data"])
                self._last = fields.get("id", self._last)
                yield entry

    def pause(self, outcome: Answer | Lost) -> float:
        """Return the seconds to wait before the next connection.

        Raises what is wrong if there is no use in one: see Patience.
        """
        wait = self._patience.judge(outcome)
        if isinstance(wait, Answer):
            raise NotTapete(wait.status)
        return max(wait, self._retry_s * random.uniform(1, 1.5))


def _fields(block: str) -> Mapping[str, str]:
    """Return the last value of each field, but the lines of `data` joined."""
    fields: dict[str, str] = {}
    for line in block.split("\n"):
        name, _, value = line.partition(":")
        text = value.removeprefix(" ")
        if name == "data" and "data" in fields:
            text = f"{fields['data']}\n{text}"
        if name:
            fields[name] = text
    return fields
