"""The embedded server, real: it starts, keeps data, and goes when it must."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store import embedded
from service.store.embedded import (
    EmbeddedServer,
    EmbeddedServerError,
    default_data_dir,
)

ROOT = Path(__file__).parents[2]
linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a server of its parent's death"
)

STARTER = """
import pathlib, signal, sys, time
from service.store.embedded import EmbeddedServer
signal.signal(signal.SIGINT, lambda *_: None)
print(EmbeddedServer(pathlib.Path(sys.argv[1])).start(), flush=True)
time.sleep(60)
"""

FORKER = """
import os, pathlib, sys
import redis
from service.store.embedded import EmbeddedServer
with EmbeddedServer(pathlib.Path(sys.argv[1])) as url:
    worker = os.fork()
    if worker == 0:
        sys.exit(0)
    os.waitpid(worker, 0)
    print(redis.Redis.from_url(url).ping())
"""


def client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True)


def answers_ping(url: str) -> bool:
    with suppress(redis.ConnectionError):
        return bool(client(url).ping())
    return False


def pid_of(data_dir: Path) -> int:
    return int((data_dir / "server.lock").read_text())


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_free(data_dir: Path) -> bool:
    """Tell whether no server holds the directory; a zombie, unlike its pid, counts."""
    with (data_dir / "server.lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def eventually(condition: Callable[[], bool], seconds: float = 5) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@contextmanager
def starter(data_dir: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Another process, leader of its own group, that has started a server."""
    process = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(data_dir)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_the_server_answers_when_start_returns(data_dir: Path) -> None:
    with EmbeddedServer(data_dir) as url:
        assert client(url).ping() is True


def test_what_the_store_needs_of_the_server_is_there(data_dir: Path) -> None:
    script = """
        redis.call('HSET', KEYS[1], 'version', ARGV[1])
        return redis.call('XADD', KEYS[2], ARGV[1] .. '-0', 'event', 'dealt')
    """
    with EmbeddedServer(data_dir) as url:
        store = client(url)
        digest = store.script_load(script)
        assert store.evalsha(digest, 2, "{m}", "{m}:events", "7") == "7-0"
        assert store.xadd("{m}:events", {"event": "played"}, id="8-1") == "8-1"
        assert store.hget("{m}", "version") == "7"


def test_only_the_user_can_reach_it_and_only_by_its_socket(data_dir: Path) -> None:
    with EmbeddedServer(data_dir) as url:
        assert client(url).config_get("port") == {"port": "0"}
        path = Path(url.removeprefix("unix://"))
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        assert stat.S_IMODE(data_dir.stat().st_mode) == 0o700
        saved = (data_dir / "appendonlydir").iterdir()
        assert {stat.S_IMODE(file.stat().st_mode) for file in saved} == {0o600}


def test_data_is_there_after_stop_and_start(data_dir: Path) -> None:
    server = EmbeddedServer(data_dir)
    client(server.start()).set("match", "saved")
    server.stop()
    try:
        assert client(server.start()).get("match") == "saved"
    finally:
        server.stop()


def test_start_returns_only_when_a_large_file_is_loaded(data_dir: Path) -> None:
    fill = "for i = 1, 300000 do redis.call('SET', i, string.rep('x', 64)) end"
    with EmbeddedServer(data_dir) as url:
        client(url).eval(fill, 0)
    with EmbeddedServer(data_dir) as url:
        assert client(url).dbsize() == 300000


def test_stop_ends_the_process_with_code_0_and_removes_its_socket(
    data_dir: Path,
) -> None:
    server = EmbeddedServer(data_dir)
    url = server.start()
    pid = pid_of(data_dir)
    server.stop()  # raises for any other exit code
    assert not exists(pid)
    assert not Path(url.removeprefix("unix://")).exists()
    server.stop()


def test_stop_tells_when_the_server_had_died_before(data_dir: Path) -> None:
    server = EmbeddedServer(data_dir)
    server.start()
    os.kill(pid_of(data_dir), signal.SIGKILL)
    with pytest.raises(EmbeddedServerError, match="code -9"):
        server.stop()


def test_a_server_that_died_is_started_again_at_the_same_url_with_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The directory is deep, so that the socket stands in another one."""
    monkeypatch.setattr(embedded, "_FIRST_PAUSE_S", 0.1)
    data_dir = tmp_path / ("d" * 80) / ("e" * 80)
    server = EmbeddedServer(data_dir)
    url = server.start()
    try:
        server.tend()
        first = pid_of(data_dir)
        client(url).set("match", "saved")
        os.kill(first, signal.SIGKILL)

        def answers() -> bool:
            server.tend()
            with suppress(redis.ConnectionError):
                return client(url).get("match") == "saved"
            return False

        assert eventually(answers, 20)
        assert pid_of(data_dir) != first
    finally:
        server.stop()
    server.tend()
    assert is_free(data_dir)


def test_a_server_that_dies_again_and_again_is_started_ever_more_rarely(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(embedded, "_FIRST_PAUSE_S", 0.2)
    monkeypatch.setattr(embedded, "_LONGEST_PAUSE_S", 0.4)
    server = EmbeddedServer(data_dir)
    url = server.start()
    pauses = []
    for _ in range(3):
        killed = pid_of(data_dir)
        os.kill(killed, signal.SIGKILL)
        began = time.monotonic()
        while pid_of(data_dir) == killed:
            server.tend()
            time.sleep(0.005)
        pauses.append(time.monotonic() - began)
    assert pauses[0] > 0.2 and min(pauses[1:]) > 0.4
    assert caplog.text.count("has died") == 3
    assert eventually(lambda: answers_ping(url), 20)
    server.stop()


def test_a_second_start_is_refused_and_says_what_to_do(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_LOCK_S", 0.2)
    with EmbeddedServer(data_dir) as url:
        client(url).set("match", "saved")
        with pytest.raises(EmbeddedServerError) as refusal:
            EmbeddedServer(data_dir).start()
        assert f"process id {pid_of(data_dir)}: stop its service" in str(refusal.value)
        assert "TAPETE_REDIS_URL" in str(refusal.value)
        assert client(url).get("match") == "saved"


def test_a_killed_server_leaves_nothing_that_prevents_a_start(data_dir: Path) -> None:
    killed = EmbeddedServer(data_dir)
    url = killed.start()
    client(url).set("match", "saved")
    os.kill(pid_of(data_dir), signal.SIGKILL)
    with pytest.raises(EmbeddedServerError):
        killed.stop()
    assert Path(url.removeprefix("unix://")).exists()
    with EmbeddedServer(data_dir) as url:
        assert client(url).get("match") == "saved"


def test_a_torn_last_write_does_not_prevent_a_start(data_dir: Path) -> None:
    with EmbeddedServer(data_dir) as url:
        client(url).set("match", "saved")
    (file,) = (data_dir / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as tail:
        tail.write(b"*3\r\n$3\r\nSET\r\n$5\r\nmat")
    with EmbeddedServer(data_dir) as url:
        assert client(url).get("match") == "saved"


def test_a_deep_data_directory_gets_a_short_private_socket(tmp_path: Path) -> None:
    data_dir = tmp_path / ("d" * 80) / ("e" * 80)
    with EmbeddedServer(data_dir) as url:
        client(url).set("match", "saved")
        path = Path(url.removeprefix("unix://"))
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert not path.parent.exists()
    with EmbeddedServer(data_dir) as url:
        assert client(url).get("match") == "saved"


def test_any_character_may_stand_in_the_data_directory(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / 'mesa "de" juego\'s #1 50%ñ?') as url:
        assert client(url).ping() is True


def test_a_relative_data_directory_is_taken_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with EmbeddedServer(Path("data")) as url:
        assert client(url).ping() is True
    assert (tmp_path / "data" / "appendonlydir").is_dir()


def test_a_failed_start_shows_the_log_and_leaves_no_process(data_dir: Path) -> None:
    with pytest.raises(EmbeddedServerError) as failure:
        EmbeddedServer(data_dir, appendfsync="sometimes").start()
    assert "must be one of the following: everysec, always, no" in str(failure.value)
    assert "server.log" in str(failure.value)
    assert not exists(pid_of(data_dir))
    with EmbeddedServer(data_dir, appendfsync="always") as url:
        assert client(url).config_get("appendfsync") == {"appendfsync": "always"}


def test_a_missing_binary_is_named_with_the_way_to_get_it(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_PACKAGE", "tapete-has-no-such-package")
    with pytest.raises(EmbeddedServerError, match="pip install"):
        EmbeddedServer(data_dir).start()


def test_a_data_directory_that_cannot_be_made_is_an_error_of_ours(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedServerError, match="choose another directory"):
        EmbeddedServer(tmp_path / "file").start()


def test_a_thread_other_than_the_main_one_may_not_start_it(data_dir: Path) -> None:
    errors: list[str] = []

    def start() -> None:
        try:
            EmbeddedServer(data_dir).start()
        except EmbeddedServerError as error:
            errors.append(str(error))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert errors == ["start the embedded server in the main thread"]


@linux_only
def test_the_server_goes_when_its_starter_is_killed(data_dir: Path) -> None:
    with starter(data_dir) as (process, url):
        assert client(url).ping() is True
        assert not is_free(data_dir)
        process.kill()
        assert eventually(lambda: is_free(data_dir))
        with pytest.raises(redis.ConnectionError):
            redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0)).ping()


@linux_only
def test_a_restart_right_after_a_kill_waits_for_the_old_server(data_dir: Path) -> None:
    with starter(data_dir) as (process, url):
        client(url).set("match", "saved")
        process.kill()
        with EmbeddedServer(data_dir) as new_url:
            assert client(new_url).get("match") == "saved"


def test_ctrl_c_for_the_starter_leaves_the_server_alive(data_dir: Path) -> None:
    with starter(data_dir) as (process, url):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.3)
        assert process.poll() is None
        assert client(url).ping() is True


def test_a_forked_worker_that_exits_leaves_the_server_alive(tmp_path: Path) -> None:
    """The directory is deep, so that the worker could also take the socket away."""
    data_dir = tmp_path / ("d" * 80) / ("e" * 80)
    done = subprocess.run(
        [sys.executable, "-c", FORKER, str(data_dir)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout == "True\n"


@linux_only
def test_the_default_directory_follows_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/var/lib/someone")
    assert default_data_dir() == Path("/var/lib/someone/tapete")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/someone")
    assert default_data_dir() == Path("/home/someone/.local/share/tapete")


def test_the_socket_limit_is_below_what_the_system_takes() -> None:
    """If this fails, a directory near the limit prevents the server's start."""
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as short,
        socket.socket(socket.AF_UNIX) as listener,
    ):
        name = "s" * (embedded._SOCKET_PATH_BYTES - len(short) - 1)
        listener.bind(f"{short}/{name}")
