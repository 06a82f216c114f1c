"""Schemathesis over the published description, with all its checks and some of our own."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from burgomaster.core.registry import game_names
from tests.campaigns.clients import new_client
from tests.campaigns.hostile_places import make_places
from tests.campaigns.hostile_target import Counts, Target

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = 40  # for each address and method
SECONDS = 900  # for one run
PHASES = "examples,coverage,fuzzing,stateful"
ENDLESS = "/stream$"  # its answers have no end; the sockets' attacks listen to it
HOOKS = "tests.campaigns.hostile_hooks"
GIVEN = "HOSTILE_CAMPAIGN"  # what the hooks are given, as JSON
PARAMETERS = ("match", "cup", "study", "puzzle")  # of paths, that are mostly those of something real
FINE = (0, 1)  # exit codes of schemathesis: nothing found, something found


def follow_description(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Send what the description allows and forbids, about a table that there is, as one of its seats."""
    import schemathesis  # noqa: F401  # says at once that the package is missing

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
    """Run the command with our hooks."""
    examples = str(target.options.get("examples", EXAMPLES))
    words = [sys.executable, "-m", "schemathesis.cli", "run", f"{target.url}/api/openapi.json"]
    words += ["--seed", str(seed), "--max-examples", examples, "--checks", "all", "--warnings", "off"]
    words += ["--phases", str(target.options.get("phases", PHASES)), "--exclude-path-regex", ENDLESS]
    words += ["--request-timeout", "30", "--continue-on-failure", "--suppress-health-check", "all"]
    words += ["--output-sanitize", "false"]
    if seed % 2:  # sometimes somebody with a seat, sometimes anybody
        words += ["--header", f"Authorization: Bearer {given['key']}"]
    if "include" in target.options:
        words += ["--include-path", target.options["include"]]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "SCHEMATHESIS_HOOKS": HOOKS, GIVEN: json.dumps(given)}
    return subprocess.run(
        words,
        env=environment,
        cwd=target.folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def read_report(report: Path) -> tuple[Counts, list[str]]:
    """Read what the hooks wrote: an empty line of JSON for every request, and what was wrong."""
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
