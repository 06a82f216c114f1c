"""What a game says of itself before its rules are loaded: its options, declared once, and its tables.

Options are for checking, for `bm.games()` and for people choosing. Tables are read once: csv for what has
rows, json for the other numbers.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Integral
from pathlib import Path
from typing import Any, TypeAlias

from burgomaster.core.errors import OptionError
from burgomaster.core.language import Catalog, Message

Rows: TypeAlias = tuple[dict[str, str], ...]


@dataclass(frozen=True)
class Option:
    """One option: its name, the values it takes and the one it has if nothing is said."""

    name: str
    default: Any  # a function of the options before it if it depends on them
    values: tuple[Any, ...] = ()  # what is allowed; empty: `read` decides
    read: Callable[[Any], Any] | None = None  # the value, or ValueError with what would be right
    form: str = ""  # what `read` wants, for people
    in_lobby: bool = True  # False: for programs and tests, too special for the form of a new table
    matters: Callable[[Mapping[str, Any]], bool] = lambda _options: True
    # whether it changes anything beside the other options: nobody is asked about a card that is not there


@dataclass(frozen=True)
class Variant:
    """A set of options that is a game of its own, and how many can play it."""

    name: str
    options: Mapping[str, Any]
    players: tuple[int, ...]


@dataclass(frozen=True)
class GameInfo:
    """What can be said of a game before its rules are loaded."""

    name: str
    version: int
    players: tuple[int, ...]
    texts: Catalog
    options: tuple[Option, ...] = ()
    check: Callable[[Mapping[str, Any]], None] = lambda _options: None
    # OptionError for a combination that is not allowed
    variants: tuple[Variant, ...] = ()  # the games the rulebooks know; none: one for all numbers of players
    skip: str = ""  # the notation of a move that does nothing, which may be made in advance
    variant_name: Callable[[Mapping[str, Any]], str] = lambda _options: "standard"
    automatic_seats: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda _options: ()
    # names of the seats behind the players' that play by themselves
    cards: Callable[[], list[dict[str, Any]]] | None = None  # its table, with how far it can be trusted
    place: int = 100  # in lists of games, the lowest first; equal ones by name

    def __post_init__(self) -> None:
        if not self.variants:
            object.__setattr__(self, "variants", (Variant("standard", {}, self.players),))

    def read(self, players: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options with their values: those given, checked, and the defaults of the others."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(
                    "option.unknown", name=str(name)[:80], game=self.name, known=", ".join(known)
                )
        options = {"players": _read_players(self, players)}
        for option in self.options:
            options[option.name] = _read_value(option, given.get(option.name, _default(option, options)))
        self.check(options)
        return options

    def title(self, language: str) -> str:
        """Return the name of the game."""
        return self.texts.text(language, "game.title")

    def automatic_names(self, options: Mapping[str, Any], language: str) -> list[str]:
        """Name the seats that play by themselves; a game may leave their names as they are stored."""
        words = self.texts.entries(language)
        return [words.get(f"seat.{name.lower()}", name) for name in self.automatic_seats(options)]

    def variant_title(self, options: Mapping[str, Any], language: str) -> str:
        """Return the variant that options belong to, as people call it."""
        words = self.variant_name(options).split(" + ")
        return " + ".join(self.texts.text(language, f"variant.{word}") for word in words)


def _default(option: Option, options: Mapping[str, Any]) -> Any:
    return option.default(options) if callable(option.default) else option.default


def flag(
    name: str, default: Any = False, matters: Callable[[Mapping[str, Any]], bool] = lambda _options: True
) -> Option:
    """Return an option that is on or off."""
    return Option(name, default, (False, True), matters=matters)


def plain_int(value: Any) -> Any:
    """Turn a whole number of numpy into one of Python; anything else stays what it is."""
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value


def _read_players(info: GameInfo, given: Any) -> int:
    players = plain_int(given)
    if type(players) is not int or players not in info.players:
        allowed = ", ".join(str(n) for n in info.players)
        raise OptionError("option.players", game=info.name, given=repr(players)[:80], allowed=allowed)
    return players


def _read_value(option: Option, value: Any) -> Any:
    if option.read is not None:
        try:
            return option.read(value)
        except ValueError:
            raise OptionError(
                "option.value", name=option.name, given=repr(value)[:80], allowed=option.form
            ) from None
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return value
    words = ", ".join(repr(allowed) for allowed in option.values)
    raise OptionError("option.value", name=option.name, given=repr(value)[:80], allowed=words)


def option_help(info: GameInfo, option: Option) -> Message:
    """Return one sentence about what an option does."""
    return Message(info.texts, f"option.{option.name}")


@cache
def read_csv(path: Path) -> Rows:
    """Read the rows of a csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def read_json(path: Path) -> Mapping[str, Any]:
    """Read the document of a json file."""
    document: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
