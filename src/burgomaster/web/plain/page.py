"""The plain board, for a game that draws none: what the seat may know in words, its moves as buttons.

A game may name what its view holds: `view.<key>` in its texts is the label of a key, `name.<word>` the name
of a card or another word that stands as a value. The rest is shown as it is, without underscores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burgomaster.core.language import CORE_TEXTS, Catalog, Names
from burgomaster.core.registry import game_info, game_rules
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


MAIN_CSS = "plain/plain.css"
TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)


def board(seat_view: SeatView) -> dict[str, Any]:
    say = Translator(TEXTS, seat_view.language)
    writer = FactWriter(seat_view, game_info(seat_view.game).texts, say)
    return {
        "seat_view": seat_view,
        "say": say,
        "position": seat_view.position,
        "round": round_text(seat_view, say),
        "status": status_text(seat_view, say),
        "sentences": sentences_of(seat_view),
        "players": writer.players(),
        "names": seat_view.names,
        "scores": seat_view.scores,
        "to_move": None if is_over(seat_view) else seat_view.view.get("to_move"),
        "facts": writer.facts(),
        "moves": [(move.notation, move.board_text(seat_view.language)) for move in seat_view.moves],
    }


def is_over(seat_view: SeatView) -> bool:
    """Tell whether the game is over: not every view says so, but only a finished game has winners."""
    return bool(seat_view.winners or seat_view.view.get("over"))


def round_text(seat_view: SeatView, say: Translator) -> str:
    """Name the round, and the phase where the game has a text for it (`phase.<word>`)."""
    phase = found(game_info(seat_view.game).texts, seat_view.language, f"phase.{seat_view.phase}")
    return " · ".join(part for part in (say("board.round", n=seat_view.round_no), phase) if part)


def status_text(seat_view: SeatView, say: Translator) -> str:
    """Say whose turn it is, or how the game ended."""
    names, to_move = seat_view.names, seat_view.view.get("to_move")
    if is_over(seat_view):
        winners = Names([names[seat] for seat in seat_view.winners])
        return say("over.one" if len(seat_view.winners) == 1 else "over.several", names=winners)
    if seat_view.is_to_move:
        return say("turn.yours")
    return say("turn.other", name=names[to_move]) if to_move is not None else say("turn.nobody")


def sentences_of(seat_view: SeatView) -> list[str]:
    return game_rules(seat_view.game).describe(seat_view.state, seat_view.names, seat_view.language)
