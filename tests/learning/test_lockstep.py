"""Games in step are the games that the processors play: the same scores, samples and targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from burgomaster.bots.net import MAX_SEATS
from burgomaster.core import kernels
from burgomaster.core.inputs import Inputs
from burgomaster.core.log import Log
from burgomaster.core.moves import Moves
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, WORDS, draw_below, seed_rng
from burgomaster.core.struct import zeros
from burgomaster.learning.player import Job, Played
from burgomaster.learning.self_play import LEARNER, MANY
from tests.cases import never, sweep
from tests.learning.nets import GAMES, layout
from tests.learning.test_self_play import job_of, nets_of, space_of


class ProcessorTables:
    """Does on a processor what cuda/trials.py lets a card do."""

    def __init__(self, state: type, undealt: Any, n: int) -> None:
        self.undealt, self.states, self.worlds = undealt, zeros(state, n), zeros(state, n)
        self.rngs = np.zeros((n, WORDS), np.uint32)
        self.copies, self.logs, self.moves, self.inputs = (
            zeros(kind, 1) for kind in (state, Log, Moves, Inputs)
        )

    def deal(self, variants: Any, seeds: Any) -> None:
        for game, (variant, seed) in enumerate(zip(variants.tolist(), seeds.tolist(), strict=True)):
            self.states[game] = self.undealt[variant]
            seed_rng(self.states[game].rng, seed, DEAL_STREAM)
            seed_rng(self.rngs[game], seed, PLAY_STREAM)
            kernels.deal(self.states[game])
            kernels.begin(self.states[game], self.logs[0])

    def list_moves(
        self, is_playing: Any, players: Any, explore: float, codes: Any, counts: Any, seats: Any, wild: Any
    ) -> None:
        moves = self.moves[0]
        for game, goes_on in enumerate(is_playing.tolist()):
            counts[game] = 0
            if goes_on:
                state = self.states[game]
                kernels.legal(state, moves)
                n, seat = int(moves.n_moves), int(state.to_move)
                counts[game], seats[game], wild[game] = n, seat, -1
                for place in range(n):
                    codes[game, place] = int(moves.codes[place])
                if n > 1:
                    self.worlds[game] = state
                    kernels.determinize(self.worlds[game], seat, self.rngs[game])
                    is_wild = draw_below(self.rngs[game], MANY) < explore * MANY
                    if is_wild and int(players[game, seat]) == LEARNER:
                        wild[game] = draw_below(self.rngs[game], n)

    def try_moves(self, owners: Any, moves: Any, *given: Any) -> None:
        for row, (game, move) in enumerate(zip(owners.tolist(), moves.tolist(), strict=True)):
            self._apply(self.worlds[game], row, game, move, *given)

    def make_moves(self, owners: Any, moves: Any, *given: Any) -> None:
        for row, (game, move) in enumerate(zip(owners.tolist(), moves.tolist(), strict=True)):
            self._apply(self.states[game], row, game, move, *given)
            self.states[game] = self.copies[0]

    def _apply(
        self, source: Any, row: int, game: int, move: int, seats: Any, n_seats: Any, rows: Any, ends: Any
    ) -> None:
        self.copies[0] = source
        here, inputs = self.copies[0], self.inputs[0]
        kernels.apply(here, move, self.logs[0])
        ends[row, 0] = int(kernels.is_over(here))
        if ends[row, 0]:
            for seat in range(int(n_seats[game])):
                ends[row, 1 + seat] = int(kernels.score(here, seat))
                ends[row, 1 + MAX_SEATS + seat] = int(kernels.rank(here, seat))
            return
        kernels.write_inputs(here, int(seats[game]), inputs)
        for place, number in zip(
            inputs.places[: inputs.n].tolist(), inputs.numbers[: inputs.n].tolist(), strict=True
        ):
            assert rows[row, place] == 0  # written once: a card does not add up
            rows[row, place] = number

    def choose(self, values: Any, begins: Any, counts: Any, wild: Any, chosen: Any) -> None:
        for game, (first, n, by_chance) in enumerate(
            zip(begins.tolist(), counts.tolist(), wild.tolist(), strict=True)
        ):
            if n:
                best = int(values[first : first + n].argmax())
                chosen[game] = first + (by_chance if by_chance >= 0 else best)


def in_step(jobs: list[Job], nets: Any) -> Any:
    """Play jobs in step."""
    from burgomaster.learning.lockstep import Lockstep

    game = jobs[0].game
    lockstep = Lockstep(
        layout(game.name), "cpu", 4096, lambda undealt, n: ProcessorTables(game.rules.state, undealt, n)
    )
    return lockstep.play(jobs, nets)


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
    """Compare the samples of both."""
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
