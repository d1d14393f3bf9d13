"""What is kept of a match: who sits where, the seed of its shuffles, and its state."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any, Literal

import msgspec

from service.games import GAMES, Game
from service.games.base import Event, Options, Seat, Told, UnknownFormat, Value
from service.shuffle import Decks

Kind = Literal["human", "bot", "open"]
ActionKind = Literal["move", "resign", "timeout"]
Disclosure = Literal["full", "shown_only"]
Spectators = Literal["none", "delayed", "open"]
Status = Literal["open", "playing", "finished"]

_FORMAT = b"\x01"
"""First byte of a stored match: the version of this module's encoding."""


class Seated(Value, frozen=True, array_like=True):
    """A seat and who has it; an open one waits for somebody."""

    kind: Kind
    name: str = ""
    level: int | None = None
    token_hash: bytes = b""
    entropy: str = ""


class Clock(Value, frozen=True, kw_only=True):
    """How much time seats have, in seconds; None for no such limit."""

    turn: float | None = None
    """For each turn."""
    base: float | None = None
    """For all turns of a match together."""
    increment: float = 0
    """Added to what is left of `base` after each turn."""


class Terms(Value, frozen=True, kw_only=True):
    """What was agreed on a match besides the game's own options."""

    clock: Clock | None = None
    unlisted: bool = False
    """Not shown to those who look for a match; seats need the invitation."""
    invitation: bytes = b""
    """Hash of the invitation; empty if none is needed."""
    spectators: Spectators = "open"
    delay: int = 0
    """Moves by which spectators are behind while the match is played."""
    disclosure: Disclosure = "full"
    """Whether the record shows the seed, or the cards that were shown and proofs."""
    assist: bool = True
    """Whether seats may ask for hints."""


class Match(Value, frozen=True, array_like=True):
    """A match between two commits; `state` is None until all seats are taken."""

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seated, ...]
    seed: bytes
    created_at: float
    """Seconds since 1970, UTC."""
    state: bytes | None = None
    terms: Terms = Terms()
    left: tuple[float, ...] = ()
    """With a clock: seconds that each seat has left of the base time."""
    since: tuple[float | None, ...] = ()
    """With a clock: when the running turn of each seat began."""
    rematch: str = ""
    """Id of the match that follows this one."""
    moves: int = 0
    """Actions so far."""
    payer: str = ""
    """Who pays for the moves that bots still owe (Purse); empty if they owe none."""

    @property
    def clock(self) -> Clock | None:
        """How much time seats have."""
        return self.terms.clock

    @property
    def rules(self) -> Game[Any, Any]:
        """The game that is played."""
        return GAMES[self.game]

    @property
    def rule_options(self) -> Options:
        """The options as the game declares them."""
        return msgspec.convert(self.options, self.rules.options_type)

    @property
    def decks(self) -> Decks:
        """The decks of the match, once no more entropy can come."""
        entropies = [seat.entropy for seat in self.seats]
        return Decks(self.seed, self.id, entropies, self.rules.deck_size)

    def position(self) -> Any:
        """Return the decoded state; call it only when there is one."""
        assert self.state is not None
        return self.rules.decode(self.state)

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that a token opens, comparing in constant time."""
        offered = token_hash(token)
        for number, seat in enumerate(self.seats):
            if hmac.compare_digest(seat.token_hash, offered):
                return number
        return None


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody took an open seat."""

    seat: Seat
    name: str


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat is open again."""

    seat: Seat


class Rematch(Event, frozen=True, tag="rematch"):
    """The match goes on as another one, for which the seats' tokens are good too."""

    match_id: str


class DealCommitted(Event, frozen=True, tag="deal_committed"):
    """The root, in hex, over the deck of a deal whose cards are shown one by one."""

    deal: int
    root: str


class TimedOut(Event, frozen=True, tag="timed_out"):
    """The clock of a seat ran out; what was played for it follows."""

    seat: Seat


EVENTS: tuple[type[Event], ...] = (
    SeatTaken,
    SeatLeft,
    DealCommitted,
    TimedOut,
    Rematch,
)
"""Events about the match itself, whatever the game."""


class Recorded(Value, frozen=True):
    """An event in a match's stream: what was told to whom, and when."""

    at: float
    """Seconds since 1970, UTC."""
    told: Told
    moves: int = 0
    """Actions in the match once this had happened: what spectators wait for."""
    over: bool = False
    """Whether the match was over then."""


class Action(Value, frozen=True, array_like=True):
    """What a seat has done, as records keep it; `move` is in builtin types."""

    at: float
    """Seconds since 1970, UTC."""
    seat: Seat
    kind: ActionKind
    move: dict[str, Any] | None = None


def new_id() -> str:
    """Return 128 random bits as 22 characters that need no quoting in an address."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return 256 random bits as text: what a seat shows to act."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Return what is stored of a token. It is random, so that a plain hash will do."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def pack(match: Match) -> bytes:
    """Return a match as bytes for the store."""
    return _FORMAT + _encode(match)


def unpack(data: bytes) -> Match:
    """Return the match of `pack`'s bytes.

    Raises UnknownFormat for those of another version, ValueError for broken ones.
    """
    if data[:1] != _FORMAT:
        raise UnknownFormat(f"a match stored in format {data[:1].hex()}, not 01")
    return _decoder.decode(data[1:])


_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Match)
