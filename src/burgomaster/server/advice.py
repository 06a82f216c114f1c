"""Advice: what a strong bot would do now, and afterwards how good every move was.

Hints are for people who play against the computer: with other people at the table they would be unfair. A
game is analysed when it is over, once, in the background; whoever asks meanwhile is told how far it is.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from burgomaster.bots.advice import MoveEvaluation, advise, estimate_json, evaluate_move, positions
from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.preparing import BOTS
from burgomaster.core.table import Table
from burgomaster.server.match import Match, Refused
from burgomaster.server.preparing import READY, Preparation

HINT_LEVEL = 4
HINT_LEVELS = (3, 4, 5)
N_SHOWN = 3  # moves of a hint
SIMULATIONS = 600  # for every search of an analysis; docs/experiments.md compares it with more
MOST_ANALYSES = 32  # that are kept
MOST_WAITING = 8


@dataclass
class Analysis:
    """The analysis of one game, as far as it is."""

    table: Table
    found: list[MoveEvaluation] = field(default_factory=list)
    failed: bool = False

    @property
    def total(self) -> int:
        """Count the moves of the game."""
        return len(self.table.steps)

    @property
    def is_done(self) -> bool:
        """Tell whether every move is evaluated."""
        return len(self.found) == self.total

    @property
    def is_working(self) -> bool:
        """Tell whether there will be more."""
        return not self.is_done and not self.failed


class AdviceService:
    """Thinks for people, off the event loop."""

    def __init__(self, preparation: Preparation = READY) -> None:
        self._preparation = preparation
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        self._analyst = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._hints = asyncio.Semaphore(max(1, os.cpu_count() or 1))
        self._closed = False

    async def hint(self, match: Match, seat: int, level: int, language: str) -> dict[str, Any]:
        """Say what a level would do in the place of a seat, and what it expects of it."""
        require_fair_hint(match, seat, level)
        await self._preparation.wait(match.header.game, BOTS)
        async with self._hints:
            answer = await asyncio.to_thread(advise, match.table.copy(), seat, level)
        return {
            "level": level,
            "move": answer.move.notation,
            "text": answer.move.text(language),
            "chances": [round(chance, 3) for chance in answer.chances],
            "scores": [round(score, 1) for score in answer.scores],
            "thoughts": [thought_json(estimate, language) for estimate in answer.estimates[:N_SHOWN]],
        }

    def analysis(self, match: Match) -> Analysis:
        """Get the analysis of a finished game; begin it if nobody has asked for it yet."""
        if not match.is_open_book:
            raise Refused("analysis_later")
        name = match.header.match
        if name not in self._analyses or self._analyses[name].failed:
            self._begin(name, match)
        self._analyses.move_to_end(name)
        self._evict()
        return self._analyses[name]

    def known(self, match: Match) -> Analysis | None:
        """Get the analysis of a game if somebody has asked for it; nothing is begun."""
        return self._analyses.get(match.header.match)

    def _begin(self, name: str, match: Match) -> None:
        """Let a game be analysed after those that wait already."""
        if sum(one.is_working for one in self._analyses.values()) >= MOST_WAITING:
            raise Refused("too_often")
        self._analyses[name] = analysis = Analysis(match.table.copy())
        self._analyst.submit(self._analyse, analysis)

    def _evict(self) -> None:
        """Drop the oldest analyses that nobody waits for."""
        done = [name for name, analysis in self._analyses.items() if not analysis.is_working]
        for name in done[: max(0, len(self._analyses) - MOST_ANALYSES)]:
            del self._analyses[name]

    def _analyse(self, analysis: Analysis) -> None:
        """Evaluate every move, one after another."""
        try:
            self._preparation.wait_in_thread(analysis.table.game.name, BOTS)
            for past, code in positions(analysis.table):
                if self._closed:
                    return
                analysis.found.append(evaluate_move(past, code, SIMULATIONS, 0))
        except Exception:
            analysis.failed = True
            raise

    def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        self._analyst.shutdown(wait=False, cancel_futures=True)


def thought_json(estimate: MoveEstimate, language: str) -> dict[str, Any]:
    """Describe a suggested move, also in the words that a board uses."""
    return {**estimate_json(estimate, language), "words": estimate.move.board_text(language)}


def require_fair_hint(match: Match, seat: int, level: int) -> None:
    """Raise Refused unless a hint is fair: one's own turn, and nobody but the computer to play against."""
    if level not in HINT_LEVELS:
        raise Refused("hint_level", given=level, allowed=", ".join(map(str, HINT_LEVELS)))
    if not match.sees_turn(seat):
        raise Refused("hint_later")
    if not may_have_hints(match, seat):
        raise Refused("no_hints")


def may_have_hints(match: Match, seat: int) -> bool:
    """Tell whether nobody else at the table is a person."""
    return match.plays_alone(seat) and not match.header.imported
