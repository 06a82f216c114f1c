"""A process that turns pictures into PNG: the library holds the interpreter while it draws.

Its input has pictures as svg, its output has what came of them, each behind its length. An empty answer says
that a picture could not be drawn.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO

from burgomaster.server.drawing_words import hear, say
from burgomaster.server.png import png_of

POLITENESS = 10  # people who play go first


def serve(given: IO[bytes], output: IO[bytes]) -> None:
    """Draw until nobody asks any more."""
    with suppress(EOFError, BrokenPipeError):
        while True:
            say(output, drawn(hear(given).decode()))


def drawn(svg: str) -> bytes:
    """Draw a picture; nothing if it cannot be drawn."""
    try:
        return png_of(svg)
    except (ValueError, RuntimeError) as error:
        print(f"a picture cannot be drawn: {error}", file=sys.stderr)
        return b""


def main() -> None:
    """Serve whoever has started this process."""
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # what anything prints must not get into an answer
    with suppress(AttributeError, OSError):  # not everywhere can one be polite
        os.nice(POLITENESS)
    serve(sys.stdin.buffer, output)


if __name__ == "__main__":
    main()
