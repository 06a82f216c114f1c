"""The log in words, by the glossary of the rules (rules.md 18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from burgomaster.core.language import Names
from burgomaster.core.log import Event as LogEvent
from burgomaster.games.petersburg.rules.cards import BACKS, NO_CARD, Good
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.options import TEXTS
from burgomaster.games.petersburg.rules.text import (
    amount_text,
    card_name,
    counts_goods,
    deck_name,
    phase_name,
)


def log_lines(state: Any, events: Sequence[LogEvent], names: Sequence[str], language: str) -> list[str]:
    """List the log in words; events that belong together share a line. `state` tells whether goods count."""
    with_goods = counts_goods(state)
    lines = []
    # neighbours may share a line if they are of one kind, and places if they are of one good
    shared = groupby(events, key=lambda event: (event[0], event[2] if event[0] == Event.GOOD_POINTS else 0))
    for (kind, _), group in shared:
        run = list(group)
        match kind:
            case Event.CARD_LAID | Event.ROW_CARD_DISCARDED:
                lines.append(_cards_line(kind, run, language, with_goods))
            case Event.GOOD_POINTS:
                lines.append(_good_line(run, names, language))
            case Event.WINNER:
                lines.append(_winner_line(run, names, language))
            case _:
                lines += [_line(event, names, language, with_goods) for event in run]
    return lines


def _cards_line(kind: int, run: Sequence[LogEvent], language: str, with_goods: bool) -> str:
    counts: Counter[str] = Counter()
    for event in run:
        name = card_name(event[2], language, with_goods)
        counts[name] += event[3] if kind == Event.ROW_CARD_DISCARDED else 1
    words = [name + (f" ×{n}" if n > 1 else "") for name, n in counts.items()]
    key = f"log.{Event(kind).name.lower()}"
    return TEXTS.text(language, key, n=counts.total(), cards=", ".join(words))


def _good_line(run: Sequence[LogEvent], names: Sequence[str], language: str) -> str:
    """Return the places of one good, each with its points (7.5)."""
    places: dict[bool, list[str]] = {True: [], False: []}
    for _, seat, _, points, is_first, _ in run:
        places[bool(is_first)].append(
            TEXTS.text(language, "log.good_place", player=names[seat], points=points)
        )
    good = TEXTS.text(language, f"good.{Good(run[0][2]).name.lower()}").capitalize()
    first, second = ", ".join(places[True]), ", ".join(places[False])
    key = "log.good_points_second" if second else "log.good_points"
    return TEXTS.text(language, key, good=good, players=first, players2=second)


def _winner_line(run: Sequence[LogEvent], names: Sequence[str], language: str) -> str:
    """Return the winner, or those who share the victory (10.4)."""
    if len(run) == 1:
        return TEXTS.text(language, "log.winner", player=names[run[0][1]], total=run[0][2])
    players = Names([names[event[1]] for event in run])
    return TEXTS.text(language, "log.winner_shared", players=players)


def _line(event: LogEvent, names: Sequence[str], language: str, with_goods: bool) -> str:
    kind, seat, *numbers = event
    key = f"log.{Event(kind).name.lower()}"
    values = _line_values(Event(kind), numbers, language, with_goods)
    if values.get("old") == NO_CARD:
        del values["old"]
    elif "old" in values:
        key, values["old"] = f"{key}_over", card_name(values["old"], language, with_goods)
    if kind == Event.TAKE and numbers[0] >= BACKS:
        key = "log.take_hidden"
    if kind in (Event.PUB, Event.TRADE) and numbers[0] == 0:
        key = f"{key}_nothing"
    return TEXTS.text(language, key, player=names[seat] if seat >= 0 else "", **values)


def _line_values(kind: Event, numbers: Sequence[int], language: str, with_goods: bool) -> dict[str, Any]:
    a, b, c, d = numbers
    match kind:
        case Event.BUY | Event.PLAY:
            return {"card": card_name(a, language, with_goods), "price": b, "old": c}
        case Event.TAKE:
            return {"card": card_name(a, language, with_goods), "deck": deck_name(b, language)}
        case Event.DISCARD | Event.FETCH | Event.RETURN | Event.SYCOPHANT_LEAVES | Event.GIVE_UP:
            return {"card": card_name(a, language, with_goods)}
        case Event.ACTION_CARD:
            return {"card": card_name(a, language, with_goods), "old": b}
        case Event.UPKEEP:
            return {"card": card_name(a, language, with_goods), "price": b}
        case Event.OBSERVE | Event.LAST_ROUND:
            return {"deck": deck_name(a, language)}
        case Event.INCOME | Event.GUILD | Event.DISC:
            return {"income": amount_text(a, b, language)}
        case Event.PUB | Event.TRADE:
            return {"points": a, "price": b}
        case Event.FINAL:
            return {"nobles": a, "money": b, "hand": -c, "total": d}
        case Event.PHASE_BEGINS:
            return {"phase": phase_name(a, language)}
        case _:
            return {"n": a}
