"""What a run of games for a table of data is: a game, who plays, which seeds, and what a row is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from burgomaster.core.errors import OptionError, SetupError
from burgomaster.core.registry import game_info
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.seating import read_count, read_seed

SCHEMA = 1  # raised whenever a column changes its meaning; new columns are appended
ROWS = ("game", "decision")
COMPILED = ("random", "greedy")  # bots that play inside kernels
PART_GAMES = {"game": 10_000, "decision": 1_000}  # that are written, and lost by a kill, together
THOUGHTFUL_GAMES = 20  # the same where bots think for seconds


@dataclass(frozen=True)
class Run:
    """Games that are played and written down; equal runs give equal files."""

    game: str
    options: Mapping[str, Any]  # with players
    bots: tuple[str, ...]  # one a player
    games: int
    seed: int
    rows: str = "game"

    @property
    def is_compiled(self) -> bool:
        """Tell whether all moves are made inside kernels."""
        return all(bot in COMPILED for bot in self.bots)

    @property
    def part_games(self) -> int:
        """Count the games of one part."""
        return PART_GAMES[self.rows] if self.is_compiled else THOUGHTFUL_GAMES

    @property
    def n_parts(self) -> int:
        """Count the parts."""
        return -(-self.games // self.part_games)

    def part(self, number: int) -> range:
        """List the games of a part by their numbers."""
        return range(number * self.part_games, min(self.games, (number + 1) * self.part_games))

    def to_json(self) -> dict[str, Any]:
        """Describe the run: what the file says of itself."""
        return {
            "schema": SCHEMA,
            "rows": self.rows,
            "game": self.game,
            "rules_version": game_info(self.game).version,
            "options": dict(self.options),
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "part_games": self.part_games,
        }

    def options_text(self) -> str:
        """Write the options as one word of JSON, the same for equal options."""
        return json.dumps(dict(self.options), sort_keys=True, separators=(",", ":"))


def make_run(
    game: str,
    options: Mapping[str, Any],
    games: int = 10_000,
    seed: int = 1,
    bots: tuple[str, ...] = ("random",),
    rows: str = "game",
) -> Run:
    """Check what is asked for; one bot plays on all seats."""
    if rows not in ROWS:
        raise OptionError("option.value", name="rows", given=repr(rows)[:40], allowed=", ".join(ROWS))
    games = read_count("games", games)
    seed = read_seed(seed, MAX_SEED - games)
    players = int(options["players"])
    seats = tuple(bots) * players if len(bots) == 1 else tuple(bots)
    if len(seats) != players:
        raise SetupError("setup.seats", given=len(seats), players=players)
    return Run(game, dict(options), seats, games, seed, rows)
