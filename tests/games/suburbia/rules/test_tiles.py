"""The tiles: each laid in a quarter of its own, then met by later tiles, then marked (rules.md 5).

The quarter lies away from the starting tiles: a tile at (0,6), the bridge, and the tile in question at
(0,8) below it. Later tiles of the same borough are laid at (1,9) and (-1,9), beside it. The expected
changes are those of seat 0, worked out by hand from the printed face, prices included: $ is money, I income,
R reputation and P population. Convenience Stores and Suburbs have no effect on others, a Farm none on
anything but restaurants, a University none on anything but schools. Red lines lie far away.
"""

from __future__ import annotations

import re

import pytest

from burgomaster.games.suburbia.rules.cards import END_TILE, IDS, TILE_ROWS
from tests.cases import every
from tests.games.suburbia.positions import Steps, game, position, tracks

Change = tuple[int, ...]  # money, income, reputation, population

QUARTER = (0, 8)
FAR_LINES = {"positions": [250], "step": 250}
STORE = "convenience_store"
SHORT = {"store": STORE, "home": "suburbs", "plant": "farm", "campus": "university"}
# For each tile: what it is laid after, the bridge first; what it changes itself; then what is laid, marked
# (always the tile in question) and laid again, each with its change. `other`: in the other borough.
FACES = """
# basic
suburbs after plant: -3$ +2P, store -6$ +1I, marker -3$ +2P, campus -15$ +2I
community_park after plant; store 1,7: -4$ -1I +2R,  # a civic tile is nothing to a park
    home -3$ +1R +2P, marker -4$ -1I +3R, campus -15$ +2I, home -3$ +2R +2P
heavy_factory after plant; home 1,7: -3$ +1I -1R,
    campus -15$ +2I -1R, marker -3$ +1I -2R, home -3$ -2R +2P
# stack A
business_supply_store after store; other office_building 0,6: -8$ +2I,
    other local_epa_office +1I, marker -8$ +3I, other office_of_bureaucracy +2I, other store nothing
convenience_store after home: -6$ +1I, home -3$ +2P, marker -6$ +1I, home -3$ +2P
fancy_restaurant after store; other fast_food_restaurant 0,6: -9$ +3I,  # older ones do no harm
    other fast_food_restaurant -1I, marker -9$ +2I, fast_food_restaurant -7$ -1I, other fancy_restaurant -2I
farm after store; other fancy_restaurant 0,6; fast_food_restaurant 1,7: -9$ +2I -1R,
    other fancy_restaurant +1I, marker -9$ +3I -1R, fancy_restaurant -9$ +5I
fast_food_restaurant after home: -7$ +1I +3P,
    home -3$ +5P, marker -7$ +1I +6P, home -3$ +8P, other home nothing
freeway after store; home 1,7: -5$ +1I -1R, store -6$ +2I, marker -5$ +2I -1R, home -3$ -2R +2P
homeowners_association after store: +1P,  # 6 paid, 2 each for both Suburbs and itself
    other home +2$, marker +2$ +1P, home +1$ +2P
landfill after store; lake 1,7: -2$ +2I -1R,  # the lake pays 2 and is no building
    campus -13$ +2I -1R, marker -4$ +2I -2R, home -3$ -2R +2P
mint after store: -11$ +3I,  # 15 paid, 2 each for the Park and itself
    campus -13$ +2I, marker -9$ +3I, campus -11$ +2I, other campus nothing
mobile_home_community after plant: -4$ +6P, store -6$ +1I, marker -4$ +6P, home -3$ +2P
municipal_airport after home; other domestic_airport 0,6: -6$ +2I -1R,
    other municipal_airport +1I, marker -6$ +3I -1R, home -3$ -2R +2P, other municipal_airport +2I
office_building after store: -9$ +2I, store -6$ +2I, marker -9$ +3I, store -6$ +3I, other store nothing
parking_lot after store: -12$ +2I, campus -15$ +3I, marker -12$ +3I, store -6$ +3I
slaughterhouse after store; other fancy_restaurant 0,6: -5$ +1I -2R,
    other fast_food_restaurant +1I, marker -5$ +2I -2R, fast_food_restaurant -7$ +3I
waterfront_realty after store; lake 1,5: -2$,  # the lake has two neighbours
    lake +4$, marker nothing, lake +6$, other lake nothing
# stack B
burg_von_alspach after home: -12$ +1R +3P, home -3$ +1R +2P, marker -12$ +2R +3P, home -3$ +2R +2P
domestic_airport after home; other municipal_airport 0,6: -11$ +1I +1R,  # two airports, one home
    other domestic_airport +1R, marker -11$ +1I +2R, municipal_airport -6$ +4I +2R
elementary_school after store: -5$ +1R +1P,
    home -3$ +3P, marker -5$ +1R +2P, home -3$ +4P, other home nothing
gas_station after home: -7$ +1I +1P, home -3$ +3P, marker -7$ +1I +2P, home -3$ +4P
hostel after store: -1R +2P, store -6$ +1I -1R, marker -2R +2P, store -6$ +1I -2R
housing_projects after plant; store 1,7; reputation 9: -8$ -2R +10P,  # industry does no harm
    campus -15$ +2I -2R, marker -8$ -4R +10P, home -3$ -4R +2P
movie_theater after home: -10$ +2I, home -3$ +1I +2P, marker -10$ +3I, home -3$ +2I +2P
museum after store; campus 1,7: -8$ +2R, campus -15$ +2I +1R, marker -8$ +3R, campus -15$ +2I +2R
office_of_bureaucracy after store: -9$ +2I -2R,  # the Park and itself
    campus -15$ +3I, marker -9$ +3I -2R, campus -15$ +4I, other campus nothing
postal_service after store: -12$ +1I, store -6$ +2I, marker -12$ +2I, store -6$ +3I, other store nothing
power_station after plant: -11$ +2I,  # the Heavy Factory and the Farm
    plant -9$ +1I -1R, marker -11$ +3I, plant -9$ +2I -1R, other plant nothing
retirement_village after plant: -8$ +5P, store -6$ +1I, marker -8$ +5P, home -3$ +2P
shipping_center after store: -12$ +1I,  # 16 paid, 2 each for the store and itself
    other store +2$, marker -10$ +1I, store -2$ +1I
skyscraper after store; other skyscraper 0,6: -11$ +3I,
    other skyscraper -1I, marker -11$ +2I, skyscraper -11$ +1I
stadium after home; reputation 0: -16$ +1I +2R, home -3$ +2R +2P, marker -16$ +1I +4R, home -3$ +4R +2P
warehouse after store; income -2: -13$ +2I -1R, store -6$ +3I, marker -13$ +4I -1R, store -6$ +5I
# stack C
apartments after store: -12$ +7P, store -6$ +1I +2P, marker -12$ +9P, store -6$ +1I +4P
bed_and_breakfast after store: -9$ +4P,  # 2 at once, the Suburbs and itself
    home -3$ +3P, marker -9$ +5P, home -3$ +4P, other home nothing
boutique after home: -9$ +1I +1R, home -3$ +1R +2P, marker -9$ +1I +2R, home -3$ +2R +2P
chip_fabrication_plant after store: -18$ +1I +2R,
    store -6$ +2I, marker -18$ +2I +2R, store -6$ +3I, other store nothing
condominium after store: -14$ +8P, store -6$ +1I +3P, marker -14$ +11P, store -6$ +1I +6P
high_school after store: -18$ +1R +3P,
    home -3$ +5P, marker -18$ +1R +6P, home -3$ +8P, other home nothing
hotel after home: -13$ +1I +1P,  # only the Suburbs of the other borough
    other home +1P, marker -13$ +1I +2P, home -3$ +2P, other home +2P
international_airport after home; other municipal_airport 0,6: -18$ +2I +1R,  # two airports, one home
    other domestic_airport +1I +1R, marker -18$ +3I +2R, home -3$ -2R +2P, other municipal_airport +2I +2R
local_epa_office after plant: -6$ +1R,  # two Heavy Factories and the Farm
    other plant +2$, marker -4$ +1R, plant -5$ -1R
middle_school after store: -10$ +1R +2P,
    home -3$ +4P, marker -10$ +1R +4P, home -3$ +6P, other home nothing
new_car_dealership after store; other new_car_dealership 0,6: -12$ +5I,
    other new_car_dealership -2I, marker -12$ +3I, new_car_dealership -12$ +1I
recycling_plant after plant; reputation 0: -17$ +3R, plant -9$ +1R, marker -17$ +5R, plant -9$ +3R
resort after store: -16$ +1I +2P, other home +1P, marker -16$ +1I +3P, home -3$ +4P
university after store; other high_school 0,6: -15$ +2I +1R,
    other elementary_school +1R, marker -15$ +2I +2R, middle_school -10$ +3R +2P, campus -15$ +2I +3R
lake after store: +2$,  # the last lies at (0,10), beside both
    home -1$ +2P, marker +4$, store -2$ +1I, lake +4$
"""
OWN_CELLS = [(1, 9), (-1, 9), (0, 10)]
OTHER_CELLS = [(1, 7), (1, 9), (1, 11)]  # of the other borough, below (0, 6)


def scripts() -> dict[str, tuple[str, str]]:
    """What FACES tells: for each tile what it is laid after, and what follows."""
    told = re.sub(r"#.*", "", FACES).replace("\n    ", " ")
    lines = [re.split(" after |: ", line) for line in told.splitlines() if line.strip()]
    return {tile: (before, after) for tile, before, after in lines}


SCRIPTS = scripts()


class Quarter:
    """The quarter of one tile, and what every step in it changes for seat 0."""

    def __init__(self, given: str) -> None:
        bridge, *more = given.split("; ")
        tiles = [(0, SHORT[bridge], (0, 6))]
        start = {"income": 3, "reputation": 5}
        for words in more:
            *other, name, where = words.split()
            if name in start:
                start[name] = int(where)
            else:
                x, y = map(int, where.split(","))
                tiles.append((len(other), SHORT.get(name, name), (x, y)))
        self.table = position(
            money=[200, 200],
            income=[start["income"]],
            reputation=[start["reputation"]],
            tiles=tiles,
            red_lines=FAR_LINES,
        )
        self.steps = Steps(self.table)
        is_free = all(seat == 0 for seat, *_ in tiles)
        self.cells = {0: iter(OWN_CELLS), 1: iter([(0, 6), *OTHER_CELLS] if is_free else OTHER_CELLS)}

    def step(self, words: list[str], tile: str) -> None:
        """Lay a tile, or mark the tile in question."""
        if words == ["marker"]:
            others = tracks(self.table, 1)
            assert self.steps.marker(0, QUARTER)
            assert tracks(self.table, 1) == others
        elif words:
            *other, name = words
            self.steps.build(len(other), SHORT.get(name, name), next(self.cells[len(other)]))
        else:
            self.steps.build(0, tile, QUARTER)


def change_of(words: list[str]) -> Change:
    """Read a change such as `-3$ +2P`."""
    found = {word[-1]: int(word[:-1]) for word in words if word != "nothing"}
    return tuple(found.get(letter, 0) for letter in "$IRP")


@every("tile", SCRIPTS)
def test_a_tile_does_what_is_printed_on_it(tile: str) -> None:
    given, then = SCRIPTS[tile]
    quarter = Quarter(given)
    for act in then.split(","):
        words = act.split()
        n_names = sum(word[0].isalpha() and word != "nothing" for word in words)
        before = tracks(quarter.table, 0)
        quarter.step(words[:n_names], tile)
        after = tracks(quarter.table, 0)
        found = tuple(new - old for new, old in zip(after, before, strict=True))
        assert found == change_of(words[n_names:]), act


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
    assert {*SCRIPTS, "casino", "pr_firm"} == set(IDS) - {IDS[END_TILE]}


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


def test_a_new_game_offers_four_basic_tiles_of_each_kind() -> None:
    table = game(4).new(seed=1)
    assert [(basic["tile"], basic["left"], basic["cost"]) for basic in table.view()["basics"]] == [
        ("suburbs", 4, 3),
        ("community_park", 4, 4),
        ("heavy_factory", 4, 3),
    ]
