"""Say what moved the judgement of a net: its inputs in groups, and the points of lead each of them brought.

A game sorts its inputs into reasons (`bot/reasons.py`). The difference between two positions is shared out
among the reasons by their Shapley values: a reason gets what it brings on average, whatever other reasons
have changed before it. So the parts add up to the whole difference. They tell how the net judges, not what is
true; and only what the seat that looks may know goes into them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net import HIDDEN, LEAD, LEAD_POINTS, LOGITS
from burgomaster.bots.net_file import has_net, layout_of, net_of, split_tail
from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.inputs import InputLayout, Inputs
from burgomaster.core.language import Catalog
from burgomaster.core.log import new_logs
from burgomaster.core.registry import game_part
from burgomaster.core.rng import new_rng, seed_rng

Array = npt.NDArray[Any]
REASONS_PART = "bot.reasons"
WORLDS = 12  # in which two moves are compared
STREAM = 11  # of the seeds of these worlds
TEXTS = Catalog(Path(__file__).parent)  # of the reasons that every game has; games put theirs above them
COUNTED = "counted"  # the reason of a game that is over: its score counts, not the net


@dataclass(frozen=True)
class Reasons:
    """How a game sorts its inputs: a reason, and patterns of the names of inputs; the first that fits counts.

    The catalog has a text `reason.<name>` for each of them, above `TEXTS`.
    """

    patterns: Mapping[str, Sequence[str]]
    texts: Catalog


@dataclass(frozen=True)
class Part:
    """What one reason brings, in points of lead."""

    reason: str
    points: float


@dataclass(frozen=True)
class NetView:
    """One position as a net sees it for a seat: the first layer by reasons, and the result if it is over."""

    sums: Array  # reasons x HIDDEN
    lead: float | None  # counted
    chance: float | None


def reasons_of(game: str) -> Reasons | None:
    """Find how a game sorts its inputs; None if it does not, or has no net."""
    if not has_net(game):
        return None
    found: Reasons | None = getattr(game_part(game, REASONS_PART), "REASONS", None)
    return found


def sort_inputs(layout: InputLayout, reasons: Reasons) -> Array:
    """Find the number of the reason that each input belongs to; ValueError names one without."""
    pairs = [(at, one) for at, patterns in enumerate(reasons.patterns.values()) for one in patterns]

    def sort(name: str) -> int:
        found = next((at for at, pattern in pairs if fnmatchcase(name, pattern)), None)
        if found is None:
            raise ValueError(f"no reason for the input {name}")
        return found

    return np.array([sort(name) for name in layout.names()], np.int64)


class Explainer:
    """Compares the positions that moves of one game lead to, by the net for so many seats."""

    def __init__(self, game: str, reasons: Reasons, n_seats: int = 2) -> None:
        layout, weights = layout_of(game), net_of(game, n_seats=n_seats)
        assert layout is not None
        self._layout = layout
        self.names = list(reasons.patterns)
        self._groups = sort_inputs(layout, reasons)
        self._lines, self._tail = weights.lines.reshape(-1, HIDDEN), split_tail(weights.tail)

    def views(self, information: InformationSet, code: int | None, seed: int) -> list[NetView]:
        """See the position after a move, or before any, in some worlds; the same ones for the same seed."""
        rng, logs = new_rng(), new_logs()
        room: Any = zeros(Inputs, 1)
        found = []
        for world in range(WORLDS):
            seed_rng(rng, seed * WORLDS + world, STREAM)
            states = information.determinize(rng)
            if code is not None:
                python_api.apply(states, 0, code, logs)
            self._layout.write(states[0], information.seat, room[0])
            found.append(NetView(self._sums(room[0]), *result_of(information, states)))
        return found

    def _sums(self, inputs: Any) -> Array:
        """Add up the first layer, each reason by itself."""
        n = int(inputs.n)
        places, numbers = inputs.places[:n].astype(np.int64), inputs.numbers[:n].astype(np.float64)
        shares = np.zeros((len(self.names), n))
        shares[self._groups[places], np.arange(n)] = numbers
        found: Array = shares @ self._lines[places]
        return found

    def outputs(self, sums: Array) -> Array:
        """Compute what the net says of sums of its first layer, row by row."""
        tail = self._tail
        second = np.maximum(sums + tail["offsets"], 0) @ tail["second"] + tail["second_offsets"]
        found: Array = np.maximum(second, 0) @ tail["last"] + tail["last_offsets"]
        return found

    def chance(self, views: Sequence[NetView], n_seats: int) -> float:
        return float(np.mean([self._chance(one, n_seats) for one in views]))

    def _chance(self, view: NetView, n_seats: int) -> float:
        if view.chance is not None:
            return view.chance
        logits = self.outputs(view.sums.sum(0))[LOGITS : LOGITS + n_seats]
        grown = np.exp(logits - logits.max())
        return float(grown[0] / grown.sum())

    def lead(self, views: Sequence[NetView]) -> float:
        return float(np.mean([self._lead(one) for one in views]))

    def parts(self, before: Sequence[NetView], after: Sequence[NetView]) -> list[Part]:
        """Share out by how much the lead differs, from one position to another; the largest parts first."""
        total = np.zeros(len(self.names) + 1)
        for first, second in zip(before, after, strict=True):
            if first.lead is None and second.lead is None:
                total[:-1] += self._shares(first.sums, second.sums)
            else:  # a net was never asked about the end of a game
                total[-1] += self._lead(second) - self._lead(first)
        return ranked(dict(zip([*self.names, COUNTED], total / len(before), strict=True)))

    def _shares(self, before: Array, after: Array) -> Array:
        """Share out the difference of one world among all reasons."""
        changes = after - before
        changed = np.flatnonzero(np.abs(changes).max(1) > 0)
        start = before.sum(0)

        def value(chosen: Array) -> Array:
            leads: Array = LEAD_POINTS * self.outputs(start + chosen @ changes[changed])[:, LEAD]
            return leads

        found = np.zeros(len(changes))
        found[changed] = shapley(len(changed), value)
        return found

    def _lead(self, view: NetView) -> float:
        if view.lead is not None:
            return view.lead
        return float(LEAD_POINTS * self.outputs(view.sums.sum(0))[LEAD])


@cache
def explainer_of(game: str, n_seats: int = 2) -> Explainer | None:
    """Make what explains the moves of a game; None if it has no net or does not say what moved it."""
    reasons = reasons_of(game)
    return None if reasons is None else Explainer(game, reasons, n_seats)


def result_of(information: InformationSet, states: Any) -> tuple[float | None, float | None]:
    """Count lead and share of the victory of a game that is over; None of one that goes on."""
    if not python_api.is_over(states, 0):
        return None, None
    seats, own = range(information.game.n_seats), information.seat
    scores = [python_api.score(states, 0, seat) for seat in seats]
    first = [seat for seat in seats if python_api.rank(states, 0, seat) == 0]
    best_other = max((scores[seat] for seat in seats if seat != own), default=0)
    return float(scores[own] - best_other), (1.0 / len(first) if own in first else 0.0)


def shapley(n: int, value: Callable[[Array], Array]) -> Array:
    """Share out value(all) - value(none) among n players; `value` takes rows of who takes part."""
    sets = np.arange(1 << n)
    chosen = ((sets[:, None] >> np.arange(n)) & 1).astype(np.float64)
    values, sizes = value(chosen), chosen.sum(1).astype(np.int64)
    weights = np.array([factorial(k) * factorial(n - k - 1) / factorial(n) for k in range(n)])
    found = np.zeros(n)
    for player in range(n):
        without = sets[chosen[:, player] == 0]
        gains = values[without | (1 << player)] - values[without]
        found[player] = weights[sizes[without]] @ gains
    return found


def ranked(points: Mapping[str, float]) -> list[Part]:
    """List parts, the largest first; those of nothing are left out."""
    found = [Part(name, float(number)) for name, number in points.items() if number != 0.0]
    return sorted(found, key=lambda part: -abs(part.points))
