"""Whole histories with another truth: nobody may be able to tell which one it is.

A trial plays a game of one variant for a while and takes each of some viewers in turn, seats and a spectator.
For each it draws worlds with the same public history (see `worlds.py`), lets a server stand where the truth
stands and where the world stands, and compares every byte of what the viewer can read or be told: the page in
both languages, JSON, the bytes of the position, the log, lists, replays of earlier moments, the words of
everything that is refused, what comes of what is granted, whole answers with their headers and compressed
sizes, and what a stream writes when. What is cheap is compared in every world, what is expensive in some.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import FastAPI

from burgomaster.core.cache import Cache
from burgomaster.core.check import Suite, all_suites
from burgomaster.core.registry import game_names
from burgomaster.core.table import SPECTATOR, Game, load_game
from burgomaster.server import security
from burgomaster.server.app import create_app
from burgomaster.server.match import Match
from burgomaster.server.settings import Settings
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.exposures import ALWAYS, COUNTING, Scene, answers, look, writes
from tests.campaigns.histories import (
    Curiosity,
    History,
    play_history,
    rebuild,
    time_of,
    with_table,
)
from tests.campaigns.worlds import Resampling, World, seen_state

UNIT = "worlds"
GOAL = 100_000
WORLDS = 96  # for each viewer
MORE_WORLDS = 384  # where somebody may be asked in secret
AGAIN = 15  # worlds, and the next one is near the truth again
STEPS = 2  # changes from world to world
VIEWERS = 3  # of a history
TAIL = 4  # moves that a stream is listened to
HISTORIES = 24  # that are played to find one in which somebody may be asked in secret
WITH_BOTS = 4  # one of so many histories has one person and bots
# Compared in one of so many worlds
PLACED = ("replay", "picture")  # what shows an earlier moment
SOME = {"page": 4, "drawn": 6, "log": 8, "replay": 12, "picture": 9, "outcomes": 8, "advice": 5, "problem": 5}
ANSWERS, WRITES = 96, 16
SAME_JOURNAL = 0.85  # how many worlds with the moves of the truth get its journal, too
MOST_HISTORIES = 8  # that are remembered
CONTEXT = 60  # letters around a difference
MOST_FINDINGS = 3  # of one viewer
NOTATIONS = 4  # moves that are tried in vain, or not


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Start an application that is asked in this process; the seed chooses the variant and plays it."""
    app = create_app(settings_of(setup))
    suites = [suite for name in game_names() for suite in all_suites(name)]
    chosen = setup.options.get("suites", range(len(suites)))
    loop = asyncio.new_event_loop()
    lifespan = app.router.lifespan_context(app)
    loop.run_until_complete(lifespan.__aenter__())
    search = Search(app, loop, int(setup.options.get("worlds", 0)))
    drawn, security.random_bytes = security.random_bytes, bytes  # masks and padding hide what is compared
    try:
        yield lambda seed: search.trial(seed, suites[chosen[seed % len(chosen)]])
    finally:
        security.random_bytes = drawn
        loop.run_until_complete(lifespan.__aexit__(None, None, None))
        loop.close()


def settings_of(setup: Setup) -> Settings:
    database = f"sqlite:///{setup.folder / 'leak.db'}"
    quiet: dict[str, Any] = {"rate_limits": False, "prepare": False, "bot_seconds": 1e9, "bot_pause": 1e9}
    quiet["analyse"] = False
    return Settings(database=database, secret="a secret of the campaign", **quiet)


@dataclass
class Search:
    """The search for leaks in the variants of all games."""

    app: FastAPI
    loop: asyncio.AbstractEventLoop
    n_worlds: int = 0  # for each viewer; 0: as many as usual
    curiosities: dict[str, Curiosity] = field(default_factory=dict)
    histories: Cache[tuple[History, int]] = field(default_factory=lambda: Cache(MOST_HISTORIES))

    def trial(self, seed: int, suite: Suite) -> Trial:
        """Play a history, and compare worlds for some viewers of it."""
        game = load_game(suite.game, players=suite.players, **suite.options)
        chance = random.Random(seed)
        key = (suite.variant("en"), suite.players, seed)
        history, viewer = self.histories.get(key, lambda: self.find_history(game, suite, seed))
        others = [one for one in (-1, *range(game.players)) if one != viewer]
        viewers = [viewer, *chance.sample(others, min(VIEWERS - 1, len(others)))]
        counts: Counter[str] = Counter(histories=1)
        findings: list[str] = []
        for one in viewers:
            found = Comparison(self, history, one, seed * 100 + one).run(counts)
            findings += [
                f"{suite.variant('en')}, {game.players} players, viewer {one}: {text}" for text in found
            ]
        counts[f"worlds of {suite.game}"] = counts[UNIT]
        return Trial(counts, tuple(findings))

    def find_history(self, game: Game, suite: Suite, seed: int) -> tuple[History, int]:
        """Play a history, if possible one in which a viewer cannot know whether somebody was asked.

        Half of those end where somebody may be asked still, and the viewer is the one who seems to move.
        """
        curiosity = self.curiosity_of(game, suite)
        tries = HISTORIES if curiosity.has_questions else 1
        for number in range(tries):
            with_bots = seed % WITH_BOTS == 1 and number == tries - 1
            history = play_history(game, seed * HISTORIES + number, with_bots, curiosity)
            place = self.question_in(history, seed) if curiosity.has_questions else None
            if place is not None and seed % 2:
                return cut_short(history, place)
            if place is not None:
                break
        return history, -1 if seed % 3 else seed // 3 % game.players

    def question_in(self, history: History, seed: int) -> int | None:
        """Find how many moves a spectator saw before somebody may have been asked, None if nobody was."""
        resampling = Resampling(history.game.rules, SPECTATOR, history.truth, random.Random(seed))
        resampling.explore()
        resampling.ask()
        world = resampling.world
        places = [made.place for made in world.moves if made.is_quiet]
        last = [resampling.n_seen] if resampling.is_asked(world) else []
        return next(iter([*places, *last]), None)

    def curiosity_of(self, game: Game, suite: Suite) -> Curiosity:
        name = f"{suite.game} {suite.players} {sorted(suite.options.items())}"
        if name not in self.curiosities:
            self.curiosities[name] = Curiosity(game)
        return self.curiosities[name]


class Comparison:
    """The worlds of one viewer of one history, compared with the truth."""

    def __init__(self, search: Search, history: History, viewer: int, seed: int) -> None:
        self.search, self.history, self.viewer = search, history, viewer
        self.chance = random.Random(seed)
        self.resampling = Resampling(history.game.rules, viewer, history.truth, random.Random(seed))
        if history.has_questions:
            self.resampling.explore()
        self.tried = self.notations()
        self._truth: dict[str, str] = {}
        self._match: Match | None = None  # of the truth

    def notations(self) -> Sequence[str]:
        write, codes = (
            self.history.game.rules.write_notation,
            [made.code for made in self.history.truth.moves],
        )
        return [write(code) for code in self.chance.sample(codes, min(NOTATIONS, len(codes)))]

    def run(self, counts: Counter[str]) -> list[str]:
        usual = MORE_WORLDS if self.resampling.wanted else WORLDS
        findings: list[str] = []
        for number in range(self.search.n_worlds or usual):
            if number % AGAIN == 0:
                self.resampling.world = self.resampling.truth
            if number % 2:
                self.resampling.ask()
            for _ in range(STEPS):
                self.resampling.step()
            world = self.resampling.world
            if is_same(world, self.resampling.truth):
                continue
            findings += self.compare(world, number)
            counts[UNIT] += 1
            counts["worlds that a drawing process would draw"] += number % SOME["drawn"] == 0
            counts["worlds to think in"] += self.resampling.is_counted_same(world)
            counts["worlds with a secret question"] += self.has_question(world)
            if len(findings) >= MOST_FINDINGS:
                break
        return findings[:MOST_FINDINGS]

    def has_question(self, world: World) -> bool:
        return world.n_questions > 0 or self.resampling.is_asked(world)

    def compare(self, world: World, number: int) -> list[str]:
        names = [*ALWAYS, *(name for name, often in SOME.items() if number % often == 0)]
        if not self.resampling.is_counted_same(world):
            names = [name for name in names if name not in COUNTING]
        language, place = ("en", "ru")[number // 4 % 2], number * 7 % (self.resampling.n_seen + 1)
        found = self.looks(world, names, language, place)
        if number % ANSWERS == 0:
            found |= self.answers(world, number // ANSWERS)
        if number % WRITES == 0:
            found |= self.writes(world)
        return [
            f"{name}: {difference(self._truth[name], text)}"
            for name, text in found.items()
            if text != self._truth[name]
        ]

    def looks(self, world: World, names: Sequence[str], language: str, place: int) -> dict[str, str]:
        """Look at a world, and once at the truth in the same way."""
        keys = {
            name: f"{name}, {language}, {place}" if name in PLACED else f"{name}, {language}"
            for name in names
        }
        missing = [name for name in names if keys[name] not in self._truth]
        if missing:
            true = look(self.scene(self.resampling.truth, language, place), missing)
            self._truth |= {keys[name]: text for name, text in true.items()}
        return {keys[name]: text for name, text in look(self.scene(world, language, place), names).items()}

    def scene(self, world: World, language: str, place: int) -> Scene:
        return Scene(self.search.app, self.match_of(world), self.seat, language, place, self.tried)

    def match_of(self, world: World) -> Match:
        """Make the match that a world is.

        Where all moves are those of the truth a journal may be the same, and a match differs by its table
        alone; most of these are made from the match of the truth, which is far quicker.
        """
        if self._match is None:
            self._match, _ = rebuild(self.history, self.resampling, self.resampling.truth, self.chance)
        if world.moves == self.resampling.truth.moves and self.chance.random() < SAME_JOURNAL:
            return with_table(self._match, self.history, world)
        match, _ = rebuild(self.history, self.resampling, world, self.chance)
        return match

    @property
    def seat(self) -> int | None:
        return None if self.viewer < 0 else self.viewer

    def answers(self, world: World, number: int) -> dict[str, str]:
        """Ask the application for everything; for a hint only if the viewer would have counted the same."""
        place = number * 11 % (self.resampling.n_seen + 1)
        with_hint = self.resampling.is_counted_same(world)
        key = f"answers, {place}, {with_hint}"

        def ask(one: World) -> str:
            match, _ = rebuild(self.history, self.resampling, one, self.chance)
            return answers(self.search.app, self.search.loop, match, self.seat, place, with_hint)

        if key not in self._truth:
            self._truth[key] = ask(self.resampling.truth)
        return {key: ask(world)}

    def writes(self, world: World) -> dict[str, str]:
        tail = min(TAIL, self.resampling.n_seen)
        last = self.resampling.n_seen
        start, end = time_of(last - tail) - 30, time_of(last) + 40

        def hear(one: World) -> str:
            match, entries = rebuild(self.history, self.resampling, one, self.chance, tail)
            return writes(match, entries, self.seat, start, end)

        if "stream" not in self._truth:
            self._truth["stream"] = hear(self.resampling.truth)
        return {"stream": hear(world)}


def cut_short(history: History, place: int) -> tuple[History, int]:
    """Let a history end after so many moves that spectators saw; return the seat that seems to move then."""
    rules = history.game.rules
    moves = Resampling(rules, SPECTATOR, history.truth, random.Random(0)).truth.moves
    kept = [made for made in moves if made.place < place]
    truth = replace(history.truth, moves=kept)
    end = Resampling(rules, SPECTATOR, truth, random.Random(0)).truth.end
    return replace(history, truth=truth), rules.to_move(seen_state(end, SPECTATOR))


def is_same(world: World, truth: World) -> bool:
    return world.beginning.tobytes() == truth.beginning.tobytes() and world.moves == truth.moves  # type: ignore[attr-defined]


def difference(one: str, other: str) -> str:
    place = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    first = max(0, place - CONTEXT)
    return f"{one[first : place + CONTEXT]!r} became {other[first : place + CONTEXT]!r}"
