"""The bots that can take a seat: their names, with levels where they have some."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from burgomaster.bots import Bot, bot, bot_names
from burgomaster.core.errors import OptionError
from burgomaster.core.table import Table
from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LESSON_BOT, suggested

DEFAULT_BOT = "greedy"  # for an empty seat, if nothing is said
MOST_LEVEL_DIGITS = 2
NAMELESS = (LESSON_BOT, "record")  # of a lesson, and of an uploaded record: nobody chooses them


@cache
def offered_bots() -> tuple[str, ...]:
    """List what can be chosen, the best last: a name, or a name and a level as in `search:3`."""
    return tuple(described for name in bot_names() for described in with_levels(name))


def with_levels(name: str) -> list[str]:
    """List a bot at each of its levels; just the bot if it has none."""
    levels = getattr(import_module(f"burgomaster.bots.{name}_bot"), "LEVELS", ())
    return [f"{name}:{level}" for level in levels] or [name]


def bot_title(description: str, language: str) -> str:
    """Name a bot as people read it."""
    name, _, level = description.partition(":")
    try:
        return TEXTS.text(language, f"bot.{name}", level=level)
    except KeyError:
        return TEXTS.text(language, "table.bot") if description in NAMELESS else description


def default_bot() -> str:
    """Choose whom a newcomer plays against."""
    names = offered_bots()
    return DEFAULT_BOT if DEFAULT_BOT in names else names[-1]


def check_bot(description: str) -> None:
    """Raise OptionError unless there is such a bot."""
    name, colon, level = description.partition(":")
    is_level = level.isascii() and level.isdecimal() and len(level) <= MOST_LEVEL_DIGITS
    if description in offered_bots():
        return
    if name not in bot_names() or (colon and not is_level):
        raise OptionError("option.bot", given=repr(description)[:40], known=", ".join(bot_names()))
    make_bot(description)


def make_bot(description: str) -> Bot:
    """Make a bot by its description; who plays against a learner makes the default bot's moves."""
    if description == LESSON_BOT:
        return make_bot(default_bot())
    name, colon, level = description.partition(":")
    return bot(name, **({"level": int(level)} if colon else {}))


def scripted_move(table: Table, description: str) -> str | None:
    """Find the move that a lesson's script makes next, None if the bot has to choose."""
    return suggested(table) if description == LESSON_BOT else None
