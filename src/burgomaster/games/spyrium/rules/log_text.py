"""The log in words, by the glossary of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from burgomaster.core.log import Event as LogEvent
from burgomaster.games.spyrium.rules.cards import DIGITS, NO_CARD
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.options import PERIODS, TEXTS
from burgomaster.games.spyrium.rules.text import Texts, between_text, card_name, earn_key, event_name


def log_lines(
    _state: Any, events: Sequence[LogEvent], names: Sequence[str], language: str, text: Texts = TEXTS.text
) -> list[str]:
    """List the log in words; the cards of a new market share a line."""
    lines, laid = [], []
    for event in events:
        if event[0] == Event.CARD_LAID:
            shown = event[4]
            digits = [str(digit + 1) for digit in range(DIGITS) for _ in range(shown >> 4 * digit & 15)]
            laid.append(card_name(event[2], language) + (f" ({' '.join(digits)})" if digits else ""))
            continue
        if laid:
            lines.append(TEXTS.text(language, "log.card_laid", cards=", ".join(laid)))
            laid = []
        lines.append(_line(event, names, language, text))
    return lines + ([TEXTS.text(language, "log.card_laid", cards=", ".join(laid))] if laid else [])


board_log_lines = partial(log_lines, text=TEXTS.board_text)  # the board shows no numbers of gaps


def _line(event: LogEvent, names: Sequence[str], language: str, text: Texts) -> str:
    kind, seat, *numbers = event
    key, values = f"log.{Event(kind).name.lower()}", _line_values(Event(kind), numbers, language)
    if kind == Event.BUILD and numbers[2] != NO_CARD:
        key = "log.replace"
    if kind == Event.EARN:
        key = f"log.{earn_key(*numbers[:2])}"
    if kind == Event.BONUS_WORKER and numbers[0] == 0:
        key = "log.bonus_worker_lost"
    return text(language, key, player=names[seat] if seat >= 0 else "", **values)


def _line_values(kind: Event, numbers: Sequence[int], language: str) -> dict[str, Any]:
    a, b, c, d = numbers
    match kind:
        case Event.ROUND_BEGINS:
            return {"round": a, "period": PERIODS[b]}
        case Event.EVENT_TURNS:
            return {"event": _event_with_token(a, b, language), "next": _event_with_token(c, d, language)}
        case Event.PLACE:
            names = {"left": card_name(b, language), "right": card_name(c, language)}
            return {"gap": a, "where": between_text(b, c, language), **names}
        case Event.EARN:
            return {"money": a, "card": card_name(b, language), "gap": c}
        case Event.CALL | Event.PATENT:
            return {"card": card_name(a, language), "money": b}
        case Event.BUILD:
            return {"card": card_name(a, language), "money": b, "old": card_name(c, language)}
        case Event.USE | Event.USE_AGAIN:
            return {"card": card_name(a, language), "paid": paid_text(b, c, d, language)}
        case Event.USE_EVENT:
            return {"event": event_name(a, language), "paid": paid_text(0, d, c, language)}
        case Event.TECHNOLOGY_SCORES:
            return {"card": card_name(a, language), "points": b}
        case Event.FINAL:
            return {"track": a, "buildings": b, "technologies": c, "total": d}
        case _:
            return {"n": a, "now": b}


def paid_text(workers: int, crystals: int, money: int, language: str) -> str:
    """Tell what was paid, as a remark behind a name; "" for nothing."""
    items = (("worker", workers), ("crystal", crystals), ("pound", money))
    said = [TEXTS.plural(language, word, n) for word, n in items if n]
    return TEXTS.text(language, "log.paid", items=", ".join(said)) if said else ""


def _event_with_token(event: int, token: int, language: str) -> str:
    return event_name(event, language) + (f" ({token})" if token else "")
