"""`burgomaster play`: what it takes from the command line, and how a game is begun or resumed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from burgomaster.cli.arguments import add_game_options, read_options, whole_number
from burgomaster.core.registry import game_info, game_names
from burgomaster.terminal.failure import wrong_use
from burgomaster.terminal.seating import name_automatic, plan_seats, possible_players
from burgomaster.terminal.storage import (
    bot_of,
    free_path,
    games_folder,
    latest_path,
    load_record,
    new_path,
    replay_record,
)
from burgomaster.terminal.texts import Voice

if TYPE_CHECKING:
    from burgomaster.terminal.session import Session

LATEST = ""
VARIANT_ARGUMENTS = ("players", "seed", "edition", "expansions", "solo", "cards", "option")
NEW_GAME_ARGUMENTS = (*VARIANT_ARGUMENTS, "humans", "bots", "opponents", "names", "file")


def add_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """The arguments of the command."""
    known = ", ".join(game_names())
    parser.epilog = say("play.more")
    parser.add_argument("game", nargs="?", metavar="GAME", help=say("option.game_name", known=known))
    add_game_options(parser, say)
    parser.add_argument("--seed", type=whole_number(say), metavar="N", help=say("option.seed"))
    add_seat_arguments(parser, say)
    folder = str(games_folder()).replace("%", "%%")
    parser.add_argument("--file", metavar="FILE", help=say("play.file", folder=folder))
    parser.add_argument("--resume", nargs="?", const=LATEST, metavar="FILE", help=say("play.resume"))
    add_server_arguments(parser, say)


def add_seat_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """Who plays."""
    number = whole_number(say)
    parser.add_argument("--humans", type=number, metavar="N", help=say("play.humans"))
    parser.add_argument("--bots", metavar="A,B", help=say("play.bots"))
    parser.add_argument("--opponents", type=number, metavar="N", help=say("play.opponents"))
    parser.add_argument("--names", metavar="A,B", help=say("play.names"))


def add_server_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """A table on a server."""
    parser.add_argument("--server", metavar="URL", help=say("join.server"))
    parser.add_argument("--table", metavar="ID", help=say("join.table"))
    parser.add_argument("--key", metavar="KEY", help=say("join.key"))
    parser.add_argument("--seat", type=whole_number(say), metavar="N", help=say("join.seat"))


def run(arguments: argparse.Namespace, say: Voice) -> int:
    """Play a game to its end, or until the players have enough."""
    if arguments.server is not None or arguments.table is not None:
        from burgomaster.terminal.joining import join

        return join(arguments, say)
    session = begin(arguments, say) if arguments.resume is None else resume(arguments, say)
    from burgomaster.terminal.playing import Playing

    return Playing(session, say).run()


def begin(arguments: argparse.Namespace, say: Voice) -> Session:
    """Deal a new game."""
    if arguments.game is None:
        raise wrong_use("option.game_wanted", known=", ".join(game_names()))
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    seats = plan_seats(arguments, say, possible_players(info, options))
    checked = info.read(len(seats), options)  # wrong options are refused before anything is loaded
    players = len(seats)
    seats += name_automatic(info.automatic_seats(checked), say)
    path = new_path(arguments.game) if arguments.file is None else free_path(arguments.file)
    bots = [seat["bot"] for seat in seats if "bot" in seat]
    from burgomaster.terminal.session import Session
    from burgomaster.terminal.starting import load_game

    game = load_game(arguments.game, say, bots, players=players, **options)
    session = Session(game.new(seed=arguments.seed, seats=seats), path, bot_seed=arguments.seed)
    session.save()
    return session


def resume(arguments: argparse.Namespace, say: Voice) -> Session:
    """Go on with a saved game."""
    given = [name for name in NEW_GAME_ARGUMENTS if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use("play.resume_alone", given=", ".join(f"--{name}" for name in given))
    path = resumed_path(arguments)
    record = load_record(path)
    from burgomaster.terminal.failure import reading
    from burgomaster.terminal.session import Session
    from burgomaster.terminal.starting import load_game

    bots = [bot for bot in map(bot_of, record.seats) if bot is not None]
    with reading(path):
        load_game(record.game, say, bots, **record.options)
    session = Session(replay_record(record, path), path, other=record.other)
    if not session.table.over:
        with reading(path):
            session.save()  # better now than after the first move, if it cannot be done
    return session


def resumed_path(arguments: argparse.Namespace) -> Path:
    """The file that was named, or the latest one; `--resume GAME` means the latest of that game."""
    file, game = arguments.resume, arguments.game
    if file in game_names() and game is None and not Path(file).exists():
        file, game = LATEST, file
    return latest_path(game) if file == LATEST else Path(file).expanduser()
