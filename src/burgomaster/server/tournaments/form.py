"""What the form of a new tournament asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.server import games_menu
from burgomaster.server.bot_players import default_bot
from burgomaster.server.clock_words import clock_words, duration, read_clock
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.requests import small_number
from burgomaster.server.tournaments.plan import DAY, MINUTE, MOST_ROUNDS, MOST_SEATS, Plan
from burgomaster.server.tournaments.service import CupRequest

QUICK = ("player:600:10", "player:1200:15", "player:1800:20", "player:3600:30", "move:60", "move:120")
SLOW = ("move:43200", "move:86400", "move:172800", "move:259200", "player:604800:43200")
USUAL_CLOCK = QUICK[1]
MINUTES = (30, 45, 60, 90, 120, 180, 300)
DAYS = (3, 5, 7, 10, 14, 21, 30)
USUAL_MINUTES, USUAL_DAYS = 90, 7
LINK = "link"


def form_context(game: str, language: str) -> dict[str, Any]:
    """Collect what the form offers for a game: nothing that is for one player alone."""
    described = games_menu.describe(game, language)
    several = {preset["key"] for preset in described["presets"] if max(preset["players"]) > 1}
    options = [option for option in described["options"] if several & set(option["presets"])]
    counts = [n for n in described["counts"] if 2 <= n <= MOST_SEATS]
    return {
        "game": {**described, "options": options},
        "counts": counts,
        "usual_count": min(counts, key=lambda n: abs(n - described["usual_count"])),
        "quick": [(value, words_of(value, language)) for value in QUICK],
        "slow": [(value, words_of(value, language)) for value in SLOW],
        "usual_clock": USUAL_CLOCK,
        "minutes": [(n, duration(n * MINUTE, language)) for n in MINUTES],
        "days": [(n, duration(n * DAY, language)) for n in DAYS],
        "usual_minutes": USUAL_MINUTES,
        "usual_days": USUAL_DAYS,
        "most_rounds": MOST_ROUNDS,
        "usual_bot": default_bot(game),
    }


def words_of(clock: str, language: str) -> str:
    """Say a clock of the form in words."""
    return clock_words(read_clock({"clock": clock}), language)


def read_cup(fields: Mapping[str, str]) -> CupRequest:
    """Read what a form asks for; whatever is missing has a good default."""
    game, options = games_menu.read_choice(fields)
    clock = read_clock({"clock": USUAL_CLOCK, **fields})
    return CupRequest(
        title=fields.get("title", ""),
        game=game,
        options=options,
        clock=clock,
        plan=Plan(
            seats=int(options["players"]),
            format=fields.get("format", "swiss"),
            rounds=small_number(fields.get("rounds")) or 0,
            fill=fields.get("fill", "bots"),
            group_size=small_number(fields.get("group_size")) or 0,
            final=fields.get("final") == "1",
            round_seconds=read_seconds(fields, is_slow(clock)),
            bot=fields.get("bot") or default_bot(game),
        ),
        is_open=fields.get("entry") != LINK,
        rated=fields.get("rated") == "1",
        host_name=fields.get("name", ""),
    )


def read_seconds(fields: Mapping[str, str], is_league: bool) -> float:
    """Read how long a round may take: days of a league, minutes of an evening; 0 for the usual time."""
    if is_league:
        return (small_number(fields.get("round_days")) or 0) * DAY
    return (small_number(fields.get("round_minutes")) or 0) * MINUTE
