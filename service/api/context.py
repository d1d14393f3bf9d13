"""What the application was made with, for the routes to use."""

from __future__ import annotations

from typing import cast

from flask import current_app

from service.matches import Matches

EXTENSION = "tapete"


def use_cases() -> Matches:
    """Return the use cases of the running application."""
    return cast(Matches, current_app.extensions[EXTENSION])
