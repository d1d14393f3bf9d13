"""Clients for the three forms of a store: one server, a watched one, a cluster."""

from __future__ import annotations

import time
from typing import Any, TypeAlias, cast

import redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel

from service.address import Address
from service.store.cluster import Cluster, Nodes
from service.store.connections import Connections, MasterConnections
from service.store.sockets import Command

_RETRIES = 2
_FIRST_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 0.2
_SENTINEL_S = 0.5
"""How long a sentinel may take; there are others."""
_ABSENT_S = 2.0
_TO_A_SENTINEL = 2
"""Connections to each sentinel: one who connects to the master asks."""


class Single(redis.Redis):
    """The client of one server, or of the one that sentinels call the master."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command the way that all go, and return what is made of its answer."""
        name, *rest = args
        (answer,) = self.ask((*name.split(), *rest))
        options.pop("keys", None)  # redis-py's cache would need them
        made_of = self.response_callbacks.get(name)  # type: ignore[no-untyped-call]
        return made_of(answer, **options) if made_of else answer

    def ask(self, *commands: Command) -> list[Any]:
        """Send commands together and return their answers."""
        return cast(Connections, self.connection_pool).ask(commands)

    def owner(self, key: str) -> redis.Redis:
        """Return the client of the server that has a key."""
        return self

    def tidy(self) -> None:
        """Close connections that nobody uses."""
        cast(Connections, self.connection_pool).close_unused()

    def renew(self) -> None:
        """Close what is not in use, so that the address is looked up again."""
        self.connection_pool.disconnect(inuse_connections=False)


Client: TypeAlias = Single | Cluster


def connect(address: Address, *, connections: int, timeout_s: float) -> Client:
    """Return a client that connects at its first command, hence safely across forks.

    `connections` is the most to one server; a caller waits up to `timeout_s` for a free
    one, and as long for each answer.
    """
    common = {
        "max_connections": connections,
        "timeout": timeout_s,
        "socket_timeout": timeout_s,
        "socket_connect_timeout": timeout_s,
    }
    if address.kind == "cluster":
        return Cluster(lambda: _nodes(address, common))
    pause = ExponentialWithJitterBackoff(base=_FIRST_PAUSE_S, cap=_LONGEST_PAUSE_S)
    options = {**address.options, **common, "retry": Retry(pause, _RETRIES)}
    if address.kind == "sentinel":
        manager = Sentinels(address, timeout_s)
        pool: Any = MasterConnections(address.service, manager, **options)
    else:
        for host, port in address.hosts:
            options |= {"host": host, "port": port}
        pool = Connections(**options)
    return Single(connection_pool=pool)


class Sentinels(Sentinel):
    """redis-py's client of sentinels, which asks all and has few connections."""

    def __init__(self, address: Address, timeout_s: float) -> None:
        super().__init__([])  # type: ignore[no-untyped-call]
        self._absent_until: dict[int, float] = {}
        options = {
            "socket_timeout": min(timeout_s, _SENTINEL_S),
            "socket_connect_timeout": min(timeout_s, _SENTINEL_S),
            "timeout": timeout_s,
            "max_connections": _TO_A_SENTINEL,
            "retry": Retry(NoBackoff(), 0),
            **address.sentinel_options,
        }
        if kind := address.options.get("connection_class"):
            options["connection_class"] = kind
            tls = ((k, v) for k, v in address.options.items() if k.startswith("ssl_"))
            options |= dict(tls)
        self.sentinels = [
            redis.Redis(connection_pool=Connections(host=host, port=port, **options))
            for host, port in address.hosts
        ]

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """Return the master's address; raises MasterNotFoundError.

        Sentinels learn of a fail-over one after another, so all are asked and the one
        that knows of the latest is believed; who has not answered is left out a while.
        """
        now, newest, faults = time.monotonic(), (-1, ("", 0)), list[str]()
        for number, sentinel in enumerate(self.sentinels):
            if now < self._absent_until.get(number, 0):
                continue
            try:
                state = sentinel.sentinel_masters().get(service_name)  # type: ignore[union-attr]
            except redis.RedisError as error:  # also of a server that is no sentinel
                self._absent_until[number] = now + _ABSENT_S
                faults.append(str(error))
                continue
            if state and self.check_master_state(state, service_name):  # type: ignore[no-untyped-call]
                address = state["ip"], state["port"]
                newest = max(newest, (state["config-epoch"], address))
        if newest[0] < 0:
            self._absent_until.clear()
            raise MasterNotFoundError(
                f"no master {service_name!r}: {'; '.join(faults)}"
            )
        return newest[1]

    def tidy(self) -> None:
        """Close connections that nobody uses."""
        for sentinel in self.sentinels:
            cast(Connections, sentinel.connection_pool).close_unused()


def _nodes(address: Address, common: dict[str, Any]) -> Nodes:
    """Ask the nodes of an address for all others, and return their client."""
    host, port = address.hosts[0]
    name = f"[{host}]" if ":" in host else host
    return Nodes(  # the URL has redis-py make the pools by the class that is named
        url=f"redis://{name}:{port}",
        startup_nodes=[ClusterNode(*each) for each in address.hosts[1:]],  # type: ignore[no-untyped-call]
        retry=Retry(NoBackoff(), _RETRIES),
        require_full_coverage=False,
        connection_pool_class=Connections,
        **address.options,
        **common,
    )
