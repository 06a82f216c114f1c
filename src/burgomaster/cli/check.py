"""`burgomaster check`: whether a record holds, or whether a game's rules do."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_game_options, add_json, whole_number
from burgomaster.terminal.failure import DONE, Failure, reading, wrong_use
from burgomaster.terminal.storage import load_record
from burgomaster.terminal.texts import Voice, one_line

if TYPE_CHECKING:
    from burgomaster.core.table import Record, Table

SUITE_GAMES = 200
SUITE_SEED = 1
SUITE_ARGUMENTS = ("players", "games", "seed", "edition", "expansions", "solo", "cards", "option")


def add_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """The arguments of the command."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=say("check.file"))
    parser.add_argument("--game", metavar="GAME", help=say("check.game"))
    parser.add_argument("--all", action="store_true", help=say("check.all"))
    add_game_options(parser, say)
    number = whole_number(say)
    parser.add_argument(
        "--games", type=whole_number(say, 1), metavar="K", help=say("check.games", n=SUITE_GAMES)
    )
    parser.add_argument("--seed", type=number, metavar="N", help=say("check.seed", n=SUITE_SEED))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Voice) -> int:
    """Check a record, or a game."""
    if (arguments.file is None) == (arguments.game is None):
        raise wrong_use("check.one_of")
    if arguments.game is not None:
        from burgomaster.cli.suites import check_suites

        return check_suites(arguments, say)
    if arguments.all:
        raise wrong_use("check.all_needs_game")
    given = [name for name in SUITE_ARGUMENTS if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use("check.not_with_file", given=", ".join(f"--{name}" for name in given))
    return check_file(arguments, say)


def check_file(arguments: argparse.Namespace, say: Voice) -> int:
    """Replay a record and compare its result."""
    try:
        record = load_record(arguments.file)
        table = check_record(record, arguments.file, say)
    except Failure as failure:
        if not arguments.json:
            raise
        print(json.dumps(describe_failure(arguments.file, failure, say), ensure_ascii=False))
        return failure.code
    if arguments.json:
        print(json.dumps(describe_table(arguments.file, table), ensure_ascii=False))
    else:
        print(one_line(praise(arguments.file, table, say)))
    return DONE


def check_record(record: Record, path: str, say: Voice) -> Table:
    """The table of a record that holds; Failure names the move that does not."""
    from burgomaster.terminal.starting import watching_compiler

    with reading(path), watching_compiler(say):
        return record.check()


def praise(path: str, table: Table, say: Voice) -> str:
    """One line about a record that holds."""
    facts: dict[str, Any] = {"path": path, "game": table.game.name, "players": table.game.players}
    facts["moves"] = len(table.history)
    if table.over:
        return say("check.finished", scores=", ".join(map(str, table.scores)), **facts)
    return say("check.unfinished", **facts)


def describe_table(path: str, table: Table) -> dict[str, Any]:
    """A record that holds, for programs."""
    facts = {"file": path, "ok": True, "game": table.game.name, "players": table.game.players}
    return facts | {
        "moves": len(table.history),
        "over": table.over,
        "scores": table.scores,
        "winners": table.winners,
    }


def describe_failure(path: str, failure: Failure, say: Voice) -> dict[str, Any]:
    """A record that does not hold, for programs; with the number of the move, if it is a move's fault."""
    why = failure.message.values.get("why", failure.message)
    values = getattr(why, "values", {})
    move = {"move": values["number"]} if "number" in values else {}
    return {"file": path, "ok": False, "error": one_line(failure.text(say.language)), **move}
