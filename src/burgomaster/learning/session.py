"""A training with its folder: begun, gone on with, kept after every measure.

`state.pt` is written first and replaced as a whole, and everything else can be made again from it, so a
training may be killed at any moment. A folder serves one training at a time.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from burgomaster import __version__
from burgomaster.bots.net import MAX_SEATS, Weights
from burgomaster.bots.net_file import NEWEST, layout_of, net_of, write_net
from burgomaster.core.errors import BurgomasterError, OptionError
from burgomaster.core.inputs import InputLayout
from burgomaster.core.language import Catalog
from burgomaster.core.svg_chart import Line, Panel, line_chart
from burgomaster.learning.plan import AUTO, CPU, CUDA, plan_for
from burgomaster.learning.player import Job, Players, stack
from burgomaster.learning.variants import variants_of

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


if TYPE_CHECKING:
    from burgomaster.learning.training import Training

TEXTS = Catalog(Path(__file__).parent)
STATE, CURVE, CHART = "state.pt", "curve.jsonl", "curve.svg"
ERRORS = ("points", "winner", "lead")  # as a measure of the curve lists them
SEED = 1
KEEP_EVERY = 10.0  # seconds; no more is lost by a kill, but for the round that is played
ROOT = Path(__file__).resolve().parents[3]  # of a checkout
SECONDS = 10  # that git may take


class TrainingError(BurgomasterError):
    """A training that cannot be done as it was asked for; nothing has changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key, TEXTS, **values)


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
            try:
                if fcntl is not None:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TrainingError("training.busy", path=self.path) from None
            yield
        finally:
            os.close(lock)

    def unwritable(self, error: OSError) -> TrainingError:
        why = error.strerror or type(error).__name__
        return TrainingError("training.cannot_write", path=self.path, why=why)

    # What is needed to go on

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
    return Line(name, points, [(minutes, value, 2.5, "") for minutes, value in points])


# The training


@dataclass(frozen=True)
class TrainingRequest:
    """What somebody asked for; None leaves a choice to the plan or to what was begun."""

    game: str
    folder: Path
    device: str = AUTO
    minutes: float | None = None
    seed: int | None = None
    threads: int | None = None
    games: int | None = None
    start: str | None = None  # the file of a net to begin from
    command: str = ""


class Session:
    """A training that is kept in a folder. `folder.owned()` has to be held."""

    def __init__(self, request: TrainingRequest, folder: Folder) -> None:
        self.request, self.folder = request, folder
        layout = layout_of(request.game)
        if layout is None:
            raise OptionError("net.no_inputs", game=request.game)
        self.layout = layout
        if find_spec("torch") is None:
            raise TrainingError("training.no_torch")
        self.device = choose_device(request.device)
        state = self._stored()
        weights = net_of(request.game, request.start) if request.start else None
        self.variants = variants_of(request.game)
        self.training = self._make(state)
        if weights is not None:
            self.training.begin_from(weights)
        self.is_resumed = state is not None
        self.is_over = self.training.done() >= 1.0

    def _stored(self) -> dict[str, Any] | None:
        """Read a training that was begun, None if there is none; TrainingError if it is another one."""
        if not (self.folder.path / STATE).exists():
            return None
        if self.request.start is not None:
            raise TrainingError("training.begun_already", path=self.folder.path)
        state = self.folder.load()
        check_state(state, self.request, self.layout)
        return state

    def _make(self, state: Mapping[str, Any] | None) -> Training:
        from burgomaster.learning.training import Training

        request = self.request
        seed = SEED if request.seed is None else request.seed
        is_from_net = bool(state.get("is_from_net")) if state is not None else request.start is not None
        plan = plan_for(self.device, is_from_net, minutes=request.minutes, games=request.games, seed=seed)
        made = Training(request.game, plan, self.device, self._players(), self.variants)
        made.is_from_net = is_from_net
        if state is not None:
            try:
                made.set_state(state)
            except (KeyError, TypeError, ValueError, RuntimeError, AttributeError) as error:
                why = f"{type(error).__name__}: {error}".splitlines()[0][:120]
                raise TrainingError("training.broken", path=self.folder.path / STATE, why=why) from None
            made.plan = replace(made.plan, seed=made.first_seed)
        return made

    def _players(self) -> Players:
        """Choose where games are played: on the graphics card, or in threads here."""
        if self.device == CUDA and find_spec("numba_cuda") is not None:
            from burgomaster.learning.lockstep import CardPlayers

            return CardPlayers(self.variants[0].game, self.layout, self.device, self.request.threads)
        return Players(self.variants[0].game.rules.state, self.layout, self.request.threads)

    def prepare(self) -> None:
        """Let every player play a game, so that everything is compiled before the time is counted."""
        seats, players = np.zeros((1, MAX_SEATS), np.int8), self.training.players
        jobs = [Job(self.variants[0].game, seats, 1)] * players.threads
        list(players.play(jobs, stack([self.training.net.weights()])))

    def run(self, on_round: Callable[[], None], on_measure: Callable[[dict[str, Any]], None]) -> None:
        """Train until the time is over; every measure is kept before anybody is told."""
        kept = self.training.spent

        def note(line: dict[str, Any]) -> None:
            self.keep()
            on_measure(line)

        def go_on() -> None:
            nonlocal kept
            if self.training.spent >= kept + KEEP_EVERY:
                kept = self.training.spent
                self.folder.keep(self.training.state())
            on_round()

        if self.training.curve and self.training.curve[-1]["round"] == self.training.rounds:
            self.publish()  # a kill may have come between the state and the rest
        self.training.run(go_on, note)

    def close(self) -> None:
        self.training.players.close()

    def keep(self) -> None:
        """Write everything to the folder: first what is needed to go on."""
        self.folder.keep(self.training.state())
        self.publish()

    def publish(self) -> None:
        training = self.training
        title = f"{self.request.game}: {training.spent / 60:.1f} min, {training.games} games"
        self.folder.publish(training.net.weights(), self.facts(), training.curve, title)

    def facts(self) -> dict[str, str]:
        training = self.training
        return {
            "game": self.request.game,
            "inputs": str(self.layout.version),
            "command": self.request.command,
            "seed": str(training.first_seed),
            "sources": sources(),
            "versions": json.dumps(versions()),
            "device": device_name(self.device),
            "rounds": str(training.rounds),
            "games": str(training.games),
            "minutes": f"{training.spent / 60:.1f}",
            "results": json.dumps(training.curve[-1]["against_greedy"] if training.curve else []),
            "plan": json.dumps(asdict(training.plan)),
        }


def choose_device(wanted: str) -> str:
    """Choose where the net learns: on a graphics card if there is one, unless somebody says otherwise."""
    import torch

    has_card = bool(torch.cuda.is_available())
    if wanted == CUDA and not has_card:
        raise TrainingError("training.no_card")
    return CUDA if has_card and wanted != CPU else CPU


def check_state(state: Mapping[str, Any], request: TrainingRequest, layout: InputLayout) -> None:
    """Raise TrainingError unless a stored training is one of this game, these inputs and this seed."""
    path = request.folder
    if state.get("game") != request.game:
        raise TrainingError(
            "training.other_game", path=path, found=str(state.get("game"))[:40], wanted=request.game
        )
    if (state.get("inputs"), state.get("n_inputs")) != (layout.version, layout.size):
        raise TrainingError("training.other_inputs", path=path, game=request.game, net=path / NEWEST)
    if request.seed is not None and request.seed != state.get("first_seed"):
        raise TrainingError(
            "training.other_seed", path=path, found=state.get("first_seed"), wanted=request.seed
        )


# Where a net comes from


@cache
def sources() -> str:
    """Name the commit of the sources, with `+` if they were changed since; else the version."""
    if not (ROOT / ".git").exists():
        return __version__
    try:
        commit = run_git("rev-parse", "HEAD")
        changed = run_git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return __version__
    return commit + ("+" if changed else "")


def run_git(*words: str) -> str:
    asked = ["git", "-C", str(ROOT), *words]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=SECONDS, check=True)
    return done.stdout.strip()


def versions() -> dict[str, str]:
    found = {"burgomaster": __version__, "python": platform.python_version()}
    for package in ("numpy", "numba", "torch"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "?"
    return found


def device_name(device: str) -> str:
    """Name the device, a graphics card by its model."""
    if device == "cpu":
        return f"cpu ({platform.machine()})"
    import torch

    return f"{device} ({torch.cuda.get_device_name(device)})"
