"""Self-play where the net is: games go in step, and all moves of all of them are evaluated at once.

The same games as in self_play.py, and the same samples of them; positions, inputs and samples stay on the
device. `Tables` makes the moves: on a graphics card cuda/trials.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch

from burgomaster.bots.net import (
    HIDDEN,
    LEAD,
    LEAD_POINTS,
    LOGITS,
    MAX_SEATS,
    N_OUTPUTS,
    POINTS,
    SECOND,
    Weights,
)
from burgomaster.bots.net_file import split_tail
from burgomaster.core.inputs import InputLayout
from burgomaster.core.table import Game
from burgomaster.cuda.trial_columns import N_ENDS, OVER, RANKS, SCORES
from burgomaster.cuda.trials import CardTables
from burgomaster.learning.player import Job, Played, Players
from burgomaster.learning.self_play import LEARNER

Array = npt.NDArray[Any]
ROWS = 1 << 18  # positions that are evaluated at once


class Tables(Protocol):
    """Makes the moves of some games; all arrays are tensors of the device."""

    def deal(self, variants: Any, seeds: Any) -> None:
        """Deal every game anew: of one of the variants, by its seed."""

    def list_moves(
        self, is_playing: Any, players: Any, explore: float, codes: Any, counts: Any, seats: Any, wild: Any
    ) -> None:
        """Write the moves of games that go on, who is to move, and the move that chance has chosen or -1."""

    def try_moves(self, owners: Any, moves: Any, seats: Any, n_seats: Any, rows: Any, ends: Any) -> None:
        """Make moves, each in a world of its own; write the inputs of what comes of them, or the results."""

    def make_moves(self, owners: Any, moves: Any, seats: Any, n_seats: Any, rows: Any, ends: Any) -> None:
        """Make one move in each of some games, and write the same."""

    def choose(self, values: Any, begins: Any, counts: Any, wild: Any, chosen: Any) -> None:
        """Choose the row with the best value of every game, or the one that chance has named."""


@dataclass(frozen=True)
class LockstepPlayed:
    """What came of games that went in step; like `player.Played`, but for where it lies."""

    scores: Any  # a row a game, MAX_SEATS columns
    ranks: Any
    n_seats: Any
    inputs: tuple[Any, Any, Any]  # places, numbers, and where those of each sample begin
    targets: Any
    seat_counts: Any  # of the game of each sample

    @property
    def n_games(self) -> int:
        return len(self.scores)

    @property
    def mean_score(self) -> float:
        return float(self.scores.sum() / self.n_seats.sum())


class Lockstep:
    """Plays the jobs of a round together. `new_tables` takes the undealt variants and a number of games."""

    def __init__(
        self, layout: InputLayout, device: str, max_legal: int, new_tables: Callable[[Any, int], Tables]
    ) -> None:
        self.layout, self.device, self.max_legal, self.new_tables = layout, device, max_legal, new_tables
        self.kind = torch.float32 if device == "cpu" else torch.float16  # of inputs and of the first layer

    def play(self, jobs: Sequence[Job], nets: Weights) -> LockstepPlayed:
        """Play all games of some jobs, which explore and trust alike, to their ends."""
        with torch.no_grad():
            games = Games(self, jobs)
            own = [DeviceNet(lines, tail, self) for lines, tail in zip(*nets, strict=True)]
            while games.step(own):
                pass
            return games.played()


class DeviceNet:
    """A net on the device, which evaluates many positions at once."""

    def __init__(self, lines: Array, tail: Array, lockstep: Lockstep) -> None:
        parts = split_tail(tail)
        first, kind, device = lines.reshape(-1, HIDDEN), lockstep.kind, lockstep.device
        self.lines = torch.from_numpy(first).to(device, kind)
        self.offsets, self.second_offsets, self.last, self.last_offsets = (
            torch.from_numpy(parts[name].copy()).to(device)
            for name in ("offsets", "second_offsets", "last", "last_offsets")
        )
        self.second = torch.from_numpy(parts["second"].copy()).to(device, kind)
        assert self.second.shape == (HIDDEN, SECOND) and self.last.shape == (SECOND, N_OUTPUTS)

    def evaluate(self, rows: Any, n_seats: Any) -> Any:
        """Compute what is expected: points of all seats, their chances to win, the lead."""
        hidden = torch.relu(rows @ self.lines + self.offsets.to(rows.dtype))
        second = torch.relu((hidden @ self.second).float() + self.second_offsets)
        found = second @ self.last + self.last_offsets
        is_empty = torch.arange(MAX_SEATS, device=rows.device)[None, :] >= n_seats[:, None]
        logits = found[:, LOGITS:LEAD].masked_fill(is_empty, -torch.inf)
        found[:, LOGITS:LEAD] = torch.softmax(logits, 1)
        return found


class Games:
    """The games of one round, and what is kept of them."""

    def __init__(self, lockstep: Lockstep, jobs: Sequence[Job]) -> None:
        self.lockstep, self.how = lockstep, jobs[0]
        on = {"device": lockstep.device}
        different = {id(job.game): job.game for job in jobs}
        numbers = {key: number for number, key in enumerate(different)}
        sizes = [len(job.seat_nets) for job in jobs]
        self.n = n = sum(sizes)
        self.players = torch.from_numpy(np.concatenate([job.seat_nets for job in jobs])).to(**on)
        self.n_seats = torch.tensor(
            np.repeat([job.game.n_seats for job in jobs], sizes), dtype=torch.int8, **on
        )
        variants = torch.tensor(
            np.repeat([numbers[id(job.game)] for job in jobs], sizes), dtype=torch.int32, **on
        )
        seeds = np.concatenate(
            [np.arange(job.seed, job.seed + size) for job, size in zip(jobs, sizes, strict=True)]
        )
        undealt = np.concatenate([game.rules.undealt(game.options) for game in different.values()])
        self.tables = lockstep.new_tables(undealt, n)
        self.tables.deal(variants, torch.from_numpy(seeds).to(**on))
        self.is_playing = torch.ones(n, dtype=torch.uint8, **on)
        self.codes = torch.zeros((n, lockstep.max_legal), dtype=torch.int32, **on)
        self.counts, self.wild, self.chosen = (torch.zeros(n, dtype=torch.int32, **on) for _ in range(3))
        self.seats = torch.zeros(n, dtype=torch.int8, **on)
        self.ends = torch.zeros((n, N_ENDS), dtype=torch.int16, **on)
        self.kept: list[tuple[Any, ...]] = []  # of every step: games, seats, expected, inputs

    # A step of all games

    def step(self, nets: Sequence[DeviceNet]) -> bool:
        """Make a move in every game that goes on; tell whether there was one."""
        self.tables.list_moves(
            self.is_playing, self.players, self.how.explore, self.codes, self.counts, self.seats, self.wild
        )
        if not bool(self.counts.any()):
            return False
        movers = self.players.gather(1, self.seats.long()[:, None])[:, 0]
        expected = self._choose(movers, nets)
        self._make(movers, expected)
        return True

    def _choose(self, movers: Any, nets: Sequence[DeviceNet]) -> Any:
        """Put the move that each game makes first in its list; return what is expected of it."""
        counts = torch.where(self.counts > 1, self.counts, 0)
        order = torch.argsort(movers, stable=True)  # the rows of one net lie side by side
        sizes = counts[order]
        ends = sizes.cumsum(0)
        begins = torch.zeros_like(counts)
        begins[order] = (ends - sizes).int()
        owners = torch.repeat_interleave(order, sizes)
        places = torch.arange(len(owners), device=owners.device) - begins[owners]
        moves, owners = self.codes[owners, places], owners.int()
        outputs = self._evaluate(owners, moves, self._shares(movers, counts, nets))
        share = self.how.win_share
        values = share * outputs[:, LOGITS] + (1.0 - share) * outputs[:, LEAD]
        self.tables.choose(values, begins, counts, self.wild, self.chosen)
        expected = torch.zeros((self.n, N_OUTPUTS), device=outputs.device)
        choosing = counts.nonzero()[:, 0]
        rows = self.chosen[choosing].long()
        self.codes[choosing, 0] = moves[rows]
        expected[choosing] = outputs[rows]
        return expected

    def _shares(
        self, movers: Any, counts: Any, nets: Sequence[DeviceNet]
    ) -> list[tuple[int, int, DeviceNet]]:
        totals = torch.bincount(movers.long(), counts.double(), minlength=len(nets)).long().tolist()
        ends = np.cumsum(totals).tolist()
        return [(end - size, end, net) for size, end, net in zip(totals, ends, nets, strict=True) if size]

    def _evaluate(self, owners: Any, moves: Any, shares: Sequence[tuple[int, int, DeviceNet]]) -> Any:
        outputs = torch.empty((len(owners), N_OUTPUTS), device=self.codes.device)
        for first in range(0, len(owners), ROWS):
            end = min(first + ROWS, len(owners))
            own = owners[first:end]
            rows, ends = self._try(self.tables.try_moves, own, moves[first:end])
            games = own.long()
            for begin, stop, net in shares:
                part = slice(max(begin, first), min(stop, end))
                if part.start < part.stop:
                    here = slice(part.start - first, part.stop - first)
                    outputs[part] = net.evaluate(rows[here], self.n_seats[games[here]])
            over = ends[:, OVER].nonzero()[:, 0]
            outputs[first + over] = results(ends[over], self.n_seats[games[over]], self.seats[games[over]])
        return outputs

    def _try(self, make: Callable[..., None], owners: Any, moves: Any) -> tuple[Any, Any]:
        """Let the tables make moves into fresh arrays."""
        size, on = self.lockstep.layout.size, {"device": owners.device}
        rows = torch.zeros((len(owners), size), dtype=self.lockstep.kind, **on)
        ends = torch.zeros((len(owners), N_ENDS), dtype=torch.int16, **on)
        make(owners, moves, self.seats, self.n_seats, rows, ends)
        return rows, ends

    def _make(self, movers: Any, expected: Any) -> None:
        """Make the chosen moves, and keep a sample of each that was a choice of the net that learns."""
        games = self.counts.nonzero()[:, 0]
        rows, ends = self._try(self.tables.make_moves, games.int(), self.codes[games, 0])
        is_over = ends[:, OVER] > 0
        self.ends[games[is_over]] = ends[is_over]
        self.is_playing[games[is_over]] = 0
        is_sample = (self.counts[games] > 1) & (movers[games] == LEARNER) & ~is_over
        own, inputs = games[is_sample], rows[is_sample]
        at, places = inputs.nonzero(as_tuple=True)
        lengths = torch.bincount(at, minlength=len(own))
        self.kept.append(
            (own, self.seats[own], expected[own], lengths, places.to(torch.int16), inputs[at, places])
        )

    # When all are over

    def played(self) -> LockstepPlayed:
        targets = self._targets()
        games, _, _, lengths, places, numbers = (torch.cat(parts) for parts in zip(*self.kept, strict=True))
        starts = lengths.cumsum(0) - lengths
        scores, ranks = self.ends[:, SCORES:RANKS], self.ends[:, RANKS:N_ENDS]
        return LockstepPlayed(
            scores.int().cpu().numpy(), ranks.int().cpu().numpy(), self.n_seats.int().cpu().numpy(),
            (places, numbers, starts), targets, self.n_seats[games].long(),
        )  # fmt: skip

    def _targets(self) -> Any:
        """Tell what came of every sample: the result, mixed with what was expected a move later."""
        seats = torch.arange(MAX_SEATS, dtype=torch.int8, device=self.ends.device)
        looks = [results(self.ends, self.n_seats, seats[seat].expand(self.n)) for seat in range(MAX_SEATS)]
        later, trust = torch.stack(looks, 1), self.how.trust
        found = []
        for games, seats, expected, *_ in reversed(self.kept):
            seat = seats.long()
            target = later[games, seat]
            later[games, seat] = trust * target + (1.0 - trust) * expected
            found.append(target)
        return torch.cat(found[::-1])


def results(ends: Any, n_seats: Any, seats: Any) -> Any:
    """Count games that are over as their seats see it: points of all seats, shares of the victory, lead."""
    ahead = torch.arange(MAX_SEATS, device=ends.device)[None, :]
    n = n_seats.long()[:, None]
    is_seat = ahead < n
    others = (seats.long()[:, None] + ahead) % n
    points = ends[:, SCORES:RANKS].gather(1, others).float()
    has_won = (ends[:, RANKS:N_ENDS].gather(1, others) == 0) & is_seat
    best = points[:, 1:].masked_fill(~is_seat[:, 1:], -torch.inf).amax(1)
    best = torch.where(n[:, 0] > 1, best, 0.0)
    shares = has_won.float() / has_won.sum(1, keepdim=True).clamp(min=1)
    lead = (points[:, :1] - best[:, None]) / LEAD_POINTS
    return torch.cat([points.masked_fill(~is_seat, 0.0) / POINTS, shares, lead], 1)


class CardPlayers(Players):
    """Plays games of nets alone on a graphics card; others on the processors, where their players are."""

    def __init__(self, game: Game, layout: InputLayout, device: str, threads: int | None = None) -> None:
        state, encoding = game.rules.state, game.rules.encoding
        assert encoding is not None
        super().__init__(state, layout, threads)

        def new_tables(undealt: Any, n: int) -> CardTables:
            return CardTables(state, undealt, n)

        self._lockstep = Lockstep(layout, device, encoding.max_legal, new_tables)

    def play(self, jobs: Sequence[Job], nets: Weights) -> Iterator[Played]:
        if any((job.seat_nets < 0).any() for job in jobs):
            return super().play(jobs, nets)
        found: Any = self._lockstep.play(jobs, nets)
        return iter([found])
