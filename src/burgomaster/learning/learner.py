"""The net as torch trains it: the same layers as bots/net.py, and what is learned from samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from burgomaster.bots.net import HIDDEN, LEAD, LOGITS, MAX_SEATS, N_OUTPUTS, SECOND, Weights
from burgomaster.bots.net_file import split_tail
from burgomaster.learning.lockstep import LockstepPlayed
from burgomaster.learning.player import Played

Array = npt.NDArray[Any]
SCORES_WEIGHT, WIN_WEIGHT, LEAD_WEIGHT = 0.5, 1.0, 1.0  # of the errors


class Net(nn.Module):  # type: ignore[misc]  # torch is taken as untyped
    """Inputs, two hidden layers, outputs."""

    def __init__(self, n_inputs: int, seed: int = 1) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.lines = nn.Parameter(torch.randn(n_inputs, HIDDEN) * 0.05)
        self.offsets = nn.Parameter(torch.zeros(HIDDEN))
        self.second = nn.Linear(HIDDEN, SECOND)
        self.last = nn.Linear(SECOND, N_OUTPUTS)

    def forward(self, places: Any, numbers: Any) -> Any:
        """Compute the outputs; `places` beyond a sample's inputs go with the number 0."""
        kind = torch.bfloat16 if places.is_cuda else torch.float32
        dense = torch.zeros(len(places), len(self.lines), dtype=kind, device=places.device)
        dense.scatter_add_(1, places, numbers.to(kind))
        sums = dense @ self.lines.to(kind) + self.offsets
        return self.last(F.relu(self.second(F.relu(sums))))

    def weights(self) -> Weights:
        """Return the numbers as bots/net.py takes them."""
        parts = (self.offsets, self.second.weight.T, self.second.bias, self.last.weight.T, self.last.bias)
        tail = np.concatenate([part.detach().float().cpu().numpy().ravel() for part in parts])
        return Weights(self.lines.detach().float().cpu().numpy().ravel().copy(), tail)

    def set_weights(self, lines: Array, tail: Array) -> None:
        tables = split_tail(tail)
        with torch.no_grad():
            self.lines.copy_(torch.from_numpy(lines.reshape(self.lines.shape).copy()))
            self.offsets.copy_(torch.from_numpy(tables["offsets"].copy()))
            for layer, name in ((self.second, "second"), (self.last, "last")):
                layer.weight.copy_(torch.from_numpy(tables[name].T.copy()))
                layer.bias.copy_(torch.from_numpy(tables[f"{name}_offsets"].copy()))


class Samples:
    """What was played, on the device where the net learns."""

    def __init__(self, played: Sequence[Played | LockstepPlayed], device: str) -> None:
        inputs = [[torch.as_tensor(part, device=device) for part in one.inputs] for one in played]
        sizes = [len(places) for places, _, _ in inputs]
        bases = [sum(sizes[:at]) for at in range(len(sizes))]
        self.places = torch.cat([places.to(torch.int16) for places, _, _ in inputs])
        self.numbers = torch.cat([numbers for _, numbers, _ in inputs])
        self.starts = torch.cat([starts + base for (_, _, starts), base in zip(inputs, bases, strict=True)])
        ends = torch.cat([self.starts[1:], self.starts.new_tensor([len(self.places)])])
        self.lengths = ends - self.starts
        self.targets = torch.cat([torch.as_tensor(one.targets, device=device) for one in played])
        self.n_seats = torch.cat([torch.as_tensor(one.seat_counts, device=device) for one in played])

    def __len__(self) -> int:
        return len(self.starts)

    def batch(self, chosen: Any) -> tuple[Any, Any, Any, Any]:
        """Gather samples: places, numbers, targets, numbers of seats."""
        lengths = self.lengths[chosen]
        steps = torch.arange(int(lengths.max()), device=lengths.device)
        is_there = steps[None, :] < lengths[:, None]
        at = (self.starts[chosen][:, None] + steps[None, :]).clamp(max=len(self.places) - 1)
        places = self.places[at].long().masked_fill(~is_there, 0)
        numbers = self.numbers[at].masked_fill(~is_there, 0.0)
        return places, numbers, self.targets[chosen], self.n_seats[chosen]


def errors(outputs: Any, targets: Any, n_seats: Any) -> tuple[Any, Any, Any]:
    """Measure how far outputs are from what came: points, winners, lead."""
    seats = torch.arange(MAX_SEATS, device=outputs.device)[None, :] < n_seats[:, None]
    points = F.smooth_l1_loss(outputs[:, :LOGITS], targets[:, :LOGITS], reduction="none")
    logits = outputs[:, LOGITS:LEAD].masked_fill(~seats, -30.0)
    chances = targets[:, LOGITS:LEAD].masked_fill(~seats, 0.0)
    win = -(chances * F.log_softmax(logits, 1)).sum(1).mean()
    lead = F.smooth_l1_loss(outputs[:, LEAD], targets[:, LEAD])
    return (points * seats).sum() / seats.sum(), win, lead


def learn(net: Net, optimizer: Any, samples: Samples, batch_size: int, chance: Any) -> list[float]:
    """Go once through the samples in random order; return the mean errors of points, winners and lead."""
    sums, n = torch.zeros(3), 0
    order = torch.randperm(len(samples), generator=chance).to(samples.starts.device)
    for chosen in order.split(batch_size):
        found = step(net, optimizer, *samples.batch(chosen))
        sums += torch.stack(found).cpu()
        n += 1
    return [float(one) for one in sums / max(1, n)]


def step(
    net: Net, optimizer: Any, places: Any, numbers: Any, targets: Any, n_seats: Any
) -> tuple[Any, Any, Any]:
    """Change the net a little towards some samples; return the errors that it made before."""
    points, win, lead = errors(net(places, numbers).float(), targets, n_seats)
    optimizer.zero_grad()
    (SCORES_WEIGHT * points + WIN_WEIGHT * win + LEAD_WEIGHT * lead).backward()
    optimizer.step()
    return points.detach(), win.detach(), lead.detach()
