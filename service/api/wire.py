"""The shape of what clients send; the one place where it is checked."""

from __future__ import annotations

import re
from functools import cached_property
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import jiter
import msgspec
from flask import Request, current_app
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    model_validator,
)
from pydantic_core import PydanticCustomError
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from service.bots import LEVELS
from service.games import GAMES, Game
from service.games.base import Move, Options
from service.match import Clock, Seated, Terms, token_hash
from service.records import Record

DEFAULT_LEVEL = 3
EVALUATE = "evaluate"
"""The routes whose bodies may be larger."""


class _Nothing(ImmutableMultiDict[str, str]):
    """An empty query; werkzeug's own finds that out by an exception for each name."""

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]
        return default


_NO_QUERY: MultiDict[str, str] = _Nothing()


class Fault(NamedTuple):
    """One thing wrong with a body: where (a JSON Pointer), what, and a stable code."""

    pointer: str
    detail: str
    code: str


class ShapeError(Exception):
    """The request does not have the declared shape."""

    def __init__(self, *faults: Fault) -> None:
        """Keep all that is wrong."""
        super().__init__("; ".join(f"{f.pointer}: {f.detail}" for f in faults))
        self.faults = faults


class StrictRequest(Request):
    """A request whose JSON is read strictly, whatever its reader asks for."""

    @cached_property
    def args(self) -> MultiDict[str, str]:
        """Return the query; most requests have none, which need not be parsed."""
        return super().args if self.environ.get("QUERY_STRING") else _NO_QUERY

    @property
    def max_body(self) -> int:
        """Return how many bytes the body may have."""
        name = "MAX_EVALUATE_BODY" if self.blueprint == EVALUATE else "MAX_BODY"
        return int(current_app.config[name])

    def get_data(self, *args: Any, **kwargs: Any) -> Any:
        """Return the body; raises the HTTP error of one that is too long."""
        most, told = self.max_body, self.content_length
        # Werkzeug cuts a chunked body at this length; one byte more shows it was cut.
        self.max_content_length = most + 1 if told is None or told > most else None
        data = super().get_data(*args, **kwargs)
        if len(data) > most:
            raise RequestEntityTooLarge
        return data

    def get_json(
        self, force: bool = False, silent: bool = False, cache: bool = True
    ) -> Any:
        """Return the body, a JSON object; raises the HTTP error that fits otherwise.

        jiter refuses duplicate keys, lone surrogates, NaN and endless numbers.
        """
        if self.mimetype != "application/json":
            raise UnsupportedMediaType("Send the body as application/json.")
        if self.mimetype_params.get("charset", "utf-8").lower() not in (
            "utf-8",
            "utf8",
        ):
            raise BadRequest("Send the body in UTF-8.")
        data = self.get_data(cache=cache)
        try:
            body = jiter.from_json(data, allow_inf_nan=False, catch_duplicate_keys=True)
        except ValueError as error:
            raise BadRequest(f"The body is not JSON: {error}.") from None
        if not isinstance(body, dict):
            raise BadRequest("The body is not a JSON object.")
        return body


class Body(BaseModel):
    """Base of every body: nothing is coerced, nothing unknown is let through."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, allow_inf_nan=False
    )


_PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*$"

Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        pattern=_PRINTABLE,
        description="Shown to everybody. No control characters.",
        examples=["Ada"],
    ),
]
Entropy = Annotated[
    str,
    Field(
        max_length=128,
        pattern=_PRINTABLE,
        description="Any text of yours; it goes into the shuffle after the commitment.",
        examples=["nine green bottles"],
    ),
]


class SeatPlan(Body):
    """Who is to have a seat: the creator (`human`), a `bot`, or the next to join."""

    kind: Literal["human", "bot", "open"]
    name: Name | None = None
    level: Annotated[int, Field(ge=1, le=7, description="Bots only.")] | None = None


Seconds = Annotated[float, Field(ge=1, le=7 * 24 * 3600)]


class ClockSetting(Body):
    """How long seats may take; give `turn`, or `base`, or both."""

    turn: Annotated[
        Seconds | None, Field(description="Seconds for each turn.", examples=[30])
    ] = None
    base: Annotated[
        Seconds | None,
        Field(description="Seconds for all turns of the match.", examples=[600]),
    ] = None
    increment: Annotated[
        float,
        Field(ge=0, le=3600, description="Seconds added to `base` after each turn."),
    ] = 0

    def read(self) -> Clock:
        """Return the clock of the match."""
        return Clock(turn=self.turn, base=self.base, increment=self.increment)

    @model_validator(mode="after")
    def _limits_something(self) -> ClockSetting:
        if self.turn is None and self.base is None:
            raise PydanticCustomError("clock", "Give turn, or base, or both")
        return self


class NewMatch(Body):
    """A match to create."""

    game: Annotated[str, Field(json_schema_extra={"enum": list(GAMES)})]
    seats: Annotated[
        list[SeatPlan],
        Field(max_length=32, description="In seat order. Default: you and a bot."),
    ] = []
    options: Annotated[
        dict[str, Any],
        Field(description="The game's own; GET /v1/games/{game} describes them."),
    ] = {}

    clock: ClockSetting | None = None
    unlisted: Annotated[
        bool,
        Field(description="Not in the lobby; open seats need the invitation."),
    ] = False
    spectators: Annotated[
        Literal["open", "delayed", "none"],
        Field(description="Whether others may watch before the match is over."),
    ] = "open"
    delay: Annotated[
        int,
        Field(ge=1, le=1000, description="Moves by which `delayed` ones are behind."),
    ] = 10

    disclosure: Annotated[
        Literal["full", "shown_only"],
        Field(
            description="Whether the record will show the seed, and with it every card,"
            " or only the cards that were shown, each with its proof."
        ),
    ] = "full"
    assist: Annotated[
        bool, Field(description="Whether seats may ask for hints while they play.")
    ] = True

    def terms(self, invitation: str) -> Terms:
        """Return what is agreed on besides the game's options."""
        return Terms(
            clock=None if self.clock is None else self.clock.read(),
            unlisted=self.unlisted,
            invitation=token_hash(invitation) if invitation else b"",
            spectators=self.spectators,
            delay=self.delay if self.spectators == "delayed" else 0,
            disclosure=self.disclosure,
            assist=self.assist,
        )

    def read(self) -> tuple[Game[Any, Any], tuple[Seated, ...], Options]:
        """Return game, seats and options; raises ShapeError for what does not fit."""
        rules = GAMES.get(self.game)
        if rules is None:
            known = ", ".join(GAMES)
            raise ShapeError(Fault("/game", f"One of: {known}.", "unknown_game"))
        options = _convert(self.options, rules.options_type, "/options")
        return rules, self._seated(rules), options

    def _seated(self, rules: Game[Any, Any]) -> tuple[Seated, ...]:
        others = [SeatPlan(kind="bot")] * (rules.seats.start - 1)
        plans = self.seats or [SeatPlan(kind="human"), *others]
        if len(plans) not in rules.seats:
            low, high = rules.seats.start, rules.seats.stop - 1
            range_ = str(low) if low == high else f"{low} to {high}"
            text = f"{rules.name} takes {range_} seats, not {len(plans)}."
            raise ShapeError(Fault("/seats", text, "seat_count"))
        faults = [
            Fault(f"/seats/{number}/level", fault, "no_such_level")
            for number, plan in enumerate(plans)
            if (fault := _level_fault(rules.name, plan))
        ]
        if faults:
            raise ShapeError(*faults)
        return tuple(
            Seated(
                plan.kind,
                plan.name or "",
                (plan.level or DEFAULT_LEVEL) if plan.kind == "bot" else None,
            )
            for plan in plans
        )


class Join(Body):
    """Whoever takes an open seat."""

    name: Name
    entropy: Entropy = ""
    invitation: Annotated[
        str, Field(max_length=128, description="For a match that is not listed.")
    ] = ""


class MoveToMake(Body):
    """A move for the seat whose token is sent."""

    move: Annotated[
        dict[str, Any],
        Field(description="One of the game's moves, told apart by `type`."),
    ]
    seat: (
        Annotated[
            int,
            Field(ge=0, le=31, description="Checked against the token's, if given."),
        ]
        | None
    ) = None

    def read(self, rules: Game[Any, Any]) -> Move:
        """Return the move as one of the game's; raises ShapeError if it is none."""
        kind = self.move.get("type")
        kinds = {move_tag(move): move for move in rules.move_types}
        if not isinstance(kind, str) or kind not in kinds:
            known = ", ".join(kinds)
            fault = Fault("/move/type", f"One of: {known}.", "unknown_move")
            raise ShapeError(fault)
        return cast(Move, _convert(self.move, kinds[kind], "/move"))


class RecordToVerify(RootModel[dict[str, Any]]):
    """A record, as GET /v1/matches/{id}/record gives it."""

    def read(self) -> Record:
        """Return the record; raises ShapeError if it is none."""
        return _convert(self.root, Record, "")


def move_tag(move: type[Move]) -> str:
    """Return the `type` by which a move is known."""
    return str(move.__struct_config__.tag)


T = TypeVar("T")
_AT = re.compile(r" - at `\$(?P<path>.*)`$")
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")


def _convert(value: Any, shape: type[T], pointer: str) -> T:
    """Return the value as one of the games' types; raises ShapeError.

    msgspec names the first fault as text, with the path of what holds it.
    """
    try:
        return msgspec.convert(value, shape, strict=True)
    except msgspec.ValidationError as error:
        text = str(error)
        found = _AT.search(text)
        path = found["path"] if found else ""
        at = "".join(f"/{part}" for part in re.findall(r"[^.\[\]]+", path))
        named = _FIELD.search(text)
        if named:
            at += "/" + named["name"]
        detail = f"{_AT.sub('', text)}.{_allowed(shape, at)}"
        raise ShapeError(Fault(pointer + at, detail, "shape")) from None


def _allowed(shape: type[Any], at: str) -> str:
    """Return the values that the field at a pointer can have, if they are listed."""
    kind = get_type_hints(shape).get(at.removeprefix("/"))
    if get_origin(kind) is not Literal:
        return ""
    return f" One of: {', '.join(str(value) for value in get_args(kind))}."


def _level_fault(game: str, plan: SeatPlan) -> str | None:
    if plan.level is None:
        return None
    if plan.kind != "bot":
        return "Only bots have a level."
    if plan.level not in LEVELS[game]:
        known = ", ".join(str(level) for level in LEVELS[game])
        return f"The levels of {game} are {known}."
    return None
