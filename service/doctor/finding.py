"""What was found of one thing: whether it is well, and what to do if it is not."""

from __future__ import annotations

from typing import Literal, NamedTuple

State = Literal["ok", "warn", "fail"]


class Finding(NamedTuple):
    """A line of the doctor's."""

    name: str
    state: State
    text: str
    remedy: str = ""
    """What to type or to set; empty if all is well."""


def ok(name: str, text: str) -> Finding:
    """Return that something is well."""
    return Finding(name, "ok", text)


def warn(name: str, text: str, remedy: str) -> Finding:
    """Return that something works, but not as it should be run."""
    return Finding(name, "warn", text, remedy)


def fail(name: str, text: str, remedy: str) -> Finding:
    """Return that something does not work, or will lose matches."""
    return Finding(name, "fail", text, remedy)
