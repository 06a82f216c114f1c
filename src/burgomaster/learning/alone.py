"""A training for one alone with its folder: moves are played on, their differences are learned.

What was played is kept in parts beside the net, so a training may be killed at any moment: the parts that
are there count.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from burgomaster.bots.net import Weights
from burgomaster.bots.net_file import (
    NEWEST,
    Alone,
    change_for_one,
    has_net,
    net_of,
    net_path,
    read_alone,
    read_facts,
    write_net,
)
from burgomaster.core.registry import game_info
from burgomaster.core.table import Game
from burgomaster.learning.alone_games import AlonePlayers, PlayedAlone, join
from burgomaster.learning.alone_parts import Part, part_numbers, part_path, read_part, write_part
from burgomaster.learning.folder import Folder
from burgomaster.learning.provenance import sources, versions
from burgomaster.learning.session import SEED, needed_layout
from burgomaster.learning.texts import TrainingError
from burgomaster.learning.variants import variants_of

if TYPE_CHECKING:
    from burgomaster.learning.alone_learner import AloneLearner

KEEP_EVERY = 20.0  # seconds; no more is lost by a kill, but for the games that are being played
DEALS = 256  # of a measure by one look


@dataclass(frozen=True)
class AloneRequest:
    """What somebody asked for."""

    game: str
    folder: Path
    minutes: float
    seed: int | None = None
    threads: int | None = None
    start: str | None = None  # the file of a net to begin from; None: the game's own
    command: str = ""


@dataclass(frozen=True)
class Result:
    """What a training has changed: the error of differences, and points by one look; both in points."""

    error_before: float
    error_after: float
    points_before: float
    points_after: float
    deals: int


class AloneSession:
    """A training for one alone that is kept in a folder. `folder.owned()` has to be held."""

    def __init__(self, request: AloneRequest, folder: Folder) -> None:
        self.request, self.folder = request, folder
        self.game = game_for_one(request.game)
        self.layout = needed_layout(request.game)
        self.start = needed_net(request)
        if find_spec("torch") is None:
            raise TrainingError("training.no_torch")
        if folder.has_state():
            raise TrainingError("training.alone_in_training", path=folder.path)
        self.weights = net_of(request.game, str(self.start), 1)  # by which games are played
        self._shared = net_of(request.game, str(self.start))
        self._begin = read_alone(self.start)
        self._read_parts()
        self.is_resumed = bool(self.parts)
        self.is_over = self.left <= 0.0
        self.players = AlonePlayers(self.game, self.layout, self.weights, request.threads)

    def _read_parts(self) -> None:
        numbers = part_numbers(self.folder.path)
        paths = [part_path(self.folder.path, number) for number in numbers]
        self.parts = [read_part(path, self.request.game, self.layout) for path in paths]
        self._next = max(numbers, default=0) + 1

    @property
    def seed(self) -> int:
        """Tell what decides the games and the first numbers."""
        return SEED if self.request.seed is None else self.request.seed

    @property
    def spent(self) -> float:
        """Count the seconds in which was played."""
        return sum(part.seconds for part in self.parts)

    @property
    def left(self) -> float:
        """Count the seconds that are left to play."""
        return 60.0 * self.request.minutes - self.spent

    @property
    def n_games(self) -> int:
        """Count the games that are over."""
        return sum(part.games for part in self.parts)

    @property
    def n_choices(self) -> int:
        """Count the choices that were played on."""
        return sum(len(part.choices.sizes) for part in self.parts)

    # Playing

    def prepare(self) -> None:
        """Run every kernel once."""
        self.players.first.prepare()

    def play(self, on_round: Callable[[float], None]) -> None:
        """Play for the time that is left, and keep what is found; tell now and then how far it is."""
        begun, found = time.monotonic(), list[PlayedAlone]()
        before = self.spent
        for some in self.players.play([self.seed, self._next], self.left):
            found += some
            now = time.monotonic()
            on_round(before + now - begun)
            if before + now - begun >= self.spent + KEEP_EVERY:
                self._keep(found, before + now - begun - self.spent)
                found.clear()
        self._keep(found, before + time.monotonic() - begun - self.spent)

    def _keep(self, found: list[PlayedAlone], seconds: float) -> None:
        """Write what was found as a part; without a choice the time goes on."""
        choices = join([choice for game in found for choice in game.choices])
        scores = [game.score for game in found if game.score is not None]
        part = Part(choices, seconds, len(scores), sum(scores))
        try:
            write_part(part_path(self.folder.path, self._next), part, self.request.game, self.layout)
        except OSError as error:
            raise self.folder.unwritable(error) from None
        self.parts.append(part)
        self._next += 1

    # Learning

    def learner(self) -> AloneLearner:
        """Make what learns from all parts; TrainingError if they are too little."""
        from burgomaster.learning.alone_learner import AloneLearner

        made = [part.choices for part in self.parts if len(part.choices.sizes)]
        learner = AloneLearner(self._shared, self._begin, made, self.seed) if made else None
        if learner is None or not len(learner.played.learned):
            raise TrainingError("training.alone_too_little", path=self.folder.path, found=self.n_choices)
        return learner

    def learn(self, learner: AloneLearner) -> Iterator[float]:
        """Learn; the error after every pass. Then measure the net, and write it."""
        before = after = learner.error(learner.played.checked)
        for after in learner.learn():
            yield after
        alone = learner.net.alone()
        self.result = self._measure(before, after, change_for_one(self._shared, alone))
        self._publish(alone)

    def _measure(self, before: float, after: float, learned: Weights) -> Result:
        """Let the net of before and the one that has learned play the same deals."""
        points = [self.players.first.points(weights, DEALS) for weights in (self.weights, learned)]
        return Result(round(before, 4), round(after, 4), round(points[0], 2), round(points[1], 2), DEALS)

    def _publish(self, alone: Alone) -> None:
        """Write the net: what all variants share as it was, what is for one alone as it is now."""
        try:
            write_net(self.net_path, self._shared, self.facts(), alone)
        except OSError as error:
            raise self.folder.unwritable(error) from None

    @property
    def net_path(self) -> Path:
        """Name the file of the net that has learned."""
        return self.folder.path / NEWEST

    def facts(self) -> dict[str, str]:
        """Tell where the net comes from, and what is for one alone in it."""
        about = {
            "command": self.request.command,
            "seed": str(self.seed),
            "sources": sources(),
            "versions": json.dumps(versions()),
            "minutes": f"{self.spent / 60:.1f}",
            "games": str(self.n_games),
            "choices": str(self.n_choices),
            "results": json.dumps(vars(self.result)),
        }
        return {**read_facts(self.start), **{f"alone_{name}": word for name, word in about.items()}}

    def close(self) -> None:
        """Leave the players."""
        self.players.close()


def game_for_one(name: str) -> Game:
    """Load the variant of a game in which one seat plays against points; TrainingError if there is none."""
    found = [variant.game for variant in variants_of(game_info(name).name) if variant.game.n_seats == 1]
    if not found:
        raise TrainingError("training.alone_no_variant", game=name)
    return found[0]


def needed_net(request: AloneRequest) -> Path:
    """Find the file of the net to begin from; TrainingError if there is none."""
    if request.start is None and not has_net(request.game):
        raise TrainingError("training.alone_no_net", game=request.game)
    return net_path(request.game) if request.start is None else Path(request.start)
