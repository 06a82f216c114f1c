"""`burgomaster campaign`: attack the rules or a server with many seeds, and count what broke."""

from __future__ import annotations

import argparse
import json
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, whole_number
from burgomaster.cli.texts import failed, wrong_use
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE, FAILED

if TYPE_CHECKING:
    from burgomaster.campaigns.campaign import Tally
    from burgomaster.campaigns.runner import Plan

FIRST_SEED = 1
PATIENCE = 10  # seconds for a database to answer


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add which campaign, and how long."""
    from burgomaster.campaigns.campaign import NAMES

    number = whole_number(say)
    parser.add_argument("name", metavar="NAME", help=say("campaign.name", known=", ".join(NAMES)))
    parser.add_argument("--minutes", type=whole_number(say, 1), metavar="N", help=say("campaign.minutes"))
    parser.add_argument("--count", type=whole_number(say, 1), metavar="N", help=say("campaign.count"))
    parser.add_argument(
        "--seed", type=number, default=FIRST_SEED, metavar="N", help=say("campaign.seed", n=FIRST_SEED)
    )
    parser.add_argument("--only", type=number, metavar="SEED", help=say("campaign.only"))
    parser.add_argument("--state", type=Path, metavar="FILE", help=say("campaign.state"))
    parser.add_argument("--database", default="", metavar="URL", help=say("campaign.database"))
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=say("campaign.device"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Run a campaign, and print what it counted and found."""
    tally = run_trials(arguments, say)
    if arguments.json:
        print(json.dumps(describe(arguments.name, tally), ensure_ascii=False, indent=1))
    else:
        print_tally(tally, arguments, say)
    return FAILED if tally.findings else DONE


def run_trials(arguments: argparse.Namespace, say: Translator) -> Tally:
    """Run the trials that are asked for."""
    from burgomaster.campaigns.campaign import NAMES, Setup
    from burgomaster.campaigns.clusters import NoPostgres
    from burgomaster.campaigns.runner import OtherState, run_campaign, run_one

    if arguments.name not in NAMES:
        raise wrong_use("campaign.unknown", given=repr(arguments.name), known=", ".join(NAMES))
    plan, options = plan_of(arguments), options_of(arguments)
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGINT, interrupt)
    with tempfile.TemporaryDirectory(prefix="burgomaster-campaign-") as folder:
        try:
            setup = Setup(Path(folder), database_of(arguments), options)
            if arguments.only is not None:
                return run_one(arguments.name, arguments.only, setup)
            with progress(plan, say) as announce:
                return run_campaign(plan, setup, announce)
        except ModuleNotFoundError as error:
            raise wrong_use("campaign.missing", package=error.name) from None
        except NoPostgres:
            raise failed("campaign.no_postgres") from None
        except OtherState as error:
            raise failed("campaign.other_state", path=str(arguments.state), why=str(error)) from None


def interrupt(_signal: int, _frame: object) -> None:
    """End as after Ctrl+C, whoever asks for it: servers and databases that were started are stopped."""
    raise KeyboardInterrupt


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Read what is to be run."""
    from burgomaster.campaigns.runner import Plan

    return Plan(arguments.name, arguments.seed, arguments.count, arguments.minutes, arguments.state)


def options_of(arguments: argparse.Namespace) -> dict[str, str]:
    """Read what one campaign alone can be told: only the rules are played on a card."""
    if arguments.device == "cpu":
        return {}
    if arguments.name != "rules":
        raise wrong_use("campaign.no_device", name=arguments.name)
    return {"device": arguments.device}


def database_of(arguments: argparse.Namespace) -> str:
    """Read the address of a PostgreSQL, and see that it answers; "": none was given."""
    given: str = arguments.database
    if not given:
        return ""
    import psycopg
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(given)
        if url.get_backend_name() != "postgresql":
            raise wrong_use("campaign.no_address", given=repr(given))
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        psycopg.connect(plain, connect_timeout=PATIENCE).close()
    except (ArgumentError, ValueError):
        raise wrong_use("campaign.no_address", given=repr(given)) from None
    except psycopg.Error as error:
        raise failed("campaign.no_database", why=str(error).splitlines()[0]) from None
    return given


@contextmanager
def progress(plan: Plan, say: Translator) -> Iterator[Callable[[Tally], None]]:
    """Give something to be told the tally; it shows that on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from burgomaster.campaigns.campaign import load_campaign
    from burgomaster.terminal.output import make_console

    campaign = load_campaign(plan.name)
    console = make_console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(campaign.UNIT, total=plan.count or campaign.GOAL)

        def announce(tally: Tally) -> None:
            text = f"{campaign.UNIT}, {say('campaign.findings')}: {len(tally.findings)}"
            bar.update(task, completed=tally.counts[campaign.UNIT], description=text)

        yield announce


def describe(name: str, tally: Tally) -> dict[str, Any]:
    """Describe a tally for programs."""
    findings = [{"seed": seed, "text": text} for seed, text in tally.findings]
    counted = {"trials": tally.trials, "counts": dict(tally.counts), "measured": tally.measured}
    return {"campaign": name, **counted, "findings": findings}


def print_tally(tally: Tally, arguments: argparse.Namespace, say: Translator) -> None:
    """Print the counts as a table, and each finding with the command that shows it again."""
    from rich import box
    from rich.table import Table

    from burgomaster.terminal.output import make_console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("campaign.counted"))
    table.add_column(say("campaign.number"), justify="right")
    rows = {
        say("campaign.trials"): tally.trials,
        **tally.counts,
        say("campaign.findings"): len(tally.findings),
    }
    for name, number in {**rows, **tally.measured}.items():
        table.add_row(name, f"{number:,}")
    console = make_console()
    console.print(table)
    for seed, text in tally.findings:
        console.print(say("campaign.finding", seed=seed, text=text), soft_wrap=True)
        console.print(say("campaign.reproduce", command=command_for(arguments, seed)), soft_wrap=True)


def command_for(arguments: argparse.Namespace, seed: int) -> str:
    """Write the command that runs one trial again."""
    database = f" --database '{arguments.database}'" if arguments.database else ""
    return f"burgomaster campaign {arguments.name} --only {seed}{database}"
