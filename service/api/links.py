"""Which operation leads to which, as the links of the OpenAPI document."""

from __future__ import annotations

from typing import Any

_OF_A_MATCH = (
    "show_match",
    "show_presence",
    "take_seat",
    "list_moves",
    "make_move",
    "give_hints",
    "give_up",
    "follow_match",
    "export_record",
    "prove_cards",
    "get_ticket",
    "play_again",
)


def join(operations: dict[str, dict[str, Any]]) -> None:
    """Add the links to the answers of the operations, which are named by their ids."""
    for source in ("create_match", "take_seat"):
        for target in _OF_A_MATCH:
            _link(operations, source, target, {"match_id": "$response.body#/match/id"})
    for source, seat in (("create_match", "match/you"), ("take_seat", "seat")):
        place = {
            "match_id": "$response.body#/match/id",
            "seat": f"$response.body#/{seat}",
        }
        _link(operations, source, "leave_seat", place)
    first = {"match_id": "$response.body#/matches/0/id"}
    for target in ("show_match", "take_seat"):
        _link(operations, "list_matches", target, first)
    for target in ("show_match", "list_moves"):
        _link(operations, "play_again", target, {"match_id": "$response.body#/id"})
    same = {"match_id": "$request.path.match_id"}
    move = {"move": "$response.body#/moves/0/move"}
    _link(operations, "list_moves", "make_move", same, move)
    ticket = {**same, "ticket": "$response.body#/ticket"}
    _link(operations, "get_ticket", "follow_match", ticket)
    for target in (
        *("list_moves", "give_hints", "show_match", "follow_match"),
        *("export_record", "analyse_match"),
    ):
        _link(operations, "make_move", target, same)
    _link(operations, "list_moves", "give_hints", same)
    _link(operations, "give_hints", "make_move", same)
    for target in ("export_record", "analyse_match", "play_again"):
        _link(operations, "give_up", target, same)
    _link(operations, "export_record", "verify_record", {}, "$response.body")
    game = {"game": "$response.body#/games/0/name"}
    for target in ("show_game", "show_rules"):
        _link(operations, "list_games", target, game)


def _link(
    operations: dict[str, dict[str, Any]],
    source: str,
    target: str,
    parameters: dict[str, str],
    body: Any = None,
) -> None:
    link: dict[str, Any] = {
        "operationId": target,
        "description": operations[target]["summary"] + ".",
    }
    if parameters:
        link["parameters"] = parameters
    if body is not None:
        link["requestBody"] = body
    responses = operations[source]["responses"]
    (answer,) = (answer for code, answer in responses.items() if code < "300")
    answer.setdefault("links", {})[target] = link
