"""How a training goes: sizes, rates and times, for a processor and for a graphics card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

AUTO, CPU, CUDA = DEVICES = ("auto", "cpu", "cuda")
MEASURES = 12  # of a training, about
LEAST_PAUSE, MOST_PAUSE = 20.0, 120.0  # seconds between two of them


@dataclass(frozen=True)
class Plan:
    """How a training goes. What is not said here is the same on every machine."""

    minutes: float = 10.0
    games: int = 4096  # of a round
    games_of_job: int = 16  # that one thread plays in a row
    kept_rounds: int = 8  # that are learned from
    replay: float = 2.0  # how many older games are learned from for each new one
    batch: int = 16384
    rate: float = 1e-3
    last_rate: float = 1e-4
    explore: float = 0.3
    last_explore: float = 0.02
    explore_until: float = 0.4  # part of the time after which little is explored
    win_share: float = 0.3
    trust: float = 0.9  # in the end of a game, against what was expected a move later
    league: int = 6  # earlier nets that are kept
    league_share: float = 0.25  # of games with some of them
    measured_games: int = 256
    seed: int = 1

    @property
    def seconds(self) -> float:
        return 60.0 * self.minutes

    @property
    def pause(self) -> float:
        return min(MOST_PAUSE, max(LEAST_PAUSE, self.seconds / MEASURES))

    def explore_at(self, done: float) -> float:
        """Tell how often any move is made, when a part of the time is over."""
        left = max(0.0, 1.0 - done / self.explore_until)
        return self.last_explore + left * (self.explore - self.last_explore)

    def trust_at(self, done: float) -> float:
        """Tell how much the end of a game counts: at first all, while the net knows nothing."""
        return 1.0 - (1.0 - self.trust) * min(1.0, done / self.explore_until)

    def rate_at(self, done: float) -> float:
        """Tell how fast the net learns: the last two thirds more and more slowly."""
        falling: float = (self.last_rate / self.rate) ** max(0.0, (done - 0.3) / 0.7)
        return self.rate * falling


# A processor learns as slowly as it plays: small rounds and batches, and fewer old games.
SMALL = Plan(games=128, batch=512, replay=1.0, measured_games=64)
LARGE = Plan()
# A net that knows the game need not try everything again, and forgets less if it learns slowly.
FROM_A_NET: dict[str, Any] = {"explore": 0.05, "explore_until": 0.1, "rate": 5e-4, "last_rate": 3e-5}


def plan_for(device: str, is_from_net: bool = False, **changes: Any) -> Plan:
    """Choose what suits a device and a beginning, but for what somebody asks for; None asks for nothing."""
    wanted = {name: value for name, value in changes.items() if value is not None}
    plan = LARGE if device.startswith(CUDA) else SMALL
    return replace(plan, **(FROM_A_NET if is_from_net else {}), **wanted)
