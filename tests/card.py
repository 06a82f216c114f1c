"""A graphics card by hand: runs the kernels of `burgomaster.cuda` on the processor, thread by thread.

It knows no more of a card than our kernels use. What it cannot show is what a compiler for cards makes of
them: `python -m tests.campaigns card` shows that, where there is one.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

import burgomaster.cuda

PACKAGE = "burgomaster.cuda"
ANEW = ("kernels", "batch_kernels", "trial_kernels")  # modules that are loaded for this card


class Block:
    """Threads that share memory and wait for each other: one runs at a time, and hands over to the next."""

    def __init__(self, number: int, size: int) -> None:
        self.number, self.size = number, size
        self.arrays: dict[int, Any] = {}
        self.turns = [threading.Semaphore(0) for _ in range(size)]
        self.has_vote, self.found = False, False
        self.failure: BaseException | None = None

    def wait_for_turn(self, thread: int) -> None:
        """Wait until all threads before this one have come as far as it has."""
        self.turns[thread].acquire()
        if self.failure is not None:
            raise SystemExit

    def hand_over(self, thread: int) -> None:
        """Let the next thread go on; the last one closes a vote."""
        if thread + 1 == self.size:
            self.found, self.has_vote = self.has_vote, False
        self.turns[(thread + 1) % self.size].release()

    def fail(self, failure: BaseException) -> None:
        """Stop all threads."""
        self.failure = self.failure or failure
        for turn in self.turns:
            turn.release()


class Card:
    """What our kernels see of a card, in the place of the module of that name."""

    def __init__(self) -> None:
        self._here = threading.local()
        self.local = SimpleNamespace(array=lambda n, kind, alignment: np.zeros(n, kind))
        self.shared = SimpleNamespace(array=self._share)
        self.atomic = SimpleNamespace(add=self._add)

    # For kernels

    @property
    def threadIdx(self) -> Any:
        return SimpleNamespace(x=self._here.thread)

    @property
    def blockIdx(self) -> Any:
        return SimpleNamespace(x=self._here.block.number)

    @property
    def blockDim(self) -> Any:
        return SimpleNamespace(x=self._here.block.size)

    def grid(self, _dimensions: int) -> int:
        found: int = self._here.block.number * self._here.block.size + self._here.thread
        return found

    def gridsize(self, _dimensions: int) -> int:
        found: int = self._here.n_blocks * self._here.block.size
        return found

    def syncthreads(self) -> None:
        self._here.block.hand_over(self._here.thread)
        self._here.block.wait_for_turn(self._here.thread)

    def syncthreads_or(self, vote: int) -> bool:
        block = self._here.block
        block.has_vote |= bool(vote)
        self.syncthreads()
        found: bool = block.found
        return found

    def _share(self, n: Any, kind: Any) -> Any:
        """Hand over an array of the block: every thread asks for the same ones in the same order."""
        self._here.n_shared += 1
        return self._here.block.arrays.setdefault(self._here.n_shared, np.zeros(n, kind))

    def _add(self, array: Any, place: int, number: int) -> int:
        before = int(array[place])
        array[place] += number
        return before

    # For tests

    def launch(self, kernel: Callable[..., None], n_blocks: int, size: int, *given: Any) -> None:
        """Run a kernel whose threads wait for each other, one block after another."""
        for number in range(n_blocks):
            block = Block(number, size)
            threads = [
                threading.Thread(target=self._run, args=(kernel, block, thread, n_blocks, given))
                for thread in range(size)
            ]
            for one in threads:
                one.start()
            block.turns[0].release()
            for one in threads:
                one.join()
            if block.failure is not None:
                raise block.failure

    def launch_apart(self, kernel: Callable[..., None], n: int, *given: Any) -> None:
        """Run a kernel whose threads know nothing of each other."""
        for thread in range(n):
            self._enter(Block(0, n), thread, 1)
            kernel(*given)

    def _enter(self, block: Block, thread: int, n_blocks: int) -> None:
        here = self._here
        here.block, here.thread, here.n_blocks, here.n_shared = block, thread, n_blocks, 0

    def _run(self, kernel: Callable[..., None], block: Block, thread: int, n_blocks: int, given: Any) -> None:
        self._enter(block, thread, n_blocks)
        try:
            block.wait_for_turn(thread)
            kernel(*given)
            block.hand_over(thread)
        except SystemExit:
            pass  # another one has failed
        except BaseException as error:
            block.fail(error)


@contextmanager
def card_by_hand() -> Iterator[tuple[Card, dict[str, Any]]]:
    """Load the kernels for a card of ours; afterwards everything is as it was."""
    card, names = Card(), [f"{PACKAGE}.{name}" for name in ("driver", "target", *ANEW)]
    before = {name: sys.modules.pop(name, None) for name in names}
    modules_before = {
        name: one for name, one in vars(burgomaster.cuda).items() if isinstance(one, ModuleType)
    }
    driver, target = ModuleType(names[0]), ModuleType(names[1])
    vars(driver).update(cuda=card)
    vars(target).update(prepare=lambda: None)
    sys.modules.update({names[0]: driver, names[1]: target})
    vars(burgomaster.cuda).update(driver=driver, target=target)
    kinds = SimpleNamespace(from_dtype=lambda dtype: dtype, int32=np.int32, uint32=np.uint32)
    try:
        modules = {name: import_module(f"{PACKAGE}.{name}") for name in ANEW}
        for module in modules.values():
            vars(module).update(numba=kinds)
        yield card, modules
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            vars(burgomaster.cuda).pop(name.rpartition(".")[2], None)
            if module is not None:
                sys.modules[name] = module
        vars(burgomaster.cuda).update(modules_before)
