"""Seasons: the quarters of a year, by the clock of the world."""

from __future__ import annotations

from datetime import UTC, datetime

ALL_TIME = ""
MONTHS = 3


def season_of(seconds: float) -> str:
    """Name the season of a moment: "2026-4"."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment.year}-{(moment.month - 1) // MONTHS + 1}"


def season_before(season: str) -> str:
    """Name the season before another one."""
    year, quarter = map(int, season.split("-"))
    return f"{year}-{quarter - 1}" if quarter > 1 else f"{year - 1}-4"


def is_season(word: str) -> bool:
    """Tell whether a word names a season."""
    year, _, quarter = word.partition("-")
    return len(year) == 4 and year.isascii() and year.isdecimal() and quarter in ("1", "2", "3", "4")
