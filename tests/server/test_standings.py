"""How a tournament stands: points, and what decides among equals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgomaster.server.match import Refused
from burgomaster.server.tournaments.standings import (
    Played,
    Standing,
    after_final,
    merge_groups,
    stand,
    table_points,
)
from burgomaster.server.tournaments.state import MOST_ROUNDS, Plan, check_plan, read_plan, suitable_rounds


def test_a_point_for_everybody_behind_half_for_a_level_one_and_a_win_for_who_rests() -> None:
    table = Played((1, 2, 0, 3), (0, 1, 1, 3), (30, 20, 20, 10))
    assert table_points(table, 4) == {1: 3.0, 2: 1.5, 3: 0.0}
    smaller = Played((1, 2, 3), (0, 1, 2))
    assert table_points(smaller, 4) == {1: 3.0, 2: 1.5, 3: 0.0}  # a win is worth the same
    rows = stand([1, 2, 3], [Played((1, 2), (0, 1), (5, 4))], [3], 2)
    assert [(row.number, row.points, row.place) for row in rows] == [(1, 1.0, 1), (3, 1.0, 2), (2, 0.0, 3)]
    assert rows[0].games == 1 and rows[1].games == 0  # and who played comes first, by the score share


def test_opponents_decide_among_equals_then_who_was_ahead_at_the_same_table_then_the_scores() -> None:
    played = [Played((1, 2), (0, 1)), Played((3, 4), (0, 1)), Played((2, 4), (0, 1))]
    rows = stand([1, 2, 3, 4], played, [], 2)
    # 1, 2 and 3 have a point each; 1 beat one who has a point, 3 one who has none
    assert [row.number for row in rows] == [1, 2, 3, 4]
    assert [row.opponents for row in rows] == [1.0, 0.5, 0.0, 1.0]
    circle = [Played((1, 2, 3, 4), (0, 1, 2, 3)), Played((2, 1, 4, 3), (1, 0, 2, 3))]
    rows = stand([1, 2, 3, 4], circle, [], 4)
    assert [row.number for row in rows] == [1, 2, 3, 4]
    pair = [Played((1, 2), (0, 1), (10, 4)), Played((2, 1), (0, 1), (10, 9))]
    rows = stand([1, 2], pair, [], 2)
    assert rows[0].duel == rows[1].duel == 1.0
    assert [row.number for row in rows] == [1, 2] and rows[0].share > rows[1].share
    level = stand([1, 2], [Played((1, 2), (0, 0), (7, 7))], [], 2)
    assert [row.place for row in level] == [1, 1]  # equal in everything


def test_head_to_head_counts_only_those_who_are_level() -> None:
    # 1 and 2 end level on points and opponents; 2 has beaten 1, but 1 has the larger scores
    played = [
        Played((1, 2), (1, 0), (50, 51)),
        Played((1, 3), (0, 1), (90, 10)),
        Played((2, 4), (1, 0), (10, 11)),
        Played((3, 4), (0, 1), (20, 10)),
    ]
    rows = {row.number: row for row in stand([1, 2, 3, 4], played, [], 2)}
    assert len({row.points for row in rows.values()}) == 1
    assert len({row.opponents for row in rows.values()}) == 1
    assert sum(row.duel for row in rows.values()) == 4.0


def test_points_below_nothing_and_tables_without_scores_give_no_share() -> None:
    rows = stand([1, 2], [Played((1, 2), (0, 1), (-3, -9)), Played((1, 2), (0, 1))], [], 2)
    assert [row.share for row in rows] == [1.0, 1.0]


@given(st.lists(st.permutations([0, 1, 2, 3]), min_size=1, max_size=6))
def test_all_points_of_a_round_are_given_out(places: list[list[int]]) -> None:
    played = [Played((1, 2, 3, 4), tuple(row), tuple(10 - one for one in row)) for row in places]
    rows = stand([1, 2, 3, 4], played, [], 4)
    assert sum(row.points for row in rows) == 6 * len(places)
    assert [row.order for row in rows] == sorted((row.order for row in rows), reverse=True)
    assert rows[0].place == 1


def test_groups_are_merged_by_their_places_and_a_final_decides_the_first() -> None:
    one = [Standing(1, 3.0, place=1), Standing(2, 2.0, place=2)]
    two = [Standing(3, 2.5, place=1), Standing(4, 2.4, place=2)]
    merged = merge_groups([one, two])
    assert [(row.number, row.place) for row in merged] == [(1, 1), (3, 2), (4, 3), (2, 4)]
    final = Played((1, 3), (1, 0))
    assert [row.number for row in after_final(merged, final)] == [3, 1, 4, 2]
    assert [row.number for row in after_final(merged, None)] == [1, 3, 4, 2]


@pytest.mark.parametrize(
    ("plan", "n_entrants", "rounds"),
    [
        (Plan(2), 8, 4),
        (Plan(4), 16, 3),
        (Plan(4), 5, 3),
        (Plan(2, "groups"), 8, 3),
        (Plan(2, "groups", group_size=5), 10, 5),
        (Plan(4, "groups"), 16, 4),
        (Plan(3, "groups", group_size=9), 9, 5),
        (Plan(2, rounds=7), 8, 7),
    ],
)
def test_how_many_rounds_suit(plan: Plan, n_entrants: int, rounds: int) -> None:
    assert suitable_rounds(plan, n_entrants) == rounds


def test_plans_are_stored_and_nonsense_is_refused() -> None:
    plan = check_plan(Plan(3, "groups", 4, final=True, bot="search:2"))
    assert read_plan({**plan.as_json(), "of_a_later_version": 1}) == plan and plan.round_seconds == 90 * 60
    for wrong in (
        Plan(1),
        Plan(6),
        Plan(2, "knockout"),
        Plan(2, rounds=MOST_ROUNDS + 1),
        Plan(2, fill="cats"),
        Plan(4, "groups", group_size=3),
        Plan(2, round_seconds=60.0),
        Plan(2, pace="calendar", round_seconds=3600.0),
    ):
        with pytest.raises(Refused):
            check_plan(wrong)
