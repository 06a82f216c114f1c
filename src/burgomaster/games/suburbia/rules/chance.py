"""What nobody at the table knows, drawn anew: for programs that treat every draw as chance of its own."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.struct import Ints
from burgomaster.core.rng import draw_word
from burgomaster.games.suburbia.rules import view
from burgomaster.games.suburbia.rules.state import N_STACKS, DaleTie


def shuffle_unseen(state: Any, rng: Ints) -> None:
    """Shuffle every stack with its box, and what decides Dale's ties; goals stay with those who hold them."""
    for stack in range(N_STACKS):
        view.shuffle_unseen(state, stack, rng)
    if state.rules.dale_tie == DaleTie.RANDOM:
        state.rng[:] = [draw_word(rng) for _ in state.rng]
