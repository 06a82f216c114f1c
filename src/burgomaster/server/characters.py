"""What people and bots at a table are called.

A bot is stored by its description, `search:3`; readers get the name of its character in their language. Who
gives no name is called by a friendly one that follows from who they are.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache
from typing import Any

from burgomaster.bots.registry import present_bot
from burgomaster.server.names import name_key
from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LESSON_BOT

GUEST_FACES = 6  # of animals, in the order of `guest.animals`
FROM_RECORD = "record"  # stands for the bot of every seat of an uploaded record
NUMBERED = re.compile(r"(?P<bot>[a-z]+(?::[a-z\d]+)?)(?: \d+)?")  # how bots are stored: `search:2 2`

SeatFacts = Mapping[str, Any]  # name, bot, left: what everybody may know of a seat


# Guests


def guest_name(who: str, language: str, number: int = 0) -> str:
    """Name somebody who gave no name, always the same; several people of one device by their numbers."""
    first, animals = words("guest.first", language), words("guest.animals", language)
    return f"{first[(_digest(who) // GUEST_FACES + number) % len(first)]} {animals[guest_face(who, number)]}"


def guest_face(who: str, number: int = 0) -> int:
    """Choose the animal of a person."""
    return (_digest(who) + number) % GUEST_FACES


@lru_cache(maxsize=4096)
def _digest(who: str) -> int:
    """Draw a large number from who somebody is; it tells nothing of them."""
    return int.from_bytes(hashlib.sha256(f"guest {who}".encode()).digest()[:6])


@cache
def words(key: str, language: str) -> tuple[str, ...]:
    """Read a text that is a list of names."""
    return tuple(word.strip() for word in TEXTS.text(language, key).split(","))


# Bots


def bot_name(description: str, number: int, language: str) -> str:
    """Name the character of a bot; `number` counts those of one kind at a table, from 0."""
    if description == LESSON_BOT:
        return TEXTS.text(language, "learn.other")
    names = bot_names(description, language).split(", ")
    again = number // len(names)
    return names[number % len(names)] + (f" {again + 1}" if again else "")


def bot_names(description: str, language: str) -> str:
    """List the names that bots of one kind have at a table, separated by commas."""
    if not has_character(description):
        return description
    return ", ".join(words(f"character.{_key(description)}.names", language))


def bot_manner(description: str, language: str) -> str:
    """Say in a line how a bot plays; "" if nothing is known of it."""
    return TEXTS.text(language, f"character.{_key(description)}.manner") if has_character(description) else ""


def has_character(description: str) -> bool:
    """Tell whether a bot has a name of its own."""
    return f"character.{_key(description)}.names" in TEXTS.entries("en")


def _key(description: str) -> str:
    return present_bot(description).replace(":", "_")


# Seats


def seat_names(seats: Sequence[SeatFacts], language: str) -> list[str]:
    """Name the seats of a table for a reader of a language; a free one by its number."""
    met: Counter[str] = Counter()
    bots = [character_of(seat) for seat in seats]
    people = {name_key(seat["name"]) for seat, bot in zip(seats, bots, strict=True) if not bot}
    names = []
    for number, (seat, bot) in enumerate(zip(seats, bots, strict=True)):
        names.append(free_bot_name(bot, met, language, people) if bot else seat["name"] or str(number + 1))
    return names


def free_bot_name(bot: str, met: Counter[str], language: str, people: Set[str]) -> str:
    """Name the next bot of a kind by a name that no person at the table has."""
    for _ in range(len(people) + 1):
        name = bot_name(bot, met[bot], language)
        met[bot] += 1
        if name_key(name) not in people:
            break
    return name


def character_of(seat: SeatFacts) -> str:
    """Find the bot whose character a seat shows; "" for a person, and for a bot that was given a name."""
    bot, name = seat["bot"] or "", str(seat["name"])
    if seat["left"] or not bot or bot == LESSON_BOT:
        return "" if seat["left"] else bot
    stored = NUMBERED.fullmatch(name)
    described = stored["bot"] if stored else ""
    return described if has_character(described) and bot in (described, FROM_RECORD) else ""
