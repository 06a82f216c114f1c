"""The face of everybody at a table: bots have one of their own, people an animal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from markupsafe import Markup

from burgomaster.bots.registry import present_bot
from burgomaster.server.characters import SeatFacts, character_of, guest_face, has_character
from burgomaster.web.static_files import SHARED, content_url

SHEET = "faces.svg"
NOTHING_CHOSEN: Mapping[str, str] = MappingProxyType({})
OTHER_BOT = "face-search-5"  # of a bot that nobody has drawn
FACE = (
    '<svg class="{}" viewBox="0 0 64 64" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
)
NO_FACE = '<span class="{} no-face" aria-hidden="true"></span>'


@cache
def sheet_url() -> str:
    """Find the sheet with faces; "" if there is none."""
    path = SHARED / SHEET
    return content_url(SHEET, path) if path.is_file() else ""


def bot_face(description: str) -> str:
    """Name the face of a bot."""
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
    return [_seat_face(seat, whos[:place], whos[place], chosen) for place, seat in enumerate(seats)]


def _seat_face(seat: SeatFacts, before: Sequence[str], who: str, chosen: Mapping[str, str]) -> str:
    if seat["bot"] and not seat["left"]:
        return bot_face(character_of(seat) or str(seat["bot"]))
    if who in chosen and who not in before:  # others at the same device are somebody else
        return chosen[who]
    return person_face(who, before.count(who)) if who else ""


@cache
def draw_face(name: str, css: str = "face") -> Markup:
    """Draw a face; an empty round where there is none."""
    if not name or not sheet_url():
        return Markup(NO_FACE).format(css)
    return Markup(FACE).format(css, sheet_url(), name)
