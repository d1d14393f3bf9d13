"""One service with everything that operators can have: metrics, spans, and logs."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.live import Live, running_service
from tests.telemetry.collector import Collector, collector


class Watched(NamedTuple):
    """A running service, and what it tells of itself."""

    live: Live
    metrics_url: str
    collector: Collector
    store_url: str

    def scrape(self) -> str:
        with urllib.request.urlopen(self.metrics_url) as answer:
            text: str = answer.read().decode()
            return text

    def value(self, name: str, **labels: str) -> float:
        """The sum of what a series counts, over all labels that are not named."""
        return sum(
            sample.value
            for family in text_string_to_metric_families(self.scrape())
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="package")
def watched(
    redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Watched]:
    port = free_port()
    with collector() as spans:
        env = {
            "TAPETE_REDIS_URL": redis_url,
            "TAPETE_METRICS_ADDR": f"127.0.0.1:{port}",
            "TAPETE_ACCESS_LOG": "1",
            "TAPETE_LOG_FORMAT": "json",
            "OTEL_EXPORTER_OTLP_ENDPOINT": spans.url,
            "OTEL_BSP_SCHEDULE_DELAY": "200",
        }
        folder = tmp_path_factory.mktemp("watched")
        with running_service(folder, workers=2, env=env) as live:
            metrics_url = f"http://127.0.0.1:{port}/metrics"
            yield Watched(live, metrics_url, spans, redis_url)
