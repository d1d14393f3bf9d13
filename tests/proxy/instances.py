"""Instances of the service behind a real nginx that runs the file we ship."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.cli import COMMAND
from tests.live import ROOT

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
SHIPPED = ROOT / "deploy" / "nginx"
_READY_S = 30.0
_POLL_S = 0.02


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Instance:
    """`tapete serve` on a port of its own, which can die and come back."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.log = folder / "service.log"
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("TAPETE_")}
        self._env = {**inherited, **env, "TAPETE_WORKERS": "1"}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it answers without the proxy."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and return when it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*COMMAND, "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        await_port(self.port)

    def kill(self) -> None:
        """End its master and workers at once, without a warning."""
        self._end(signal.SIGKILL)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let it neither answer nor hang up, within the block."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self._process.pid, signal.SIGCONT)

    def stop(self) -> None:
        """Have it end in its own time."""
        assert self._process is not None
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(30)
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, how)
        self._process.wait()


def await_port(port: int) -> None:
    """Return when somebody listens there."""
    deadline = time.monotonic() + _READY_S
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(_POLL_S)
    raise TimeoutError(f"nobody listens on port {port}")


class Proxy(NamedTuple):
    """nginx, and the instances behind it."""

    port: int
    instances: list[Instance]
    folder: Path

    @property
    def url(self) -> str:
        """Where clients ask."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def access_log(self) -> str:
        """What nginx has logged of the requests."""
        return (self.folder / "access.log").read_text()


def render(
    folder: Path, port: int, servers: list[int], swap: Mapping[str, str]
) -> Path:
    """Write the shipped files for these ports, and more as `swap` says.

    Nothing is replaced that is not there, so that a test cannot miss what it is about.
    """
    for file in SHIPPED.iterdir():
        shutil.copy(file, folder)
    lines = [f"server 127.0.0.1:{n} max_fails=1 fail_timeout=2s;\n" for n in servers]
    (folder / "servers.conf").write_text("".join(lines))
    replaced = {
        "listen 8080": f"listen 127.0.0.1:{port}",
        "/tmp/": f"{folder}/",
        "/dev/stdout": f"{folder}/access.log",
        "error_log stderr": f"error_log {folder}/error.log",
        **swap,
    }
    main = folder / "nginx.conf"
    text = main.read_text()
    for old, new in replaced.items():
        assert old in text, old
        text = text.replace(old, new)
    # As root nginx would give its workers to nobody, who cannot write here.
    main.write_text(f"user root;\n{text}" if os.getuid() == 0 else text)
    return main


@contextmanager
def nginx(
    folder: Path, instances: list[Instance], swap: Mapping[str, str] | None = None
) -> Iterator[Proxy]:
    """Run nginx in front of instances until the block is left."""
    assert NGINX, "nginx is not installed"
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    main = render(folder, port, [each.port for each in instances], swap or {})
    command = [NGINX, "-p", str(folder), "-c", str(main), "-g", "daemon off;"]
    with (folder / "stderr.log").open("ab") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors
        )
    try:
        await_port(port)
        yield Proxy(port, instances, folder)
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def behind_nginx(
    folder: Path,
    redis_url: str,
    *,
    number: int = 2,
    env: Mapping[str, str] | None = None,
    swap: Mapping[str, str] | None = None,
) -> Iterator[Proxy]:
    """Run instances that share the store at an address, and nginx in front of them."""
    env = {"TAPETE_REDIS_URL": redis_url, "TAPETE_TRUSTED_PROXIES": "1", **(env or {})}
    instances = [Instance(folder / f"{n}", env) for n in range(number)]
    with ExitStack() as stack:
        for instance in instances:
            instance.start()
            stack.callback(instance.stop)
        yield stack.enter_context(nginx(folder / "nginx", instances, swap))


def swap_rate(rate: str, burst: int) -> dict[str, str]:
    """Return the swap for another limit of requests of one address."""
    text = (SHIPPED / "nginx.conf").read_text()
    shipped_rate = re.search(r"rate=\d+r/s", text)
    shipped_burst = re.search(r"burst=\d+", text)
    assert shipped_rate and shipped_burst
    return {shipped_rate[0]: f"rate={rate}", shipped_burst[0]: f"burst={burst}"}
