"""Advice: what a strong bot would do now, and afterwards how good every move was.

Hints are for who plays against the computer: with other people at the table they would be unfair. A game is
analysed when it is over, once, in the background; whoever asks meanwhile is told how far it is.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from burgomaster.bots.advice import MoveEvaluation, advise, estimate_json, evaluate_move, positions
from burgomaster.core.table import Table
from burgomaster.server.match import Match, Refused

HINT_LEVEL = 4
HINT_LEVELS = (3, 4, 5)
N_SHOWN = 3  # moves of a hint
SIMULATIONS = 300  # for every move of an analysis
MOST_STUDIES = 32  # analyses that are kept
MOST_WAITING = 8


@dataclass
class Study:
    """The analysis of one game, as far as it is."""

    table: Table
    found: list[MoveEvaluation] = field(default_factory=list)
    failed: bool = False

    @property
    def total(self) -> int:
        """The moves of the game."""
        return len(self.table.steps)

    @property
    def is_done(self) -> bool:
        """Whether every move is judged."""
        return len(self.found) == self.total


class Counsel:
    """Thinks for people, off the event loop."""

    def __init__(self) -> None:
        self._studies: OrderedDict[str, Study] = OrderedDict()
        self._thinkers = ThreadPoolExecutor(1, thread_name_prefix="counsel")
        self._hints = asyncio.Semaphore(max(1, os.cpu_count() or 1))
        self._closed = False

    async def hint(self, match: Match, seat: int, level: int, language: str) -> dict[str, Any]:
        """What a level would do in the place of a seat, and what it expects of it."""
        demand_hint(match, seat, level)
        async with self._hints:
            answer = await asyncio.to_thread(advise, match.table.copy(), seat, level)
        return {
            "level": level,
            "move": answer.move.notation,
            "text": answer.move.text(language),
            "chances": [round(chance, 3) for chance in answer.chances],
            "scores": [round(score, 1) for score in answer.scores],
            "thoughts": [estimate_json(estimate, language) for estimate in answer.estimates[:N_SHOWN]],
        }

    def study(self, match: Match) -> Study:
        """The analysis of a finished game; begun if nobody has asked for it yet."""
        if not match.is_open_book:
            raise Refused("analysis_later")
        name = match.header.match
        if name not in self._studies or self._studies[name].failed:
            waiting = sum(not study.is_done and not study.failed for study in self._studies.values())
            if waiting >= MOST_WAITING:
                raise Refused("too_often")
            self._studies[name] = study = Study(match.table.copy())
            self._thinkers.submit(self._work, study)
        self._studies.move_to_end(name)
        self._forget_some()
        return self._studies[name]

    def _forget_some(self) -> None:
        done = [name for name, study in self._studies.items() if study.is_done or study.failed]
        for name in done[: max(0, len(self._studies) - MOST_STUDIES)]:
            del self._studies[name]

    def _work(self, study: Study) -> None:
        """Judge every move, one after another."""
        try:
            for past, code in positions(study.table):
                if self._closed:
                    return
                study.found.append(evaluate_move(past, code, SIMULATIONS, 0))
        except Exception:
            study.failed = True
            raise

    def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        self._thinkers.shutdown(wait=False, cancel_futures=True)


def demand_hint(match: Match, seat: int, level: int) -> None:
    """Refused unless a hint is fair: one's own turn, and nobody but the computer to play against."""
    if level not in HINT_LEVELS:
        raise Refused("hint_level", given=level, allowed=", ".join(map(str, HINT_LEVELS)))
    if not match.sees_turn(seat):
        raise Refused("hint_later")
    if not may_have_hints(match, seat):
        raise Refused("no_hints")


def may_have_hints(match: Match, seat: int) -> bool:
    """Whether nobody else at the table is a person."""
    others = [held for number, held in enumerate(match.seats) if number != seat]
    return all(held.bot and not held.left for held in others) and not match.header.imported
