"""The context of the page of an analysis: the chart, the grades, and the move that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from markupsafe import Markup

from burgomaster.bots.advice import FORCED, GRADES, WORST, MoveEvaluation, accuracy_of, grades_of
from burgomaster.bots.explanations import Explanation, reason_text, told_parts
from burgomaster.bots.reasons import Part
from burgomaster.core.language import decimal, signed
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.server.advice import Analysis
from burgomaster.server.match import Match
from burgomaster.server.render import board_html
from burgomaster.server.replay_context import table_at
from burgomaster.server.texts import TEXTS
from burgomaster.web.charts import chance_chart, chance_plot

NAMES = [name for _, name in GRADES] + [WORST]  # of grades, the best first
SLIPS = ("inaccuracy", "mistake", "blunder")  # what one steps through
SIGNS = {"best": "★", "good": "✓", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
N_LINES, GRID = 4, 20  # parts of the chart's height; points whose multiple is its top, for who plays alone
NOWHERE = "/nothing-is-played-here"  # where the board of a past move would send moves


def analysis_context(match: Match, analysis: Analysis, ply: int | None, language: str) -> dict[str, Any]:
    """Collect what the page of an analysis needs; of one that is not done yet, how far it is."""
    names = match.names_in(language)
    shown: dict[str, Any] = {"match": match, "analysis": analysis, "names": names, "signs": SIGNS}
    if not analysis.is_done:
        return shown
    found = list(analysis.found)
    return {
        **shown,
        "lines": [move_line(evaluation, language) for evaluation in found],
        "grade_names": NAMES,
        "grades": [seat_grades(found, seat, names[seat], language) for seat in range(len(names))],
        **chart_context(found, names, language),
        **move_context(match, found, ply, language),
        **reasons_context(match.header.game, analysis.explained[chosen_ply(found, ply) - 1], language),
    }


def move_line(evaluation: MoveEvaluation, language: str) -> dict[str, Any]:
    return {
        "ply": evaluation.ply,
        "round": evaluation.round,
        "seat": evaluation.seat,
        "text": evaluation.played.move.board_text(language),
        "grade": evaluation.grade,
        "is_slip": evaluation.grade in SLIPS,
        "loss": evaluation.loss,
        "lost": decimal(evaluation.loss, language),
        "better": better_text(evaluation, language),
    }


def better_text(evaluation: MoveEvaluation, language: str) -> str:
    best, grade = evaluation.best[0].move, evaluation.grade
    is_best = grade in ("best", FORCED) or best.code == evaluation.played.move.code
    return "" if is_best else best.board_text(language)


def seat_grades(found: Sequence[MoveEvaluation], seat: int, name: str, language: str) -> dict[str, Any]:
    """Count the grades of a seat, with its accuracy in the game and in each third of its rounds."""
    counts, loss = grades_of(found, seat)
    last = max((one.round for one in found), default=1)
    thirds = [[one for one in found if (one.round - 1) * 3 // last == third] for third in range(3)]
    known = [accuracy_of(part, seat) for part in (found, *thirds)]
    accuracy, *by_thirds = [None if one is None else round(one) for one in known]
    return {
        "seat": seat,
        "name": name,
        "counts": counts,
        "loss": decimal(loss, language),
        "accuracy": accuracy,
        "thirds": by_thirds,
        "n_slips": sum(counts[grade] for grade in SLIPS),
    }


def chart_context(found: Sequence[MoveEvaluation], names: Sequence[str], language: str) -> dict[str, Any]:
    """Draw the curves, their axes, and a sign at every move that gave something away.

    The curves are chances to win, or the points that are expected of whoever plays alone.
    """
    say, is_alone = Translator(TEXTS, language), len(names) == 1
    top = GRID * max(1, ceil(max((max(one.scores, default=0.0) for one in found), default=0.0) / GRID))
    heights = [[score / top for score in one.scores] if is_alone else one.chances for one in found]
    plot = chance_plot(len(found))
    parts = [part / N_LINES for part in range(N_LINES + 1)]
    levels = [(part, str(round(part * top)) if is_alone else say.percent(100 * part)) for part in parts]
    marks = []
    for one, known in zip(found, heights, strict=True):
        if one.grade in SLIPS and known:
            place = {"x": plot.x(one.ply), "y": plot.y(known[one.seat])}
            marks.append({"ply": one.ply, "seat": one.seat, "grade": one.grade, **place})
    return {
        "chart": plot,
        "chart_title": say("analysis.points" if is_alone else "analysis.chances"),
        "curves": chance_chart(plot, heights, names, levels, [one.round for one in found]),
        "marks": marks,
    }


def move_context(
    match: Match, found: Sequence[MoveEvaluation], ply: int | None, language: str
) -> dict[str, Any]:
    """Show the board before a move as its mover saw it, with what was played and what was better."""
    place = chosen_ply(found, ply)
    one = found[place - 1]
    table = table_at(match, place - 1, language)
    view = SeatView.of(table, one.seat, language, move_url=NOWHERE, is_reader=False)
    line = move_line(one, language)
    # nothing can be played there: the buttons become marks of where the moves of the position were
    form = f' method="post" action="{NOWHERE}" hx-post="{NOWHERE}" hx-swap="none"'
    board = str(board_html(view, Markup(""))).replace(form, "")
    return {
        "move": line,
        "played_notation": one.played.move.notation,
        "better_notation": one.best[0].move.notation if line["better"] else "",
        "why": why_better(one, language),
        "cursor": chance_plot(len(found)).x(place),
        "board": Markup(board.replace(' name="move" value="', ' type="button" data-move="')),
        "steps": steps_from(found, place),
    }


def chosen_ply(found: Sequence[MoveEvaluation], ply: int | None) -> int:
    """Choose the move to show: the one that is asked for, else the one that gave most away."""
    if ply is not None:
        return min(max(ply, 1), len(found))
    return max(found, key=lambda one: (one.grade in SLIPS, one.loss, -one.ply)).ply


def why_better(evaluation: MoveEvaluation, language: str) -> str:
    """Say what the better move is worth against the played one, in points and in chances."""
    if not better_text(evaluation, language):
        return ""
    say, best, played = Translator(TEXTS, language), evaluation.best[0], evaluation.played
    points = say("analysis.worth", n=decimal(evaluation.loss, language))
    percent = round(100 * (best.result - played.result))
    if percent < 1 or len(evaluation.chances) == 1:
        return points
    return f"{points}, {say('analysis.chance_worth', n=percent)}"


def reasons_context(game: str, one: Explanation, language: str) -> dict[str, Any]:
    """Say by reasons what the better move has before the other: the best one before the played one, or the
    played one, if it was the best, before the second choice.
    """
    is_told = one.is_best or better_text(one.evaluation, language)
    if one.comparison is None or one.other is None or not is_told:
        return {"reasons": None}
    rows = reason_rows(game, told_parts(one.comparison.parts, 1 if one.is_best else -1), language)
    return {"reasons": rows, "second": one.other.move.board_text(language) if one.is_best else ""}


def steps_from(found: Sequence[MoveEvaluation], ply: int) -> dict[str, int]:
    """Find the moves before and after a move, and the nearest that gave something away; 0 for none."""
    slips = [one.ply for one in found if one.grade in SLIPS]
    return {
        "back": ply - 1,
        "on": ply + 1 if ply < len(found) else 0,
        "slip_back": max([other for other in slips if other < ply], default=0),
        "slip_on": min([other for other in slips if other > ply], default=0),
    }


def reason_rows(game: str, parts: Sequence[Part], language: str) -> dict[str, Any]:
    """Make the rows of what makes two moves differ, and the points that they add up to."""
    most = max((abs(part.points) for part in parts), default=1.0)
    rows = [
        {
            "points": signed(part.points, language),
            "is_plus": part.points > 0,
            "width": round(100 * abs(part.points) / most),
            "text": reason_text(game, part.reason, language),
        }
        for part in parts
    ]
    return {"rows": rows, "total": signed(sum(part.points for part in parts), language)}
