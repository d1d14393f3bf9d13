"""A receiver of spans: takes OTLP over HTTP, as a collector does, and keeps them."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


class Collector:
    """What has arrived, and where to send it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[Any] = []

    @property
    def spans(self) -> list[Any]:
        return [
            span
            for request in list(self.requests)
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def await_span(self, name: str, seconds: float = 20, of_trace: str = "") -> Any:
        """Return a span of a name, and of a trace if so wished, once there is one."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for span in self.spans:
                if span.name == name and span.trace_id.hex().startswith(of_trace):
                    return span
            time.sleep(0.05)
        raise AssertionError(f"no span {name}: {[s.name for s in self.spans]}")

    def text(self) -> str:
        """Return all that spans say, without their own ids and times."""
        return "\n".join(
            f"{span.name} {attributes(span)} {span.status.message} {span.events}"
            for span in self.spans
        )


def attributes(span: Any) -> dict[str, Any]:
    """The attributes of a span, as plain values."""
    return {
        each.key: getattr(each.value, str(each.value.WhichOneof("value")))
        for each in span.attributes
    }


@contextmanager
def collector() -> Iterator[Collector]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            assert self.path == "/v1/traces"
            kept.requests.append(ExportTraceServiceRequest.FromString(body))
            answer = ExportTraceServiceResponse().SerializeToString()
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        kept = Collector(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield kept
        finally:
            server.shutdown()
            thread.join()
