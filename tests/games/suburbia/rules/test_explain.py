"""What a move changes and why: before it (`table.preview`) and afterwards (`table.changes`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.cards import GOAL_IDS
from tests.games.suburbia.positions import (
    MODES,
    OPTION_SETS,
    STATS,
    any_options,
    borough,
    game,
    notations,
    play,
    position,
    random_game,
    random_table,
    seeds,
    shown,
    values,
)
from tests.profiles import examples

SCORING = ("goal", "conversion")
WITHOUT_DALE = st.sampled_from(
    [options for options in (*MODES.values(), *OPTION_SETS.values()) if options.get("solo") != "dale"]
)


def paid(seat: int, price: int, why: str, tile: str, **where: Any) -> dict[str, Any]:
    return {**step(seat, "money", -price, why), "tile": tile, **where}


def by_tile(
    seat: int, stat: str, change: int, why: str, tile: str, cell: str, after: int, wanted: int | None = None
) -> dict[str, Any]:
    return {**step(seat, stat, change, why, wanted), "tile": tile, "cell": cell, "after": after}


def step(seat: int, stat: str, change: int, why: str, wanted: int | None = None) -> dict[str, Any]:
    wanted = change if wanted is None else wanted
    return {"seat": seat, "stat": stat, "change": change, "wanted": wanted, "why": why}


def without_wanted(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Red lines as they are told, whether or not they say what was wanted."""
    return [
        {key: value for key, value in change.items() if key != "wanted" or "line" not in change}
        for change in changes
    ]


def line(seat: int, stat: str, change: int, number: int, upward: bool = True) -> dict[str, Any]:
    told = {"seat": seat, "stat": stat, "change": change, "why": "red_line"}
    return {**told, "line": number, "upward": upward}


# Worked out by hand


def test_a_placement_with_a_line_and_a_cut_is_told_change_by_change() -> None:
    # E62, and the two steps behind it
    table = position(money=[20], income=[2], reputation=[-4], population=[10], market={6: "housing_projects"})
    expected = [
        paid(0, 8, "place", "housing_projects", cell="1,1"),
        by_tile(0, "population", 10, "immediate", "housing_projects", "1,1", 20),
        line(0, "income", -1, 15),
        line(0, "reputation", -1, 15),
        by_tile(0, "reputation", 0, "own_clause", "housing_projects", "1,1", -5, wanted=-4),
        by_tile(0, "reputation", 1, "neighbour", "community_park", "0,2", -4),
        step(0, "money", 1, "income"),
        step(0, "population", -4, "reputation"),
    ]
    assert without_wanted(table.preview("place 6 1,1")) == expected
    play(table, "place 6 1,1")
    assert without_wanted(table.changes()) == expected
    assert values(table, 0) == {"money": 13, "income": 1, "reputation": -4, "population": 16}


def test_tiles_of_other_boroughs_are_named_with_their_cell() -> None:
    # E32: the Hotel of seat 0 brings it over a line during the turn of seat 1
    table = position(
        money=[5, 15], income=[5], reputation=[5], population=[14], tiles=[(0, "hotel", (0, 6))], to_move=1
    )
    expected = [
        paid(1, 3, "basic", "suburbs", cell="1,1"),
        by_tile(1, "population", 2, "immediate", "suburbs", "1,1", 4),
        by_tile(1, "reputation", 1, "neighbour", "community_park", "0,2", 2),
        by_tile(0, "population", 1, "others", "hotel", "0,6", 15),
        line(0, "income", -1, 15),
        line(0, "reputation", -1, 15),
    ]
    assert without_wanted(table.preview("basic suburbs 1,1")) == expected
    play(table, "basic suburbs 1,1")
    assert without_wanted(table.changes()) == expected


def test_a_marker_is_explained_by_its_own_tile_alone() -> None:
    # E17
    table = position(
        money=[12], income=[4], tiles=[(0, "parking_lot", (1, 3)), (0, "office_building", (1, 5))]
    )
    expected = [
        paid(0, 12, "invest", "parking_lot", cell="1,3"),
        by_tile(0, "income", 1, "immediate", "parking_lot", "1,3", 5),
        by_tile(0, "income", 2, "own_clause", "parking_lot", "1,3", 7),
    ]
    assert table.preview("invest 1,3") == expected
    assert play(table, "invest 1,3").changes() == expected


def test_a_tile_elsewhere_in_the_borough_and_a_marked_one() -> None:
    table = position(
        money=[20],
        tiles=[(0, "postal_service", (-1, 5)), (0, "university", (0, 6))],
        marked=[(0, (-1, 5))],
        market={6: "convenience_store"},
    )
    tile_changes = [change for change in table.preview("place 6 1,1") if "after" in change]
    assert tile_changes == [
        by_tile(0, "income", 1, "immediate", "convenience_store", "1,1", 1),
        by_tile(0, "reputation", 1, "neighbour", "community_park", "0,2", 2),
        by_tile(0, "income", 2, "borough", "postal_service", "-1,5", 3),
    ]


def test_a_casino_is_named_at_every_line() -> None:
    table = position(
        money=[4],
        income=[3],
        reputation=[0],
        population=[14],
        tiles=[(0, "casino", (0, 6))],
        market={6: "mobile_home_community"},
    )
    assert without_wanted(table.preview("place 6 0,8")) == [
        paid(0, 4, "place", "mobile_home_community", cell="0,8"),
        by_tile(0, "population", 6, "immediate", "mobile_home_community", "0,8", 20),
        line(0, "income", -1, 15),
        line(0, "reputation", -1, 15),
        by_tile(0, "income", 1, "red_line", "casino", "0,6", 3),
        step(0, "money", 3, "income"),
        step(0, "population", -1, "reputation"),
    ]


def test_a_marker_on_a_lake_names_waterfront_realty_if_the_option_says_so() -> None:
    table = position(
        tiles=[(0, "lake", (1, 3)), (0, "waterfront_realty", (-1, 1))], lake_marker_doubles_waterfront=True
    )
    assert table.preview("invest 1,3") == [
        paid(0, 0, "invest", "lake", cell="1,3"),
        by_tile(0, "money", 4, "own_clause", "lake", "1,3", 19),
        by_tile(0, "money", 4, "marker", "waterfront_realty", "-1,1", 23),
    ]


def test_a_lake_and_the_discard_are_told_with_their_place() -> None:
    table = position(money=[20], market={4: "mint", 6: "farm", 5: "farm"}, reputation=[0])
    assert table.preview("lake 4 0,6")[:2] == [
        paid(0, 2, "lake", "mint", cell="0,6"),
        by_tile(0, "money", 2, "own_clause", "lake", "0,6", 20),
    ]
    play(table, "basic heavy_factory 1,5")
    assert table.preview("discard 4")[0] == paid(0, 2, "discard", "mint", slot=4)


def test_debts_are_told_with_what_was_due() -> None:
    # E73: 1 of 3 dollars paid, 2 people lost, back over line 15, and one more by the reputation
    table = position(money=[1], income=[-3], reputation=[-2], population=[16], market={6: "mint", 5: "mint"})
    table.state.players[0].income = -3
    changes = without_wanted(table.preview("lake 6 0,6"))
    assert changes == [
        paid(0, 0, "lake", "mint", cell="0,6"),
        by_tile(0, "money", 2, "own_clause", "lake", "0,6", 3),
        step(0, "money", -3, "income"),
        step(0, "population", -2, "reputation"),
        line(0, "income", 1, 15, upward=False),
        line(0, "reputation", 1, 15, upward=False),
    ]
    table = position(money=[0], income=[-4], reputation=[-3], population=[3], tiles=[(0, "lake", (0, 6))])
    assert table.preview("lake 6 0,8")[1:] == [
        step(0, "money", 0, "income", wanted=-4),
        step(0, "population", -3, "income", wanted=-4),
        step(0, "population", 0, "reputation", wanted=-3),
    ]


def test_people_who_are_missing_are_paid_for() -> None:
    # E75
    table = position(money=[10], reputation=[-4], population=[1], tiles=[(0, "lake", (0, 6))])
    assert table.preview("lake 6 0,8")[1:] == [
        step(0, "population", -1, "reputation", wanted=-4),
        step(0, "money", -3, "reputation", wanted=-3),
    ]


# In every game


def sums(changes: list[dict[str, Any]]) -> Counter[tuple[int, str]]:
    total = Counter[tuple[int, str]]()
    for change in changes:
        total[change["seat"], change["stat"]] += change["change"]
    return total


def check_sums(table: Table, before: list[dict[str, int]]) -> None:
    total = sums(table.changes(since=len(table.steps) - 1))
    for seat, old in enumerate(before):
        for stat in STATS:
            assert values(table, seat)[stat] - old[stat] == total[seat, stat], (seat, stat)


@examples(12)
@given(seed=seeds, options=any_options, style=st.sampled_from(["kinds", "rich"]))
def test_the_changes_of_a_move_add_up(seed: int, options: dict[str, Any], style: str) -> None:
    """Of everybody, with what Dale pays and the scoring of the last move."""
    before: list[dict[str, int]] = []
    for table in random_game(seed, style, **options):
        if before:
            check_sums(table, before)
        before = [values(table, seat) for seat in range(table.game.n_seats)]


@examples(8)
@given(seed=seeds, n_moves=st.integers(0, 60), options=WITHOUT_DALE)
def test_a_preview_is_what_happens_afterwards(seed: int, n_moves: int, options: dict[str, Any]) -> None:
    table = random_table(seed, n_moves, "rich", **options)
    if table.over:
        table.undo()
    for move in notations(table)[:: max(1, len(notations(table)) // 12)]:
        twin = table.copy()
        twin.play(move)
        after = twin.changes(since=len(table.steps))
        assert table.preview(move) == [change for change in after if change["why"] not in SCORING]


@examples(6)
@given(seed=seeds, n_moves=st.integers(0, 30))
def test_against_dale_a_preview_ends_before_dale_s_placement(seed: int, n_moves: int) -> None:
    table = random_table(seed, n_moves, "rich", **MODES["dale"])
    if table.over:
        table.undo()
    for move in notations(table)[::9]:
        twin = table.copy()
        twin.play(move)
        after, before = twin.changes(since=len(table.steps)), table.preview(move)
        assert before and before == after[: len(before)]
        assert all(change["why"] in ("others", "red_line") for change in before if change["seat"] == 1)


def test_a_cell_named_for_dale_has_a_preview_too() -> None:
    """The human sees what the cell he names would bring; nothing of it is hidden."""
    market = {2: "office_building", 3: "hostel", 4: "hostel", 5: "hostel"}
    table = play(position(**MODES["dale"], dale_tie="human", market=market), "lake 5 0,6")
    changes = [change for change in table.preview("dale 1,1") if "after" in change]
    assert changes == [
        by_tile(1, "income", 1, "immediate", "office_building", "1,1", 1),
        by_tile(1, "reputation", 1, "neighbour", "community_park", "0,2", 2),
    ]


@examples(8)
@given(seed=seeds, options=any_options)
def test_every_tile_named_lies_where_it_is_said_to_lie(seed: int, options: dict[str, Any]) -> None:
    for table in random_game(seed, "rich", **options):
        if not table.history:
            continue
        lying = [
            {shown(cell): tile for tile, cell, _ in borough(table, seat)}
            for seat in range(table.game.n_seats)
        ]
        for change in table.changes(since=len(table.steps) - 1):
            if "after" in change:
                assert lying[change["seat"]][change["cell"]] == change["tile"]


def test_every_change_says_what_was_wanted() -> None:
    """Red lines too: a track that ends there swallows part of what a line takes."""

    table = position(
        money=[4], income=[-5], reputation=[3], population=[14], market={6: "mobile_home_community"}
    )
    changes = table.preview("place 6 0,6")
    assert all("wanted" in change for change in changes), [c for c in changes if "wanted" not in c]
    lost = [(c["stat"], c["change"], c["wanted"]) for c in changes if c["why"] == "red_line"]
    assert lost == [("income", 0, -1), ("reputation", -1, -1)]


def test_goals_and_conversion_are_explained() -> None:
    table = random_table(12, 1000, "rich", players=2)
    scoring = [change for change in table.changes() if change["why"] in SCORING]
    assert {change["why"] for change in scoring} == set(SCORING)
    for change in scoring:
        if change["why"] == "conversion":
            assert change["stat"] in ("population", "money")
        else:
            assert change["change"] in (10, 15, 20) and change["stat"] == "population"
            assert change["goal"] in GOAL_IDS


def test_changes_can_be_asked_for_from_any_move_on() -> None:
    table = random_table(12, 20, "rich", players=2)
    parts = []
    twin = game(2).new(seed=12)
    for move in table.history:
        twin.play(move)
        parts += twin.changes(since=len(twin.steps) - 1)
    assert parts == table.changes() == twin.changes(since=0)
    assert table.changes(since=len(table.steps)) == []
