"""Observations and actions as spaces of Gymnasium, which PettingZoo uses as well."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.encoding import ActionSpace, Layout
from burgomaster.envs.encoded_table import MissingPackage

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, "envs") from None


def observation_space(layout: Layout) -> Any:
    """Make the space of observations, with the range of every entry."""
    entries = layout.entries()
    low, high = [entry.low for entry in entries], [entry.high for entry in entries]
    return spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)


def action_space(space: ActionSpace) -> Any:
    return spaces.Discrete(space.size)


def masked_space(layout: Layout, space: ActionSpace) -> Any:
    """Make the space of observations that come with their action mask."""
    mask = spaces.Box(0, 1, (space.size,), np.int8)
    return spaces.Dict({"observation": observation_space(layout), "action_mask": mask})
