"""Reading the journals of a store: lists are compared with them, and finished games become records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, func, select

from burgomaster.server import models
from burgomaster.server.backup import AdminError, new_private_file, opened_engine, snapshot
from burgomaster.server.match import Entry, Header, Kind, Match, replay
from burgomaster.server.store import HEADER_COLUMNS
from burgomaster.server.store_engine import newest_version, version_of

REFERRING = (  # tables whose rows belong to one of another table
    (models.journal, models.journal.c.match, models.matches.c.match),
    (models.holders, models.holders.c.match, models.matches.c.match),
    (models.chat, models.chat.c.match, models.matches.c.match),
    (models.call_tables, models.call_tables.c.match, models.matches.c.match),
    (models.outbox, models.outbox.c.match, models.matches.c.match),
    (models.outbox, models.outbox.c.way, models.call_ways.c.id),
    (models.sessions, models.sessions.c.account, models.accounts.c.id),
    (models.invitations, models.invitations.c.match, models.matches.c.match),
    (models.ratings, models.ratings.c.account, models.accounts.c.id),
    (models.profiles, models.profiles.c.account, models.accounts.c.id),
    (models.ties, models.ties.c.other, models.accounts.c.id),
)
LATER = ("deadline",)  # what lists of older servers did not show


@dataclass(frozen=True)
class Problem:
    """Something in a store that should not be; `key` names a text of admin.problem."""

    where: str  # a match, or a table of the store
    key: str
    detail: str = ""


def check_store(
    address: str, announce: Callable[[int, int], None], changed_since: float = 0.0
) -> tuple[int, list[Problem]]:
    """Check everything, or what has changed since a moment; the number of matches, and what is wrong."""
    with opened_engine(address) as engine:
        require_version(engine)
        with snapshot(engine) as connection:
            matches = models.matches
            changed = select(matches.c.match).where(matches.c.changed >= changed_since)
            names = list(connection.scalars(changed.order_by(matches.c.created)))
            problems = []
            for table, own, other in REFERRING:
                foreign = select(func.count()).select_from(table).where(own.not_in(select(other)))
                number = connection.scalar(foreign)
                if number:
                    problems.append(Problem(table.name, "foreign", str(number)))
        for number, name in enumerate(names, 1):
            problems += check_match(engine, name)
            announce(number, len(names))
    return len(names), problems


def require_version(engine: Engine) -> None:
    found = version_of(engine)
    if found != newest_version():
        raise AdminError("other_version", found=found, known=newest_version())


def check_match(engine: Engine, name: str) -> list[Problem]:
    row, journal, holders = read_match(engine, name)
    if row is None:  # deleted in the meantime
        return []
    try:
        match = replayed(row, journal)
    except Exception as error:  # whatever it is, this match cannot be played on
        return [Problem(name, "replay", f"{type(error).__name__}: {error}"[:300])]
    people = {str(line.data["who"]) for line in journal if line.data.get("who")} | {match.header.host}
    unheld = [Problem(name, "unheld", str(len(people - holders)))] if people - holders else []
    return [*listed_wrongly(match, row), *unheld]


def read_match(engine: Engine, name: str) -> tuple[Any, Sequence[Any], set[str]]:
    """Read at one moment the row of a match, its journal and who has to do with it."""
    matches, journal, holders = models.matches, models.journal, models.holders
    with snapshot(engine) as connection:
        row = connection.execute(select(matches).where(matches.c.match == name)).mappings().first()
        lines = select(journal).where(journal.c.match == name).order_by(journal.c.number)
        people = select(holders.c.who).where(holders.c.match == name)
        return row, connection.execute(lines).all(), set(connection.scalars(people))


def replayed(row: Any, journal: Sequence[Any]) -> Match:
    entries = [Entry(line.number, Kind(line.kind), line.seat, line.at, line.data) for line in journal]
    return replay(Header(**{column: row[column] for column in HEADER_COLUMNS}), entries)


def listed_wrongly(match: Match, row: Any) -> Iterator[Problem]:
    """Compare what lists show of a match with what came of its journal: status, result, last change."""
    shown = {"status": row["status"], "changed": row["changed"], **row["summary"]}
    found = {"status": match.status, "changed": match.changed, **match.summary}
    known = [name for name in found if name not in LATER or name in shown]
    differing = [name for name in known if plain(found[name]) != plain(shown.get(name))]
    if differing:
        yield Problem(match.header.match, "listed", ", ".join(differing))


def plain(value: Any) -> Any:
    """Turn tuples into lists, as JSON does."""
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


# Finished games as records, one a line: what `burgomaster stats` and other programs read


def export_records(
    address: str, path: Path, with_names: bool, announce: Callable[[int, int], None]
) -> tuple[int, int]:
    """Write a record a line for every game that is over; how many were written, and how many are not over."""
    written = left = 0
    with opened_engine(address) as engine:
        require_version(engine)
        with snapshot(engine) as connection:
            matches = models.matches
            names = list(connection.scalars(select(matches.c.match).order_by(matches.c.created)))
        with new_private_file(path) as file:
            for number, name in enumerate(names, 1):
                record = record_of(engine, name)
                if record is None:
                    left += 1
                else:
                    line = record if with_names else nameless(record)
                    file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                    written += 1
                announce(number, len(names))
    return written, left


def record_of(engine: Engine, name: str) -> dict[str, Any] | None:
    """Make the record of a match; None if its game is not over, or cannot be replayed."""
    row, journal, _ = read_match(engine, name)
    if row is None:
        return None
    try:
        match = replayed(row, journal)
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
