"""The feed of a match: what has happened, as one viewer may know it, in order."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from service.compact import expand
from service.games.base import Seat, Value
from service.latest import Latest
from service.store.redis import Store, StoreUnavailable
from service.telemetry.metrics import Following

HEARTBEAT_S = 10.0
_SIGN_S = 5.0
"""How often a follower says that it is there; it is believed for HERE_S."""
_PAGE = 200


class Entry(NamedTuple):
    """An event in the feed; its id tells the version that it belongs to."""

    id: str
    at: float
    """Seconds since 1970, UTC."""
    event: msgspec.Raw
    """The event as JSON."""


class Viewer(NamedTuple):
    """Who reads the feed of which match."""

    match_id: str
    seat: Seat | None
    """None for a spectator."""
    hold: int = 0
    """Moves by which the viewer is behind while the match is played."""


class _Told(Value, frozen=True):
    event: msgspec.Raw
    audience: frozenset[Seat] | None = None


class _Recorded(Value, frozen=True):
    """As match.Recorded, with the event left as it is."""

    at: float
    told: _Told
    moves: int = 0
    over: bool = False


_Noted = tuple[str, _Recorded]
"""An event as it was recorded, and its id."""


class Feed:
    """The events of all matches of a store."""

    def __init__(self, store: Store) -> None:
        """Take the store whose streams are read."""
        self._store = store
        self._latest: Latest[_Noted] = Latest()

    def page(self, viewer: Viewer, after: str, most: int) -> tuple[list[Entry], str]:
        """Return what a viewer may know of the next events, and where they end.

        `after` is the id of the last event known, empty for none. A page may be shorter
        than `most`, or empty, where others' secrets are left out.
        """
        return self._shown(viewer, after, self._read(viewer.match_id, after, most))

    def _read(self, match_id: str, after: str, most: int) -> Sequence[_Noted]:
        events = self._store.events(match_id, after, most)
        return [(entry_id, _decode(data)) for entry_id, data in events]

    def _shown(
        self, viewer: Viewer, after: str, found: Sequence[_Noted]
    ) -> tuple[list[Entry], str]:
        """Return what a viewer may know of some events, and where they end."""
        if viewer.hold and found:
            shown = self._moves_shown(viewer)
            found = [entry for entry in found if entry[1].moves <= shown]
        entries = [
            Entry(entry_id, recorded.at, recorded.told.event)
            for entry_id, recorded in found
            if _may_know(recorded, viewer.seat)
        ]
        return entries, found[-1][0] if found else after

    def _moves_shown(self, viewer: Viewer) -> float:
        """Return up to which move a viewer may know of a match."""
        last = self._store.last_event(viewer.match_id)
        recorded = None if last is None else _decode(last)
        if recorded is None or recorded.over:
            return float("inf")
        return max(0, recorded.moves - viewer.hold)

    def await_page(
        self, viewer: Viewer, after: str, most: int, wait_s: float
    ) -> tuple[list[Entry], str]:
        """Return the next page as soon as there is something on it, or after a time."""
        for entries in self.follow(viewer, after, wait_s, "poll"):
            shown = entries[:most]
            return shown, shown[-1].id if shown else after
        return [], after

    def follow(
        self,
        viewer: Viewer,
        after: str,
        silence_s: float = HEARTBEAT_S,
        kind: Following = "stream",
    ) -> Iterator[list[Entry]]:
        """Yield events as they come, without end.

        An empty list, after at most `silence_s` without an event, is a sign of life.

        Ends quietly when the store is away or the service stops: the reader comes back
        with the last id.
        """
        name = "spectator" if viewer.seat is None else str(viewer.seat)
        try:
            with self._store.watching(viewer.match_id, kind) as changed:
                arrived = float("-inf")
                while not self._store.dismissed:
                    if time.monotonic() - arrived > _SIGN_S:
                        arrived = time.monotonic()
                        self._store.arrive(viewer.match_id, name)
                    quiet_until = time.monotonic() + silence_s
                    entries: list[Entry] = []
                    while not entries and time.monotonic() < quiet_until:
                        changed.clear()
                        entries, after = self._all_new(viewer, after)
                        if self._store.dismissed:  # asked after `clear`
                            break
                        if not entries:
                            changed.wait(max(0, quiet_until - time.monotonic()))
                    yield entries
        except StoreUnavailable:
            return

    def dismiss(self) -> None:
        """Let everybody go who follows or waits, now and from now on."""
        self._store.dismiss()

    def _all_new(self, viewer: Viewer, after: str) -> tuple[list[Entry], str]:
        """Return everything after an id, page by page."""
        entries: list[Entry] = []
        while True:
            more, last = self._shown(viewer, after, self._tail(viewer.match_id, after))
            entries += more
            if last == after:
                return entries, after
            after = last

    def _tail(self, match_id: str, after: str) -> Sequence[_Noted]:
        """Return the next events; those who follow the match here read them once."""
        heard = self._store.heard(match_id)

        def read() -> Sequence[_Noted]:
            return self._read(match_id, after, _PAGE)

        if heard is None:
            return read()
        return self._latest.page(match_id, after, heard, read)


def _decode(data: bytes) -> _Recorded:
    return _decoder.decode(expand(data))


_decoder = msgspec.json.Decoder(_Recorded)


def _may_know(recorded: _Recorded, seat: Seat | None) -> bool:
    audience = recorded.told.audience
    return audience is None or seat in audience
