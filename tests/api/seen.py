"""All that a viewer can get of a match, and what must not be in it before the end."""

from __future__ import annotations

import hmac
import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from service.api.context import EXTENSION
from service.games.cards import FRENCH, POKERDREZ
from service.match import Match, unpack
from tests.api.api import Player

READ = ["", "?wait=0", "/moves", "/presence", "/proofs", "/record", "/analysis"]
POSTED = ["/hints", "/rematch", "/seats"]
STREAMS = {"application/x-ndjson": 1, "text/event-stream": 2}
"""The forms of the feed without an end, and the parts in which all there is comes."""
BAD_MOVES: list[Any] = [
    *({"move": {"type": "mark", "card": card}} for card in ("2c", "As")),
    *({"move": {"type": "show", "card": card}} for card in ("P1", "J9")),
    *({"move": {"type": kind, "to": 2**53 - 1}} for kind in ("bet", "raise")),
    {"move": {"type": "place", "cell": "h6", "face": "up"}},
    {"move": {"type": "seed"}, "seat": 7},
]
RUN = 3
"""Hidden cards in the order of the deck that nobody names by chance."""
LONG_RUN = 6
"""The same of a deck whose cards are open in another order."""
BLOCKS = 6
SALTED = b"salt: "


def store_of(player: Player) -> Any:
    return player.client.application.extensions[EXTENSION]._store


def match_of(player: Player) -> Match:
    """What the store holds."""
    return unpack(store_of(player).load(player.match_id).data)


def everything(player: Player, headers: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each thing that a viewer can ask for without a change, and all of its answer."""
    client, where = player.client, player.address
    mine = {**player.headers, **headers}
    legal = client.get(f"{where}/moves", headers=mine).json.get("moves", [])
    tries = [{"move": choice["move"]} for choice in legal[:4]]
    asked = [("GET", path, None, {}) for path in [*READ, "/events?limit=1000"]]
    asked += [("POST", path, {"name": "Eve"}, {}) for path in POSTED]
    asked += [("GET", "/record", None, {"Accept": "text/plain"})]
    asked += [("DELETE", f"/seats/{seat}", None, {}) for seat in (0, 1, 9)]
    asked += [("PUT", "/moves", None, {}), ("GET", "", None, {"Authorization": "x"})]
    asked += [("POST", "/moves?dry_run=true", body, {}) for body in tries + BAD_MOVES]
    asked += [("POST", "/moves", body, {"If-Match": '"0-0"'}) for body in tries]
    waiting = client.get(where, headers=mine).json.get("to_move", [])
    idle = player.token is None or not legal or len(waiting) == 0
    asked += [("POST", "/moves", body, {}) for body in BAD_MOVES if idle]
    for method, path, body, more in asked:
        answer = client.open(
            where + path, method=method, json=body, headers={**mine, **more}
        )
        yield f"{method} {path} {body} {more}", said(answer)
    for form, length in STREAMS.items():
        answer = client.get(f"{where}/events", headers={**mine, "Accept": form})
        parts = answer.iter_encoded()
        told = b"".join(islice(parts, length))
        yield form, str(answer.headers) + told.decode()
        answer.close()


def said(answer: Any) -> str:
    """Status, headers and body."""
    return f"{answer.status}\n{answer.headers}{answer.get_data(as_text=True)}"


def spelled(secret: bytes) -> set[str]:
    """Bytes as somebody may have written them, in lower case."""
    forms = {str(int.from_bytes(secret, order)) for order in ("big", "little")}
    forms |= {repr(secret)[2:-1], secret.decode("latin-1")}
    forms |= {separator.join(map(str, secret)) for separator in (",", ", ", " ")}
    for lead in range(3):  # base64 of something longer has them at any offset
        for encode in (b64encode, urlsafe_b64encode):
            forms.add(encode(bytes(lead) + secret)[2 * bool(lead) + 2 : -4].decode())
    for part in (secret, secret[::-1]):
        hexed = part.hex()
        forms |= {hexed[at : at + 16] for at in range(0, len(hexed) - 15, 8)}
    return {form.lower() for form in forms}


class Secrets:
    """What follows to a deck of a match from a text, if it is in there."""

    def __init__(self, match: Match, version: int, proved: str = "") -> None:
        """Take the match; salts that are in `proved` are of cards that are seen."""
        decks, rules = match.decks, match.rules
        deals = range(max(rules.seen(match.position(), 0)) + 3)
        secret = [match.seed]
        for deal in deals:
            secret += [
                hmac.digest(match.seed, decks._context + tail, "sha256")
                for block in range(BLOCKS)
                for tail in [deal.to_bytes(4, "big") + block.to_bytes(4, "big")]
            ]
            secret += [salt for salt in decks.salts(deal) if salt.hex() not in proved]
        self.forms = {form for each in secret for form in spelled(each)}
        for made in (f"version {v}, move 0" for v in range(version + 1)):
            self.forms |= {str(w) for w in decks.chance(made).getstate()[1][:8]}
        zones = rules.zones(match.position())
        rest = zones["deck"] if "deck" in zones else zones["undealt"]
        self.orders = {**_runs(rest, RUN), **_runs(rest, LONG_RUN)}
        for deal in deals[-2:]:
            self.orders |= (
                _runs(decks(deal), LONG_RUN) if rules.name == "poker7" else {}
            )
        self.names = FRENCH if rules.deck_size == len(FRENCH) else POKERDREZ

    def found_in(self, text: str) -> set[str]:
        """The secrets that a text tells."""
        lower = text.lower()
        found = {form for form in self.forms if form in lower}
        bounded = r"(?<![\w-])([2-9TJQKA][cdhs]|[PNBRQJ][1-9])(?![\w-])"
        ids = {name: card for card, name in enumerate(self.names)}
        named = [ids.get(name, -1) for name in re.findall(bounded, text)]
        numbers = [int(n) for n in re.findall(r"(?<![\w.-])\d{1,2}(?![\w.-])", text)]
        for told, lengths in ((named, (RUN, LONG_RUN)), (numbers, (LONG_RUN,))):
            for length in lengths:
                for at in range(len(told) - length + 1):
                    run = tuple(told[at : at + length])
                    if run in self.orders:
                        found.add(f"{self.orders[run]}: {json.dumps(run)}")
        return found


def _runs(cards: Sequence[int], length: int) -> dict[tuple[int, ...], str]:
    """Every stretch of an order, forwards and backwards."""
    ways = {"order": tuple(cards), "order backwards": tuple(cards)[::-1]}
    return {
        way[at : at + length]: name
        for name, way in ways.items()
        for at in range(len(way) - length + 1)
    }
