"""The tiles: each laid in a quarter of its own, then met by later tiles, then marked (rules.md 5).

The quarter lies away from the starting tiles: a tile at (0,6), the bridge, and the tile in question at
(0,8) below it. Later tiles of the same borough are laid at (1,9) and (-1,9), beside it. The expected
changes are those of seat 0, worked out by hand from the printed face: (money, income, reputation,
population), prices included. Convenience Stores and Suburbs have no effect on others, a Farm none on
anything but restaurants, a University none on anything but schools. Red lines lie far away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from burgomaster.games.suburbia.rules.cards import END_TILE, IDS, TILE_OF, TILE_ROWS
from tests.cases import every
from tests.games.suburbia.positions import Cell, Steps, game, position, tracks

Change = tuple[int, int, int, int]  # money, income, reputation, population

QUARTER = (0, 8)
FAR_LINES = {"positions": [250], "step": 250}
STORE, HOME, PLANT, CAMPUS = "convenience_store", "suburbs", "farm", "university"
NOTHING: Change = (0, 0, 0, 0)


@dataclass
class Face:
    """One tile: where it is laid, what that brings, and what follows."""

    tile: str
    bridge: str
    placed: Change
    first: tuple[int, str, Change]  # seat, tile, change: before the marker
    marked: Change
    then: list[tuple[int, str, Change]]  # after it
    lying: list[tuple[int, str, Cell]] = field(default_factory=list)
    income: int = 3
    reputation: int = 5


FACES = [
    Face(
        "suburbs",
        PLANT,
        (-3, 0, 0, 2),
        (0, STORE, (-6, 1, 0, 0)),
        (-3, 0, 0, 2),
        [(0, CAMPUS, (-15, 2, 0, 0))],
    ),
    Face(
        "community_park",
        PLANT,
        (-4, -1, 2, 0),  # Farm and Convenience Store
        (0, HOME, (-3, 0, 1, 2)),
        (-4, -1, 3, 0),
        [(0, CAMPUS, (-15, 2, 0, 0)), (0, HOME, (-3, 0, 2, 2))],  # a civic tile is nothing to a park
        lying=[(0, STORE, (1, 7))],
    ),
    Face(
        "heavy_factory",
        PLANT,
        (-3, 1, -1, 0),
        (0, CAMPUS, (-15, 2, -1, 0)),
        (-3, 1, -2, 0),
        [(0, HOME, (-3, 0, -2, 2))],
        lying=[(0, HOME, (1, 7))],
    ),
    # Stack A
    Face(
        "business_supply_store",
        STORE,
        (-8, 2, 0, 0),
        (1, "local_epa_office", (0, 1, 0, 0)),
        (-8, 3, 0, 0),
        [(1, "office_of_bureaucracy", (0, 2, 0, 0)), (1, STORE, NOTHING)],
        lying=[(1, "office_building", (0, 6))],
    ),
    Face(STORE, HOME, (-6, 1, 0, 0), (0, HOME, (-3, 0, 0, 2)), (-6, 1, 0, 0), [(0, HOME, (-3, 0, 0, 2))]),
    Face(
        "fancy_restaurant",
        STORE,
        (-9, 3, 0, 0),  # an older restaurant does not hurt a newer one
        (1, "fast_food_restaurant", (0, -1, 0, 0)),
        (-9, 2, 0, 0),
        [(0, "fast_food_restaurant", (-7, -1, 0, 0)), (1, "fancy_restaurant", (0, -2, 0, 0))],
        lying=[(1, "fast_food_restaurant", (0, 6))],
    ),
    Face(
        "farm",
        STORE,
        (-9, 2, -1, 0),
        (1, "fancy_restaurant", (0, 1, 0, 0)),
        (-9, 3, -1, 0),
        [(0, "fancy_restaurant", (-9, 5, 0, 0))],
        lying=[(1, "fancy_restaurant", (0, 6)), (0, "fast_food_restaurant", (1, 7))],
    ),
    Face(
        "fast_food_restaurant",
        HOME,
        (-7, 1, 0, 3),
        (0, HOME, (-3, 0, 0, 5)),
        (-7, 1, 0, 6),
        [(0, HOME, (-3, 0, 0, 8)), (1, HOME, NOTHING)],
    ),
    Face(
        "freeway",
        STORE,
        (-5, 1, -1, 0),
        (0, STORE, (-6, 2, 0, 0)),
        (-5, 2, -1, 0),
        [(0, HOME, (-3, 0, -2, 2))],
        lying=[(0, HOME, (1, 7))],
    ),
    Face(
        "homeowners_association",
        STORE,
        (0, 0, 0, 1),  # 6 paid, 2 each for both Suburbs and itself
        (1, HOME, (2, 0, 0, 0)),
        (2, 0, 0, 1),
        [(0, HOME, (1, 0, 0, 2))],
    ),
    Face(
        "landfill",
        STORE,
        (-2, 2, -1, 0),  # the lake pays 2 and is no building
        (0, CAMPUS, (-13, 2, -1, 0)),
        (-4, 2, -2, 0),
        [(0, HOME, (-3, 0, -2, 2))],
        lying=[(0, "lake", (1, 7))],
    ),
    Face(
        "mint",
        STORE,
        (-11, 3, 0, 0),  # the Park and itself
        (0, CAMPUS, (-13, 2, 0, 0)),
        (-9, 3, 0, 0),
        [(0, CAMPUS, (-11, 2, 0, 0)), (1, CAMPUS, NOTHING)],
    ),
    Face(
        "mobile_home_community",
        PLANT,
        (-4, 0, 0, 6),
        (0, STORE, (-6, 1, 0, 0)),
        (-4, 0, 0, 6),
        [(0, HOME, (-3, 0, 0, 2))],
    ),
    Face(
        "municipal_airport",
        HOME,
        (-6, 2, -1, 0),
        (1, "municipal_airport", (0, 1, 0, 0)),
        (-6, 3, -1, 0),
        [(0, HOME, (-3, 0, -2, 2)), (1, "municipal_airport", (0, 2, 0, 0))],
        lying=[(1, "domestic_airport", (0, 6))],
    ),
    Face(
        "office_building",
        STORE,
        (-9, 2, 0, 0),
        (0, STORE, (-6, 2, 0, 0)),
        (-9, 3, 0, 0),
        [(0, STORE, (-6, 3, 0, 0)), (1, STORE, NOTHING)],
    ),
    Face(
        "parking_lot",
        STORE,
        (-12, 2, 0, 0),
        (0, CAMPUS, (-15, 3, 0, 0)),
        (-12, 3, 0, 0),
        [(0, STORE, (-6, 3, 0, 0))],
    ),
    Face(
        "slaughterhouse",
        STORE,
        (-5, 1, -2, 0),
        (1, "fast_food_restaurant", (0, 1, 0, 0)),
        (-5, 2, -2, 0),
        [(0, "fast_food_restaurant", (-7, 3, 0, 0))],
        lying=[(1, "fancy_restaurant", (0, 6))],
    ),
    Face(
        "waterfront_realty",
        STORE,
        (-2, 0, 0, 0),  # the lake lies beside the Factory and the bridge: two pairs
        (0, "lake", (4, 0, 0, 0)),  # beside Waterfront Realty: 2 by the lake, 2 for the pair
        (0, 0, 0, 0),  # 6 paid, three pairs
        [(0, "lake", (6, 0, 0, 0)), (1, "lake", NOTHING)],  # 2 by the lake, 4 for the pair
        lying=[(0, "lake", (1, 5))],
    ),
    # Stack B
    Face(
        "burg_von_alspach",
        HOME,
        (-12, 0, 1, 3),
        (0, HOME, (-3, 0, 1, 2)),
        (-12, 0, 2, 3),
        [(0, HOME, (-3, 0, 2, 2))],
    ),
    Face(
        "domestic_airport",
        HOME,
        (-11, 1, 1, 0),  # two airports, one home
        (1, "domestic_airport", (0, 0, 1, 0)),
        (-11, 1, 2, 0),
        [(0, "municipal_airport", (-6, 4, 2, 0))],  # four airports for the new one, 2 for this one
        lying=[(1, "municipal_airport", (0, 6))],
    ),
    Face(
        "elementary_school",
        STORE,
        (-5, 0, 1, 1),
        (0, HOME, (-3, 0, 0, 3)),
        (-5, 0, 1, 2),
        [(0, HOME, (-3, 0, 0, 4)), (1, HOME, NOTHING)],
    ),
    Face(
        "gas_station",
        HOME,
        (-7, 1, 0, 1),
        (0, HOME, (-3, 0, 0, 3)),
        (-7, 1, 0, 2),
        [(0, HOME, (-3, 0, 0, 4))],
    ),
    Face(
        "hostel",
        STORE,
        (0, 0, -1, 2),
        (0, STORE, (-6, 1, -1, 0)),
        (0, 0, -2, 2),
        [(0, STORE, (-6, 1, -2, 0))],
    ),
    Face(
        "housing_projects",
        PLANT,  # industrial: the only type it does not mind
        (-8, 0, -2, 10),
        (0, CAMPUS, (-15, 2, -2, 0)),
        (-8, 0, -4, 10),
        [(0, HOME, (-3, 0, -4, 2))],
        lying=[(0, STORE, (1, 7))],
        reputation=9,
    ),
    Face(
        "movie_theater",
        HOME,
        (-10, 2, 0, 0),
        (0, HOME, (-3, 1, 0, 2)),
        (-10, 3, 0, 0),
        [(0, HOME, (-3, 2, 0, 2))],
    ),
    Face(
        "museum",
        STORE,
        (-8, 0, 2, 0),
        (0, CAMPUS, (-15, 2, 1, 0)),
        (-8, 0, 3, 0),
        [(0, CAMPUS, (-15, 2, 2, 0))],
        lying=[(0, CAMPUS, (1, 7))],
    ),
    Face(
        "office_of_bureaucracy",
        STORE,
        (-9, 2, -2, 0),  # the Park and itself
        (0, CAMPUS, (-15, 3, 0, 0)),
        (-9, 3, -2, 0),
        [(0, CAMPUS, (-15, 4, 0, 0)), (1, CAMPUS, NOTHING)],
    ),
    Face(
        "postal_service",
        STORE,
        (-12, 1, 0, 0),
        (0, STORE, (-6, 2, 0, 0)),
        (-12, 2, 0, 0),
        [(0, STORE, (-6, 3, 0, 0)), (1, STORE, NOTHING)],
    ),
    Face(
        "power_station",
        PLANT,
        (-11, 2, 0, 0),  # the Heavy Factory and the Farm
        (0, PLANT, (-9, 1, -1, 0)),
        (-11, 3, 0, 0),
        [(0, PLANT, (-9, 2, -1, 0)), (1, PLANT, NOTHING)],
    ),
    Face(
        "retirement_village",
        PLANT,
        (-8, 0, 0, 5),
        (0, STORE, (-6, 1, 0, 0)),
        (-8, 0, 0, 5),
        [(0, HOME, (-3, 0, 0, 2))],
    ),
    Face(
        "shipping_center",
        STORE,
        (-12, 1, 0, 0),  # 16 paid, 2 each for the store and itself
        (1, STORE, (2, 0, 0, 0)),
        (-10, 1, 0, 0),
        [(0, STORE, (-2, 1, 0, 0))],
    ),
    Face(
        "skyscraper",
        STORE,
        (-11, 3, 0, 0),
        (1, "skyscraper", (0, -1, 0, 0)),
        (-11, 2, 0, 0),
        [(0, "skyscraper", (-11, 1, 0, 0))],
        lying=[(1, "skyscraper", (0, 6))],
    ),
    Face(
        "stadium",
        HOME,
        (-16, 1, 2, 0),
        (0, HOME, (-3, 0, 2, 2)),
        (-16, 1, 4, 0),
        [(0, HOME, (-3, 0, 4, 2))],
        reputation=0,
    ),
    Face(
        "warehouse",
        STORE,
        (-13, 2, -1, 0),
        (0, STORE, (-6, 3, 0, 0)),
        (-13, 4, -1, 0),
        [(0, STORE, (-6, 5, 0, 0))],
        income=-2,
    ),
    # Stack C
    Face(
        "apartments",
        STORE,
        (-12, 0, 0, 7),
        (0, STORE, (-6, 1, 0, 2)),
        (-12, 0, 0, 9),
        [(0, STORE, (-6, 1, 0, 4))],
    ),
    Face(
        "bed_and_breakfast",
        STORE,
        (-9, 0, 0, 4),  # 2 at once, the Suburbs and itself
        (0, HOME, (-3, 0, 0, 3)),
        (-9, 0, 0, 5),
        [(0, HOME, (-3, 0, 0, 4)), (1, HOME, NOTHING)],
    ),
    Face(
        "boutique", HOME, (-9, 1, 1, 0), (0, HOME, (-3, 0, 1, 2)), (-9, 1, 2, 0), [(0, HOME, (-3, 0, 2, 2))]
    ),
    Face(
        "chip_fabrication_plant",
        STORE,
        (-18, 1, 2, 0),
        (0, STORE, (-6, 2, 0, 0)),
        (-18, 2, 2, 0),
        [(0, STORE, (-6, 3, 0, 0)), (1, STORE, NOTHING)],
    ),
    Face(
        "condominium",
        STORE,
        (-14, 0, 0, 8),
        (0, STORE, (-6, 1, 0, 3)),
        (-14, 0, 0, 11),
        [(0, STORE, (-6, 1, 0, 6))],
    ),
    Face(
        "high_school",
        STORE,
        (-18, 0, 1, 3),
        (0, HOME, (-3, 0, 0, 5)),
        (-18, 0, 1, 6),
        [(0, HOME, (-3, 0, 0, 8)), (1, HOME, NOTHING)],
    ),
    Face(
        "hotel",
        HOME,
        (-13, 1, 0, 1),  # only the Suburbs of the other borough
        (1, HOME, (0, 0, 0, 1)),
        (-13, 1, 0, 2),
        [(0, HOME, (-3, 0, 0, 2)), (1, HOME, (0, 0, 0, 2))],
    ),
    Face(
        "international_airport",
        HOME,
        (-18, 2, 1, 0),  # two airports, one home
        (1, "domestic_airport", (0, 1, 1, 0)),
        (-18, 3, 2, 0),
        [(0, HOME, (-3, 0, -2, 2)), (1, "municipal_airport", (0, 2, 2, 0))],
        lying=[(1, "municipal_airport", (0, 6))],
    ),
    Face(
        "local_epa_office",
        PLANT,
        (-6, 0, 1, 0),  # two Heavy Factories and the Farm
        (1, PLANT, (2, 0, 0, 0)),
        (-4, 0, 1, 0),
        [(0, PLANT, (-5, 0, -1, 0))],
    ),
    Face(
        "middle_school",
        STORE,
        (-10, 0, 1, 2),
        (0, HOME, (-3, 0, 0, 4)),
        (-10, 0, 1, 4),
        [(0, HOME, (-3, 0, 0, 6)), (1, HOME, NOTHING)],
    ),
    Face(
        "new_car_dealership",
        STORE,
        (-12, 5, 0, 0),
        (1, "new_car_dealership", (0, -2, 0, 0)),
        (-12, 3, 0, 0),
        [(0, "new_car_dealership", (-12, 1, 0, 0))],
        lying=[(1, "new_car_dealership", (0, 6))],
    ),
    Face(
        "recycling_plant",
        PLANT,
        (-17, 0, 3, 0),
        (0, PLANT, (-9, 0, 1, 0)),
        (-17, 0, 5, 0),
        [(0, PLANT, (-9, 0, 3, 0))],
        reputation=0,
    ),
    Face(
        "resort",
        STORE,
        (-16, 1, 0, 2),
        (1, HOME, (0, 0, 0, 1)),
        (-16, 1, 0, 3),
        [(0, HOME, (-3, 0, 0, 4))],
    ),
    Face(
        "university",
        STORE,
        (-15, 2, 1, 0),
        (1, "elementary_school", (0, 0, 1, 0)),
        (-15, 2, 2, 0),
        [(0, "middle_school", (-10, 0, 3, 2)), (0, CAMPUS, (-15, 2, 3, 0))],
        lying=[(1, "high_school", (0, 6))],
    ),
    Face(
        "lake",
        STORE,
        (2, 0, 0, 0),
        (0, HOME, (-1, 0, 0, 2)),
        (4, 0, 0, 0),
        [(0, STORE, (-2, 1, 0, 0)), (0, "lake", (4, 0, 0, 0))],  # (0,10) lies beside both
    ),
]
OWN_CELLS = [(1, 9), (-1, 9), (0, 10)]
OTHER_CELLS = [(1, 7), (1, 9), (1, 11)]  # of the other borough, below (0, 6)


class Quarter:
    """The quarter of one tile, and what every step in it changes for seat 0."""

    def __init__(self, face: Face, **options: object) -> None:
        self.table = position(
            money=[200, 200],
            income=[face.income],
            reputation=[face.reputation],
            tiles=[(0, face.bridge, (0, 6)), *face.lying],
            red_lines=FAR_LINES,
            **options,  # type: ignore[arg-type]
        )
        self.steps = Steps(self.table)
        others = [(0, 6), *OTHER_CELLS] if not any(seat for seat, _, _ in face.lying) else OTHER_CELLS
        self.cells = {0: iter(OWN_CELLS), 1: iter(others)}

    def build(self, seat: int, tile: str, cell: Cell | None = None) -> Change:
        before = tracks(self.table, 0)
        self.steps.build(seat, tile, cell or next(self.cells[seat]))
        return self.change_since(before)

    def mark(self) -> Change:
        before, others = tracks(self.table, 0), tracks(self.table, 1)
        assert self.steps.marker(0, QUARTER)
        assert tracks(self.table, 1) == others
        return self.change_since(before)

    def change_since(self, before: Change) -> Change:
        money, income, reputation, population = tracks(self.table, 0)
        return (money - before[0], income - before[1], reputation - before[2], population - before[3])


@every("face", FACES, ids=lambda face: face.tile)
def test_a_tile_does_what_is_printed_on_it(face: Face) -> None:
    quarter = Quarter(face)
    assert quarter.build(0, face.tile, QUARTER) == face.placed
    seat, tile, change = face.first
    assert quarter.build(seat, tile) == change, f"{tile} of seat {seat}"
    assert quarter.mark() == face.marked
    for seat, tile, change in face.then:
        assert quarter.build(seat, tile) == change, f"{tile} of seat {seat}, after the marker"


@pytest.mark.parametrize(
    ("tile", "placed", "first", "marked", "then"),
    [
        ("casino", (-22, 0, -3, 0), (-4, 0, -1, 6), (-22, 0, -3, 0), (-3, 1, -1, 2)),
        ("pr_firm", (-20, -2, 0, 0), (-4, -1, 0, 6), (-20, -2, 0, 0), (-3, -1, 1, 2)),
    ],
)
def test_casino_and_pr_firm_live_on_red_lines(
    tile: str, placed: Change, first: Change, marked: Change, then: Change
) -> None:
    # 5.5, R17: 14 to 20 crosses 15, 20 to 22 crosses 22; a marker gives nothing for the lines passed
    table = position(money=[200], income=[3], reputation=[9], population=[14], tiles=[(0, STORE, (0, 6))])
    steps, found, before = Steps(table), [], tracks(table, 0)
    for act in (
        lambda: steps.build(0, tile, QUARTER),
        lambda: steps.build(0, "mobile_home_community", (1, 9)),
        lambda: steps.marker(0, QUARTER),
        lambda: steps.build(0, "suburbs", (-1, 9)),
    ):
        act()
        after = tracks(table, 0)
        found.append(tuple(new - old for new, old in zip(after, before, strict=True)))
        before = after
    assert found == [placed, first, marked, then]


def test_every_tile_has_its_test() -> None:
    tested = {face.tile for face in FACES} | {"casino", "pr_firm"}
    assert tested == set(IDS) - {IDS[END_TILE]}
    assert len(FACES) == len(tested) - 2


# Composition (14)


@pytest.mark.parametrize(
    ("stack", "n_tiles", "n_types", "by_type"),
    [
        ("A", 32, 15, (4, 10, 16, 2)),
        ("B", 36, 17, (8, 5, 10, 13)),
        ("C", 32, 15, (6, 6, 10, 10)),
        ("basic", 24, 3, (8, 8, 0, 8)),
    ],
)
def test_the_stacks_are_composed_as_printed(
    stack: str, n_tiles: int, n_types: int, by_type: tuple[int, ...]
) -> None:
    rows = [row for row in TILE_ROWS if row["stack"] == stack]
    counts = [
        sum(int(row["copies"]) for row in rows if row["type"] == name)
        for name in ("residential", "industrial", "commercial", "civic")
    ]
    assert (len(rows), sum(counts), tuple(counts)) == (n_types, n_tiles, by_type)


def test_the_icons_are_on_as_many_tiles_as_printed() -> None:
    icons: dict[str, int] = {}
    for row in TILE_ROWS:
        if row["icon"]:
            icons[row["icon"]] = icons.get(row["icon"], 0) + int(row["copies"])
    assert icons == {
        "school": 9,
        "airport": 7,
        "office": 7,
        "restaurant": 5,
        "skyscraper": 2,
        "car_dealership": 2,
    }


# Points that are easily missed (5.7, 19)


def test_a_marker_makes_no_neighbour_react() -> None:
    # 5.3: the Office Building gets nothing for the marked store, the Park nothing for the marked Suburbs
    table = position(money=[50], tiles=[(0, "office_building", (1, 1)), (0, STORE, (2, 2))])
    assert Steps(table).marker(0, (2, 2))
    assert tracks(table, 0) == (44, 1, 1, 2)
    assert Steps(table).marker(0, (0, 0))
    assert tracks(table, 0) == (41, 1, 1, 4)


def test_two_waterfront_realties_add_up() -> None:
    # R12: a lake beside the Factory alone, and one more pair for both
    table = position(money=[20], tiles=[(0, "waterfront_realty", (1, 1)), (0, "waterfront_realty", (-1, 1))])
    Steps(table).build(0, "lake", (0, 6))
    assert tracks(table, 0)[0] == 20 + 2 + 2 + 2


def test_a_lake_of_another_borough_is_nobody_s_business() -> None:
    table = position(money=[20, 20], tiles=[(0, "waterfront_realty", (1, 1)), (0, "landfill", (0, 6))])
    Steps(table).build(1, "lake", (0, 6))
    assert tracks(table, 0) == (20, 0, 1, 2)
    assert tracks(table, 1) == (22, 0, 1, 2)


def test_tiles_of_different_boroughs_are_never_adjacent() -> None:
    # both lay in the cell beside the other's Office Building
    table = position(money=[20, 20], tiles=[(0, "office_building", (0, 6)), (1, "office_building", (0, 8))])
    Steps(table).build(1, STORE, (0, 6))
    assert tracks(table, 0) == (20, 0, 1, 2)
    assert tracks(table, 1) == (14, 2, 1, 2)


def test_the_lone_architect_has_no_other_boroughs_for_his_hotel() -> None:
    table = position(1, solo="lone_architect", money=[20])
    Steps(table).build(0, "hotel", (0, 6))
    assert tracks(table, 0) == (7, 1, 1, 2)


def test_the_face_of_a_lake_is_forgotten() -> None:
    # R11: a Fancy Restaurant face down is no restaurant to the Farm, and its marker is free
    table = position(money=[10], tiles=[(0, "farm", (0, 6))], market={6: "fancy_restaurant"})
    steps = Steps(table)
    assert steps.lake(0, 6, (0, 8))
    assert tracks(table, 0) == (12, 0, 1, 2)
    assert steps.marker(0, (0, 8))
    assert tracks(table, 0) == (14, 0, 1, 2)


def test_there_is_no_limit_on_equal_tiles_in_a_borough() -> None:
    table = position(money=[200])
    for y in range(6, 40, 2):
        Steps(table).build(0, STORE, (0, y))
    assert tracks(table, 0) == (200 - 17 * 6, 15, 1, 2)  # the income is cut at 15


@every("tile", [row["id"] for row in TILE_ROWS if row["stack"] != "basic"])
def test_a_market_tile_may_be_bought_or_turned_over(tile: str) -> None:
    table = position(money=[100], market={4: tile})
    cost = int(TILE_ROWS[TILE_OF[tile]]["cost"])
    bought, turned = Steps(table.copy()), Steps(table.copy())
    assert bought.buy(0, 4, (1, 9)) is False  # touches nothing
    poor = position(money=[cost + 1], market={4: tile})
    assert Steps(poor).buy(0, 4, (0, 6)) is False  # the surcharge of slot 4 is 2
    assert bought.buy(0, 4, (0, 6)) and turned.lake(0, 4, (0, 6))
    assert turned.values(0) == {"money": 100, "income": 0, "reputation": 1, "population": 2, "markers": 3}


def test_a_new_game_offers_four_basic_tiles_of_each_kind() -> None:
    table = game(4).new(seed=1)
    assert [(basic["tile"], basic["left"], basic["cost"]) for basic in table.view()["basics"]] == [
        ("suburbs", 4, 3),
        ("community_park", 4, 4),
        ("heavy_factory", 4, 3),
    ]
