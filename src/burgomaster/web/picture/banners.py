"""Covers of games as grounds of headings, drawn once: they cost more than all the rest of a picture."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from burgomaster.web.picture.sheets import cover

BANNER = "banner:"  # before the path of a cover and the size of the banner, where a picture wants one
WANTED = re.compile(f'href="{BANNER}([^"?]+)\\?([0-9]+)x([0-9]+)"')
MOST_BANNERS = 32
SHADE = (
    '<linearGradient id="shade"><stop stop-color="#14100b" stop-opacity=".9"/>'
    '<stop offset=".5" stop-color="#14100b" stop-opacity=".55"/>'
    '<stop offset="1" stop-color="#14100b" stop-opacity=".62"/></linearGradient>'
)
Draw = Callable[[str], bytes]


def with_banners(svg: str, draw: Draw) -> str:
    """Put the banners in that a picture asks for; nothing that people type can look like that."""
    return WANTED.sub(
        lambda found: f'href="{banner(Path(found[1]), int(found[2]), int(found[3]), draw)}"', svg
    )


@lru_cache(maxsize=MOST_BANNERS)
def banner(path: Path, width: int, height: int, draw: Draw) -> str:
    """Draw the middle of a cover, darker at the left where letters stand, as a link that holds its data."""
    frame, content = cover(path)
    x, y, wide, high = map(float, frame.split())
    part = min(1.0, high * width / (wide * height))  # of its width that is seen, where it is too low
    low = wide * part * height / width
    seen = f"{x + wide * (1 - part) / 2:g} {y + max(0.0, (high - low) * 0.42):g} {wide * part:g} {low:g}"
    size = f'width="{width}" height="{height}"'
    drawn = draw(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{seen}">{content}{SHADE}'
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="url(#shade)"/></svg>'
    )
    return "data:image/png;base64," + base64.b64encode(drawn).decode()
