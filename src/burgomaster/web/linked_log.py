"""The log as a seat saw it, in which every card is a link to what it does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from burgomaster.core.cache import Cache, cached
from burgomaster.core.language import mark_reader
from burgomaster.core.log import Event
from burgomaster.core.rules import Rules
from burgomaster.core.table import Game, Table
from burgomaster.web.game_pages import Card, card_list

NO_NOTES: Mapping[int, str] = {}


class ToldMove(NamedTuple):
    """What happened in a move, its lines, and the same as items of a list, the newest first."""

    events: tuple[Event, ...]
    lines: tuple[Markup, ...]
    items: str


@dataclass(frozen=True)
class LogReader:
    """Somebody who reads a log: equal readers get the same lines for equal events."""

    game: str
    chosen: tuple[tuple[str, str], ...]
    language: str
    names: tuple[str, ...]  # the reader's own is marked, and equals no other reader's
    seat: int | None  # whose eyes the events are seen with; None: a spectator's
    is_over: bool  # then nothing is hidden any more
    options: Mapping[str, Any] = field(compare=False)
    rules: Rules = field(compare=False)
    state: Any = field(compare=False)  # any position of such a game
    # of this table alone, by the number of moves before: others have other moves there
    told: dict[int, ToldMove] = field(default_factory=dict, compare=False)

    @cached_property
    def cards(self) -> dict[str, Card]:
        return _cards_by_name(replace(self, names=(), seat=None, is_over=False))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return _pattern(tuple(self.cards))

    def lines_of(self, events: tuple[Event, ...]) -> list[str]:
        seen = [self.rules.redact_event(self.state, event, self.seat) for event in events]
        return self.rules.board_log_lines(self.state, seen, self.names, self.language)

    def tell(self, ply: int, events: tuple[Event, ...]) -> ToldMove:
        """Find what is told of a move; that of the same move, as the same object, is at hand."""
        told = self.told.get(ply)
        if told is None or told.events is not events:
            lines = _lines(self, events)
            told = self.told[ply] = ToldMove(events, lines, _items(lines))
        return told


class KnownReader(NamedTuple):
    """The reader of the log of a table, kept by which object the game of the table is."""

    game: Game
    reader: LogReader


def linked_log(
    table: Table,
    seat: int | None,
    language: str,
    since: int = -1,
    is_reader: bool = True,
) -> list[Markup]:
    """Write the log as a seat saw it, in which every card is a link to what it does.

    It speaks to the seat as "you", unless somebody else reads it.
    """
    return [line for _, move in told_moves(table, seat, language, since, is_reader) for line in move.lines]


def log_items(
    table: Table, seat: int | None, language: str, since: int = -1, notes: Mapping[int, str] = NO_NOTES
) -> Markup:
    """Write the same to the seat as items of a list, the newest first; what was written before is kept.

    `notes` says more of some moves, by the number of moves before them.
    """
    items = [
        _items(_noted(move.lines, notes[ply])) if ply in notes else move.items
        for ply, move in told_moves(table, seat, language, since)
    ]
    return Markup("".join(reversed(items)))


def linked_moves(
    table: Table, seat: int | None, language: str, is_reader: bool = True
) -> list[tuple[Markup, ...]]:
    """Write the same with the lines of each move together, before them those of the set-up."""
    return [move.lines for _, move in told_moves(table, seat, language, is_reader=is_reader)]


def told_moves(
    table: Table, seat: int | None, language: str, since: int = -1, is_reader: bool = True
) -> list[tuple[int, ToldMove]]:
    """Tell every move by its ply; what happened before the first move has the place before it."""
    tell = log_reader(table, seat, language, is_reader).tell
    moves = enumerate(table.events_by_move(since), start=since if since >= 0 else -1)
    return [(ply, tell(ply, events)) for ply, events in moves]


def log_reader(table: Table, seat: int | None, language: str, is_reader: bool = True) -> LogReader:
    """Find the reader of a table's log: a seat, or somebody who looks through its eyes."""
    key = id(table.game), seat, language, is_reader, table.over, *table.names
    known = _readers.get(key, lambda: _known_reader(table, seat, language, is_reader))
    if known.game is not table.game:  # that of another table was there before
        known = _readers.put(key, _known_reader(table, seat, language, is_reader))
    return known.reader


def _known_reader(table: Table, seat: int | None, language: str, is_reader: bool) -> KnownReader:
    game = table.game
    reader = LogReader(
        game.name,
        tuple((name, repr(value)) for name, value in game.options.items()),
        language,
        tuple(mark_reader(table.names, seat if is_reader else None)),
        seat,
        table.over,
        game.options,
        game.rules,
        table.state,
    )
    return KnownReader(game, replace(_kept(reader), told={}))


_readers: Cache[KnownReader] = Cache(4096)


def _items(lines: Sequence[Markup]) -> str:
    return "".join([f"<li>{line}</li>" for line in reversed(lines)])


def _noted(lines: tuple[Markup, ...], note: str) -> tuple[Markup, ...]:
    if not note or not lines:
        return lines
    return (lines[0] + Markup(' <span class="log-note">{}</span>').format(note), *lines[1:])


@cached(4096)
def _kept(reader: LogReader) -> LogReader:
    """Keep one position for all equal readers. It is a copy: a later position may hide less."""
    return replace(reader, state=reader.state.copy())


@cached(65536)
def _lines(reader: LogReader, events: tuple[Event, ...]) -> tuple[Markup, ...]:
    """Write the lines of one move; kept, because pages show the same moves again and again."""
    lines = reader.lines_of(events)
    if not reader.cards:
        return tuple(escape(line) for line in lines)
    return tuple(_link_line(line, reader.game, reader.cards, reader.pattern) for line in lines)


@lru_cache(maxsize=64)
def _cards_by_name(reader: LogReader) -> dict[str, Card]:
    """Find the cards that a log can name; of several with one name the first."""
    found: dict[str, Card] = {}
    for card in card_list(reader.game, reader.language, reader.options):
        found.setdefault(card.name, card)
    return found


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a pattern for any of the names as a whole; the longest that fits wins."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")


def _link_line(line: str, game: str, cards: Mapping[str, Card], pattern: re.Pattern[str]) -> Markup:
    parts: list[str] = pattern.split(line)
    parts[::2] = map(escape, parts[::2])
    parts[1::2] = [_link(game, cards[name]) for name in parts[1::2]]
    return Markup("".join(parts))


@cached(4096)
def _link(game: str, card: Card) -> Markup:
    html = '<a class="card-link" href="/cards/{}#{}" title="{}">{}</a>'
    return Markup(html).format(game, card.id, " ".join(card.sentences), card.name)
