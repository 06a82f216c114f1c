"""A seat's view as labelled texts and small tables, whatever the game.

A game may name what its view holds: `view.<key>` in its texts is the label of a key, `name.<word>` the name
of a card or another word that stands as a value. The rest is shown as it is, without underscores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.language import Catalog
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator

# Shown elsewhere on the page, or of no use to a person
FRAME_KEYS = {
    *("game", "seat", "round", "round_no", "phase", "decision", "to_move", "over"),
    *("moves", "players", "n_players", "scores", "winners", "rng"),
}
PLAYER_FRAME_KEYS = {"seat", "name", "score"}
SEAT_KEYS = {
    "seat",
    "player",
    "first_player",
    "start_player",
    "owner",
    "leader",
    "winner",
}  # values are seats
NOTHING = "–"


@dataclass(frozen=True)
class Grid:
    """A small table: heads of columns, and rows of texts."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Fact:
    """Something everybody at this seat may know: a label with a text, or with a table."""

    label: str
    text: str = ""
    grid: Grid | None = None


class FactWriter:
    def __init__(self, seat_view: SeatView, texts: Catalog, say: Translator) -> None:
        self.seat_view, self.texts, self.say = seat_view, texts, say

    def facts(self) -> list[Fact]:
        """Write everything of the view but the players and what the frame of the page shows."""
        view = self.seat_view.view
        return [self.fact(key, value) for key, value in view.items() if key not in FRAME_KEYS]

    def fact(self, key: str, value: Any) -> Fact:
        if is_list_of_things(value):
            return Fact(self.label(key), grid=self.grid([thing for thing in value if thing is not None]))
        return Fact(self.label(key), self.text(key, value))

    def players(self) -> Grid:
        """Write what the view tells of each player as a table, with a row for each seat."""
        shown: Sequence[Mapping[str, Any]] = self.seat_view.view.get("players") or [{}] * len(
            self.seat_view.names
        )
        keys = [key for key in keys_of(shown) if key not in PLAYER_FRAME_KEYS]
        rows = tuple(tuple(self.text(key, player.get(key)) for key in keys) for player in shown)
        return Grid(tuple(map(self.label, keys)), rows)

    def grid(self, things: Sequence[Mapping[str, Any]]) -> Grid:
        keys = keys_of(things)
        rows = tuple(tuple(self.text(key, thing.get(key)) for key in keys) for thing in things)
        return Grid(tuple(map(self.label, keys)), rows)

    def text(self, key: str, value: Any) -> str:
        if value is None or value in ({}, [], ""):
            return NOTHING
        if isinstance(value, bool):
            return self.say("board.yes" if value else "board.no")
        if isinstance(value, Mapping):
            return ", ".join(f"{self.label(name)}: {self.text(name, one)}" for name, one in value.items())
        if isinstance(value, list | tuple):
            return joined(self.text(key, one) for one in value)
        if key in SEAT_KEYS and isinstance(value, int) and 0 <= value < len(self.seat_view.names):
            return self.seat_view.names[value]
        return self.named(f"name.{value}", str(value)) if isinstance(value, str) else str(value)

    def label(self, key: str) -> str:
        """Name a key of the view: in the game's words, in words common to many games, or as it is."""
        common = self.named(f"view.{key}", "") or found(self.say.catalog, self.say.language, f"fact.{key}")
        words = common or key.replace("_", " ")
        return words[:1].upper() + words[1:]

    def named(self, key: str, otherwise: str) -> str:
        """Find a text of the game, or take other words without underscores."""
        return found(self.texts, self.say.language, key) or otherwise.replace("_", " ")


def found(texts: Catalog, language: str, key: str) -> str:
    """Find a text, "" where there is none."""
    try:
        return texts.text(language, key)
    except KeyError:
        return ""


def is_list_of_things(value: Any) -> bool:
    things = [one for one in value if one is not None] if isinstance(value, list | tuple) else []
    return bool(things) and all(isinstance(one, Mapping) for one in things)


def keys_of(things: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for thing in things for key in thing))


def joined(texts: Iterable[str]) -> str:
    counts = Counter(texts)
    return ", ".join(f"{text} ×{n}" if n > 1 else text for text, n in counts.items())
