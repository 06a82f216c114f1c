"""Where games are kept, and how they come back."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.core.errors import RecordError
from burgomaster.terminal.texts import failed, reading

if TYPE_CHECKING:
    from burgomaster.core.table import Record, Table


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Name the folder of saved games: of the user's state, as the XDG directories have it."""
    state = environment.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "burgomaster" / "games"


def new_path(game: str) -> Path:
    """Choose a file for a new game, in a folder that exists."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError("record.cannot_write", path=folder, why=error.strerror) from None
    return folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.json"


def free_path(name: str) -> Path:
    """Take a file that the player chose for a new game; it must not be there yet."""
    path = Path(name).expanduser()
    if path.exists():
        raise failed("play.file_exists", path=path)
    return path


def latest_path(game: str | None) -> Path:
    """Find the file of the unfinished game that was played last."""
    files = [path for path in games_folder().glob("*.json") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True):
        record = load_or_none(path)
        if record is not None and record.result is None and game in (None, record.game):
            return path
    raise failed("play.nothing_saved", folder=games_folder())


def load_or_none(path: Path) -> Record | None:
    from burgomaster.core.table import Record

    try:
        return Record.load(path)
    except RecordError:
        return None


def load_record(path: str | Path) -> Record:
    """Load the record of a file; Failure says what is wrong with it."""
    from burgomaster.core.table import Record

    with reading(path):
        return Record.load(path)


def replay_record(record: Record, path: str | Path, n_moves: int | None = None) -> Table:
    """Make the table of a record, with everybody in the seat the record names."""
    with reading(path):
        table = record.replay(n_moves)
    if record.seats:
        table.seats = [dict(seat) for seat in record.seats]
    return table


def bot_of(seat: Mapping[str, Any]) -> str | None:
    """Find the description of the bot that keeps a seat, None for a person."""
    description = seat.get("bot")
    return None if description is None else str(description)
