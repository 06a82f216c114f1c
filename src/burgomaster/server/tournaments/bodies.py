"""JSON of tournaments: what is sent, and what is answered."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from burgomaster.server.api.bodies import Body, ClockFields, Key, OptionValue, as_whole
from burgomaster.server.tournaments.pairing import Fill
from burgomaster.server.tournaments.state import DAY, MOST_GROUP, MOST_ROUNDS, MOST_SEATS, Format

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
