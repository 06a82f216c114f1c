"""What a training says when it cannot go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.language import Catalog

TEXTS = Catalog(Path(__file__).parent)


class TrainingError(BurgomasterError):
    """A training that cannot be done as it was asked for; nothing has changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key, TEXTS, **values)
