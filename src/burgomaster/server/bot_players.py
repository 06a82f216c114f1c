"""The bots that can take a seat: their names, with levels where they have some."""

from __future__ import annotations

import math
from functools import cache

from burgomaster.bots import Bot, bot, registry
from burgomaster.bots.registry import choices_of, our_bots, present_bot, title_of
from burgomaster.core.errors import OptionError
from burgomaster.server.rating.numbers import bot_ratings
from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LESSON_BOT

DEFAULT_BOT = "greedy"  # for an empty seat, if nothing is said and nothing was measured
AIMLESS_BOT = "random"
MOST_LEVEL_DIGITS = 2
NAMELESS = (LESSON_BOT, "record")  # of a lesson, and of an uploaded record: nobody chooses them


@cache
def offered_bots(game: str = "") -> tuple[str, ...]:
    """List our own bots, of a game by what was measured, the best last: a name, or one with a level.

    Of levels that are as good as equal, to a whole number, the higher one stands last. Those that were not
    measured stand behind them.
    """
    names = [described for name in our_bots() for described in choices_of(name)]
    known = bot_ratings(game) if game else {}
    return tuple(sorted(names, key=lambda name: round(known[name].mu) if name in known else math.inf))


@cache
def other_bots() -> tuple[str, ...]:
    """List what other packages of this installation offer; nothing else of theirs can be asked for."""
    return tuple(described for name in registry.other_bots() for described in choices_of(name))


def listed_bots(is_all: bool = False) -> tuple[str, ...]:
    """List those of them that pages offer: what was installed for research, only to whoever asks for all."""
    return tuple(name for name in other_bots() if is_all or name.partition(":")[0] not in registry.EXTRAS)


def bot_title(description: str, language: str) -> str:
    description = present_bot(description)
    name, _, level = description.partition(":")
    own = f"bot.{description.replace(':', '_')}"
    try:
        return TEXTS.text(language, own if own in TEXTS.entries("en") else f"bot.{name}", level=level)
    except KeyError:
        if description in NAMELESS:
            return TEXTS.text(language, "table.bot")
    if description not in other_bots():  # of a package that is not installed any more
        return description
    return f"{title_of(name, language)} {level}".strip()


def default_bot(game: str = "") -> str:
    """Choose whom a newcomer plays against: the weakest in this game that does not just play anything."""
    names = [name for name in offered_bots(game) if name != AIMLESS_BOT]
    return names[0] if game and names[0] in bot_ratings(game) else DEFAULT_BOT


def check_bot(description: str) -> None:
    """Raise OptionError unless there is such a bot, or another one in its place."""
    description = present_bot(description)
    if description in offered_bots() or description in other_bots():
        return
    name, colon, level = description.partition(":")
    is_level = level.isascii() and level.isdecimal() and len(level) <= MOST_LEVEL_DIGITS
    if name not in our_bots() or (colon and not is_level):
        known = ", ".join([*our_bots(), *other_bots()])
        raise OptionError("option.bot", given=repr(description)[:40], known=known)
    make_bot(description)


def make_bot(description: str) -> Bot:
    """Make a bot by its description; who plays against a learner makes the default bot's moves."""
    return bot(default_bot() if description == LESSON_BOT else description)
