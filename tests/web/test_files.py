"""The files of the table page: how they are sent, and what may be kept of them."""

import gzip
import re

from flask.testing import FlaskClient

GZIP = {"Accept-Encoding": "gzip"}


def addresses(client: FlaskClient) -> list[str]:
    return re.findall(r'(?:href|src)="(/table/[^"]+)"', client.get("/").text)


def test_the_page_names_its_files_and_all_are_there(client: FlaskClient) -> None:
    found = addresses(client)
    assert len(found) == 5
    kinds = [client.get(address).mimetype for address in found]
    assert kinds == ["image/svg+xml", *["text/css"] * 3, "text/javascript"]


def test_modules_find_one_another(client: FlaskClient) -> None:
    (start,) = (name for name in addresses(client) if name.endswith("app.js"))
    folder, todo, seen = start.rpartition("/")[0], ["app.js"], set[str]()
    while todo:
        name = todo.pop()
        seen.add(name)
        answer = client.get(f"{folder}/{name}")
        assert answer.status_code == 200, name
        imported = re.findall(r'^import .*from "\./([^"]+)"', answer.text, re.MULTILINE)
        todo += [each for each in imported if each not in seen]
    assert "client/tapete.js" in seen


def test_files_are_kept_for_ever_and_the_page_is_asked_for_again(
    client: FlaskClient,
) -> None:
    page = client.get("/")
    assert page.headers["Cache-Control"] == "no-cache"
    for address in addresses(client):
        kept = client.get(address).headers["Cache-Control"]
        assert kept == "public, max-age=31536000, immutable"
    # Of another version: what there is, but not to be kept.
    old = re.sub("/table/[0-9a-f]+/", "/table/0123456789abcdef/", addresses(client)[0])
    assert client.get(old).headers["Cache-Control"] == "no-cache"


def test_what_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    for headers in ({}, GZIP):
        tag = client.get("/", headers=headers).headers["ETag"]
        again = client.get("/", headers={**headers, "If-None-Match": tag})
        assert again.status_code == 304
        assert not again.data


def test_whoever_can_unpack_gets_less(client: FlaskClient) -> None:
    for address in ["/", *addresses(client)]:
        plain, packed = client.get(address), client.get(address, headers=GZIP)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in plain.vary
        assert plain.headers["ETag"] != packed.headers["ETag"]


def test_other_files_are_not_served(client: FlaskClient) -> None:
    folder = addresses(client)[0].rpartition("/")[0]
    for name in ("package.json", "client/package.json", "../app.py", "docs.html", "x"):
        answer = client.get(f"{folder}/{name}")
        assert answer.status_code == 404
        assert answer.mimetype == "application/problem+json"


def test_the_page_runs_nothing_that_stands_in_it(client: FlaskClient) -> None:
    page = client.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", page.text)
    assert not re.search(r"https?://", page.text)
