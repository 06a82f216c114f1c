"""What the set-up of a new table asks for, read from its form."""

from __future__ import annotations

from collections.abc import Mapping

from burgomaster.server import games_menu
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import default_bot
from burgomaster.server.characters import guest_name
from burgomaster.server.clock_words import read_clock
from burgomaster.server.names import NAME_LENGTH, clean_name
from burgomaster.server.table_service import TableRequest

BOTS, FRIENDS, OPEN, HOTSEAT = "bots", "friends", "open", "hotseat"
COMPANIES = (BOTS, FRIENDS, OPEN, HOTSEAT)
RANDOM_SEAT = "random"


def read_table_request(fields: Mapping[str, str], visitor: Visitor) -> TableRequest:
    """Read what the set-up asks for; whatever is missing has a good default."""
    game, options = games_menu.read_choice(fields)
    players, company = int(options["players"]), fields.get("how", BOTS)
    return TableRequest(
        game=game,
        options=options,
        name=read_names(fields, visitor, players) if company == HOTSEAT else fields.get("name", ""),
        clock=read_clock(fields),
        bots=read_bots(fields, game, players - 1) if company == BOTS else [],
        humans=players if company == HOTSEAT else 1,
        is_open=company == OPEN and players > 1,
        passing=visitor.passing,
        seat=read_seat(fields.get("my_seat", "0"), players),
        rated=fields.get("rated") == "1",
    )


def read_bots(fields: Mapping[str, str], game: str, n_bots: int) -> list[str]:
    """Read the level of each opponent; one that is not named is like all of them."""
    usual = fields.get("bot") or default_bot(game)
    return [fields.get(f"bot_{number}") or usual for number in range(1, n_bots + 1)]


def read_names(fields: Mapping[str, str], visitor: Visitor, players: int) -> str:
    """Read the names of all people at one device, separated by commas; a guest's where a field is empty."""
    first = fields.get("name", "")
    others = [fields.get(f"name_{number}") for number in range(2, players + 1)]
    if "," in first or all(other is None for other in others):
        return first
    names = [clean_name(first) or visitor.called]
    for number, other in enumerate(others, start=1):
        names.append(clean_name(other or "") or guest_name(visitor.visitor, visitor.language, number))
    return ", ".join(name.replace(",", " ")[:NAME_LENGTH] for name in names)


def read_seat(word: str, players: int) -> int | None:
    """Read the seat that the host wants, None if it is to be drawn; beyond the last one, the last."""
    if word == RANDOM_SEAT:
        return None
    return min(int(word), players - 1) if games_menu.is_small(word) else 0
