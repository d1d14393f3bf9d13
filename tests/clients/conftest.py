"""Fixtures for the clients: a running service, and each client connected to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.client import Client
from tests.clients import both
from tests.live import Live, running_service


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    path: Path = tmp_path_factory.mktemp("clients")
    env = {"TAPETE_ACCESS_LOG": "1"}
    with running_service(path, workers=2, env=env) as live:
        yield live


@pytest.fixture(params=both.KINDS)
def tapete(request: pytest.FixtureRequest, live: Live) -> Iterator[Client]:
    with both.client(request.param, live.url) as client:
        yield client
