"""The contexts of the pages of puzzles. Nothing of a solution is in them before somebody has answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.bots.explanations import Explanation
from burgomaster.bots.puzzles import DIFFICULTIES, HARDEST, LEVELS, Collection, Puzzle
from burgomaster.core.language import decimal
from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.analysis_context import SIGNS, reasons_context
from burgomaster.server.characters import bot_name
from burgomaster.server.puzzles.store import Counted, Standing
from burgomaster.server.render import FORM_FIELD, board_html, scripts, stylesheets

OPPONENT = "search:5"  # whose names the other seats have


@dataclass(frozen=True)
class Reader:
    """Who looks at a puzzle, and how."""

    name: str
    language: str


@dataclass(frozen=True)
class Answer:
    """What somebody answered, or that they want to be told."""

    verdict: Explanation  # on their move; on the best one if they tried none
    is_right: bool
    is_shown: bool  # the solution may be told
    counted: Counted
    tried: str = ""  # the notation of their move


def puzzle_context(
    collection: Collection, puzzle: Puzzle, reader: Reader, difficulty: int | None, answer: Answer | None
) -> dict[str, Any]:
    table, language = named_table(puzzle, reader), reader.language
    url, asked = url_of(collection.game, puzzle), f"?difficulty={difficulty}" if difficulty else ""
    view = SeatView.of(table, table.to_move, language, move_url=f"{url}/try{asked}")
    info = game_info(collection.game)
    return {
        "title": info.title(language),
        "variant": info.variant_title(table.game.options, language),
        "stylesheets": stylesheets(collection.game),
        "scripts": scripts(collection.game),
        "game": collection.game,
        "puzzle": public(puzzle),
        "players": table.game.players,
        "round": table.round,
        "url": url,
        "asked": asked,
        "signs": SIGNS,
        "board": board_html(view, FORM_FIELD),
        "answer": None if answer is None else answer_context(collection.game, answer, language),
        "found": found_rows(puzzle) if answer is not None and answer.is_shown else [],
    }


def url_of(game: str, puzzle: Puzzle) -> str:
    return f"/puzzles/{game}/{puzzle.id}"


def public(puzzle: Puzzle) -> dict[str, Any]:
    """Tell of a puzzle what may be known before it is answered."""
    return {"id": puzzle.id, "difficulty": puzzle.difficulty, "rating": puzzle.rating}


def named_table(puzzle: Puzzle, reader: Reader) -> Table:
    """Lay a puzzle out with names at its seats: the reader's, and those of strong bots."""
    table = puzzle.table()
    for seat in range(table.game.players):
        is_own = seat == table.to_move
        number = seat - (table.to_move is not None and seat > table.to_move)
        name = reader.name if is_own else bot_name(OPPONENT, number, reader.language)
        table.seats[seat]["name"] = name
    return table


def answer_context(game: str, answer: Answer, language: str) -> dict[str, Any]:
    """Describe an answer: whether it is right and what it gives away; why, only with the solution."""
    one = answer.verdict.evaluation
    shown: dict[str, Any] = {
        "is_right": answer.is_right,
        "is_shown": answer.is_shown,
        "tried": answer.tried,
        "text": one.played.move.board_text(language) if answer.tried else "",
        "grade": one.grade,
        "lost": decimal(one.loss, language),
        "percent": lost_percent(answer.verdict),
        "counted": answer.counted,
        "rating": round(answer.counted.after.rating),
    }
    if answer.is_shown:
        shown["solution"] = one.best[0].move.board_text(language)
        shown |= reasons_context(game, answer.verdict, language)
    return shown


def lost_percent(verdict: Explanation) -> int:
    """Tell how much of the result a move gives away, in hundredths."""
    one = verdict.evaluation
    return max(0, round(100 * (one.best[0].result - one.played.result)))


def found_rows(puzzle: Puzzle) -> list[dict[str, int]]:
    """Tell how often each level finds the move, in hundredths."""
    return [
        {"level": level, "percent": round(100 * times / puzzle.asked)}
        for level, times in zip(LEVELS, puzzle.found, strict=True)
    ]


# The page of all


def list_context(
    collections: Sequence[Collection],
    standings: Mapping[str, Standing],
    daily: Mapping[str, Puzzle],
    answered_daily: Mapping[str, bool],
    language: str,
) -> list[dict[str, Any]]:
    """Describe the puzzles of every game, with how well somebody does."""
    return [
        {
            "game": one.game,
            "title": game_info(one.game).title(language),
            "total": len(one.puzzles),
            "difficulties": [(n, len(one.of_difficulty(n))) for n in DIFFICULTIES],
            "hardest": HARDEST,
            "daily": public(daily[one.game]),
            "daily_url": url_of(one.game, daily[one.game]),
            "is_daily_done": answered_daily[one.game],
            "standing": standings.get(one.game),
            "rating": round(standings[one.game].rating) if one.game in standings else None,
            "like_level": like_level(one, standings[one.game].rating) if one.game in standings else None,
        }
        for one in collections
    ]


def like_level(collection: Collection, rating: float) -> int | None:
    """Tell which level does as well at these puzzles; None below the first."""
    ranked = sorted(zip(collection.levels, LEVELS, strict=True))
    return max((level for number, level in ranked if number <= rating), default=None)
