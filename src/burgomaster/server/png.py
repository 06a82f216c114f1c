"""A picture as PNG, with nothing from outside: our typeface alone, no files that a picture might name."""

from __future__ import annotations

from burgomaster.web.picture.banners import with_banners
from burgomaster.web.picture.letters import FAMILY, FONT

try:
    import resvg_py
except ImportError:  # there is none for this kind of machine: links have the sign of the server then
    resvg_py = None  # type: ignore[assignment]


def can_draw() -> bool:
    """Tell whether pictures can be drawn here."""
    return resvg_py is not None


def png_of(svg: str) -> bytes:
    """Draw a picture."""
    return draw(with_banners(svg, draw))


def draw(svg: str) -> bytes:
    """Draw what needs nothing else."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)], font_family=FAMILY
        )
    )
