"""The error that says why a request cannot be granted."""

from __future__ import annotations

from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.texts import TEXTS


class Refused(BurgomasterError):
    """What was asked for cannot be done; nothing was changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"refused.{key}", TEXTS, **values)
        self.key = key
