"""Parts of what was played alone, as files in the folder of a training: what is there counts."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from burgomaster.core.inputs import InputLayout
from burgomaster.learning.alone_games import KINDS, Choices
from burgomaster.learning.texts import TrainingError

NAME = re.compile(r"alone-([0-9]{6,})\.npz")
ABOUT = "about"  # what is told of a part, in JSON


class Part(NamedTuple):
    """What was played in some seconds."""

    choices: Choices
    seconds: float
    games: int  # that are over
    points: int  # of all of them together


def part_numbers(folder: Path) -> list[int]:
    """List the numbers of the parts in a folder."""
    found = [NAME.fullmatch(path.name) for path in folder.iterdir()]
    return sorted(int(one[1]) for one in found if one is not None)


def part_path(folder: Path, number: int) -> Path:
    """Name the file of a part."""
    return folder / f"alone-{number:06d}.npz"


def write_part(path: Path, part: Part, game: str, layout: InputLayout) -> None:
    """Write a part, all or nothing."""
    about = {"game": game, "inputs": layout.version, "seconds": part.seconds}
    about |= {"games": part.games, "points": part.points}
    tables: dict[str, Any] = {**part.choices._asdict(), ABOUT: np.array(json.dumps(about))}
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        np.savez_compressed(file, **tables)
    os.replace(beside, path)


def read_part(path: Path, game: str, layout: InputLayout) -> Part:
    """Read a part; TrainingError says which file is none of this game. Nothing in the file is run."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            about: dict[str, Any] = json.loads(str(file[ABOUT]))
            found = about["game"], about["inputs"]
            choices = Choices(**{name: file[name] for name in KINDS})
        part = Part(choices, float(about["seconds"]), int(about["games"]), int(about["points"]))
        if found == (game, layout.version):
            check_part(part, layout)
    except Exception as error:  # numpy and zipfile raise whatever their readers do
        why = f"{type(error).__name__}: {error}".splitlines()[0][:120]
        raise TrainingError("training.alone_broken", path=path, why=why) from None
    if found != (game, layout.version):
        raise other_part(path, about, game, layout)
    return part


def other_part(path: Path, about: Mapping[str, Any], game: str, layout: InputLayout) -> TrainingError:
    """Make the error of a part of another game, or of other inputs."""
    words = {"found": str(about["game"])[:40], "inputs": str(about["inputs"])[:10]}
    return TrainingError("training.alone_other", path=path, wanted=game, version=layout.version, **words)


def check_part(part: Part, layout: InputLayout) -> None:
    """Raise ValueError unless the tables of a part fit each other and the inputs of the game."""
    choices = part.choices
    for name, kind in KINDS.items():
        table = getattr(choices, name)
        if table.dtype != kind or table.ndim != 1:
            raise ValueError(f"{name} is {table.dtype} {table.shape}")
        if not np.isfinite(table).all():
            raise ValueError(f"not all of {name} are finite")
    n_inputs, n_moves = int(choices.lengths.sum()), int(choices.sizes.sum())
    if not len(choices.places) == len(choices.numbers) == n_inputs:
        raise ValueError("lengths do not fit")
    if not len(choices.shown) == len(choices.lengths) == n_moves or (choices.sizes == 0).any():
        raise ValueError("sizes do not fit")
    if (choices.places >= layout.size).any() or not 0 <= part.seconds < math.inf:
        raise ValueError("out of range")
