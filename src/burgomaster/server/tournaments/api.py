"""JSON: tournaments and leagues."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, Field

from burgomaster.server.api.bodies import Body, ClockFields, Key, OptionValue, as_whole
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, COMMON, GuardedRoute, errors, limited
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.requests import AuthDep, CurrentVisitor, limit_rate
from burgomaster.server.tournaments.pairing import Fill
from burgomaster.server.tournaments.routes import CupsDep, CurrentCup
from burgomaster.server.tournaments.service import CupRequest, TournamentService, is_host, own_entrant
from burgomaster.server.tournaments.state import (
    DAY,
    MOST_GROUP,
    MOST_ROUNDS,
    MOST_SEATS,
    CupRound,
    CupTable,
    Format,
    Plan,
    Tournament,
)

router = APIRouter(prefix="/api", tags=["tournaments"], route_class=GuardedRoute, responses=COMMON)
CUP_CHANGE = {**CHANGE, **AT_TABLE, **errors(409)}
Status = Annotated[str, Query(max_length=12, description="entering, running or over")]
Rounds = Annotated[int, Field(ge=0, le=MOST_ROUNDS), BeforeValidator(as_whole)]
Group = Annotated[int, Field(ge=0, le=MOST_GROUP), BeforeValidator(as_whole)]
Place = Annotated[int, Field(ge=1, le=MOST_SEATS), BeforeValidator(as_whole)]
Number = Annotated[int, Field(ge=1, le=10**6), BeforeValidator(as_whole)]


# What is sent


class NewTournament(Body):
    """A tournament to set up."""

    title: str = Field("", max_length=200)
    game: str = Field(max_length=40)
    options: dict[Key, OptionValue] = Field(
        default_factory=dict, max_length=60, description="with `players`, the seats of a table: 2 to 5"
    )
    clock: ClockFields = Field(
        default_factory=lambda: ClockFields(kind="player", seconds=1200, more=15),
        description="one in days makes it a league, whose rounds go by the calendar",
    )
    format: Format = "swiss"
    rounds: Rounds = Field(0, description="0: as many as suit the number of entrants")
    round_seconds: float = Field(0.0, ge=0, le=60 * DAY, allow_inf_nan=False, description="0: the usual time")
    fill: Fill = Field("bots", description="what happens with seats that nobody has")
    group_size: Group = Field(0, description="0: as suits the seats")
    final: bool = Field(False, description="whether the best meet at one more table")
    bot: str = Field("greedy", max_length=40, description="fills seats, and plays for who leaves")
    open: bool = Field(True, description="whether everybody finds it, or only who has the link")
    rated: bool = False
    name: str = Field("", max_length=80, description="of an organiser without an account")


class NewEntrant(Body):
    """Somebody who takes part."""

    name: str = Field("", max_length=80, description="of somebody without an account")
    passing: str = Field("off", max_length=20, description="forced: passes when nothing else can be done")


class FriendName(Body):
    """A friend of the organiser."""

    name: str = Field(max_length=80, description="of their account")


class EntrantNumber(Body):
    """Somebody of the tournament."""

    number: Number


class EntriesFields(Body):
    """Whether people may enter."""

    open: bool


class TableResult(Body):
    """How a table counts that its players did not bring to an end."""

    round: Number
    table: Number
    places: list[Place] = Field(min_length=2, max_length=MOST_SEATS, description="by seat, 1 is the first")


# What is answered


class TournamentRow(BaseModel):
    """A tournament in a list."""

    tournament: str
    title: str
    organiser: str
    game: str
    status: str = Field(description="entering, running, over or cancelled")
    round: int
    entrants: int
    rated: bool
    changed: float


class TournamentList(BaseModel):
    """Tournaments that everybody may find, and those of the sender."""

    tournaments: list[TournamentRow]
    own: list[TournamentRow]


class StandingRow(BaseModel):
    """How somebody stands."""

    number: int
    name: str
    place: int
    points: float
    opponents: float = Field(description="the average points of who they met")
    duel: float = Field(description="how often they were ahead of who has the same points and opponents")
    share: float = Field(description="their scores in parts of what an average player of their tables had")
    games: int
    wins: int = Field(description="first places, shared ones too")
    group: int
    state: str = Field(description="in, left or removed")


class RoundTable(BaseModel):
    """A table of a round; or somebody who sits out, without a name."""

    table: int
    match: str | None
    group: int
    seats: list[int] = Field(description="numbers of entrants by seat, 0 for a bot")
    status: str = Field(
        description="drawn, running, over, time: as it stood, set: by the organiser, void, bye"
    )
    places: list[int] | None = Field(description="how many ended before each seat")
    scores: list[int] | None


class RoundRow(BaseModel):
    """A round."""

    round: int
    stage: str = Field(description="main or final")
    opened: float = Field(description="seconds since 1970; 0: not yet")
    ends: float
    ended: float = Field(description="0: it goes on")
    next: float = Field(description="when what follows it begins; 0 until it has ended")
    tables: list[RoundTable]


class OwnPart(BaseModel):
    """The sender's part."""

    number: int
    name: str
    state: str
    table: str | None = Field(description="where they play now")
    seat: int | None
    key: str | None = Field(description="of that seat: the bearer token of other clients")


class TournamentAnswer(BaseModel):
    """A tournament with its standing and its rounds."""

    tournament: str
    title: str
    organiser: str
    is_organiser: bool
    game: str
    options: dict[str, Any]
    clock: dict[str, Any]
    plan: dict[str, Any]
    open: bool
    rated: bool
    status: str
    entries_open: bool
    may_enter: bool
    round: int
    standing: list[StandingRow]
    rounds: list[RoundRow]
    own: OwnPart | None


# Describing


def brief(row: Any) -> TournamentRow:
    return TournamentRow(organiser=row["host_name"], entrants=row["n_entered"], **row)


async def describe(matches: MatchManager, auth: Auth, visitor: Visitor, cup: Tournament) -> TournamentAnswer:
    """Describe a tournament as somebody may know it."""
    standing = []
    for row in cup.overall():
        one = cup.entrant(row.number)
        assert one is not None
        numbers = {name: round(getattr(row, name), 4) for name in ("points", "opponents", "duel", "share")}
        counts = {"number": row.number, "place": row.place, "games": row.games, "wins": row.wins}
        standing.append(StandingRow(name=one.name, group=one.group_no, state=one.state, **numbers, **counts))
    more = {
        "organiser": cup.host_name,
        "is_organiser": is_host(cup, visitor),
        "plan": cup.plan.as_json(),
        "open": cup.is_open,
        "may_enter": cup.may_enter,
        "standing": standing,
        "rounds": [round_row(cup, one) for one in cup.rounds],
        "own": await own_part(matches, auth, visitor, cup),
    }
    return TournamentAnswer(**{**vars(cup), **more})


def round_row(cup: Tournament, one: CupRound) -> RoundRow:
    tables = [table_row(table) for table in cup.tables_of(one.round)]
    return RoundRow(next=one.due, tables=tables, **vars(one))


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
    players = asked.options.get("players")
    seats = players if isinstance(players, int) and not isinstance(players, bool) else 0
    plan = Plan(seats=seats, **asked.model_dump(include={field.name for field in fields(Plan)}))
    clock, called = asked.clock.model_dump(), asked.name
    wanted = CupRequest(asked.title, asked.game, asked.options, clock, plan, asked.open, asked.rated, called)
    cup = await cups.create(visitor, wanted)
    return await CupCall(request, visitor, cups, auth, cup).answer(201)


@router.get("/tournaments/{cup}", responses=AT_TABLE)
async def read(request: Request, visitor: CurrentVisitor, cup: CurrentCup, auth: AuthDep) -> TournamentAnswer:
    """Describe a tournament."""
    limit_rate(request, "page", visitor)
    return await describe(request.app.state.match_manager, auth, visitor, cup)


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
