"""A position as openings are asked for: what the seat to move has bought, and what it can buy."""

from __future__ import annotations

from burgomaster.core.move import Foresight
from burgomaster.core.position import SETUP_KEY
from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import Game, Table
from burgomaster.web.strategy import MOST_BOUGHT, MOST_OFFERED, read_openings, read_strategy


def is_counted(game: Game) -> bool:
    """Tell whether openings were counted of a game: the usual one, with so many players."""
    found, openings = read_strategy(game.name), read_openings(game.name)
    if found is None or openings is None or game.rules.info.variant_name(game.options) != found["variant"]:
        return False
    return game.players in [one["players"] for one in openings["tables"]]


def has_openings(table: Table) -> bool:
    """Tell whether something was counted for a position: not much is bought yet, and we know what."""
    if table.to_move is None or SETUP_KEY in table.setup or not is_counted(table.game):
        return False
    return len(bought_by(table, table.to_move)) < MOST_BOUGHT


def bought_by(table: Table, seat: int) -> list[str]:
    statistics = statistics_of(table.game.name)
    assert statistics is not None
    return [statistics.items[item] for who, item in statistics.items_of(table.events()) if who == seat]


def key_at(table: Table) -> dict[str, str] | None:
    """Describe a position as openings are asked for; None past the opening."""
    if not has_openings(table) or table.to_move is None:
        return None
    statistics, seat = statistics_of(table.game.name), table.to_move
    assert statistics is not None
    foresight = Foresight(table.game.rules, table.redacted(seat))
    found = {
        statistics.items[item]
        for code in table.legal_codes(table.redacted(seat))
        for who, item in statistics.items_of(foresight.events(code))
        if who == seat
    }
    bought = ",".join(bought_by(table, seat))
    return {
        "players": str(table.game.players),
        "bought": bought,
        "offer": ",".join(sorted(found)[:MOST_OFFERED]),
    }
