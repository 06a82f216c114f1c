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

SHEET = "learn.css"
SCRIPT = "lesson.js"


def lesson_of(match: Match) -> Lesson | None:
    """Find the lesson that a match is, None if it is an ordinary one."""
    is_lesson = any(seat.bot == LESSON_BOT for seat in match.seats)
    return load_lesson(match.header.game) if is_lesson else None


def is_guided(match: Match) -> bool:
    """Tell whether the next move of a match is suggested by a lesson."""
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
    """Raise Refused while a lesson is going on."""
    if is_guided(match):
        raise Refused("lesson_first")


def move_words(table: Table, notation: str, language: str) -> str:
    """Say a move of a table in words."""
    code = table.game.rules.read_notation(notation)
    assert code is not None
    return Move(code, table.game.rules, table.redacted(LEARNER)).board_text(language)


def lesson_context(match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """Collect what the page of a table says of its lesson, to the learner alone."""
    lesson = lesson_of(match)
    if lesson is None or seat != LEARNER or match.is_over:
        return {"lesson": None}
    place = lesson.place(match.table)
    if place is None:
        return {"lesson": end_context(lesson, match, language)}
    return {"lesson": step_context(lesson, place, match, language)}


def step_context(lesson: Lesson, place: int, match: Match, language: str) -> dict[str, Any]:
    """Describe the step that the learner is at; while the other seat moves, the one that comes next."""
    step = lesson.steps[place]
    number = 1 + sum(one.is_learners for one in lesson.steps[:place])
    shown: dict[str, Any] = {"number": number, "of": lesson.n_learner_steps, "is_end": False, "move": ""}
    if step.explanation is None or match.to_move != LEARNER:
        return {**shown, "title": "", "paragraphs": [], "suggestion": ""}
    return {
        **shown,
        "title": step.explanation.title[language],
        "paragraphs": paragraphs(lesson, step.explanation, match.table, language),
        "move": step.move,
        "suggestion": move_words(match.table, step.move, language),
    }


def end_context(lesson: Lesson, match: Match, language: str) -> dict[str, Any]:
    """Describe the end of the script, or where a table has left it."""
    is_through = lesson.is_through(match.table)
    return {
        "is_end": True,
        "move": "",
        "title": lesson.end.title[language] if is_through else "",
        "paragraphs": paragraphs(lesson, lesson.end, match.table, language) if is_through else [],
    }
