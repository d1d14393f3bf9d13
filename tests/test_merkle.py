"""A root commits to every card of a deck, and a proof shows one of them only."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from service import merkle

leaves = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=60)


def test_small_trees_are_those_of_the_rfc() -> None:
    a, b, c = (merkle.leaf(bytes(16), card) for card in ("P1", "N2", "J9"))
    assert a == hashlib.sha256(b"\0" + bytes(16) + b"P1").digest()
    ab = hashlib.sha256(b"\1" + a + b).digest()
    assert merkle.root([a]) == a
    assert merkle.root([a, b]) == ab
    assert merkle.root([a, b, c]) == hashlib.sha256(b"\1" + ab + c).digest()


@given(leaves, st.data())
def test_the_path_of_every_leaf_leads_to_the_root(
    hashes: list[bytes], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(hashes) - 1))
    way = merkle.path(hashes, place)
    root = merkle.root(hashes)
    assert merkle.holds(hashes[place], place, len(hashes), way) == root


@given(leaves, st.data())
def test_no_other_leaf_place_or_path_leads_there(
    hashes: list[bytes], data: st.DataObject
) -> None:
    size = len(hashes)
    place = data.draw(st.integers(0, size - 1))
    way, root = merkle.path(hashes, place), merkle.root(hashes)
    other = hashlib.sha256(hashes[place]).digest()
    assert merkle.holds(other, place, size, way) != root
    assert merkle.holds(hashes[place], place, size, [*way, other]) != root
    assert merkle.holds(hashes[place], -1, size, way) is None
    assert merkle.holds(hashes[place], size, size, way) is None
    if way:
        assert merkle.holds(hashes[place], place, size, way[:-1]) != root
        assert merkle.holds(hashes[place], place, size, [other, *way[1:]]) != root
