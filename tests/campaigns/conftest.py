"""Campaigns run event loops of their own, beside that of a browser whose tests share the process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def no_other_loop() -> Iterator[None]:
    """Let no loop seem to run in this thread: the driver of the browser leaves its own there, at rest."""
    resting = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(resting)
