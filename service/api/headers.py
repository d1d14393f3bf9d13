"""The headers of requests and answers, as the OpenAPI document declares them.

Which operation has which follows from the answers that it declares: whatever can be
stale takes If-Match, and so on.
"""

from __future__ import annotations

from typing import Any

from service.api.queries import EVENT_ID

_TAG = '"5-0"'


def declare(operations: dict[str, dict[str, Any]]) -> None:
    """Add the headers to the operations, which are named by their ids."""
    for operation in operations.values():
        answers = operation["responses"]
        keyed = "key_reused" in _codes(answers.get("422", {}))
        asked = operation.setdefault("parameters", [])
        if "304" in answers:
            asked.append(_IF_NONE_MATCH)
            _answer(answers, "304", "ETag", _ETAG)
        if "412" in answers:
            asked.append(_IF_MATCH)
        if keyed:
            asked.append(_KEY)
        for code in ("200", "201"):
            if keyed:
                _answer(answers, code, "Idempotent-Replayed", _REPLAYED)
            if keyed or "304" in answers:
                _answer(answers, code, "ETag", _ETAG)
        _answer(answers, "401", "WWW-Authenticate", _AUTHENTICATE)
        _answer(answers, "412", "ETag", _ETAG)
        _answer(answers, "503", "Retry-After", RETRY_AFTER)
    for name in ("create_match", "take_seat", "play_again"):
        _answer(operations[name]["responses"], "201", "Location", _LOCATION)
    for name in ("follow_match", "list_matches"):
        _answer(operations[name]["responses"], "200", "Link", _LINK)
    operations["follow_match"]["parameters"].append(_LAST_EVENT)
    for name in ("list_games", "show_game", "show_rules"):
        operations[name]["parameters"].append(_LANGUAGE)
        _answer(operations[name]["responses"], "200", "Content-Language", _IN_LANGUAGE)


def _codes(answer: dict[str, Any]) -> set[str]:
    """Return the codes of the problems that an answer may be."""
    forms = answer.get("content", {}).values()
    return {code for form in forms for code in form["examples"]}


def _answer(answers: dict[str, Any], code: str, name: str, header: Any) -> None:
    if code in answers:
        answers[code].setdefault("headers", {})[name] = header


def _text(description: str, example: str, pattern: str = "") -> dict[str, Any]:
    schema = {"type": "string", **({"pattern": pattern} if pattern else {})}
    return {"description": description, "schema": schema, "example": example}


def _asked(name: str, header: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, **header}


_IF_MATCH = _asked(
    "If-Match",
    _text("Only change the match if this is its ETag, as your seat sees it.", _TAG),
)
_IF_NONE_MATCH = _asked(
    "If-None-Match", _text("Only answer if this is not the match's ETag.", _TAG)
)
_KEY = _asked(
    "Idempotency-Key",
    _text(
        "A fresh key for each change: a repetition under it gets the first answer.",
        "8e03978e-40d5-43dd-bc93-6894a57f9324",
        '^"?[!#-~]{16,128}"?$',
    ),
)
_LAST_EVENT = _asked(
    "Last-Event-ID",
    _text("The id of the last event that you know.", "5-0", f"^({EVENT_ID})?$"),
)
_LANGUAGE = _asked(
    "Accept-Language", _text("English unless Spanish is wanted more.", "es, en;q=0.5")
)
_ETAG = _text("The version of the match as the viewer sees it.", _TAG)
_REPLAYED = {
    "description": "Sent with the first answer under a key when it is given again.",
    "schema": {"type": "string", "const": "true"},
}
_LOCATION = {
    "description": "Where the match is.",
    "schema": {"type": "string", "format": "uri-reference"},
}
_AUTHENTICATE = _text("How to prove whose seat it is.", 'Bearer realm="tapete"')
_LINK = _text(
    "With a JSON page: where the next one is, as `next` says too.",
    '</v1/matches/mXv3RTSsQ1uP6Lw0QYkJ8A/events?after=5-0&limit=100>; rel="next"',
)
_IN_LANGUAGE = {
    "description": "The language of what is for people to read.",
    "schema": {"type": "string", "enum": ["en", "es"]},
}
RETRY_AFTER = {
    "description": "Seconds to wait.",
    "schema": {"type": "integer", "minimum": 1},
}
