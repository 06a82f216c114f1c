"""What people and bots at a table are called, and their faces.

A bot is stored by its description, `search:3`; readers get the name of its character in their language. Who
gives no name is called by a friendly one that follows from who they are. Bots have a face of their own,
people an animal.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from burgomaster.bots.registry import present_bot
from burgomaster.server.names import name_key
from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LESSON_BOT
from burgomaster.web.static_files import SHARED, content_url

GUEST_FACES = 6  # of animals, in the order of `guest.animals`
FROM_RECORD = "record"  # stands for the bot of every seat of an uploaded record
NUMBERED = re.compile(r"(?P<bot>[a-z]+(?::[a-z\d]+)?)(?: \d+)?")  # how bots are stored: `search:2 2`
SeatFacts = Mapping[str, Any]  # name, bot, left: what everybody may know of a seat
SHEET = "faces.svg"
NOTHING_CHOSEN: Mapping[str, str] = MappingProxyType({})
OTHER_BOT = "face-search-5"  # of a bot that nobody has drawn
FACE = (
    '<svg class="{}" viewBox="0 0 64 64" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
)
NO_FACE = '<span class="{} no-face" aria-hidden="true"></span>'


def guest_name(who: str, language: str, number: int = 0) -> str:
    """Name somebody who gave no name, always the same; several people of one device by their numbers."""
    first, animals = words("guest.first", language), words("guest.animals", language)
    return f"{first[(_digest(who) // GUEST_FACES + number) % len(first)]} {animals[guest_face(who, number)]}"


def guest_face(who: str, number: int = 0) -> int:
    return (_digest(who) + number) % GUEST_FACES


@lru_cache(maxsize=4096)
def _digest(who: str) -> int:
    """Draw a large number from who somebody is; it tells nothing of them."""
    return int.from_bytes(hashlib.sha256(f"guest {who}".encode()).digest()[:6])


@cache
def words(key: str, language: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in TEXTS.text(language, key).split(","))


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
    return f"character.{_key(description)}.names" in TEXTS.entries("en")


def _key(description: str) -> str:
    return present_bot(description).replace(":", "_")


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


@cache
def sheet_url() -> str:
    """Find the sheet with faces; "" if there is none."""
    path = SHARED / SHEET
    return content_url(SHEET, path) if path.is_file() else ""


def bot_face(description: str) -> str:
    if not has_character(description):
        return OTHER_BOT
    return f"face-{present_bot(description).replace(':', '-')}"


def person_face(who: str, number: int = 0) -> str:
    """Name the face of a person, a visitor or an account; several at one device have different ones."""
    return f"face-guest-{guest_face(who.partition(':')[2], number)}"


def seat_faces(
    seats: Sequence[SeatFacts], whos: Sequence[str], chosen: Mapping[str, str] = NOTHING_CHOSEN
) -> list[str]:
    """Name the faces of the seats of a table, those that people have chosen first; "" for a free one."""
    faces = []
    for place, (seat, who) in enumerate(zip(seats, whos, strict=False)):
        number = whos[:place].count(who)  # several people at one device are somebody else each
        if seat["bot"] and not seat["left"]:
            faces.append(bot_face(character_of(seat) or str(seat["bot"])))
        elif who in chosen and number == 0:
            faces.append(chosen[who])
        else:
            faces.append(person_face(who, number) if who else "")
    return faces


@cache
def draw_face(name: str, css: str = "face") -> Markup:
    """Draw a face; an empty round where there is none."""
    if not name or not sheet_url():
        return Markup(NO_FACE).format(css)
    return Markup(FACE).format(css, sheet_url(), name)
