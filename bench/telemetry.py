"""What metrics, the access log and spans cost a request: `python -m bench.telemetry`.

`tapete serve` with 2 workers, once for each choice, all on one store. The loads take
turns, A B C D A B C D; below a minute. Spans need the extra `otel`; a process beside
takes them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import redis

from bench.load import Load, Tally
from bench.workers import Service, looks, request, whole_match
from service.store.embedded import EmbeddedServer
from service.telemetry import metrics

CONNECTIONS, ROUNDS, WORKERS, PLAYED = 32, 5, 2, 30
COUNTED = 2_000
SERVE = [sys.executable, "-c", "from service.cli import main; main()", "serve"]
SINK = """\
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Sink(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *args):
        pass
server = ThreadingHTTPServer(("127.0.0.1", 0), Sink)
print(server.server_port, flush=True)
server.serve_forever()
"""


def main() -> None:
    """Measure, and print a line for each choice."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tapete-"))
        url = stack.enter_context(EmbeddedServer(Path(folder)))
        sink = stack.enter_context(_printing([sys.executable, "-c", SINK], {}))
        choices = {
            "none": {},
            "metrics": {"TAPETE_METRICS_ADDR": "127.0.0.1:0"},
            "access log": {"TAPETE_ACCESS_LOG": "1", "TAPETE_LOG_FORMAT": "json"},
            "spans": {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{sink[0]}"},
        }
        services = {
            name: stack.enter_context(_serving(url, env))
            for name, env in choices.items()
        }
        looked, moved = _measured(services)
    print("| on | GET state, CPU ms | more | move, CPU ms | more |")
    print("|---|--:|--:|--:|--:|")
    for name in services:
        cells = []
        for tallies in (looked, moved):
            cost, empty = tallies[name].cost, tallies["none"].cost
            cells += [f"{cost:.3f}", f"{cost / empty - 1:+.1%}"]
        print(f"| {name} | {' | '.join(cells)} |")
    print(f"\nTo count a GET and its round trip: {_counting_us():.1f} us of CPU.")
    codes = {code for t in (*looked.values(), *moved.values()) for code in t.codes}
    if codes != {200}:
        sys.exit(f"Some answers were {codes}: the figures are not those of the loads.")


def _counting_us() -> float:
    """Return what the metrics of one GET take: of many times the least disturbed."""
    with tempfile.TemporaryDirectory(prefix="tapete-") as folder:
        metrics.prepare(Path(folder))
        metrics.begin()
        return min(_counted_us() for _ in range(30))


def _counted_us() -> float:
    began = time.thread_time()
    for _ in range(COUNTED):
        metrics.request("GET", "/v1/matches/<string:match_id>", 200, 0.001)
        metrics.store_called(0.0003)
    return 1e6 * (time.thread_time() - began) / COUNTED


def _measured(
    services: Mapping[str, Service],
) -> tuple[dict[str, Tally], dict[str, Tally]]:
    """Return what answers cost: of looks at a match, and of moves."""
    looked, moved = dict[str, Tally](), dict[str, Tally]()
    path, moves = whole_match(services["none"])
    for each in moves[:PLAYED]:
        services["none"].send(each)
    for _ in range(ROUNDS):
        for name, service in services.items():
            tally = service.driven(looks(request("GET", path), CONNECTIONS))
            looked[name] = looked[name] + tally if name in looked else tally
        for name, service in services.items():
            matches = [whole_match(service)[1] for _ in range(2 * CONNECTIONS)]
            pairs = zip(matches[::2], matches[1::2], strict=True)
            tally = service.driven(Load([iter(one + two) for one, two in pairs]))
            moved[name] = moved[name] + tally if name in moved else tally
    return looked, moved


@contextmanager
def _serving(url: str, more: Mapping[str, str]) -> Iterator[Service]:
    env = {"TAPETE_REDIS_URL": url, **more}
    command = [*SERVE, "--port", "0", "--workers", str(WORKERS)]
    with _printing(command, env) as (line, pid), redis.Redis.from_url(url) as store:
        found = re.search(r"http://([\d.]+):(\d+)", line)
        assert found, line
        yield Service((found[1], int(found[2])), pid, store)


@contextmanager
def _printing(command: list[str], more: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Run a program; gives the first line that it prints, and its process id."""
    with (
        tempfile.TemporaryFile("w+") as printed,
        subprocess.Popen(
            command, env={**os.environ, **more}, stdout=printed, text=True
        ) as process,
    ):
        try:
            while True:
                printed.seek(0)
                line = printed.readline()
                if line.endswith("\n"):
                    break
                assert process.poll() is None, command
                os.sched_yield()
            printed.seek(0, os.SEEK_END)
            yield line.strip(), process.pid
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
