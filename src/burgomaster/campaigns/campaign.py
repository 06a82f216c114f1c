"""What every campaign is: trials by seed that count what they did and report what they found.

A campaign is a module of this folder with three names:

- `UNIT`: the count that matters, such as "kills";
- `GOAL`: how many of them make a whole campaign;
- `begin(setup)`: a context manager that sets up what the campaign needs; it gives a function that makes a
  `Trial` from a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

NAMES = ("rules", "card", "leak", "kill", "race", "hostile", "soak")


@dataclass(frozen=True)
class Setup:
    """What a campaign is given."""

    folder: Path  # for its files; emptied afterwards
    database: str = ""  # the address of a PostgreSQL where databases may be made; "" for SQLite files
    options: Mapping[str, Any] = field(default_factory=dict)  # of one campaign, by name


@dataclass(frozen=True)
class Trial:
    """What one trial did, and what it found wrong."""

    counts: Mapping[str, int]
    findings: tuple[str, ...] = ()
    measured: Mapping[str, float] = field(default_factory=dict)  # the last value counts, they are not added


@dataclass
class Tally:
    """What all trials so far did and found."""

    trials: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[int, str]] = field(default_factory=list)  # the seed, and what was wrong
    measured: dict[str, float] = field(default_factory=dict)  # as the last trial found it

    def add(self, seed: int, trial: Trial) -> None:
        """Count one more trial."""
        self.trials += 1
        self.counts.update(trial.counts)
        self.findings += [(seed, text) for text in trial.findings]
        self.measured |= trial.measured


class CampaignModule(Protocol):
    """The names that a campaign's module has."""

    UNIT: str
    GOAL: int

    def begin(self, setup: Setup) -> AbstractContextManager[Callable[[int], Trial]]:
        """Set up what the campaign needs."""


def load_campaign(name: str) -> CampaignModule:
    """Import the module of a campaign."""
    module: Any = import_module(f"burgomaster.campaigns.{name}")
    return module  # type: ignore[no-any-return]
