"""The arena on a Ray cluster: the same jobs give the same games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from burgomaster.lab import arena
from burgomaster.lab.arena import Outcome


@pytest.fixture
def cluster() -> Iterator[None]:
    """A Ray of one process on this machine."""
    import ray  # late: loading it takes longer than most tests

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.thorough
def test_games_on_ray_are_the_games_played_here() -> None:
    jobs = arena.make_jobs("petersburg", {"players": 2}, ["greedy", "random"], 2, 5)
    found: list[Outcome] = []
    arena.play_jobs_with_ray(jobs, found.append)
    there = {outcome.job.key: (outcome.scores, outcome.winners, outcome.moves) for outcome in found}
    here = [arena.play_job(job) for job in jobs]
    assert there == {one.job.key: (one.scores, one.winners, one.moves) for one in here}
