"""What is wrong with a text that should be a position."""

from __future__ import annotations

from burgomaster.core.errors import BurgomasterError


class PositionError(BurgomasterError):
    """A text that is no position, or a position that no game can have."""
