"""What the page of a finished game begins with: who won and why, best and worst move, what comes next."""

from __future__ import annotations

from typing import Any

from burgomaster.core import python_api
from burgomaster.core.language import decimal
from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.server.advice import Analysis
from burgomaster.server.match import Match
from burgomaster.server.render import page_module
from burgomaster.server.texts import TEXTS
from burgomaster.web.ending import differences, places_of, rival_of

WORTH_TELLING = 0.5  # points that a move must have given away to be called the worst


def end_context(match: Match, seat: int | None, language: str, analysis: Analysis | None) -> dict[str, Any]:
    view = SeatView.of(match.table_in(language), seat, language, can_act=False)
    states = match.table.redacted(None)  # at the end nothing is hidden
    places = places_of(view, [int(python_api.rank(states, 0, one)) for one in range(match.game.n_seats)])
    module = page_module(view.game)
    result = module.result(view) if hasattr(module, "result") else None
    # the points of the winner are compared with those of somebody else, where there is somebody
    rival, found = rival_of(places), None
    if result is not None and rival is not None and places[0].has_won:
        found = differences(result, places[0].seat, rival.seat)
    ending = game_part(view.game, "web.ending")
    return {
        "title": result["title"] if result else plain_title(view),
        "icons": result["icons"] if result else "",
        "places": places,
        "ties": ending.tie_reasons(view) if ending else [],
        "left": left_words(match, seat, language),
        "why": {"winner": places[0], "rival": rival, "differences": found} if found else None,
        "moves": moves_context(analysis, seat, language),
        "is_analysing": analysis is not None and analysis.is_working,
        "is_analysed": analysis is not None and analysis.is_done,
        "rematch": match.rematch,
        "rematch_by": "" if match.rematch_seat < 0 else match.names_in(language)[match.rematch_seat],
        "with_people": seat is not None and not match.plays_alone(seat),
        "game": view.game,
    }


def plain_title(view: SeatView) -> str:
    names = ", ".join(view.names[seat] for seat in view.winners)
    return TEXTS.text(view.language, "end.won", names=names)


def left_words(match: Match, seat: int | None, language: str) -> str:
    """Say for whom the computer played to the end, "" for nobody; where it costs a place more is said."""
    gone = [number for number, held in enumerate(match.seats) if held.left]
    if not gone or match.header.is_serious:
        return ""
    names = match.names_in(language)
    key = "end.left_you" if gone == [seat] else "end.left"
    return TEXTS.text(language, key, names=", ".join(names[number] for number in gone))


def moves_context(analysis: Analysis | None, seat: int | None, language: str) -> list[dict[str, Any]]:
    if analysis is None or not analysis.is_done or seat is None:
        return []
    own = [one for one in analysis.found if one.seat == seat and one.grade != "forced"]
    # the best move that mattered most: every other one would have been worse by far
    right = [one for one in own if one.grade == "best" and len(one.best) > 1]
    best = max(right, key=lambda one: one.best[0].lead - one.best[1].lead, default=None)
    worst = max((one for one in own if one.loss >= WORTH_TELLING), key=lambda one: one.loss, default=None)
    shown = []
    for key, one in (("best", best), ("worst", worst)):
        if one is not None:
            text, loss = one.played.move.board_text(language), decimal(one.loss, language)
            better = one.best[0].move.board_text(language) if key == "worst" else ""
            shown.append({"key": key, "text": text, "ply": one.ply - 1, "loss": loss, "better": better})
    return shown
