"""Work that a server does beside answering requests: whatever goes wrong in it, it begins again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from burgomaster.server.troubles import TROUBLES, Troubles

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds before work begins again; the pause doubles
CALM_SECONDS = 60.0  # of work after which a pause is short again

Work = Callable[[], Awaitable[None]]


async def supervise(name: str, work: Work, troubles: Troubles = TROUBLES) -> None:
    """Do some work to its end; begin it again, after a growing pause, when anything goes wrong.

    Whoever begins again has to read from the store what was missed.
    """
    pause = FIRST_PAUSE
    while True:
        begun = time.monotonic()
        try:
            return await work()
        except Exception as error:
            troubles.report(f"{name} broke off and begins again", error, with_traceback=True)
        if time.monotonic() - begun > CALM_SECONDS:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
