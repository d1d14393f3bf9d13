"""Records of finished matches come to a directory or a bucket, each once in effect.

The bucket is one of nanio, an S3-compatible server that keeps objects as files and
checks signatures; it runs as a process of its own.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import obstore
import pytest
import redis
from flask.testing import FlaskClient

from service.api.context import ARCHIVE
from service.app import create_app
from service.archive import Archive
from service.config import Settings, SettingsError
from service.store.redis import CLAIM_S
from tests.api.api import between_bots, create, finish, strict, two_humans
from tests.live import running_service
from tests.telemetry.conftest import free_port

LATER_S = 10.0
"""After every pause and claim of a first try."""
KEYS = {"access_key_id": "tapete", "secret_access_key": "an-archive-of-tests"}


@pytest.fixture(autouse=True)
def no_old_notes(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as raw:
        raw.delete("tapete:archive")


@pytest.fixture
def client(settings: Settings, tmp_path: Path) -> FlaskClient:
    """A client of an application that archives to a directory."""
    url = f"file://{tmp_path}/archive"
    return create_app(replace(settings, archive_url=url)).test_client()


def archive(client: FlaskClient, after: float = LATER_S) -> Archive:
    """The archive, at a later time."""
    made: Archive = client.application.extensions[ARCHIVE]
    made._now = lambda: time.time() + after
    return made


def written(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def work_off(at: Archive) -> None:
    while at.work():
        pass


@pytest.mark.parametrize("game", ["locus", "lamarckian", "poker7"])
def test_the_file_of_a_finished_match_is_its_record(
    client: FlaskClient, tmp_path: Path, game: str
) -> None:
    seats = [{"kind": "bot", "level": 1}] * 2
    options = {"hands": 1} if game == "poker7" else {}
    path = between_bots(client, game=game, seats=seats, options=options)
    work_off(archive(client))
    (file,) = written(tmp_path / "archive")
    answer = client.get(f"{path}/record")
    assert file.read_bytes() == answer.data
    day = strict(answer)["created_at"][:10].split("-")
    assert file.relative_to(tmp_path / "archive").parts == (*day, f"{path[12:]}.json")


def test_a_match_that_goes_on_is_not_written(
    client: FlaskClient, tmp_path: Path
) -> None:
    players = two_humans(client)
    work_off(archive(client))
    assert written(tmp_path / "archive") == []
    store = archive(client)._store
    store.note_finished(players[0].match_id, 1)  # as a commit that did not land leaves
    assert archive(client).work() == 1
    assert written(tmp_path / "archive") == []
    finish(*players)
    work_off(archive(client))
    assert len(written(tmp_path / "archive")) == 1


def test_a_crash_between_writing_and_settling_makes_no_second_file(
    client: FlaskClient, tmp_path: Path
) -> None:
    finish(*two_humans(client))
    at = archive(client)
    ((match_id, _),) = at._store.claim_finished(at._now(), 10)
    at._written(match_id)  # and here it dies
    (first,) = written(tmp_path / "archive")
    before = first.read_bytes()
    at = archive(client, LATER_S + CLAIM_S + 1)
    assert at.work() == 1
    assert written(tmp_path / "archive") == [first]
    assert first.read_bytes() == before
    assert archive(client, 1e6).work() == 0


def test_a_match_that_has_expired_is_given_up(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    store = archive(client)._store
    store.note_finished("x" * 22, 1)
    assert archive(client).work() == 1
    assert "expired unarchived" in caplog.text
    assert archive(client, 1e6).work() == 0


def test_without_the_setting_nothing_is_noted(settings: Settings) -> None:
    client = create_app(settings).test_client()
    finish(*two_humans(client))
    assert ARCHIVE not in client.application.extensions
    lobby = client.application.extensions["tapete"]._store
    assert lobby.claim_finished(time.time() + 1e6, 10) == []


@contextmanager
def bucket(folder: Path, port: int) -> Iterator[Path]:
    """An S3 server with one bucket, `records`; gives the folder of its objects."""
    env = {"NANIO_ACCESS_KEY": KEYS["access_key_id"]}
    env |= {"NANIO_SECRET_KEY": KEYS["secret_access_key"]}
    (folder / "records").mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "nanio", "serve", "--port", str(port)]
    command += ["--data-dir", str(folder), "--host", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--no-access-log", "--log-level", "error"],
        env={**os.environ, **env},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield folder / "records"
        finally:
            process.terminate()


def aws(port: int, **more: str) -> Mapping[str, str]:
    named = {f"AWS_{key.upper()}": value for key, value in KEYS.items()}
    where = {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    return {**named, **where, "AWS_REGION": "us-east-1", **more}


def test_a_bucket_that_is_away_gets_the_record_when_it_is_back(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    for key, value in aws(port).items():
        monkeypatch.setenv(key, value)
    url = "s3://records/of/tapete"
    client = create_app(replace(settings, archive_url=url)).test_client()
    players = two_humans(client)
    finish(*players)
    assert archive(client).work() == 1  # nobody listens there
    with socket.socket() as silent:  # somebody listens and says nothing
        silent.bind(("127.0.0.1", port))
        silent.listen()
        waiting = threading.Thread(target=archive(client, 600).work)
        waiting.start()
        _, (other,) = create(client)
        began = time.monotonic()
        other.move(other.choices()[0]["move"])
        assert time.monotonic() - began < 2
        waiting.join(30)
        assert not waiting.is_alive()
    with bucket(tmp_path, port) as objects:
        work_off(archive(client, 1200))
        place = archive(client)._place
        (kept,) = (each for batch in obstore.list(place) for each in batch)
        data = obstore.get(place, kept["path"]).bytes().to_bytes()
        record = client.get(f"{players[0].address}/record")
        assert data == record.data
        assert any(path.read_bytes() == data for path in written(objects))
    assert archive(client, 1e6).work() == 0


def test_a_wrong_key_is_tried_again_and_not_told(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    port = free_port()
    for key, value in aws(port, AWS_SECRET_ACCESS_KEY="not-the-secret").items():
        monkeypatch.setenv(key, value)
    client = create_app(replace(settings, archive_url="s3://records")).test_client()
    with bucket(tmp_path, port) as objects:
        finish(*two_humans(client))
        assert archive(client).work() == 1
        assert written(objects) == []
    assert "the archive is away" in caplog.text
    assert "not-the-secret" not in caplog.text
    assert archive(client, 1e6).work() == 1


def test_a_running_service_archives_by_itself(tmp_path: Path) -> None:
    port, folder = free_port(), tmp_path / "archive"
    env = {
        "TAPETE_ARCHIVE_URL": f"file://{folder}",
        "TAPETE_METRICS_ADDR": f"127.0.0.1:{port}",
    }
    with running_service(tmp_path, workers=2, env=env) as live:
        ids = [_resigned(live.url) for _ in range(3)]
        deadline = time.monotonic() + 20
        while len(written(folder)) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert {path.stem for path in written(folder)} == set(ids)
        told = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert 'tapete_archive_writes_total{outcome="written"} 3.0' in told
        record = json.loads(written(folder)[0].read_text())
        assert httpx.post(f"{live.url}/v1/verify", json=record).json()["ok"] is True


def _resigned(url: str) -> str:
    created: Any = httpx.post(f"{url}/v1/matches", json={"game": "locus"}).json()
    match_id, token = created["match"]["id"], created["tokens"][0]["token"]
    path = f"{url}/v1/matches/{match_id}/resignation"
    httpx.post(path, headers={"Authorization": f"Bearer {token}"})
    return str(match_id)


@pytest.mark.parametrize("url", ["/var/records", "ftp://host/x", "records"])
def test_an_address_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="TAPETE_ARCHIVE_URL must be file:"):
        Settings.from_env({"TAPETE_ARCHIVE_URL": url})
