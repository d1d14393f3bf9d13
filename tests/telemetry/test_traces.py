"""Spans, as a collector of OpenTelemetry's gets them over HTTP."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx

from tapete.client import Client
from tests.live import running_service
from tests.telemetry.collector import attributes
from tests.telemetry.conftest import Watched

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


def test_a_move_is_one_trace_from_its_sender_to_the_store(watched: Watched) -> None:
    with Client(watched.live.url) as client:
        seat = client.create_match(game="lamarckian").seat
        move = seat.moves()[0]["move"]
        answer = httpx.post(
            f"{watched.live.url}/v1/matches/{seat.id}/moves",
            json={"move": move},
            headers={
                "Authorization": f"Bearer {seat.token}",
                "X-Request-Id": "traced",
                "traceparent": f"00-{TRACE}-{PARENT}-01",
            },
        )
    assert answer.status_code == 200
    name = "POST /v1/matches/<string:match_id>/moves"
    watched.collector.await_span(name, of_trace=TRACE)
    ours = [s for s in watched.collector.spans if s.trace_id.hex() == TRACE]
    (request,) = (span for span in ours if span.name == name)
    assert request.parent_span_id.hex() == PARENT
    assert attributes(request) == {
        "http.request.method": "POST",
        "http.response.status_code": 200,
        "http.route": "/v1/matches/<string:match_id>/moves",
        "tapete.request_id": "traced",
        "tapete.match_id": seat.id,
    }
    below = {s.span_id: s for s in ours}
    names = {span.name for span in ours if span is not request}
    assert names == {"bot", "commit", "store"}
    (commit,) = (span for span in ours if span.name == "commit")
    assert attributes(commit) == {
        "tapete.game": "lamarckian",
        "tapete.match_id": seat.id,
    }
    inner = [s for s in ours if s.name == "store" and s.parent_span_id in below]
    assert any(below[s.parent_span_id].name == "commit" for s in inner)
    bot = attributes(next(span for span in ours if span.name == "bot"))
    assert bot == {"tapete.game": "lamarckian", "tapete.level": 3}


def test_what_is_left_is_sent_at_the_stop(tmp_path: Path, watched: Watched) -> None:
    env = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": watched.collector.url,
        "OTEL_BSP_SCHEDULE_DELAY": "600000",
    }
    with running_service(tmp_path, env=env) as live:
        httpx.get(f"{live.url}/docs")
        assert "GET /docs" not in [span.name for span in watched.collector.spans]
    watched.collector.await_span("GET /docs")


def test_nothing_that_sends_or_counts_is_imported_without_an_address() -> None:
    code = """
import sys
from service.config import Settings
from service.server import Gunicorn, OPTIONS
Gunicorn(Settings(redis_url="redis://127.0.0.1:1"), OPTIONS).load()
bad = ("opentelemetry.exporter", "opentelemetry.sdk.trace", "prometheus_client")
print([name for name in sys.modules if name.startswith(bad)])
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
