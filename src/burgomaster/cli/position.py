"""`burgomaster position`: the text of a position of a recorded game, or what such a text says."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, whole_number
from burgomaster.cli.texts import wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE
from burgomaster.terminal.storage import load_record, replay_record
from burgomaster.terminal.texts import one_line, short_name

if TYPE_CHECKING:
    from burgomaster.core.table import Table

PREFIX = "bm"  # how texts of positions begin, followed by the version of their format
ALL, WATCH = "all", "watch"


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add a record or a text, and how much of the position is to be told."""
    parser.add_argument("source", metavar="FILE|TEXT", help=say("position.source"))
    parser.add_argument("--move", type=whole_number(say), metavar="N", help=say("position.move"))
    parser.add_argument("--seat", metavar="SEAT", help=say("position.seat"))
    parser.add_argument("--counted", action="store_true", help=say("position.counted"))
    parser.add_argument("--seed", type=whole_number(say), default=0, metavar="N", help=say("position.seed"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Print the text of a position; for a text, what it says."""
    is_text = is_position(arguments.source)
    table = read_table(arguments, say, is_text)
    known = arguments.seat if not is_text else knowledge_of(arguments.source)
    seat = read_seat(known, table.game.n_seats)
    text = arguments.source if is_text else table.position(seat, arguments.counted)
    if arguments.json:
        print(json.dumps(describe(table, text, seat, say), ensure_ascii=False, indent=1))
    elif is_text:
        print_position(table, seat, say)
    else:
        print(text)
    return DONE


def is_position(source: str) -> bool:
    """Tell whether something is the text of a position rather than a file."""
    head = source.partition(".")[0]
    return head.startswith(PREFIX) and head[len(PREFIX) :].isdigit()


def knowledge_of(text: str) -> str:
    """Find whose knowledge a text holds, which was read before."""
    word = text.split(".")[4].removesuffix("-counted")
    return word.removeprefix("seat")


def read_table(arguments: argparse.Namespace, say: Translator, is_text: bool) -> Table:
    """Make the table of a text, or of a record after some moves."""
    if is_text:
        return load_text(arguments.source, arguments.seed, say)
    record = load_record(arguments.source)
    if arguments.move is not None and arguments.move > len(record.moves):
        raise wrong_use("replay.no_move", given=arguments.move, moves=len(record.moves))
    from burgomaster.terminal.starting import watching_compiler

    with watching_compiler(say):
        return replay_record(record, arguments.source, arguments.move)


def load_text(text: str, seed: int, say: Translator) -> Table:
    """Make the table of a text; wrong ones are refused before anybody waits."""
    from burgomaster.core.position import parse_position

    parse_position(text)
    import burgomaster as bm
    from burgomaster.terminal.starting import watching_compiler

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


def describe(table: Table, text: str, seat: int | str | None, say: Translator) -> dict[str, Any]:
    """Describe a position for programs, as far as its text tells."""
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
    """Say for people where the game stands and what can be done."""
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
