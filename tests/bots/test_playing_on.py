"""Moves played on after a search: what that shows decides, it is repeatable, and nothing hidden is in it."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots import playing_on
from burgomaster.bots.bot import Budget, MoveEstimate
from burgomaster.bots.evaluators import NetEvaluator, RuleOfThumb
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.playing_on import AT_A_TIME, NEAR, STAGES, Effort, with_lead
from burgomaster.bots.search_bot import SearchBot
from burgomaster.core.table import Table
from tests.bots.test_search import hidden_otherwise

WORLDS = 16
MARGIN_SCALE = 12.0


@cache
def evaluator() -> NetEvaluator:
    return NetEvaluator("suburbia", "", 1)


def alone(choices: int, seed: int = 4) -> Table:
    """Deal Lone Architect and let a net choose some times."""
    table, bot = (
        bm.game("suburbia", players=1, solo="lone_architect").new(seed=seed),
        bm.bot("net", seed=seed),
    )
    for _ in range(choices):
        table.play(bot.choose(table))
    return table


def last_turn() -> Table:
    """Play to the position in which the last tile is laid; after it only tiles are put away."""
    table, bot = alone(0), bm.bot("net", seed=4)
    found = table.copy()
    while not table.over:
        found = table.copy() if table.phase == "main" else found
        table.play(bot.choose(table))
    return found


def equal_estimates(table: Table, lead: float = 0.0) -> list[MoveEstimate]:
    return [MoveEstimate(move, 100, 0.5, lead) for move in table.moves()]


def effort(**changed: Any) -> Effort:
    usual = {"n_worlds": WORLDS, "deadline": math.inf, "seed": 3, "margin_scale": MARGIN_SCALE}
    return Effort(**{**usual, **changed})


def play_on(table: Table, estimates: list[MoveEstimate], **changed: Any) -> list[MoveEstimate]:
    return list(evaluator().play_on(InformationSet(table), estimates, effort(**changed)))


def best_score(table: Table, notation: str) -> int:
    """Count what a game has in the end if every choice after a move is the best one."""
    after = table.copy()
    after.play(notation)
    if after.over:
        return after.scores[0]
    return max(best_score(after, move.notation) for move in after.moves())


def test_what_comes_of_the_moves_decides() -> None:
    table = last_turn()
    some = equal_estimates(table)[::31][:8]
    expected = {one.move.notation: best_score(table, one.move.notation) for one in some}
    assert len(set(expected.values())) > 3
    found = play_on(table, some)
    assert expected[found[0].move.notation] == max(expected.values())
    assert sorted(one.move.notation for one in found) == sorted(expected)
    of_three = [expected[one.move.notation] for one in found[: STAGES[-1][0]]]
    assert of_three == sorted(of_three, reverse=True)
    lead = found[0].lead - found[1].lead
    assert lead == pytest.approx(playing_on.TRUST * (of_three[0] - of_three[1]), abs=1e-4)


def test_moves_far_behind_or_hardly_tried_are_not_played_on() -> None:
    table = alone(6)
    estimates = equal_estimates(table)[:6]
    behind = [MoveEstimate(one.move, 100, 0.4, -NEAR) for one in estimates[3:5]]
    untried = MoveEstimate(estimates[5].move, 0, 0.9, 5.0)
    found = play_on(table, [*estimates[:3], *behind, untried])
    assert found[3:] == [*behind, untried]
    assert {one.move for one in found[:3]} == {one.move for one in estimates[:3]}
    assert sum(one.lead for one in found[:3]) == pytest.approx(0.0, abs=1e-4)


def test_one_move_is_left_as_it_is() -> None:
    table = alone(6)
    assert play_on(table, equal_estimates(table)[:1]) == equal_estimates(table)[:1]


def test_when_the_time_is_over_the_search_decides() -> None:
    table = alone(6)
    estimates = [MoveEstimate(move, 100, 0.5, 0.1 * place) for place, move in enumerate(table.moves()[:5])]
    assert play_on(table, estimates, deadline=0.0) == estimates
    assert play_on(table, estimates, n_worlds=AT_A_TIME) == estimates
    assert play_on(table, estimates) != estimates


def test_a_lead_changes_the_result_with_it() -> None:
    before = MoveEstimate(alone(0).moves()[0], 10, 0.5, 0.0)
    after = with_lead(before, MARGIN_SCALE, MARGIN_SCALE)
    assert (after.lead, after.result) == (MARGIN_SCALE, pytest.approx(1 / (1 + math.exp(-1))))
    assert with_lead(after, 0.0, MARGIN_SCALE).result == pytest.approx(0.5)


def test_a_rule_of_thumb_plays_nothing_on() -> None:
    table = alone(6)
    estimates = equal_estimates(table)
    assert RuleOfThumb("suburbia").play_on(InformationSet(table), estimates, effort()) is estimates


def strong(seed: int = 1) -> SearchBot:
    bot = bm.bot("search", seed=seed, level=5, seconds=600.0)
    assert isinstance(bot, SearchBot)
    return bot


def visits(table: Table, **budget: Any) -> list[int]:
    found = strong().think(InformationSet(table), Budget(**budget)).estimates
    return [one.visits for one in found]


def test_the_strongest_levels_play_on_alone_unless_simulations_are_counted() -> None:
    tables = [alone(choices) for choices in (12, 20, 24)]
    assert any(found != sorted(found, reverse=True) for found in map(visits, tables))
    table = tables[0]
    assert visits(table, simulations=500) == sorted(visits(table, simulations=500), reverse=True)
    two = bm.game("suburbia", players=2).new(seed=4)
    while two.phase != "main":
        two.play(two.moves()[0])
    hasty = bm.bot("search", seed=1, level=5, seconds=0.0)
    few = [one.visits for one in hasty.think(InformationSet(two)).estimates]
    assert few == sorted(few, reverse=True)


def test_a_level_is_repeatable_and_knows_nothing_hidden() -> None:
    table = alone(16)
    first = strong().think(InformationSet(table))
    assert first.move == first.estimates[0].move
    assert {one.move for one in first.estimates} == set(table.moves())
    for seed in range(2):
        again = strong().think(InformationSet(hidden_otherwise(table, seed)))
        assert [(one.move.code, one.lead) for one in again.estimates] == [
            (one.move.code, one.lead) for one in first.estimates
        ]
