"""The games. A new one is a folder here and a name in this list."""

from __future__ import annotations

from burgomaster.core.registry import register_game

GAMES = ("petersburg", "suburbia", "spyrium")

for _name in GAMES:
    register_game(_name, f"{__name__}.{_name}")
