"""docs/security.md: the tests that it names are there; and how tokens are kept."""

from __future__ import annotations

import ast
import hmac
import re

import pytest
import redis
from flask.testing import FlaskClient

from service import match
from tests.api.api import two_humans
from tests.live import ROOT

PAGE = (ROOT / "docs/security.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w*)`", PAGE)))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_test_that_the_page_names_is_there(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text())
    names = [each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    assert name in names if name else any(n.startswith("test_") for n in names)


def test_tokens_are_stored_as_hashes_and_compared_in_constant_time(
    client: FlaskClient, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []
    honest = hmac.compare_digest

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return honest(one, other)

    monkeypatch.setattr(match.hmac, "compare_digest", compare)
    (first, _) = two_humans(client)
    first.look()
    token = first.token or ""
    assert (match.token_hash(token), match.token_hash(token)) in compared
    with redis.Redis.from_url(redis_url) as store:
        data = store.hget(f"tapete:{{{first.match_id}}}", "data")
        assert isinstance(data, bytes)
        assert match.token_hash(token) in data
        for key in store.scan_iter(f"*{first.match_id}*"):
            assert token.encode() not in key
            assert token.encode() not in (store.dump(key) or b"")
