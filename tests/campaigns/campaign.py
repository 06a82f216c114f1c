"""Campaigns: trials by seed that count their work and report findings.

A campaign is a module of this folder with three names:

- `UNIT`: the count that matters, such as "kills";
- `GOAL`: the number of units of a whole campaign;
- `begin(setup)`: a context manager that prepares servers and the like, and gives a function
  that makes a `Trial` from a seed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

NAMES = ("rules", "card", "leak", "kill", "race", "hostile", "soak")
FAILED = "failed trials"
MOST_FAILED = 20  # in a row; then something is missing or broken, and more of the same tells nothing


@dataclass(frozen=True)
class Setup:
    folder: Path  # for its files; emptied afterwards
    database: str = ""  # the address of a PostgreSQL where databases may be made; "" for SQLite files
    options: Mapping[str, Any] = field(default_factory=dict)  # of one campaign, by name


@dataclass(frozen=True)
class Trial:
    counts: Mapping[str, int]
    findings: tuple[str, ...] = ()
    measured: Mapping[str, float] = field(default_factory=dict)  # the last value counts, they are not added


@dataclass
class Tally:
    """The sum of all trials so far."""

    trials: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[int, str]] = field(default_factory=list)  # the seed, and what was wrong
    measured: dict[str, float] = field(default_factory=dict)  # as the last trial found it

    def add(self, seed: int, trial: Trial) -> None:
        self.trials += 1
        self.counts.update(trial.counts)
        self.findings += [(seed, text) for text in trial.findings]
        self.measured |= trial.measured


@dataclass(frozen=True)
class Plan:
    name: str
    first_seed: int = 1
    count: int | None = None  # of the campaign's unit; None for its goal
    minutes: float | None = None  # the time limit


class CampaignModule(Protocol):
    UNIT: str
    GOAL: int

    def begin(self, setup: Setup) -> AbstractContextManager[Callable[[int], Trial]]: ...


def load_campaign(name: str) -> CampaignModule:
    module: Any = import_module(f"tests.campaigns.{name}")
    return module  # type: ignore[no-any-return]


def run_campaign(plan: Plan, setup: Setup, announce: Callable[[Tally], None] = lambda tally: None) -> Tally:
    """Run trials until the count is reached, the time is up or too many trials failed in a row."""
    campaign, tally, n_failed = load_campaign(plan.name), Tally(), 0
    enough = campaign.GOAL if plan.count is None else plan.count
    with campaign.begin(setup) as trial:
        end = time.monotonic() + 60 * plan.minutes if plan.minutes is not None else float("inf")
        while tally.counts[campaign.UNIT] < enough and time.monotonic() < end and n_failed < MOST_FAILED:
            seed = plan.first_seed + tally.trials
            made = careful(trial, seed)
            n_failed = n_failed + 1 if FAILED in made.counts else 0
            tally.add(seed, made)
            announce(tally)
    return tally


def run_one(name: str, seed: int, setup: Setup) -> Tally:
    tally = Tally()
    with load_campaign(name).begin(setup) as trial:
        tally.add(seed, careful(trial, seed))
    return tally


def careful(trial: Callable[[int], Trial], seed: int) -> Trial:
    """Run one trial; an exception is a finding too."""
    try:
        return trial(seed)
    except Exception as error:
        return Trial({FAILED: 1}, (f"{type(error).__name__}: {error}",))
