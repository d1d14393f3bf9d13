"""A Redis Cluster as one client, which connects at the first command."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import redis
from redis._parsers import Encoder
from redis.cluster import PRIMARY, ClusterNode, RedisCluster
from redis.commands import RedisClusterCommands
from redis.event import EventDispatcher
from redis.exceptions import RedisClusterException, SlotNotCoveredError

from service.store.sockets import Command

_REST_S = 0.5
"""After nodes were asked in vain, until they are asked again."""


class Nodes(RedisCluster):
    """redis-py's client, which also follows a slot to a node that had none before."""

    def get_node(
        self,
        host: str | None = None,
        port: int | None = None,
        node_name: str | None = None,
    ) -> Any:
        """Return a node; one that has been named by another is a node as well."""
        found = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]
        if found is None and node_name:
            address, _, number = node_name.rpartition(":")
            found = ClusterNode(address, int(number), PRIMARY)  # type: ignore[no-untyped-call]
            with self.nodes_manager._lock:
                found = self.nodes_manager.nodes_cache.setdefault(found.name, found)
        return found


class Cluster(RedisClusterCommands):
    """The commands of a cluster, whatever becomes of its nodes.

    redis-py's own client wants to find the nodes when it is made, and loses those of
    its address from sight: so it is made when it is needed, and made again after it has
    found no node. What it raises beside redis.RedisError becomes a ConnectionError.
    """

    _is_async_client: Literal[False] = False  # chooses the types of redis-py's commands
    _event_dispatcher = EventDispatcher()  # redis-py's commands name one

    def __init__(self, make: Callable[[], Nodes]) -> None:
        """Take what makes redis-py's client, and asks the nodes of the address."""
        self._make = make
        self._lock = threading.Lock()
        self._nodes: Nodes | None = None
        self._failed: tuple[float, str] = (float("-inf"), "")

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to the node that has its keys."""
        with self._lent() as nodes:
            return nodes.execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def ask(self, *commands: Command) -> list[Any]:
        """Send commands together and return their answers."""
        if len(commands) == 1:
            return [self.execute_command(*commands[0])]
        with self.pipeline() as pipe:
            for each in commands:
                pipe.execute_command(*each)
            answers: list[Any] = pipe.execute()
            return answers

    @contextmanager
    def pipeline(self, transaction: bool = False) -> Iterator[Any]:
        """Give a pipeline, which is one for each node that it concerns."""
        with self._lent() as nodes, _piped(nodes, transaction) as pipe:
            yield pipe

    @contextmanager
    def pubsub(self) -> Iterator[Any]:
        """Give what listens at some master: each hears what any node publishes."""
        with self._lent() as nodes:
            node = nodes.get_random_primary_node()
            with nodes.pubsub(node=node) as pubsub:  # type: ignore[no-untyped-call]
                yield pubsub

    def owner(self, key: str) -> redis.Redis:
        """Return the client of the node that has a key."""
        with self._lent() as nodes:
            node = nodes.get_node_from_key(key)  # type: ignore[no-untyped-call]
            client: redis.Redis = nodes.get_redis_connection(node)
            return client

    def get_encoder(self) -> Encoder:
        """Return how texts become bytes; redis-py's scripts ask for it."""
        return Encoder("utf-8", "strict", False)  # type: ignore[no-untyped-call]

    def tidy(self) -> None:
        """Close connections that nobody uses."""
        nodes = self._nodes
        for node in nodes.get_nodes() if nodes else []:  # type: ignore[no-untyped-call]
            if node.redis_connection is not None:
                node.redis_connection.connection_pool.close_unused()

    def renew(self) -> None:
        """Do nothing: nodes tell by themselves where a key has gone."""

    @contextmanager
    def _lent(self) -> Iterator[Nodes]:
        nodes = self._nodes or self._found()
        try:
            yield nodes
        except SlotNotCoveredError as error:
            raise redis.ConnectionError(str(error)) from error
        except RedisClusterException as error:
            self._fail(error, nodes)
            raise redis.ConnectionError(str(error)) from error

    def _found(self) -> Nodes:
        """Find the nodes; who has waited for somebody's vain attempt shares it."""
        with self._lock:
            if self._nodes is not None:
                return self._nodes
            since, text = self._failed
            if time.monotonic() - since < _REST_S:
                raise redis.ConnectionError(text)
            try:
                self._nodes = self._make()
            except (RedisClusterException, redis.RedisError) as error:
                self._failed = time.monotonic(), str(error)
                raise redis.ConnectionError(str(error)) from error
            return self._nodes

    def _fail(self, error: Exception, nodes: Nodes) -> None:
        """Forget nodes of which none could be reached."""
        with self._lock:
            if self._nodes is nodes:
                self._nodes = None
                self._failed = time.monotonic(), str(error)


def _piped(nodes: Nodes, transaction: bool) -> Any:
    """Return a pipeline that follows slots where `nodes` does; it is a client, too."""
    pipe: Any = nodes.pipeline(transaction)  # type: ignore[no-untyped-call]
    pipe.get_node = nodes.get_node
    return pipe
