"""`burgomaster replay` and `position`: a recorded game in words, and the texts of its positions."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, add_number, wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.storage import load_record, replay_record
from burgomaster.terminal.texts import DONE, one_line, reading, short_name

if TYPE_CHECKING:
    from burgomaster.core.table import Record, Table

PREFIX = "bm"  # how texts of positions begin, followed by the version of their format
ALL, WATCH = "all", "watch"


# burgomaster replay


def add_replay(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("file", metavar="FILE", help=say("replay.file"))
    parser.add_argument("--seat", metavar="SEAT", help=say("replay.seat"))
    parser.add_argument("--all", action="store_true", help=say("replay.all"))
    add_number(parser, say, "replay.move")
    parser.add_argument("--step", action="store_true", help=say("replay.step"))
    add_json(parser, say)


def run_replay(arguments: argparse.Namespace, say: Translator) -> int:
    if arguments.seat is not None and arguments.all:
        raise wrong_use("replay.seat_and_all")
    if arguments.step and arguments.json:
        raise wrong_use("replay.step_and_json")
    record = load_record(arguments.file)

    with reading(arguments.file), watching_compiler(say):
        table = replay_record(record, arguments.file, arguments.move)
    if arguments.move is not None and arguments.move > len(record.moves):
        raise wrong_use("replay.no_move", given=arguments.move, moves=len(record.moves))
    seat = find_seat(arguments.seat, table)
    if arguments.json:
        print(
            json.dumps(describe_replay(table, record, seat, arguments.all, say), ensure_ascii=False, indent=1)
        )
    elif arguments.step:
        from burgomaster.terminal.replay_viewer import ReplayViewer

        ReplayViewer(record, arguments.file, seat, arguments.all, say).run(arguments.move or 0)
    else:
        tell(table, record, seat, arguments, say)
    return DONE


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


def describe_replay(
    table: Table, record: Record, seat: int | None, everything: bool, say: Translator
) -> dict[str, Any]:
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


# burgomaster position


def add_position(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("source", metavar="FILE|TEXT", help=say("position.source"))
    add_number(parser, say, "position.move")
    parser.add_argument("--seat", metavar="SEAT", help=say("position.seat"))
    parser.add_argument("--counted", action="store_true", help=say("position.counted"))
    add_number(parser, say, "position.seed", 0)
    add_json(parser, say)


def run_position(arguments: argparse.Namespace, say: Translator) -> int:
    head = arguments.source.partition(".")[0]
    is_text = head.startswith(PREFIX) and head[len(PREFIX) :].isdigit()  # else the name of a file
    table = read_table(arguments, say, is_text)
    known = arguments.seat
    if is_text:  # which was read before
        known = arguments.source.split(".")[4].removesuffix("-counted").removeprefix("seat")
    seat = read_seat(known, table.game.n_seats)
    text = arguments.source if is_text else table.position(seat, arguments.counted)
    if arguments.json:
        print(json.dumps(describe_position(table, text, seat, say), ensure_ascii=False, indent=1))
    elif is_text:
        print_position(table, seat, say)
    else:
        print(text)
    return DONE


def read_table(arguments: argparse.Namespace, say: Translator, is_text: bool) -> Table:
    """Make the table of a text, or of a record after some moves."""
    if is_text:
        return load_text(arguments.source, arguments.seed, say)
    record = load_record(arguments.source)
    if arguments.move is not None and arguments.move > len(record.moves):
        raise wrong_use("replay.no_move", given=arguments.move, moves=len(record.moves))

    with watching_compiler(say):
        return replay_record(record, arguments.source, arguments.move)


def load_text(text: str, seed: int, say: Translator) -> Table:
    """Make the table of a text; wrong ones are refused before anybody waits."""
    from burgomaster.core.position import parse_position

    parse_position(text)
    import burgomaster as bm

    with watching_compiler(say):
        return bm.from_position(text, seed)


def read_seat(word: str | None, n_seats: int) -> int | str | None:
    """Read a seat's number, `watch` for a spectator, `all` or nothing for everything."""
    if word in (None, ALL):
        return ALL
    if word == WATCH:
        return None
    if not (word.isascii() and word.isdigit() and int(word) < n_seats):
        raise wrong_use("position.no_seat", given=repr(word), last=n_seats - 1)
    return int(word)


def describe_position(table: Table, text: str, seat: int | str | None, say: Translator) -> dict[str, Any]:
    shown = table.view(None if seat == ALL else seat)  # type: ignore[arg-type]
    return {
        "position": text,
        "game": table.game.name,
        "options": dict(table.game.options),
        "knowledge": ALL if seat == ALL else WATCH if seat is None else seat,
        "round": table.round,
        "phase": table.phase,
        "to_move": shown["to_move"],
        "scores": table.scores,
        "view": shown,
        "moves": [move.notation for move in legal_moves(table, seat)],
    }


def legal_moves(table: Table, seat: int | str | None) -> list[Any]:
    """List the legal moves, if whoever the text is for may know them."""
    may_know = seat == ALL or seat == table.to_move
    return table.moves() if may_know and not table.over else []


def print_position(table: Table, seat: int | str | None, say: Translator) -> None:
    from burgomaster.terminal.output import make_console

    console = make_console()
    info = game_info(table.game.name)
    variant = info.variant_title(table.game.options, say.language)
    console.print(say("position.title", game=info.title(say.language), variant=variant), style="bold")
    whose = say("position.everything") if seat == ALL else say("position.spectator")
    if isinstance(seat, int):
        whose = say("position.of_seat", seat=seat)
    console.print(whose)
    console.print(say("position.stands", round=table.round, phase=table.phase))
    for number, name in enumerate(table.names):
        score = table.scores[number]
        console.print(say("position.score", seat=number, name=short_name(name), score=score))
    shown = table.view(None if seat == ALL else seat)["to_move"]  # type: ignore[arg-type]
    key = "position.over" if shown is None else "position.to_move"
    console.print(say(key, seat=shown))
    for move in legal_moves(table, seat):
        console.print(f"  {move.notation}  {one_line(move.text(say.language))}", soft_wrap=True)
