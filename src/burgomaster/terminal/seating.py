"""Who sits where: people at this keyboard first, then bots."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from burgomaster.cli.arguments import split_names
from burgomaster.core.errors import OptionError
from burgomaster.core.options import GameInfo
from burgomaster.terminal.failure import wrong_use
from burgomaster.terminal.texts import Voice

DEFAULT_BOT = "greedy"
DEFAULT_OPPONENTS = 2  # of a single person, if nothing else is said

Seat = dict[str, Any]


def possible_players(info: GameInfo, options: Mapping[str, Any]) -> list[int]:
    """The numbers of players that a game can have with these options."""
    possible = []
    for players in info.players:
        with suppress(OptionError):
            info.read(players, options)
            possible.append(players)
    return possible


def plan_seats(arguments: argparse.Namespace, say: Voice, possible: Sequence[int]) -> list[Seat]:
    """The seats that the arguments describe; what they leave open follows from the numbers possible."""
    humans = 1 if arguments.humans is None else arguments.humans
    bots = plan_bots(arguments, humans, possible)
    if humans + len(bots) == 0:
        raise wrong_use("play.no_seats")
    if arguments.players not in (None, humans + len(bots)):
        raise wrong_use("play.too_many_humans", humans=humans, bots=len(bots), players=arguments.players)
    return name_humans(arguments.names, humans, say) + name_bots(bots)


def plan_bots(arguments: argparse.Namespace, humans: int, possible: Sequence[int]) -> list[str]:
    """The bots by name: as listed, as many as asked for, or as many as seats are left."""
    if arguments.bots is not None and arguments.opponents is not None:
        raise wrong_use("play.bots_and_opponents")
    listed = [] if arguments.bots is None else split_names(arguments.bots)
    if arguments.opponents is not None:
        return [DEFAULT_BOT] * int(arguments.opponents)
    if arguments.players is not None and len(listed) <= 1:
        return (listed or [DEFAULT_BOT]) * max(0, int(arguments.players) - humans)
    if arguments.bots is None:
        return [DEFAULT_BOT] * usual_opponents(humans, possible)
    return listed


def usual_opponents(humans: int, possible: Sequence[int]) -> int:
    """How many bots play if nothing is said: two against one person, or as near as the game allows."""
    wanted = DEFAULT_OPPONENTS if humans <= 1 else 0
    fitting = [players - humans for players in possible if players >= humans]
    return min(fitting, key=lambda opponents: abs(opponents - wanted), default=wanted)


def name_humans(names: str | None, humans: int, say: Voice) -> list[Seat]:
    """The people with their names."""
    if names is not None:
        given = split_names(names)
        if len(given) != humans:
            raise wrong_use("play.names_count", given=len(given), humans=humans)
        return [{"name": name} for name in given]
    if humans == 1:
        return [{"name": say("play.human")}]
    return [{"name": say("play.human_number", n=number + 1)} for number in range(humans)]


def name_bots(bots: list[str]) -> list[Seat]:
    """The bots, numbered where several have the same name."""
    seats = []
    for place, name in enumerate(bots):
        same = bots.count(name) > 1
        seats.append({"name": f"{name} {bots[: place + 1].count(name)}" if same else name, "bot": name})
    return seats


def name_automatic(names: Sequence[str], say: Voice) -> list[Seat]:
    """The seats that play by themselves, in the language of the players."""
    return [{"name": say(f"seat.{name.lower()}")} for name in names]
