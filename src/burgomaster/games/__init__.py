"""The games, each a folder of the same form; `burgomaster.games()` tells what there is.

The package is callable because other programs rely on `burgomaster.games()`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from burgomaster.core.registry import describe_games


class _Games(ModuleType):
    """A package that answers when it is called."""

    def __call__(self) -> list[dict[str, Any]]:
        """Describe all games: names, titles, versions, player counts and options."""
        return describe_games()


sys.modules[__name__].__class__ = _Games
