"""A process that turns pictures into PNG: the library holds the interpreter while it draws.

Its input has pictures as svg, its output has what came of them, each behind its length. An empty answer says
that a picture could not be drawn.

Whoever asks for the first picture waits for the start and for the covers in it as well, so that is drawn as
quickly as anything else. From then on people who play go first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from burgomaster.server.drawing_words import hear, say
from burgomaster.server.png import png_of

POLITENESS = 5  # a third of a processor that one other process wants; at 10 it would be a tenth


def serve(given: IO[bytes], output: IO[bytes], after_first: Callable[[], None] = lambda: None) -> None:
    """Draw until nobody asks any more."""
    with suppress(EOFError, BrokenPipeError):
        say(output, drawn(hear(given).decode()))
        after_first()
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
    serve(sys.stdin.buffer, output, be_polite)


def be_polite() -> None:
    """Let others go first, where that is possible."""
    with suppress(AttributeError, OSError):
        os.nice(POLITENESS)


if __name__ == "__main__":
    main()
