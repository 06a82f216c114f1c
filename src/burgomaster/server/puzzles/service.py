"""What is done with puzzles, for pages and JSON alike."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date

from fastapi import HTTPException, Request, Response

from burgomaster.bots.explanations import Explanation
from burgomaster.bots.puzzles import DIFFICULTIES, Collection, Puzzle
from burgomaster.server.advice import AdviceService
from burgomaster.server.auth import Visitor
from burgomaster.server.daily.deals import streak, today
from burgomaster.server.puzzles.choosing import collection_of, games_with_puzzles, next_puzzle, puzzle_of_day
from burgomaster.server.puzzles.context import Answer
from burgomaster.server.puzzles.grading import solution_code, verdict_on
from burgomaster.server.puzzles.keeping import COOKIE, VISIT, AccountKeeper, GuestKeeper, Keeper
from burgomaster.server.puzzles.standing import Counted, Standing
from burgomaster.server.requests import small_number
from burgomaster.server.steady_time import now


@dataclass(frozen=True)
class Asked:
    """A puzzle that a request is about."""

    collection: Collection
    puzzle: Puzzle

    @property
    def game(self) -> str:
        """Name its game."""
        return self.collection.game


def find_game(request: Request, game: str) -> Collection:
    """Find the puzzles of the game that a path names; 404 if there are none."""
    found = collection_of(game)
    if found is None:
        raise HTTPException(404)
    request.app.state.preparation.require(game)
    return found


def find_puzzle(request: Request, game: str, puzzle: str) -> Asked:
    """Find the puzzle that a path names; 404 if there is none."""
    collection = find_game(request, game)
    found = collection.get(puzzle)
    if found is None:
        raise HTTPException(404)
    return Asked(collection, found)


def read_difficulty(text: str | None) -> int | None:
    """Read a difficulty; None for any."""
    found = small_number(text)
    return found if found in DIFFICULTIES else None


# Who answers


def keeper_of(request: Request, visitor: Visitor) -> Keeper:
    """Find where the answers of somebody are kept; the same for a whole request."""
    if not hasattr(request.state, "puzzle_keeper"):
        state = request.app.state
        request.state.puzzle_keeper = (
            GuestKeeper.read(state.signer, request.cookies.get(COOKIE, ""))
            if visitor.account is None
            else AccountKeeper(state.store.engine, visitor.account)
        )
    keeper: Keeper = request.state.puzzle_keeper
    return keeper


def remember(request: Request, response: Response) -> None:
    """Let a guest's answers be known the next time."""
    keeper, state = getattr(request.state, "puzzle_keeper", None), request.app.state
    if isinstance(keeper, GuestKeeper) and keeper.is_changed:
        state.auth.set_cookie(response, COOKIE, keeper.write(state.signer), VISIT)


def day_streak(keeper: Keeper) -> int:
    """Count the days in a row on which somebody solved a puzzle of the day."""
    return streak(keeper.days(), today(now()))


# Choosing


def daily_puzzles(request: Request, day: date) -> dict[str, Puzzle]:
    """List the puzzle of a day of every game."""
    signer = request.app.state.signer
    collections = [one for game in games_with_puzzles() if (one := collection_of(game)) is not None]
    return {one.game: puzzle_of_day(signer, one, day) for one in collections}


def choose(request: Request, visitor: Visitor, collection: Collection, difficulty: int | None) -> Puzzle:
    """Choose the next puzzle of somebody."""
    keeper = keeper_of(request, visitor)
    standing = keeper.standings().get(collection.game, Standing())
    answered = keeper.answered(collection.game)
    return next_puzzle(collection, answered, difficulty, standing.rating, f"{visitor.who} {today(now())}")


# Answering


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
    return await advice.think(asked.game, visitor.owner, lambda: verdict_on(asked.puzzle, code))


def count(request: Request, visitor: Visitor, asked: Asked, is_right: bool) -> Counted:
    """Count an answer."""
    day = today(now())
    is_daily = puzzle_of_day(request.app.state.signer, asked.collection, day).id == asked.puzzle.id
    keeper = keeper_of(request, visitor)
    return keeper.count(asked.game, asked.puzzle, is_right, day.isoformat() if is_daily else "", now())
