"""`burgomaster play`: what it takes from the command line, and how a game is begun or resumed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import (
    add_game_options,
    add_number,
    possible_players,
    read_options,
    split_names,
    wrong_use,
)
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.translator import Translator
from burgomaster.terminal.storage import (
    bot_of,
    free_path,
    games_folder,
    latest_path,
    load_record,
    new_path,
    replay_record,
)

if TYPE_CHECKING:
    from burgomaster.core.options import GameInfo
    from burgomaster.core.table import Game, Table
    from burgomaster.terminal.saved_game import SavedGame

Seat = dict[str, Any]

DEFAULT_BOT = "greedy"
NAMED_BOTS = ("random", "greedy")
LEVELLED_BOT = "search"
DEFAULT_OPPONENTS = 2  # of a single person, if nothing else is said
LATEST = ""
VARIANT_ARGUMENTS = ("players", "seed", "edition", "expansions", "solo", "cards", "option")
NEW_GAME_ARGUMENTS = (*VARIANT_ARGUMENTS, "humans", "bots", "opponents", "names", "file", "position")
FIXED_BY_POSITION = ("game", *(name for name in VARIANT_ARGUMENTS if name != "seed"))


def add_play(parser: argparse.ArgumentParser, say: Translator) -> None:
    known = ", ".join(game_names())
    parser.epilog = say("play.more")
    parser.add_argument("game", nargs="?", metavar="GAME", help=say("option.game_name", known=known))
    add_game_options(parser, say)
    add_number(parser, say, "option.seed")
    add_number(parser, say, "play.humans")
    parser.add_argument("--bots", metavar="A,B", help=say("play.bots"))
    add_number(parser, say, "play.opponents")
    parser.add_argument("--names", metavar="A,B", help=say("play.names"))
    folder = str(games_folder()).replace("%", "%%")
    parser.add_argument("--file", metavar="FILE", help=say("play.file", folder=folder))
    parser.add_argument("--resume", nargs="?", const=LATEST, metavar="FILE", help=say("play.resume"))
    parser.add_argument("--position", metavar="TEXT", help=say("play.position"))
    parser.add_argument("--server", metavar="URL", help=say("join.server"))
    parser.add_argument("--table", metavar="ID", help=say("join.table"))
    parser.add_argument("--key", metavar="KEY", help=say("join.key"))
    add_number(parser, say, "join.seat")


def run_play(arguments: argparse.Namespace, say: Translator) -> int:
    """Play a game to its end, or until the player quits."""
    if arguments.server is not None or arguments.table is not None:
        return join(arguments, say)
    if arguments.resume is not None:
        game = resume(arguments, say)
    else:
        game = begin(arguments, say) if arguments.position is None else begin_at(arguments, say)
    from burgomaster.terminal.local_session import LocalSession
    from burgomaster.terminal.loop import GameLoop

    return GameLoop(LocalSession(game, say.language)).run()


def join(arguments: argparse.Namespace, say: Translator) -> int:
    """Take part in a game on a server until it is over, or until the player quits."""
    if arguments.server is None:
        raise wrong_use("join.wanted")
    from burgomaster.terminal.loop import GameLoop
    from burgomaster.terminal.remote_session import RemoteSession
    from burgomaster.terminal.table_client import find_table

    client = find_table(arguments.server, arguments.table, arguments.key, say.language)
    if arguments.seat is not None:
        client = client.sit(arguments.seat, arguments.names or "")
        print(say("join.sat", key=client.key), flush=True)
    return GameLoop(RemoteSession(client, say)).run()


def begin(arguments: argparse.Namespace, say: Translator) -> SavedGame:
    if arguments.game is None:
        raise wrong_use("option.game_wanted", known=", ".join(game_names()))
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    seats = plan_seats(arguments, say, possible_players(info, options))
    checked = info.read(len(seats), options)  # wrong options are refused before anything is loaded
    seats += automatic_seats(info, checked, say)
    path = path_of(arguments, arguments.game)
    game = load_with_bots(arguments.game, checked, seats, say)
    return save_first(game.new(seed=arguments.seed, seats=seats), path, arguments.seed)


def begin_at(arguments: argparse.Namespace, say: Translator) -> SavedGame:
    """Begin a game in the middle, at the position of a text; people sit where the text was written for."""
    given = [name for name in FIXED_BY_POSITION if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use("play.position_alone", given=", ".join(given))
    from burgomaster.core.position import parse_position

    position = parse_position(arguments.position)
    arguments.players = int(position.options["players"])
    seats = plan_seats(arguments, say, [arguments.players])
    first = position.knowledge.seat or 0
    seats = seats[-first:] + seats[:-first] if first < len(seats) else seats
    seats += automatic_seats(game_info(position.game), position.options, say)
    path = path_of(arguments, position.game)
    game = load_with_bots(position.game, position.options, seats, say)
    table = game.from_position(arguments.position, arguments.seed or 0, seats)
    return save_first(table, path, arguments.seed)


def automatic_seats(info: GameInfo, options: Mapping[str, Any], say: Translator) -> list[Seat]:
    return [{"name": name} for name in info.automatic_names(options, say.language)]


def path_of(arguments: argparse.Namespace, game: str) -> Path:
    return new_path(game) if arguments.file is None else free_path(arguments.file)


def load_with_bots(name: str, options: Mapping[str, Any], seats: Sequence[Seat], say: Translator) -> Game:
    """Load a game; bots that cannot play it are refused before anybody waits."""
    from burgomaster.bots.net_file import check_net
    from burgomaster.terminal.starting import load_game, make_bot

    bots = [seat["bot"] for seat in seats if "bot" in seat]
    for bot in bots:
        make_bot(bot)
        check_net(name, bot)
    return load_game(name, say, bots, **options)


def save_first(table: Table, path: Path, seed: int | None) -> SavedGame:
    """Save a table that was just dealt, so that it can be resumed from the first moment on."""
    from burgomaster.terminal.saved_game import SavedGame

    game = SavedGame(table, path, bot_seed=seed)
    game.save()
    return game


def resume(arguments: argparse.Namespace, say: Translator) -> SavedGame:
    given = [name for name in NEW_GAME_ARGUMENTS if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use("play.resume_alone", given=", ".join(f"--{name}" for name in given))
    path = resumed_path(arguments)
    record = load_record(path)
    from burgomaster.terminal.saved_game import SavedGame
    from burgomaster.terminal.starting import load_game
    from burgomaster.terminal.texts import reading

    bots = [bot for bot in map(bot_of, record.seats) if bot is not None]
    with reading(path):
        load_game(record.game, say, bots, **record.options)
    game = SavedGame(replay_record(record, path), path, other=record.other)
    if not game.table.over:
        with reading(path):
            game.save()  # better now than after the first move, if it cannot be done
    return game


def resumed_path(arguments: argparse.Namespace) -> Path:
    """Find the file that was named, or the latest one; `--resume GAME` means the latest of that game."""
    file, game = arguments.resume, arguments.game
    if file in game_names() and game is None and not Path(file).exists():
        file, game = LATEST, file
    return latest_path(game) if file == LATEST else Path(file).expanduser()


# Who sits where: people at this keyboard first, then bots


def plan_seats(arguments: argparse.Namespace, say: Translator, possible: Sequence[int]) -> list[Seat]:
    """Plan the seats that the arguments describe; what they leave open follows from the numbers possible."""
    humans = 1 if arguments.humans is None else arguments.humans
    bots = plan_bots(arguments, humans, possible)
    if humans + len(bots) == 0:
        raise wrong_use("play.no_seats")
    if arguments.players not in (None, humans + len(bots)):
        raise wrong_use("play.too_many_humans", humans=humans, bots=len(bots), players=arguments.players)
    return name_humans(arguments.names, humans, say) + name_bots(bots, say)


def plan_bots(arguments: argparse.Namespace, humans: int, possible: Sequence[int]) -> list[str]:
    """Choose the bots by name: as listed, as many as asked for, or as many as seats are left."""
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
    """Say how many bots play if nothing is said: two against one person, or as near as the game allows."""
    wanted = DEFAULT_OPPONENTS if humans <= 1 else 0
    fitting = [players - humans for players in possible if players >= humans]
    return min(fitting, key=lambda opponents: abs(opponents - wanted), default=wanted)


def name_humans(names: str | None, humans: int, say: Translator) -> list[Seat]:
    if names is not None:
        given = split_names(names)
        if len(given) != humans:
            raise wrong_use("play.names_count", given=len(given), humans=humans)
        return [{"name": name} for name in given]
    if humans == 1:
        return [{"name": say("play.human")}]
    return [{"name": say("play.human_number", n=number + 1)} for number in range(humans)]


def name_bots(bots: list[str], say: Translator) -> list[Seat]:
    """Name the bots, numbered where several are of one kind."""
    seats = []
    for place, bot in enumerate(bots):
        name, number = bot_name(bot, say), bots[: place + 1].count(bot)
        is_one = bots.count(bot) == 1
        seats.append({"name": name if is_one else say("play.bot_number", name=name, n=number), "bot": bot})
    return seats


def bot_name(bot: str, say: Translator) -> str:
    """Name a bot in words where the language has some, and as it was asked for elsewhere."""
    kind, _, level = bot.partition(":")
    is_named = bot in NAMED_BOTS or (kind == LEVELLED_BOT and level.isdecimal())
    return say(f"play.bot_{kind}", level=level) if is_named else bot
