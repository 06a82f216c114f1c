"""Rated tables: what must be so that a result says something about everybody who sat there.

Accounts only, each on one seat; bots only at levels whose strength was measured; a clock, because whoever
stops playing must lose some time; no hints, no takebacks after an answer, and leaving is for good and counts
as the last place. What holds during the game stands in `server/match` where each thing is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from burgomaster.server.match import Refused
from burgomaster.server.rating.bot_ratings import bot_ratings

USUAL_CLOCK = {"kind": "move", "seconds": 86400.0}  # where nobody chose one


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
    """Raise Refused unless the strength of a bot was measured."""
    if bot not in bot_ratings(game):
        raise Refused("rated_bot", bot=bot[:40])
