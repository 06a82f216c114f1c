"""`burgomaster check --game`: the conformance suite, for one variant of a game or for all of them."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import burgomaster as bm
from burgomaster.cli.arguments import read_options
from burgomaster.cli.check import SUITE_GAMES, SUITE_SEED
from burgomaster.core.errors import OptionError
from burgomaster.core.registry import game_info
from burgomaster.terminal.failure import DONE, FAILED, wrong_use
from burgomaster.terminal.texts import Voice, one_line

if TYPE_CHECKING:
    from rich.console import Console

    from burgomaster.core.check import Report

NOT_WITH_ALL = ("players", "edition", "expansions", "solo", "cards", "option")


@dataclass(frozen=True)
class Suite:
    """One game to check: its options, and how many play it."""

    game: str
    options: dict[str, Any]
    players: int


@dataclass(frozen=True)
class Outcome:
    """How a suite went, and how long it took."""

    suite: Suite
    report: Report
    seconds: float


def check_suites(arguments: argparse.Namespace, say: Voice) -> int:
    """Run the conformance suite for every game that is asked for."""
    suites = all_suites(arguments) if arguments.all else chosen_suites(arguments)
    with progress(suites, say) as announce:
        outcomes = [run_suite(arguments, suite, announce) for suite in suites]
    if arguments.json:
        print(json.dumps(describe(arguments.game, outcomes), ensure_ascii=False, indent=1))
    elif arguments.all:
        print_table(outcomes, say)
    else:
        print_reports(outcomes, say)
    return DONE if all(outcome.report.ok for outcome in outcomes) else FAILED


# Which games


def all_suites(arguments: argparse.Namespace) -> list[Suite]:
    """Every variant with every number of players."""
    given = [name for name in NOT_WITH_ALL if getattr(arguments, name) not in (None, [])]
    if given:
        raise wrong_use("check.all_alone", given=", ".join(f"--{name}" for name in given))
    variants = game_info(arguments.game).variants
    return [
        Suite(arguments.game, dict(variant.options), players)
        for variant in variants
        for players in variant.players
    ]


def chosen_suites(arguments: argparse.Namespace) -> list[Suite]:
    """The game with these options, for the number of players asked for, or for all that can play it."""
    info = game_info(arguments.game)
    options = read_options(arguments, arguments.game)
    if arguments.players is not None:
        info.read(arguments.players, options)
        return [Suite(arguments.game, options, arguments.players)]
    possible = [players for players in info.players if can_play(arguments.game, players, options)]
    if not possible:
        info.read(info.players[0], options)  # says why
    return [Suite(arguments.game, options, players) for players in possible]


def can_play(game: str, players: int, options: dict[str, Any]) -> bool:
    """Whether so many can play a game with these options."""
    try:
        game_info(game).read(players, options)
    except OptionError:
        return False
    return True


# Running


def run_suite(arguments: argparse.Namespace, suite: Suite, announce: Callable[[Suite, str], None]) -> Outcome:
    """All checks of one suite."""
    from burgomaster.core.check import check_game

    games = SUITE_GAMES if arguments.games is None else arguments.games
    seed = SUITE_SEED if arguments.seed is None else arguments.seed
    begun = time.perf_counter()
    game = bm.game(arguments.game, players=suite.players, **suite.options)
    report = check_game(game, games=games, seed=seed, progress=lambda name: announce(suite, name))
    return Outcome(suite, report, time.perf_counter() - begun)


@contextmanager
def progress(suites: Sequence[Suite], say: Voice) -> Iterator[Callable[[Suite, str], None]]:
    """Something to be told what is being checked; it shows that on a terminal."""
    from burgomaster.terminal.output import make_console
    from burgomaster.terminal.starting import watching_compiler

    console = make_console(stderr=True)
    if console.is_terminal:
        with ExitStack() as stack:
            yield begin_bar(console, stack, suites, say)
    else:
        with watching_compiler(say):
            yield lambda suite, name: None


def begin_bar(
    console: Console, stack: ExitStack, suites: Sequence[Suite], say: Voice
) -> Callable[[Suite, str], None]:
    """A bar that counts the checks and tells of compiling; it goes away when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from burgomaster.core.check import CHECKS
    from burgomaster.core.jit import on_compile

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    bar = stack.enter_context(Progress(*columns, console=console, transient=True))
    task = bar.add_task("", total=len(suites) * len(CHECKS))
    stack.enter_context(on_compile(lambda kernel: bar.update(task, description=say("start.compiling"))))

    def announce(suite: Suite, name: str) -> None:
        done = suites.index(suite) * len(CHECKS) + list(CHECKS).index(name)
        bar.update(task, completed=done, description=f"{suite_title(suite, say)}: {name}")

    return announce


def suite_title(suite: Suite, say: Voice) -> str:
    """A suite in words."""
    return say("check.suite", game=suite.game, variant=variant_of(suite, say), players=suite.players)


def variant_of(suite: Suite, say: Voice) -> str:
    """The variant that a suite is about."""
    info = game_info(suite.game)
    return info.variant_title(info.read(suite.players, suite.options), say.language)


# Telling


def describe(game: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The reports for programs."""
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


def print_reports(outcomes: Sequence[Outcome], say: Voice) -> None:
    """The reports for people: a line a check."""
    for outcome in outcomes:
        print(suite_title(outcome.suite, say))
        for check in outcome.report.checks:
            said = say("check.passed" if check.passed else "check.failed")
            print(one_line(f"  {said}: {check.name} ({check.detail})"))
    print(verdict(outcomes, say))


def print_table(outcomes: Sequence[Outcome], say: Voice) -> None:
    """The reports of many suites: a line a suite, and below what failed."""
    from rich import box
    from rich.table import Table

    from burgomaster.terminal.output import make_console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("check.variant"))
    for heading in ("check.players_heading", "check.checks", "check.seconds"):
        table.add_column(say(heading), justify="right")
    for outcome in outcomes:
        checks = outcome.report.checks
        n_passed = sum(check.passed for check in checks)
        said = say("check.passed_of", passed=n_passed, all=len(checks))
        style = "" if outcome.report.ok else "bold red"
        title = variant_of(outcome.suite, say)
        table.add_row(title, str(outcome.suite.players), said, f"{outcome.seconds:.1f}", style=style)
    console = make_console()
    console.print(table)
    for line in failures(outcomes, say):
        console.print(line, soft_wrap=True)
    console.print(verdict(outcomes, say))


def failures(outcomes: Sequence[Outcome], say: Voice) -> list[str]:
    """A line for every check that failed."""
    return [
        one_line(
            say(
                "check.failure",
                variant=variant_of(outcome.suite, say),
                players=outcome.suite.players,
                name=check.name,
                detail=check.detail,
            )
        )
        for outcome in outcomes
        for check in outcome.report.checks
        if not check.passed
    ]


def verdict(outcomes: Sequence[Outcome], say: Voice) -> str:
    """Whether all is well."""
    n_failed = sum(not check.passed for outcome in outcomes for check in outcome.report.checks)
    return say("check.some_failed", n=n_failed) if n_failed else say("check.all_passed")
