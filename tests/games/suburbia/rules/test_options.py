"""The options (rules.md 16): what they change, what they may be, and what is said when they may not."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_info
from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.cards import TILE_OF
from burgomaster.games.suburbia.rules.effects import count_lines, move_population
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.options import INFO, OF_MODE
from burgomaster.games.suburbia.rules.state import DALE_SEAT
from tests.cases import every
from tests.games.suburbia.positions import (
    MODES,
    Steps,
    game,
    notations,
    pair_of,
    position,
    random_table,
    tracks,
)
from tests.games.suburbia.rules.test_examples import setup_with_end_tile

LONE: dict[str, Any] = {"players": 1, "solo": "lone_architect"}
AGAINST_DALE: dict[str, Any] = {"players": 1, "solo": "dale"}


def option_error(**options: Any) -> bm.OptionError:
    with pytest.raises(bm.OptionError) as error:
        bm.game("suburbia", **options)
    return error.value


# Values


GOOD: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "first_player": 2},
    {"players": 4, "board_side": ["A", "B", "B", "A"]},
    {"players": 2, "board_side": ("B", "B")},
    {"players": 2, "board_side": "B"},
    {**AGAINST_DALE, "board_side": ["A", "B"]},  # Dale has a board of his own
    {"players": 2, "red_lines": {"positions": [3], "step": 1}},
    {"players": 2, "red_lines": {"positions": (3, 255), "step": 255}},
    {"players": 2, "red_lines": "printed", "blocked_cells": "printed"},
    {"players": 2, "blocked_cells": []},
    {"players": 2, "blocked_cells": [[0, -2], (1, -1), [19, -19], [400, -400]]},
    {"players": 2, "blocked_cells": "all_above", "full_tie": "shared"},
    {**LONE, "first_player": 0, "lone_return_bonus": 1, "lone_end": "immediate"},
    {**AGAINST_DALE, "dale_tie": "random", "dale_private_goal": True, "dale_win": "tie_breaks"},
]


@every("options", GOOD, ids=str)
def test_good_options_make_a_game(options: dict[str, Any]) -> None:
    made = bm.game("suburbia", **options)
    assert made.new(seed=1).moves()
    assert set(made.options) == {"players", *(option.name for option in INFO.options)}


def test_lines_may_lie_at_every_number_from_3() -> None:
    table = game(red_lines={"positions": [3], "step": 1}).new(seed=1)
    found = [int(count_lines(table.state.rules, n)) for n in (2, 3, 4, 255, 256, 300)]
    assert found == [0, 1, 2, 253, 254, 298]


BAD_POSITIONS = ([], [22, 15], [15, 15], [2, 15], [15, 256], [15.0], [True, 15], ["15"], "15", [10**30])
BAD: list[tuple[str, Any, str]] = [
    ("solo", "alone", "None, 'lone_architect', 'dale'"),
    ("solo", 1, "None, 'lone_architect', 'dale'"),
    *[("first_player", value, '"random", 0') for value in (-1, True, 1.0, "me", None, [0])],
    *[("board_side", value, '"A", "B"') for value in ("C", "a", "", [], ["A", "C"], 1, None, {"A": 1})],
    *[
        ("red_lines", value, '"printed", {"positions": [15, 22], "step": 2}')
        for value in (
            *("none", [15, 22], None, 3, {}, {"positions": [15]}, {"step": 2}),
            *({"positions": positions, "step": 2} for positions in BAD_POSITIONS),
            *({"positions": [15], "step": step} for step in (0, -1, 256, 1.5, True)),
            {"positions": [15], "step": 2, "more": 1},
        )
    ],
    *[
        ("blocked_cells", value, '"printed", "all_above", [[0, -2], [-1, -1]] (y < 0, x + y even)')
        for value in (
            *("none", None, 5, {"0": -2}, [[0, 0]], [[0, 2]], [[0, -1]], [[0]], [[0, -2, 0]], [5], ["0,-2"]),
            *([["0", -2]], [[0.0, -2.0]], [[True, -1]], [[0, -2], None]),
        )
    ],
    *[
        (name, value, "False, True")
        for name in ("redline_tiles_mirror", "redline_marker_retroactive", "lake_marker_doubles_waterfront")
        for value in (1, "yes", None)
    ],
    *[("lone_return_bonus", value, "2, 1") for value in (3, True, "2")],
    ("lone_end", "later", "'one_more_turn', 'immediate'"),
    ("dale_tie", "mine", "'fixed', 'random', 'human'"),
    ("dale_private_goal", 0, "False, True"),
    ("dale_win", "equal", "'strict', 'tie_breaks'"),
    ("full_tie", "again", "'shared'"),
]


@every(("name", "value", "right"), BAD, ids=[f"{name}={value!r}"[:60] for name, value, _ in BAD])
def test_a_bad_value_is_named_with_what_would_be_right(name: str, value: Any, right: str) -> None:
    players = 1 if name in OF_MODE else 2
    solo = {"solo": OF_MODE[name]} if name in OF_MODE else {}
    error = option_error(players=players, **{**solo, name: value})
    for language in LANGUAGES:
        said = error.text(language)
        assert name in said and right in said
    assert error.text("en").startswith(f"{name} cannot be {value!r}"[:60])


@every("players", [0, 5, -1, 2.0, "2", True, None])
def test_the_number_of_players_is_checked(players: Any) -> None:
    error = option_error(players=players)
    assert error.text("en") == (
        f"suburbia is not played by {players!r}; the number of players may be 1, 2, 3, 4"
    )


def test_an_unknown_option_is_refused_with_the_names_of_all() -> None:
    for language in LANGUAGES:
        said = option_error(players=2, red_line="printed").text(language)
        assert '"red_line"' in said and "red_lines" in said and "dale_win" in said


# Combinations


@every(
    ("options", "english", "russian"),
    [
        (
            {"players": 1},
            '1 players with solo None is no game; one player needs solo "lone_architect" or "dale", '
            "and 2 to 4 players play without solo",
            "1 игроков и solo None",
        ),
        ({"players": 2, "solo": "dale"}, "2 players with solo 'dale' is no game", "2 игроков и solo 'dale'"),
        (
            {"players": 3, "solo": "lone_architect"},
            "3 players with solo 'lone_architect' is no game",
            "3 игроков и solo 'lone_architect'",
        ),
        (
            {"players": 2, "dale_tie": "human"},
            'dale_tie belongs to the game with solo "dale" only',
            'dale_tie относится только к игре с solo "dale"',
        ),
        (
            {"players": 4, "lone_end": "immediate"},
            'lone_end belongs to the game with solo "lone_architect" only',
            'lone_end относится только к игре с solo "lone_architect"',
        ),
        (
            {**AGAINST_DALE, "board_side": ["A"]},
            "board_side names 1 sides, but there are 2 boroughs",
            "board_side называет сторон: 1, а округов 2",
        ),
        (
            {**AGAINST_DALE, "first_player": 1},  # Dale never begins
            "first_player cannot be 1; seats are 0 to 0",
            "first_player не может быть 1; места от 0 до 0",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(options: dict[str, Any], english: str, russian: str) -> None:
    error = option_error(**options)
    assert error.text("en").startswith(english)
    assert error.text("ru").startswith(russian)


# What they change


def test_mirrored_casino_and_pr_firm_take_their_bonus_back() -> None:
    # R16: back over 15 and 22 the lines give 1 each, Casino takes 1, the marked PR Firm 2
    laid = [(0, "casino", (1, 5)), (0, "pr_firm", (1, 7))]
    for mirrors, expected in ((True, (5, 5, 3, 14)), (False, (5, 7, 7, 14))):
        table = position(
            money=[5],
            income=[5],
            reputation=[5],
            population=[22],
            tiles=laid,
            marked=[(0, (1, 7))],
            redline_tiles_mirror=mirrors,
        )
        move_population(table.state, 0, -8, Steps(table).log)
        assert tracks(table, 0) == expected


def test_a_retroactive_marker_pays_for_the_lines_since_the_tile_was_laid() -> None:
    # R17: 30 is beyond 15, 22, 29; only 22 and 29 were crossed since; a way back does not count
    for pays, income in ((True, 5), (False, 3)):
        table = position(
            money=[30],
            income=[5],
            reputation=[9],
            population=[20],
            tiles=[(0, "casino", (1, 5))],
            redline_marker_retroactive=pays,
        )
        steps = Steps(table)
        move_population(table.state, 0, 10, steps.log)  # two lines, the Casino makes up for both
        move_population(table.state, 0, -3, steps.log)  # back over 29: +1
        move_population(table.state, 0, -5, steps.log)
        table.state.players[0].income = 3
        assert steps.marker(0, (1, 5))
        assert tracks(table, 0)[1] == income
        assert tracks(table, 0)[0] == 8


def test_a_marked_lake_may_double_waterfront_realty() -> None:
    # R13: Park and Factory lie beside the lake
    for doubles, when_marked, later in ((True, 8, 8), (False, 4, 6)):
        table = position(
            money=[20],
            tiles=[(0, "lake", (1, 3)), (0, "waterfront_realty", (-1, 1))],
            lake_marker_doubles_waterfront=doubles,
        )
        steps = Steps(table)
        assert steps.marker(0, (1, 3))
        assert tracks(table, 0)[0] == 20 + when_marked
        steps.build(0, "convenience_store", (1, 5))
        assert tracks(table, 0)[0] == 20 + when_marked - 6 + later


@pytest.mark.parametrize(("bonus", "expected"), [(2, (3 + 2, 0)), (1, (3 + 1, -1))])
def test_the_lone_architect_gets_back_what_the_option_says(bonus: int, expected: tuple[int, int]) -> None:
    # R22
    table = position(**LONE, income=[3], reputation=[-2], population=[16], lone_return_bonus=bonus)
    Steps(table).population(0)
    assert tracks(table, 0)[1:3] == expected


@pytest.mark.parametrize(("end", "rounds"), [("one_more_turn", 14), ("immediate", 13)])
def test_the_lone_architect_may_stop_when_the_end_tile_shows(end: str, rounds: int) -> None:
    # R24: it shows in the refill of turn 13
    setup = setup_with_end_tile("lone_architect", 7 + 2 * 13 - 1)
    table = game(**LONE, lone_end=end).new(setup=setup)
    while not table.over:
        table.play(notations(table)[0])
    assert table.round == rounds
    assert sum(event[0] == Event.LAST_ROUND for event in table.events()) == int(end == "one_more_turn")


def cells_of(table: Table) -> set[tuple[int, int]]:
    player = table.state.players[0]
    return {pair_of(cell) for cell in player.cells[: int(player.n_cells)]}


def test_the_outline_of_the_board_may_be_changed() -> None:
    # R35: (4,0) lies beside the board; by default (4,-2) and (5,-1) are free and (3,-1) is not
    laid = [(0, "lake", cell) for cell in ((1, 1), (2, 0), (3, 1), (4, 0))]
    above = {
        "printed": {(4, -2), (5, -1)},
        "all_above": set(),
        "nothing": {(0, -2), (1, -1), (-1, -1), (2, -2), (3, -1), (4, -2), (5, -1)},
        "one": {(0, -2), (1, -1), (-1, -1), (2, -2), (4, -2), (5, -1)},
    }
    values: dict[str, Any] = {"nothing": [], "one": [[3, -1], [40, -40]]}
    for name, expected in above.items():
        table = position(tiles=laid, blocked_cells=values.get(name, name))
        assert {cell for cell in cells_of(table) if cell[1] < 0} == expected, name
        assert {cell for cell in cells_of(table) if cell[1] >= 0} == {
            *((-1, 1), (-1, 3), (-1, 5), (0, 6), (1, 3), (1, 5), (2, 2), (3, 3), (4, 2), (5, 1)),
        }, name


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("printed", [15, 22, 29, 35, 41, 47, 53, 59, 64, 69, 74, 78, 82, 86, 89, 92, 95, 98, 101, 103, 105]),
        ({"positions": [10, 12, 90], "step": 7}, [10, 12, 90, 97, 104]),
        ({"positions": [100], "step": 255}, [100]),
    ],
)
def test_red_lines_lie_where_the_option_puts_them(lines: Any, expected: list[int]) -> None:
    # R20
    table = position(red_lines=lines, income=[15], reputation=[15], population=[2])
    steps = Steps(table)
    move_population(table.state, 0, 104, steps.log)  # to 106
    crossed = [event[2] for event in steps.take_events() if event[0] == Event.RED_LINE]
    assert crossed == expected


def test_lines_go_on_beyond_the_track_without_end() -> None:
    # R20: 161, 163, ... and beyond what an option can name
    table = position(population=[158], red_lines="printed")
    steps = Steps(table)
    move_population(table.state, 0, 112, steps.log)
    crossed = [event[2] for event in steps.take_events() if event[0] == Event.RED_LINE]
    assert crossed == list(range(159, 271, 2))


@every(
    ("win", "reputation", "population", "winners"),
    [
        ("strict", (5, 1), (30, 30), [1]),
        ("tie_breaks", (5, 1), (30, 30), [0]),
        ("tie_breaks", (1, 5), (30, 30), [1]),
        ("tie_breaks", (1, 1), (30, 30), [1]),  # a full tie is no win
        ("strict", (1, 5), (31, 30), [0]),
        ("tie_breaks", (5, 1), (29, 30), [1]),
    ],
)
def test_equal_population_with_dale(
    win: str, reputation: tuple[int, int], population: tuple[int, int], winners: list[int]
) -> None:
    # R31
    table = position(
        **AGAINST_DALE, dale_win=win, money=[0, 0], reputation=reputation, population=population, public=[]
    )
    Steps(table).score()
    assert table.winners == winners
    assert (table.view(0)["rung"] is not None) == (winners == [0])


def test_a_private_goal_against_dale() -> None:
    # R25: two goals, none of the four that are not used, and it is scored
    excluded = {"aquaphobian", "aquatic_engineer", "harbormaster", "employer"}
    for seed in range(30):
        table = game(**AGAINST_DALE, dale_private_goal=True).new(seed=seed)
        assert table.phase == "goal_choice" and table.to_move == 0
        offered = {move.split()[1] for move in notations(table)}
        assert len(offered) == 2
        assert not (offered | set(table.setup["goals"])) & excluded
        assert not offered & set(table.setup["goals"])
    table.play(notations(table)[1])
    assert table.phase == "main"
    plain = game(**AGAINST_DALE).new(seed=1)
    assert plain.phase == "main" and plain.setup["private_goals"] == []


def test_a_private_goal_against_dale_pays_only_a_unique_best() -> None:
    # R25, 7
    for income, paid in ((5, 15), (4, 0), (3, 0)):
        table = position(
            **AGAINST_DALE,
            dale_private_goal=True,
            money=[0, 0],
            income=[income, 4],
            population=[30, 30],
            public=[],
            private=["investor"],
        )
        Steps(table).score()
        assert table.scores == [30 + paid, 30]


def test_with_dale_s_ties_by_lot_every_best_cell_is_drawn_about_equally() -> None:
    # R27: an Office Building is worth the same at four cells
    drawn: dict[tuple[int, int], int] = {}
    for seed in range(200):
        table = game(**AGAINST_DALE, dale_tie="random").new(seed=seed)
        for slot, tile in enumerate(["office_building", "hostel", "hostel", "hostel"], start=2):
            table.state.market[slot] = TILE_OF[tile]
        table.play("lake 5 0,6")
        cell = pair_of(table.state.players[DALE_SEAT].tiles[3].cell)
        drawn[cell] = drawn.get(cell, 0) + 1
    assert set(drawn) == {(1, 1), (-1, 1), (1, 3), (-1, 3)}
    assert all(25 <= n <= 80 for n in drawn.values()), drawn


def test_the_human_settles_dale_s_ties_after_dale_has_paid() -> None:
    # 9
    market = {2: "office_building", 3: "hostel", 4: "hostel", 5: "hostel"}
    table = position(**AGAINST_DALE, dale_tie="human", market=market)
    table.play("lake 5 0,6")
    assert (table.phase, table.to_move, table.money[1]) == ("dale", 0, 12)
    assert sorted(notations(table)) == ["dale -1,1", "dale -1,3", "dale 1,1", "dale 1,3"]
    assert table.view(0)["dale_slot"] == 2
    table.play("dale 1,3")
    assert pair_of(table.state.players[DALE_SEAT].tiles[3].cell) == (1, 3)
    assert (table.phase, table.round) == ("main", 2)


def test_the_first_player_may_be_fixed() -> None:
    assert {game(3, first_player=2).new(seed=seed).to_move for seed in range(20)} == {2}
    assert {game(3).new(seed=seed).to_move for seed in range(40)} == {0, 1, 2}


def test_each_variant_has_a_title() -> None:
    info = game_info("suburbia")
    for options in MODES.values():
        made = bm.game("suburbia", **options)
        for language in LANGUAGES:
            assert info.variant_title(made.options, language)
    assert info.title("en") == "Suburbia" and info.title("ru") == "Пригород"


def test_dale_has_a_seat_and_never_a_move_of_his_own() -> None:
    table = random_table(4, 1000, **AGAINST_DALE)
    assert table.game.n_seats == 2 and table.names == ["1", "Dale"]
    while table.history:
        table.undo()
        assert table.to_move == 0
