"""An analysis that was kept says what it said; one of another game, or damaged, is refused."""

from __future__ import annotations

import base64
import zlib
from functools import cache
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots.advice import evaluate_move, positions
from burgomaster.bots.explanations import Explanation, justified_json, justify, read_analysis, write_analysis
from burgomaster.core.table import Table
from tests.cases import sweep

MOVES, SIMULATIONS = 20, 8
GAMES: dict[str, dict[str, Any]] = {
    "spyrium": {"players": 2},
    "petersburg": {"players": 3, "expansions": ["banquet", "new_society"]},
    "suburbia": {"players": 1, "solo": "lone_architect"},
}


def played(game: str, seed: int = 3) -> Table:
    table = bm.game(game, **GAMES[game]).new(seed=seed)
    bot = bm.bot("random", seed=seed)
    while len(table.steps) < MOVES:
        table.play(bot.choose(table))
    return table


@cache
def analysed(game: str) -> list[Explanation]:
    return [
        justify(past, evaluate_move(past, code, SIMULATIONS, 0), 0) for past, code in positions(played(game))
    ]


@pytest.mark.parametrize("game", sweep(GAMES, lambda name: name == "spyrium"))
def test_what_was_kept_is_what_was_found(game: str) -> None:
    table = played(game)
    explained = analysed(game)
    text = write_analysis(explained)
    read = read_analysis(text, table)
    assert write_analysis(read) == text and len(text) < 500 * len(explained)
    for language in ("en", "ru"):
        told = [justified_json(game, one, language) for one in explained]
        assert [justified_json(game, one, language) for one in read] == told
    assert [one.evaluation.loss for one in read] == [one.evaluation.loss for one in explained]


def test_what_is_not_of_this_game_is_refused() -> None:
    table = played("spyrium")
    text = write_analysis(analysed("spyrium"))
    other, shorter = played("spyrium", seed=4), table.copy()
    shorter.rewind(MOVES - 1)
    wrong = ["", "nonsense", text[:-40], base64.b64encode(zlib.compress(b"[[]]" * 9)).decode()]
    wrong.append(base64.b64encode(zlib.compress(b"[" + b"0," * (MOVES - 1) + b"0]")).decode())
    for given, place in [(text, other), (text, shorter), *((one, table) for one in wrong)]:
        with pytest.raises(ValueError, match=r"."):
            read_analysis(given, place)
