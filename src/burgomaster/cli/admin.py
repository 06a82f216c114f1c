"""`burgomaster admin`: what an operator does to a store, while its server runs or not."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from burgomaster.cli.arguments import add_json, add_language, add_number, failed, whole_number, wrong_use
from burgomaster.core.translator import Translator
from burgomaster.terminal.texts import DONE, FAILED


def add_admin(parser: argparse.ArgumentParser, say: Translator) -> None:
    tasks = parser.add_subparsers(dest="task", required=True, metavar=say("admin.task"))
    for name, (add_task_arguments, _) in TASKS.items():
        about = say(f"admin.{name}")
        task = tasks.add_parser(name, help=about, description=about)
        add_language(task, say)
        task.add_argument("--database", metavar="URL", help=say("admin.database"))
        add_task_arguments(task, say)


def add_file(task: argparse.ArgumentParser, say: Translator) -> None:
    task.add_argument("file", metavar="FILE", type=Path, help=say("admin.file"))


def add_records(task: argparse.ArgumentParser, say: Translator) -> None:
    task.add_argument("file", metavar="FILE", type=Path, help=say("admin.records_file"))
    task.add_argument("--names", action="store_true", help=say("admin.names"))


def add_prune(task: argparse.ArgumentParser, say: Translator) -> None:
    task.add_argument("--days", type=whole_number(say, 1), metavar="N", required=True, help=say("admin.days"))
    task.add_argument("--dry-run", action="store_true", help=say("admin.dry_run"))
    task.add_argument("--yes", action="store_true", help=say("admin.yes"))


def add_name(task: argparse.ArgumentParser, say: Translator) -> None:
    task.add_argument("name", metavar="NAME", help=say("admin.name"))


def add_results(task: argparse.ArgumentParser, say: Translator) -> None:
    task.add_argument("--again", action="store_true", help=say("admin.count_again"))


def add_reports(task: argparse.ArgumentParser, say: Translator) -> None:
    add_number(task, say, "admin.close", least=1)
    add_json(task, say)


def run_admin(arguments: argparse.Namespace, say: Translator) -> int:
    try:
        from burgomaster.server.settings import read_settings
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    environment = read_settings(chosen_environment(arguments))
    _, run_task = TASKS[arguments.task]
    return run_task(arguments, say, environment.database)


def chosen_environment(arguments: argparse.Namespace) -> dict[str, str]:
    """Take the environment; the command line goes before it."""
    return {**os.environ, **({"BURGOMASTER_DATABASE": arguments.database} if arguments.database else {})}


# Tasks


def run_backup(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """Write a backup of a store, which may be in use."""
    from burgomaster.server.backup import back_up

    with progress(say("admin.rows")) as bar:
        counts = back_up(database, arguments.file, bar)
    print_counts(counts, say)
    print(say("admin.backed_up", path=str(arguments.file)))
    return DONE


def run_restore(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """Bring a backup into an empty store."""
    from burgomaster.server.backup import restore

    with progress(say("admin.rows")) as bar:
        counts = restore(arguments.file, database, bar)
    print_counts(counts, say)
    print(say("admin.restored", path=str(arguments.file)))
    return DONE


def run_check(_arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """Replay every journal; the exit code is 1 if anything is wrong."""
    from burgomaster.server.checking import check_store
    from burgomaster.server.texts import TEXTS

    with progress(say("admin.matches")) as bar:
        n_matches, problems = check_store(database, bar)
    for one in problems:
        why = TEXTS.text(say.language, f"admin.problem.{one.key}", detail=one.detail)
        print(f"{one.where}: {why}")
    print(say("admin.checked", matches=n_matches, problems=len(problems)))
    return FAILED if problems else DONE


def run_records(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    from burgomaster.server.checking import export_records

    with progress(say("admin.matches")) as bar:
        written, left = export_records(database, arguments.file, arguments.names, bar)
    print(say("admin.exported", path=str(arguments.file), written=written, left=left))
    return DONE


def run_prune(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """Delete old tables and studies of guests, after asking."""
    from burgomaster.server.admin import old_matches, prune, prune_studies

    old = Counter(old_matches(database, arguments.days).values())
    studies = prune_studies(database, arguments.days, only_count=True)
    print_counts(old, say)
    if arguments.dry_run or not (old or studies):
        print(say("admin.would_delete", n=old.total(), studies=studies))
        return DONE
    if not arguments.yes and not agreed(say("admin.sure", n=old.total(), studies=studies)):
        raise failed("admin.not_sure")
    deleted = prune(database, arguments.days).total()
    print(say("admin.deleted", n=deleted, studies=prune_studies(database, arguments.days)))
    return DONE


def run_password(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """Reset somebody's password, which is asked for and never an argument."""
    from burgomaster.server.admin import find_account, reset_password
    from burgomaster.server.backup import open_engine
    from burgomaster.server.store import Store

    open_engine(database).dispose()  # a store that is not there must not be made
    store = Store(database)
    try:
        find_account(store, arguments.name)
        reset_password(store, arguments.name, asked_password(say))
    finally:
        store.close()
    print(say("admin.password_set", name=arguments.name))
    return DONE


def run_results(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """Count the results of finished games from their journals, and all ratings again from the results."""
    from burgomaster.server.backup import open_engine
    from burgomaster.server.people.counting import count_all
    from burgomaster.server.store import Store

    open_engine(database).dispose()  # a store that is not there must not be made
    store = Store(database, has_deadline=False)
    try:
        with progress(say("admin.matches")) as bar:
            done = count_all(store, bar, arguments.again)
    finally:
        store.close()
    print(say("admin.counted", counted=done.counted, unreadable=done.unreadable))
    return DONE


def run_reports(arguments: argparse.Namespace, say: Translator, database: str) -> int:
    """List what people reported and nobody has dealt with yet, or close one of them."""
    from burgomaster.server.admin import close_report, open_reports

    if arguments.close is not None:
        close_report(database, arguments.close)
        print(say("admin.closed", n=arguments.close))
        return DONE
    found = open_reports(database)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return DONE
    rows = [
        [str(one[key]) for key in ("id", "at", "about", "by", "reason", "match", "text")] for one in found
    ]
    told = ("at", "about", "by", "reason", "table", "text")
    print_table(say, ["number", *(f"report_{name}" for name in told)], rows)
    return DONE


def run_limits(arguments: argparse.Namespace, say: Translator, _database: str) -> int:
    """Show the settings in force, where they come from, and the limits."""
    from burgomaster.server.admin import settings_in_force
    from burgomaster.server.security import CROWD, LIMITS
    from burgomaster.server.settings import read_settings

    environment = chosen_environment(arguments)
    settings = settings_in_force(read_settings(environment), environment)
    if arguments.json:
        limits = [{"purpose": purpose, **vars(limit)} for purpose, limit in LIMITS.items()]
        shown = {"settings": [one._asdict() for one in settings], "limits": limits, "address_times": CROWD}
        print(json.dumps(shown, ensure_ascii=False, indent=1))
        return DONE
    sources = [say("admin.from_environment") if one.is_set else say("admin.usual") for one in settings]
    rows = [[one.variable, one.value, source] for one, source in zip(settings, sources, strict=True)]
    print_table(say, ("variable", "value", "source"), rows)
    rows = [[purpose, f"{one.burst:g}", f"{one.per_minute:g}"] for purpose, one in LIMITS.items()]
    print_table(say, ("purpose", "burst", "per_minute"), rows)
    print(say("admin.crowd", times=CROWD))
    return DONE


Add = Callable[[argparse.ArgumentParser, Translator], None]
Run = Callable[[argparse.Namespace, Translator, str], int]
TASKS: dict[str, tuple[Add, Run]] = {
    "backup": (add_file, run_backup),
    "restore": (add_file, run_restore),
    "check": (lambda _task, _say: None, run_check),
    "records": (add_records, run_records),
    "prune": (add_prune, run_prune),
    "password": (add_name, run_password),
    "results": (add_results, run_results),
    "reports": (add_reports, run_reports),
    "limits": (add_json, run_limits),
}


# Asking and showing


def agreed(question: str) -> bool:
    """Ask whether something may be done; without a terminal nobody can agree."""
    return sys.stdin.isatty() and input(f"{question} ").strip().lower() in ("y", "yes", "д", "да")


def asked_password(say: Translator) -> str:
    """Ask for a new password twice; a program may send it as a line."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass(say("admin.new_password") + " ")
    if getpass.getpass(say("admin.again") + " ") != first:
        raise failed("admin.differ")
    return first


def print_counts(counts: Mapping[str, int], say: Translator) -> None:
    print_table(say, ("what", "number"), [[name, f"{n:,}"] for name, n in counts.items()])


def print_table(say: Translator, names: Sequence[str], rows: list[list[str]]) -> None:
    from burgomaster.terminal.output import make_console, make_table

    table = make_table(say, "admin", names)
    for row in rows:
        table.add_row(*row)
    make_console().print(table)


@contextmanager
def progress(what: str) -> Iterator[Callable[..., None]]:
    """Give something to be told how much is done, and of how much; it shows that on a terminal."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from burgomaster.terminal.output import make_console

    console = make_console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.completed} {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int | None = None) -> None:
            bar.update(task, completed=done, total=total)

        yield tell
