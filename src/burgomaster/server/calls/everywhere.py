"""Vacation in all slow games of a person at once."""

from __future__ import annotations

from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.calls.service import CallService
from burgomaster.server.match import Refused
from burgomaster.server.match.absences import days_left
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.table_service import SeatAction, TableService


async def everywhere(
    tables: TableService, calls: CallService, auth: Auth, visitor: Visitor, verb: str, days: str
) -> int:
    """Go on vacation, or come home, at every slow table; count those where it was possible.

    Where fewer days are left, they are taken.
    """
    count = 0
    for row in await calls.tables_of(visitor):
        if row["status"] == "running" and is_slow(row["clock"]):
            count += await at_table(tables, auth, visitor, str(row["match"]), verb, days)
    return count


async def at_table(
    tables: TableService, auth: Auth, visitor: Visitor, name: str, verb: str, days: str
) -> bool:
    """Do it at one table; tell whether it was possible."""
    live = await tables.matches.find(name)
    if live is None:
        return False
    is_done = False
    for seat in auth.seats_of(visitor, live.match):
        left = days_left(live.match, seat, live.now)
        wanted = str(min(int(days), left)) if days.isascii() and days.isdecimal() and len(days) < 3 else ""
        try:
            await tables.act(live, seat, SeatAction(verb, mode=wanted))
            is_done = True
        except Refused:
            continue
    return is_done
