"""Make a batch: many games in lockstep, on the processor's cores or on a graphics card."""

from __future__ import annotations

from typing import Any

from burgomaster.core.batch import Batch, chosen
from burgomaster.core.table import Game, read_game

DEVICES = ("cpu", "cuda")


def batch(
    game: Game | str,
    n: int,
    *,
    seed: int = 1,
    device: str = "cpu",
    threads: int | None = None,
    rewards: str = "rank",
    opponents: str | None = None,
    seat: int = 0,
    **options: Any,
) -> Batch:
    """Deal `n` games that are played together; a game's name may be followed by its options.

    rewards: "rank", "score", "margin" at the end of a game, or "progress" in every step.
    device: "cpu", or "cuda" for a graphics card; torch and CuPy take the arrays over by DLPack.
    opponents: None (every seat's moves are asked for), "random" or "greedy", which play all seats but `seat`.
    """
    chosen("device", device, DEVICES)
    made = read_game(game, options)
    settings: dict[str, Any] = {"seed": seed, "rewards": rewards, "opponents": opponents, "seat": seat}
    if device == "cpu":
        return Batch(made, n, threads=threads, **settings)
    from burgomaster.cuda.batch import CardBatch

    return CardBatch(made, n, **settings)
