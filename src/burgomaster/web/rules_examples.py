"""Examples of the rules: a real position, some moves, and what the engine says that each costs and brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from burgomaster.core.errors import IllegalMove
from burgomaster.core.language import CORE_TEXTS, Catalog, Message
from burgomaster.core.move import Move
from burgomaster.core.table import Table
from burgomaster.web.lessons import load_lesson

TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)


MOST_LINES = 3  # of a name in a diagram
FIGURES = ("money", "score")  # what an example shows before and after a move; games name them [figure]
Arithmetic = Callable[
    [Any, int, str], str
]  # the sum behind a move's price: state, move, language; "" if none


@dataclass(frozen=True)
class Choice:
    """A move that a reader may try, and what comes of it."""

    text: str
    is_legal: bool
    arithmetic: str = ""
    lines: Sequence[str] = ()
    reason: str = ""
    before: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    key: str
    table: Table
    choices: Sequence[Choice]

    @property
    def who(self) -> str:
        assert self.table.to_move is not None
        return self.table.names[self.table.to_move]


def make_example(
    key: str, table: Table, moves: Sequence[str], language: str, arithmetic: Arithmetic
) -> Example:
    """Make an example: every move is tried on a copy of the table."""
    table.seats = [{"name": TEXTS.text(language, f"player.{seat}")} for seat in ("a", "b")]
    return Example(key, table, [try_move(table, move, language, arithmetic) for move in moves])


def try_move(table: Table, notation: str, language: str, arithmetic: Arithmetic) -> Choice:
    """Find what a move costs and brings, or why it is not possible."""
    code = table.game.rules.read_notation(notation)
    assert code is not None, notation
    text = Move(code, table.game.rules, table.redacted(table.to_move)).board_text(language)
    twin, seat = table.copy(), table.to_move
    assert seat is not None
    try:
        twin.play(notation)
    except IllegalMove as error:
        return Choice(text, False, reason=reason_of(error, language))
    return Choice(
        text,
        True,
        arithmetic(table.state, code, language),
        twin.log(seat, language, len(table.history)),
        before=numbers_of(table, seat),
        after=numbers_of(twin, seat),
    )


def numbers_of(table: Table, seat: int) -> dict[str, int]:
    return {"money": table.money[seat], "score": table.scores[seat]}


def reason_of(error: IllegalMove, language: str) -> str:
    why = error.message.values["why"]
    return why.text(language) if isinstance(why, Message) else str(why)


def lesson_table(game: str, move: str, nth: int = 0) -> Table:
    """Play a lesson up to one of its moves; `nth` where the move is made several times."""
    lesson = load_lesson(game)
    places = [place for place, step in enumerate(lesson.steps) if step.move == move]
    table = lesson.dealt.copy()
    for step in lesson.steps[: places[nth]]:
        table.play(step.move)
    return table


def wrapped_name(words: str, letters: int) -> list[str]:
    """Wrap a name into lines of so many letters; a longer word is cut."""
    lines: list[str] = []
    for word in words.split():
        short = word if len(word) <= letters else word[: letters - 1] + "."
        if lines and len(lines[-1]) + 1 + len(short) <= letters:
            lines[-1] += " " + short
        else:
            lines.append(short)
    return lines[:MOST_LINES]
