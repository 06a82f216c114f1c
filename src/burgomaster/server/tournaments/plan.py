"""What a tournament is to be like: its format, rounds, seats and times. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from burgomaster.server.match import Refused
from burgomaster.server.tournaments.pairing import FILLS

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


@dataclass(frozen=True)
class Plan:
    """What a tournament is to be like."""

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
        """Write it as JSON."""
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
        """Tell how long the pause between two rounds is."""
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
