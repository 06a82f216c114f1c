"""A server that keeps something of every move for ever: memory, and an open file."""

from __future__ import annotations

import os
import sys
from typing import Any

from burgomaster.cli.main import main
from burgomaster.server.match_manager import MatchManager

KEPT: list[Any] = []
usual = MatchManager._replace


def leaking(self: MatchManager, *given: Any, **named: Any) -> None:
    """Do what is usually done, and forget to let go."""
    KEPT.append((bytearray(os.urandom(1 << 12) * (1 << 11)), os.open(os.devnull, os.O_RDONLY)))
    usual(self, *given, **named)


MatchManager._replace = leaking  # type: ignore[method-assign]

if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))
