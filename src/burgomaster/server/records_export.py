"""The finished games of a store as records, one a line: what `burgomaster stats` and other programs read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from burgomaster.server import models
from burgomaster.server.backup import AdminError, new_private_file, open_engine, snapshot
from burgomaster.server.checking import read_match, require_version
from burgomaster.server.match import Entry, Header, Kind, replay
from burgomaster.server.store import HEADER_COLUMNS


def export_records(
    address: str, path: Path, with_names: bool, announce: Callable[[int, int], None]
) -> tuple[int, int]:
    """Write a record a line for every game that is over; how many were written, and how many are not over."""
    engine, beside = open_engine(address), path.with_name(path.name + ".part")
    written = left = 0
    try:
        require_version(engine)
        with new_private_file(beside, path.name) as file:
            for record in records_of(engine, announce):
                if record is None:
                    left += 1
                    continue
                line = record if with_names else nameless(record)
                file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                written += 1
        os.replace(beside, path)
        return written, left
    except OSError as error:
        raise AdminError("no_file", path=str(path), why=error.strerror or str(error)) from None
    finally:
        beside.unlink(missing_ok=True)
        engine.dispose()


def records_of(engine: Engine, announce: Callable[[int, int], None]) -> Iterator[dict[str, Any] | None]:
    """Go through all matches in the order in which they were made; None for one that is not over."""
    with snapshot(engine) as connection:
        names = list(connection.scalars(select(models.matches.c.match).order_by(models.matches.c.created)))
    for number, name in enumerate(names, 1):
        yield record_of(engine, name)
        announce(number, len(names))


def record_of(engine: Engine, name: str) -> dict[str, Any] | None:
    """Make the record of a match; None if its game is not over, or cannot be replayed."""
    row, journal, _ = read_match(engine, name)
    if row is None:
        return None
    try:
        entries = [Entry(line.number, Kind(line.kind), line.seat, line.at, line.data) for line in journal]
        match = replay(Header(**{column: row[column] for column in HEADER_COLUMNS}), entries)
    except Exception:  # `burgomaster admin check` tells why
        return None
    return match.table.record().to_json() if match.table.over else None


def nameless(record: dict[str, Any]) -> dict[str, Any]:
    """Leave out who played, but not which bots did."""
    seats = [
        {"name": seat.get("bot") or str(number + 1), **({"bot": seat["bot"]} if "bot" in seat else {})}
        for number, seat in enumerate(record.get("seats", []))
    ]
    return {**record, "seats": seats}
