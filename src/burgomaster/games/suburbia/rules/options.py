"""What a game of Suburbia can be set to (rules.md 1, 16). Loads no kernels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import CORE_TEXTS, Catalog
from burgomaster.core.options import GameInfo, Option, Rows, Variant, flag, read_csv, read_json

VERSION = 1
FOLDER = Path(__file__).parent
TEXTS = Catalog(FOLDER, CORE_TEXTS)

LONE, DALE = "lone_architect", "dale"
LETTERS = ("A", "B", "C")
MAX_LINE = 255  # the last population number at which an option may put a red line; steps go on from there
OF_MODE = {  # the options that only one of the solo games has
    "lone_return_bonus": LONE,
    "lone_end": LONE,
    "dale_tie": DALE,
    "dale_private_goal": DALE,
    "dale_win": DALE,
}


def read_table(name: str) -> Rows:
    return read_csv(FOLDER / name)


@cache
def read_board() -> Mapping[str, Any]:
    return read_json(FOLDER / "board.json")


def mode_of(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the numbers of a mode (3.1)."""
    mode: Mapping[str, Any] = read_board()["modes"][options["solo"] or f"{options['players']}p"]
    return mode


def variant_name(options: Mapping[str, Any]) -> str:
    """Return the solo game, or the usual one."""
    return str(options.get("solo") or "standard")


def has_private_goals(options: Mapping[str, Any]) -> bool:
    """Tell whether players keep one of two goals (R25)."""
    return bool(mode_of(options)["private_goals"] or options["dale_private_goal"])


def automatic_seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Dale has a seat and needs nobody on it."""
    return ("Dale",) if options["solo"] == DALE else ()


# Reading values


def _read_board_side(value: Any) -> Any:
    """Read one letter for all, or one for each seat."""
    if value in ("A", "B"):
        return value
    if not isinstance(value, list | tuple) or not value or any(side not in ("A", "B") for side in value):
        raise ValueError
    return list(value)


def _read_first_player(value: Any) -> Any:
    if value == "random" or (type(value) is int and value >= 0):
        return value
    raise ValueError


def _read_red_lines(value: Any) -> Any:
    """Read the printed lines, or an ascending list and the step after its end."""
    if value == "printed":
        return value
    if not isinstance(value, Mapping) or set(value) != {"positions", "step"}:
        raise ValueError
    positions, step = value["positions"], value["step"]
    if not isinstance(positions, list | tuple) or any(type(line) is not int for line in positions):
        raise ValueError
    if not positions or list(positions) != sorted(set(positions)) or positions[0] < 3:
        raise ValueError  # the start value 2 lies below all lines
    if positions[-1] > MAX_LINE or type(step) is not int or not 1 <= step <= MAX_LINE:
        raise ValueError
    return {"positions": list(positions), "step": step}


def _read_blocked_cells(value: Any) -> Any:
    """Read the printed outline, everything above the start, or a list of cells above the start."""
    if value in ("printed", "all_above"):
        return value
    if not isinstance(value, list | tuple):
        raise ValueError
    for cell in value:
        if not isinstance(cell, list | tuple) or [type(number) for number in cell] != [int, int]:
            raise ValueError
        if cell[1] >= 0 or sum(cell) % 2:
            raise ValueError  # below the start a borough must always be able to grow (4.3)
    return [list(cell) for cell in value]


# Checking combinations


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse what the rules do not allow together."""
    if (options["players"] == 1) != (options["solo"] is not None):
        raise OptionError("option.combination", TEXTS, players=options["players"], solo=repr(options["solo"]))
    for option in INFO.options:
        mode = OF_MODE.get(option.name, options["solo"])
        if mode != options["solo"] and options[option.name] != option.default:
            raise OptionError("option.other_mode", TEXTS, name=option.name, mode=mode)
    n_seats = options["players"] + len(automatic_seats(options))
    sides, first = options["board_side"], options["first_player"]
    if isinstance(sides, list) and len(sides) != n_seats:
        raise OptionError("option.board_side_count", TEXTS, given=len(sides), wanted=n_seats)
    if first != "random" and first >= options["players"]:
        raise OptionError("option.first_player_seat", TEXTS, given=first, last=options["players"] - 1)


INFO = GameInfo(
    name="suburbia",
    version=VERSION,
    place=2,
    players=(1, 2, 3, 4),
    options=(
        Option("solo", None, (None, LONE, DALE)),
        Option("first_player", "random", read=_read_first_player, form='"random", 0'),
        Option("board_side", "A", read=_read_board_side, form='"A", "B", ["A", "B"]'),
        Option(
            "red_lines",
            "printed",
            read=_read_red_lines,
            form='"printed", {"positions": [15, 22], "step": 2} (3-255, ascending)',
        ),
        Option(
            "blocked_cells",
            "printed",
            read=_read_blocked_cells,
            form='"printed", "all_above", [[0, -2], [-1, -1]] (y < 0, x + y even)',
        ),
        flag("redline_tiles_mirror"),
        flag("redline_marker_retroactive"),
        flag("lake_marker_doubles_waterfront"),
        Option("lone_return_bonus", 2, (2, 1)),
        Option("lone_end", "one_more_turn", ("one_more_turn", "immediate")),
        Option("dale_tie", "fixed", ("fixed", "random", "human")),
        flag("dale_private_goal"),
        Option("dale_win", "strict", ("strict", "tie_breaks")),
        Option("full_tie", "shared", ("shared",)),
    ),
    texts=TEXTS,
    check=check_options,
    variant_name=variant_name,
    automatic_seats=automatic_seats,
    variants=(
        Variant("standard", {}, (2, 3, 4)),
        Variant(LONE, {"solo": LONE}, (1,)),
        Variant(DALE, {"solo": DALE}, (1,)),
    ),
)
