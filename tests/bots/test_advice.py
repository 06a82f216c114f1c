"""Hints and analysis: honest, repeatable, and right where the right move is plain."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots.advice import (
    FORCED,
    MoveEvaluation,
    accuracy_of,
    advise,
    analyse,
    evaluate_move,
    grade_of,
    to_json,
)
from burgomaster.bots.bot import MoveEstimate
from burgomaster.core import python_api
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Table
from tests.cases import every
from tests.games.spyrium.positions import position

SIMULATIONS = 40


def played(name: str, moves: int) -> Table:
    table, bot = bm.game(name, players=2).new(seed=5), bm.bot("net", seed=5)
    while len(table.steps) < moves or len(table.moves()) == 1:
        table.play(bot.choose(table))
    return table


def test_advice_is_a_legal_move_with_reasons_for_the_seat_to_move_only() -> None:
    table = played("spyrium", 10)
    choice = advise(table, table.to_move, level=2)
    assert choice.move in table.moves()
    assert choice.estimates[0].visits > 0 and len(choice.chances) == 2
    table = played("petersburg", 10)
    assert table.to_move is not None
    with pytest.raises(ValueError, match="not to move"):
        advise(table, 1 - table.to_move)


@pytest.mark.parametrize("name", ["petersburg", "suburbia", "spyrium"])
def test_every_move_is_evaluated(name: str) -> None:
    table = played(name, 14)
    found = analyse(table, simulations=SIMULATIONS)
    assert [evaluation.played.move.notation for evaluation in found] == table.history
    assert [evaluation.seat for evaluation in found] == [step.seat for step in table.steps]
    for evaluation in found:
        assert evaluation.grade == "forced" or evaluation.played.visits > 0
        assert evaluation.loss >= 0.0 and to_json(evaluation)["ply"] == evaluation.ply


def test_an_evaluation_does_not_know_what_its_mover_could_not_know() -> None:
    table = played("petersburg", 30)
    code = table.moves()[-1].code
    evaluations = []
    for seed in range(3):
        twin: Any = table.copy()
        rng = new_rng()
        seed_rng(rng, seed, 3)
        python_api.determinize(twin._states, 0, twin.to_move, rng)
        evaluations.append(to_json(evaluate_move(twin, code, SIMULATIONS, 1)))
    assert (
        evaluations[0]
        == evaluations[1]
        == evaluations[2]
        == to_json(evaluate_move(table, code, SIMULATIONS, 1))
    )


def test_to_pass_by_a_bargain_is_noticed() -> None:
    table = position(round_no=6, active=1, crystals=2, buildings="laboratory_3", rewards="worker money")
    by_name = {move.notation: move.code for move in table.moves()}
    evaluated = evaluate_move(table, by_name["pass"], 200, 1)
    assert evaluated.best[0].move.notation.startswith("use")
    assert evaluated.grade not in ("best", "good") and evaluated.loss > 2.0


@every(
    ("result", "lead", "grade"),
    [
        (0.7, 3.0, "best"),
        (0.498, 0.0, "best"),
        (0.5, -0.5, "good"),
        (0.485, 0.0, "good"),
        (0.455, 0.0, "inaccuracy"),
        (0.41, 0.0, "mistake"),
        (0.1, -1.0, "blunder"),
        (0.5, -20.0, "blunder"),
    ],
)
def test_grades_follow_what_was_given_away(result: float, lead: float, grade: str) -> None:
    move = played("petersburg", 0).moves()[0]
    assert grade_of(MoveEstimate(move, 9, 0.5, 0.0), MoveEstimate(move, 9, result, lead)) == grade


def test_accuracy_falls_with_what_is_given_away_and_skips_what_was_forced() -> None:
    move = played("petersburg", 0).moves()[0]

    def evaluation(result: float, grade: str, seat: int = 0) -> MoveEvaluation:
        best, made = MoveEstimate(move, 9, 0.5, 0.0), MoveEstimate(move, 9, result, 0.0)
        return MoveEvaluation(1, 1, seat, made, [best], (), (), grade)

    good, bad, forced = evaluation(0.5, "best"), evaluation(0.3, "blunder"), evaluation(0.1, FORCED)
    assert accuracy_of([good, forced], 0) == 100.0
    assert 0.0 < accuracy_of([bad], 0) < accuracy_of([good, bad], 0) < 100.0
    assert accuracy_of([good], 1) is None and accuracy_of([forced], 0) is None


def test_a_move_that_was_hardly_tried_is_compared_with_equal_effort() -> None:
    table = played("spyrium", 25)
    evaluated = [evaluate_move(table, move.code, 200, 1) for move in table.moves()]
    rare = [one for one in evaluated if one.played.move.code != one.best[0].move.code]
    assert rare and any(one.best[0].visits == one.played.visits for one in rare)
