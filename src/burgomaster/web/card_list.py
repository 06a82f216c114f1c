"""Every card or tile of a game with what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from burgomaster.core.registry import game_part


@dataclass(frozen=True)
class Card:
    """A card, a tile or a goal, in one language."""

    id: str
    name: str
    sentences: tuple[str, ...]


Options = Mapping[str, Any] | None  # None: of every edition


def card_list(game: str, language: str, options: Options = None) -> list[Card]:
    """List all cards of a game, or those that can turn up with some options; some games have no list."""
    module = game_part(game, "web.card_list")
    return [] if module is None else list(module.cards(language, options))
