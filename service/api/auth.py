"""Reads the bearer token of a request; whose it is, the match decides."""

from __future__ import annotations

from flask import request

from service.table import BadToken


def bearer_token() -> str | None:
    """Return the token of the Authorization header; None if there is no header.

    A header that carries no bearer token raises BadToken: its sender means to act for
    a seat, and must not be taken for a spectator.
    """
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise BadToken("The Authorization header must read: Bearer <token>.")
    return token.strip()
