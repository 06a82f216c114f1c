"""The lists of the lobby: tables of the visitor, tables with free seats, games that may be watched."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.auth import Visitor
from burgomaster.server.characters import NOTHING_CHOSEN, seat_faces, seat_names
from burgomaster.server.clock_words import clock_words, rough_time
from burgomaster.server.describe import brief
from burgomaster.server.games_menu import chosen_options
from burgomaster.server.people.circle import Circle
from burgomaster.server.people.profiles import Profiles
from burgomaster.server.rating.results import ACCOUNT, account_of
from burgomaster.server.render import render
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.tournament_tables import own_tournaments

WATCHED_SECONDS = 24 * 3600  # a game without a move for so long is not offered to watch
MOST_FINISHED = 30
FEW_FINISHED = 10  # where all others are a page away
PAGE_ROWS = 20  # of each list of other people's tables
MOST_PAGES = 1000
DIGEST_LETTERS = 16


def read_lists(store: Store, visitor: Visitor, page: int = 1) -> dict[str, Any]:
    """Read all lists as a visitor sees them; a table that only its link leads to is in nobody else's."""
    most_over = MOST_FINISHED if visitor.account is None else FEW_FINISHED
    held = known_games(store.matches_of(visitor.whos, most_over=most_over))
    rows = {"limit": PAGE_ROWS + 1, "skip": (page - 1) * PAGE_ROWS}
    opened, watched = store.open_matches(**rows), store.watchable(now() - WATCHED_SECONDS, **rows)
    others = known_games([*opened[:PAGE_ROWS], *watched[:PAGE_ROWS]])
    chosen = chosen_faces(store, [*held, *others])
    mine = [list_row(row, visitor, chosen) for row in held]
    invited = invited_tables(Circle(store.engine), visitor)
    known = {table["match"] for table in mine}
    shown = [list_row(row, visitor, chosen) for row in others if row["match"] not in known]
    return {
        "page": page,
        "cups": own_tournaments(store.engine, visitor.whos),
        "invited": [row for row in invited if row["match"] not in known],
        "has_more": max(len(opened), len(watched)) > PAGE_ROWS,
        "mine": sorted((row for row in mine if row["status"] != "over"), key=urgency),
        "finished": [row for row in mine if row["status"] == "over"],
        "opened": [row for row in shown if row["status"] == "waiting"],
        "watched": [row for row in shown if row["status"] == "running"],
    }


def chosen_faces(store: Store, rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    accounts = {account_of(who) for row in rows for who in row["summary"]["who"]}
    found = Profiles(store.engine).known_faces(sorted(one for one in accounts if one is not None))
    return {f"{ACCOUNT}{number}": face for number, face in found.items()}


def urgency(row: Mapping[str, Any]) -> tuple[bool, float]:
    """Sort own tables: where one is to move first, and of those where the time runs out first."""
    return not row["my_turn"], float(row.get("deadline") or 0.0) if row["my_turn"] else 0.0


def invited_tables(circle: Circle, visitor: Visitor) -> list[dict[str, Any]]:
    if visitor.account is None:
        return []
    rows = known_games(circle.invitations(visitor.account))
    return [{**list_row(row, visitor), "by": row["by"]} for row in rows]


def known_games(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [row for row in rows if row["game"] in game_names()]


def lists_html(store: Store, visitor: Visitor, page: int = 1) -> tuple[str, str]:
    """Draw the lists, and name what they look like: equal names, equal looks."""
    shown = read_lists(store, visitor, page)
    html = render("lists.html", visitor.language, visitor=visitor, seen="", **shown)
    seen = hashlib.sha256(html.encode()).hexdigest()[:DIGEST_LETTERS]
    return html.replace('data-seen=""', f'data-seen="{seen}"', 1), seen


def list_row(
    row: Mapping[str, Any], visitor: Visitor, chosen: Mapping[str, str] = NOTHING_CHOSEN
) -> dict[str, Any]:
    info, summary, language = game_info(row["game"]), row["summary"], visitor.language
    names = seat_names(summary["seats"], language)
    seats = [seat for seat, who in enumerate(summary["who"]) if who in visitor.whos]
    running, to_move = row["status"] == "running", summary["to_move"]
    has_clock = row["clock"].get("kind", "none") != "none"
    deadline = summary.get("deadline") if running else None
    return {
        **brief(row),
        "title": info.title(language),
        "variant": info.variant_title(row["options"], language),
        "is_mine": bool(seats) or row["host"] in visitor.whos,
        "my_turn": running and to_move in seats,
        "turn_of": names[to_move] if running and to_move is not None else "",
        "names": [name for name, seat in zip(names, summary["seats"], strict=True) if not seat["free"]],
        "faces": [face for face in seat_faces(summary["seats"], summary["who"], chosen) if face],
        "n_free": sum(seat["free"] for seat in summary["seats"]),
        "n_seats": len(summary["seats"]),
        "winner": ", ".join(names[seat] for seat in summary["winners"] if seat < len(names)),
        "clock_words": clock_words(row["clock"], language) if has_clock else "",
        "by_name": row.get("by_name", ""),  # who invites the visitor
        "chosen": chosen_options(info, row["options"], language),
        # how long the mover of a slow game has
        "left_words": "" if deadline is None else rough_time(float(deadline) - now(), language),
    }


def read_page(given: str | None) -> int:
    """Read which page of the lists somebody wants, from 1; the first if that makes no sense."""
    word = given or ""
    is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(MOST_PAGES))
    return min(max(1, int(word)), MOST_PAGES) if is_number else 1
