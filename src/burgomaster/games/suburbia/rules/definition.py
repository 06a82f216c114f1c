"""The game as the core takes it: kernels, set-ups, notation, views and texts in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.compiler.struct import Records, zeros
from burgomaster.core.encoding import Encoding
from burgomaster.core.errors import SetupError
from burgomaster.core.kernels import Kernels
from burgomaster.core.rules import Rules, functions_of
from burgomaster.games.suburbia.rules import (
    action_numbers,
    actions,
    apply,
    explain,
    features,
    invariants,
    legal,
    observe,
    outlook,
    refusals,
    scoring,
    setup,
    text,
    view,
)
from burgomaster.games.suburbia.rules.cards import (
    BASICS,
    END_TILE,
    GOAL_IDS,
    GOAL_OF,
    GOALS,
    IDS,
    NO_GOAL,
    NO_TILE,
    TILE_OF,
    TILE_ROWS,
    Stack,
)
from burgomaster.games.suburbia.rules.hexes import REACH
from burgomaster.games.suburbia.rules.options import (
    DALE,
    INFO,
    LETTERS,
    LONE,
    MAX_LINE,
    TEXTS,
    has_private_goals,
    mode_of,
    read_board,
)
from burgomaster.games.suburbia.rules.state import N_COLUMNS, NO_SEAT, DaleTie, Decision, State

MAX_STATE_BYTES = 4096
ALL_ROWS_BLOCKED = (1 << REACH) - 1


# The state before the deal


def undealt(options: Mapping[str, Any]) -> Records[State]:
    """Return a state with the options set and every stack in the order of tiles.csv, nothing shuffled."""
    states = zeros(State, 1)
    state: Any = states[0]
    set_rules(state.rules, options)
    set_lines(state.rules, options["red_lines"])
    set_blocked(state.rules, options["blocked_cells"])
    fill_stacks(state, mode_of(options)["stacks"])
    state.market[:] = NO_TILE
    state.public_goals[:] = NO_GOAL
    state.goal_winners[:] = NO_SEAT
    state.basics[:] = [read_board()["basic_supply_on_offer"][IDS[tile]] for tile in BASICS]
    start = read_board()["start"]
    for seat in range(int(state.rules.n_boroughs)):  # (3.2, step 7)
        player = state.players[seat]
        player.money, player.income = start["money"], start["income"]
        player.reputation, player.population = start["reputation"], start["population"]
        player.markers = start["investment_markers"]
        player.goals[:] = NO_GOAL
    return states


def set_rules(rules: Any, options: Mapping[str, Any]) -> None:
    mode, lines = mode_of(options), read_board()["red_lines"]
    kind = options["solo"] or "standard"
    rules.n_boroughs, rules.n_players = mode["players"], options["players"]
    rules.is_lone, rules.is_dale = int(kind == LONE), int(kind == DALE)
    rules.line_cost = lines["penalty"][kind]
    rules.line_return = options["lone_return_bonus"] if kind == LONE else lines["return_bonus"][kind]
    for name in ("redline_tiles_mirror", "redline_marker_retroactive", "lake_marker_doubles_waterfront"):
        setattr(rules, name, int(options[name]))
    rules.lone_end_immediate = int(options["lone_end"] == "immediate")
    rules.dale_tie = DaleTie[options["dale_tie"].upper()]
    rules.dale_tie_breaks = int(options["dale_win"] == "tie_breaks")
    rules.has_private_goals = int(has_private_goals(options))
    rules.n_public_goals = mode["public_goals"]
    rules.fixed_first_player = NO_SEAT if options["first_player"] == "random" else options["first_player"]
    rules.n_mixed, rules.n_bottom = mode["c_from_top"]["mixed_with_end_tile"], mode["c_from_top"]["bottom"]
    rules.first_slot, rules.end_slot = mode["market_slots"][0], mode["market_slots"][-1] + 1


def set_lines(rules: Any, lines: Any) -> None:
    """Set a bit for each population number that a red line stands before (R20)."""
    printed = read_board()["red_lines"]
    positions = printed["positions"] if lines == "printed" else lines["positions"]
    step = printed["beyond_last_step_reconstructed"] if lines == "printed" else lines["step"]
    rules.last_line, rules.line_step = positions[-1], step
    words = [0] * len(rules.lines)
    for line in (*positions, *range(positions[-1], MAX_LINE + 1, step)):
        words[line >> 6] |= 1 << (line & 63)
    rules.lines[:] = [word - (1 << 64) if word >> 63 else word for word in words]


def set_blocked(rules: Any, blocked: Any) -> None:
    """Set for each column the bits of its cells under the borough board (R35)."""
    if blocked == "all_above":
        rules.blocked[:] = ALL_ROWS_BLOCKED
        return
    for x, y in read_board()["geometry"]["blocked"] if blocked == "printed" else blocked:
        column, row = x + REACH, (-y - 1) >> 1
        if 0 <= column < N_COLUMNS and row < REACH:  # nothing farther away can be reached
            rules.blocked[column] |= 1 << row


def fill_stacks(state: Any, sizes: Mapping[str, int]) -> None:
    """Lay the tiles of each letter down: the first ones are its stack, the others its box."""
    place = 0
    for stack, letter in enumerate(LETTERS):
        state.stack_next[stack] = place
        state.stack_end[stack] = place + sizes[letter] + (letter == "C")
        for tile in tiles_of(letter):
            state.stacked[place] = tile
            place += 1
        state.box_end[stack] = place


def tiles_of(letter: str) -> list[int]:
    """List all tiles of a letter in the order of tiles.csv, the end tile last."""
    rows = [(tile, row) for tile, row in enumerate(TILE_ROWS) if row["stack"] == letter]
    tiles = [tile for tile, row in rows for _ in range(int(row["copies"]))]
    return tiles + [END_TILE] * (letter == "C")


# Set-ups


def write_setup(states: Records[State]) -> dict[str, Any]:
    """Stacks from the top, goals and first player, of a game that is dealt but has not begun."""
    state: Any = states[0]
    private = range(int(state.rules.n_players)) if state.rules.has_private_goals else ()
    return {
        "stacks": {letter: stack_ids(state, stack) for stack, letter in enumerate(LETTERS)},
        "goals": [GOAL_IDS[state.public_goals[place]] for place in range(state.rules.n_public_goals)],
        "private_goals": [sorted(GOAL_IDS[goal] for goal in state.players[seat].goals) for seat in private],
        "first_player": int(state.first_player),
    }


def stack_ids(state: Any, stack: int) -> list[str]:
    return [IDS[tile] for tile in state.stacked[int(state.stack_next[stack]) : int(state.stack_end[stack])]]


def read_setup(states: Records[State], setup: Mapping[str, Any]) -> None:
    """Lay stacks and goals out as an explicit set-up says."""
    state: Any = states[0]
    stacks = setup.get("stacks")
    if not isinstance(stacks, Mapping) or set(stacks) != set(LETTERS):
        raise SetupError("setup.stacks", TEXTS, wanted=", ".join(LETTERS))
    for letter in LETTERS:
        order_stack(state, letter, stacks[letter])
    read_goals(state, setup)
    read_first_player(state, setup.get("first_player"))


def order_stack(state: Any, letter: str, tiles: Any) -> None:
    """Put one stack into the order given; what is left of its letter is its box."""
    stack = Stack[letter]
    first, end, box_end = (int(x[stack]) for x in (state.stack_next, state.stack_end, state.box_end))
    if not isinstance(tiles, list | tuple):
        raise SetupError("setup.stack_not_a_list", TEXTS, stack=letter)
    if len(tiles) != end - first:
        raise SetupError("setup.stack_size", TEXTS, stack=letter, given=len(tiles), wanted=end - first)
    left = Counter(tiles_of(letter))
    for place, tile in enumerate(tiles):
        check_tile(letter, place, tile, left)
        left[TILE_OF[tile]] -= 1
    if letter == "C":
        check_end_tile(state, list(tiles))
    state.stacked[first:end] = [TILE_OF[tile] for tile in tiles]
    state.stacked[end:box_end] = sorted(left.elements())


def check_tile(letter: str, place: int, tile: Any, left: Mapping[int, int]) -> None:
    """Check that a tile of a stack is one of its letter of which a copy is left."""
    where = f"stacks.{letter}[{place}]"
    if type(tile) is not str or tile not in TILE_OF:
        raise SetupError("setup.unknown_tile", TEXTS, where=where, tile=repr(tile)[:40])
    if TILE_OF[tile] not in left:
        raise SetupError("setup.other_stack", TEXTS, where=where, tile=tile, stack=letter)
    if left[TILE_OF[tile]] <= 0:
        copies = tiles_of(letter).count(TILE_OF[tile])
        raise SetupError("setup.too_many_copies", TEXTS, where=where, tile=tile, copies=copies)


def check_end_tile(state: Any, tiles: list[str]) -> None:
    """Check that the end tile lies in its window (R01)."""
    end = len(tiles) - int(state.rules.n_bottom)
    first = end - int(state.rules.n_mixed) - 1
    name = IDS[END_TILE]
    if name not in tiles:
        raise SetupError("setup.no_end_tile", TEXTS, tile=name, first=first, last=end - 1)
    if not first <= tiles.index(name) < end:
        raise SetupError(
            "setup.end_tile_place", TEXTS, tile=name, given=tiles.index(name), first=first, last=end - 1
        )


def read_goals(state: Any, setup: Mapping[str, Any]) -> None:
    """Deal the goals as given; no goal can be dealt twice."""
    n_public, n_players = int(state.rules.n_public_goals), int(state.rules.n_players)
    n_private = n_players if state.rules.has_private_goals else 0
    public = check_list("goals", setup.get("goals", []), n_public)
    pairs = check_list("private_goals", setup.get("private_goals", []), n_private)
    seen: set[str] = set()
    for place, goal in enumerate(public):
        state.public_goals[place] = read_goal(state, f"goals[{place}]", goal, seen)
    for seat, pair in enumerate(pairs):
        for place, goal in enumerate(check_list(f"private_goals[{seat}]", pair, 2)):
            where = f"private_goals[{seat}][{place}]"
            state.players[seat].goals[place] = read_goal(state, where, goal, seen)


def check_list(where: str, given: Any, wanted: int) -> Sequence[Any]:
    if not isinstance(given, list | tuple) or len(given) != wanted:
        n_given = len(given) if isinstance(given, list | tuple) else repr(given)[:40]
        raise SetupError("setup.goals", TEXTS, where=where, given=n_given, wanted=wanted)
    return given


def read_goal(state: Any, where: str, goal: Any, seen: set[str]) -> int:
    """Count a goal that may be dealt here."""
    if type(goal) is not str or goal not in GOAL_OF:
        raise SetupError("setup.unknown_goal", TEXTS, where=where, goal=repr(goal)[:40])
    if goal in seen:
        raise SetupError("setup.goal_twice", TEXTS, where=where, goal=goal)
    if state.rules.is_dale and GOALS[GOAL_OF[goal]].excluded_with_dale:
        raise SetupError("setup.goal_excluded", TEXTS, where=where, goal=goal)
    seen.add(goal)
    return GOAL_OF[goal]


def read_first_player(state: Any, seat: Any) -> None:
    n_players = int(state.rules.n_players)
    if type(seat) is not int or not 0 <= seat < n_players:
        raise SetupError("setup.first_player", TEXTS, given=repr(seat)[:40], last=n_players - 1)
    fixed = int(state.rules.fixed_first_player)
    if fixed not in (NO_SEAT, seat):
        raise SetupError("setup.first_player_fixed", TEXTS, given=seat, fixed=fixed)
    state.first_player = seat


RULES = Rules(
    info=INFO,
    state=State,
    kernels=Kernels(
        **functions_of(Kernels, setup, legal, apply, refusals, scoring, outlook, view, invariants)
    ),
    undealt=undealt,
    read_setup=read_setup,
    write_setup=write_setup,
    **functions_of(Rules, actions, observe, text, explain, view),
    phase=lambda state: Decision(state.decision).name.lower(),
    money=lambda state, seat: int(state.players[seat].money),
    max_state_bytes=MAX_STATE_BYTES,
    encoding=Encoding.of_modules(action_numbers, features, version=1, max_legal=2048),
)
