"""Who may know what (rules.md 12): the table of the rules, and no leak by any other way."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import burgomaster as bm
from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.language import LANGUAGES
from burgomaster.core.table import SPECTATOR, Table
from burgomaster.games.suburbia.rules.cards import (
    END_TILE,
    GOAL_IDS,
    GOAL_ROWS,
    GOALS,
    N_GOALS,
    NO_GOAL,
    Stack,
)
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.scoring import goal_value, goal_winner
from burgomaster.games.suburbia.rules.state import State
from burgomaster.games.suburbia.rules.view import suppose
from tests.cases import every
from tests.games.suburbia.positions import (
    MODES,
    any_options,
    at_turn,
    borough,
    game,
    market_of,
    notations,
    own_rng,
    play,
    position,
    random_game,
    random_table,
    seeds,
    values,
)
from tests.profiles import examples

AGAINST_DALE: dict[str, Any] = {**MODES["dale"], "dale_private_goal": True}


def observers(table: Table) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(table.game.n_seats), None]


def boroughs(table: Table) -> list[Any]:
    """The records of all who have a borough."""
    return boroughs_of(table.state)


def boroughs_of(state: Any) -> list[Any]:
    return [state.players[seat] for seat in range(state.rules.n_boroughs)]


def as_json(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False)


def goals_of(table: Table, seat: int) -> list[str]:
    return [GOAL_IDS[goal] for goal in table.state.players[seat].goals]


def names_of(goal: str) -> list[str]:
    """Everything a goal can be told by."""
    row = next(row for row in GOAL_ROWS if row["id"] == goal)
    return [goal, row["name_en"], row["name_ru"]]


def seen_by(table: Table, seat: int | None) -> str:
    """All words that reach a seat: its view and its log in both languages, its moves if it is to move."""
    words = [as_json(table.view(seat))]
    words += [line for language in LANGUAGES for line in table.log(seat, language)]
    if seat is not None and seat == table.to_move:
        words += [move.text(language) for move in table.moves() for language in LANGUAGES]
        words += [as_json({"preview": table.preview(move)}) for move in table.moves()[:20]]
    return "\n".join(words)


def tells(words: str, goal: str) -> bool:
    """Whether a goal is named, in whole words: a tile's name may begin like a goal's."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in names_of(goal))


# Public


def test_boroughs_tracks_money_and_the_market_are_public() -> None:
    table = random_table(3, 25, "kinds", players=3)
    for seat in observers(table):
        view = table.view(seat)
        for other, player in enumerate(view["players"]):
            assert {stat: player[stat] for stat in values(table, other)} == values(table, other)
            assert player["markers"] == table.state.players[other].markers
            tiles = [(tile["tile"], (tile["x"], tile["y"]), tile["marked"]) for tile in player["tiles"]]
            assert tiles == borough(table, other)
        assert [slot and slot["tile"] for slot in view["market"]] == market_of(table)
        assert [slot["surcharge"] for slot in view["market"]] == [10, 8, 6, 4, 2, 0, 0]
        assert [goal["goal"] for goal in view["goals"] if goal["owner"] is None] == table.setup["goals"]
        assert view["first_player"] == table.setup["first_player"]
        assert (view["round"], view["phase"], view["to_move"]) == (table.round, table.phase, table.to_move)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, MODES["dale"], MODES["lone_architect"]])
def test_what_everybody_has_of_a_goal_is_what_they_have_now(options: dict[str, Any]) -> None:
    table, bot = bm.game("suburbia", **options).new(seed=6), bm.bot("random", seed=6)
    for _ in range(60):
        for goal in table.view(table.to_move)["goals"]:
            code = GOAL_IDS.index(goal["goal"])
            winner = goal_winner(table.state, code)
            assert goal["values"] == [goal_value(player, code) for player in boroughs(table)]
            assert goal["leader"] == (winner if winner >= 0 and goal["owner"] in (None, winner) else None)
        table.play(bot.choose(table))
        if table.over:
            return


def test_the_number_of_tiles_left_is_public_with_the_end_tile_until_it_shows() -> None:
    table = game(2).new(seed=3)
    assert table.view()["stacks"] == {"A": 7, "B": 12, "C": 18}
    for table in random_game(3, players=2):
        state = table.state
        left = [int(end) - int(first) for first, end in zip(state.stack_next, state.stack_end, strict=True)]
        for seat in observers(table):
            assert list(table.view(seat)["stacks"].values()) == left
    drawn = sum(event[0] == Event.TILE_DRAWN for event in table.events())
    assert sum(left) == 14 + 12 + 18 - drawn - 1


def test_tiles_that_left_the_game_are_public() -> None:
    table = position(money=[20], market={2: "mint", 5: "farm", 6: "farm"})
    play(table, "basic suburbs 1,1", "discard 5")
    assert all(table.view(seat)["gone"] == {"farm": 1} for seat in observers(table))
    table = position(**MODES["dale"], market={2: "mint", 3: "farm", 4: "hostel", 5: "farm"})
    play(table, "lake 5 0,6")  # Dale buys the Mint
    assert all(table.view(seat)["gone"] == {"farm": 1, "hostel": 1} for seat in observers(table))


def test_the_window_of_the_end_tile_is_public_and_its_place_is_not() -> None:
    # 3.1: it is drawn as tile 26 to 32 of the refills
    first, last = game(2).new(seed=1).view()["end_window"]
    assert (first, last) == (25, 31)
    for table in random_game(4, players=2):
        window = table.view(0)["end_window"]
        if table.state.end_shown:
            assert window is None
            continue
        state = table.state
        order = [
            int(tile)
            for stack in range(3)
            for tile in state.stacked[int(state.stack_next[stack]) : int(state.stack_end[stack])]
        ]
        assert window[0] <= order.index(END_TILE) <= window[1]
    assert table.state.end_shown


# Private goals


@pytest.mark.parametrize("players", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_goals_of_the_others_are_told_in_no_way_before_the_end(players: int) -> None:
    for table in random_game(5, "kinds", players=players):
        if table.over:
            break
        if len(table.steps) > 2 * players and len(table.steps) % 9:
            continue
        for seat in observers(table):
            words = seen_by(table, seat)
            for other in range(players):
                if other != seat:
                    assert not any(tells(words, goal) for goal in goals_of(table, other))


@pytest.mark.parametrize("n_chosen", [0, 1, 2, 3])
def test_a_seat_knows_its_own_two_goals_and_then_the_one_it_kept(n_chosen: int) -> None:
    table = game(3, first_player=0).new(seed=5)
    kept = []
    for _ in range(n_chosen):
        kept.append(notations(table)[1].split()[1])
        table.play(notations(table)[1])
    for seat in range(3):
        mine = [goal["goal"] for goal in table.view(seat)["goals"] if goal["owner"] == seat]
        assert mine == ([kept[seat]] if seat < n_chosen else sorted(table.setup["private_goals"][seat]))
        assert [p["goals_kept"] for p in table.view(seat)["players"]] == [
            other < n_chosen for other in range(3)
        ]
        others = [g for g in table.view(seat)["goals"] if g["owner"] not in (None, seat)]
        assert others == []
    assert [goal for goal in table.view(None)["goals"] if goal["owner"] is not None] == []


def test_the_log_names_a_kept_goal_to_its_owner_only() -> None:
    table = game(2, first_player=0).new(seed=5)
    table.play(notations(table)[0])
    goal = table.history[0].split()[1]
    row = next(row for row in GOAL_ROWS if row["id"] == goal)
    assert table.log(0)[-1] == f"1 keeps {row['name_en']} as a private goal"
    assert table.log(0, "ru")[-1] == f"1 выбирает личную цель «{row['name_ru']}»"
    for other in (1, None):
        assert table.log(other)[-1] == "1 keeps a private goal"
        assert table.log(other, "ru")[-1] == "1 выбирает личную цель"


@pytest.mark.parametrize("options", [MODES["3p"], AGAINST_DALE], ids=str)
def test_a_refusal_tells_nothing_of_other_goals(options: dict[str, Any]) -> None:
    table = at_turn(5, **options)
    for goal in range(N_GOALS):  # asking for every goal gives the same answer
        with pytest.raises(bm.IllegalMove) as error:
            table.play(f"keep {GOAL_IDS[goal]}")
        for language in LANGUAGES:
            said = error.value.text(language).replace(f"keep {GOAL_IDS[goal]}", "")
            for seat in range(table.game.players):
                assert not any(tells(said, hidden) for hidden in goals_of(table, seat))


def exchange_hidden(table: Table, seat: int) -> Table:
    """A table that differs in nothing a seat may know: stacks, end tile and goals of the others."""
    twin = table.copy()
    state = twin.state
    for stack in range(3):
        first, end = int(state.stack_next[stack]), int(state.box_end[stack])
        places = [place for place in range(first, end) if state.stacked[place] != END_TILE]
        tiles = [int(state.stacked[place]) for place in places]
        state.stacked[places] = tiles[::-1]
    if not state.end_shown:
        here = state.stacked.tolist().index(END_TILE)
        there = int(state.stack_end[Stack.C]) - int(state.rules.n_bottom) - 1  # the last place of its window
        state.stacked[here] = state.stacked[there]
        state.stacked[there] = END_TILE
    hidden = [g for g in range(N_GOALS) if g not in state.public_goals]
    hidden = [g for g in hidden if seat < 0 or g not in state.players[seat].goals]
    for other in range(table.game.players):
        if other != seat and state.players[other].goals[0] != NO_GOAL:
            state.players[other].goals[:] = sorted([hidden.pop(), hidden.pop()])
    return twin


@examples(12)
@given(seed=seeds, n_moves=st.integers(0, 60), options=any_options)
def test_two_tables_that_differ_in_hidden_things_look_the_same(
    seed: int, n_moves: int, options: dict[str, Any]
) -> None:
    # 18, invariant 26
    table = random_table(seed, n_moves, "kinds", **options)
    if table.over:
        table.undo()
    for seat in observers(table):
        number = SPECTATOR if seat is None else seat
        twin = exchange_hidden(table, number)
        assert twin.state_bytes() != table.state_bytes()
        assert twin.redacted(seat).tobytes() == table.redacted(seat).tobytes()  # type: ignore[attr-defined]
        assert as_json(twin.view(seat)) == as_json(table.view(seat))
        assert twin.log(seat) == table.log(seat)
        if seat == table.to_move:
            for move in notations(table)[:6]:
                assert twin.preview(move) == table.preview(move)


def test_dale_s_lots_are_hidden() -> None:
    table = game(**MODES["dale"], dale_tie="random").new(seed=3)
    assert table.state.rng.any()
    assert not table.redacted(0)[0].rng.any()
    other = game(**MODES["dale"], dale_tie="random").new(seed=4)
    rng = table.determinized(0, own_rng(1))[0].rng.tolist()
    assert rng != table.state.rng.tolist() and rng != other.state.rng.tolist()


# The end


def test_at_the_end_kept_goals_are_shown_and_nothing_more() -> None:
    table = random_table(7, 1000, "kinds", players=3)
    kept = [goals_of(table, seat)[0] for seat in range(3)]
    returned = [goals_of(table, seat)[1] for seat in range(3)]
    for seat in observers(table):
        shown_goals = {
            goal["owner"]: goal["goal"] for goal in table.view(seat)["goals"] if goal["owner"] is not None
        }
        assert shown_goals == dict(enumerate(kept))
        words = seen_by(table, seat)
        for owner in range(3):
            assert tells(words, kept[owner])
            assert owner == seat or not tells(words, returned[owner])
        state: Any = table.redacted(seat)[0]
        assert [int(player.goals[0]) for player in state.players[:3]] == [
            GOAL_IDS.index(goal) for goal in kept
        ]
        assert all(state.players[owner].goals[1] == NO_GOAL for owner in range(3) if owner != seat)
        unseen = state.stacked[int(state.stack_next[2]) : int(state.box_end[2])]
        assert set(unseen.tolist()) <= {130}
    assert "moves" not in table.view(0) and table.view(0)["to_move"] is None


def test_at_the_end_the_log_tells_who_kept_what() -> None:
    table = random_table(7, 1000, "kinds", players=2)
    first = table.setup["first_player"]
    for seat in observers(table):
        lines = [line for line in table.log(seat) if "as a private goal" in line]
        assert len(lines) == 2 and lines[0].startswith(f"{first + 1} keeps ")


def test_the_winners_of_goals_are_shown_at_the_end() -> None:
    table = random_table(7, 1000, "rich", players=3)
    paid = {
        GOAL_IDS[event[2]]: None if event[1] < 0 else event[1]
        for event in table.events()
        if event[0] == Event.GOAL
    }
    assert {goal["goal"]: goal["leader"] for goal in table.view(None)["goals"]} == paid


# What a bot may imagine


def imagine(table: Table, seat: int, rng: Any) -> Any:
    states = table.determinized(seat, rng)
    assert python_api.broken_rule(states, 0) == 0
    return states[0]


@examples(10)
@given(seed=seeds, n_moves=st.integers(0, 60), options=any_options)
def test_what_is_imagined_changes_nothing_that_is_known(
    seed: int, n_moves: int, options: dict[str, Any]
) -> None:
    table, rng = random_table(seed, n_moves, "kinds", **options), own_rng(seed)
    for seat in range(table.game.n_seats):
        states = table.determinized(seat, rng)
        assert python_api.broken_rule(states, 0) == 0
        twin: Any = zeros(State, 1)
        twin[0] = states[0]
        python_api.redact(twin, 0, seat)
        assert twin.tobytes() == table.redacted(seat).tobytes()  # type: ignore[attr-defined]
        for stack in range(3):  # the unseen tiles of each letter are the same ones
            first, end = int(table.state.stack_next[stack]), int(table.state.box_end[stack])
            unseen = [sorted(state.stacked[first:end].tolist()) for state in (table.state, states[0])]
            assert unseen[0] == unseen[1]


@examples(10)
@given(seed=seeds, n_moves=st.integers(0, 60), options=any_options)
def test_a_goal_can_be_supposed_of_another_seat_if_it_was_not_seen(
    seed: int, n_moves: int, options: dict[str, Any]
) -> None:
    table, rng = random_table(seed, n_moves, "kinds", **options), own_rng(seed)
    players = range(table.game.players)
    for seat, other in product(players, players):
        states = table.determinized(seat, rng)
        before, seen = states.tobytes(), seen_goals(table, seat)  # type: ignore[attr-defined]
        for goal in range(N_GOALS):
            is_open = seat != other and table.to_move is not None and states[0].players[other].has_kept == 1
            is_used = not table.state.rules.is_dale or not GOALS[goal].excluded_with_dale
            if not (is_open and is_used and goal not in seen):
                assert not suppose(states[0], seat, other, goal)
                continue
            assert suppose(states[0], seat, other, goal)
            assert states[0].players[other].goals[0] == goal
            assert python_api.broken_rule(states, 0) == 0  # no goal is there twice
            twin: Any = zeros(State, 1)
            twin[0] = states[0]
            python_api.redact(twin, 0, seat)
            assert twin.tobytes() == table.redacted(seat).tobytes()  # type: ignore[attr-defined]
        if seat == other or table.to_move is None:
            assert states.tobytes() == before  # type: ignore[attr-defined]


def test_whoever_holds_a_goal_that_is_supposed_of_another_gets_theirs_in_order() -> None:
    table = game(3).new(seed=1)
    first = table.to_move
    assert first is not None
    table.play(table.moves()[0])  # one has kept a goal, the two others have not
    seat, last, n_exchanged = (first + 1) % 3, (first + 2) % 3, 0
    for goal, draw in product(range(N_GOALS), range(20)):
        states = table.determinized(seat, own_rng(draw))
        before = states[0].players[last].goals.tolist()
        if suppose(states[0], seat, first, goal):
            held = states[0].players[last].goals.tolist()
            n_exchanged += held != before
            assert held == sorted(held)
            everybody = [goal for player in boroughs_of(states[0]) for goal in player.goals.tolist()]
            assert len(set(everybody)) == 6
    assert n_exchanged > 20


def test_nothing_is_supposed_when_all_goals_are_shown() -> None:
    table = random_table(7, 1000, "rich", players=3)
    states = table.determinized(0, own_rng(1))
    before = states.tobytes()  # type: ignore[attr-defined]
    assert not any(suppose(states[0], 0, 1, goal) for goal in range(N_GOALS))
    assert states.tobytes() == before  # type: ignore[attr-defined]


def seen_goals(table: Table, seat: int) -> set[int]:
    """The goals that a seat can place: public ones and its own two."""
    state = table.state
    public = state.public_goals[: state.rules.n_public_goals]
    return {int(goal) for goal in (*public, *state.players[seat].goals)}


def test_the_end_tile_is_imagined_anywhere_in_its_window() -> None:
    # 12: uniformly in what is left of it
    table, rng = game(2).new(seed=2), own_rng(2)
    end = int(table.state.stack_end[Stack.C])
    window = range(end - 5 - 7, end - 5)
    places = Counter(imagine(table, 0, rng).stacked.tolist().index(END_TILE) for _ in range(1400))
    assert set(places) == set(window)
    assert all(140 <= n <= 265 for n in places.values()), places


def test_the_end_tile_is_imagined_in_what_is_left_of_its_window() -> None:
    table = random_table(4, 1000, players=2)
    while table.state.end_shown or table.view()["end_window"][0] > 0:
        table.undo()
        if not table.state.end_shown and table.view()["end_window"][0] == 0:
            break
    first, last = table.view()["end_window"]
    assert first == 0 and last < 7
    rng, top = own_rng(3), int(table.state.stack_next[Stack.C])
    places = Counter(imagine(table, 0, rng).stacked.tolist().index(END_TILE) for _ in range(300))
    assert set(places) <= set(range(top, top + last + 1))
    assert len(places) == last + 1


def test_goals_of_the_others_are_imagined_from_all_that_are_unseen() -> None:
    table, rng = at_turn(2, players=3), own_rng(5)
    known = {GOAL_IDS.index(goal) for goal in (*table.setup["goals"], *table.setup["private_goals"][0])}
    unseen = set(range(N_GOALS)) - known
    kept, returned = Counter[int](), Counter[int]()
    for _ in range(1500):
        state = imagine(table, 0, rng)
        dealt = [int(goal) for seat in (1, 2) for goal in state.players[seat].goals]
        assert len(set(dealt)) == 4 and set(dealt) <= unseen
        assert list(state.players[0].goals) == list(table.state.players[0].goals)
        kept[dealt[0]] += 1
        returned[dealt[3]] += 1
    for drawn in (kept, returned):  # 15 goals, 100 each
        assert set(drawn) == unseen
        assert all(60 <= n <= 145 for n in drawn.values()), drawn


def test_stacks_are_imagined_in_any_order_with_the_box() -> None:
    table, rng = game(2).new(seed=2), own_rng(6)
    first = int(table.state.stack_next[Stack.B])
    tops = Counter(int(imagine(table, 0, rng).stacked[first]) for _ in range(1700))
    copies = Counter(table.state.stacked[first : int(table.state.box_end[Stack.B])].tolist())
    assert set(tops) == set(copies)  # also tiles that lie in the box in truth
    for tile, n in copies.items():
        assert 1700 * n / 36 * 0.55 < tops[tile] < 1700 * n / 36 * 1.5


def test_a_spectator_s_imagination_fits_too() -> None:
    table, rng = at_turn(2, players=2), own_rng(8)
    goals = {tuple(imagine(table, SPECTATOR, rng).players[0].goals.tolist()) for _ in range(50)}
    assert len(goals) > 20


# Previews


@every("options", [*MODES.values(), AGAINST_DALE], ids=str)
def test_a_preview_shows_nothing_that_is_drawn(options: dict[str, Any]) -> None:
    for table in random_game(8, "kinds", **options):
        if table.over or len(table.steps) % 4:
            continue
        before = table.state_bytes()
        for move in notations(table)[::7]:
            changes = table.preview(move)
            assert table.state_bytes() == before
            assert not any(change["why"] in ("goal", "conversion") for change in changes)
            twin = table.copy()
            twin.play(move)
            assert changes == twin.changes(since=len(table.steps))[: len(changes)]
