"""The JSON document of a recorded game: reading, checking and writing it, without playing it."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from burgomaster.core.errors import RecordError

FORMAT = "burgomaster/1"
MAX_BYTES = 8_000_000  # a game has under a thousand moves; this is room for very long notes
MAX_MOVES = 100_000
KNOWN_KEYS = ("format", "game", "version", "options", "seed", "setup", "seats", "moves", "result")


def read_document(path: str | Path) -> Any:
    """Read the document of a file; RecordError says what is wrong with a file that is none."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError("record.cannot_read", path=path, why=error.strerror) from None
    return parse_document(data)


def write_document(path: str | Path, document: Any) -> None:
    """Write a document; the file is at every moment either the old one or the whole new one."""
    target = Path(path)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise RecordError("record.cannot_write", path=target, why=error.strerror) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException as error:  # also when the program is interrupted: no half file is left behind
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise RecordError("record.cannot_write", path=target, why=error.strerror) from None
        raise


def parse_document(data: bytes) -> Any:
    """Parse the JSON of a record; RecordError says where it is wrong."""
    if len(data) > MAX_BYTES:
        raise RecordError("record.too_large", limit=MAX_BYTES)
    try:
        return json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError("record.not_text") from None
    except json.JSONDecodeError as error:
        raise RecordError("record.not_json", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise RecordError("record.hostile") from None


def check(holds: bool, message: str, /, **values: Any) -> None:
    if not holds:
        raise RecordError(message, **values)


def check_types(document: dict[str, Any]) -> None:
    """Raise a RecordError unless every part of a document has the type it should have."""
    wanted: dict[str, tuple[type, ...]] = {
        "game": (str,),
        "version": (int,),
        "options": (dict,),
        "moves": (list,),
        "seats": (list,),
        "seed": (int, type(None)),
        "setup": (dict, type(None)),
        "result": (dict, type(None)),
    }
    for key, types in wanted.items():
        value = document.get(key, [] if key == "seats" else None)
        check(
            type(value) in types, "record.type", key=key, wanted=types[0].__name__, found=type(value).__name__
        )
    check(len(document["moves"]) <= MAX_MOVES, "record.too_many_moves", limit=MAX_MOVES)
    check(all(type(move) is str for move in document["moves"]), "record.moves")
    check(all(type(seat) is dict for seat in document.get("seats", [])), "record.seats")
    check("players" in document["options"], "record.players")
