"""Nets in files: numbers of 16 bits in the safetensors format, with where they come from.

A file begins with the length of a JSON header in 8 bytes; the header says where each table of numbers lies
behind it. `__metadata__` tells the game, the version of its inputs, and how the net was made.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net import HIDDEN, N_OUTPUTS, SECOND
from burgomaster.core.errors import OptionError
from burgomaster.core.inputs import InputLayout
from burgomaster.core.registry import game_folder, game_part

Array = npt.NDArray[Any]
Weights = tuple[Array, Array]  # lines and tail, as bots/net.py takes them

INPUTS_PART = "bot.inputs"
FILE = "bot/net.safetensors"
FORMAT = "1"  # of what is in a file; raised when an older program could not read it
SHAPES = {
    "offsets": (HIDDEN,),
    "second": (HIDDEN, SECOND),
    "second_offsets": (SECOND,),
    "last": (SECOND, N_OUTPUTS),
    "last_offsets": (N_OUTPUTS,),
}
MAX_HEADER = 1 << 20
LENGTH = 8  # bytes of the length of the header


def layout_of(game: str) -> InputLayout | None:
    """Find how positions of a game become inputs; None if it does not say."""
    found: InputLayout | None = getattr(game_part(game, INPUTS_PART), "INPUTS", None)
    return found


def net_path(game: str) -> Path:
    """Name the file of the net that comes with a game."""
    return game_folder(game) / FILE


def has_net(game: str) -> bool:
    """Tell whether a net comes with a game."""
    return net_path(game).exists()


def write_net(path: Path, weights: Weights, facts: Mapping[str, str]) -> None:
    """Write a net, all or nothing."""
    tables = {"lines": weights[0].reshape(-1, HIDDEN), **split_tail(weights[1])}
    halves = {name: np.ascontiguousarray(table, np.float16) for name, table in tables.items()}
    header: dict[str, Any] = {"__metadata__": {"format": FORMAT, **facts}}
    at = 0
    for name, table in halves.items():
        places = [at, at + table.nbytes]
        header[name] = {"dtype": "F16", "shape": list(table.shape), "data_offsets": places}
        at += table.nbytes
    text = json.dumps(header, sort_keys=True).encode()
    text += b" " * (-len(text) % LENGTH)
    body = b"".join(table.tobytes() for table in halves.values())
    data = len(text).to_bytes(LENGTH, "little") + text + body
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(data)
    os.replace(beside, path)


def split_tail(tail: Array) -> dict[str, Array]:
    """Cut the tail into its tables."""
    found, at = {}, 0
    for name, shape in SHAPES.items():
        size = int(np.prod(shape))
        found[name] = tail[at : at + size].reshape(shape)
        at += size
    return found


def read_net(path: Path, layout: InputLayout) -> tuple[Weights, dict[str, str]]:
    """Read a net and what is told of it; OptionError says what is wrong with a file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise OptionError("net.unreadable", path=str(path), why=error.strerror or "?") from None
    try:
        tables, facts = parse(data)
        return fit_layout(tables, layout), facts
    except (ValueError, KeyError, TypeError, IndexError) as error:
        why = f"{type(error).__name__}: {error}"[:120]
        raise OptionError("net.broken", path=str(path), why=why) from None


def parse(data: bytes) -> tuple[dict[str, Array], dict[str, str]]:
    """Take a file apart."""
    length = int.from_bytes(data[:LENGTH], "little")
    if not 0 < length <= min(MAX_HEADER, len(data) - LENGTH):
        raise ValueError("no header")
    header = json.loads(data[LENGTH : LENGTH + length])
    facts = {str(key): str(value) for key, value in header.pop("__metadata__", {}).items()}
    if facts.get("format") != FORMAT:
        raise ValueError(f"format {facts.get('format')}, not {FORMAT}")
    body = memoryview(data)[LENGTH + length :]
    return {name: read_table(body, about) for name, about in header.items()}, facts


def read_table(body: memoryview, about: Mapping[str, Any]) -> Array:
    """Read one table of numbers."""
    if about["dtype"] != "F16":
        raise ValueError(f"numbers of type {about['dtype']}")
    first, end = about["data_offsets"]
    found: Array = np.frombuffer(body[first:end], "<f2").reshape(about["shape"]).astype(np.float32)
    if not np.isfinite(found).all():
        raise ValueError("not all numbers are finite")
    return found


def fit_layout(tables: Mapping[str, Array], layout: InputLayout) -> Weights:
    """Put the tables together for a layout; inputs that were appended since count nothing."""
    for name, shape in SHAPES.items():
        if tables[name].shape != shape:
            raise ValueError(f"{name} is {tables[name].shape}, not {shape}")
    lines = tables["lines"]
    if lines.ndim != 2 or lines.shape[1] != HIDDEN or len(lines) > layout.size:
        raise ValueError(f"lines are {lines.shape}, not ({layout.size}, {HIDDEN})")
    padded = np.zeros((layout.size, HIDDEN), np.float32)
    padded[: len(lines)] = lines
    return padded.ravel(), np.concatenate([tables[name].ravel() for name in SHAPES])


@cache
def net_of(game: str, path: str = "") -> Weights:
    """Find the net of a game: that of a file, else the one that comes with the game."""
    layout = layout_of(game)
    if layout is None:
        raise OptionError("net.no_inputs", game=game)
    weights, facts = read_net(Path(path) if path else net_path(game), layout)
    is_made_for = (facts.get("game"), facts.get("inputs"))
    if is_made_for != (game, str(layout.version)):
        made, inputs = (word or "?" for word in is_made_for)
        raise OptionError(
            "net.other", path=path, game=made, inputs=inputs, right=game, version=layout.version
        )
    return weights
