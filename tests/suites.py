"""Every game in every variant with every number of players, by name; loaded when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import burgomaster as bm
from burgomaster.core.registry import game_info, game_names, game_package
from tests.cases import sweep

if TYPE_CHECKING:
    from burgomaster.core.table import Game


@dataclass(frozen=True)
class Suite:
    """One variant of a game with one number of players."""

    game: str
    variant: str
    players: int
    options: dict[str, Any]

    @property
    def slug(self) -> str:
        """The variant and the number of players as a file name."""
        return f"{self.variant.replace(' + ', '_')}_{self.players}_players"

    def __str__(self) -> str:
        return f"{self.game}_{self.slug}"

    def load(self) -> Game:
        """The game itself, with its rules."""
        return bm.game(self.game, players=self.players, **self.options)


def own_games() -> list[str]:
    """The games of this repository; another installed package may bring more, with tests of its own."""
    return [game for game in game_names() if game_package(game).startswith("burgomaster.games.")]


def suites_of(game: str) -> Iterator[Suite]:
    """Every variant of a game with every number of players."""
    for variant in game_info(game).variants:
        for players in variant.players:
            yield Suite(game, variant.name, players, dict(variant.options))


def all_suites() -> list[Suite]:
    """Every game in every variant with every number of players."""
    return [suite for game in own_games() for suite in suites_of(game)]


def swept_suites() -> list[Any]:
    """Parametrise a test by all suites: `make test` takes each variant with one number of players."""
    return sweep(all_suites(), is_quick)


def is_quick(suite: Suite) -> bool:
    """Whether a suite stands for its variant: with most players and with fewest in turn."""
    variants = game_info(suite.game).variants
    number = next(n for n, variant in enumerate(variants) if variant.name == suite.variant)
    return suite.players == variants[number].players[-1 if number % 2 == 0 else 0]
