"""Who meets whom in a round, and on which seat. Pure: knows no store, no clock and no game.

People are their numbers, in the order of the standing; BOT is a bot that fills a seat. Three things are
wanted, in this order: nobody meets again who has met before; equals meet equals; everybody sits on every seat
about equally often. The first two are one sum over all tables that is made small by exchanging people between
them; the seats of a table are then the best of all orders. The same numbers and the same seed give the same
round.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import Literal, get_args

Fill = Literal["bots", "smaller", "byes"]
FILLS: tuple[str, ...] = get_args(Fill)
BOT = 0  # on a seat that nobody of the tournament has
AGAIN = 10_000.0  # what it costs that two meet again, times how often they have met, squared
SEAT = 0.5  # what it costs that two have sat on the same seats too often
TRIES = 8  # beginnings that are tried while somebody meets again
EPSILON = 1e-9

Table = tuple[int, ...]


@dataclass(frozen=True)
class Past:
    """What was played before: the tables by seat, and who had to sit out or play bots alone."""

    tables: Sequence[Table] = ()
    rested: Sequence[int] = ()

    @cached_property
    def met(self) -> Mapping[tuple[int, int], int]:
        """Count how often two sat at one table; the smaller number first."""
        pairs = (pair for table in self.tables for pair in combinations(sorted(people_of(table)), 2))
        return Counter(pairs)

    @cached_property
    def sat(self) -> Mapping[tuple[int, int], int]:
        return Counter((one, seat) for table in self.tables for seat, one in enumerate(table) if one != BOT)

    @cached_property
    def rests(self) -> Mapping[int, int]:
        return Counter(self.rested)


@dataclass(frozen=True)
class Draw:
    tables: Sequence[Table]
    byes: Sequence[int] = ()


@dataclass(frozen=True)
class DrawSettings:
    seats: int  # of a table
    fill: str = "bots"  # what happens with seats that nobody has: one of FILLS
    points: Mapping[int, float] = field(default_factory=dict)  # equals are to meet; nothing: anybody may
    seed: int = 0


def people_of(table: Iterable[int]) -> list[int]:
    return [one for one in table if one != BOT]


def draw(order: Sequence[int], settings: DrawSettings, past: Past) -> Draw:
    """Draw a round for people in the order of the standing."""
    sizes, n_resting = table_sizes(len(order), settings)
    resting = choose_resting(order, n_resting, past)
    playing = [one for one in order if one not in resting]
    groups = share_out(playing, sizes, settings, past)
    alone = [[one] for one in resting] if plays_alone(settings) else []
    tables = [seated([*group], settings, past) for group in [*groups, *alone]]
    return Draw(tables, () if alone else tuple(resting))


def plays_alone(settings: DrawSettings) -> bool:
    """Tell whether who is left over plays against bots instead of sitting out."""
    return settings.fill == "bots"


def table_sizes(n_people: int, settings: DrawSettings) -> tuple[list[int], int]:
    """Count the people of each table, and those who are left over alone.

    Where a number does not divide, the tables are as equal as can be; with byes they are full, and some rest.
    """
    if settings.fill == "byes" and n_people >= settings.seats:
        return [settings.seats] * (n_people // settings.seats), n_people % settings.seats
    if settings.seats == 2:
        return [2] * (n_people // 2), n_people % 2
    n_tables = -(-n_people // settings.seats)
    least, more = divmod(n_people, max(1, n_tables))
    return [least + 1] * more + [least] * (n_tables - more), 0


def choose_resting(order: Sequence[int], n_resting: int, past: Past) -> list[int]:
    """Choose who is left over: who was least often, and among them the last of the standing."""
    if not n_resting:
        return []
    places = {one: place for place, one in enumerate(order)}
    return sorted(order, key=lambda one: (past.rests.get(one, 0), -places[one]))[:n_resting]


# Who sits together


def share_out(
    playing: Sequence[int], sizes: Sequence[int], settings: DrawSettings, past: Past
) -> list[list[int]]:
    """Share people out among tables so that the sum of costs is small; the first table has the best."""
    costs, generator = pair_costs(playing, settings, past), random.Random(settings.seed)
    best: list[list[int]] = []
    least = float("inf")
    for attempt in range(TRIES):
        tables = cut(shuffled(playing, settings, generator, is_wild=attempt > 0), sizes)
        # people are exchanged as long as that helps; who still meets again is moved in a ring
        while exchange_pairs(tables, costs) or exchange_ring(tables, costs):
            pass
        total = sum(cost_of(table, costs) for table in tables)
        if total < least - EPSILON:
            best, least = tables, total
        if least < AGAIN:
            break
    return best


def pair_costs(playing: Sequence[int], settings: DrawSettings, past: Past) -> dict[int, dict[int, float]]:
    costs: dict[int, dict[int, float]] = {one: {} for one in playing}
    leaning = {one: leaning_of(one, settings.seats, past) for one in playing}
    for one, other in combinations(playing, 2):
        again = past.met.get((min(one, other), max(one, other)), 0)
        apart = settings.points.get(one, 0.0) - settings.points.get(other, 0.0)
        alike = sum(a * b for a, b in zip(leaning[one], leaning[other], strict=True))
        costs[one][other] = costs[other][one] = AGAIN * again**2 + apart**2 + SEAT * max(0.0, alike)
    return costs


def leaning_of(one: int, seats: int, past: Past) -> list[float]:
    """Count how much more often than on the average somebody has had each seat."""
    counts = [past.sat.get((one, seat), 0) for seat in range(seats)]
    return [count - sum(counts) / seats for count in counts]


def shuffled(
    playing: Sequence[int], settings: DrawSettings, generator: random.Random, is_wild: bool
) -> list[int]:
    """Mix those who have equal points, or everybody."""
    mixed = generator.sample(playing, len(playing))
    return mixed if is_wild else sorted(mixed, key=lambda one: -settings.points.get(one, 0.0))


def cut(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, first = [], 0
    for size in sizes:
        tables.append(list(people[first : first + size]))
        first += size
    return tables


def cost_of(table: Sequence[int], costs: Mapping[int, Mapping[int, float]]) -> float:
    return sum(costs[one][other] for one, other in combinations(table, 2))


def exchange_pairs(tables: list[list[int]], costs: Mapping[int, Mapping[int, float]]) -> bool:
    """Try every exchange of two people once; tell whether one helped."""
    is_better = False
    for first, second in combinations(tables, 2):
        for a in range(len(first)):
            for b in range(len(second)):
                if exchange_gain(first, a, second, b, costs) > EPSILON:
                    first[a], second[b] = second[b], first[a]
                    is_better = True
    return is_better


def exchange_gain(
    first: Sequence[int], a: int, second: Sequence[int], b: int, costs: Mapping[int, Mapping[int, float]]
) -> float:
    """Work out how much less it costs if two change places."""
    one, other = first[a], second[b]
    here, there = costs[one], costs[other]
    gain = 0.0
    for place, mate in enumerate(first):
        if place != a:
            gain += here[mate] - there[mate]
    for place, mate in enumerate(second):
        if place != b:
            gain += there[mate] - here[mate]
    return gain


def exchange_ring(tables: list[list[int]], costs: Mapping[int, Mapping[int, float]]) -> bool:
    """Let three people of three tables take each other's places where one of them meets somebody again."""
    for first in tables:
        for a, one in enumerate(first):
            if all(costs[one][mate] < AGAIN for mate in first if mate != one):
                continue
            if move_in_ring(tables, first, a, costs):
                return True
    return False


def move_in_ring(
    tables: list[list[int]], first: list[int], a: int, costs: Mapping[int, Mapping[int, float]]
) -> bool:
    """Find two others with whom somebody changes places in a ring; tell whether it was done."""
    others = [table for table in tables if table is not first]
    for second, third in permutations(others, 2):
        before = sum(cost_of(table, costs) for table in (first, second, third))
        for b in range(len(second)):
            if entry_cost(first[a], second, b, costs) >= AGAIN:
                continue
            for c in range(len(third)):
                ring = first[a], second[b], third[c]
                second[b], third[c], first[a] = ring
                if sum(cost_of(table, costs) for table in (first, second, third)) < before - EPSILON:
                    return True
                first[a], second[b], third[c] = ring
    return False


def entry_cost(one: int, table: Sequence[int], place: int, costs: Mapping[int, Mapping[int, float]]) -> float:
    """Work out what somebody costs at a table in the place of another."""
    return sum(costs[one][mate] for other, mate in enumerate(table) if other != place and mate != one)


# Who sits where


def seated(group: Sequence[int], settings: DrawSettings, past: Past) -> Table:
    """Choose the order of a table in which everybody had their seat least often; bots take what is left."""
    n_seats = settings.seats if settings.fill != "smaller" and len(group) < settings.seats else len(group)
    everybody = sorted([*group, *[BOT] * (n_seats - len(group))])
    random.Random(f"{settings.seed} {everybody}").shuffle(everybody)
    return min(permutations(everybody), key=lambda order: seat_cost(order, past))


def seat_cost(order: Table, past: Past) -> int:
    """Work out how unequal the seats of a table become: a seat costs more the oftener somebody had it."""
    return sum(past.sat.get((one, seat), 0) ** 2 for seat, one in enumerate(order) if one != BOT)


# Groups


def make_groups(order: Sequence[int], group_size: int, seed: int) -> list[list[int]]:
    """Divide people by lot into groups that are as equal as can be."""
    n_groups = max(1, -(-len(order) // group_size))
    mixed = random.Random(f"groups {seed}").sample(order, len(order))
    return [sorted(mixed[place::n_groups]) for place in range(n_groups)]


def draw_in_group(members: Sequence[int], round_no: int, settings: DrawSettings, past: Past) -> Draw:
    """Draw a round of a group: everybody meets everybody as evenly as can be.

    With two at a table the circle of a round robin is turned by one place each round, so that everybody has
    met everybody before anybody meets again.
    """
    if settings.seats != 2:
        return draw(members, DrawSettings(settings.seats, settings.fill, {}, settings.seed), past)
    circle = list(members) if len(members) % 2 == 0 else [*members, BOT]
    fixed, turning = circle[0], circle[1:]
    turn = (round_no - 1) % max(1, len(turning))
    row = [fixed, *turning[turn:], *turning[:turn]]
    pairs = [people_of((row[place], row[-1 - place])) for place in range(len(row) // 2)]
    byes = [pair[0] for pair in pairs if len(pair) == 1]
    alone = [[one] for one in byes] if plays_alone(settings) else []
    tables = [seated(pair, settings, past) for pair in [*(pair for pair in pairs if len(pair) == 2), *alone]]
    return Draw(tables, () if alone else tuple(byes))
