"""Compare the chances that a net gives with what came of it: python bench/calibration.py [games]

The nets of all games play against themselves, in every variant, with a few random moves. The positions are
sorted by the chance to win that the net gave the mover, and each group is compared with how many of these
games were won. Brier is the mean square of what is missing; a coin has 0.25.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.net import HIDDEN, LEAD, LEAD_POINTS, LOGITS, MAX_SEATS, SECOND, Weights
from burgomaster.bots.net_file import has_net, layout_of, net_of, split_tail
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import Game, load_game
from burgomaster.learning.player import Job, Played, Players, stack

GAMES = 256  # of each variant
EXPLORE = 0.05
GROUPS = np.linspace(0.0, 1.0, 11)
Array = npt.NDArray[Any]


def outputs_of(played: Played, weights: Weights) -> Array:
    """Compute the outputs of all samples, without our kernels."""
    places, numbers, starts = played.inputs
    lines, tail = weights.lines.reshape(-1, HIDDEN), split_tail(weights.tail)
    sums = np.add.reduceat(lines[places] * numbers[:, None], starts, axis=0) + tail["offsets"]
    second = np.maximum(sums, 0) @ tail["second"] + tail["second_offsets"]
    assert second.shape[1] == SECOND
    found: Array = np.maximum(second, 0) @ tail["last"] + tail["last_offsets"]
    return found


def chances_of(outputs: Array, n_seats: int) -> Array:
    """Turn logits into the chance of the seat that looks."""
    logits = outputs[:, LOGITS : LOGITS + n_seats]
    grown = np.exp(logits - logits.max(1, keepdims=True))
    found: Array = grown[:, 0] / grown.sum(1)
    return found


def sample(players: Players, game: Game, weights: Weights, games: int) -> tuple[Array, Array, Array]:
    """Play some games; return chances, shares of the victory, and by how much the lead was missed."""
    chances, won, missed = [], [], []
    jobs = [
        Job(game, np.zeros((16, MAX_SEATS), np.int8), 1 + first, EXPLORE, 0.3)
        for first in range(0, games, 16)
    ]
    for played in players.play(jobs, stack([weights])):
        outputs = outputs_of(played, weights)
        chances.append(chances_of(outputs, game.n_seats))
        won.append(played.targets[:, LOGITS])
        missed.append(LEAD_POINTS * (outputs[:, LEAD] - played.targets[:, LEAD]))
    return np.concatenate(chances), np.concatenate(won), np.concatenate(missed)


def main() -> None:
    """Print one table for every game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for name in filter(has_net, game_names()):
        layout, weights = layout_of(name), net_of(name)
        assert layout is not None
        sets = [(one, n) for one in game_info(name).variants for n in one.players if n > 1]
        made = [load_game(name, players=n, **dict(one.options)) for one, n in sets]
        players = Players(made[0].rules.state, layout)
        found = [sample(players, game, weights, games) for game in made]
        chances, won, missed = (np.concatenate(parts) for parts in zip(*found, strict=True))
        print(f"{name}: {len(chances):,} positions of {games * len(made):,} games")
        for low, high in pairwise(GROUPS):
            here = (chances >= low) & (chances < high)
            if here.any():
                given, came = 100 * chances[here].mean(), 100 * won[here].mean()
                print(f"  given {given:5.1f} %   won {came:5.1f} %   {here.sum():9,}")
        spread = float(np.sqrt((missed**2).mean()))
        print(f"  Brier {((chances - won) ** 2).mean():.3f}, lead missed by {spread:.1f} points")


if __name__ == "__main__":
    main()
