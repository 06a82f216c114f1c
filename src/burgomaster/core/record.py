"""A game as its record: set-up and moves, one JSON document. Everything shown is derived from it."""

from __future__ import annotations

import copy
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.core.errors import BurgomasterError, RecordError
from burgomaster.core.registry import load_game

if TYPE_CHECKING:
    from burgomaster.core.table import Table

FORMAT = "burgomaster/1"
MAX_BYTES = 8_000_000  # a game has under a thousand moves; this is room for very long notes
MAX_MOVES = 100_000
KNOWN_KEYS = ("format", "game", "version", "options", "seed", "setup", "seats", "moves", "result")


@dataclass(frozen=True)
class Record:
    """One game. `replay` gives the table back."""

    game: str
    version: int
    options: Mapping[str, Any]
    seed: int | None
    setup: Mapping[str, Any] | None
    seats: list[dict[str, Any]]
    moves: list[str]
    result: Mapping[str, Any] | None = None
    other: Mapping[str, Any] = field(default_factory=dict)  # keys we do not know, kept as they are

    def to_json(self) -> dict[str, Any]:
        """The document."""
        document: dict[str, Any] = {"format": FORMAT, "game": self.game, "version": self.version}
        document |= {"options": dict(self.options), "seed": self.seed, "setup": self.setup}
        document |= {"seats": self.seats, "moves": self.moves, "result": self.result}
        present = {key: value for key, value in document.items() if value is not None}
        return {**present, **self.other}

    def save(self, path: str | Path) -> None:
        """Write the record; the file is at every moment either the old one or the whole new one."""
        target = Path(path)
        text = json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"
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

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record; RecordError says what is wrong with a file that is none."""
        try:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise RecordError("record.cannot_read", path=path, why=error.strerror) from None
        return cls.parse(data)

    @classmethod
    def parse(cls, data: bytes) -> Record:
        """Read a record from the bytes of a file."""
        if len(data) > MAX_BYTES:
            raise RecordError("record.too_large", limit=MAX_BYTES)
        return cls.from_json(_parse(data))

    @classmethod
    def from_json(cls, document: Any) -> Record:
        """Read a record from a document that was parsed already."""
        _check(isinstance(document, dict), "record.not_an_object")
        found = document.get("format")
        _check(found == FORMAT, "record.format", found=repr(found)[:40], wanted=FORMAT)
        _check_types(document)
        has_start = document.get("seed") is not None or document.get("setup") is not None
        _check(has_start, "record.no_start")
        return cls(
            game=document["game"],
            version=document["version"],
            options=document["options"],
            seed=document.get("seed"),
            setup=document.get("setup"),
            seats=document.get("seats", []),
            moves=document["moves"],
            result=document.get("result"),
            other={key: value for key, value in document.items() if key not in KNOWN_KEYS},
        )

    def replay(self, n_moves: int | None = None) -> Table:
        """The table after all moves, or after the first few."""
        table = self.begin()
        for number, notation in enumerate(self.moves[:n_moves], start=1):
            try:
                table.step(table.read_move(notation))
            except BurgomasterError as error:
                raise RecordError(
                    "record.move", number=number, notation=notation[:80], why=error.message
                ) from None
        return table

    def begin(self) -> Table:
        """The table before the first move."""
        game = load_game(self.game, **self.options)
        _check(
            self.version == game.version,
            "record.version",
            found=self.version,
            wanted=game.version,
            game=self.game,
        )
        table = game.deal(self.seed, self.setup, copy.deepcopy(self.seats))
        table.other = dict(self.other)
        return table

    def check(self) -> Table:
        """Replay the whole game and compare its result; RecordError if anything does not fit."""
        table = self.replay()
        if self.result is not None:
            _check(table.over, "record.not_over", moves=len(self.moves))
            for key, value in {"scores": table.scores, "winners": table.winners}.items():
                given = self.result.get(key, value)
                _check(given == value, "record.result", key=key, given=str(given)[:80], found=str(value))
        return table


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError("record.not_text") from None
    except json.JSONDecodeError as error:
        raise RecordError("record.not_json", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise RecordError("record.hostile") from None


def _check(holds: bool, message: str, /, **values: Any) -> None:
    if not holds:
        raise RecordError(message, **values)


def _check_types(document: dict[str, Any]) -> None:
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
        _check(
            type(value) in types, "record.type", key=key, wanted=types[0].__name__, found=type(value).__name__
        )
    _check(len(document["moves"]) <= MAX_MOVES, "record.too_many_moves", limit=MAX_MOVES)
    _check(all(type(move) is str for move in document["moves"]), "record.moves")
    _check(all(type(seat) is dict for seat in document.get("seats", [])), "record.seats")
    _check("players" in document["options"], "record.players")
