"""What holds in every game (rules.md 18, by its numbers), and whether the engine's watch over it is sharp.

The compiled invariants see to 1 to 8, 10, 13, 14, 18, 23 and 27 in every position of the conformance suite;
here are the others, counted in plain Python, and a broken position for each number the watch can name.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgomaster.core import python_api
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.borough import lay_tile, near_tiles
from burgomaster.games.suburbia.rules.cards import (
    END_TILE,
    GOAL_ROWS,
    IDS,
    LAKE,
    N_GOALS,
    TILE_OF,
    TILE_ROWS,
    Stack,
    Stat,
)
from burgomaster.games.suburbia.rules.effects import (
    WANTED_ORIGIN,
    move_population,
    resolve_laid,
    resolve_marker,
    resolve_other,
    resolve_own,
)
from burgomaster.games.suburbia.rules.events import Cause, Event
from burgomaster.games.suburbia.rules.options import read_board
from burgomaster.games.suburbia.rules.scoring import goal_value, goal_winner
from burgomaster.games.suburbia.rules.state import MAX_PLAYERS, Decision
from tests.cases import every
from tests.games.suburbia import evaluator as ev
from tests.games.suburbia.positions import (
    MODES,
    OPTION_SETS,
    Steps,
    any_options,
    game,
    invariant_of,
    number_of,
    pair_of,
    pick_move,
    position,
    quick,
    random_game,
    random_table,
    seeds,
    tracks,
    values,
)
from tests.profiles import examples

AFTER = {"fancy_restaurant": -1, "skyscraper": -1, "new_car_dealership": -2}  # what each later one costs
STANDARD = st.sampled_from([MODES["2p"], MODES["3p"], MODES["4p"]])
NOT_DALE = st.sampled_from([*list(MODES.values())[:4], *list(OPTION_SETS.values())[:9]])


def recount(table: Table, seat: int) -> dict[str, int]:
    """The sum of all effects of a borough as it lies, by the evaluator."""
    options = {name: None if value == "printed" else value for name, value in table.game.options.items()}
    laid = ev.Position(ev.Options(**options))
    laid.tiles = []
    tiles = [
        (int(tile.seq), owner, IDS[tile.tile], pair_of(tile.cell), bool(int(player.marked) >> place & 1))
        for owner, player in enumerate(table.state.players[: table.game.n_seats])
        for place, tile in enumerate(player.tiles[: int(player.n_tiles)])
    ]
    for _, owner, face, cell, marked in sorted(tiles):
        laid.add_tile(owner, face, cell, marked)
    return laid.recount(seat)


def is_cut(table: Table, change: dict[str, Any]) -> bool:
    """Whether the end of a track swallowed part of a change."""
    if "line" in change:
        rules = table.state.rules
        wanted = -int(rules.line_cost) if change["upward"] else int(rules.line_return)
        return bool(change["change"] != wanted)
    return bool(change["change"] != change["wanted"])


# 9


@examples(14)
@given(seed=seeds, options=any_options, style=st.sampled_from(["kinds", "rich"]))
def test_income_and_reputation_are_what_the_borough_adds_up_to(
    seed: int, options: dict[str, Any], style: str
) -> None:
    # 9: as long as nothing was cut
    n_counted = 0
    for table in random_game(seed, style, **options):
        if table.over or len(table.steps) % 5:
            continue
        changes, rules = table.changes(), table.state.rules
        for seat in range(table.game.n_seats):
            mine = [change for change in changes if change["seat"] == seat]
            if any(is_cut(table, c) for c in mine if c["stat"] in ("income", "reputation")):
                continue
            player, total = table.state.players[seat], recount(table, seat)
            lines = int(player.lines_up) * int(rules.line_cost) - int(player.lines_down) * int(
                rules.line_return
            )
            for stat, tile in (("income", "casino"), ("reputation", "pr_firm")):
                gains = sum(
                    c["change"]
                    for c in mine
                    if c["stat"] == stat and c.get("tile") == tile and c["why"] != "immediate"
                )
                assert values(table, seat)[stat] == total[stat] - lines + gains
                n_counted += 1
    assert n_counted > 0


# 11, 12: red lines


def with_liners(seat_values: tuple[int, int, int], tiles: list[tuple[str, bool]]) -> Table:
    """A borough with Casinos and PR Firms, some of them marked."""
    income, reputation, population = seat_values
    cells = [(1, 1), (1, 3), (1, 5), (1, 7)]
    laid = [(0, tile, cell) for (tile, _), cell in zip(tiles, cells, strict=False)]
    marked = [(0, cell) for (_, marked), cell in zip(tiles, cells, strict=False) if marked][:3]
    return position(
        income=[income], reputation=[reputation], population=[population], tiles=laid, marked=marked
    )


liners = st.lists(st.tuples(st.sampled_from(["casino", "pr_firm"]), st.booleans()), max_size=4)
some_values = st.tuples(st.integers(-5, 15), st.integers(-5, 15), st.integers(0, 170))


@examples(60)
@given(start=some_values, tiles=liners, n=st.integers(1, 60))
def test_going_up_at_once_or_step_by_step_is_the_same(
    start: tuple[int, int, int], tiles: list[tuple[str, bool]], n: int
) -> None:
    # 11
    at_once, by_steps = with_liners(start, tiles), with_liners(start, tiles)
    move_population(at_once.state, 0, n, Steps(at_once).log)
    for _ in range(n):
        move_population(by_steps.state, 0, 1, Steps(by_steps).log)
    assert at_once.state_bytes() == by_steps.state_bytes()
    assert tracks(at_once, 0)[3] == start[2] + n


@examples(60)
@given(start=some_values, n=st.integers(1, 60), mode=st.sampled_from(["2p", "lone_architect"]))
def test_going_up_and_back_restores_what_was_not_cut(start: tuple[int, int, int], n: int, mode: str) -> None:
    # 12
    income, reputation, population = start
    table = position(**MODES[mode], income=[income], reputation=[reputation], population=[population])
    before = tracks(table, 0)
    steps = Steps(table)
    move_population(table.state, 0, n, steps.log)
    crossed = [event for event in steps.take_events() if event[0] == Event.RED_LINE]
    move_population(table.state, 0, -n, steps.log)
    cost = int(table.state.rules.line_cost)
    if all(event[4] == event[5] == -cost for event in crossed):
        assert tracks(table, 0) == before
    assert tracks(table, 0)[3] == population
    crossed_now = int(table.state.players[0].lines_up) - int(table.state.players[0].lines_down)
    assert crossed_now == len(ev.Options().lines(population))


# 15, 16: the order of things


def some_cell(table: Table, seat: int, rng: random.Random) -> int:
    player = table.state.players[seat]
    return int(rng.choice(list(player.cells[: int(player.n_cells)])))


@examples(8)
@given(seed=seeds, n_moves=st.integers(20, 60))
def test_the_order_of_the_other_players_does_not_matter(seed: int, n_moves: int) -> None:
    # 15
    table, rng = random_table(seed, n_moves, "rich", players=4), random.Random(seed)
    seat, tile = rng.randrange(4), TILE_OF[rng.choice([row["id"] for row in TILE_ROWS])]
    cell = some_cell(table, seat, rng)
    usual = table.copy()
    place = lay_tile(usual.state, seat, tile, tile, cell)
    resolve_laid(usual.state, seat, place, Steps(usual).log)
    for order in permutations([other for other in range(4) if other != seat]):
        twin = table.copy()
        log = Steps(twin).log
        place = lay_tile(twin.state, seat, tile, tile, cell)
        resolve_own(twin.state, seat, place, near_tiles(twin.state.players[seat], cell), log)
        for other in order:
            resolve_other(twin.state, seat, other, tile, log)
        assert twin.state_bytes() == usual.state_bytes()


def raw_changes(events: tuple[LogEvent, ...], causes: set[Cause]) -> list[tuple[int, Stat, int]]:
    """The changes wanted by tiles for these causes: seat and place of the tile, stat, amount."""
    return [
        (event[2] & 255, Stat(event[3] & 15), (event[3] >> 8) - WANTED_ORIGIN)
        for event in events
        if event[0] == Event.CHANGE and Cause(event[3] >> 4 & 15) in causes
    ]


@examples(25)
@given(seed=seeds, n_moves=st.integers(0, 60), name=st.sampled_from([row["id"] for row in TILE_ROWS]))
def test_a_marker_put_at_once_repeats_what_the_tile_itself_gave(seed: int, n_moves: int, name: str) -> None:
    # 16
    table, rng = random_table(seed, n_moves, "rich", players=3), random.Random(seed)
    steps, tile = Steps(table), TILE_OF[name]
    place = lay_tile(table.state, 0, tile, tile, some_cell(table, 0, rng))
    resolve_laid(table.state, 0, place, steps.log)
    own = {Cause.IMMEDIATE, Cause.OWN_CLAUSE}
    when_laid = raw_changes(steps.take_events(), own)
    resolve_marker(table.state, 0, place, steps.log)
    events = steps.take_events()
    assert raw_changes(events, own) == when_laid
    assert raw_changes(events, set(Cause) - own - {Cause.RED_LINE}) == []


# 17: money


@examples(12)
@given(seed=seeds, options=any_options)
def test_every_dollar_is_accounted_for(seed: int, options: dict[str, Any]) -> None:
    # 17, move by move; against Dale the money of the human
    table, rng = game(**options).new(seed=seed), random.Random(seed)
    while not table.over:
        mover, before = table.to_move, table.money
        table.play(pick_move(table, rng, "rich"))
        if table.over:
            break
        events = table.events(since=len(table.steps) - 1)
        for seat in range(table.game.players):
            mine = [event for event in events if event[1] == seat]
            tiles = sum(e[4] for e in mine if e[0] == Event.CHANGE and e[3] & 15 == Stat.MONEY)
            assert all(e[4] >= 0 for e in mine if e[0] == Event.CHANGE and e[3] & 15 == Stat.MONEY)
            paid = sum(e[3] for e in mine if e[0] in range(Event.PLACE, Event.REMOVE + 1))
            income = sum(e[2] for e in mine if e[0] == Event.INCOME)
            for_people = sum(e[4] for e in mine if e[0] == Event.POPULATION)
            assert table.money[seat] - before[seat] == tiles - paid + income - for_people
            if seat != mover:
                assert (paid, income, for_people) == (0, 0, 0)


# 19: length


@pytest.mark.parametrize("mode", MODES)
def test_a_game_lasts_as_many_turns_as_it_should(mode: str) -> None:
    numbers = read_board()["modes"][mode]
    low, high = numbers["turns_per_player"]
    lengths = set()
    for seed in range(12):
        *_, table = random_game(seed, **MODES[mode])
        lengths.add(table.round)
        turns = Counter(
            event[1]
            for event in table.events()
            if event[0] in (Event.PLACE, Event.BASIC, Event.LAKE, Event.INVEST)
        )
        turns.update(event[1] for event in table.events() if event[0] == Event.DALE_PLACES)
        assert turns == dict.fromkeys(range(table.game.n_seats), table.round)
        assert sum(event[0] == Event.END_SHOWN for event in table.events()) == 1
    assert lengths <= set(range(low, high + 1)) and len(lengths) > 1


# 20, 21: goals and scoring


@examples(20)
@given(seed=seeds, n_moves=st.integers(0, 60), options=STANDARD)
def test_only_one_best_player_wins_a_goal(seed: int, n_moves: int, options: dict[str, Any]) -> None:
    # 20
    table = random_table(seed, n_moves, "kinds", **options)
    for goal in range(N_GOALS):
        found = [int(goal_value(player, goal)) for player in table.state.players[: table.game.players]]
        best = min(found) if GOAL_ROWS[goal]["comparison"] == "fewest" else max(found)
        winner = found.index(best) if found.count(best) == 1 else -1
        assert goal_winner(table.state, goal) == winner


@examples(8)
@given(seed=seeds, options=any_options)
def test_each_goal_is_paid_once_and_a_private_one_to_its_owner(seed: int, options: dict[str, Any]) -> None:
    # 20
    *_, table = random_game(seed, "rich", **options)
    paid = [event for event in table.events() if event[0] == Event.GOAL]
    rules = table.state.rules
    n_private = int(rules.n_players) * int(rules.has_private_goals)
    assert len(paid) == len({event[2] for event in paid}) == int(rules.n_public_goals) + n_private
    for _, winner, goal, reward, owner, _ in paid:
        assert reward == int(GOAL_ROWS[goal]["reward"])
        assert owner == -1 or winner in (-1, owner)
    for seat in range(n_private):
        assert table.state.goal_winners[MAX_PLAYERS + seat] in (-1, seat)


@examples(6)
@given(seed=seeds, options=STANDARD)
def test_rotating_the_seats_rotates_the_result(seed: int, options: dict[str, Any]) -> None:
    # 20
    *_, played = random_game(seed, "kinds", **options)
    n, setup = played.game.players, played.setup
    private = setup["private_goals"][-1:] + setup["private_goals"][:-1]
    turned = game(**options).new(
        setup={**setup, "private_goals": private, "first_player": (setup["first_player"] + 1) % n}
    )
    for notation in played.history:
        turned.play(notation)
    assert turned.over
    assert turned.scores[1:] + turned.scores[:1] == played.scores
    assert turned.money[1:] + turned.money[:1] == played.money
    assert sorted((seat + 1) % n for seat in played.winners) == turned.winners


@examples(15)
@given(seed=seeds, n_moves=st.integers(5, 60), options=any_options)
def test_scoring_touches_neither_income_nor_reputation(
    seed: int, n_moves: int, options: dict[str, Any]
) -> None:
    # 21
    table = random_table(seed, n_moves, "rich", **options)
    if table.over:
        table.undo()
    before = [values(table, seat) for seat in range(table.game.n_seats)]
    Steps(table).score()
    for seat, old in enumerate(before):
        new = values(table, seat)
        assert (new["income"], new["reputation"]) == (old["income"], old["reputation"])
        assert 0 <= new["money"] <= 4
        assert new["population"] >= old["population"] + old["money"] // 5
        assert (old["money"] - new["money"]) % 5 == 0
    assert table.over


# 22: symmetry


def mirror(notation: str) -> str:
    """The same move at (-x, y)."""
    *words, last = notation.split()
    x, comma, y = last.partition(",")
    return " ".join([*words, f"{-int(x)},{y}"]) if comma else notation


def mirror_options(options: dict[str, Any]) -> dict[str, Any]:
    """The same options with the outline of the board turned over."""
    cells = options.get("blocked_cells")
    if isinstance(cells, list):
        return {**options, "blocked_cells": [[-x, y] for x, y in cells]}
    return options


@examples(10)
@given(seed=seeds, options=NOT_DALE)
def test_mirrored_placements_give_the_same_values(seed: int, options: dict[str, Any]) -> None:
    # 22
    mirrored = game(**mirror_options(options)).new(seed=seed)
    for table in random_game(seed, "kinds", **options):
        if table.history:
            mirrored.play(mirror(table.history[-1]))
        for seat in range(table.game.n_seats):
            assert tracks(mirrored, seat) == tracks(table, seat)
        assert {mirror(move.notation) for move in mirrored.moves()} == {m.notation for m in table.moves()}
    assert (mirrored.scores, mirrored.winners) == (table.scores, table.winners)


@quick
@given(seed=seeds, mode=st.sampled_from(sorted(MODES)))
def test_the_b_side_is_only_drawn_differently(seed: int, mode: str) -> None:
    # 22, 3.3
    *_, played = random_game(seed, "kinds", **MODES[mode])
    again = game(**MODES[mode], board_side="B").new(seed=seed)
    for notation in played.history:
        again.play(notation)
    assert again.state_bytes() == played.state_bytes()


# 28: what was built after


@examples(40)
@given(
    laid=st.lists(
        st.tuples(
            st.integers(0, 2),
            st.sampled_from([*AFTER, "fast_food_restaurant", "convenience_store", "lake"]),
            st.integers(0, 9),  # before which step one of the tiles is marked, by lot
        ),
        min_size=3,
        max_size=12,
    )
)
def test_an_after_clause_costs_so_much_for_every_later_tile(laid: list[tuple[int, str, int]]) -> None:
    # 28, whenever the marker was laid; the amounts before any cut
    steps = Steps(position(3, money=[500, 500, 500], red_lines={"positions": [250], "step": 250}))
    wanted = Counter[tuple[int, int]]()
    for seat, tile, lot in laid:
        player = steps.state.players[seat]
        if lot < int(player.n_tiles):
            steps.marker(seat, pair_of(player.tiles[lot].cell))  # refused if there are no more
        steps.build(seat, tile, (0, 4 + 2 * (int(player.n_tiles) - 2)))
        for event in steps.take_events():
            if event[0] == Event.CHANGE and Cause(event[3] >> 4 & 15) != Cause.IMMEDIATE:
                wanted[event[1], event[2] & 255] += (event[3] >> 8) - WANTED_ORIGIN
    everything = [tile for player in steps.state.players[:3] for tile in player.tiles[: int(player.n_tiles)]]
    for seat, player in enumerate(steps.state.players[:3]):
        for place, tile in enumerate(player.tiles[: int(player.n_tiles)]):
            name = IDS[tile.tile]
            if name not in AFTER:
                continue
            icon = TILE_ROWS[tile.tile]["icon"]
            later = [o for o in everything if o.seq > tile.seq and o.tile != LAKE]
            n_later = sum(TILE_ROWS[other.tile]["icon"] == icon for other in later)
            times = 1 + (int(player.marked) >> place & 1)
            assert wanted[seat, place] == AFTER[name] * n_later * times


# 29: the two steps


@examples(80)
@given(start=some_values, money=st.integers(0, 12), people=st.integers(0, 12))
def test_a_step_moves_by_the_value_read_at_its_start(
    start: tuple[int, int, int], money: int, people: int
) -> None:
    # 29, less only what the floors forgive
    income, reputation, population = start
    population = min(population, people) if population % 2 else population
    steps = Steps(position(money=[money], income=[income], reputation=[reputation], population=[population]))
    steps.income(0)
    after = values(steps.table, 0)
    moved = after["money"] - money + after["population"] - population
    assert moved == max(income, -(money + population))
    assert income < 0 or after["population"] == population
    money, reputation, population = after["money"], after["reputation"], after["population"]
    steps.population(0)
    after = values(steps.table, 0)
    moved = after["money"] - money + after["population"] - population
    assert moved == max(reputation, -(money + population))
    assert reputation < 0 or after["money"] == money
    assert after["money"] == money or after["population"] == 0, "people first, then money"


# Whether the watch sees what is broken


def in_the_middle(seed: int, n_moves: int, **options: Any) -> Table:
    """A table after at least so many moves at the beginning of a turn, nothing broken."""
    table = random_table(seed, n_moves, "kinds", **options)
    while table.state.decision != Decision.MAIN:
        table.play(table.moves()[0])
    assert invariant_of(table) == 0
    return table


def sound() -> Table:
    """Three players in the middle of a game."""
    return in_the_middle(3, 31, players=3)


def against_dale() -> Table:
    return in_the_middle(2, 12, **MODES["dale"])


def put(path: str, value: int | Callable[[int], int]) -> Callable[[Any], None]:
    """Put a number at a path such as `players.1.income`, or what a function makes of the number there."""

    def broken(state: Any) -> None:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        here = state
        for step in steps:
            here = here[step]
        here[last] = value(int(here[last])) if callable(value) else value

    return broken


def more(path: str, change: int = 1) -> Callable[[Any], None]:
    return put(path, lambda number: number + change)


def move_tile(place: int, cell: tuple[int, int]) -> Callable[[Any], None]:
    return put(f"players.1.tiles.{place}.cell", number_of(cell))


def swap_start_tiles(state: Any) -> None:
    tiles = state.players[1].tiles
    tiles[0].tile, tiles[1].tile = int(tiles[1].tile), int(tiles[0].tile)


def lose_end_tile(state: Any) -> None:
    stacked = list(state.stacked)
    state.stacked[stacked.index(END_TILE)] = TILE_OF["boutique"]


def second_end_tile(state: Any) -> None:
    end = int(state.stack_end[Stack.C])
    state.stacked[end - 1] = END_TILE


def end_tile_on_top(state: Any) -> None:
    lose_end_tile(state)
    state.stacked[int(state.stack_next[Stack.C])] = END_TILE


def end_tile_at_the_bottom(state: Any) -> None:
    lose_end_tile(state)
    state.stacked[int(state.stack_end[Stack.C]) - 1] = END_TILE


def early_b(state: Any) -> None:
    state.stack_next[Stack.A] = int(state.stack_end[Stack.A]) - 1
    state.stack_next[Stack.B] = int(state.stack_next[Stack.B]) + 1


def early_c(state: Any) -> None:
    state.stack_next[Stack.B] = int(state.stack_end[Stack.B]) - 1
    state.stack_next[Stack.C] = int(state.stack_next[Stack.C]) + 1


def list_a_cell(cell: int | None) -> Callable[[Any], None]:
    def broken(state: Any) -> None:
        player = state.players[1]
        player.cells[int(player.n_cells)] = int(player.cells[0]) if cell is None else cell
        player.n_cells = int(player.n_cells) + 1

    return broken


BROKEN: list[tuple[int, str, Callable[[Any], None]]] = [
    (1, "income too high", put("players.1.income", 16)),
    (1, "income too low", put("players.1.income", -6)),
    (1, "reputation too high", put("players.1.reputation", 16)),
    (1, "reputation too low", put("players.1.reputation", -6)),
    (2, "money below 0", put("players.1.money", -1)),
    (2, "population below 0", put("players.1.population", -1)),
    (3, "an empty slot", put("market.2", 255)),
    (6, "a marker too many", more("players.1.markers")),
    (6, "a marker that lies nowhere", more("players.1.markers", -1)),
    (7, "starting tiles exchanged", swap_start_tiles),
    (7, "a starting tile moved", move_tile(0, (2, 0))),
    (7, "two tiles in one cell", move_tile(4, (0, 2))),
    (7, "a tile far away", move_tile(4, (12, 12))),
    (7, "a tile between cells", move_tile(4, (1, 2))),
    (7, "a tile on the board", move_tile(4, (0, -2))),
    (8, "a turn without a placement", more("round_no")),
    (10, "a line not counted", more("players.1.population", 40)),
    (10, "a line counted twice", more("players.1.lines_up")),
    (18, "the end tile in the market", put("market.2", END_TILE)),
    (18, "no end tile", lose_end_tile),
    (18, "two end tiles", second_end_tile),
    (18, "the end tile above its window", end_tile_on_top),
    (18, "the end tile below its window", end_tile_at_the_bottom),
    (27, "B begun before A is empty", early_b),
    (27, "C begun before B is empty", early_c),
    (100, "a kind counted twice", more("players.1.kinds.0")),
    (101, "a lake not noted", put("players.1.lakes", lambda bits: bits ^ 1)),
    (102, "a watcher of the own borough too many", put("players.1.own_watchers", lambda bits: bits ^ 1)),
    (103, "a watcher of the others too many", put("players.1.far_watchers", lambda bits: bits ^ 1)),
    (104, "a watcher of lines too many", put("players.1.line_watchers", lambda bits: bits ^ 1)),
    (105, "a free cell not listed", more("players.1.n_cells", -1)),
    (106, "a cell listed twice", list_a_cell(None)),
]


@every(("number", "what", "break_it"), BROKEN, ids=[what for _, what, _ in BROKEN])
def test_a_broken_position_is_seen(number: int, what: str, break_it: Callable[[Any], None]) -> None:
    table = sound()
    break_it(table.state)
    assert invariant_of(table) == number


def test_a_listed_cell_that_touches_no_tile_is_seen() -> None:
    """The list of cells must hold the free cells around the borough and no other."""

    table = sound()
    list_a_cell(number_of((30, 30)))(table.state)
    assert invariant_of(table) in (105, 106)


@pytest.mark.parametrize("tile", ["lake", "suburbs"])
def test_a_tile_that_dale_never_lays_is_seen(tile: str) -> None:
    # 23
    table = against_dale()
    player = table.state.players[1]
    last, new = player.tiles[int(player.n_tiles) - 1], TILE_OF[tile]
    cell = int(last.cell)
    player.n_tiles = int(player.n_tiles) - 1
    count_again(table, 1)
    lay_tile(table.state, 1, new, new, cell)
    assert invariant_of(table) == 23


def count_again(table: Table, seat: int) -> None:
    """Lay all tiles of a borough again, so that everything kept up to date is right."""
    player = table.state.players[seat]
    tiles = [(int(laid.tile), int(laid.cell)) for laid in player.tiles[: int(player.n_tiles)]]
    for field in ("n_tiles", "n_cells", "lakes", "own_watchers", "far_watchers", "line_watchers"):
        setattr(player, field, 0)
    player.kinds[:] = 0
    player.cells[:] = 0
    for tile, cell in tiles:
        lay_tile(table.state, seat, tile, tile, cell)


def test_a_marker_of_dale_is_seen() -> None:
    # 23
    table = against_dale()
    table.state.players[1].marked = 1
    table.state.players[1].markers = 2
    table.state.players[1].n_tiles = int(table.state.players[1].n_tiles) - 1  # or 8 would be broken before
    count_again(table, 1)
    assert invariant_of(table) == 23


def step_of(table: Table, notation: str, break_it: Callable[[Any], None]) -> int:
    """What the watch says of a move after which the position is changed."""
    states: Any = table._copy_states().repeat(2)  # type: ignore[attr-defined]
    twin = table.copy()
    twin.play(notation)
    states[1] = twin.state
    assert python_api.broken_step(states, 0, 1) == 0
    break_it(states[1])
    return int(python_api.broken_step(states, 0, 1))


def first(table: Table, verb: str) -> str:
    return next(move.notation for move in table.moves() if move.notation.startswith(verb))


def grow(state: Any) -> None:
    """A tile is turned into two with the same faces on the table: only the growth is wrong."""
    player = state.players[0]
    tile = TILE_OF["community_park"]
    state.basics[1] = int(state.basics[1]) - 1
    lay_tile(state, 0, tile, tile, int(player.cells[0]))


STEPS: list[tuple[int, str, str, Callable[[Any], None]]] = [
    (5, "a tile of the market exchanged", "lake", put("market.0", TILE_OF["casino"])),
    (5, "a basic tile lost", "place", more("basics.1", -1)),
    (8, "two tiles laid at once", "lake", grow),
    (13, "a lake that pays somebody else", "lake", more("players.1.money", 2)),
    (13, "a lake that changes a track of somebody else", "lake", more("players.1.reputation")),
    (14, "a marker that pays somebody else", "invest", more("players.1.income")),
    (14, "a marker that moves people of somebody else", "invest", more("players.1.population")),
    (18, "a turn taken back", "lake", put("turn_no", 0)),
]


@every(("number", "what", "verb", "break_it"), STEPS, ids=[what for _, what, _, _ in STEPS])
def test_a_broken_step_is_seen(number: int, what: str, verb: str, break_it: Callable[[Any], None]) -> None:
    table = position(money=[50, 50], market=["mint"] * 7)
    table.state.turn_no = 4
    assert step_of(table, first(table, verb), break_it) == number


def test_an_end_tile_that_is_taken_back_is_seen() -> None:
    # 18: it lies on top of its stack again, so no tile is missing
    table = random_table(5, 1000, players=2)
    table.undo()
    assert table.state.end_shown
    states: Any = table._copy_states().repeat(2)  # type: ignore[attr-defined]
    after = states[1]
    after.end_shown = 0
    after.stack_next[Stack.C] = int(after.stack_next[Stack.C]) - 1
    after.stacked[int(after.stack_next[Stack.C])] = END_TILE
    assert python_api.broken_step(states, 0, 1) == 18


def test_all_values_of_the_watch_are_checked_here() -> None:
    numbers = {number for number, *_ in BROKEN} | {number for number, *_ in STEPS} | {23}
    assert numbers == {1, 2, 3, 5, 6, 7, 8, 10, 13, 14, 18, 23, 27, *range(100, 107)}
