"""A tournament as it is stored: what it is, who takes part, its rounds and their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from burgomaster.server.tournament_tables import BYE, OPEN, OVER, SET, TIME
from burgomaster.server.tournaments.pairing import Past, people_of
from burgomaster.server.tournaments.plan import Plan, read_plan
from burgomaster.server.tournaments.standings import Played, Standing, after_final, merge_groups, stand

ENTERING, RUNNING, ENDED, CANCELLED = "entering", "running", "over", "cancelled"
IN, LEFT, REMOVED = STATES = ("in", "left", "removed")
MAIN, FINAL = "main", "final"
COUNTED = (OVER, TIME, SET)


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part, or did."""

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
    """A round."""

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
    """All of a tournament."""

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
        """Find the newest round."""
        return next((one for one in self.rounds if one.round == self.round), None)

    @property
    def n_entered(self) -> int:
        """Count who takes part now."""
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
        """Find somebody by their number."""
        return self._by_number.get(number)

    def entrant_of(self, whos: Sequence[str]) -> Entrant | None:
        """Find somebody by who they are; the name they have now comes before an older one."""
        found = [one for one in self.entrants if one.who in whos]
        return max(found, key=lambda one: whos.index(one.who), default=None)

    def tables_of(self, round_no: int) -> list[CupTable]:
        """List the tables of a round."""
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
        """List the groups."""
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
    """Read a tournament from its rows."""
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
