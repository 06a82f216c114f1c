"""How a net learns the differences between moves of one alone; the lines that all variants share stay.

A product of two narrow tables is added to the lines of the inputs that occur, and the layers behind are
learned as a copy. Only how the moves of a choice differ is learned: their level stays where it was.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from burgomaster.bots.net import HIDDEN, LEAD, LEAD_POINTS, POINTS, SCORES, Weights
from burgomaster.bots.net_file import Alone
from burgomaster.learning.alone_games import Choices, join
from burgomaster.learning.learner import Net

RANK = 40  # of the change of the lines
PASSES = 18
BATCH = 256  # choices
LEARNED = 0.88  # of each part; the rest is to check by
RATE, TAIL_RATE = 2e-3, 1e-3
WARM_UP = 0.1  # of the steps, while the rate rises
CLIP = 1.0
STEADY = 0.02  # how much it counts that the level of a choice stays
POINTS_WEIGHT = 0.3  # of the error of the points, against that of the lead
LARGE = 2.0  # points: larger errors count less than by their square
SOFT, LEAST = 2.0, 0.05  # how much less a move counts that is so many points behind, and at least
SPREAD = 0.05  # of the first numbers
MOVES_AT_A_TIME = 8192


class Differences:
    """All that was played, as tensors."""

    def __init__(self, parts: Sequence[Choices]) -> None:
        played = join(parts)
        self.places = torch.from_numpy(played.places.astype(np.int32))
        self.numbers = torch.from_numpy(played.numbers)
        self.lengths = torch.from_numpy(played.lengths.astype(np.int64))
        self.starts = starts_of(self.lengths)
        self.sizes = torch.from_numpy(played.sizes.astype(np.int64))
        self.firsts = starts_of(self.sizes)
        self.shown = torch.from_numpy(played.shown)
        self.learned, self.checked = divide([len(part.sizes) for part in parts])

    def inputs(self, moves: Any) -> tuple[Any, Any, Any]:
        """Gather the inputs after some moves: places, numbers, and where those of each begin."""
        at, _ = spread(self.starts[moves], self.lengths[moves])
        return self.places[at].long(), self.numbers[at].float(), starts_of(self.lengths[moves])

    def batch(self, choices: Any) -> Batch:
        """Gather the moves of some choices."""
        moves, choice = spread(self.firsts[choices], self.sizes[choices])
        shown = self.shown[moves]
        most = torch.full((len(choices),), -math.inf).scatter_reduce(0, choice, shown, "amax")
        return Batch(moves, choice, len(choices), shown, torch.exp((shown - most[choice]) / SOFT) + LEAST)


@dataclass(frozen=True)
class Batch:
    """The moves of some choices."""

    moves: Any
    choice: Any  # of the batch to which each belongs
    n_choices: int
    shown: Any  # points
    weight: Any  # how much each counts

    def level(self, points: Any) -> Any:
        """Average points over the moves of each choice; as many numbers as there are moves."""
        none = torch.zeros(self.n_choices)
        sums = none.index_add(0, self.choice, self.weight * points)
        return (sums / none.index_add(0, self.choice, self.weight))[self.choice]

    def errors(self, points: Any) -> Any:
        """Tell by how much the moves of each choice differ otherwise than playing on has shown."""
        wrong = points - self.shown
        return wrong - self.level(wrong)


def starts_of(lengths: Any) -> Any:
    """Add up where runs of some lengths begin that lie one behind the other."""
    return torch.cumsum(lengths, 0) - lengths


def spread(starts: Any, lengths: Any) -> tuple[Any, Any]:
    """List all places of some runs, and which run each belongs to."""
    run = torch.repeat_interleave(torch.arange(len(lengths)), lengths)
    return (starts - starts_of(lengths))[run] + torch.arange(len(run)), run


def divide(counts: Sequence[int]) -> tuple[Any, Any]:
    """Divide the choices of each part into those to learn from and those to check by."""
    is_learned = [torch.arange(n) < int(LEARNED * n) for n in counts]
    chosen = torch.cat([torch.zeros(0, dtype=torch.bool), *is_learned])
    return torch.nonzero(chosen)[:, 0], torch.nonzero(~chosen)[:, 0]


class NetForOne(nn.Module):  # type: ignore[misc]  # torch is taken as untyped
    """A net whose lines are changed by a product of two narrow tables, and whose tail is learned."""

    def __init__(self, weights: Weights, occurring: Any, begin: Alone | None, seed: int) -> None:
        super().__init__()
        n_inputs = len(weights.lines) // HIDDEN
        tail = weights.tail if begin is None else begin.tail
        self.net = Net(n_inputs)
        self.net.set_weights(weights.lines, tail)
        self.net.lines.requires_grad_(False)
        self.occurring = occurring
        self.row = torch.zeros(n_inputs, dtype=torch.long)
        self.row[occurring] = torch.arange(len(occurring))
        left, right = first_tables(occurring, begin, seed)
        self.left, self.right = nn.Parameter(left), nn.Parameter(right)

    def shared_sums(self, places: Any, numbers: Any, starts: Any) -> Any:
        """Sum the lines that all variants share."""
        return F.embedding_bag(places, self.net.lines, starts, per_sample_weights=numbers, mode="sum")

    def forward(self, shared: Any, places: Any, numbers: Any, starts: Any) -> tuple[Any, Any]:
        """Compute the lead and the points that are expected, both in points."""
        rows = self.row[places]
        left = F.embedding_bag(rows, self.left, starts, per_sample_weights=numbers, mode="sum")
        sums = shared + left @ self.right + self.net.offsets
        outputs = self.net.last(F.relu(self.net.second(F.relu(sums))))
        return LEAD_POINTS * outputs[:, LEAD], POINTS * outputs[:, SCORES]

    def alone(self) -> Alone:
        """Return what was learned, with as many digits as a file keeps."""
        tables = (self.left, self.right)
        left, right = (rounded(table.detach().numpy()) for table in tables)
        return Alone(self.occurring.numpy(), left, right, rounded(self.net.weights().tail))


def first_tables(occurring: Any, begin: Alone | None, seed: int) -> tuple[Any, Any]:
    """Make the tables to begin with: their product is 0, or what a net has learned before."""
    if begin is None:
        chance = torch.Generator().manual_seed(seed)
        left = SPREAD * torch.randn(len(occurring), RANK, generator=chance)
        return left, torch.zeros(RANK, HIDDEN)
    left = torch.zeros(len(occurring), begin.left.shape[1])
    left[torch.from_numpy(np.searchsorted(occurring.numpy(), begin.inputs))] = torch.tensor(begin.left)
    return left, torch.tensor(begin.right)


def rounded(table: Any) -> Any:
    """Leave the digits that a file keeps."""
    return table.astype(np.float16).astype(np.float32)


class AloneLearner:
    """Learns differences, and measures how large the error is."""

    def __init__(
        self, weights: Weights, begin: Alone | None, parts: Sequence[Choices], seed: int = 1
    ) -> None:
        self.played = Differences(parts)
        before = np.zeros(0, np.int64) if begin is None else begin.inputs
        occurring = np.union1d(self.played.places.unique().numpy(), before).astype(np.int64)
        self.net = NetForOne(weights, torch.from_numpy(occurring), begin, seed)
        self._chance = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            self._shared = self._each(lambda moves: self.net.shared_sums(*self.played.inputs(moves)))
            self._began = self._each(lambda moves: self._expected(moves)[0])

    def _each(self, compute: Callable[[Any], Any]) -> Any:
        """Compute something of all moves, some at a time."""
        return torch.cat(
            [compute(moves) for moves in torch.arange(len(self.played.shown)).split(MOVES_AT_A_TIME)]
        )

    def _expected(self, moves: Any) -> tuple[Any, Any]:
        return self.net(self._shared[moves], *self.played.inputs(moves))  # type: ignore[no-any-return]

    def error(self, choices: Any) -> float:
        """Measure the error of the differences in some choices: points, root mean square."""
        squares = weights = 0.0
        with torch.no_grad():
            for some in choices.split(BATCH):
                batch = self.played.batch(some)
                wrong = batch.errors(self._expected(batch.moves)[0])
                squares += float((batch.weight * wrong**2).sum())
                weights += float(batch.weight.sum())
        return math.sqrt(squares / weights)

    def learn(self) -> Iterator[float]:
        """Go through what was played again and again; the error on checked choices after every pass."""
        optimizer, rates = self._optimizer()
        for _ in range(PASSES):
            order = self.played.learned[torch.randperm(len(self.played.learned), generator=self._chance)]
            for some in order.split(BATCH):
                self._step(optimizer, self.played.batch(some))
                rates.step()
            yield self.error(self.played.checked)

    def _optimizer(self) -> tuple[Any, Any]:
        """Make what changes the net, and what sets how fast."""
        net = self.net.net
        tail = [net.offsets, *net.second.parameters(), *net.last.parameters()]
        groups = [{"params": [self.net.left, self.net.right], "lr": RATE}, {"params": tail, "lr": TAIL_RATE}]
        optimizer = torch.optim.Adam(groups)
        steps = PASSES * math.ceil(len(self.played.learned) / BATCH)
        most = [RATE, TAIL_RATE]
        rates = torch.optim.lr_scheduler.OneCycleLR(optimizer, most, total_steps=steps + 1, pct_start=WARM_UP)
        return optimizer, rates

    def _step(self, optimizer: Any, batch: Batch) -> None:
        """Change the net a little towards the differences of some choices."""
        lead, points = self._expected(batch.moves)
        began = self._began[batch.moves]
        wrong = large(batch.errors(lead)) + POINTS_WEIGHT * large(batch.errors(points))
        moved = sum((batch.level(found - began) ** 2).mean() for found in (lead, points))
        optimizer.zero_grad()
        ((batch.weight * wrong).sum() / batch.weight.sum() + STEADY * moved).backward()
        learned = [one for one in self.net.parameters() if one.requires_grad]
        nn.utils.clip_grad_norm_(learned, CLIP)
        optimizer.step()


def large(errors: Any) -> Any:
    """Square errors, but large ones less."""
    return F.smooth_l1_loss(errors, torch.zeros_like(errors), beta=LARGE, reduction="none")
