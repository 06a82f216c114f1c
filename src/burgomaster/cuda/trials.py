"""Games on a graphics card whose moves are all tried before one is made (see trial_kernels.py)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from burgomaster.compiler.struct import dtype_of
from burgomaster.core.rng import WORDS
from burgomaster.cuda.card import find_card


class CardTables:
    """Some games on the card. All arrays that are handed over lie there too; torch's tensors are such."""

    def __init__(self, state: type, undealt: Any, n: int) -> None:
        cuda = find_card()
        self.state, self.n = state, n
        self._undealt = cuda.to_device(undealt)
        self._states, self._worlds, self._none = (
            cuda.device_array(size, dtype_of(state)) for size in (n, n, 0)
        )
        self._copies = self._none
        self._rngs = cuda.device_array((n, WORDS), np.uint32)

    def deal(self, variants: Any, seeds: Any) -> None:
        self._launch("deal", self.n, self._undealt, variants, seeds, self._states, self._rngs)

    def list_moves(self, *given: Any) -> None:
        self._launch("list", self.n, self._states, self._worlds, self._rngs, *given)

    def try_moves(self, owners: Any, *given: Any) -> None:
        """Make moves, each in a world of its own, and write what comes of them."""
        self._launch("try", len(owners), self._worlds, self._room(len(owners)), self._none, owners, *given)

    def make_moves(self, owners: Any, *given: Any) -> None:
        """Make one move in each of some games, and write what comes of it."""
        self._launch("try", len(owners), self._states, self._room(len(owners)), self._states, owners, *given)

    def _room(self, n: int) -> Any:
        """Find room for copies of positions; in the memory of a thread they were not always read right."""
        if len(self._copies) < n:
            self._copies = find_card().device_array(n, dtype_of(self.state))
        return self._copies

    def choose(self, *given: Any) -> None:
        self._launch("choose", self.n, *given)

    def _launch(self, name: str, n: int, *given: Any) -> None:
        from burgomaster.cuda.trial_kernels import BLOCK

        cuda, kernel = find_card(), _kernel(name, self.state)
        kernel[-(-n // BLOCK), BLOCK](
            *(cuda.as_cuda_array(one) if hasattr(one, "is_cuda") else one for one in given)
        )


@cache
def _kernel(name: str, state: type) -> Any:
    """Find a kernel for the rules of a game; it is compiled when it is first launched."""
    from burgomaster.cuda import trial_kernels as kernels
    from burgomaster.cuda.target import kept_kernel

    if name == "choose":
        return kept_kernel(kernels.choose_best, state)
    make = {"deal": kernels.make_dealer, "list": kernels.make_lister, "try": kernels.make_trier}[name]
    return kept_kernel(make(state), state)
