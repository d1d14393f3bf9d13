"""Spans of requests, round trips to the store, bots and commits, by OpenTelemetry.

Off, and then nothing of OpenTelemetry is imported, unless its variables name where
spans go (`configured`). Spans carry games, levels, routes, and ids of matches and
requests; never what an error says, for it may quote what was sent.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_NOTHING: AbstractContextManager[Any] = nullcontext()

_tracer: Tracer | None = None


def configured(env: Mapping[str, str] = os.environ) -> bool:
    """Return whether the environment names a collector of spans."""
    off = env.get("OTEL_SDK_DISABLED", "").lower() == "true"
    return not off and any(env.get(name) for name in _ENDPOINTS)


def begin() -> None:
    """Begin to send spans, in a worker; the rest of OTEL_* is the library's to read.

    What is left is sent when the process ends.
    """
    global _tracer
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = {"service.name": "tapete", "service.version": version("tapete")}
    if os.environ.get("OTEL_SERVICE_NAME"):
        del about["service.name"]
    provider = TracerProvider(resource=Resource.create(about))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracer = provider.get_tracer("tapete", version("tapete"))


def running() -> bool:
    """Return whether this process sends spans."""
    return _tracer is not None


def span(name: str, **attributes: str | int) -> AbstractContextManager[Any]:
    """Return the span of what is done within it; below the one that runs."""
    if _tracer is None:
        return _NOTHING
    return _inner(_tracer, name, attributes)


def request(headers: Iterable[tuple[str, str]]) -> AbstractContextManager[Any]:
    """Return the span of a request, below its sender's; call it while `running`.

    It gives the span, to be named when the route is known.
    """
    assert _tracer is not None
    return _outer(_tracer, headers)


def name_request(
    running: Any, method: str, route: str | None, status: int, ids: Mapping[str, str]
) -> None:
    """Tell in a request's span what is known once it is answered."""
    running.update_name(f"{method} {route}" if route else method)
    running.set_attribute("http.request.method", method)
    running.set_attribute("http.response.status_code", status)
    if route:
        running.set_attribute("http.route", route)
    for name, value in ids.items():
        running.set_attribute(f"tapete.{name}", value)


@contextmanager
def _inner(tracer: Tracer, name: str, about: Mapping[str, Any]) -> Iterator[Any]:
    named = {f"tapete.{key}": value for key, value in about.items()}
    with tracer.start_as_current_span(
        name, attributes=named, record_exception=False, set_status_on_exception=False
    ) as running:
        try:
            yield running
        except BaseException as error:
            running.set_attribute("error.type", type(error).__name__)
            raise


@contextmanager
def _outer(tracer: Tracer, headers: Iterable[tuple[str, str]]) -> Iterator[Any]:
    from opentelemetry import propagate
    from opentelemetry.trace import SpanKind

    carrier = {name.lower(): value for name, value in headers}
    with tracer.start_as_current_span(
        "request",
        context=propagate.extract(carrier),
        kind=SpanKind.SERVER,
        record_exception=False,
        set_status_on_exception=False,
    ) as running:
        yield running
