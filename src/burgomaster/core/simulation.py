"""What came of many random games, wherever they were played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Simulation:
    """The outcome of many random games."""

    steps: int
    games: int
    seconds: float
    scores: npt.NDArray[np.int32]  # one row a game, one column a seat

    @property
    def steps_per_second(self) -> float:
        """Count the moves made each second, dealing included."""
        return self.steps / self.seconds if self.seconds > 0 else 0.0
