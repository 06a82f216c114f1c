"""`burgomaster check`: whether a record holds, or whether a game's rules do."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_game_options, add_json, read_options, whole_number
from burgomaster.cli.failure import DONE, FAILED, Failure, reading, wrong_use
from burgomaster.cli.storage import load_record
from burgomaster.cli.texts import Voice, one_line
from burgomaster.core.registry import game_info

if TYPE_CHECKING:
    from burgomaster.core.check import Report
    from burgomaster.core.record import Record
    from burgomaster.core.table import Table

SUITE_GAMES = 200
SUITE_SEED = 1
SUITE_ARGUMENTS = ("players", "games", "seed", "edition", "expansions", "option")


def add_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """The arguments of the command."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=say("check.file"))
    parser.add_argument("--game", metavar="GAME", help=say("check.game"))
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
        return check_suite(arguments, say)
    given = [name for name in SUITE_ARGUMENTS if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use("check.not_with_file", given=", ".join(f"--{name}" for name in given))
    return check_file(arguments, say)


# A record


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
    from burgomaster.cli.starting import watching_compiler

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


# A game


def check_suite(arguments: argparse.Namespace, say: Voice) -> int:
    """Run the conformance suite for one or all numbers of players."""
    info = game_info(arguments.game)
    options = read_options(arguments, arguments.game)
    counts = info.players if arguments.players is None else (arguments.players,)
    for players in counts:
        info.read(players, options)
    reports = {players: run_suite(arguments, players, options, say) for players in counts}
    if arguments.json:
        print(json.dumps(describe_reports(arguments.game, reports), ensure_ascii=False, indent=1))
    else:
        print_reports(arguments.game, reports, say)
    return DONE if all(report.ok for report in reports.values()) else FAILED


def run_suite(arguments: argparse.Namespace, players: int, options: dict[str, Any], say: Voice) -> Report:
    """All checks for one number of players."""
    import burgomaster as bm
    from burgomaster.cli.starting import watching_compiler
    from burgomaster.core.check import check_game

    games = SUITE_GAMES if arguments.games is None else arguments.games
    seed = SUITE_SEED if arguments.seed is None else arguments.seed
    with watching_compiler(say) as console:

        def progress(name: str) -> None:
            if console.is_terminal:
                said = say("check.running", game=arguments.game, players=players, name=name)
                console.print(said, style="dim")

        game = bm.game(arguments.game, players=players, **options)
        return check_game(game, games=games, seed=seed, progress=progress)


def describe_reports(game: str, reports: dict[int, Report]) -> dict[str, Any]:
    """The reports for programs."""
    suites = [
        {
            "players": players,
            "ok": report.ok,
            "checks": [
                {"name": check.name, "passed": check.passed, "detail": check.detail}
                for check in report.checks
            ],
        }
        for players, report in reports.items()
    ]
    return {"game": game, "ok": all(report.ok for report in reports.values()), "suites": suites}


def print_reports(game: str, reports: dict[int, Report], say: Voice) -> None:
    """The reports for people: a line a check."""
    for players, report in reports.items():
        print(say("check.suite", game=game, players=players))
        for check in report.checks:
            said = say("check.passed" if check.passed else "check.failed")
            print(one_line(f"  {said}: {check.name} ({check.detail})"))
    n_failed = sum(not check.passed for report in reports.values() for check in report.checks)
    print(say("check.some_failed", n=n_failed) if n_failed else say("check.all_passed"))
