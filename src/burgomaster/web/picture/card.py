"""A card without a position: of a table that waits, and of a deal that others still want to play."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from burgomaster.web.picture.banners import BANNER
from burgomaster.web.picture.letters import drawable, set_text, width_of
from burgomaster.web.picture.paint import FACES, HEIGHT, WIDTH, brand, sheet
from burgomaster.web.picture.parts import Art
from burgomaster.web.picture.sheets import definitions, use

LIGHT, GOLDEN = "#fff8e8", "#f3d79a"


class Guest(NamedTuple):
    """Somebody on a card."""

    name: str
    face: str


class Card(NamedTuple):
    """What stands on a card."""

    title: str
    lines: tuple[str, ...]
    covers: tuple[Path, ...]
    guests: tuple[Guest, ...] = ()


def paint_card(card: Card) -> str:
    """Paint a card: covers as its ground, words, and who is there."""
    faces = [Art(FACES, guest.face) for guest in card.guests if guest.face]
    shade = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#14100b" opacity=".08"/>'
    words = set_text(card.title, 70, 220, 84, WIDTH - 140, LIGHT)
    words += "".join(
        set_text(line, 72, 290 + 54 * number, 38, WIDTH - 144, GOLDEN)
        for number, line in enumerate(card.lines)
    )
    drawn = grounds(card.covers) + shade + words + seated(card.guests) + brand(WIDTH - 60, 84)
    return sheet(definitions(faces, {}), drawn)


def grounds(covers: tuple[Path, ...]) -> str:
    """Draw covers beside each other; a plain ground where there are none."""
    if not covers:
        return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#2f4a66"/>'
    wide = WIDTH // len(covers)
    size = f'y="0" width="{wide}" height="{HEIGHT}"'
    return "".join(
        f'<image x="{wide * place}" {size} href="{BANNER}{path}?{wide}x{HEIGHT}"/>'
        for place, path in enumerate(covers)
    )


def seated(guests: tuple[Guest, ...]) -> str:
    """Draw who is there, as many as there is room for."""
    x, drawn = 72.0, []
    for guest in guests:
        name = drawable(guest.name)
        wide = (74 if guest.face else 0) + width_of(name, 30) + 40
        if x + wide > WIDTH - 50:
            break
        if guest.face:
            drawn.append(use(Art(FACES, guest.face), x, 490, 62, 62))
        drawn.append(set_text(name, x + (74 if guest.face else 0), 532, 30, fill=LIGHT))
        x += wide
    return "".join(drawn)
