"""The folder of a training: what is needed to go on, the nets, the curve.

`state.pt` is written first and replaced as a whole, and everything else can be made again from it, so a
training may be killed at any moment. A folder serves one training at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from burgomaster.bots.net import Weights
from burgomaster.bots.net_file import NEWEST, write_net
from burgomaster.core.svg_chart import Line, Panel, line_chart
from burgomaster.learning.texts import TrainingError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

STATE, CURVE, CHART = "state.pt", "curve.jsonl", "curve.svg"
ERRORS = ("points", "winner", "lead")  # as a measure of the curve lists them


class Folder:
    """Where a training is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def owned(self) -> Iterator[None]:
        """Keep other processes from training in the same folder."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise self.unwritable(error) from None
        try:
            self._take(lock)
            yield
        finally:
            os.close(lock)

    def _take(self, lock: int) -> None:
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TrainingError("training.busy", path=self.path) from None

    def unwritable(self, error: OSError) -> TrainingError:
        """Make the error of a folder that cannot be written to."""
        why = error.strerror or type(error).__name__
        return TrainingError("training.cannot_write", path=self.path, why=why)

    # What is needed to go on

    def has_state(self) -> bool:
        """Tell whether there is a training to go on with."""
        return (self.path / STATE).exists()

    def load(self) -> dict[str, Any]:
        """Read what is needed to go on. Nothing in the file is run."""
        import torch

        path = self.path / STATE
        try:
            found = torch.load(path, map_location="cpu", weights_only=True)
            if not isinstance(found, dict):
                raise TypeError(f"{type(found).__name__}")
            return found
        except Exception as error:  # torch raises whatever its readers do
            why = f"{type(error).__name__}: {error}".splitlines()[0][:120]
            raise TrainingError("training.broken", path=path, why=why) from None

    def keep(self, state: Mapping[str, Any]) -> None:
        """Write what is needed to go on, all or nothing."""
        import torch

        beside = self.path / f"{STATE}.new"
        try:
            torch.save(dict(state), beside)
            os.replace(beside, self.path / STATE)
        except OSError as error:
            raise self.unwritable(error) from None
        except RuntimeError as error:  # so torch calls a disk that is full
            raise TrainingError("training.cannot_write", path=beside, why=str(error)[:120]) from None

    # What is for others

    def publish(
        self, weights: Weights, facts: Mapping[str, str], curve: Sequence[Mapping[str, Any]], title: str
    ) -> None:
        """Write the net, with its number and as the newest, and the curve."""
        try:
            write_net(self.path / f"net-{int(facts['rounds']):06d}.safetensors", weights, facts)
            write_net(self.path / NEWEST, weights, facts)
            self._replace(CURVE, "".join(json.dumps(line) + "\n" for line in curve))
            self._replace(CHART, draw_curve(title, curve))
        except OSError as error:
            raise self.unwritable(error) from None

    def _replace(self, name: str, text: str) -> None:
        beside = self.path / f"{name}.new"
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, self.path / name)


def draw_curve(title: str, curve: Sequence[Mapping[str, Any]]) -> str:
    """Draw how a training went: games won above, errors below, over the minutes."""
    won: dict[str, list[tuple[float, float]]] = {}
    for measured in curve:
        for one in measured["against_greedy"]:
            if one["won"] is not None:
                won.setdefault(one["variant"], []).append((measured["seconds"] / 60, one["won"]))
    errors = {
        name: [(measured["seconds"] / 60, measured["errors"][index]) for measured in curve]
        for index, name in enumerate(ERRORS)
    }
    highest = max([0.1, *(value for points in errors.values() for _, value in points)])
    panels = [
        Panel("won against greedy, %", [dotted(*one) for one in won.items()], 100.0),
        Panel("errors", [dotted(*one) for one in errors.items()], highest),
    ]
    return line_chart(title, "minutes", panels)


def dotted(name: str, points: Sequence[tuple[float, float]]) -> Line:
    """Make a line with a dot for every measure."""
    return Line(name, points, [(minutes, value, 2.5, "") for minutes, value in points])
