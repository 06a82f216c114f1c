"""Players on a graphics card: rounds of self-play there, measures against other players on the processors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from burgomaster.bots.net import Weights
from burgomaster.core.inputs import InputLayout
from burgomaster.core.table import Game
from burgomaster.cuda.trials import CardTables
from burgomaster.learning.lockstep import Lockstep
from burgomaster.learning.player import Job, Played, Players


class CardPlayers(Players):
    """Plays games of nets alone on the card; other players sit where the processors play."""

    def __init__(self, game: Game, layout: InputLayout, device: str, threads: int | None = None) -> None:
        state, encoding = game.rules.state, game.rules.encoding
        assert encoding is not None
        super().__init__(state, layout, threads)

        def new_tables(undealt: Any, n: int) -> CardTables:
            return CardTables(state, undealt, n)

        self._lockstep = Lockstep(layout, device, encoding.max_legal, new_tables)

    def play(self, jobs: Sequence[Job], nets: Weights) -> Iterator[Played]:
        """Play all jobs."""
        if any((job.seat_nets < 0).any() for job in jobs):
            return super().play(jobs, nets)
        found: Any = self._lockstep.play(jobs, nets)
        return iter([found])
