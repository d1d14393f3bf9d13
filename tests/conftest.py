"""Fixtures for all tests: the real store, the application on it, figures to print."""

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from service.app import create_app
from service.cli import main
from service.config import Settings
from service.store.embedded import EmbeddedServer
from tests.cli import COMMAND, Run

_figures: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the long forms of tests be asked for; without it they run a shorter one."""
    parser.addoption("--full", action="store_true", help="run the long forms of tests")


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """Whether the long forms are asked for."""
    return bool(pytestconfig.getoption("--full"))


@pytest.fixture
def figure() -> Callable[[str], None]:
    """Add a line to what is printed when all tests have run."""
    return _figures.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have counted."""
    if _figures:
        terminalreporter.section("figures")
        for line in _figures:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, shared by the tests of one run."""
    with EmbeddedServer(Path(tmp_path_factory.mktemp("store"))) as url:
        yield url


@pytest.fixture(scope="session")
def settings(redis_url: str) -> Settings:
    """Without limits, and with patience: tests are one address, on a busy machine."""
    return Settings(redis_url=redis_url, rate_limit_hints="", bot_deadline=60)


@pytest.fixture
def client(settings: Settings) -> FlaskClient:
    """A client of the application, without a network between."""
    return create_app(settings).test_client()


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`tapete` in this process, with a data directory of its own."""

    def invoke(*args: str, typed: str = "") -> Result:
        env = {"TAPETE_DATA_DIR": str(tmp_path)}
        return CliRunner().invoke(main, args, input=typed, env=env)

    return invoke


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running `tapete serve`, which must end well on Ctrl-C."""
    folder = tmp_path_factory.mktemp("served")
    args = ["serve", "--port", "0", "--workers", "1", "--data-dir", str(folder)]
    with subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        line = it.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield found[0]
        it.send_signal(signal.SIGINT)
        assert it.wait(30) == 0
