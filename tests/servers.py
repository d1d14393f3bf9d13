"""Real servers for tests: one, one with replicas and sentinels, or a cluster.

`python -m tests.servers` starts a cluster of three masters, prints the address to set
TAPETE_REDIS_URL to, and keeps it until Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.embedded import _find_binary

SLOTS = 16_384
SERVICE = "table"
"""By which name sentinels know the master."""
_PATIENCE_S = 30.0
_BUS = 10_000
"""A node of a cluster listens at its port, and at one that is higher by so much."""
_PORTS = range(20_000, 50_000)


class Server:
    """A server process on a port of the loopback, which may end and begin again."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        """Take where it keeps its data, and its options beside."""
        self.port = port or free_port()
        self.folder = folder
        self.password: str | None = None
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    def start(self) -> Server:
        """Start the process; it may not answer yet."""
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(_find_binary()), *self._command()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        return self

    def _command(self) -> list[str]:
        listens = ["--port", str(self.port), "--bind", "127.0.0.1"]
        return [*listens, "--dir", str(self.folder), "--save", "", *self._options]

    def client(self, **options: Any) -> redis.Redis:
        """Return a client that tries once."""
        once = Retry(NoBackoff(), 0)
        usual = {"socket_timeout": 5, "decode_responses": True}
        options = {**usual, "password": self.password, **options}
        return redis.Redis(port=self.port, retry=once, **options)

    def ask(self, *command: Any) -> Any:
        """Return the answer to one command."""
        with self.client() as client:
            return client.execute_command(*command)  # type: ignore[no-untyped-call]

    def answers(self) -> bool:
        """Return whether the server is there, its data read."""
        with suppress(redis.RedisError):
            return bool(self.ask("PING"))
        return False

    def kill(self) -> None:
        """End the process without a warning."""
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def halt(self) -> None:
        """Have the process stand still; its connections stay open."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Have the process go on."""
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self.go_on()
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
            self._process.kill()
            self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)

    def __enter__(self) -> Server:
        self.start()
        until(self.answers)
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()


class ConfiguredServer(Server):
    """A server whose configuration sentinels rewrite, so that it keeps its role."""

    def _command(self) -> list[str]:
        path = self.folder / "server.conf"
        if not path.exists():
            words = " ".join(repr(w) if " " in w or not w else w for w in self._words())
            path.write_text(words.replace("--", "\n").replace("'", '"') + "\n")
        return [str(path)]

    def _words(self) -> list[str]:
        return super()._command()


class SentinelServer(Server):
    """A sentinel, which reads and writes a file of its own."""

    def _command(self) -> list[str]:
        return [str(self.folder / "sentinel.conf"), "--sentinel"]


class Watched:
    """A master with replicas, and the sentinels that watch them."""

    def __init__(self, servers: list[Server], sentinels: list[Server]) -> None:
        self.servers = servers
        self.sentinels = sentinels

    @property
    def url(self) -> str:
        """Return the address to set TAPETE_REDIS_URL to."""
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in self.sentinels)
        return f"redis+sentinel://{hosts}/{SERVICE}"

    def master(self) -> Server:
        """Return the server that the sentinels call the master."""
        for sentinel in self.sentinels:
            with suppress(redis.RedisError):
                _, port = sentinel.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
                return next(s for s in self.servers if s.port == int(port))
        raise RuntimeError("no sentinel answers")

    def replicas_in_step(self) -> bool:
        """Return whether all servers but the master follow it."""
        master = self.master()
        with suppress(redis.RedisError):
            told = master.client().info("replication")
            states = [
                told[f"slave{n}"]["state"] for n in range(told["connected_slaves"])
            ]
            return states == ["online"] * (len(self.servers) - 1)
        return False


class Cluster:
    """Nodes of a cluster: the masters, then a replica of each if there are any."""

    def __init__(self, nodes: list[Server], masters: int) -> None:
        self.nodes = nodes
        self.masters = nodes[:masters]

    @property
    def url(self) -> str:
        """Return the address to set TAPETE_REDIS_URL to."""
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in self.nodes)
        return f"redis+cluster://{hosts}"

    def whole(self) -> bool:
        """Return whether every node that answers sees all slots served."""
        return {_state(node) for node in self.nodes} - {None} == {"ok"}

    def in_step(self) -> bool:
        """Return whether all replicas follow their masters."""
        with suppress(redis.RedisError):
            return self.whole() and all(_linked(node) for node in self.nodes)
        return False

    def move(self, slot: int, source: Server, target: Server) -> None:
        """Move a slot key by key, as tools for resharding do, under whatever load."""
        source_id, target_id = (
            source.ask("CLUSTER", "MYID"),
            target.ask("CLUSTER", "MYID"),
        )
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source_id)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target_id)
        while keys := source.ask("CLUSTER", "GETKEYSINSLOT", slot, 10):
            to = ("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS")
            source.ask(*to, *keys)
        for node in (target, source, *self.nodes):
            with suppress(redis.ConnectionError, redis.ResponseError):
                node.ask("CLUSTER", "SETSLOT", slot, "NODE", target_id)


def free_port() -> int:
    """Return a port that is free, and the bus's port of a cluster's node with it."""
    start = int.from_bytes(os.urandom(2), "big") % len(_PORTS)
    for number in range(len(_PORTS)):
        port = _PORTS[(start + number) % len(_PORTS)]
        with (
            suppress(OSError),
            socket.create_server(("127.0.0.1", port)),
            socket.create_server(("127.0.0.1", port + _BUS)),
        ):
            return port
    raise RuntimeError("no port is free")


def until(condition: Callable[[], bool], seconds: float = _PATIENCE_S) -> float:
    """Wait until something is so; returns the seconds that it took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"not so after {seconds:.0f} s: {condition}")
        time.sleep(0.05)
    return time.monotonic() - began


@contextmanager
def watched(
    folder: Path,
    *options: str,
    replicas: int = 1,
    down_ms: int = 1000,
    password: str = "",
) -> Iterator[Watched]:
    """Run a master, replicas, and three sentinels that need two votes."""
    if password:
        options = (*options, "--requirepass", password, "--masterauth", password)
    with ExitStack() as stack:
        options = ("--appendonly", "yes", *options)
        servers: list[Server] = [ConfiguredServer(folder / "0", *options)]
        origin = ("--replicaof", "127.0.0.1", str(servers[0].port))
        servers += [
            ConfiguredServer(folder / str(n + 1), *options, *origin)
            for n in range(replicas)
        ]
        _begin(stack, servers)
        sentinels = list[Server]()
        for number in range(3):
            sentinel = SentinelServer(folder / f"sentinel{number}")
            lines = _sentinel_lines(sentinel.port, servers[0].port, down_ms, password)
            (sentinel.folder / "sentinel.conf").write_text("\n".join(lines) + "\n")
            sentinels.append(sentinel)
        _begin(stack, sentinels)
        found = Watched(servers, sentinels)
        if password:
            for server in servers:
                server.password = password
            for sentinel in sentinels:
                sentinel.password = f"{password}s"
        until(lambda: all(_knows(each, replicas) for each in sentinels))
        until(found.replicas_in_step)
        yield found


@contextmanager
def cluster(
    folder: Path, *options: str, masters: int = 3, replicas: int = 0, spare: int = 0
) -> Iterator[Cluster]:
    """Run a cluster, each master with so many replicas, and nodes without slots."""
    own = ["--cluster-enabled", "yes", "--cluster-node-timeout", "1500"]
    own += ["--cluster-replica-validity-factor", "0", *options]
    with ExitStack() as stack:
        number = masters * (1 + replicas) + spare
        nodes = [Server(folder / str(n), *own) for n in range(number)]
        _begin(stack, nodes)
        for turn, node in enumerate(nodes[:masters]):
            first, last = (SLOTS * n // masters for n in (turn, turn + 1))
            node.ask("CLUSTER", "ADDSLOTSRANGE", first, last - 1)
        for node in nodes[1:]:
            node.ask("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        found = Cluster(nodes, masters)
        until(lambda: all(_number_known(node) == number for node in nodes))
        for turn, node in enumerate(nodes[masters : masters * (1 + replicas)]):
            own_master = nodes[turn % masters].ask("CLUSTER", "MYID")
            until(lambda n=node, m=own_master: _replicate(n, m))  # type: ignore[misc]
        until(found.in_step)
        yield found


def _begin(stack: ExitStack, servers: Sequence[Server]) -> None:
    for server in servers:
        stack.callback(server.stop)
        server.start()
    for server in servers:
        until(lambda s=server: s.answers() or _refuses(s))  # type: ignore[misc]


def _refuses(server: Server) -> bool:
    try:
        server.ask("PING")
    except redis.AuthenticationError:
        return True
    except redis.RedisError:
        return False
    return True


def _sentinel_lines(port: int, master: int, down_ms: int, password: str) -> list[str]:
    lines = [f"port {port}", "bind 127.0.0.1"]
    lines += [f"sentinel monitor {SERVICE} 127.0.0.1 {master} 2"]
    lines += [f"sentinel down-after-milliseconds {SERVICE} {down_ms}"]
    lines += [f"sentinel failover-timeout {SERVICE} 5000"]
    if password:
        lines += [f"requirepass {password}s", f"sentinel sentinel-pass {password}s"]
        lines += [f"sentinel auth-pass {SERVICE} {password}"]
    return lines


def _knows(sentinel: Server, replicas: int) -> bool:
    """Return whether a sentinel has found the replicas and the other two sentinels."""
    with suppress(redis.RedisError):
        told = sentinel.client().sentinel_master(SERVICE)
        return (told["num-slaves"], told["num-other-sentinels"]) == (replicas, 2)
    return False


def _state(node: Server) -> str | None:
    with suppress(redis.RedisError):
        return str(node.ask("CLUSTER INFO")["cluster_state"])
    return None


def _number_known(node: Server) -> int:
    return int(node.ask("CLUSTER INFO")["cluster_known_nodes"])


def _replicate(node: Server, master: str) -> bool:
    with suppress(redis.ResponseError):
        node.ask("CLUSTER", "REPLICATE", master)
        return True
    return False


def _linked(node: Server) -> bool:
    told = node.client().info("replication")
    return told["role"] == "master" or told["master_link_status"] == "up"


def main() -> None:
    """Run a cluster of three masters until Ctrl-C."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with (
        tempfile.TemporaryDirectory(prefix="tapete-cluster-") as folder,
        suppress(KeyboardInterrupt),
        cluster(Path(folder)) as found,
    ):
        print(found.url, flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
