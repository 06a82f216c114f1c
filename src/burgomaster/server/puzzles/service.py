"""What is done with puzzles, for pages and JSON alike: choosing one, judging a move, counting an answer."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import date

from fastapi import HTTPException, Request, Response

from burgomaster.bots.advice import LEVEL, SIMULATIONS, MoveEvaluation, grade_of
from burgomaster.bots.bot import Budget, MoveEstimate
from burgomaster.bots.explanations import Explanation, justify
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.puzzles import DIFFICULTIES, Collection, Puzzle, puzzles_of
from burgomaster.bots.search_bot import make
from burgomaster.core.cache import Cache
from burgomaster.core.registry import game_names
from burgomaster.core.table import Table
from burgomaster.server.advice import AdviceService
from burgomaster.server.auth import Visitor
from burgomaster.server.daily.deals import streak, today
from burgomaster.server.puzzles import store
from burgomaster.server.requests import small_number
from burgomaster.server.security import Signer
from burgomaster.server.steady_time import now

NEAR = 8  # puzzles around a rating, among which one is drawn
MOST_KEPT = 500  # verdicts
UNHURRIED = float("inf")
_verdicts: Cache[Explanation] = Cache(MOST_KEPT)


# Which puzzle comes next, and which one is that of the day


def collections() -> list[Collection]:
    return [found for game in game_names() if (found := collection_of(game)) is not None]


def collection_of(game: str) -> Collection | None:
    found = puzzles_of(game) if game in game_names() else None
    return found if found is not None and found.puzzles else None


def puzzle_of_day(signer: Signer, collection: Collection, day: date) -> Puzzle:
    """Choose the puzzle of a day; nobody knows tomorrow's."""
    text = f"{day.isoformat()} {collection.game}"
    digest = hashlib.sha256(signer.sign("puzzle", text).encode()).digest()
    in_order = sorted(collection.puzzles, key=lambda one: one.id)
    return in_order[int.from_bytes(digest[:8], "big") % len(in_order)]


def next_puzzle(
    collection: Collection, answered: Set[str], difficulty: int | None, rating: float, mark: str
) -> Puzzle:
    """Choose a puzzle near a rating that is not answered yet; once all are, any of them.

    `mark` says for whom and when, so that reloading a link does not run through all puzzles.
    """
    fitting = collection.of_difficulty(difficulty) or collection.puzzles
    left = [one for one in fitting if one.id not in answered] or list(fitting)
    near = sorted(left, key=lambda one: (abs(one.rating - rating), one.id))[:NEAR]
    digest = hashlib.sha256(f"{mark} {len(answered)}".encode()).digest()
    return near[int.from_bytes(digest[:8], "big") % len(near)]


# What a move is worth, and why: by what was found when the puzzle was, or by a new search


def solution_code(puzzle: Puzzle, table: Table) -> int:
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
        best, played = (best, known) if known is not None else compare(puzzle, table, code, others[0])
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


def compare(
    puzzle: Puzzle, table: Table, code: int, second: MoveEstimate
) -> tuple[MoveEstimate, MoveEstimate]:
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


# The puzzle that a request is about


@dataclass(frozen=True)
class Asked:
    collection: Collection
    puzzle: Puzzle

    @property
    def game(self) -> str:
        return self.collection.game


def find_game(request: Request, game: str) -> Collection:
    """Find the puzzles of the game that a path names; 404 if there are none."""
    found = collection_of(game)
    if found is None:
        raise HTTPException(404)
    request.app.state.preparation.require(game)
    return found


def read_difficulty(text: str | None) -> int | None:
    found = small_number(text)
    return found if found in DIFFICULTIES else None


# Who answers


def keeper_of(request: Request, visitor: Visitor) -> store.Keeper:
    """Find where the answers of somebody are kept; the same for a whole request."""
    if not hasattr(request.state, "puzzle_keeper"):
        state = request.app.state
        request.state.puzzle_keeper = (
            store.GuestKeeper.read(state.signer, request.cookies.get(store.COOKIE, ""))
            if visitor.account is None
            else store.AccountKeeper(state.store.engine, visitor.account)
        )
    keeper: store.Keeper = request.state.puzzle_keeper
    return keeper


def remember(request: Request, response: Response) -> None:
    """Let a guest's answers be known the next time."""
    keeper, state = getattr(request.state, "puzzle_keeper", None), request.app.state
    if isinstance(keeper, store.GuestKeeper) and keeper.is_changed:
        state.auth.set_cookie(response, store.COOKIE, keeper.write(state.signer), store.VISIT)


def day_streak(keeper: store.Keeper) -> int:
    """Count the days in a row on which somebody solved a puzzle of the day."""
    return streak(keeper.days(), today(now()))


# Choosing


def daily_puzzles(request: Request, day: date) -> dict[str, Puzzle]:
    signer = request.app.state.signer
    return {one.game: puzzle_of_day(signer, one, day) for one in collections()}


def choose(request: Request, visitor: Visitor, collection: Collection, difficulty: int | None) -> Puzzle:
    keeper = keeper_of(request, visitor)
    standing = keeper.standings().get(collection.game, store.Standing())
    answered = keeper.answered(collection.game)
    return next_puzzle(collection, answered, difficulty, standing.rating, f"{visitor.who} {today(now())}")


# Answering


@dataclass(frozen=True)
class Answer:
    """What somebody answered, or that they want to be told."""

    verdict: Explanation  # on their move; on the best one if they tried none
    is_right: bool
    is_shown: bool  # the solution may be told
    counted: store.Counted
    tried: str = ""  # the notation of their move


async def answer(request: Request, visitor: Visitor, asked: Asked, move: str) -> Answer:
    """Judge a move that somebody tries; their first answer counts."""
    table = await asyncio.to_thread(asked.puzzle.table)
    code = table.read_move(move)
    verdict = await think(request, visitor, asked, code)
    notation = verdict.evaluation.played.move.notation
    is_right = notation == asked.puzzle.solution
    counted = await asyncio.to_thread(count, request, visitor, asked, is_right)
    return Answer(verdict, is_right, is_right, counted, notation)


async def give_up(request: Request, visitor: Visitor, asked: Asked, tried: str) -> Answer:
    """Tell the solution; who has not answered before has not found it."""
    table = await asyncio.to_thread(asked.puzzle.table)
    code = table.read_move(tried) if tried else solution_code(asked.puzzle, table)
    verdict = await think(request, visitor, asked, code)
    counted = await asyncio.to_thread(count, request, visitor, asked, False)
    return Answer(verdict, False, True, counted, verdict.evaluation.played.move.notation if tried else "")


async def think(request: Request, visitor: Visitor, asked: Asked, code: int) -> Explanation:
    """Judge a move, in turn with everybody who waits for something to be thought about."""
    advice: AdviceService = request.app.state.advice
    puzzle = asked.puzzle

    def verdict() -> Explanation:  # may take a moment the first time
        return _verdicts.get((puzzle.id, code), lambda: grade(puzzle, code))

    return await advice.think(asked.game, visitor.owner, verdict)


def count(request: Request, visitor: Visitor, asked: Asked, is_right: bool) -> store.Counted:
    day = today(now())
    is_daily = puzzle_of_day(request.app.state.signer, asked.collection, day).id == asked.puzzle.id
    keeper = keeper_of(request, visitor)
    return keeper.count(asked.game, asked.puzzle, is_right, day.isoformat() if is_daily else "", now())
