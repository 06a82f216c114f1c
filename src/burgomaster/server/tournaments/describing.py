"""Tournaments as JSON describes them."""

from __future__ import annotations

from typing import Any

from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.tournaments.bodies import (
    OwnPart,
    RoundRow,
    RoundTable,
    StandingRow,
    TournamentAnswer,
    TournamentRow,
)
from burgomaster.server.tournaments.service import is_host, own_entrant
from burgomaster.server.tournaments.state import CupTable, Tournament


def brief(row: Any) -> TournamentRow:
    """Describe a tournament in a list."""
    return TournamentRow(
        tournament=row["tournament"],
        title=row["title"],
        organiser=row["host_name"],
        game=row["game"],
        status=row["status"],
        round=row["round"],
        entrants=row["n_entered"],
        rated=row["rated"],
        changed=row["changed"],
    )


async def describe(matches: MatchManager, auth: Auth, visitor: Visitor, cup: Tournament) -> TournamentAnswer:
    """Describe a tournament as somebody may know it."""
    return TournamentAnswer(
        tournament=cup.tournament,
        title=cup.title,
        organiser=cup.host_name,
        is_organiser=is_host(cup, visitor),
        game=cup.game,
        options=dict(cup.options),
        clock=dict(cup.clock),
        plan=cup.plan.as_json(),
        open=cup.is_open,
        rated=cup.rated,
        status=cup.status,
        entries_open=cup.entries_open,
        may_enter=cup.may_enter,
        round=cup.round,
        standing=standing_rows(cup),
        rounds=[round_row(cup, one.round) for one in cup.rounds],
        own=await own_part(matches, auth, visitor, cup),
    )


def standing_rows(cup: Tournament) -> list[StandingRow]:
    """Describe how everybody stands."""
    found = []
    for row in cup.overall():
        one = cup.entrant(row.number)
        assert one is not None
        numbers = {name: round(getattr(row, name), 4) for name in ("points", "opponents", "duel", "share")}
        counts = {"number": row.number, "place": row.place, "games": row.games, "wins": row.wins}
        found.append(StandingRow(name=one.name, group=one.group_no, state=one.state, **numbers, **counts))
    return found


def round_row(cup: Tournament, round_no: int) -> RoundRow:
    """Describe a round."""
    one = next(row for row in cup.rounds if row.round == round_no)
    tables = [table_row(table) for table in cup.tables_of(round_no)]
    times = {"opened": one.opened, "ends": one.ends, "ended": one.ended, "next": one.due}
    return RoundRow(round=round_no, stage=one.stage, tables=tables, **times)


def table_row(table: CupTable) -> RoundTable:
    """Describe a table of a round."""
    played = table.played
    return RoundTable(
        table=table.number,
        match=table.match,
        group=table.group_no,
        seats=list(table.seats),
        status=table.status,
        places=None if played is None else list(played.places),
        scores=list(played.scores) if played is not None and played.scores else None,
    )


async def own_part(matches: MatchManager, auth: Auth, visitor: Visitor, cup: Tournament) -> OwnPart | None:
    """Describe the sender's part, with the key of their seat where they play now."""
    own = own_entrant(cup, visitor)
    if own is None:
        return None
    table = cup.table_of(own.number)
    part = OwnPart(number=own.number, name=own.name, state=own.state, table=None, seat=None, key=None)
    if table is None or not table.is_open or table.match is None:
        return part
    live = await matches.find(table.match, is_visit=False)
    seat = table.seats.index(own.number)
    if live is None or live.match.seats[seat].who != own.who:
        return part
    return part.model_copy(
        update={"table": table.match, "seat": seat, "key": auth.seat_key(live.match, seat)}
    )
