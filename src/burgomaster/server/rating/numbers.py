"""Numbers of ratings: how one is shown, seasons, how strong bots are, and which tables can be rated.

A rating is shown as a number near 1500, and how far off it may be. Inside it is what openskill keeps: `mu`
and its deviation `sigma`. 400 points more mean ten wins for each loss, as chess players know it. The margin
is two deviations: in 95 of 100 cases the truth is within it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from burgomaster.core.registry import game_folder, game_names
from burgomaster.server.match import Refused

CENTRE, DEVIATION = 25.0, 25.0 / 3  # of somebody of whom nothing is known
BETA = DEVIATION / 2  # how much luck and a good day make
MIDDLE = 1500
POINTS = 400 / math.log(10) / (math.sqrt(2) * BETA)  # points that one of openskill's is worth
MARGINS = 2.0  # deviations
PROVISIONAL = 220  # a margin above which a rating says little yet
ALL_TIME = ""
MONTHS = 3
FILE = "ratings.toml"
USUAL_CLOCK = {"kind": "move", "seconds": 86400.0}  # where nobody chose one


class Rating(NamedTuple):
    value: int
    margin: int
    is_provisional: bool

    def __str__(self) -> str:
        return f"{self.value} ± {self.margin}{'?' if self.is_provisional else ''}"


def shown_rating(mu: float, sigma: float) -> Rating:
    margin = round(MARGINS * sigma * POINTS)
    return Rating(points_of(mu), margin, margin > PROVISIONAL)


def points_of(mu: float) -> int:
    return round(MIDDLE + (mu - CENTRE) * POINTS)


def certain(mu: float, sigma: float) -> float:
    """Tell what somebody is worth at least, as far as that is known: lists are ordered by it."""
    return mu - MARGINS * sigma


# Seasons: the quarters of a year, by the clock of the world


def season_of(seconds: float) -> str:
    """Name the season of a moment: "2026-4"."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment.year}-{(moment.month - 1) // MONTHS + 1}"


def season_before(season: str) -> str:
    year, quarter = map(int, season.split("-"))
    return f"{year}-{quarter - 1}" if quarter > 1 else f"{year - 1}-4"


def is_season(word: str) -> bool:
    year, _, quarter = word.partition("-")
    return len(year) == 4 and year.isascii() and year.isdecimal() and quarter in ("1", "2", "3", "4")


# Bots: from the table that a game ships, made by `bench/bot_ratings.py` in the arena. Their numbers are
# fixed, so those of people mean the same everywhere and do not drift, however few there are.


class BotRating(NamedTuple):
    mu: float
    sigma: float
    games: int


@cache
def bot_ratings(game: str) -> Mapping[str, BotRating]:
    """Read the ratings of a game's bots by their descriptions; none where nobody has measured them."""
    if game not in game_names() or not (path := game_folder(game) / "bot" / FILE).is_file():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))["bots"]
    return {name: BotRating(row["mu"], row["sigma"], row["games"]) for name, row in found.items()}


# Rated tables: what must be so that a result says something about everybody who sat there. Accounts only,
# each on one seat; bots only at levels whose strength was measured; a clock, because whoever stops playing
# must lose some time; no hints, no takebacks after an answer, and leaving is for good and counts as the
# last place. What holds during the game stands in `server/match` where each thing is decided.


def rated_clock(clock: Mapping[str, Any]) -> Mapping[str, Any]:
    """Choose the clock of a rated table: the one that was asked for, a day for each move if none was."""
    return USUAL_CLOCK if clock.get("kind", "none") == "none" else clock


def require_ratable(game: str, players: int, account: int | None, humans: int, bots: Iterable[str]) -> None:
    """Raise Refused if a table with these people and bots cannot be rated."""
    if account is None:
        raise Refused("rated_account")
    if players < 2 or humans > 1:
        raise Refused("rated_company")
    for bot in bots:
        require_rated_bot(game, bot)


def require_rated_bot(game: str, bot: str) -> None:
    if bot not in bot_ratings(game):
        raise Refused("rated_bot", bot=bot[:40])
