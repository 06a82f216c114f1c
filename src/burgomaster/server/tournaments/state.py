"""A tournament: what it is to be like (its plan), and as it is stored: who takes part, its rounds and their
tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, get_args

from burgomaster.server.match import Refused
from burgomaster.server.tournament_tables import BYE, OPEN, OVER, SET, TIME
from burgomaster.server.tournaments.pairing import FILLS, Past, people_of
from burgomaster.server.tournaments.standings import Played, Standing, after_final, merge_groups, stand

Format = Literal["swiss", "groups"]
Pace = Literal["clock", "calendar"]
FORMATS: tuple[str, ...] = get_args(Format)
PACES: tuple[str, ...] = get_args(Pace)
MINUTE, DAY = 60.0, 24 * 3600.0
LEAST_ENTRANTS, MOST_ENTRANTS = 2, 128
MOST_SEATS = 5
MOST_ROUNDS = 20
MOST_GROUP = 16
ROUND_SECONDS = {"clock": (5 * MINUTE, DAY), "calendar": (DAY, 60 * DAY)}  # the least and the most
USUAL_SECONDS = {"clock": 90 * MINUTE, "calendar": 7 * DAY}
PAUSE_SECONDS = {"clock": 60.0, "calendar": 0.0}  # between a round that is over and the next
ENTERING, RUNNING, ENDED, CANCELLED = "entering", "running", "over", "cancelled"
IN, LEFT, REMOVED = STATES = ("in", "left", "removed")
MAIN, FINAL = "main", "final"
COUNTED = (OVER, TIME, SET)


@dataclass(frozen=True)
class Plan:
    seats: int  # of a table
    format: str = "swiss"
    rounds: int = 0  # 0: as many as suit it when it starts
    fill: str = "bots"
    group_size: int = 0  # 0: as suits the seats
    final: bool = False  # whether the best meet at one more table
    pace: str = "clock"
    round_seconds: float = 0.0  # 0: as suits the pace
    bot: str = "greedy"  # who fills seats, and stands in for people who leave

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def groups_of(self) -> int:
        """Tell how many are in a group: four where two meet, else those of one table."""
        return self.group_size or (4 if self.seats == 2 else self.seats)

    @property
    def least_entrants(self) -> int:
        """Tell how many have to take part: a whole table where nobody else fills its seats."""
        return self.seats if self.fill == "byes" else LEAST_ENTRANTS

    @property
    def pause_seconds(self) -> float:
        return PAUSE_SECONDS[self.pace]


def read_plan(stored: Mapping[str, Any]) -> Plan:
    """Read a plan as it is stored; what later versions add is left out."""
    known = {field.name for field in fields(Plan)}
    return Plan(**{name: value for name, value in stored.items() if name in known})


def check_plan(plan: Plan) -> Plan:
    """Fill in what suits the rest; Refused for what makes no sense."""
    if not 2 <= plan.seats <= MOST_SEATS:
        raise Refused("cup_seats", most=MOST_SEATS)
    for name, allowed in (("format", FORMATS), ("pace", PACES), ("fill", FILLS)):
        if getattr(plan, name) not in allowed:
            raise Refused("cup_value", name=name, allowed=", ".join(allowed))
    if not 0 <= plan.rounds <= MOST_ROUNDS:
        raise Refused("cup_rounds", most=MOST_ROUNDS)
    if plan.group_size and not plan.seats <= plan.group_size <= MOST_GROUP:
        raise Refused("cup_group", least=plan.seats, most=MOST_GROUP)
    seconds = plan.round_seconds or USUAL_SECONDS[plan.pace]
    least, most = ROUND_SECONDS[plan.pace]
    if not least <= seconds <= most:
        raise Refused("cup_time")
    return replace(plan, round_seconds=seconds)


def suitable_rounds(plan: Plan, n_entrants: int) -> int:
    """Choose how many rounds suit a number of entrants, if nobody said.

    Groups of one table sit on every seat once; other groups let everybody meet everybody about once. In a
    swiss tournament there are as many rounds as a knock-out would take, and one more.
    """
    if plan.rounds:
        return plan.rounds
    rivals = max(1, plan.seats - 1)
    if plan.format == "groups":
        size = min(plan.groups_of, n_entrants)
        wanted = plan.seats if size <= plan.seats else -(-(size + size % 2 - 1) // rivals)
    else:
        wanted, alive = 1, n_entrants
        while alive > 1:
            wanted, alive = wanted + 1, -(-alive // plan.seats)
    return max(1, min(wanted, MOST_ROUNDS))


# As it is stored


@dataclass(frozen=True)
class Entrant:
    number: int
    who: str
    name: str
    passing: str
    state: str
    group_no: int
    since: int
    entered: float = 0.0
    origin: str = ""

    @property
    def plays(self) -> bool:
        """Tell whether a person plays in the next round."""
        return self.state == IN


@dataclass(frozen=True)
class CupRound:
    round: int
    stage: str
    drawn: float
    opened: float
    ends: float
    ended: float
    due: float


@dataclass(frozen=True)
class CupTable:
    """A table of a round; or somebody who rests."""

    round: int
    number: int
    match: str | None
    group_no: int
    seats: tuple[int, ...]
    status: str
    outcome: Mapping[str, Any] | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether it is not counted yet."""
        return self.status in OPEN

    @property
    def played(self) -> Played | None:
        """Tell how it ended; None where nothing counts."""
        if self.status not in COUNTED or not self.outcome:
            return None
        places, scores = self.outcome["places"], self.outcome.get("scores") or ()
        return Played(self.seats, tuple(places), tuple(scores))

    def has_left(self, number: int) -> bool:
        """Tell whether somebody had left the table when it ended."""
        left = (self.outcome or {}).get("left") or ()
        return number in self.seats and any(
            gone for gone, one in zip(left, self.seats, strict=False) if one == number
        )


@dataclass(frozen=True)
class Tournament:
    tournament: str
    title: str
    host: str
    host_name: str
    origin: str
    game: str
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    plan: Plan
    is_open: bool
    rated: bool
    seed: int
    status: str
    entries_open: bool
    round: int
    created: float
    changed: float
    entrants: Sequence[Entrant] = ()
    rounds: Sequence[CupRound] = ()
    tables: Sequence[CupTable] = field(default=())

    @property
    def current(self) -> CupRound | None:
        return next((one for one in self.rounds if one.round == self.round), None)

    @property
    def n_entered(self) -> int:
        return sum(one.plays for one in self.entrants)

    @property
    def may_enter(self) -> bool:
        """Tell whether somebody new may enter: before the start, and in a swiss tournament until its last."""
        if not self.entries_open or self.status not in (ENTERING, RUNNING):
            return False
        current = self.current
        is_late = self.plan.format == "groups" or self.round >= self.plan.rounds
        return self.status == ENTERING or not (is_late or (current is not None and current.stage == FINAL))

    @cached_property
    def _by_number(self) -> Mapping[int, Entrant]:
        return {one.number: one for one in self.entrants}

    def entrant(self, number: int) -> Entrant | None:
        return self._by_number.get(number)

    def plays(self, number: int) -> bool:
        one = self.entrant(number)
        return one is not None and one.plays

    def entrant_of(self, whos: Sequence[str]) -> Entrant | None:
        """Find somebody by who they are; the name they have now comes before an older one."""
        found = [one for one in self.entrants if one.who in whos]
        return max(found, key=lambda one: whos.index(one.who), default=None)

    def tables_of(self, round_no: int) -> list[CupTable]:
        return [table for table in self.tables if table.round == round_no]

    def table_of(self, number: int) -> CupTable | None:
        """Find the newest table of somebody."""
        own = [table for table in self.tables if number in table.seats]
        return max(own, key=lambda table: table.round, default=None)

    # How it stands

    @property
    def past(self) -> Past:
        """Collect what was played before, for whoever draws the next round."""
        main = [table for table in self.tables if table.match is not None]
        alone = [one for table in main if len(people_of(table.seats)) == 1 for one in people_of(table.seats)]
        byes = [table.seats[0] for table in self.tables if table.status == BYE]
        return Past([table.seats for table in main], [*alone, *byes])

    @cached_property
    def _standings(self) -> dict[int | None, list[Standing]]:
        return {}

    def standing(self, group_no: int | None = None) -> list[Standing]:
        """Work out how everybody stands by the rounds before a final, or how those of a group do."""
        if group_no not in self._standings:
            self._standings[group_no] = self._stand(group_no)
        return self._standings[group_no]

    def _stand(self, group_no: int | None) -> list[Standing]:
        final = {one.round for one in self.rounds if one.stage == FINAL}
        rows = [table for table in self.tables if table.round not in final]
        members = [one.number for one in self.entrants if group_no in (None, one.group_no)]
        shown = [one for one in members if one in self._parts]
        played = [table.played for table in rows if table.played is not None]
        byes = [table.seats[0] for table in rows if table.status == BYE]
        return stand(shown, played, byes, self.plan.seats)

    @cached_property
    def _parts(self) -> set[int]:
        """Collect who belongs into the standing: who plays, or has played."""
        seated = {number for table in self.tables for number in table.seats}
        return {one.number for one in self.entrants if one.plays or one.number in seated}

    @property
    def groups(self) -> list[int]:
        return sorted({one.group_no for one in self.entrants if one.group_no})

    def overall(self) -> list[Standing]:
        """Work out the order of everybody, with the final if it is over."""
        rows = merge_groups([self.standing(one) for one in self.groups]) if self.groups else self.standing()
        final = next((one.round for one in self.rounds if one.stage == FINAL), 0)
        table = next((table for table in self.tables_of(final)), None) if final else None
        return after_final(rows, None if table is None else table.played)


def read_tournament(
    row: Mapping[str, Any],
    entrants: Sequence[Mapping[str, Any]],
    rounds: Sequence[Mapping[str, Any]],
    tables: Sequence[Mapping[str, Any]],
) -> Tournament:
    found = {**row, "plan": read_plan(row["plan"])}
    return Tournament(
        **found,
        entrants=[Entrant(**without(one)) for one in entrants],
        rounds=[CupRound(**without(one)) for one in rounds],
        tables=[CupTable(**{**without(one, "ended"), "seats": tuple(one["seats"])}) for one in tables],
    )


def without(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Leave columns out, and which tournament a row belongs to."""
    return {name: value for name, value in row.items() if name not in ("tournament", *names)}
