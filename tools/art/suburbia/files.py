"""Drawings as SVG: with plain colours for a picture by itself, with variables for the sprite."""

from __future__ import annotations

from collections.abc import Callable

from tools.art.suburbia.palette import day_colour
from tools.art.suburbia.shapes import Drawing

PREFIX = "t-"  # of the variables, so that they are not taken for those of the page
Colour = Callable[[str], str]


def variable(name: str) -> str:
    """Name a colour so that the page sets it."""
    return f"var(--{PREFIX}{name})"


def markup(draw: Drawing, colour: Colour = day_colour) -> str:
    """Write all faces of a drawing."""
    return "".join(path(attributes, colour(name), data) for attributes, name, data in draw.elements)


def path(attributes: str, colour: str, data: str) -> str:
    """Write one path, filled, or drawn as a line if it has a width."""
    if attributes:
        return f'<path fill="none" stroke="{colour}" stroke-linecap="round" {attributes} d="{data}"/>'
    return f'<path fill="{colour}" d="{data}"/>'
