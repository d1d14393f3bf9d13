"""gunicorn's own log, in the form of ours and without what clients have sent."""

from __future__ import annotations

import sys
from typing import Any

from gunicorn.glogging import Logger

from service.telemetry.logs import Form, handler


class ServerLog(Logger):
    """Writes what gunicorn has to say.

    Its own lines quote a bad header, and the query of a request that it fails on: a
    token or a ticket may be there; and they tell the addresses of clients.
    """

    form: Form = "text"

    def setup(self, cfg: Any) -> None:
        """Write to stderr, as gunicorn does."""
        super().setup(cfg)
        self.error_log.handlers = [handler(self.form, sys.stderr)]

    def warning(self, msg: object, *args: Any, **kwargs: Any) -> None:
        """Log a warning; a request that cannot be read is not quoted."""
        if str(msg).startswith("Invalid request from ip="):
            msg, args = "a request that cannot be read was refused", ()
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: object, *args: Any, **kwargs: Any) -> None:
        """Log an error with its traceback; the request is not quoted."""
        if str(msg).startswith("Error handling request"):
            msg, args = "an error outside the application ended a request", ()
        super().exception(msg, *args, **kwargs)


def server_log(form: Form) -> type[ServerLog]:
    """Return the class that gunicorn is to make its log of."""
    return type("ServerLog", (ServerLog,), {"form": form})
