"""Requests that no honest client sends: generated from the description, mutated, broken, large, slow, many.

A finding is an answer of 500 or more, a breach of the description, a table that a refused request changed,
a trace in the log, a connection that hangs, or an honest visitor who waits meanwhile.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from burgomaster.core.registry import game_names
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.clients import new_client
from tests.campaigns.hostile_floods import flood, flood_tables
from tests.campaigns.hostile_requests import make_places, send_bodies, send_broken_requests
from tests.campaigns.hostile_target import Attack, Counts, Target
from tests.campaigns.servers import make_process

UNIT = "requests"
GOAL = 20_000
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = 40  # of the description, for each address and method
SECONDS = 900  # for one run of schemathesis
PHASES = "examples,coverage,fuzzing,stateful"
ENDLESS = "/stream$"  # its answers have no end; the attack on sockets listens to it
HOOKS = "tests.campaigns.hostile_hooks"
PARAMETERS = ("match", "cup", "study", "puzzle")  # of paths, that are mostly those of something real
FINE = (0, 1)  # exit codes of schemathesis: no findings, findings


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Start the servers; the seed chooses the attack, and all that is sent."""
    names = list(setup.options.get("attacks", ATTACKS))
    with running_target(setup) as target:

        def trial(seed: int) -> Trial:
            name = names[seed % len(names)]
            counted, findings = ATTACKS[name](target, seed)
            findings += [f"after {name}: {text}" for text in target.troubles()]
            return Trial({UNIT: sum(counted.values()), **counted}, tuple(findings))

        yield trial


@contextmanager
def running_target(setup: Setup) -> Iterator[Target]:
    """Start both servers; an option `url` names one that runs already."""
    options = dict(setup.options)
    if "url" in options:
        yield Target(options["url"], options.get("limited_url", options["url"]), setup.folder, (), options)
        return
    database = setup.database or f"sqlite:///{setup.folder / 'free.db'}"
    free = make_process(database, setup.folder / "free.log")
    limited_base = f"sqlite:///{setup.folder / 'limited.db'}"
    limited = make_process(limited_base, setup.folder / "limited.log", BURGOMASTER_LIMITS="1")
    try:
        for process in (free, limited):
            process.begin()
        for process in (free, limited):
            process.wait()
        yield Target(free.url, limited.url, setup.folder, (free, limited), options)
    finally:
        for process in (free, limited):
            if process.is_alive:
                process.kill()


# The published description


def follow_description(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Let schemathesis send what the description allows and forbids, about a real table."""
    seat, _ = target.tables()
    report = target.folder / f"description-{seed}.jsonl"
    with new_client(target.url) as client:
        places = make_places(client, seat.table, random.Random(seed))
    given = {
        "table": seat.table,
        "places": {name: place for name, place in places.items() if name in PARAMETERS},
        "key": seat.key,
        "url": target.url,
        "games": game_names(),
        "report": str(report),
    }
    done = run_schemathesis(target, seed, given)
    counts, findings = read_report(report)
    if done.returncode not in FINE or not sum(counts.values()):
        findings.append(f"schemathesis ended with {done.returncode}: {(done.stdout + done.stderr)[-800:]}")
    return counts, findings


def run_schemathesis(target: Target, seed: int, given: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    examples = str(target.options.get("examples", EXAMPLES))
    words = [sys.executable, "-m", "schemathesis.cli", "run", f"{target.url}/api/openapi.json"]
    words += ["--seed", str(seed), "--max-examples", examples, "--checks", "all", "--warnings", "off"]
    words += ["--phases", str(target.options.get("phases", PHASES)), "--exclude-path-regex", ENDLESS]
    words += ["--request-timeout", "30", "--continue-on-failure", "--suppress-health-check", "all"]
    words += ["--output-sanitize", "false"]
    if seed % 2:  # sometimes with a seat, sometimes without
        words += ["--header", f"Authorization: Bearer {given['key']}"]
    if "include" in target.options:
        words += ["--include-path", target.options["include"]]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    variables = {"PYTHONPATH": path, "SCHEMATHESIS_HOOKS": HOOKS, "HOSTILE_CAMPAIGN": json.dumps(given)}
    how: dict[str, Any] = {"cwd": target.folder, "timeout": SECONDS, "capture_output": True, "text": True}
    return subprocess.run(words, env={**os.environ, **variables}, check=False, **how)


def read_report(report: Path) -> tuple[Counts, list[str]]:
    """Read the report of the hooks: an empty line of JSON for every request, and the findings."""
    if not report.exists():
        return {}, []
    n_requests, shortest = 0, dict[tuple[str, ...], str]()
    for line in report.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        if not found:
            n_requests += 1
            continue
        place = (found["check"], found["operation"], str(found["status"]))
        text = f"{' '.join(place)}: {found['text']}\n{found['curl']}"
        shortest[place] = min(text, shortest.get(place, text), key=len)
    return {"from the description": n_requests}, list(shortest.values())


ATTACKS: dict[str, Attack] = {
    "description": follow_description,
    "bodies": send_bodies,
    "sockets": send_broken_requests,
    "floods": flood,
    "tables": flood_tables,
}
