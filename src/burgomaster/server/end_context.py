"""What the page of a finished game begins with: who won and why, best and worst move, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.bots.advice import MoveEvaluation
from burgomaster.core import python_api
from burgomaster.core.language import decimal
from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.server.advice import Analysis
from burgomaster.server.match import Match
from burgomaster.server.render import page_module
from burgomaster.server.texts import TEXTS
from burgomaster.web.ending import Place, differences, places_of, rival_of

WORTH_TELLING = 0.5  # points that a move must have given away to be called the worst


def end_context(match: Match, seat: int | None, language: str, analysis: Analysis | None) -> dict[str, Any]:
    """Collect what the end of a game shows to a seat."""
    view = SeatView.of(match.table_in(language), seat, language, can_act=False)
    places = places_of(view, ranks_of(match))
    module = page_module(view.game)
    result = module.result(view) if hasattr(module, "result") else None
    ending = game_part(view.game, "web.ending")
    return {
        "title": result["title"] if result else plain_title(view),
        "icons": result["icons"] if result else "",
        "places": places,
        "ties": ending.tie_reasons(view) if ending else [],
        "left": left_words(match, seat, language),
        "why": why_context(result, places),
        "moves": moves_context(analysis, seat, language),
        "is_analysing": analysis is not None and analysis.is_working,
        "is_analysed": analysis is not None and analysis.is_done,
        "rematch": match.rematch,
        "rematch_by": "" if match.rematch_seat < 0 else match.names_in(language)[match.rematch_seat],
        "with_people": seat is not None and not match.plays_alone(seat),
        "game": view.game,
    }


def ranks_of(match: Match) -> list[int]:
    """Count for each seat those that ended before it; at the end nothing is hidden."""
    states = match.table.redacted(None)
    return [int(python_api.rank(states, 0, seat)) for seat in range(match.game.n_seats)]


def left_words(match: Match, seat: int | None, language: str) -> str:
    """Say for whom the computer played to the end, "" for nobody; where it costs a place more is said."""
    gone = [number for number, held in enumerate(match.seats) if held.left]
    if not gone or match.header.is_serious:
        return ""
    names = match.names_in(language)
    key = "end.left_you" if gone == [seat] else "end.left"
    return TEXTS.text(language, key, names=", ".join(names[number] for number in gone))


def plain_title(view: SeatView) -> str:
    names = ", ".join(view.names[seat] for seat in view.winners)
    return TEXTS.text(view.language, "end.won", names=names)


def why_context(result: dict[str, Any] | None, places: Sequence[Place]) -> dict[str, Any] | None:
    """Compare the points of the winner with those of somebody else, None where there is nobody or nothing."""
    rival = rival_of(places)
    if result is None or rival is None or not places[0].has_won:
        return None
    found = differences(result, places[0].seat, rival.seat)
    return {"winner": places[0], "rival": rival, "differences": found} if found else None


# Moves


def moves_context(analysis: Analysis | None, seat: int | None, language: str) -> list[dict[str, Any]]:
    """Describe the best and the worst move of a seat, as far as the game was analysed."""
    if analysis is None or not analysis.is_done or seat is None:
        return []
    own = [one for one in analysis.found if one.seat == seat and one.grade != "forced"]
    chosen = [("best", best_move(own)), ("worst", worst_move(own))]
    return [describe_move(key, one, language) for key, one in chosen if one is not None]


def best_move(own: Sequence[MoveEvaluation]) -> MoveEvaluation | None:
    """Find the best move that mattered most: every other one would have been worse by far."""
    found = [one for one in own if one.grade == "best" and len(one.best) > 1]
    return max(found, key=margin, default=None)


def margin(one: MoveEvaluation) -> float:
    return one.best[0].lead - one.best[1].lead


def worst_move(own: Sequence[MoveEvaluation]) -> MoveEvaluation | None:
    """Find the move that gave away most, None if none gave away much."""
    worst = max(own, key=lambda one: one.loss, default=None)
    return worst if worst is not None and worst.loss >= WORTH_TELLING else None


def describe_move(key: str, one: MoveEvaluation, language: str) -> dict[str, Any]:
    """Describe a move for the page, with the number of the moment before it."""
    return {
        "key": key,
        "text": one.played.move.board_text(language),
        "ply": one.ply - 1,
        "loss": decimal(one.loss, language),
        "better": one.best[0].move.board_text(language) if key == "worst" else "",
    }
