"""`burgomaster train`: let a net learn a game by playing against itself."""

from __future__ import annotations

import argparse
import json
import math
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_game, add_json, add_number, whole_number
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.learning.plan import DEVICES
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from rich.progress import Progress

    from burgomaster.learning.session import Session

MINUTES = 10
FOLDER = "training"
MAX_SEED = 1_000_000
REPEATED = ("device", "minutes", "seed", "threads", "games", "folder", "from")  # in a net's provenance


def add_train(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_game(parser, say)
    add = parser.add_argument
    add("--device", choices=DEVICES, default=DEVICES[0], help=say("train.device"))
    add("--minutes", type=minutes(say), default=MINUTES, metavar="M", help=say("train.minutes", n=MINUTES))
    add("--folder", metavar="DIR", help=say("train.folder", folder=f"{FOLDER}/GAME"))
    add("--seed", type=seed(say), metavar="N", help=say("train.seed"))
    add_number(parser, say, "train.threads", least=1)
    add_number(parser, say, "train.games", least=1, metavar="K")
    add("--from", metavar="FILE", help=say("train.from"))
    add_json(parser, say)


def minutes(say: Translator) -> Callable[[str], float]:
    def read(word: str) -> float:
        try:
            found = float(word)
        except ValueError:
            found = math.nan
        if not 0 < found < math.inf:
            raise argparse.ArgumentTypeError(say("train.no_minutes", given=repr(word)))
        return found

    return read


def seed(say: Translator) -> Callable[[str], int]:
    number = whole_number(say)

    def read(word: str) -> int:
        if number(word) > MAX_SEED:
            raise argparse.ArgumentTypeError(say("train.large_seed", most=MAX_SEED, given=word[:20]))
        return number(word)

    return read


def run_train(arguments: argparse.Namespace, say: Translator) -> int:
    game_info(arguments.game)
    from burgomaster.learning.session import Folder, Session, TrainingRequest

    path = Path(arguments.folder or Path(FOLDER) / arguments.game)
    request = TrainingRequest(
        arguments.game, path, arguments.device, arguments.minutes, arguments.seed, arguments.threads,
        arguments.games, vars(arguments)["from"], command_of(arguments),
    )  # fmt: skip
    folder = Folder(path)
    with folder.owned():
        session = Session(request, folder)
        try:
            train(session, TrainingReport(say, arguments.json))
        finally:
            session.close()
    return DONE


def command_of(arguments: argparse.Namespace) -> str:
    words = ["burgomaster", "train", arguments.game]
    for name in REPEATED:
        value = vars(arguments)[name]
        if value is not None:
            words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)


def train(session: Session, report: TrainingReport) -> None:
    """Say what begins, train with a bar on a terminal, say where the net is."""
    report.begin(session)
    if not session.is_over:
        with watching_compiler(report.say):
            session.prepare()
        with report.bar(session) as bar:
            session.run(lambda: report.round(bar, session), lambda line: report.measure(bar, line))
    report.end(session)


class TrainingReport:
    """Tells how a training goes, beside a bar on a terminal: to people, or to programs line by line."""

    def __init__(self, say: Translator, is_json: bool) -> None:
        from burgomaster.terminal.output import make_console

        self.say, self.is_json = say, is_json
        self.console = make_console(stderr=True)
        self.shows_bar = self.console.is_terminal and not is_json

    def tell(self, event: str, text: str, **facts: Any) -> None:
        if self.is_json:
            print(json.dumps({"event": event, **facts}), flush=True)
        elif self.shows_bar:
            self.console.print(text, soft_wrap=True)
        else:
            print(text, flush=True)

    def begin(self, session: Session) -> None:
        """Say what is trained and where, and whether it goes on."""
        training, request = session.training, session.request
        facts = {
            "game": request.game, "device": session.device, "minutes": training.plan.minutes,
            "folder": str(request.folder), "resumed": session.is_resumed, "round": training.rounds,
            "spent": round(training.spent, 1),
        }  # fmt: skip
        key = "train.over" if session.is_over else "train.resumed" if session.is_resumed else "train.begins"
        spent = self.say.decimal(training.spent / 60)
        words = {"game": request.game, "device": session.device, "folder": request.folder}
        wanted = f"{training.plan.minutes:g}"
        self.tell(
            "begin", self.say(key, **words, minutes=wanted, spent=spent, round=training.rounds), **facts
        )

    def bar(self, session: Session) -> Progress:
        from rich.progress import BarColumn, Progress, TextColumn

        training = session.training
        self._before = (training.spent, training.games)
        columns = (BarColumn(), TextColumn("{task.description}"))
        made = Progress(*columns, console=self.console, transient=True, disable=not self.shows_bar)
        made.add_task("", total=training.plan.seconds, completed=int(training.spent))
        return made

    def round(self, bar: Progress, session: Session) -> None:
        training = session.training
        seconds, games = training.spent - self._before[0], training.games - self._before[1]
        words = self.say(
            "train.round",
            spent=self.say.decimal(training.spent / 60),
            minutes=f"{training.plan.minutes:g}",
            round=training.rounds,
            speed=f"{games / max(seconds, 1e-3):.0f}",
            errors=errors_of(training.errors),
        )
        bar.update(bar.task_ids[0], completed=training.spent, description=words)

    def measure(self, bar: Progress, line: dict[str, Any]) -> None:
        found = "; ".join(self.variant(one) for one in line["against_greedy"])
        words = {
            "minutes": self.say.decimal(line["seconds"] / 60),
            "round": line["round"],
            "games": line["games"],
        }
        errors = errors_of(line["errors"])
        self.tell("measure", self.say("train.measure", **words, errors=errors, found=found), **line)

    def variant(self, one: dict[str, Any]) -> str:
        if one["won"] is None:
            return self.say("train.alone", variant=one["variant"], points=self.say.decimal(one["points"]))
        words = {name: self.say.decimal(one[name]) for name in ("won", "points", "others")}
        return self.say("train.against", variant=one["variant"], **words)

    def end(self, session: Session) -> None:
        from burgomaster.bots.net_file import NEWEST

        path, training = session.request.folder / NEWEST, session.training
        text = self.say("train.done", path=path, game=session.request.game)
        self.tell("end", text, net=str(path), round=training.rounds, games=training.games)


def errors_of(errors: list[float]) -> str:
    return " ".join(f"{error:.3f}" for error in errors)
