"""What the environments say, and the error of a library that is not installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.language import Catalog

TEXTS = Catalog(Path(__file__).parent)


class EnvironmentFault(BurgomasterError, ValueError):
    """An environment was asked for something it cannot do; nothing has changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key, TEXTS, **values)


class MissingPackage(BurgomasterError, ImportError):
    """A library that an environment is made for is not installed."""

    def __init__(self, package: str | None, extra: str) -> None:
        super().__init__("missing.package", TEXTS, package=package or "?", extra=extra)
