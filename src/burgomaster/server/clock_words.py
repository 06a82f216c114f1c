"""Thinking time in words: the clocks that a new table is offered, and what a clock is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.core.translator import Translator
from burgomaster.server.match import Refused
from burgomaster.server.texts import TEXTS

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
# As a form sends them, kind:seconds:more. The first is the default, the third what an open table is offered.
PRESETS = (
    "none",
    "player:600:10",
    "player:1800:20",
    "player:3600:30",
    "move:120",
    "move:86400",
    "move:172800",
    "move:259200",
    "move:604800",
    "player:604800:43200",
)
OPEN_PRESET = PRESETS[2]
OWN = "own"  # minutes, seconds more and for what are typed
MOST_DIGITS = 7
USUAL_SECONDS = 1800.0
MOST_MINUTES, MOST_MORE = 20_160, 86_400  # of a clock of one's own: two weeks, and a day for each move


def read_clock(fields: Mapping[str, str]) -> dict[str, Any]:
    """Read the clock that a form asks for: one of the presets, or a kind with its numbers typed."""
    kind, *numbers = fields.get("clock", "none").split(":")
    if kind == OWN:
        minutes = typed(fields, "minutes", USUAL_SECONDS // MINUTE, range(1, MOST_MINUTES + 1))
        added = typed(fields, "more", 0.0, range(MOST_MORE + 1))
        return {"kind": fields.get("per", "player"), "seconds": minutes * MINUTE, "more": added}
    if kind == "none":
        return {}
    numbers = numbers or [fields.get("seconds", "")]
    more = {"more": number(numbers[1])} if len(numbers) > 1 else {}
    return {"kind": kind, "seconds": number(numbers[0], USUAL_SECONDS), **more}


def typed(fields: Mapping[str, str], name: str, usual: float, allowed: range) -> float:
    """Read a number that somebody has typed; nothing typed is the usual one, nonsense is refused."""
    word = fields.get(name, "").strip()
    found = number(word, -1.0) if word else usual
    if int(found) not in allowed:
        raise Refused(f"clock_{name}", given=word[:20], least=allowed[0], most=allowed[-1])
    return found


def number(word: str, usual: float = 0.0) -> float:
    is_number = word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS
    return float(word) if is_number else usual


def presets(language: str) -> list[dict[str, str]]:
    return [
        {"value": value, "title": clock_words(read_clock({"clock": value}), language)} for value in PRESETS
    ]


def clock_words(clock: Mapping[str, Any], language: str) -> str:
    """Say a clock in words: "10 min + 10 s per move"."""
    say, kind = Translator(TEXTS, language), clock.get("kind", "none")
    if kind == "none":
        return say("clock.none")
    time = duration(float(clock["seconds"]), language)
    if kind == "move":
        return say("clock.per_move", time=time)
    more = float(clock.get("more", 0))
    if not more:
        return say("clock.per_player", time=time)
    return say("clock.with_more", time=time, more=duration(more, language))


def duration(seconds: float, language: str) -> str:
    """Say how long something takes, in the largest units that leave nothing out; at most two of them."""
    say, left, parts = Translator(TEXTS, language), round(seconds), []
    for unit, size in (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1)):
        count, left = divmod(left, size)
        if count:
            parts.append(say.count(unit, count))
    return " ".join(parts[:2]) or say.count("second", 0)


def rough_time(seconds: float, language: str) -> str:
    """Say about how long somebody has: "2 days", "5 h", "40 min"."""
    left = max(0.0, seconds)
    unit = DAY if left >= 2 * DAY else HOUR if left >= 2 * HOUR else MINUTE
    return duration(max(MINUTE, left - left % unit), language)


def time_left(seconds: float, language: str) -> str:
    """Write what a clock shows: minutes and seconds, or days and hours where it is long."""
    left = max(0, round(seconds))
    if left >= DAY:
        return duration(left - left % HOUR, language)
    hours, minutes = divmod(left // MINUTE, 60)
    return f"{hours}:{minutes:02d}:{left % MINUTE:02d}" if hours else f"{minutes}:{left % MINUTE:02d}"
