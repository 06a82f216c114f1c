"""A lesson at a table: what is suggested, that nothing else is made by mistake, and what the page says of it.

A lesson is an ordinary stored match whose second seat is held by `LESSON_BOT`; where it stands follows from
its moves.
"""

from __future__ import annotations

from typing import Any

from burgomaster.core.language import Word
from burgomaster.core.move import Move
from burgomaster.core.table import Table
from burgomaster.server.match import Match, Refused
from burgomaster.web.lessons import LEARNER, LESSON_BOT, Lesson, load_lesson, paragraphs, suggested

SHEETS = ("learn.css",)  # of a table that is a lesson
SCRIPTS = ("lesson.js",)


def lesson_of(match: Match) -> Lesson | None:
    is_lesson = any(seat.bot == LESSON_BOT for seat in match.seats)
    return load_lesson(match.header.game) if is_lesson else None


def is_guided(match: Match) -> bool:
    lesson = lesson_of(match)
    return lesson is not None and lesson.place(match.table) is not None


def require_suggested(match: Match, seat: int, notation: str) -> None:
    """Raise Refused, kindly, if a learner tries something else than what the lesson is about now."""
    if not is_guided(match) or seat != LEARNER or match.to_move != LEARNER:
        return
    read, wanted = match.game.rules.read_notation, suggested(match.table)
    assert wanted is not None
    if read(notation) != read(wanted):
        raise Refused("lesson", move=Word(lambda language: move_words(match.table, wanted, language)))


def require_free_play(match: Match) -> None:
    if is_guided(match):
        raise Refused("lesson_first")


def move_words(table: Table, notation: str, language: str) -> str:
    code = table.game.rules.read_notation(notation)
    assert code is not None
    return Move(code, table.game.rules, table.redacted(LEARNER)).board_text(language)


def lesson_context(match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """Collect what the page of a table says of its lesson, to the learner alone."""
    lesson = lesson_of(match)
    if lesson is None or seat != LEARNER or match.is_over:
        return {"lesson": None}
    place = lesson.place(match.table)
    if place is not None:
        return {"lesson": step_context(lesson, place, match, language)}
    later = match.table.steps[len(lesson.steps) :]
    if lesson.is_through(match.table) and any(step.seat == LEARNER for step in later):
        return {"lesson": None}  # the learner has made a move of their own after the script
    return {"lesson": end_context(lesson, match, language)}


def step_context(lesson: Lesson, place: int, match: Match, language: str) -> dict[str, Any]:
    """Describe the step that the learner is at; while the other seat moves, the one that they made last."""
    is_turn = lesson.steps[place].is_learners and match.to_move == LEARNER
    pages = pages_until(lesson, place if is_turn else place - 1, language)
    step = lesson.steps[place]
    return {
        "is_end": False,
        "is_turn": is_turn,
        "number": len(pages),
        "of": lesson.n_learner_steps,
        "pages": pages,
        "title": pages[-1]["title"],
        "move": step.move if is_turn else "",
        "show": ", ".join(step.show) if is_turn else "",
        "suggestion": move_words(match.table, step.move, language) if is_turn else "",
    }


def pages_until(lesson: Lesson, place: int, language: str) -> list[dict[str, Any]]:
    """Write the steps of the learner up to a place, each with the numbers of its moment."""
    pages = []
    for number, index in enumerate(lesson.explained_until(place), start=1):
        explanation = lesson.steps[index].explanation
        assert explanation is not None
        text = paragraphs(lesson, explanation, lesson.positions[index], language)
        pages.append({"number": number, "title": explanation.title[language], "paragraphs": text})
    return pages


def end_context(lesson: Lesson, match: Match, language: str) -> dict[str, Any]:
    """Describe the end of the script, or where a table has left it."""
    shown = {"is_end": True, "is_turn": False, "of": lesson.n_learner_steps, "move": "", "show": ""}
    if not lesson.is_through(match.table):
        return {**shown, "number": 0, "title": "", "pages": [{"number": 0, "title": "", "paragraphs": []}]}
    pages = pages_until(lesson, len(lesson.steps), language)
    text = paragraphs(lesson, lesson.end, lesson.positions[-1], language)
    last = {"number": len(pages) + 1, "title": lesson.end.title[language], "paragraphs": text}
    return {**shown, "number": last["number"], "title": last["title"], "pages": [*pages, last]}
