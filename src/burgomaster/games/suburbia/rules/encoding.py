"""The game as numbers for learning: actions and observations put together."""

from __future__ import annotations

from burgomaster.core.encoding import Encoding
from burgomaster.games.suburbia.rules.action_numbers import N_NUMBERS, number_of, possible_moves
from burgomaster.games.suburbia.rules.features import Shape, blocks, fill_shape, write_observation

ENCODING = Encoding(
    version=1,
    n_numbers=N_NUMBERS,
    max_legal=2048,
    number_of=number_of,
    possible=possible_moves,
    blocks=blocks,
    shape=Shape,
    fill_shape=fill_shape,
    write_observation=write_observation,
)
