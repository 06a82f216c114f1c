"""What the commands say, with the words of the terminal below their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from burgomaster.core.language import Catalog, Message
from burgomaster.terminal.failure import FAILED, WRONG_USE, Failure
from burgomaster.terminal.texts import TEXTS as TERMINAL_TEXTS

TEXTS = Catalog(Path(__file__).parent, TERMINAL_TEXTS)


def wrong_use(key: str, /, **values: Any) -> Failure:
    """Make the failure of a command that was called in a way that makes no sense."""
    return Failure(WRONG_USE, Message(TEXTS, key, **values))


def failed(key: str, /, **values: Any) -> Failure:
    """Make the failure of a command that makes sense but cannot be done."""
    return Failure(FAILED, Message(TEXTS, key, **values))
