"""The best moves of a search played on for some turns, by one look of the net at every move.

A search ends in positions that the net evaluates, and so it shares the net's errors, however long it
thinks. Playing on makes other ones: every move is played on in the same worlds, and what the net expects
some choices later has seen more of what came of the move. The moves that look worst drop out, and the others
are played on in more worlds. Only for a game alone against points: nobody else has to be imagined there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net import NetSpace, Weights
from burgomaster.bots.playing_on_kernels import KNOWN, N_STATES, play_on
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import PLAY_STREAM, seed_rng
from burgomaster.core.struct import zeros

TRUST = 0.65  # how much what playing on shows counts against what the search found
STAGES = ((12, 0.19), (6, 0.25), (3, 0.56))  # how many moves are left, in which part of the worlds
NEAR = 1.5  # points: moves that the search sees further behind are left out
LEAST = 0.004  # of the visits that all moves had: what a move has that is played on
AT_A_TIME = 4  # worlds between two looks at the clock
FEWEST_WORLDS = 8  # that say anything


@dataclass(frozen=True)
class Effort:
    """How far the best moves of a search are played on."""

    n_worlds: int
    deadline: float  # as time.perf_counter() has it
    seed: int
    margin_scale: float  # of the search: points of lead that make a result e times as likely


def play_best_on(
    information: InformationSet,
    estimates: Sequence[MoveEstimate],
    effort: Effort,
    space: NetSpace,
    weights: Weights,
) -> list[MoveEstimate]:
    """Play the best moves of a search on, as long as there is time; return all moves, the best first.

    Without time for some worlds all is left as the search found it.
    """
    least = max(1.0, LEAST * sum(one.visits for one in estimates))
    tried = [one for one in estimates[: STAGES[0][0]] if one.visits >= least] or estimates[:1]
    best = max(one.lead for one in tried)
    contest = Contest(information, [one for one in tried if one.lead > best - NEAR], effort)
    for n_moves, part in STAGES:
        contest.keep(n_moves)
        contest.play(round(part * effort.n_worlds), space, weights)
    if contest.n_worlds < FEWEST_WORLDS:
        return list(estimates)
    ranked = contest.ranking()
    played = {one.move.code for one in ranked}
    return ranked + [one for one in estimates if one.move.code not in played]


class Contest:
    """The moves that are played on: what the search and the worlds so far say of each."""

    def __init__(
        self, information: InformationSet, estimates: Sequence[MoveEstimate], effort: Effort
    ) -> None:
        self.n_worlds = 0
        self._effort = effort
        self._left = estimates
        self._dropped: list[MoveEstimate] = []  # the best first
        self._states: Any = zeros(information.game.rules.state, N_STATES)
        self._scratch: Any = zeros(Scratch, 1)
        seed_rng(self._scratch[0].rng, effort.seed, PLAY_STREAM)
        self._states[KNOWN] = information.determinize(self._scratch[0].rng)[0]
        self._sums = np.zeros(len(estimates))  # over the worlds, of what was expected in the end

    def keep(self, n_moves: int) -> None:
        """Drop all but the best moves."""
        places, ranked = self._rank()
        self._dropped = ranked[n_moves:] + self._dropped
        self._left = [self._left[place] for place in places[:n_moves]]
        self._sums = self._sums[places[:n_moves]]

    def play(self, n_worlds: int, space: NetSpace, weights: Weights) -> None:
        """Play the moves that are left on in so many more worlds, unless the time is over."""
        codes = np.array([one.move.code for one in self._left], np.int64)
        last = self.n_worlds + n_worlds
        while len(codes) > 1 and self.n_worlds < last and self._has_time():
            end = min(last, self.n_worlds + AT_A_TIME)
            about = (codes, self.n_worlds, end, self._effort.seed, self._sums)
            play_on(self._states, self._scratch, space, weights, *about)
            self.n_worlds = end

    def _has_time(self) -> bool:
        """Tell whether more worlds can be played; a few always are."""
        return self.n_worlds == 0 or time.perf_counter() < self._effort.deadline

    def ranking(self) -> list[MoveEstimate]:
        """List all moves with what is expected of them now, the best first."""
        return self._rank()[1] + self._dropped

    def _rank(self) -> tuple[list[int], list[MoveEstimate]]:
        """Rank the moves that are left by what the search found and what playing on has shown.

        Playing on says how the moves differ; how good all of them are is left to the search.
        """
        leads = np.array([one.lead for one in self._left])
        if self.n_worlds >= FEWEST_WORLDS:
            shown = self._sums / self.n_worlds
            leads += TRUST * ((shown - shown.mean()) - (leads - leads.mean()))
        places = np.argsort(-leads, kind="stable").tolist()
        scale = self._effort.margin_scale
        return places, [with_lead(self._left[place], float(leads[place]), scale) for place in places]


def with_lead(estimate: MoveEstimate, lead: float, margin_scale: float) -> MoveEstimate:
    """Change the lead of an estimate, and its result by as much."""
    odds = estimate.result / (1.0 - estimate.result) * math.exp((lead - estimate.lead) / margin_scale)
    return replace(estimate, lead=lead, result=odds / (1.0 + odds))
