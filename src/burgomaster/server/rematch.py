"""Playing again with the same people and settings: one new table, whoever asks and however often."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

from sqlalchemy.exc import IntegrityError

from burgomaster.server.bot_players import default_bot
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Header, Match
from burgomaster.server.match.seats import ask_rematch, rejoin
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.new_match import MATCH_BYTES, make_header
from burgomaster.web.lessons import LESSON_BOT


async def play_again(matches: MatchManager, live: LiveMatch, seat: int, origin: str = "") -> LiveMatch:
    """Find or open the table that continues a finished match, and sit down there.

    Every step can be done again: what a crash left undone the next who asks does.
    """
    again = await named_table(matches, live, seat, origin)
    if again.match.cancelled:
        again = await named_table(matches, live, seat, origin, instead_of=again.name)
    old, who = live.match, live.match.seats[seat].who
    await matches.submit(again, lambda match, now: rejoin(old, match, who, now, bot_again, origin))
    return again


async def named_table(
    matches: MatchManager, live: LiveMatch, seat: int, origin: str, instead_of: str = ""
) -> LiveMatch:
    """Find the table that a finished match names; the first who asks names it."""
    name = secrets.token_urlsafe(MATCH_BYTES)
    await matches.submit(live, lambda match, now: ask_rematch(match, seat, name, now, instead_of))
    return await find_or_open(matches, live.match, origin)


def bot_again(bot: str) -> str:
    """Name the bot that plays again; the partner of a lesson has nothing to say without its script."""
    return default_bot() if bot == LESSON_BOT else bot


async def find_or_open(matches: MatchManager, old: Match, origin: str = "") -> LiveMatch:
    """Find the table that continues a match; open it if nobody has done so yet."""
    found = await matches.find(old.rematch)
    if found is not None:
        return found
    try:
        return await matches.create(await asyncio.to_thread(header_again, old, origin))
    except IntegrityError:  # somebody else was faster
        opened = await matches.find(old.rematch)
        assert opened is not None
        return opened


def header_again(old: Match, origin: str) -> Header:
    """Make the header of a table with the settings of another: a new deal under the name it was promised."""
    header, asker = old.header, old.seats[old.rematch_seat].who
    host = asker or header.host
    made = make_header(header.game, header.options, host, header.clock, is_open=False, origin=origin)
    return replace(made, match=old.rematch, rated=header.rated)
