"""Pages of all games for tests: variants, positions of random games, drawn boards, the signs of a game."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import burgomaster as bm
from burgomaster.core.registry import game_folder, game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.web.templates import environment
from tests.web.reader import Reader, read

BOTH_EXPANSIONS = {"expansions": ["banquet", "new_society"]}
DALE = {"solo": "dale", "dale_tie": "human", "dale_private_goal": True}
VARIANTS: dict[str, dict[str, tuple[int, dict[str, Any]]]] = {
    "petersburg": {
        "2004": (3, {}),
        "banquet": (4, {"expansions": ["banquet"]}),
        "new_society": (5, {"expansions": ["new_society"]}),
        "both": (2, BOTH_EXPANSIONS),
        "2014": (2, {"edition": "2014"}),
        "market": (3, {"edition": "2014", "expansions": ["market"]}),
    },
    "spyrium": {"two": (2, {}), "three": (3, {}), "four": (4, {}), "five": (5, {})},
    "suburbia": {
        "two": (2, {}),
        "three": (3, {"board_side": ["A", "B", "A"]}),
        "four": (4, {"blocked_cells": "all_above"}),
        "lone_architect": (1, {"solo": "lone_architect"}),
        "dale": (1, DALE),
    },
}
PAGES = [(game, variant) for game, variants in VARIANTS.items() for variant in variants]
QUICK = {
    *(("petersburg", "both"), ("petersburg", "market")),  # both editions, every expansion
    *(("spyrium", "two"), ("spyrium", "five"), ("suburbia", "four"), ("suburbia", "dale")),
}
EVERY = {"petersburg": 12, "spyrium": 12, "suburbia": 7}  # moves from position to position of a long game
SHAPES = {"hex", "plate-1", "plate-2"}  # drawn in the page of Suburbia itself
IDLE = ("pass", "switch")


def new_table(game: str, variant: str, seed: int) -> Table:
    """Deal a game to people with names that must be escaped."""
    players, options = VARIANTS[game][variant]
    made = bm.game(game, players=players, **options)
    return made.new(seed=seed, seats=[{"name": f"<q>{seat}</q>"} for seat in range(made.n_seats)])


def positions(table: Table, seed: int, every: int = 1) -> Iterator[Table]:
    """Positions of a random game: every so many, and the first two that ask each question."""
    dice, number, asked = random.Random(seed), 0, Counter[int]()
    while not table.over:
        decision = int(table.state.decision)
        asked[decision] += 1
        if number % every == 0 or asked[decision] <= 2:
            yield table
        table.play(some_move(table, dice))
        number += 1
    yield table


def some_move(table: Table, dice: random.Random) -> str:
    """Choose a move of any kind: there are many more lakes, say, than anything else."""
    moves = [move.notation for move in table.moves()]
    busy = [move for move in moves if move not in IDLE]
    if not busy or dice.random() < 0.2:
        return dice.choice(moves)
    kind = dice.choice(sorted({move.partition(" ")[0] for move in busy}))
    return dice.choice([move for move in busy if move.partition(" ")[0] == kind])


def finished(game: str, variant: str, seed: int) -> Table:
    *_, table = positions(new_table(game, variant, seed), seed, 1000)
    return table


def draw(seat_view: SeatView, what: str = "board", **values: Any) -> str:
    """Draw the board or the result of a game."""
    game = seat_view.game
    context = getattr(game_part(game, "web.page"), what)(seat_view)
    return environment().get_template(f"{game}/{what}.html").render(context, **values)


@cache
def symbols(game: str, *names: str) -> frozenset[str]:
    """Read the names of the signs in some files of a game; all that its pages may use if none is named."""
    static = game_folder(game) / "web/static"
    paths = [static / name for name in names] or sorted(static.glob("*.svg"))
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text)) | (frozenset() if names else SHAPES)


def check_html(html: str, game: str) -> Reader:
    """Check that a part of a page is well-formed."""
    reader = read(html)
    assert reader.problems == []
    assert [name for name, n in Counter(reader.ids).items() if n > 1] == []
    assert set(reader.icons) <= symbols(game)
    return reader
