"""A wish of whoever waits for the compiler for cards: `BURGOMASTER_QUICK_CARD=1`.

Most of its time goes into copies: functions are copied to wherever they are called, and every copy is
optimised anew. With the wish only short ones are; the others are called. Kernels compile in about a third of
the time and are half as long, but need more registers, so that fewer games fit at once: not the default.
"""

from __future__ import annotations

import os
from typing import Any

WISH = "BURGOMASTER_QUICK_CARD"
LONG = 200  # instructions, before anything is optimised


def is_wished() -> bool:
    """Tell whether kernels are to be compiled quickly."""
    return os.environ.get(WISH, "") not in ("", "0")


def call_long_functions(module: Any) -> None:
    """Let the long functions of some intermediate code be called wherever they are used."""
    for function in module.functions:
        if sum(len(block.instructions) for block in function.blocks) > LONG:
            function.attributes.add("noinline")
