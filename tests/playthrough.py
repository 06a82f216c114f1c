"""Golden playthroughs: a whole game as text that a person can read and a diff can compare.

One block for each decision: who decides, what is legal, what was done, what the log says, and which
lines of the public view and of each seat's own cards changed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from burgomaster.core.table import Game, Record, Table

WIDTH = 110


def write_playthrough(record: Record) -> str:
    """Tell a recorded game."""
    table = record.begin()
    lines = [f"{table.game.name} version {table.game.version}, seed {record.seed}", _options_line(table.game)]
    lines += ["", *_log_lines(table, -1)]
    seen: dict[str, str] = {}
    lines += _changes(table, seen)
    for notation in record.moves:
        lines += ["", *_step_lines(table, notation), *_changes(table, seen)]
    lines += ["", f"winners: {table.winners}, scores: {table.scores}"]
    return "\n".join(lines) + "\n"


def _options_line(game: Game) -> str:
    return "options: " + ", ".join(f"{name}={value}" for name, value in game.options.items())


def _step_lines(table: Table, notation: str) -> Iterator[str]:
    number = len(table.steps) + 1
    legal = ", ".join(option.notation for option in table.moves())
    yield f"{number}. seat {table.to_move}, round {table.round}, {table.phase}: {notation}"
    yield from textwrap.wrap(f"legal: {legal}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    table.step(table.read_move(notation))
    yield from _log_lines(table, number - 1)


def _log_lines(table: Table, since: int) -> list[str]:
    return [f"  > {line}" for line in table.log(None, "en", since)]


def _changes(table: Table, seen: dict[str, str]) -> Iterator[str]:
    """List the lines of the public view, and of what each seat sees of itself, that are new."""
    now = dict(_flatten(table.view(None), ""))
    for seat in range(table.game.n_seats):
        own = table.view(seat)["players"][seat]
        now |= {f"seat {seat} sees {key}": value for key, value in _flatten(own, "")}
    public = {key.split(".", 2)[-1] for key in now if key.startswith("players.")}
    for key, value in now.items():
        is_repeated = key.startswith("seat ") and _is_public(key, value, now, public)
        if seen.get(key) != value and not is_repeated:
            yield from textwrap.wrap(f"{key}: {value}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    seen.clear()
    seen.update(now)


def _is_public(key: str, value: str, now: dict[str, str], public: set[str]) -> bool:
    """Tell whether a line of a seat's own view says nothing that the public view does not."""
    _, seat, _, rest = key.split(" ", 3)
    return rest in public and now.get(f"players.{seat}.{rest}") == value


def _flatten(value: Any, prefix: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and not _is_counts(value):
        for key, inner in value.items():
            yield from _flatten(inner, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(value, list) and value and isinstance(value[0], dict) and "seat" in value[0]:
        for number, inner in enumerate(value):
            yield from _flatten(inner, f"{prefix}.{number}")
    else:
        yield prefix, _say(value)


def _is_counts(value: dict[str, Any]) -> bool:
    return all(isinstance(inner, int | str) for inner in value.values())


def _say(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={inner}" for key, inner in value.items()) or "-"
    if isinstance(value, list):
        return " ".join(_say(inner) for inner in value) or "-"
    return str(value)
