"""Advise a seat, and grade the moves of a game, always with what the mover could know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

from burgomaster.bots.bot import Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.search_bot import SearchBot, make
from burgomaster.core.table import Table

LEVEL = 5
SIMULATIONS = 600  # for each move of a game that is analysed
ENOUGH = 0.1  # the part of the simulations that estimates a played move well enough
ALTERNATIVES = 3
# How much of the result a move of each grade gives away, at most.
GRADES = ((0.003, "best"), (0.02, "good"), (0.05, "inaccuracy"), (0.1, "mistake"))
STRICTNESS = 10.0  # how fast the accuracy of a move falls with what it gives away
POINT = 0.012  # a point of lead as a part of a result, so that points count where the game is decided
WORST = "blunder"
FORCED = "forced"


@dataclass(frozen=True)
class MoveEvaluation:
    """One move of a game, evaluated with what its mover could know."""

    ply: int  # from 1
    round: int
    seat: int
    played: MoveEstimate
    best: Sequence[MoveEstimate]  # the best first; the played one may be among them
    scores: Sequence[float]  # expected of each seat at the end, before the move
    chances: Sequence[float]  # of each seat to win
    grade: str

    @property
    def loss(self) -> float:
        return max(0.0, self.best[0].lead - self.played.lead)


def grades_of(found: Sequence[MoveEvaluation], seat: int) -> tuple[Counter[str], float]:
    own = [evaluation for evaluation in found if evaluation.seat == seat]
    return Counter(evaluation.grade for evaluation in own), round(sum(one.loss for one in own), 1)


def advise(table: Table, seat: int | None = None, level: int = LEVEL, seed: int = 0) -> Choice:
    """Choose a move as a level would, for the seat to move, as far as that seat knows."""
    information = InformationSet(table, seat)
    if not information.is_turn():
        raise ValueError(f"seat {information.seat} is not to move")
    unhurried = Budget(seconds=float("inf"))  # the same advice, however busy the machine is
    return make(seed=seed, level=level, careful=True).think(information, unhurried)


def expect(table: Table, simulations: int = SIMULATIONS, seed: int = 0) -> Choice:
    """Estimate what comes of a position, and the moves in it, with what the seat to move can know."""
    return make(seed=seed, level=LEVEL).think(InformationSet(table), Budget(simulations, float("inf")))


def analyse(
    table: Table,
    simulations: int = SIMULATIONS,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> list[MoveEvaluation]:
    """Evaluate all moves of a game, each by a search that knows only what its mover could know."""
    found = []
    for past, code in positions(table):
        found.append(evaluate_move(past, code, simulations, seed))
        if progress is not None:
            progress()
    return found


def positions(table: Table) -> Iterator[tuple[Table, int]]:
    """Go through the table before each of its moves, with the move."""
    for ply, step in enumerate(table.steps):
        past = table.copy()
        past.rewind(ply)
        yield past, step.move


def evaluate_move(table: Table, code: int, simulations: int, seed: int) -> MoveEvaluation:
    information = InformationSet(table)
    bot = make(seed=seed * 1_000_003 + len(table.steps), level=LEVEL)
    budget = Budget(simulations, float("inf"))
    choice = bot.think(information, budget)
    played, best = estimate_both(bot, information, choice, code, budget)
    return MoveEvaluation(
        ply=len(table.steps) + 1,
        round=table.round,
        seat=information.seat,
        played=played,
        best=best,
        scores=choice.scores,
        chances=choice.chances,
        grade=FORCED if choice.simulations == 0 else grade_of(best[0], played),
    )


def estimate_both(
    bot: SearchBot, information: InformationSet, choice: Choice, code: int, budget: Budget
) -> tuple[MoveEstimate, list[MoveEstimate]]:
    """Find the estimates of the played move and of the best ones.

    A move that was hardly tried gets a search of its own, and then the best one too: a whole search finds
    better ways to go on than a part of one, so that only equal efforts can be compared.
    """
    played = next(estimate for estimate in choice.estimates if estimate.move.code == code)
    best = list(choice.estimates[:ALTERNATIVES])
    if choice.simulations == 0 or played.visits >= ENOUGH * choice.simulations:
        return played, best
    played = bot.estimate_move(information, played.move, budget)
    best[0] = bot.estimate_move(information, best[0].move, budget)
    return played, best


def grade_of(best: MoveEstimate, played: MoveEstimate) -> str:
    """Grade a move by what it gives away against the best, as result or in points."""
    loss = loss_of(best, played)
    return next((name for limit, name in GRADES if loss <= limit), WORST)


def loss_of(best: MoveEstimate, played: MoveEstimate) -> float:
    """Measure what a move gives away against the best, as part of a result."""
    return max(0.0, best.result - played.result, POINT * (best.lead - played.lead))


def accuracy_of(found: Sequence[MoveEvaluation], seat: int) -> float | None:
    """Rate the moves of a seat that were a choice, from 0 to 100: 100 if none gave anything away."""
    own = [one for one in found if one.seat == seat and one.grade != FORCED]
    if not own:
        return None
    return 100.0 * sum(exp(-STRICTNESS * loss_of(one.best[0], one.played)) for one in own) / len(own)


def to_json(evaluation: MoveEvaluation, language: str = "en") -> dict[str, Any]:
    return {
        "ply": evaluation.ply,
        "round": evaluation.round,
        "seat": evaluation.seat,
        "grade": evaluation.grade,
        "loss": round(evaluation.loss, 2),
        "scores": [round(score, 1) for score in evaluation.scores],
        "chances": [round(chance, 4) for chance in evaluation.chances],
        "played": estimate_json(evaluation.played, language),
        "best": [estimate_json(estimate, language) for estimate in evaluation.best],
    }


def estimate_json(estimate: MoveEstimate, language: str = "en") -> dict[str, Any]:
    return {
        "move": estimate.move.notation,
        "text": estimate.move.text(language),
        "visits": estimate.visits,
        "result": round(estimate.result, 4),
        "lead": round(estimate.lead, 2),
        "line": list(estimate.line),
    }
