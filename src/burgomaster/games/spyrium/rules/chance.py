"""What nobody at the table knows, drawn anew: for programs that treat every draw as chance of its own."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.struct import Ints
from burgomaster.games.spyrium.rules.view import determinize

NOBODY = -1


def shuffle_unseen(state: Any, rng: Ints) -> None:
    """Shuffle decks, events and tokens: nothing here is known to one seat alone."""
    determinize(state, NOBODY, rng)
