"""Locust users of the bare application: two requests after each pause, as players send.

Run `python -m locust -f loadtests/greeters.py --host URL` against loadtests.hello.
"""

from __future__ import annotations

from locust import task

from loadtests.locustfile import Visitor


class Greeter(Visitor):
    """Asks for one line of text."""

    def on_start(self) -> None:
        """Need nothing."""
        options = self.environment.parsed_options
        assert options is not None
        self.mean_pause = float(options.pause)

    @task
    def greet(self) -> None:
        """Ask twice."""
        for _ in range(2):
            self.client.get("/")
