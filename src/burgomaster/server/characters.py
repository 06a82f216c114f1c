"""What people and bots at a table are called, and the face each of them has.

A bot is stored by its description, `search:3`; readers get the name of its character in their language. Who
gives no name is called by a friendly one that follows from who they are.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LESSON_BOT
from burgomaster.web.templates import WEB

SHEET = "faces.svg"
GUEST_FACES = 6  # of animals, in the order of `guest.animals`
FROM_RECORD = "record"  # stands for the bot of every seat of an uploaded record
NUMBERED = re.compile(r"(?P<bot>[a-z]+(?::\d+)?)(?: \d+)?")  # how bots are stored: `greedy`, `search:2 2`

SeatFacts = Mapping[str, Any]  # name, bot, left: what everybody may know of a seat


# Guests


def guest_name(who: str, language: str, number: int = 0) -> str:
    """Name somebody who gave no name, always the same; several people of one device by their numbers."""
    first, animals = words("guest.first", language), words("guest.animals", language)
    return f"{first[(_digest(who) // GUEST_FACES + number) % len(first)]} {animals[guest_face(who, number)]}"


def guest_face(who: str, number: int = 0) -> int:
    """Choose the animal of a person."""
    return (_digest(who) + number) % GUEST_FACES


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
    names = words(f"character.{_key(description)}.names", language)
    again = number // len(names)
    return names[number % len(names)] + (f" {again + 1}" if again else "")


def bot_manner(description: str, language: str) -> str:
    """Say in a line how a bot plays; "" if nothing is known of it."""
    return TEXTS.text(language, f"character.{_key(description)}.manner") if has_character(description) else ""


def has_character(description: str) -> bool:
    """Tell whether a bot has a name of its own."""
    return f"character.{_key(description)}.names" in TEXTS.entries("en")


def _key(description: str) -> str:
    return description.replace(":", "_")


# Seats


def seat_names(seats: Sequence[SeatFacts], language: str) -> list[str]:
    """Name the seats of a table for a reader of a language; a free one by its number."""
    met: Counter[str] = Counter()
    names = []
    for number, seat in enumerate(seats):
        bot = character_of(seat)
        names.append(bot_name(bot, met[bot], language) if bot else seat["name"] or str(number + 1))
        met[bot] += 1
    return names


def character_of(seat: SeatFacts) -> str:
    """Find the bot whose character a seat shows; "" for a person, and for a bot that was given a name."""
    bot, name = seat["bot"] or "", str(seat["name"])
    if seat["left"] or not bot or bot == LESSON_BOT:
        return "" if seat["left"] else bot
    stored = NUMBERED.fullmatch(name)
    described = stored["bot"] if stored else ""
    return described if has_character(described) and bot in (described, FROM_RECORD) else ""


# Faces


@cache
def has_faces() -> bool:
    """Tell whether there is a sheet with faces."""
    return (WEB / "static" / SHEET).is_file()


def bot_face(description: str) -> str:
    """Name the face of a bot."""
    return f"face-{description.replace(':', '-')}" if has_character(description) else "face-search-5"


def seat_faces(seats: Sequence[SeatFacts], whos: Sequence[str]) -> list[str]:
    """Name the faces of the seats of a table; "" for a free one."""
    return [_seat_face(seat, whos[:place], whos[place]) for place, seat in enumerate(seats)]


def _seat_face(seat: SeatFacts, before: Sequence[str], who: str) -> str:
    if seat["bot"] and not seat["left"]:
        return bot_face(character_of(seat) or str(seat["bot"]))
    return f"face-guest-{guest_face(who.partition(':')[2], before.count(who))}" if who else ""


@cache
def draw_face(name: str, version: str, css: str = "face") -> Markup:
    """Draw a face; an empty round where there is none."""
    if not name or not has_faces():
        return Markup('<span class="{} no-face" aria-hidden="true"></span>').format(css)
    html = (
        '<svg class="{}" viewBox="0 0 64 64" aria-hidden="true" focusable="false">'
        '<use href="/static/{}?v={}#{}"></use></svg>'
    )
    return Markup(html).format(css, SHEET, version, name)
