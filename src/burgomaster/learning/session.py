"""A training with its folder: begun, gone on with, kept after every measure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from burgomaster.bots.net import MAX_SEATS
from burgomaster.bots.net_file import NEWEST, layout_of, net_of
from burgomaster.core.errors import OptionError
from burgomaster.core.inputs import InputLayout
from burgomaster.learning.folder import STATE, Folder
from burgomaster.learning.plan import AUTO, CPU, CUDA, plan_for
from burgomaster.learning.player import Job, Players, Playing, stack
from burgomaster.learning.provenance import device_name, sources, versions
from burgomaster.learning.texts import TrainingError
from burgomaster.learning.variants import variants_of

if TYPE_CHECKING:
    from burgomaster.learning.training import Training

SEED = 1
KEEP_EVERY = 10.0  # seconds; no more is lost by a kill, but for the round that is played


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
        self.layout = needed_layout(request.game)
        check_libraries()
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
        if not self.folder.has_state():
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
            self._set_state(made, state)
        return made

    def _set_state(self, training: Training, state: Mapping[str, Any]) -> None:
        try:
            training.set_state(state)
        except (KeyError, TypeError, ValueError, RuntimeError, AttributeError) as error:
            why = f"{type(error).__name__}: {error}".splitlines()[0][:120]
            raise TrainingError("training.broken", path=self.folder.path / STATE, why=why) from None
        training.plan = replace(training.plan, seed=training.first_seed)

    def _players(self) -> Playing:
        """Choose where games are played: on the graphics card, or in threads here."""
        if self.device == CUDA and find_spec("numba_cuda") is not None:
            from burgomaster.learning.card_players import CardPlayers

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
        """Leave the players."""
        self.training.players.close()

    def keep(self) -> None:
        """Write everything to the folder: first what is needed to go on."""
        self.folder.keep(self.training.state())
        self.publish()

    def publish(self) -> None:
        """Write the net and the curve."""
        training = self.training
        title = f"{self.request.game}: {training.spent / 60:.1f} min, {training.games} games"
        self.folder.publish(training.net.weights(), self.facts(), training.curve, title)

    def facts(self) -> dict[str, str]:
        """Tell where a net comes from."""
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


def needed_layout(game: str) -> InputLayout:
    """Find how positions of a game become inputs; OptionError if it does not say."""
    layout = layout_of(game)
    if layout is None:
        raise OptionError("net.no_inputs", game=game)
    return layout


def check_libraries() -> None:
    """Say what to install if something is missing."""
    if find_spec("torch") is None:
        raise TrainingError("training.no_torch")


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
