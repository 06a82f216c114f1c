"""Lets long functions of a kernel for cards be called instead of copied.

The compiler copies functions to wherever they are called, and optimises every copy anew: most of its time.
With long ones called, kernels compile in a third of it and run as fast, or nearly so. A lower limit compiles
faster still, but costs speed at 300.
"""

from __future__ import annotations

from typing import Any

LONG = 400  # instructions, before anything is optimised
LONG_IF_FIXED = 500  # the same of kernels with rules as constants, of which the optimiser leaves less


def call_long_functions(module: Any, limit: int) -> None:
    """Let functions of some intermediate code be called wherever they are used, if they exceed a limit."""
    for function in module.functions:
        if sum(len(block.instructions) for block in function.blocks) > limit:
            function.attributes.add("noinline")
