"""Advise a seat, and grade the moves of a game, always with what the mover could know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from burgomaster.bots.bot import Budget, Choice, MoveEstimate
from burgomaster.bots.fitted import spread_at
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import SearchParams, search_params_of
from burgomaster.bots.search_bot import SearchBot, make
from burgomaster.core.table import Table

LEVEL = 4
SIMULATIONS = 600  # for each move of a game that is analysed
ENOUGH = 0.1  # the part of the simulations that estimates a played move well enough
ALTERNATIVES = 3
# How much of the result a move of each grade gives away, at most.
GRADES = ((0.01, "best"), (0.03, "good"), (0.07, "inaccuracy"), (0.15, "mistake"))
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
        """Count the points of lead that the move gave away."""
        return max(0.0, self.best[0].lead - self.played.lead)


def grades_of(found: Sequence[MoveEvaluation], seat: int) -> tuple[Counter[str], float]:
    """Count the grades of a seat's moves, and the points that they gave away together."""
    own = [evaluation for evaluation in found if evaluation.seat == seat]
    return Counter(evaluation.grade for evaluation in own), round(sum(one.loss for one in own), 1)


def advise(table: Table, seat: int | None = None, level: int = LEVEL, seed: int = 0) -> Choice:
    """Choose a move as a level would, for the seat to move, as far as that seat knows."""
    information = InformationSet(table, seat)
    if not information.is_turn():
        raise ValueError(f"seat {information.seat} is not to move")
    unhurried = Budget(seconds=float("inf"))  # the same advice, however busy the machine is
    return make(seed=seed, level=level).think(information, unhurried)


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
    """Evaluate one move, before it is made."""
    information = InformationSet(table)
    params = calibrated_params(table.game.name, table.round)
    bot = make(seed=seed * 1_000_003 + len(table.steps), level=5, params=params)
    budget = Budget(simulations, float("inf"))
    choice = bot.think(information, budget)
    played = estimate_played(bot, information, choice, code, budget)
    best = list(choice.estimates[:ALTERNATIVES])
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


def calibrated_params(game: str, round_no: int) -> SearchParams:
    """Return a game's search parameters with chances to win as they were fitted for this round."""
    usual = search_params_of(game)
    return replace(usual, spread=spread_at(game, round_no, usual.spread))


def estimate_played(
    bot: SearchBot, information: InformationSet, choice: Choice, code: int, budget: Budget
) -> MoveEstimate:
    """Find the estimate of the played move; a move that was hardly tried gets a search of its own."""
    played = next(estimate for estimate in choice.estimates if estimate.move.code == code)
    if choice.simulations == 0 or played.visits >= ENOUGH * choice.simulations:
        return played
    return bot.estimate_move(information, played.move, budget)


def grade_of(best: MoveEstimate, played: MoveEstimate) -> str:
    """Grade a move by what it gives away against the best, as result or in points."""
    loss = max(best.result - played.result, POINT * (best.lead - played.lead))
    return next((name for limit, name in GRADES if loss <= limit), WORST)


def to_json(evaluation: MoveEvaluation, language: str = "en") -> dict[str, Any]:
    """Describe the evaluation of a move for programs."""
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
    """Describe the estimate of a move for programs."""
    return {
        "move": estimate.move.notation,
        "text": estimate.move.text(language),
        "visits": estimate.visits,
        "result": round(estimate.result, 4),
        "lead": round(estimate.lead, 2),
        "line": list(estimate.line),
    }
