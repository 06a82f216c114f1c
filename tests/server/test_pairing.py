"""Who meets whom in a tournament, and on which seat: properties for any number of people and seats."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from burgomaster.server.tournaments.pairing import (
    BOT,
    FILLS,
    Draw,
    DrawSettings,
    Past,
    Table,
    draw,
    draw_in_group,
    make_groups,
    people_of,
)
from tests.profiles import examples

PEOPLE, SEATS = st.integers(2, 64), st.integers(2, 5)
MOST_UNEVEN = 3  # between the seat that somebody had most often and the one they had least often


class Club:
    """People who play round after round; who wins is drawn by lot."""

    def __init__(self, n_people: int, seats: int, fill: str, seed: int) -> None:
        self.people, self.seats, self.fill, self.seed = list(range(1, n_people + 1)), seats, fill, seed
        self.points: Counter[int] = Counter()
        self.tables: list[Table] = []
        self.rested: list[int] = []
        self.luck = random.Random(seed)

    @property
    def past(self) -> Past:
        return Past(self.tables, self.rested)

    def play(self, rounds: int) -> list[Draw]:
        return [self.play_round(number) for number in range(rounds)]

    def play_round(self, number: int) -> Draw:
        order = sorted(self.people, key=lambda one: (-self.points[one], one))
        settings = DrawSettings(self.seats, self.fill, dict(self.points), self.seed + number)
        drawn = draw(order, settings, self.past)
        assert drawn == draw(order, settings, self.past)
        self.keep(drawn)
        return drawn

    def keep(self, drawn: Draw) -> None:
        for table in drawn.tables:
            for place, one in enumerate(self.luck.sample(table, len(table))):
                self.points[one] += place if one != BOT else 0
        alone = [people_of(table)[0] for table in drawn.tables if len(people_of(table)) == 1]
        self.rested += [*alone, *drawn.byes]
        self.tables += drawn.tables

    @property
    def n_again(self) -> int:
        """How often somebody met somebody again."""
        return sum(times - 1 for times in self.past.met.values())

    def unevenness(self, one: int) -> int:
        counts = [self.past.sat.get((one, seat), 0) for seat in range(self.seats)]
        return max(counts) - min(counts)


@given(PEOPLE, SEATS, st.sampled_from(FILLS), st.integers(1, 8), st.integers(0, 99))
@examples(10)
def test_everybody_plays_once_or_rests_and_tables_are_as_equal_as_can_be(
    n_people: int, seats: int, fill: str, rounds: int, seed: int
) -> None:
    club = Club(n_people, seats, fill, seed)
    for drawn in club.play(rounds):
        seen = [one for table in drawn.tables for one in people_of(table)]
        assert sorted([*seen, *drawn.byes]) == club.people
        sizes = [len(people_of(table)) for table in drawn.tables]
        if fill == "byes" and n_people >= seats:
            assert set(sizes) == {seats} and len(drawn.byes) == n_people % seats
        else:
            assert len(drawn.byes) == (n_people % 2 if seats == 2 and fill != "bots" else 0)
            assert max(sizes) - min(sizes) <= 1
        full = {len(table) for table in drawn.tables}
        assert full == {seats} if fill != "smaller" else full <= set(range(2, seats + 1))


@given(PEOPLE, st.sampled_from(FILLS), st.integers(0, 99))
@examples(10)
def test_two_do_not_meet_again_as_long_as_others_are_left(n_people: int, fill: str, seed: int) -> None:
    club = Club(n_people, 2, fill, seed)
    club.play(min(8, n_people // 2))
    assert club.n_again == 0


@given(SEATS, st.integers(0, 99))
@examples(10)
def test_larger_tables_have_new_faces_too(seats: int, seed: int) -> None:
    club = Club(3 * seats * seats, seats, "bots", seed)
    club.play(4)
    assert club.n_again == 0


@given(PEOPLE, SEATS, st.sampled_from(FILLS), st.integers(2, 8), st.integers(0, 99))
@examples(10)
def test_everybody_has_every_seat_about_equally_often(
    n_people: int, seats: int, fill: str, rounds: int, seed: int
) -> None:
    club = Club(n_people, seats, fill, seed)
    club.play(rounds)
    if fill != "smaller":  # at a smaller table there is no last seat
        assert max(map(club.unevenness, club.people)) <= MOST_UNEVEN


@given(st.integers(3, 40), SEATS, st.integers(1, 8), st.integers(0, 99))
@examples(10)
def test_nobody_rests_twice_before_everybody_rested_once(
    n_people: int, seats: int, rounds: int, seed: int
) -> None:
    club = Club(n_people, seats, "byes", seed)
    club.play(rounds)
    if n_people >= seats:
        rests = [club.past.rests.get(one, 0) for one in club.people]
        assert max(rests) - min(rests) <= 1


def test_equals_meet_equals_and_the_leaders_sit_at_the_first_tables() -> None:
    points = dict(enumerate([6.0] * 4 + [3.0] * 4 + [0.0] * 4, start=1))
    drawn = draw(list(points), DrawSettings(4, "bots", points), Past())
    assert [sorted(table) for table in drawn.tables] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    met = Past([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)])
    again = draw(list(points), DrawSettings(4, "bots", points), met)
    assert all(len({points[one] for one in table}) > 1 for table in again.tables)  # new faces count for more


def test_the_last_of_the_standing_rests_first() -> None:
    drawn = draw([3, 1, 2], DrawSettings(2, "byes"), Past())
    assert drawn.byes == (2,)
    assert draw([3, 1, 2], DrawSettings(2, "byes"), Past((), [2])).byes == (1,)


# Groups


@given(st.integers(2, 16), st.integers(0, 99))
@examples(10)
def test_in_a_group_of_pairs_everybody_meets_everybody_once(n_people: int, seed: int) -> None:
    club = Club(n_people, 2, "byes", seed)
    for number in range(1, n_people + n_people % 2):
        club.keep(draw_in_group(club.people, number, DrawSettings(2, "byes"), club.past))
    assert dict(club.past.met) == dict.fromkeys(combinations(club.people, 2), 1)
    assert max(map(club.unevenness, club.people)) <= MOST_UNEVEN
    assert set(club.past.rests.values()) == ({1} if n_people % 2 else set())


def test_a_group_of_one_table_changes_its_seats() -> None:
    for seats in (3, 4, 5):
        club = Club(seats, seats, "bots", 1)
        for number in range(1, seats + 1):
            club.keep(draw_in_group(club.people, number, DrawSettings(seats), club.past))
        assert set(map(club.unevenness, club.people)) == {0}  # everybody sat everywhere once


@given(PEOPLE, st.integers(2, 16), st.integers(0, 99))
@examples(10)
def test_groups_are_as_equal_as_can_be(n_people: int, size: int, seed: int) -> None:
    people = list(range(1, n_people + 1))
    groups = make_groups(people, size, seed)
    assert sorted(one for group in groups for one in group) == people
    assert max(map(len, groups)) - min(map(len, groups)) <= 1 and max(map(len, groups)) <= size
