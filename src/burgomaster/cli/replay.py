"""`burgomaster replay`: a recorded game in words, or move by move."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, whole_number
from burgomaster.cli.texts import wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE, reading
from burgomaster.terminal.storage import load_record, replay_record
from burgomaster.terminal.texts import short_name

if TYPE_CHECKING:
    from burgomaster.core.table import Record, Table


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help=say("replay.file"))
    parser.add_argument("--seat", metavar="SEAT", help=say("replay.seat"))
    parser.add_argument("--all", action="store_true", help=say("replay.all"))
    parser.add_argument("--move", type=whole_number(say), metavar="N", help=say("replay.move"))
    parser.add_argument("--step", action="store_true", help=say("replay.step"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Tell the game."""
    check_arguments(arguments)
    record = load_record(arguments.file)
    from burgomaster.terminal.starting import watching_compiler

    with reading(arguments.file), watching_compiler(say):
        table = replay_record(record, arguments.file, arguments.move)
    if arguments.move is not None and arguments.move > len(record.moves):
        raise wrong_use("replay.no_move", given=arguments.move, moves=len(record.moves))
    seat = find_seat(arguments.seat, table)
    if arguments.json:
        print(json.dumps(describe(table, record, seat, arguments.all, say), ensure_ascii=False, indent=1))
    elif arguments.step:
        from burgomaster.terminal.replay_viewer import ReplayViewer

        ReplayViewer(record, arguments.file, seat, arguments.all, say).run(arguments.move or 0)
    else:
        tell(table, record, seat, arguments, say)
    return DONE


def check_arguments(arguments: argparse.Namespace) -> None:
    """Refuse what contradicts itself."""
    if arguments.seat is not None and arguments.all:
        raise wrong_use("replay.seat_and_all")
    if arguments.step and arguments.json:
        raise wrong_use("replay.step_and_json")


def find_seat(wanted: str | None, table: Table) -> int | None:
    """Find the seat with this number or name, None for a spectator."""
    if wanted is None:
        return None
    names = table.names
    numbers = [str(seat) for seat in range(len(names))]
    for known_as in (numbers, names):  # a seat may be named by a number, even by another one's
        if wanted in known_as:
            return known_as.index(wanted)
    known = ", ".join(f"{seat} ({short_name(name)})" for seat, name in enumerate(names))
    raise wrong_use("replay.no_seat", given=wanted[:40], known=known)


def describe(
    table: Table, record: Record, seat: int | None, everything: bool, say: Translator
) -> dict[str, Any]:
    """Describe the position and what led to it, for programs."""
    from burgomaster.terminal.replay_viewer import log_of

    return {
        "game": record.game,
        "version": record.version,
        "options": dict(table.game.options),
        "seats": table.seats,
        "moves": record.moves[: len(table.history)],
        "n_moves": len(record.moves),
        "over": table.over,
        "scores": table.scores,
        "winners": table.winners,
        "view": table.view(seat),
        "log": log_of(table, seat, everything, say),
    }


def tell(
    table: Table, record: Record, seat: int | None, arguments: argparse.Namespace, say: Translator
) -> None:
    """Tell the log in words; with a position asked for, print the board as well."""
    from burgomaster.terminal.output import make_console
    from burgomaster.terminal.replay_viewer import ending, log_of, print_position

    console = make_console()
    names = ", ".join(short_name(name) for name in table.names)
    title = game_info(record.game).title(say.language)
    console.print(say("replay.title", game=title, players=names), style="bold")
    for line in log_of(table, seat, arguments.all, say):
        console.print(line)
    if arguments.move is not None:
        print_position(console, table, record, seat, say)
    console.print(ending(table, say), style="bold")
