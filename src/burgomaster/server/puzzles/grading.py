"""What a move in a puzzle is worth, and why: by what was found when the puzzle was, or by a new search."""

from __future__ import annotations

from dataclasses import replace

from burgomaster.bots.advice import LEVEL, SIMULATIONS, MoveEvaluation, grade_of
from burgomaster.bots.bot import Budget, MoveEstimate
from burgomaster.bots.explanations import Explanation, justify
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.puzzles import Puzzle
from burgomaster.bots.search_bot import make
from burgomaster.core.cache import Cache
from burgomaster.core.table import Table

MOST_KEPT = 500  # verdicts
UNHURRIED = float("inf")

_verdicts: Cache[Explanation] = Cache(MOST_KEPT)


def verdict_on(puzzle: Puzzle, code: int) -> Explanation:
    """Grade a move of a puzzle and say why; may take a moment the first time."""
    return _verdicts.get((puzzle.id, code), lambda: grade(puzzle, code))


def solution_code(puzzle: Puzzle, table: Table) -> int:
    """Find the number of the best move."""
    return next(move.code for move in table.moves() if move.notation == puzzle.solution)


def grade(puzzle: Puzzle, code: int) -> Explanation:
    """Compare a move with the best one, or the best one with the second."""
    table = puzzle.table()
    seat = table.to_move
    assert seat is not None
    best, *others = ranked(puzzle, table)
    if code == best.move.code:
        played = best
    else:
        known = puzzle.estimate(table, code)
        best, played = (best, known) if known is not None else think(puzzle, table, code, others[0])
    evaluation = MoveEvaluation(1, table.round, seat, played, [best, *others], (), (), grade_of(best, played))
    return justify(table, evaluation, 0)


def ranked(puzzle: Puzzle, table: Table) -> list[MoveEstimate]:
    """List the moves that were compared when the puzzle was found, the best first."""
    known = [
        MoveEstimate(move, 1, *puzzle.outcomes[move.notation])
        for move in table.moves()
        if move.notation in puzzle.outcomes
    ]
    return sorted(known, key=lambda one: (one.move.notation != puzzle.solution, -one.lead))


def think(puzzle: Puzzle, table: Table, code: int, second: MoveEstimate) -> tuple[MoveEstimate, MoveEstimate]:
    """Think as much about the best move as about another one, which is no better than the second was."""
    information, budget = InformationSet(table), Budget(SIMULATIONS, UNHURRIED)
    bot = make(seed=0, level=LEVEL)
    moves = {move.code: move for move in table.moves()}
    best, played = (
        bot.estimate_move(information, moves[one], budget) for one in (solution_code(puzzle, table), code)
    )
    known_best, known_second = puzzle.outcomes[puzzle.solution], (second.result, second.lead)
    result, lead = (
        min(here, there - (old_best - old_second))
        for here, there, old_best, old_second in zip(
            (played.result, played.lead), (best.result, best.lead), known_best, known_second, strict=True
        )
    )
    return best, replace(played, result=result, lead=lead)
