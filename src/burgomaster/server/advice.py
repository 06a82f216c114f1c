"""Advice: what a strong bot would do now, and afterwards how good every move was.

Hints are for people who play against the computer: with other people at the table they would be unfair. They
are thought about in turn with the bots, and never wait for an analysis. A game is analysed when it is over,
once, in the background, and whoever asks meanwhile is told how far it is. All analyses go on together, a
move of everybody's in turn, so that nobody waits behind the games of another.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from burgomaster.bots.advice import MoveEvaluation, advise, estimate_json, evaluate_move, positions
from burgomaster.bots.bot import Choice
from burgomaster.bots.explanations import Comparison, Explanation, justify, justify_choice, parts_json
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.preparing import BOTS
from burgomaster.core.table import Table
from burgomaster.server.fair_turns import NOBODY_IN_PARTICULAR, FairTurns, Owner, Shares
from burgomaster.server.match import Match, Refused
from burgomaster.server.preparing import READY, Preparation

log = logging.getLogger(__name__)
Thought = TypeVar("Thought")

HINT_LEVEL = 5
HINT_LEVELS = (3, 4, 5, 6)
N_SHOWN = 3  # moves of a hint
SIMULATIONS = 600  # for every search of an analysis; docs/experiments.md compares it with more
MOST_ANALYSES = 32  # that are kept
MOST_WAITING = 64
MOST_OF_PERSON = 2  # analyses that are worked on for one person
MOST_OF_ORIGIN = 8  # and for all people at one address
MOST_HINTS = 2  # that one person waits for; from one address as many as analyses


@dataclass
class Analysis:
    table: Table
    owner: Owner = NOBODY_IN_PARTICULAR  # in whose turn it is worked on
    found: list[MoveEvaluation] = field(default_factory=list)
    explained: list[Explanation] = field(default_factory=list)  # the same moves with reasons; never behind
    failed: bool = False
    left: Iterator[tuple[Table, int]] | None = None  # the moves that are not evaluated yet

    @property
    def total(self) -> int:
        return len(self.table.steps)

    @property
    def is_done(self) -> bool:
        return len(self.found) == self.total

    @property
    def is_working(self) -> bool:
        return not self.is_done and not self.failed


class AdviceService:
    """Thinks for people, off the event loop."""

    def __init__(
        self,
        preparation: Preparation = READY,
        turns: FairTurns | None = None,
        is_limited: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._preparation, self._clock = preparation, clock
        self._is_limited = is_limited  # whether one person can wait for a few answers only
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        self._analyst = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._shares = Shares()
        self._lock = threading.RLock()  # around the analyses and their shares
        self._turns = turns or FairTurns(max(1, os.cpu_count() or 1))
        self._waiting: Counter[Owner | str] = Counter()  # hints, by person and by address
        self._closed = False
        # who keeps what was found: told of an analysis that is done, in the thread of the analyst
        self.on_done: Callable[[str, Analysis], None] = lambda _name, _analysis: None
        # and who has it: asked for the moves of a game, in a thread
        self.read_kept: Callable[[str, Table], list[Explanation] | None] = lambda _name, _table: None

    # Hints

    async def hint(
        self, match: Match, seat: int, level: int, language: str, origin: str = ""
    ) -> dict[str, Any]:
        """Say what a level would do in the place of a seat, and what it expects of it."""
        require_fair_hint(match, seat, level)
        owner = Owner(origin or match.seats[seat].who, match.seats[seat].who)
        table = match.table.copy()
        work = partial(advise_with_reasons, table, seat, level)
        answer, compared = await self.think(match.header.game, owner, work)
        game, thoughts = match.header.game, []
        for estimate, known in zip(answer.estimates, compared, strict=False):
            shown = {**estimate_json(estimate, language), "words": estimate.move.board_text(language)}
            reasons = None if known is None else parts_json(game, known.parts, language)
            thoughts.append({**shown, "reasons": reasons})  # why the best one is better
        return {
            "level": level,
            "move": answer.move.notation,
            "text": answer.move.text(language),
            "chances": [round(chance, 3) for chance in answer.chances],
            "scores": [round(score, 1) for score in answer.scores],
            "thoughts": thoughts,
        }

    async def think(self, game: str, owner: Owner, work: Callable[[], Thought]) -> Thought:
        """Think for somebody who waits for it, in turn with the bots; Refused if they wait for enough."""
        is_much = self._waiting[owner] >= MOST_HINTS or self._waiting[owner.origin] >= MOST_OF_ORIGIN
        if self._is_limited and is_much:
            raise Refused("too_many_hints")
        keys = (owner, owner.origin)
        self._waiting.update(keys)
        try:
            await self._preparation.wait(game, BOTS)
            async with self._turns.turn(owner):
                return await asyncio.to_thread(work)
        finally:
            self._waiting.subtract(keys)
            self._waiting = +self._waiting

    # Analyses

    async def recall(self, match: Match, owner: Owner = NOBODY_IN_PARTICULAR) -> Analysis:
        """Get the analysis of a finished game as `analysis` does, or the one that was kept of it."""
        if match.is_open_book and self.known(match) is None:
            name, table = match.header.match, match.table.copy()
            kept = await asyncio.to_thread(self.read_kept, name, table)
            if kept is not None:
                found = [one.evaluation for one in kept]
                with self._lock:
                    self._analyses.setdefault(name, Analysis(table, owner, found, kept))
        return self.analysis(match, owner)

    def analysis(self, match: Match, owner: Owner = NOBODY_IN_PARTICULAR) -> Analysis:
        """Get the analysis of a finished game; begin it if nobody has asked for it yet."""
        if not match.is_open_book:
            raise Refused("analysis_later")
        name = match.header.match
        with self._lock:
            if name not in self._analyses or self._analyses[name].failed:
                self._begin(name, match, owner)
            self._share(self._analyses[name], owner)
            self._analyses.move_to_end(name)
            done = [other for other, analysis in self._analyses.items() if not analysis.is_working]
            for other in done[: max(0, len(self._analyses) - MOST_ANALYSES)]:  # the oldest
                del self._analyses[other]
            return self._analyses[name]

    def known(self, match: Match) -> Analysis | None:
        """Get the analysis of a game if somebody has asked for it; nothing is begun."""
        return self._analyses.get(match.header.match)

    def _begin(self, name: str, match: Match, owner: Owner) -> None:
        """Let a game be analysed, beside those that are worked on already."""
        self._require_room(owner)
        analysis = Analysis(match.table.copy(), owner)
        analysis.left = positions(analysis.table)
        self._analyses[name] = analysis
        if analysis.is_working:  # a game may end without a move
            self._shares.join(owner)
            self._analyst.submit(self._analyse_one)

    def _require_room(self, owner: Owner) -> None:
        """Raise Refused if enough is worked on for somebody, for their address, or at all."""
        working = [one.owner for one in self._analyses.values() if one.is_working]
        if len(working) >= MOST_WAITING:
            raise Refused("too_often")
        of_origin = sum(other.origin == owner.origin for other in working)
        is_much = working.count(owner) >= MOST_OF_PERSON or of_origin >= MOST_OF_ORIGIN
        if self._is_limited and is_much and owner != NOBODY_IN_PARTICULAR:
            raise Refused("too_many_analyses")

    def _share(self, analysis: Analysis, owner: Owner) -> None:
        """Work on an analysis also in the turn of whoever asks for it, if nothing else is done there."""
        working = [one.owner.origin for one in self._analyses.values() if one.is_working]
        if analysis.is_working and owner.origin not in working:
            self._shares.join(owner)
            self._shares.leave(analysis.owner)
            analysis.owner = owner

    # In the thread of the analyst: one move, then somebody else's

    def _analyse_one(self) -> None:
        """Evaluate the next move of whoever has had the least, and see to it that somebody does the rest."""
        with self._lock:
            working = [one for one in self._analyses.values() if one.is_working]
            analysis = self._shares.first(working, lambda one: one.owner)
            owner = analysis.owner
        begun = self._clock()
        try:
            self._evaluate_next(analysis)
        except Exception:
            analysis.failed = True
            log.exception("an analysis failed")
        with self._lock:
            self._shares.charge(owner, self._clock() - begun)
            if not analysis.is_working:
                self._shares.leave(analysis.owner)
        if analysis.is_working and not self._closed:
            self._analyst.submit(self._analyse_one)
        if analysis.is_done:
            self._tell_done(analysis)

    def _tell_done(self, analysis: Analysis) -> None:
        """Let somebody keep what was found; whatever goes wrong there, other analyses go on."""
        name = next((name for name, one in self._analyses.items() if one is analysis), None)
        try:
            if name is not None:
                self.on_done(name, analysis)
        except Exception:
            log.exception("what an analysis found could not be kept")

    def _evaluate_next(self, analysis: Analysis) -> None:
        self._preparation.wait_in_thread(analysis.table.game.name, BOTS)
        assert analysis.left is not None
        past, code = next(analysis.left)
        found = evaluate_move(past, code, SIMULATIONS, 0)
        analysis.explained.append(justify(past, found, 0))
        analysis.found.append(found)

    def close(self) -> None:
        self._closed = True
        self._analyst.shutdown(wait=False, cancel_futures=True)


def advise_with_reasons(table: Table, seat: int, level: int) -> tuple[Choice, list[Comparison | None]]:
    """Choose a move as a level would, and find why it is better than the next ones."""
    answer = advise(table, seat, level)
    return answer, justify_choice(InformationSet(table, seat), answer.estimates[:N_SHOWN], 0)


def require_fair_hint(match: Match, seat: int, level: int) -> None:
    """Raise Refused unless a hint is fair: one's own turn, and nobody but the computer to play against."""
    if level not in HINT_LEVELS:
        raise Refused("hint_level", given=level, allowed=", ".join(map(str, HINT_LEVELS)))
    if not match.sees_turn(seat):
        raise Refused("hint_later")
    if not may_have_hints(match, seat):
        raise Refused("rated_hints" if match.header.is_compared else "no_hints")


def may_have_hints(match: Match, seat: int) -> bool:
    """Tell whether nobody else at the table is a person, and the result is not compared with others."""
    return match.plays_alone(seat) and not match.header.imported and not match.header.is_compared
