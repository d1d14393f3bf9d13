"""The command line as its users meet it: help, exit codes, and `tapete serve`."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from service.store import embedded
from service.store.embedded import EmbeddedServer
from tests.cli import Run, refused


@pytest.mark.parametrize(
    "args",
    [[], ["serve"], ["play"], ["evaluate"], ["verify"], ["replay"], ["doctor"]],
)
def test_help_has_examples(run: Run, args: list[str]) -> None:
    result = run(*args, "--help")
    assert result.exit_code == 0
    assert "Examples:\n" in result.output
    assert f"tapete {' '.join(args)}" in result.output


def test_version_names_the_package(run: Run) -> None:
    assert re.fullmatch(r"tapete \d+\.\d+\.\d+\n", run("--version").output)


def test_help_loads_none_of_what_only_commands_need() -> None:
    script = (
        "import sys; from service.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "heavy = {'flask', 'gunicorn', 'redis', 'httpx', 'rich', 'msgspec'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.stderr.strip() == ""


def test_serve_announces_an_address_that_answers(served: str) -> None:
    assert httpx.get(f"{served}/readyz").json() == {"status": "ready"}


def test_serve_refuses_a_port_in_use(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port))
    assert refused(result, 1)
    assert f"Cannot listen on 127.0.0.1, port {port}" in result.stderr
    assert "--port" in result.stderr


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("TAPETE_MATCH_TTL", "soon", "TAPETE_MATCH_TTL must be a whole number"),
        ("TAPETE_REDIS_URL", "http://x", "TAPETE_REDIS_URL must be an address"),
        ("TAPETE_PORT", "http", "TAPETE_PORT"),
        ("TAPETE_WORKERS", "0", "TAPETE_WORKERS"),
    ],
)
def test_serve_names_the_variable_that_is_wrong(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str, text: str
) -> None:
    monkeypatch.setenv(name, value)
    args = [] if name == "TAPETE_PORT" else ["--port", "0"]
    result = run("serve", *args)
    assert refused(result, 2)
    assert text in result.stderr


def test_serve_refuses_a_data_directory_in_use(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_LOCK_S", 0.1)
    with EmbeddedServer(tmp_path):
        result = run("serve", "--port", "0")
    assert refused(result, 1)
    assert f"{tmp_path} is in use" in result.stderr
