"""Checks the cards of finished matches: python3 verify_record.py RECORD.json ..."""

import hmac
import json
import sys
from hashlib import sha256
from pathlib import Path
from struct import unpack

FRENCH = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
POKERDREZ = [figure + colour for colour in "123456789" for figure in "PNBRQJ"]
CARDS = {"locus": FRENCH, "lamarckian": FRENCH, "poker7": POKERDREZ}
FORM = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}


def deck(cards, seed, start):
    blocks = (start + block.to_bytes(4, "big") for block in range(1 << 32))
    hashes = (hmac.digest(seed, block, "sha256") for block in blocks)
    words = (word for digest in hashes for word in unpack(">8I", digest))
    for i in range(len(cards) - 1, 0, -1):
        j = next(w for w in words if w < 2**32 - 2**32 % (i + 1)) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def root(proof, place, size, path):
    if size == 1:
        salted = b"\0" + bytes.fromhex(proof["salt"]) + proof["card"].encode()
        return sha256(salted).hexdigest() + "".join(path)  # too long: it is no hash
    cut = 1 << (size - 1).bit_length() - 1
    if place < cut:
        pair = root(proof, place, cut, path[:-1]) + path[-1]
    else:
        pair = path[-1] + root(proof, place - cut, size - cut, path[:-1])
    return sha256(b"\1" + bytes.fromhex(pair)).hexdigest()


def checks(record):
    shuffle, decks, names = record["shuffle"], record["decks"], CARDS[record["game"]]
    text, trees = json.dumps({**record, "digest": ""}, **FORM), record["proofs"]
    yield "digest", sha256(text.encode()).hexdigest() == record["digest"]
    yield "method", shuffle["method"] == "tapete-shuffle-1"
    if shuffle["seed"] is None:
        told = [{p["place"]: p["card"] for p in tree["cards"]} for tree in trees]
        yield "cards", decks == [[t.get(n) for n in range(len(names))] for t in told]
        for tree in trees:
            tops = {root(p, p["place"], len(names), p["path"]) for p in tree["cards"]}
            yield "proofs", tops <= {tree["root"]}
        return
    seed = bytes.fromhex(shuffle["seed"])
    yield "commitment", sha256(seed).hexdigest() == shuffle["commitment"]
    texts = [shuffle["method"], record["id"], *(s["entropy"] for s in record["seats"])]
    start = b"".join(len(t.encode()).to_bytes(2, "big") + t.encode() for t in texts)
    deals = (start + k.to_bytes(4, "big") for k in range(len(decks)))
    yield "decks", decks == [deck(names[:], seed, deal) for deal in deals] != []


good = len(sys.argv) > 1 or sys.exit(__doc__)
for path in sys.argv[1:]:
    try:
        results = list(checks(json.loads(Path(path).read_bytes())))
    except Exception as error:  # whatever it is, the file is not a record
        results = [(f"record ({error!r})", False)]
    for name, ok in results:
        print(f"{path}: {'ok   ' if ok else 'false'} {name}")
        good = good and ok
sys.exit(not good)
