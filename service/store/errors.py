"""What keeps the store from answering."""

from __future__ import annotations

from service.store.reasons import Reason


class StoreUnavailable(Exception):
    """Redis cannot be reached or refuses to serve now; the state is as it was."""

    def __init__(self, text: str, reason: Reason) -> None:
        """Take what Redis says, which may tell its address, and why in a word."""
        super().__init__(text)
        self.reason: Reason = reason


class Unconfirmed(StoreUnavailable):
    """Too few replicas have a change yet; whoever asks again finds out."""

    def __init__(self, text: str) -> None:
        """Take what the server says."""
        super().__init__(text, "replicas")
