"""Positions as numbers, and tables whose moves are actions and whose views are observations.

What a seat observes and may do is computed from a position without what the seat does not know.
"""

from __future__ import annotations

import io
import operator
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.batch import REWARDS, chosen
from burgomaster.core.batch_kernels import describe_games, observe_games
from burgomaster.core.encoding import NO_ACTION, ActionSpace, Layout
from burgomaster.core.errors import BurgomasterError, OptionError
from burgomaster.core.language import Catalog
from burgomaster.core.playout import Scratch
from burgomaster.core.rules import States
from burgomaster.core.table import SPECTATOR, Game, Table

TEXTS = Catalog(Path(__file__).parent)
Array = npt.NDArray[Any]
MODES = ("human", "ansi")
WIDTH = 100


class EnvironmentFault(BurgomasterError, ValueError):
    """An environment was asked for something it cannot do; nothing has changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key, TEXTS, **values)


class MissingPackage(BurgomasterError, ImportError):
    """A library that an environment is made for is not installed."""

    def __init__(self, package: str | None, extra: str) -> None:
        super().__init__("missing.package", TEXTS, package=package or "?", extra=extra)


class EncodedPosition:
    """Positions of one game, one after another, as a policy is shown them."""

    def __init__(self, game: Game) -> None:
        encoding = game.rules.encoding
        if encoding is None:
            raise OptionError("batch.no_encoding", game=game.name)
        self.game, self.max_legal = game, encoding.max_legal
        undealt: Any = game.rules.undealt(game.options)
        self.space: ActionSpace = encoding.space(game.options)
        self.layout: Layout = encoding.layout(game.options, undealt[0])
        self.to_move: int | None = None
        self._observations: Array = np.zeros((1, self.layout.size), np.int16)
        self._mask: Array = np.zeros((1, self.space.size), np.uint8)
        self._legal: Array = np.zeros((1, encoding.max_legal), np.int32)
        self._n_legal: Array = np.zeros(1, np.int32)
        self._mover: Array = np.zeros(1, np.int8)
        self._scratches: Any = zeros(Scratch, 1)

    def show(self, states: States, seat: int) -> None:
        """Write what a seat that is to move sees and may do, by a position without what it does not know."""
        self.to_move = seat
        described = (self._observations, self._mask, self._legal, self._n_legal, self._mover)
        describe_games(states, self._scratches, self.space.numbers, self.layout.shape, *described)
        if self._legal[0, : self._n_legal[0]].min() == NO_ACTION:
            raise OptionError("openspiel.unnumbered", game=self.game.name)

    # What is seen

    @property
    def over(self) -> bool:
        return self.to_move is None

    def own_observation(self) -> Array:
        return np.array(self._observations[0])

    def mask(self, seat: int | None) -> Array:
        """Return 1 for every legal action of a seat, as an array of its own; 0 if it is not its turn."""
        if seat is None or seat != self.to_move:
            return np.zeros(self.space.size, np.int8)
        return np.array(self._mask[0], np.int8)

    def legal_actions(self) -> Array:
        return np.array(self._legal[0, : self._n_legal[0]])

    # What is chosen

    def read_action(self, action: Any) -> int:
        """Read an action that is one of the space, legal or not; EnvironmentFault for anything else."""
        try:
            number = operator.index(action.item() if isinstance(action, np.ndarray) else action)
        except (TypeError, ValueError):
            number = -1
        if not 0 <= number < self.space.size or isinstance(action, bool):
            raise EnvironmentFault("action.no_number", last=self.space.size - 1, given=repr(action)[:40])
        return number

    def is_legal(self, action: int) -> bool:
        return not self.over and bool(self._mask[0, action])

    def refusal(self, action: int) -> EnvironmentFault:
        notation = self.game.rules.write_notation(int(self.space.moves[action]))
        return EnvironmentFault("action.illegal", action=action, notation=notation, n=int(self._n_legal[0]))


class EncodedTable(EncodedPosition):
    """A table as an environment sees it. `rewards` are counted as in `bm.batch`."""

    def __init__(self, game: Game, rewards: str = "rank") -> None:
        super().__init__(game)
        self.rewards = chosen("rewards", rewards, REWARDS)
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """Return the table that is played at; EnvironmentFault before the first deal."""
        if self._table is None:
            raise EnvironmentFault("action.not_begun")
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table

    # Playing

    def deal(self, seed: int) -> None:
        """Begin the game that `Game.new` deals by this seed."""
        self.table = self.game.new(seed=seed)
        self._scores = self.table.scores
        self._describe()

    def act(self, action: int) -> list[float]:
        """Carry out a legal action; return the reward of every seat."""
        self.table.step(int(self.space.moves[action]))
        self._describe()
        return self._reward()

    def read_action(self, action: Any) -> int:
        self.mover()
        return super().read_action(action)

    def mover(self) -> int:
        """Tell who is to move; EnvironmentFault before the first deal and after the end."""
        if self.table.over or self.to_move is None:  # nobody moves either after an illegal action
            raise EnvironmentFault("action.over")
        return self.to_move

    # What is seen

    def observation(self, seat: int | None) -> Array:
        """Return what a seat, or a spectator (None), knows now, as an array of its own."""
        if seat is not None and seat == self.to_move:
            return self.own_observation()
        found: Array = np.zeros_like(self._observations)
        number = SPECTATOR if seat is None else seat
        observe_games(self.table.redacted(seat), number, self.layout.shape, found)
        seen: Array = found[0]
        return seen

    # Inside

    def _describe(self) -> None:
        seat = self.to_move = self.table.to_move
        if seat is not None:
            self.show(self.table.redacted(seat), seat)

    def _reward(self) -> list[float]:
        """Count what the last action brought every seat."""
        if self.rewards == "progress":
            before, self._scores = self._scores, self.table.scores
            return [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        if not self.over:
            return [0.0] * self.game.n_seats
        return end_rewards(self.rewards, self.table._states, self.game.n_seats)


def end_rewards(kind: str, states: States, n_seats: int) -> list[float]:
    """Return what the end of a game is worth to each seat, by "rank", "score" or "margin".

    Rank is 1 for the first place, -1 for the last, evenly between; equal places share, alone it is 0. Margin
    is the points ahead of the best other seat, all points alone.
    """
    if kind == "rank":
        ranks = [int(python_api.rank(states, 0, seat)) for seat in range(n_seats)]
        places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
        return [1.0 - 2.0 * place / (n_seats - 1) if n_seats > 1 else 0.0 for place in places]
    scores = [float(python_api.score(states, 0, seat)) for seat in range(n_seats)]
    if kind == "score":
        return scores
    others = [[*scores[:seat], *scores[seat + 1 :]] for seat in range(n_seats)]
    return [score - max(rest, default=0.0) for score, rest in zip(scores, others, strict=True)]


# Rendering: the game as it looks in the terminal, seen from one seat


def check_mode(mode: Any) -> str | None:
    if mode is not None and mode not in MODES:
        raise EnvironmentFault("render.mode", given=repr(mode)[:40], known=", ".join(MODES))
    return None if mode is None else str(mode)


def render(table: Table, seat: int | None, mode: str | None, language: str = "en") -> str | None:
    """Print what a seat sees ("human"), or return it as text ("ansi")."""
    if mode is None:
        return None
    text = draw(table, seat, language)
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    sys.stdout.flush()
    return None


def draw(table: Table, seat: int | None, language: str = "en") -> str:
    """Draw the board and the players as a seat, or a spectator, sees them."""
    from rich.console import Console, Group, RenderableType

    from burgomaster.terminal.screen import load_screen, view_seat

    screen, seen = load_screen(table.game.name, language), view_seat(table, seat, is_reader=False)
    parts: Sequence[RenderableType] = [screen.board(seen), *screen.players(seen)]
    paper = io.StringIO()
    console = Console(file=paper, width=WIDTH, markup=False, highlight=False, emoji=False, color_system=None)
    console.print(Group(*parts))
    return paper.getvalue()


def observation_space(layout: Layout) -> Any:
    """Make the space of observations for Gymnasium and PettingZoo, with the range of every entry."""
    from gymnasium import spaces

    entries = layout.entries()
    low, high = [entry.low for entry in entries], [entry.high for entry in entries]
    return spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
