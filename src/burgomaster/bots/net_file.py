"""Nets in files: numbers of 16 bits in the safetensors format, with where they come from.

A file begins with the length of a JSON header in 8 bytes; the header says where each table of numbers lies
behind it. `__metadata__` tells the game, the version of its inputs, and how the net was made.

A file may also hold another net for solo games, in tables named `alone_...`. The lines
of some inputs are changed by the product of two narrow tables; the tail is a whole one. The program that
trained it was removed: the metadata name its commit (`alone_sources`).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net import HIDDEN, N_OUTPUTS, SECOND, TAIL, Weights
from burgomaster.compiler.vectors import aligned_zeros
from burgomaster.core.errors import OptionError
from burgomaster.core.inputs import InputLayout
from burgomaster.core.registry import game_folder, game_part

Array = npt.NDArray[Any]

INPUTS_PART = "bot.inputs"
FILE = "bot/net.safetensors"
FORMAT = "1"  # of what is in a file; raised when an older program could not read it
ALONE = "alone_"  # begins the names of the tables for whoever plays alone
SHAPES = {
    "offsets": (HIDDEN,),
    "second": (HIDDEN, SECOND),
    "second_offsets": (SECOND,),
    "last": (SECOND, N_OUTPUTS),
    "last_offsets": (N_OUTPUTS,),
}
METADATA = "__metadata__"
NEWEST = "net.safetensors"  # of the folder of a training
SUFFIX = ".safetensors"
MAX_HEADER = 1 << 20
MAX_FILE = 1 << 25
BY_NET = ("net", "search")  # bots that play by the net of a file; the first one always by a net
KEPT_NETS = 64  # in memory
LENGTH = 8  # bytes of the length of the header


class Alone(NamedTuple):
    """What is different for whoever plays alone: the lines of some inputs change, and the tail is another."""

    inputs: Array  # whose lines change, by number, ascending
    left: Array  # a row for each of them, of as many numbers as `right` has rows
    right: Array  # rows of HIDDEN numbers; left @ right is added to the lines
    tail: Array  # as in Weights


def layout_of(game: str) -> InputLayout | None:
    """Find how positions of a game become inputs; None if it does not say."""
    found: InputLayout | None = getattr(game_part(game, INPUTS_PART), "INPUTS", None)
    return found


def net_path(game: str) -> Path:
    return game_folder(game) / FILE


def net_hash(game: str) -> str:
    return hashlib.sha256(net_path(game).read_bytes()).hexdigest()[:16]


def has_net(game: str) -> bool:
    return net_path(game).exists()


def write_net(path: Path, weights: Weights, facts: Mapping[str, str]) -> None:
    write_tables(path, {"lines": weights.lines.reshape(-1, HIDDEN), **split_tail(weights.tail)}, facts)


def write_tables(path: Path, tables: Mapping[str, Array], facts: Mapping[str, str]) -> None:
    halves = {name: np.ascontiguousarray(table, np.float16) for name, table in tables.items()}
    header: dict[str, Any] = {METADATA: {"format": FORMAT, **facts}}
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
    found, at = {}, 0
    for name, shape in SHAPES.items():
        size = int(np.prod(shape))
        found[name] = tail[at : at + size].reshape(shape)
        at += size
    return found


def read_net(path: Path, layout: InputLayout) -> tuple[Weights, dict[str, str]]:
    """Read a net and what is told of it; OptionError says what is wrong with a file."""
    with blaming(path):
        tables, facts = parse(read_file(path))
        check_shapes(tables, SHAPES)
        lines = tables["lines"]
        if lines.ndim != 2 or lines.shape[1] != HIDDEN or len(lines) > layout.size:
            raise ValueError(f"lines are {lines.shape}, not ({layout.size}, {HIDDEN})")
        padded = aligned_zeros(layout.size, HIDDEN)
        padded[: len(lines)] = lines
        return Weights(padded.ravel(), join_tail([tables[name] for name in SHAPES])), facts


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Turn what goes wrong inside the block into an OptionError about a file."""
    try:
        yield
    except OSError as error:
        raise OptionError("net.unreadable", path=str(path), why=error.strerror or "?") from None
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        why = f"{type(error).__name__}: {error}"[:120]
        raise OptionError("net.broken", path=str(path), why=why) from None


def read_file(path: Path) -> bytes:
    """Read a file that is not too long for a net; a device or a pipe is none."""
    if path.exists() and not path.is_dir() and not path.is_file():
        raise ValueError("no plain file")
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise ValueError(f"longer than {MAX_FILE} bytes")
    return data


def parse(data: bytes) -> tuple[dict[str, Array], dict[str, str]]:
    header, body = split_header(data)
    facts = facts_of(header)
    tables = {name: read_table(body, about) for name, about in header.items() if name != METADATA}
    return tables, facts


def split_header(data: bytes) -> tuple[dict[str, Any], memoryview]:
    """Read the header; return it and what lies behind it."""
    length = int.from_bytes(data[:LENGTH], "little")
    if not 0 < length <= min(MAX_HEADER, len(data) - LENGTH):
        raise ValueError("no header")
    header = json.loads(data[LENGTH : LENGTH + length])
    if not isinstance(header, dict):
        raise ValueError("the header is no object")
    return header, memoryview(data)[LENGTH + length :]


def facts_of(header: Mapping[str, Any]) -> dict[str, str]:
    facts = {str(key): str(value) for key, value in header.get(METADATA, {}).items()}
    if facts.get("format") != FORMAT:
        raise ValueError(f"format {facts.get('format')}, not {FORMAT}")
    return facts


def read_facts(path: Path) -> dict[str, str]:
    with blaming(path):
        return facts_of(split_header(read_file(path))[0])


def read_table(body: memoryview, about: Mapping[str, Any]) -> Array:
    if about["dtype"] != "F16":
        raise ValueError(f"numbers of type {about['dtype']}")
    first, end = about["data_offsets"]
    found: Array = np.frombuffer(body[first:end], "<f2").reshape(about["shape"]).astype(np.float32)
    if not np.isfinite(found).all():
        raise ValueError("not all numbers are finite")
    return found


def check_shapes(tables: Mapping[str, Array], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ValueError unless all these tables are there in these shapes."""
    for name, shape in shapes.items():
        if name not in tables:
            raise ValueError(f"{name} is missing")
        if tables[name].shape != shape:
            raise ValueError(f"{name} is {tables[name].shape}, not {shape}")


def join_tail(tables: Sequence[Array]) -> Array:
    tail = aligned_zeros(1, TAIL)[0, :TAIL]
    np.concatenate([table.ravel() for table in tables], out=tail)
    return tail


# For whoever plays alone


def read_alone(path: Path) -> Alone | None:
    """Read what is different in a net for whoever plays alone; None if nothing is."""
    with blaming(path):
        tables = parse(read_file(path))[0]
        if not any(name.startswith(ALONE) for name in tables):
            return None
        n_inputs, n_rows = tables[ALONE + "inputs"].size, len(tables[ALONE + "right"])
        shapes = {"inputs": (n_inputs,), "right": (n_rows, HIDDEN), "left": (n_inputs, n_rows), **SHAPES}
        check_shapes(tables, {ALONE + name: shape for name, shape in shapes.items()})
        inputs = whole_numbers(tables[ALONE + "inputs"], len(tables["lines"]))
        tail = join_tail([tables[ALONE + name] for name in SHAPES])
        return Alone(inputs, tables[ALONE + "left"], tables[ALONE + "right"], tail)


def whole_numbers(numbers: Array, end: int) -> Array:
    """Read the numbers of inputs; ValueError unless they are whole, ascending and below `end`."""
    found: Array = numbers.astype(np.int64)
    if (found != numbers).any() or (np.diff(found) <= 0).any():
        raise ValueError("the inputs are not whole numbers that ascend")
    if (found < 0).any() or (found >= end).any():
        raise ValueError(f"the inputs are not below {end}")
    return found


def change_for_one(weights: Weights, alone: Alone) -> Weights:
    """Make the net for whoever plays alone: some lines are changed, and the tail is another."""
    lines = aligned_zeros(len(weights.lines) // HIDDEN, HIDDEN)
    lines[:] = weights.lines.reshape(-1, HIDDEN)
    for column, row in zip(alone.left.T, alone.right, strict=True):  # `@` adds in the order of the machine
        lines[alone.inputs] += np.outer(column, row)
    return Weights(lines.ravel(), join_tail([alone.tail]))


# The nets of games


def net_of(game: str, path: str = "", n_seats: int = 2) -> Weights:
    """Find the net of a game for so many seats: that of a file, else the one that comes with the game."""
    if layout_of(game) is None:
        raise OptionError("net.no_inputs", game=game)
    place = Path(path) if path else net_path(game)
    try:
        about = place.stat()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise OptionError("net.unreadable", path=str(place), why=why) from None
    read = _read_for_one if n_seats == 1 else _read_shared
    return read(game, place, (about.st_mtime_ns, about.st_size, about.st_ino))


@lru_cache(KEPT_NETS)
def _read_for_one(game: str, path: Path, stamp: tuple[int, ...]) -> Weights:
    """Make the net for whoever plays alone, again if the file is another one by now."""
    shared, alone = _read_shared(game, path, stamp), read_alone(path)
    return shared if alone is None else change_for_one(shared, alone)


@lru_cache(KEPT_NETS)
def _read_shared(game: str, path: Path, stamp: tuple[int, ...]) -> Weights:
    """Read the net that all variants share, again if the file is another one by now."""
    layout = layout_of(game)
    assert layout is not None
    facts = read_facts(path)
    found = facts.get("game"), facts.get("inputs")
    if found != (game, str(layout.version)):
        made, inputs = (word or "?" for word in found)
        words = {"game": made[:40], "inputs": inputs[:10], "right": game, "version": layout.version}
        raise OptionError("net.other", path=str(path), **words)
    read_alone(path)  # says what is wrong with that part, whoever plays
    return read_net(path, layout)[0]


def net_word(description: str) -> str | None:
    """Find the file that a bot such as `net:FILE` names: empty for the net of the game, None for no net."""
    name, _, word = description.partition(":")
    is_level = word.isascii() and word.isdecimal()
    if name not in BY_NET or is_level or (name != BY_NET[0] and not word):
        return None
    return word


def check_net(game: str, description: str) -> None:
    """Raise OptionError if a bot plays by a net that this game cannot use."""
    word = net_word(description)
    if word is not None:
        net_of(game, word)


def nets_in(folder: Path) -> list[Path]:
    """List the nets of a folder, the oldest first; OptionError if it has none.

    Of a training the newest net is there twice, with its number and without: it counts once.
    """
    found = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
    numbered = [path for path in found if path.name != NEWEST]
    if not found:
        raise OptionError("net.none", path=str(folder))
    return numbered or found
