#!/usr/bin/env python3
"""Checks that the cards of finished matches follow from what was committed to.

Usage: verify_record.py RECORD.json ...   It needs Python 3.9 and nothing of Tapete.
docs/fairness.md says what is checked; `tapete verify` checks the moves as well.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path

FRENCH = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
POKERDREZ = [figure + colour for colour in "123456789" for figure in "PNBRQJ"]
CARDS = {"locus": FRENCH, "lamarckian": FRENCH, "poker7": POKERDREZ}


def words(seed, context, deal):
    for block in range(1 << 32):
        message = context + deal.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))


def deck(cards, stream):
    for i in range(len(cards) - 1, 0, -1):
        fair = 2**32 - 2**32 % (i + 1)
        j = next(word for word in stream if word < fair) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def checks(record):
    shuffle, decks = record["shuffle"], record["decks"]
    form = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
    text = json.dumps({**record, "digest": ""}, **form)
    yield "digest", hashlib.sha256(text.encode()).hexdigest() == record["digest"]
    yield "method", shuffle["method"] == "tapete-shuffle-1"
    if shuffle["seed"] is None:
        raise ValueError("without a seed; `tapete verify` checks its proofs")
    seed = bytes.fromhex(shuffle["seed"])
    yield "commitment", hashlib.sha256(seed).hexdigest() == shuffle["commitment"]
    texts = ["tapete-shuffle-1", record["id"], *(s["entropy"] for s in record["seats"])]
    context = b"".join(len(t.encode()).to_bytes(2, "big") + t.encode() for t in texts)
    cards = CARDS[record["game"]]
    dealt = [deck(cards[:], words(seed, context, k)) for k in range(len(decks))]
    yield "decks", decks != [] and decks == dealt


good = len(sys.argv) > 1 or sys.exit(__doc__)
for path in sys.argv[1:]:
    try:
        results = list(checks(json.loads(Path(path).read_bytes())))
    except Exception as error:  # whatever it is, the file is not a record
        results = [(f"record ({error!r})", False)]
    good = good and all(ok for _, ok in results)
    for name, ok in results:
        print(f"{path}: {'ok   ' if ok else 'false'} {name}")
sys.exit(not good)
