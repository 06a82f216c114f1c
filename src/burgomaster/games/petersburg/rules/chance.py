"""What nobody at the table knows, drawn anew: for programs that treat every draw as chance of its own."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import wide
from burgomaster.compiler.struct import Ints
from burgomaster.core.rng import shuffle
from burgomaster.games.petersburg.rules.cards import N_DECKS


def shuffle_unseen(state: Any, rng: Ints) -> None:
    """Shuffle every pile; hands and a drawn card stay, because somebody has seen them."""
    for deck in range(N_DECKS):
        shuffle(state.decks, wide(state.deck_next[deck]), wide(state.deck_end[deck]), rng)
