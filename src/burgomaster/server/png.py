"""A picture as PNG, with nothing from outside: our typeface alone, no files that a picture might name.

The library holds the interpreter while it draws, a third of a second. So a server starts this module as a
process for each picture: SVG comes in, PNG goes out.
"""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from burgomaster.web.picture.letters import FAMILY, FONT
from burgomaster.web.picture.pieces import draw_whole

try:
    import resvg_py
except ImportError:  # there is none for this kind of machine: links have the sign of the server then
    resvg_py = None  # type: ignore[assignment]

NICENESS = 5  # a third of a processor that one other process wants; at 10 it would be a tenth
COVER = re.compile(r'href="cover:([^"?]+)\?([0-9]+)x([0-9]+)"')  # typed text has no quotation marks here
MOST_COVERS = 32
MOST_SECONDS = 60.0  # for one picture; a process that takes longer is ended


def can_draw() -> bool:
    return resvg_py is not None


def png_of(svg: str) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)], font_family=FAMILY
        )
    )


def draw_apart(svg: str) -> bytes:
    """Draw a picture in a process of its own; OSError or SubprocessError if that cannot be done."""
    return run(COVER.sub(lambda found: f'href="{cover(found[1], int(found[2]), int(found[3]))}"', svg))


@lru_cache(maxsize=MOST_COVERS)
def cover(path: str, width: int, height: int) -> str:
    """Draw a cover once for all pictures, as a link that holds its data: it costs as much as all the rest."""
    size = f'xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    drawn = run(f"<svg {size}>{draw_whole(Path(path), 0, 0, width, height)}</svg>")
    return "data:image/png;base64," + base64.b64encode(drawn).decode()


def run(svg: str) -> bytes:
    words = [sys.executable, "-m", "burgomaster.server.png"]
    done = subprocess.run(  # signals of a terminal are for the server alone
        words,
        input=svg.encode(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=MOST_SECONDS,
        start_new_session=True,
    )
    return done.stdout


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # people who play go first, where that is possible
        os.nice(NICENESS)
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode()))
