"""Lessons: a fixed deal and a script of moves with words; it is data, `web/lesson.toml` of the game.

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
from burgomaster.core.table import Table
from burgomaster.web.arranged import arranged_table
from burgomaster.web.facts import facts_of

LEARNER = 0
LESSON_BOT = "lesson"  # who sits opposite: plays the script, then as a bot


@dataclass(frozen=True)
class Words:
    """A title and a text in every language."""

    title: Mapping[str, str]
    text: Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """A move of the script; the learner's come with words."""

    move: str
    words: Words | None  # None: a move of the other seat

    @property
    def is_learners(self) -> bool:
        """Whether the learner makes it."""
        return self.words is not None


@dataclass(frozen=True)
class Lesson:
    """A script and its deal."""

    game: str
    options: Mapping[str, Any]
    seed: int
    first: Mapping[str, Any]
    steps: Sequence[Step]
    end: Words

    @cached_property
    def dealt(self) -> Table:
        """The table it begins with; never played on."""
        return arranged_table(self.game, self.options, self.seed, self.first)

    @property
    def n_learner_steps(self) -> int:
        """How many moves the learner makes."""
        return sum(step.is_learners for step in self.steps)

    def place(self, table: Table) -> int | None:
        """Which step comes next at a table; None where the script is through or was left."""
        made = table.history
        script = [step.move for step in self.steps[: len(made)]]
        is_followed = made == script and len(made) < len(self.steps) and table.setup == self.dealt.setup
        return len(made) if is_followed else None

    def is_through(self, table: Table) -> bool:
        """Whether a table has the whole script behind it."""
        script = [step.move for step in self.steps]
        return table.history[: len(script)] == script and table.setup == self.dealt.setup


def has_lesson(game: str) -> bool:
    """Whether a game can be learned by playing."""
    return lesson_file(game).exists()


def lesson_file(game: str) -> Path:
    """Find where the script of a game's lesson is, or would be."""
    return game_folder(game) / "web" / "lesson.toml"


@cache
def load_lesson(game: str) -> Lesson:
    """The lesson of a game."""
    with lesson_file(game).open("rb") as file:
        data = tomllib.load(file)
    steps = [read_step(step) for step in data["step"]]
    return Lesson(game, data["options"], data["seed"], data["first"], steps, read_words(data["end"]))


def read_step(data: Mapping[str, str]) -> Step:
    """One step: `move` with words, or `reply` of the other seat."""
    if "reply" in data:
        return Step(data["reply"], None)
    return Step(data["move"], read_words(data))


def read_words(data: Mapping[str, str]) -> Words:
    """The title and text of every language that there is."""
    languages = [key.removeprefix("title_") for key in data if key.startswith("title_")]
    return Words(
        {language: data[f"title_{language}"] for language in languages},
        {language: data[f"text_{language}"] for language in languages},
    )


def suggested(table: Table) -> str | None:
    """What the script plays next at a table, None where it is free."""
    lesson = load_lesson(table.game.name)
    place = lesson.place(table)
    return None if place is None else lesson.steps[place].move


def paragraphs(lesson: Lesson, words: Words, table: Table, language: str) -> list[str]:
    """The text of a step with the numbers of the game filled in."""
    values = {**facts_of(lesson.game), "money": table.money[LEARNER], "score": table.scores[LEARNER]}
    filled = game_info(lesson.game).texts.fill(language, words.text[language], **values)
    return [" ".join(part.split()) for part in filled.strip().split("\n\n")]
