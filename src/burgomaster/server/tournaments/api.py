"""JSON: tournaments and leagues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse

from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, COMMON, GuardedRoute, errors, limited
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.requests import AuthDep, CurrentVisitor, limit_rate
from burgomaster.server.tournaments.bodies import (
    EntrantNumber,
    EntriesFields,
    FriendName,
    NewEntrant,
    NewTournament,
    OwnPart,
    RoundRow,
    RoundTable,
    StandingRow,
    TableResult,
    TournamentAnswer,
    TournamentList,
    TournamentRow,
)
from burgomaster.server.tournaments.routes import CupsDep, CurrentCup
from burgomaster.server.tournaments.service import CupRequest, TournamentService, is_host, own_entrant
from burgomaster.server.tournaments.state import CupTable, Plan, Tournament

router = APIRouter(prefix="/api", tags=["tournaments"], route_class=GuardedRoute, responses=COMMON)
CUP_CHANGE = {**CHANGE, **AT_TABLE, **errors(409)}
Status = Annotated[str, Query(max_length=12, description="entering, running or over")]


# Describing


def brief(row: Any) -> TournamentRow:
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
    found = []
    for row in cup.overall():
        one = cup.entrant(row.number)
        assert one is not None
        numbers = {name: round(getattr(row, name), 4) for name in ("points", "opponents", "duel", "share")}
        counts = {"number": row.number, "place": row.place, "games": row.games, "wins": row.wins}
        found.append(StandingRow(name=one.name, group=one.group_no, state=one.state, **numbers, **counts))
    return found


def round_row(cup: Tournament, round_no: int) -> RoundRow:
    one = next(row for row in cup.rounds if row.round == round_no)
    tables = [table_row(table) for table in cup.tables_of(round_no)]
    times = {"opened": one.opened, "ends": one.ends, "ended": one.ended, "next": one.due}
    return RoundRow(round=round_no, stage=one.stage, tables=tables, **times)


def table_row(table: CupTable) -> RoundTable:
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


# Wishes


@dataclass(frozen=True)
class CupCall:
    """Somebody's wish about a tournament."""

    request: Request
    visitor: Visitor
    cups: TournamentService
    auth: Auth
    cup: Tournament

    async def answer(self, status: int = 200) -> JSONResponse:
        """Describe the tournament as it is now, and let a new visitor be known."""
        now = await self.cups.again(self.cup)
        shown = await describe(self.request.app.state.match_manager, self.auth, self.visitor, now)
        made = JSONResponse(shown.model_dump(), status_code=status)
        self.auth.remember(made, self.visitor)
        return made


def current_call(
    request: Request, visitor: CurrentVisitor, cups: CupsDep, auth: AuthDep, cup: CurrentCup
) -> CupCall:
    """Collect what every wish about a tournament needs."""
    return CupCall(request, visitor, cups, auth, cup)


CurrentCall = Annotated[CupCall, Depends(current_call)]


# Finding and setting up


@router.get("/tournaments")
async def tournaments(
    request: Request, visitor: CurrentVisitor, cups: CupsDep, status: Status = ""
) -> TournamentList:
    """List tournaments, the last changed first."""
    limit_rate(request, "page", visitor)
    wanted = (status,) if status in ("entering", "running", "over") else ("entering", "running")
    found, own = await cups.listed(wanted), await cups.own(visitor)
    return TournamentList(tournaments=[brief(row) for row in found], own=[brief(row) for row in own])


@router.post("/tournaments", status_code=201, responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("create")
async def create(
    request: Request, visitor: CurrentVisitor, cups: CupsDep, auth: AuthDep, asked: NewTournament
) -> JSONResponse:
    """Set a tournament up; who wants to take part enters."""
    cup = await cups.create(visitor, read_request(asked))
    return await CupCall(request, visitor, cups, auth, cup).answer(201)


@router.get("/tournaments/{cup}", responses=AT_TABLE)
async def read(request: Request, visitor: CurrentVisitor, cup: CurrentCup, auth: AuthDep) -> TournamentAnswer:
    """Describe a tournament."""
    limit_rate(request, "page", visitor)
    return await describe(request.app.state.match_manager, auth, visitor, cup)


def read_request(asked: NewTournament) -> CupRequest:
    """Read what a new tournament is to be like."""
    players = asked.options.get("players")
    seats = players if isinstance(players, int) and not isinstance(players, bool) else 0
    plan = Plan(
        seats=seats,
        format=asked.format,
        rounds=asked.rounds,
        fill=asked.fill,
        group_size=asked.group_size,
        final=asked.final,
        round_seconds=asked.round_seconds,
        bot=asked.bot,
    )
    clock = asked.clock.model_dump()
    return CupRequest(
        asked.title, asked.game, asked.options, clock, plan, asked.open, asked.rated, asked.name
    )


# Taking part, and organising


@router.post("/tournaments/{cup}/enter", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("seat")
async def enter(call: CurrentCall, asked: NewEntrant) -> JSONResponse:
    """Take part, or come back after leaving."""
    await call.cups.enter(call.cup, call.visitor, asked.name, asked.passing)
    return await call.answer()


@router.post("/tournaments/{cup}/leave", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("seat")
async def leave(call: CurrentCall) -> JSONResponse:
    """Take part no more; a bot takes over the game that is played just now."""
    await call.cups.leave(call.cup, call.visitor)
    return await call.answer()


@router.post("/tournaments/{cup}/start", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def start(call: CurrentCall) -> JSONResponse:
    """Draw the first round and open its tables (organiser)."""
    await call.cups.start(call.cup, call.visitor)
    return await call.answer()


@router.post("/tournaments/{cup}/entries", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def entries(call: CurrentCall, asked: EntriesFields) -> JSONResponse:
    """Let people enter, or no more (organiser)."""
    await call.cups.open_entries(call.cup, call.visitor, asked.open)
    return await call.answer()


@router.post("/tournaments/{cup}/add", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def add(call: CurrentCall, asked: FriendName) -> JSONResponse:
    """Enter a friend (organiser)."""
    await call.cups.add_friend(call.cup, call.visitor, asked.name)
    return await call.answer()


@router.post("/tournaments/{cup}/remove", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def remove(call: CurrentCall, asked: EntrantNumber) -> JSONResponse:
    """Take somebody out (organiser)."""
    await call.cups.remove(call.cup, call.visitor, asked.number)
    return await call.answer()


@router.post("/tournaments/{cup}/hurry", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def hurry(call: CurrentCall) -> JSONResponse:
    """End the round now, or begin the next one now (organiser)."""
    await call.cups.hurry(call.cup, call.visitor)
    return await call.answer()


@router.post("/tournaments/{cup}/end", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def end(call: CurrentCall) -> JSONResponse:
    """End a tournament early, or call it off before it has started (organiser)."""
    await call.cups.end(call.cup, call.visitor)
    return await call.answer()


@router.post("/tournaments/{cup}/result", responses=CUP_CHANGE, response_model=TournamentAnswer)
@limited("people")
async def result(call: CurrentCall, asked: TableResult) -> JSONResponse:
    """Say how a table counts that its players did not bring to an end (organiser)."""
    await call.cups.set_result(call.cup, call.visitor, asked.round, asked.table, asked.places)
    return await call.answer()
