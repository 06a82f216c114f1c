"""Run a campaign until it has done enough, keep what it found in a file, and go on from that file."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from burgomaster.campaigns.campaign import Setup, Tally, Trial, load_campaign

SAVE_SECONDS = 2.0  # between two writes of the state, at least
FAILED = "failed trials"
MOST_FAILED = 20  # in a row; then something is missing or broken, and more of the same tells nothing


class OtherState(ValueError):
    """A state file that belongs to another campaign, or to none."""


@dataclass(frozen=True)
class Plan:
    """Which campaign runs, from which seed, and how long."""

    name: str
    first_seed: int = 1
    count: int | None = None  # of the campaign's unit; None for its goal
    minutes: float | None = None  # stop after so long, wherever it is
    state: Path | None = None  # what was done is kept here, and gone on from


def run_campaign(plan: Plan, setup: Setup, announce: Callable[[Tally], None]) -> Tally:
    """Run trials until the count is reached or the time is up; `announce` is told the tally after each.

    A campaign is given up when too many trials fail in a row.
    """
    campaign = load_campaign(plan.name)
    tally = read_tally(plan)
    enough = campaign.GOAL if plan.count is None else plan.count
    end = time.monotonic() + 60 * plan.minutes if plan.minutes is not None else float("inf")
    saved, n_failed = time.monotonic(), 0
    try:
        with campaign.begin(setup) as trial:
            while tally.counts[campaign.UNIT] < enough and time.monotonic() < end and n_failed < MOST_FAILED:
                seed = plan.first_seed + tally.trials
                made = careful(trial, seed)
                n_failed = n_failed + 1 if FAILED in made.counts else 0
                tally.add(seed, made)
                announce(tally)
                if time.monotonic() - saved > SAVE_SECONDS:
                    write_tally(plan, tally)
                    saved = time.monotonic()
    finally:
        write_tally(plan, tally)
    return tally


def run_one(name: str, seed: int, setup: Setup) -> Tally:
    """Run the one trial of a seed."""
    tally = Tally()
    with load_campaign(name).begin(setup) as trial:
        tally.add(seed, careful(trial, seed))
    return tally


def careful(trial: Callable[[int], Trial], seed: int) -> Trial:
    """Run one trial; that it fails is a finding too."""
    try:
        return trial(seed)
    except Exception as error:
        return Trial({FAILED: 1}, (f"{type(error).__name__}: {error}",))


def read_tally(plan: Plan) -> Tally:
    """Read how far a campaign came; a new one if nothing is kept."""
    if plan.state is None or not plan.state.exists():
        return Tally()
    try:
        kept = json.loads(plan.state.read_text(encoding="utf-8"))
        if (kept["campaign"], kept["first_seed"]) != (plan.name, plan.first_seed):
            raise ValueError(f"{kept['campaign']} --seed {kept['first_seed']}")
        findings = [(int(seed), str(text)) for seed, text in kept["findings"]]
        return Tally(int(kept["trials"]), Counter(kept["counts"]), findings, dict(kept.get("measured", {})))
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise OtherState(str(error)) from None


def write_tally(plan: Plan, tally: Tally) -> None:
    """Keep how far a campaign came; a file is never half written."""
    if plan.state is None:
        return
    kept = {"campaign": plan.name, "first_seed": plan.first_seed, "trials": tally.trials}
    kept |= {"counts": dict(tally.counts), "findings": tally.findings, "measured": tally.measured}
    beside = plan.state.with_name(plan.state.name + ".part")
    beside.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")
    os.replace(beside, plan.state)
