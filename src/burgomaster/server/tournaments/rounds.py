"""What the next round of a tournament is. Pure: who plays, at which tables, and when it is the last."""

from __future__ import annotations

from dataclasses import dataclass

from burgomaster.server.tournaments import pairing
from burgomaster.server.tournaments.state import FINAL, LEAST_ENTRANTS, MAIN, Entrant, Tournament


@dataclass(frozen=True)
class DrawnTable:
    """A table of a round that is drawn; or somebody who rests."""

    seats: tuple[int, ...]
    group_no: int = 0
    is_bye: bool = False


@dataclass(frozen=True)
class DrawnRound:
    stage: str
    tables: tuple[DrawnTable, ...]


def next_round(cup: Tournament) -> DrawnRound | None:
    """Draw the round that follows; None when the tournament is over."""
    has_final = any(one.stage == FINAL for one in cup.rounds)
    playing = [one for one in cup.entrants if one.plays]
    if has_final or len(playing) < LEAST_ENTRANTS:
        return None
    if cup.round < cup.plan.rounds:
        return DrawnRound(MAIN, tuple(draw_groups(cup) if cup.plan.format == "groups" else draw_swiss(cup)))
    return DrawnRound(FINAL, (final_table(cup),)) if cup.plan.final else None


def draw_swiss(cup: Tournament) -> list[DrawnTable]:
    """Draw a round in which those meet who stand equal; who has left does not play."""
    rows = [row for row in cup.standing() if cup.plays(row.number)]
    points = {row.number: row.points for row in rows}
    settings = pairing.DrawSettings(cup.plan.seats, cup.plan.fill, points, cup.seed + cup.round + 1)
    return drawn_tables(pairing.draw([row.number for row in rows], settings, cup.past), 0)


def draw_groups(cup: Tournament) -> list[DrawnTable]:
    """Draw a round of every group; for whoever has left a bot plays, so that the others have their games."""
    tables: list[DrawnTable] = []
    for group_no in cup.groups:
        members = sorted(one.number for one in cup.entrants if one.group_no == group_no)
        seed = cup.seed + 1000 * group_no + cup.round + 1
        settings = pairing.DrawSettings(cup.plan.seats, cup.plan.fill, {}, seed)
        tables += drawn_tables(pairing.draw_in_group(members, cup.round + 1, settings, cup.past), group_no)
    return tables


def drawn_tables(drawn: pairing.Draw, group_no: int) -> list[DrawnTable]:
    tables = [DrawnTable(table, group_no) for table in drawn.tables]
    return tables + [DrawnTable((one,), group_no, is_bye=True) for one in drawn.byes]


def final_table(cup: Tournament) -> DrawnTable:
    """Seat the best of the standing, or of the groups, at one table; who has left is passed over."""
    best = [row.number for row in cup.overall() if cup.plays(row.number)][: cup.plan.seats]
    settings = pairing.DrawSettings(cup.plan.seats, cup.plan.fill, {}, cup.seed + cup.round + 1)
    return DrawnTable(pairing.seated(best, settings, cup.past))


def groups_at_start(cup: Tournament) -> dict[int, int]:
    """Draw who is in which group, by number; nothing where there are none."""
    if cup.plan.format != "groups":
        return {}
    numbers = [one.number for one in cup.entrants if one.plays]
    groups = pairing.make_groups(numbers, cup.plan.groups_of, cup.seed)
    return {number: place for place, group in enumerate(groups, start=1) for number in group}


def who_went_away(cup: Tournament) -> list[int]:
    """List who left their table of the last round, or lost it on time: they are not waited for again."""
    gone = []
    for one in cup.entrants:
        table = cup.table_of(one.number)
        if one.plays and table is not None and table.round == cup.round and table.has_left(one.number):
            gone.append(one.number)
    return gone


def people_at(cup: Tournament, seats: tuple[int, ...]) -> list[Entrant]:
    """List the people of a table who are there; bots sit on the other seats."""
    found = (cup.entrant(number) for number in pairing.people_of(seats) if number != pairing.BOT)
    return [one for one in found if one is not None and one.plays]


def shared(n_seats: int) -> dict[str, list[int]]:
    """Say that everybody of a table is level."""
    return {"places": [0] * n_seats, "scores": [], "left": []}
