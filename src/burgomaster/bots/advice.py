"""What a strong bot would do, and how good the moves of a game were, with what the mover could know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from burgomaster.bots.bot import Answer, Budget, Thought
from burgomaster.bots.fitted import fitted_at
from burgomaster.bots.levels import MANNERS, Manner
from burgomaster.bots.search_bot import SearchBot, make
from burgomaster.bots.sight import Sight
from burgomaster.core.table import Table

LEVEL = 4
DESCENTS = 600  # for each move of a game that is analysed
ENOUGH = 0.1  # the part of the descents that judges a played move well enough
ALTERNATIVES = 3
# The most of the result that a move of each grade gives away.
GRADES = ((0.01, "best"), (0.03, "good"), (0.07, "inaccuracy"), (0.15, "mistake"))
POINT = 0.012  # a point of lead as a part of a result, so that points count where the game is decided
WORST = "blunder"
FORCED = "forced"


@dataclass(frozen=True)
class Judgement:
    """One move of a game as it looked to who made it."""

    ply: int  # from 1
    round: int
    seat: int
    played: Thought
    best: Sequence[Thought]  # the best first; the played one may be among them
    scores: Sequence[float]  # each seat's at the end, as far as could be seen before the move
    chances: Sequence[float]
    grade: str

    @property
    def loss(self) -> float:
        """Points of lead that the move gave away."""
        return max(0.0, self.best[0].lead - self.played.lead)


def grades_of(found: Sequence[Judgement], seat: int) -> tuple[Counter[str], float]:
    """How often a seat's moves got which grade, and the points that they gave away together."""
    own = [judgement for judgement in found if judgement.seat == seat]
    return Counter(judgement.grade for judgement in own), round(sum(one.loss for one in own), 1)


def advise(table: Table, seat: int | None = None, level: int = LEVEL, seed: int = 0) -> Answer:
    """What a level would do in this position, and why; for the seat to move, as far as that seat knows."""
    sight = Sight(table, seat)
    if not sight.is_turn():
        raise ValueError(f"seat {sight.seat} is not to move")
    unhurried = Budget(seconds=float("inf"))  # the same advice, however busy the machine is
    return make(seed=seed, level=level).think(sight, unhurried)


def analyse(
    table: Table,
    descents: int = DESCENTS,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> list[Judgement]:
    """All moves of a game, each judged by a search that knows only what its mover could know."""
    found = []
    for past, code in positions(table):
        found.append(judge_move(past, code, descents, seed))
        if progress is not None:
            progress()
    return found


def positions(table: Table) -> Iterator[tuple[Table, int]]:
    """The table before each of its moves, and the move."""
    for ply, step in enumerate(table.steps):
        past = table.copy()
        past.rewind(ply)
        yield past, step.move


def judge_move(table: Table, code: int, descents: int, seed: int) -> Judgement:
    """One move, before it is made."""
    sight = Sight(table)
    manner = fair_manner(table.game.name, table.round)
    player = make(seed=seed * 1_000_003 + len(table.steps), level=5, manner=manner)
    budget = Budget(descents, float("inf"))
    answer = player.think(sight, budget)
    played = find_played(player, sight, answer, code, budget)
    best = list(answer.thoughts[:ALTERNATIVES])
    grade = FORCED if answer.descents == 0 else grade_of(best[0], played)
    where = {"ply": len(table.steps) + 1, "round": table.round, "seat": sight.seat}
    return Judgement(
        **where, played=played, best=best, scores=answer.scores, chances=answer.chances, grade=grade
    )


def fair_manner(game: str, round_no: int) -> Manner:
    """A search whose chances to win are what a lead was worth in this round of many games."""
    usual = MANNERS[game]
    return replace(usual, spread=fitted_at(game, "spread", round_no, usual.spread))


def find_played(player: SearchBot, sight: Sight, answer: Answer, code: int, budget: Budget) -> Thought:
    """The thought about the played move; a move that was hardly tried is looked at by itself."""
    played = next(thought for thought in answer.thoughts if thought.move.code == code)
    if answer.descents == 0 or played.visits >= ENOUGH * answer.descents:
        return played
    return player.think_of(sight, played.move, budget)


def grade_of(best: Thought, played: Thought) -> str:
    """How a move is called by what it gives away against the best, as result or in points."""
    loss = max(best.result - played.result, POINT * (best.lead - played.lead))
    return next((name for limit, name in GRADES if loss <= limit), WORST)


def to_json(judgement: Judgement, language: str = "en") -> dict[str, Any]:
    """A judgement for programs."""
    return {
        "ply": judgement.ply,
        "round": judgement.round,
        "seat": judgement.seat,
        "grade": judgement.grade,
        "loss": round(judgement.loss, 2),
        "scores": [round(score, 1) for score in judgement.scores],
        "chances": [round(chance, 4) for chance in judgement.chances],
        "played": thought_json(judgement.played, language),
        "best": [thought_json(thought, language) for thought in judgement.best],
    }


def thought_json(thought: Thought, language: str = "en") -> dict[str, Any]:
    """A thought for programs."""
    return {
        "move": thought.move.notation,
        "text": thought.move.text(language),
        "visits": thought.visits,
        "result": round(thought.result, 4),
        "lead": round(thought.lead, 2),
        "line": list(thought.line),
    }
