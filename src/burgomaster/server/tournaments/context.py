"""What the pages of tournaments show, and what the form of a new one asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from burgomaster.core.language import DECIMAL_MARK, decimal
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.translator import Translator
from burgomaster.server import games_menu
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import bot_title, default_bot
from burgomaster.server.characters import bot_name
from burgomaster.server.clock_words import clock_words, duration, read_clock, rough_time
from burgomaster.server.games_menu import chosen_options
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.rating.results import account_of
from burgomaster.server.requests import small_number
from burgomaster.server.steady_time import now
from burgomaster.server.texts import TEXTS
from burgomaster.server.tournament_tables import BYE
from burgomaster.server.tournaments.pairing import BOT, people_of
from burgomaster.server.tournaments.service import CupRequest, is_host, own_entrant
from burgomaster.server.tournaments.standings import Standing, table_points
from burgomaster.server.tournaments.state import (
    DAY,
    FINAL,
    MINUTE,
    MOST_ROUNDS,
    MOST_SEATS,
    CupTable,
    Entrant,
    Plan,
    Tournament,
    read_plan,
)
from burgomaster.server.tournaments.store import SETTABLE

QUICK = ("player:600:10", "player:1200:15", "player:1800:20", "player:3600:30", "move:60", "move:120")
SLOW = ("move:43200", "move:86400", "move:172800", "move:259200", "player:604800:43200")
USUAL_CLOCK = QUICK[1]
MINUTES = (30, 45, 60, 90, 120, 180, 300)
DAYS = (3, 5, 7, 10, 14, 21, 30)
USUAL_MINUTES, USUAL_DAYS = 90, 7
LINK = "link"


def number_words(value: float, language: str) -> str:
    """Write points: whole if they are, else with one or two digits."""
    return decimal(value, language, places=2).rstrip("0").rstrip(DECIMAL_MARK[language])


def list_rows(rows: Iterable[Mapping[str, Any]], visitor: Visitor) -> list[dict[str, Any]]:
    """Describe tournaments in a list; one whose game is not installed any more is left out."""
    return [list_row(row, visitor) for row in rows if row["game"] in game_names()]


def list_row(row: Mapping[str, Any], visitor: Visitor) -> dict[str, Any]:
    info, language, plan = game_info(row["game"]), visitor.language, read_plan(row["plan"])
    return {
        **row,
        "game_title": info.title(language),
        "variant": info.variant_title(row["options"], language),
        "clock_words": clock_words(row["clock"], language),
        "seats": plan.seats,
        "format": plan.format,
        "rounds": plan.rounds,
        "is_mine": row["host"] in visitor.whos,
    }


# The page of one


def cup_context(cup: Tournament, visitor: Visitor) -> dict[str, Any]:
    info, language = game_info(cup.game), visitor.language
    own = own_entrant(cup, visitor)
    table = None if own is None else cup.table_of(own.number)
    return {
        "cup": cup,
        "url": f"/tournament/{cup.tournament}",
        "game_title": info.title(language),
        "variant": info.variant_title(cup.options, language),
        "chosen": chosen_options(info, cup.options, language),
        "clock_words": clock_words(cup.clock, language),
        "round_words": duration(cup.plan.round_seconds, language),
        "bot_words": bot_title(cup.plan.bot, language),
        "is_host": is_host(cup, visitor),
        "own": own,
        "own_table": table if table is not None and table.round == cup.round else None,
        "state_words": state_words(cup, language),
        "next_seconds": next_seconds(cup),
    }


def state_words(cup: Tournament, language: str) -> str:
    say, current = Translator(TEXTS, language), cup.current
    if cup.status != "running" or current is None:
        return say(f"cup.status_{cup.status}", n=say.count("cup_people", cup.n_entered))
    stage = say("cup.final_table") if current.stage == FINAL else round_words(cup, current.round, language)
    left = max(0.0, (current.due if current.ended else current.ends) - now())
    if current.ended:
        is_last = current.stage == FINAL or (current.round >= cup.plan.rounds and not cup.plan.final)
        return say("cup.ends_soon" if is_last else "cup.pause", stage=stage, left=rough_time(left, language))
    open_ones = sum(table.is_open for table in cup.tables_of(current.round))
    return say(
        "cup.playing", stage=stage, n=say.count("cup_tables", open_ones), left=rough_time(left, language)
    )


def round_words(cup: Tournament, round_no: int, language: str) -> str:
    return TEXTS.text(language, "cup.round_of", n=round_no, of=cup.plan.rounds)


def next_seconds(cup: Tournament) -> int:
    """Count the seconds until something happens by itself, for a page that asks again; 0 if nothing does."""
    current = cup.current
    if cup.status != "running" or current is None:
        return 0
    return max(1, round((current.due if current.ended else current.ends) - now()))


def standings_context(cup: Tournament, language: str) -> dict[str, Any]:
    """Describe how everybody stands: in one list, or in one for each group."""
    tables = []
    if cup.groups:
        for group_no in cup.groups:
            title = TEXTS.text(language, "cup.group", n=group_no)
            tables.append({"title": title, "rows": shown_rows(cup, cup.standing(group_no), language)})
    if not cup.groups or cup.plan.final or cup.status == "over":
        title = TEXTS.text(language, "cup.overall") if cup.groups else ""
        tables.insert(
            0 if cup.status == "over" else len(tables),
            {"title": title, "rows": shown_rows(cup, cup.overall(), language)},
        )
    return {"tables": tables, "is_played": any(table.played for table in cup.tables)}


def shown_rows(cup: Tournament, rows: Sequence[Standing], language: str) -> list[dict[str, Any]]:
    found, say = [], Translator(TEXTS, language)
    for row in rows:
        one = cup.entrant(row.number)
        assert one is not None
        found.append(
            {
                "number": row.number,
                "place": row.place,
                "name": one.name,
                "account": account_of(one.who) if one.name else None,
                "state": one.state,
                "points": number_words(row.points, language),
                "opponents": number_words(row.opponents, language),
                "duel": number_words(row.duel, language),
                "share": say.percent(100 * row.share) if row.games else "–",
                "games": row.games,
                "wins": row.wins,
            }
        )
    return found


def rounds_context(cup: Tournament, visitor: Visitor) -> list[dict[str, Any]]:
    """Describe all rounds with their tables, the newest first."""
    shown = []
    for one in reversed(cup.rounds):
        tables = [shown_table(cup, table, visitor.language) for table in cup.tables_of(one.round)]
        title = TEXTS.text(
            visitor.language, "cup.final_table" if one.stage == FINAL else "cup.round", n=one.round
        )
        shown.append({"round": one, "title": title, "tables": [table for table in tables if table]})
    return shown


def shown_table(cup: Tournament, table: CupTable, language: str) -> dict[str, Any]:
    played = table.played
    points = {} if played is None else table_points(played, cup.plan.seats)
    n_bots = 0
    seats = []
    for seat, number in enumerate(table.seats):
        one = cup.entrant(number)
        name = one.name if one is not None else bot_name(cup.plan.bot, n_bots, language)
        n_bots += one is None
        seats.append(
            {
                "number": number,
                "name": name,
                "is_bot": number == BOT,
                "place": None if played is None else played.places[seat] + 1,
                "score": None if played is None or not played.scores else played.scores[seat],
                "points": number_words(points[number], language) if number in points else "",
                "left": table.has_left(number),
            }
        )
    return {
        "table": table,
        "is_bye": table.status == BYE,
        "bye_points": number_words(cup.plan.seats - 1, language),
        "seats": seats,
        "may_set": table.status in SETTABLE and table.status != "drawn" and cup.status != "cancelled",
        "n_people": len(people_of(table.seats)),
    }


def entrant_rows(cup: Tournament) -> list[Entrant]:
    return [one for one in cup.entrants if one.plays]


# The form of a new tournament


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
    return clock_words(read_clock({"clock": clock}), language)


def read_cup(fields: Mapping[str, str]) -> CupRequest:
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
