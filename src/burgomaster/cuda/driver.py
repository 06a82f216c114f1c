"""numba-cuda, with what it misses: release 0.30 asks numpy for a function that newer ones have dropped."""

from __future__ import annotations

import numpy as np

if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010  # numpy's stubs do not know it

from numba import cuda

__all__ = ["cuda"]
