"""Stopping quietly: open streams are ended at the first signal, everything else at the second."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGTERM, signal.SIGINT)
IMPATIENT = 1  # the exit code after a second signal
LONGEST_STOP = 10.0  # seconds; whatever still hangs then is left alone


@contextmanager
def told_to_stop(stop: Callable[[], None]) -> Iterator[None]:
    """Call a function of the event loop at the first signal to stop; end the process at the second.

    What the web server does at a signal, it still does: it waits for the answers that are being given. A
    stream is an answer without an end, so nothing would ever stop it otherwise.
    """
    if threading.current_thread() is not threading.main_thread():  # only there signals can be listened to
        yield
        return
    loop, usual, n_asked = asyncio.get_running_loop(), {name: signal.getsignal(name) for name in SIGNALS}, 0

    def on_signal(number: int, frame: FrameType | None) -> None:
        nonlocal n_asked
        n_asked += 1
        if n_asked > 1:
            os._exit(IMPATIENT)
        loop.call_soon_threadsafe(stop)
        leave_after(LONGEST_STOP)
        handler: Any = usual[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)
        elif handler == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    for name in SIGNALS:
        signal.signal(name, on_signal)
    try:
        yield
    finally:
        for name in SIGNALS:
            signal.signal(name, usual[name])


def leave_after(seconds: float) -> None:
    """End the process after a while, whatever hangs: a database that does not answer, for example."""
    hurry = threading.Timer(seconds, os._exit, [IMPATIENT])
    hurry.daemon = True
    hurry.start()


def leave_threads(code: int) -> None:
    """End the process without waiting for threads that still think; everything else must be closed by now."""
    others = set(threading.enumerate()) - {threading.main_thread()}
    if any(not thread.daemon for thread in others):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def leave_quietly() -> None:
    """Let the signals that stop a server end its program as if it had come to its end by itself."""
    for name in SIGNALS:
        signal.signal(name, lambda _number, _frame: None)
