"""An event loop whose time jumps: waiting takes no time, and a run is the same each time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


class JumpingSelector(selectors.DefaultSelector):  # type: ignore[misc,valid-type,unused-ignore]
    """Instead of waiting for a while, let that while have passed."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout is None:  # nothing will ever be due: wait for a thread
            return super().select(None)
        if not ready and timeout:
            self.now += timeout
        return ready


class InlineExecutor(ThreadPoolExecutor):
    """Does everything at once, in the thread that asks for it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def run_virtually(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine on a loop whose time jumps, with all threads' work done in this one."""
    selector = JumpingSelector()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    loop.set_default_executor(InlineExecutor(1))
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
