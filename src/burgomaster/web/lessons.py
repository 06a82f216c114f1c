"""Lessons: a fixed deal and a script of explained moves, read from `web/lesson.toml` of the game.

Where a learner stands follows from the moves of the table alone: as long as they are those of the script, the
next move of the script is suggested; when it is through, or was left, the game is free.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from burgomaster.core.registry import game_folder, game_info
from burgomaster.core.table import Table, load_game
from burgomaster.web.game_pages import facts_of

LEARNER = 0
LESSON_BOT = "lesson"  # holds the other seat: plays the script, then like an ordinary bot


@dataclass(frozen=True)
class LessonText:
    """A title and a text in every language."""

    title: Mapping[str, str]
    text: Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """A move of the script; the learner's moves come with an explanation."""

    move: str
    explanation: LessonText | None  # None: a move of the other seat
    show: tuple[str, ...] = ()  # what the explanation speaks of, as selectors of places on the board

    @property
    def is_learners(self) -> bool:
        return self.explanation is not None


@dataclass(frozen=True)
class Lesson:
    game: str
    options: Mapping[str, Any]
    seed: int
    first: Mapping[str, Any]
    steps: Sequence[Step]
    end: LessonText

    @cached_property
    def dealt(self) -> Table:
        """Deal the table that the lesson begins with; it is copied, never played on."""
        return table_with_deal(self.game, self.options, self.seed, self.first)

    @property
    def n_learner_steps(self) -> int:
        return sum(step.is_learners for step in self.steps)

    @cached_property
    def positions(self) -> Sequence[Table]:
        """Play the script, and keep the table before each of its moves and after the last."""
        tables = [self.dealt.copy()]
        for step in self.steps:
            tables.append(tables[-1].copy())
            tables[-1].play(step.move)
        return tables

    def explained_until(self, place: int) -> list[int]:
        """List the places of the learner's steps up to a place of the script; at least the first of them."""
        explained = [index for index, step in enumerate(self.steps) if step.is_learners]
        return [index for index in explained if index <= place] or explained[:1]

    def place(self, table: Table) -> int | None:
        """Find the step that comes next at a table; None where the script has ended or was left."""
        made = table.history
        script = [step.move for step in self.steps[: len(made)]]
        is_followed = made == script and len(made) < len(self.steps) and table.setup == self.dealt.setup
        return len(made) if is_followed else None

    def is_through(self, table: Table) -> bool:
        """Tell whether the whole script was played at a table."""
        script = [step.move for step in self.steps]
        return table.history[: len(script)] == script and table.setup == self.dealt.setup


def has_lesson(game: str) -> bool:
    return lesson_file(game).exists()


def lesson_file(game: str) -> Path:
    return game_folder(game) / "web" / "lesson.toml"


@cache
def load_lesson(game: str) -> Lesson:
    with lesson_file(game).open("rb") as file:
        data = tomllib.load(file)
    steps = [read_step(step) for step in data["step"]]
    return Lesson(game, data["options"], data["seed"], data["first"], steps, read_text(data["end"]))


def read_step(data: Mapping[str, Any]) -> Step:
    """Read one step: `move` with its explanation and what that points at, or `reply` of the other seat."""
    if "reply" in data:
        return Step(data["reply"], None)
    return Step(data["move"], read_text(data), tuple(data.get("show", ())))


def read_text(data: Mapping[str, Any]) -> LessonText:
    """Read the title and the text in every language that the file has."""
    languages = [key.removeprefix("title_") for key in data if key.startswith("title_")]
    return LessonText(
        {language: data[f"title_{language}"] for language in languages},
        {language: data[f"text_{language}"] for language in languages},
    )


def suggested(table: Table) -> str | None:
    """Give the move that the script suggests at a table, None where the learner is free."""
    lesson = load_lesson(table.game.name)
    place = lesson.place(table)
    return None if place is None else lesson.steps[place].move


def paragraphs(lesson: Lesson, explanation: LessonText, table: Table, language: str) -> list[str]:
    values = {**facts_of(lesson.game), "money": table.money[LEARNER], "score": table.scores[LEARNER]}
    filled = game_info(lesson.game).texts.fill(language, explanation.text[language], **values)
    return [" ".join(part.split()) for part in filled.strip().split("\n\n")]


# Tables with a fixed deal: chosen cards lie on top, the rest is as a seed shuffled it


def table_with_deal(
    game: str, options: Mapping[str, Any], seed: int, first: Mapping[str, Any], moves: Sequence[str] = ()
) -> Table:
    """Deal a table so that what `first` names comes first, and make some moves."""
    loaded = load_game(game, **options)
    table = loaded.new(setup=with_first(loaded.new(seed=seed).setup, first))
    for move in moves:
        table.play(move)
    return table


def with_first(dealt: Any, first: Any) -> Any:
    """Change a set-up so that what `first` names comes first.

    Piles go on below as they were dealt; everything else that `first` names is replaced.
    """
    if isinstance(dealt, Mapping):
        return {key: with_first(value, first[key]) if key in first else value for key, value in dealt.items()}
    if isinstance(dealt, list) and isinstance(first, list) and dealt and not isinstance(dealt[0], list):
        return put_first(dealt, first)
    return first


def put_first(pile: Sequence[Any], first: Sequence[Any]) -> list[Any]:
    """Put cards on top of a pile; one that the pile does not hold replaces a card at its end."""
    rest = list(pile)
    for card in first:
        if card in rest:
            rest.remove(card)
        else:
            rest.pop()
    return [*first, *rest]
