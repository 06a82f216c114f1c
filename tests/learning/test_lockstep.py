"""Games in step are the games that the processors play: the same scores, samples and targets."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from burgomaster.compiler.struct import zeros
from burgomaster.core.rng import WORDS
from burgomaster.learning.player import Job, Played
from burgomaster.learning.self_play import LEARNER
from tests.card import Card, card_by_hand
from tests.cases import never, sweep
from tests.learning.nets import GAMES, layout
from tests.learning.test_self_play import job_of, nets_of, space_of


class TablesByHand:
    """Does what cuda/trials.py does, with the same kernels, on a card by hand."""

    def __init__(self, card: Card, kernels: Any, state: type, undealt: Any, n: int) -> None:
        self.card, self.n, self.undealt = card, n, undealt
        self.states, self.worlds, self.none = (zeros(state, size) for size in (n, n, 0))
        self.state, self.rngs = state, np.zeros((n, WORDS), np.uint32)
        self.kernels = {
            "deal": kernels.make_dealer(state),
            "list": kernels.make_lister(state),
            "try": kernels.make_trier(state),
            "choose": kernels.choose_best,
        }

    def deal(self, *given: Any) -> None:
        variants, seeds = given
        self._launch("deal", self.n, self.undealt, variants, seeds, self.states, self.rngs)

    def list_moves(self, *given: Any) -> None:
        self._launch("list", self.n, self.states, self.worlds, self.rngs, *given)

    def try_moves(self, owners: Any, *given: Any) -> None:
        copies = zeros(self.state, len(owners))
        self._launch("try", len(owners), self.worlds, copies, self.none, owners, *given)

    def make_moves(self, owners: Any, *given: Any) -> None:
        copies = zeros(self.state, len(owners))
        self._launch("try", len(owners), self.states, copies, self.states, owners, *given)

    def choose(self, *given: Any) -> None:
        self._launch("choose", self.n, *given)

    def _launch(self, name: str, n: int, *given: Any) -> None:
        arrays = (one.numpy() if hasattr(one, "is_cuda") else one for one in given)
        self.card.launch_apart(self.kernels[name], n, *arrays)


def in_step(jobs: list[Job], nets: Any) -> Any:
    from burgomaster.learning.lockstep import Lockstep

    game = jobs[0].game
    with card_by_hand() as (card, modules):
        kernels = modules["trial_kernels"]
        kernels.np = SimpleNamespace(float16=np.float32)  # what a processor computes with

        def new_tables(undealt: Any, n: int) -> TablesByHand:
            return TablesByHand(card, kernels, game.rules.state, undealt, n)

        return Lockstep(layout(game.name), "cpu", 4096, new_tables).play(jobs, nets)


def sorted_samples(inputs: Any, targets: Any) -> Any:
    """List samples as rows of inputs, numbers and targets, in an order that does not depend on who played."""
    places, numbers, starts = (np.asarray(part) for part in inputs)
    ends = [*starts[1:], len(places)]
    found = []
    for start, end, target in zip(starts, ends, np.asarray(targets), strict=True):
        pairs = sorted(zip(places[start:end].tolist(), numbers[start:end].tolist(), strict=True))
        found.append((pairs, target.tolist()))
    return sorted(found, key=lambda sample: sample[0])


def is_same(played: Played, samples: Any, n_seats: int) -> None:
    expected = sorted_samples(played.inputs, played.targets)
    assert [sample[0] for sample in samples] == [sample[0] for sample in expected]
    for (_, target), (_, right) in zip(samples, expected, strict=True):
        seen = [*range(n_seats), *range(5, 5 + n_seats), 10]
        np.testing.assert_allclose(np.array(target)[seen], np.array(right)[seen], rtol=1e-3, atol=1e-3)


@pytest.mark.usefixtures("torch")
@pytest.mark.parametrize("name", sweep(GAMES, never, lambda name: name == "spyrium"))
def test_games_in_step_are_those_that_processors_play(name: str) -> None:
    how = {"explore": 0.2, "win_share": 0.3, "trust": 0.8}
    job = job_of(name, [LEARNER, 1], seed=5, games=2, **how)
    nets = nets_of(name)
    played = space_of(job).play(job, nets)
    both = in_step(
        [replace(job, seat_nets=job.seat_nets[:1]), job_of(name, [LEARNER, 1], seed=6, **how)], nets
    )
    n = job.game.n_seats
    assert both.scores[:, :n].tolist() == played.scores.tolist()
    assert both.ranks[:, :n].tolist() == played.places.tolist()
    assert both.n_games == 2 and both.mean_score == pytest.approx(played.mean_score)
    assert set(both.seat_counts.tolist()) == {n}
    is_same(played, sorted_samples(both.inputs, both.targets), n)
