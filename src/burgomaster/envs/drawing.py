"""How an environment is rendered: as the game looks in the terminal, seen from one seat."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Any

from burgomaster.core.table import Table
from burgomaster.envs.texts import EnvironmentFault

MODES = ("human", "ansi")
WIDTH = 100


def check_mode(mode: Any) -> str | None:
    """Refuse a way of rendering that there is not."""
    if mode is not None and mode not in MODES:
        raise EnvironmentFault("render.mode", given=repr(mode)[:40], known=", ".join(MODES))
    return None if mode is None else str(mode)


def render(table: Table, seat: int | None, mode: str | None, language: str = "en") -> str | None:
    """Print what a seat sees ("human"), or return it as text ("ansi")."""
    if mode is None:
        return None
    text = draw(table, seat, language)
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    sys.stdout.flush()
    return None


def draw(table: Table, seat: int | None, language: str = "en") -> str:
    """Draw the board and the players as a seat, or a spectator, sees them."""
    from rich.console import Console, Group, RenderableType

    from burgomaster.terminal.screen import load_screen, view_seat

    screen, seen = load_screen(table.game.name, language), view_seat(table, seat, is_reader=False)
    parts: Sequence[RenderableType] = [screen.board(seen), *screen.players(seen)]
    paper = io.StringIO()
    console = Console(file=paper, width=WIDTH, markup=False, highlight=False, emoji=False, color_system=None)
    console.print(Group(*parts))
    return paper.getvalue()
