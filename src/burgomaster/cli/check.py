"""`burgomaster check`: whether a record holds, or whether a game's rules do, in one variant or in all."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import (
    add_game_options,
    add_json,
    possible_players,
    read_options,
    whole_number,
    wrong_use,
)
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.storage import load_record
from burgomaster.terminal.texts import DONE, FAILED, Failure, one_line, reading

if TYPE_CHECKING:
    from rich.console import Console

    from burgomaster.core.check import Suite, SuiteOutcome
    from burgomaster.core.table import Table

SUITE_GAMES = 200
SUITE_SEED = 1
VARIANT_ARGUMENTS = ("players", "edition", "expansions", "solo", "cards", "option")
SUITE_ARGUMENTS = (*VARIANT_ARGUMENTS, "games", "seed")


def add_check(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help=say("check.file"))
    parser.add_argument("--game", metavar="GAME", help=say("check.game"))
    parser.add_argument("--all", action="store_true", help=say("check.all"))
    add_game_options(parser, say)
    number, seed = whole_number(say, 1), whole_number(say)
    parser.add_argument("--games", type=number, metavar="K", help=say("check.games", n=SUITE_GAMES))
    parser.add_argument("--seed", type=seed, metavar="N", help=say("check.seed", n=SUITE_SEED))
    add_json(parser, say)


def run_check(arguments: argparse.Namespace, say: Translator) -> int:
    if (arguments.file is None) == (arguments.game is None):
        raise wrong_use("check.one_of")
    if arguments.game is not None:
        return check_rules(arguments, say)
    if arguments.all:
        raise wrong_use("check.all_needs_game")
    refuse_arguments(arguments, SUITE_ARGUMENTS, "check.not_with_file")
    return check_file(arguments, say)


def refuse_arguments(arguments: argparse.Namespace, names: Sequence[str], key: str) -> None:
    given = [name for name in names if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use(key, given=", ".join(f"--{name}" for name in given))


# A record


def check_file(arguments: argparse.Namespace, say: Translator) -> int:
    try:
        record = load_record(arguments.file)
        with reading(arguments.file), watching_compiler(say):
            table = record.check()
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


def praise(path: str, table: Table, say: Translator) -> str:
    facts: dict[str, Any] = {"path": path, "game": table.game.name, "players": table.game.players}
    facts["moves"] = len(table.history)
    if table.over:
        return say("check.finished", scores=", ".join(map(str, table.scores)), **facts)
    return say("check.unfinished", **facts)


def describe_table(path: str, table: Table) -> dict[str, Any]:
    facts = {"file": path, "ok": True, "game": table.game.name, "players": table.game.players}
    return facts | {
        "moves": len(table.history),
        "over": table.over,
        "scores": table.scores,
        "winners": table.winners,
    }


def describe_failure(path: str, failure: Failure, say: Translator) -> dict[str, Any]:
    """Describe a record that does not hold, for programs; with the number of a move that is to blame."""
    why = failure.message.values.get("why", failure.message)
    values = getattr(why, "values", {})
    move = {"move": values["number"]} if "number" in values else {}
    return {"file": path, "ok": False, "error": one_line(failure.text(say.language)), **move}


# The rules of a game


def check_rules(arguments: argparse.Namespace, say: Translator) -> int:
    from burgomaster.core.check import run_suite

    games = SUITE_GAMES if arguments.games is None else arguments.games
    seed = SUITE_SEED if arguments.seed is None else arguments.seed
    suites = chosen_suites(arguments)
    with progress(suites, say) as announce:
        outcomes = [run_suite(suite, games, seed, announce) for suite in suites]
    if arguments.json:
        print(json.dumps(describe_outcomes(arguments.game, outcomes), ensure_ascii=False, indent=1))
    elif arguments.all:
        print_table(outcomes, say)
    else:
        print_reports(outcomes, say)
    return DONE if all(outcome.report.ok for outcome in outcomes) else FAILED


def chosen_suites(arguments: argparse.Namespace) -> list[Suite]:
    """List what is checked: all variants, or one for the numbers of players that can play it."""
    from burgomaster.core.check import Suite, all_suites

    if arguments.all:
        refuse_arguments(arguments, VARIANT_ARGUMENTS, "check.all_alone")
        return all_suites(arguments.game)
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    numbers = possible_players(info, options) if arguments.players is None else [arguments.players]
    for players in numbers or info.players[:1]:
        info.read(players, options)  # says what is wrong
    return [Suite(arguments.game, options, players) for players in numbers]


@contextmanager
def progress(suites: Sequence[Suite], say: Translator) -> Iterator[Callable[[Suite, str], None]]:
    """Give something to be told what is being checked; it shows that on a terminal."""
    from burgomaster.terminal.output import make_console

    console = make_console(stderr=True)
    if console.is_terminal:
        with ExitStack() as stack:
            yield begin_bar(console, stack, suites, say)
    else:
        with watching_compiler(say):
            yield lambda suite, name: None


def begin_bar(
    console: Console, stack: ExitStack, suites: Sequence[Suite], say: Translator
) -> Callable[[Suite, str], None]:
    """Begin a bar that counts the checks and tells of compiling; it goes away when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from burgomaster.compiler.jit import on_compile
    from burgomaster.core.check import CHECKS

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    bar = stack.enter_context(Progress(*columns, console=console, transient=True))
    task = bar.add_task("", total=len(suites) * len(CHECKS))
    stack.enter_context(on_compile(lambda kernel: bar.update(task, description=say("start.compiling"))))

    def announce(suite: Suite, name: str) -> None:
        done = suites.index(suite) * len(CHECKS) + list(CHECKS).index(name)
        bar.update(task, completed=done, description=f"{suite_title(suite, say)}: {name}")

    return announce


def suite_title(suite: Suite, say: Translator) -> str:
    variant = suite.variant(say.language)
    return say("check.suite", game=suite.game, variant=variant, players=suite.players)


def describe_outcomes(game: str, outcomes: Sequence[SuiteOutcome]) -> dict[str, Any]:
    suites = [
        {
            "players": outcome.suite.players,
            "options": outcome.suite.options,
            "ok": outcome.report.ok,
            "seconds": round(outcome.seconds, 2),
            "checks": [
                {"name": check.name, "passed": check.passed, "detail": check.detail}
                for check in outcome.report.checks
            ],
        }
        for outcome in outcomes
    ]
    return {"game": game, "ok": all(outcome.report.ok for outcome in outcomes), "suites": suites}


def print_reports(outcomes: Sequence[SuiteOutcome], say: Translator) -> None:
    for outcome in outcomes:
        print(suite_title(outcome.suite, say))
        for check in outcome.report.checks:
            said = say("check.passed" if check.passed else "check.failed")
            print(one_line(f"  {said}: {check.name} ({check.detail})"))
    print(verdict(outcomes, say))


def print_table(outcomes: Sequence[SuiteOutcome], say: Translator) -> None:
    """Print the reports of many suites: a line a suite, and below what failed."""
    from burgomaster.terminal.output import make_console, make_table

    numbers = ("players_heading", "checks", "seconds")
    table = make_table(say, "check", ("variant", *numbers), right=numbers)
    for outcome in outcomes:
        checks = outcome.report.checks
        n_passed = sum(check.passed for check in checks)
        said = say("check.passed_of", passed=n_passed, all=len(checks))
        style = "" if outcome.report.ok else "bold red"
        title = outcome.suite.variant(say.language)
        table.add_row(title, str(outcome.suite.players), said, say.decimal(outcome.seconds), style=style)
    console = make_console()
    console.print(table)
    for line in failures(outcomes, say):
        console.print(line, soft_wrap=True)
    console.print(verdict(outcomes, say))


def failures(outcomes: Sequence[SuiteOutcome], say: Translator) -> list[str]:
    return [
        one_line(
            say(
                "check.failure",
                variant=outcome.suite.variant(say.language),
                players=outcome.suite.players,
                name=check.name,
                detail=check.detail,
            )
        )
        for outcome in outcomes
        for check in outcome.report.checks
        if not check.passed
    ]


def verdict(outcomes: Sequence[SuiteOutcome], say: Translator) -> str:
    n_failed = sum(not check.passed for outcome in outcomes for check in outcome.report.checks)
    return say("check.some_failed", n=n_failed) if n_failed else say("check.all_passed")
