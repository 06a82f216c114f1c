"""The driver: `make campaign NAME=kill MINUTES=10`, or `python -m tests.campaigns kill --minutes 10`.

It prints the counts and findings of a campaign, and with each finding the command that repeats its trial.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from burgomaster.core.errors import BurgomasterError
from tests.campaigns.campaign import (
    NAMES,
    Plan,
    Setup,
    Tally,
    load_campaign,
    run_campaign,
    run_one,
)
from tests.campaigns.stores import NoPostgres

ANNOUNCE_SECONDS = 10.0
CONNECT_SECONDS = 10
NO_ADDRESS = "%r is no address of a PostgreSQL; one looks like postgresql://user@localhost/postgres"


def main(words: Sequence[str] | None = None) -> int:
    """Run a campaign; the exit code is 0 (no findings), 1 (findings, or not run) or 2 (wrong use)."""
    parser = make_parser()
    arguments = parser.parse_args(words)
    if arguments.device != "cpu" and arguments.name != "rules":
        parser.error(f"only the campaign rules can run on a GPU; leave --device out for {arguments.name}")
    require_database(parser, arguments.database)
    try:
        tally = run_trials(arguments)
    except (NoPostgres, BurgomasterError) as error:
        print(error, file=sys.stderr)
        return 1
    print_tally(tally, arguments)
    return 1 if tally.findings else 0


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    parser.add_argument("name", choices=NAMES, metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--minutes", type=float, help="time limit")
    parser.add_argument("--count", type=int, help="number of units (default: a whole campaign)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first trial (default %(default)s)")
    parser.add_argument("--only", type=int, metavar="SEED", help="run the one trial of this seed")
    parser.add_argument(
        "--database", default="", metavar="URL", help="a PostgreSQL in which databases may be made"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="of the campaign rules")
    return parser


def require_database(parser: argparse.ArgumentParser, address: str) -> None:
    """End with a message if an address is none of a PostgreSQL that answers."""
    if not address:
        return
    try:
        url = make_url(address)
        if url.get_backend_name() != "postgresql":
            parser.error(NO_ADDRESS % address)
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        psycopg.connect(plain, connect_timeout=CONNECT_SECONDS).close()
    except (ArgumentError, ValueError):
        parser.error(NO_ADDRESS % address)
    except psycopg.Error as error:
        parser.error(f"the database does not answer: {str(error).splitlines()[0]}")


def interrupt(_signal: int, _frame: object) -> None:
    """Treat SIGTERM like Ctrl+C: servers and databases that were started are stopped."""
    raise KeyboardInterrupt


def run_trials(arguments: argparse.Namespace) -> Tally:
    options = {} if arguments.device == "cpu" else {"device": arguments.device}
    with tempfile.TemporaryDirectory(prefix="burgomaster-campaign-") as folder:
        setup = Setup(Path(folder), arguments.database, options)
        if arguments.only is not None:
            return run_one(arguments.name, arguments.only, setup)
        given = (arguments.seed, arguments.count, arguments.minutes)
        return run_campaign(Plan(arguments.name, *given), setup, announcer(arguments.name))


def announcer(name: str) -> Callable[[Tally], None]:
    unit, due = load_campaign(name).UNIT, time.monotonic() + ANNOUNCE_SECONDS

    def announce(tally: Tally) -> None:
        nonlocal due
        if time.monotonic() >= due:
            print(
                f"{tally.counts[unit]:,} {unit}, {len(tally.findings)} findings", file=sys.stderr, flush=True
            )
            due = time.monotonic() + ANNOUNCE_SECONDS

    return announce


def print_tally(tally: Tally, arguments: argparse.Namespace) -> None:
    rows = {"trials": tally.trials, **tally.counts, "findings": len(tally.findings), **tally.measured}
    for name, number in rows.items():
        print(f"{number:>16,}  {name}")
    database = f" --database '{arguments.database}'" if arguments.database else ""
    for seed, text in tally.findings:
        print(f"seed {seed}: {text}")
        print(f"again: python -m tests.campaigns {arguments.name} --only {seed}{database}")


if __name__ == "__main__":
    for stopping in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stopping, interrupt)
    sys.exit(main())
