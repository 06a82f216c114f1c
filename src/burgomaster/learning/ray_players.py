"""Players on the machines of a Ray cluster: one for every processor, the nets sent once a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.evaluation import load_evaluation
from burgomaster.bots.net import Weights
from burgomaster.bots.net_file import layout_of
from burgomaster.core.table import load_game
from burgomaster.learning.player import Job, Played, Space

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class FarJob:
    """A job as it is sent: the game by its name and options."""

    game: str
    options: Mapping[str, Any]
    job: Job  # without its game


class FarPlayer:
    """Plays jobs in a process of its own."""

    def __init__(self, game: str) -> None:
        layout = layout_of(game)
        assert layout is not None
        load_evaluation(game)
        self.layout = layout
        self.space: Space | None = None

    def play(self, far: FarJob, lines: Array, tails: Array) -> Played:
        """Play a job; what comes back has no game. Arrays are copied: those that Ray shares are read-only."""
        game = load_game(far.game, **dict(far.options))
        if self.space is None:
            self.space = Space(game.rules.state, self.layout)
        job = replace(far.job, game=game, seat_nets=np.array(far.job.seat_nets))
        played = self.space.play(job, Weights(np.array(lines), np.array(tails)))
        return replace(played, job=far.job)


class RayPlayers:
    """Players wherever Ray finds room; one that is lost is started anew, and its job played again."""

    def __init__(self, game: str, workers: int | None = None) -> None:
        import ray

        self._mine = not ray.is_initialized()
        if self._mine:
            ray.init(ignore_reinit_error=True, log_to_driver=False, include_dashboard=False)
        self.threads = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(FarPlayer)
        self._players = [actor.remote(game) for _ in range(self.threads)]

    def play(self, jobs: Sequence[Job], nets: Weights) -> Iterator[Played]:
        """Play all jobs, each where somebody is free."""
        import ray
        from ray.util import ActorPool

        lines, tails = (ray.put(part) for part in nets)
        pool = ActorPool(self._players)

        def begin(player: Any, job: Job) -> Any:
            return player.play.remote(far_job(job), lines, tails)

        for job, played in zip(jobs, pool.map(begin, list(jobs)), strict=True):
            yield replace(played, job=job)

    def close(self) -> None:
        """Play nothing more."""
        import ray

        for player in self._players:
            ray.kill(player)
        self._players = []
        if self._mine:
            ray.shutdown()


def far_job(job: Job) -> FarJob:
    """Describe a job so that it can be sent."""
    return FarJob(job.game.name, dict(job.game.options), replace(job, game=None))  # type: ignore[arg-type]
