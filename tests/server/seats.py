"""Clients of the JSON interface, as campaigns have them."""

from __future__ import annotations

from tests.campaigns.clients import (
    FORGETFUL,
    NOBODY,
    Listener,
    Seat,
    events,
    finish,
    listening,
    new_client,
    open_for_two,
    open_table,
    token,
)

__all__ = [
    "FORGETFUL",
    "NOBODY",
    "Listener",
    "Seat",
    "events",
    "finish",
    "listening",
    "new_client",
    "open_for_two",
    "open_table",
    "token",
]
