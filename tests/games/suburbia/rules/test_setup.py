"""Set-ups (rules.md 3): what a deal looks like, explicit ones, bad ones, and records that keep them."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.cards import GOAL_IDS, TILE_ROWS
from tests.cases import every
from tests.games.suburbia.positions import MODES, borough, game, mode_game, notations, values

END = "one_more_round"
EXCLUDED = {"aquaphobian", "aquatic_engineer", "harbormaster", "employer"}
SIZES = {
    "2p": (14, 12, 18),
    "3p": (18, 15, 24),
    "4p": (22, 20, 30),
    "lone_architect": (14, 12, 18),
    "dale": (25, 25, 26),
}
WINDOWS = {"2p": (6, 12), "3p": (9, 18), "4p": (12, 24), "lone_architect": (6, 12), "dale": (13, 25)}
GOALS = {"2p": (2, 2), "3p": (3, 3), "4p": (4, 4), "lone_architect": (0, 0), "dale": (3, 0)}
COPIES = Counter({row["id"]: int(row["copies"]) for row in TILE_ROWS})


# The deal


@pytest.mark.parametrize("mode", MODES)
def test_a_deal_has_the_sizes_of_its_mode(mode: str) -> None:
    # 3.1
    places = set()
    for seed in range(60):
        setup = mode_game(mode).new(seed=seed).setup
        stacks = setup["stacks"]
        assert tuple(len(stacks[letter]) for letter in "ABC") == SIZES[mode]
        for letter in "ABC":
            counts = Counter(stacks[letter]) - Counter([END])
            assert all(n <= COPIES[tile] for tile, n in counts.items())
            rows = {row["id"]: row["stack"] for row in TILE_ROWS}
            assert {rows[tile] for tile in counts} == {letter}
        assert (len(setup["goals"]), len(setup["private_goals"])) == GOALS[mode]
        dealt = [*setup["goals"], *(goal for pair in setup["private_goals"] for goal in pair)]
        assert len(dealt) == len(set(dealt))
        assert mode != "dale" or not set(dealt) & EXCLUDED
        places.add(stacks["C"].index(END))
    assert places <= set(range(WINDOWS[mode][0], WINDOWS[mode][1] + 1)) and len(places) > 4


@pytest.mark.parametrize("mode", MODES)
def test_everybody_begins_with_the_same(mode: str) -> None:
    # 3.2, step 7
    table = mode_game(mode).new(seed=3)
    for seat in range(table.game.n_seats):
        assert values(table, seat) == {"money": 15, "income": 0, "reputation": 1, "population": 2}
        assert borough(table, seat) == [
            ("suburbs", (0, 0), False),
            ("community_park", (0, 2), False),
            ("heavy_factory", (0, 4), False),
        ]
        assert table.state.players[seat].markers == 3


def test_the_starting_tiles_are_numbered_in_turn_order() -> None:
    # 3.2, step 7
    table = game(3, first_player=1).new(seed=3)
    seqs = [[tile["seq"] for tile in player["tiles"]] for player in table.view()["players"]]
    assert seqs == [[6, 7, 8], [0, 1, 2], [3, 4, 5]]


def test_every_tile_and_every_goal_is_dealt_sometimes() -> None:
    tiles, goals = set(), set()
    for seed in range(40):
        setup = game(4).new(seed=seed).setup
        tiles |= {tile for stack in setup["stacks"].values() for tile in stack}
        goals |= {*setup["goals"], *(goal for pair in setup["private_goals"] for goal in pair)}
    assert tiles == {row["id"] for row in TILE_ROWS if row["stack"] != "basic"} | {END}
    assert goals == set(GOAL_IDS)


# Explicit set-ups


def test_the_order_of_two_private_goals_does_not_matter() -> None:
    setup = game(2).new(seed=4).setup
    turned = {**setup, "private_goals": [pair[::-1] for pair in setup["private_goals"]]}
    assert game(2).new(setup=turned).state_bytes() == game(2).new(setup=setup).state_bytes()


def test_tuples_do_as_well_as_lists() -> None:
    setup = game(2).new(seed=4).setup
    frozen = {**setup, "stacks": {letter: tuple(tiles) for letter, tiles in setup["stacks"].items()}}
    frozen["goals"] = tuple(setup["goals"])
    assert game(2).new(setup=frozen).state_bytes() == game(2).new(setup=setup).state_bytes()


# Bad set-ups: the message names the place


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Set what lies at a path such as stacks.A.3; `...` removes it."""

    def broken(setup: dict[str, Any]) -> None:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        here: Any = setup
        for step in steps:
            here = here[step]
        if value is ...:
            del here[last]
        else:
            here[last] = value

    return broken


def repeat_goal(setup: dict[str, Any]) -> None:
    setup["private_goals"][1][0] = setup["goals"][0]


def repeat_public(setup: dict[str, Any]) -> None:
    setup["goals"][1] = setup["goals"][0]


def third_mint(setup: dict[str, Any]) -> None:
    setup["stacks"]["A"][:3] = ["mint"] * 3


def move_end(place: int) -> Callable[[dict[str, Any]], None]:
    def broken(setup: dict[str, Any]) -> None:
        setup["stacks"]["C"].remove(END)
        setup["stacks"]["C"].insert(place, END)

    return broken


def lose_end(setup: dict[str, Any]) -> None:
    stack = setup["stacks"]["C"]
    spare = next(tile for tile in ("hotel", "resort", "boutique", "apartments") if stack.count(tile) < 2)
    stack[stack.index(END)] = spare


def second_end(setup: dict[str, Any]) -> None:
    setup["stacks"]["C"][0] = END


BAD: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("2p", change("stacks", ...), '"stacks" with exactly A, B, C'),
    ("2p", change("stacks", []), '"stacks" with exactly A, B, C'),
    ("2p", change("stacks.B", ...), '"stacks" with exactly A, B, C'),
    ("2p", change("stacks.D", []), '"stacks" with exactly A, B, C'),
    ("2p", change("stacks.A", "mint"), "stacks.A must be a list of tile ids, from the top down"),
    ("2p", change("stacks.C", None), "stacks.C must be a list"),
    ("2p", change("stacks.A.0", ...), "stacks.A has 13 tiles, this game has 14"),
    ("3p", change("stacks.B", []), "stacks.B has 0 tiles, this game has 15"),
    ("2p", change("stacks.A.3", "farmm"), "stacks.A[3]: 'farmm' is no tile"),
    ("2p", change("stacks.B.0", 7), "stacks.B[0]: 7 is no tile"),
    ("2p", change("stacks.B.0", ["mint"]), "stacks.B[0]: ['mint'] is no tile"),
    ("2p", change("stacks.A.3", "casino"), "stacks.A[3]: casino is no tile of stack A"),
    ("2p", change("stacks.A.3", "suburbs"), "stacks.A[3]: suburbs is no tile of stack A"),
    ("2p", change("stacks.C.3", "lake"), "stacks.C[3]: lake is no tile of stack C"),
    ("2p", change("stacks.B.3", END), f"stacks.B[3]: {END} is no tile of stack B"),
    ("2p", third_mint, "stacks.A[2]: one mint too many, there are 2 in the game"),
    ("2p", second_end, f"one {END} too many, there are 1 in the game"),
    ("2p", lose_end, f"stacks.C has no {END}; it must be one of the places 6 to 12, counted from 0"),
    ("2p", move_end(5), f"stacks.C[5]: {END} must be one of the places 6 to 12"),
    ("2p", move_end(13), f"stacks.C[13]: {END} must be one of the places 6 to 12"),
    ("3p", move_end(8), f"stacks.C[8]: {END} must be one of the places 9 to 18"),
    ("3p", move_end(19), f"stacks.C[19]: {END} must be one of the places 9 to 18"),
    ("4p", move_end(11), f"stacks.C[11]: {END} must be one of the places 12 to 24"),
    ("4p", move_end(25), f"stacks.C[25]: {END} must be one of the places 12 to 24"),
    ("lone_architect", move_end(5), f"stacks.C[5]: {END} must be one of the places 6 to 12"),
    ("dale", move_end(12), f"stacks.C[12]: {END} must be one of the places 13 to 25"),
    ("2p", change("goals.0", ...), "goals must be a list of 2, not 1"),
    ("2p", change("goals", "builder"), "goals must be a list of 2, not 'builder'"),
    ("2p", change("goals", ...), "goals must be a list of 2, not 0"),
    ("lone_architect", change("goals", ["builder"]), "goals must be a list of 0, not 1"),
    ("2p", change("goals.1", "mason"), "goals[1]: 'mason' is no goal"),
    ("2p", change("goals.1", None), "goals[1]: None is no goal"),
    ("2p", repeat_public, "goals[1]: "),
    ("2p", repeat_goal, "private_goals[1][0]: "),
    ("2p", change("private_goals", []), "private_goals must be a list of 2, not 0"),
    ("2p", change("private_goals.1", ["builder"]), "private_goals[1] must be a list of 2, not 1"),
    ("2p", change("private_goals.1", "builder"), "private_goals[1] must be a list of 2, not 'builder'"),
    ("2p", change("private_goals.0.1", {}), "private_goals[0][1]: {} is no goal"),
    ("dale", change("private_goals", [["builder", "miser"]]), "private_goals must be a list of 0, not 1"),
    ("dale", change("goals.2", "employer"), "goals[2]: employer is not used against Dale"),
    ("dale", change("goals.0", "harbormaster"), "goals[0]: harbormaster is not used against Dale"),
    ("2p", change("first_player", ...), "first_player must be a seat from 0 to 1, not None"),
    ("2p", change("first_player", 2), "first_player must be a seat from 0 to 1, not 2"),
    ("3p", change("first_player", -1), "first_player must be a seat from 0 to 2, not -1"),
    ("2p", change("first_player", True), "first_player must be a seat from 0 to 1, not True"),
    ("2p", change("first_player", "0"), "first_player must be a seat from 0 to 1, not '0'"),
    ("dale", change("first_player", 1), "first_player must be a seat from 0 to 0, not 1"),
]


def setup_error(made: Any, setup: Any) -> bm.SetupError:
    with pytest.raises(bm.SetupError) as error:
        made.new(setup=setup)
    return error.value


@every(("mode", "break_it", "said"), BAD, ids=[said[:50] for _, _, said in BAD])
def test_a_bad_set_up_is_refused_with_its_place(
    mode: str, break_it: Callable[[dict[str, Any]], None], said: str
) -> None:
    made = mode_game(mode)
    setup = copy.deepcopy(made.new(seed=6).setup)
    made.new(setup=setup)  # good so far
    break_it(setup)
    error = setup_error(made, setup)
    assert said in error.text("en")
    place = said.split(":")[0].split(" ")[0].strip('"')
    russian = error.text("ru")
    assert place in russian and russian != error.text("en")
    assert "{" not in russian.replace("{}", "")


def test_a_goal_dealt_twice_is_named() -> None:
    setup = copy.deepcopy(game(2).new(seed=6).setup)
    repeat_goal(setup)
    goal = setup["goals"][0]
    error = setup_error(game(2), setup)
    assert error.text("en") == f"private_goals[1][0]: {goal} is dealt twice"
    assert error.text("ru") == f"private_goals[1][0]: {goal} роздана дважды"


def test_a_set_up_must_agree_with_the_options_on_who_begins() -> None:
    setup = {**game(2).new(seed=6).setup, "first_player": 0}
    error = setup_error(game(2, first_player=1), setup)
    assert error.text("en") == "the set-up says that seat 0 begins, the options say seat 1"
    assert error.text("ru") == "по расстановке начинает место 0, по настройкам — 1"


def test_no_end_tile_at_either_end_of_its_window_is_refused() -> None:
    for mode, (first, last) in WINDOWS.items():
        for place in (first, last):
            setup = copy.deepcopy(mode_game(mode).new(seed=6).setup)
            move_end(place)(setup)
            assert mode_game(mode).new(setup=setup).moves()


def test_tables_of_one_game_do_not_share_anything() -> None:
    made = game(2)
    first: Table = made.new(seed=1)
    before = first.state_bytes()
    second = made.new(seed=1)
    second.play(notations(second)[0])
    assert first.state_bytes() == before
