"""`burgomaster train GAME --alone`: let a net learn how moves differ in games of one against points."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from burgomaster.cli.progress_report import ProgressReport
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

if TYPE_CHECKING:
    from burgomaster.learning.alone import AloneSession
    from burgomaster.learning.alone_learner import AloneLearner

ELSEWHERE = {"ray": True, "device": "cuda"}  # options that ask for another machine


def run(arguments: argparse.Namespace, folder: Path, command: str, say: Translator) -> int:
    """Play on and learn in a folder, and keep the net."""
    from burgomaster.learning.alone import AloneRequest, AloneSession
    from burgomaster.learning.folder import Folder

    refuse_options(arguments)
    request = AloneRequest(
        arguments.game, folder, arguments.minutes, arguments.seed, arguments.threads,
        vars(arguments)["from"], command,
    )  # fmt: skip
    kept = Folder(folder)
    with kept.owned():
        session = AloneSession(request, kept)
        try:
            train(session, AloneReport(say, arguments.json))
        finally:
            session.close()
    return DONE


def refuse_options(arguments: argparse.Namespace) -> None:
    """Raise TrainingError if an option does not go with games of one alone."""
    from burgomaster.learning.texts import TrainingError

    found = [f"--{name}" for name, word in ELSEWHERE.items() if vars(arguments)[name] == word]
    if found:
        raise TrainingError("training.alone_elsewhere", option=found[0])
    if arguments.games is not None:
        raise TrainingError("training.alone_games")


def train(session: AloneSession, report: AloneReport) -> None:
    """Say what begins, play and learn with a bar on a terminal, say where the net is."""
    from burgomaster.terminal.starting import watching_compiler

    report.begin(session)
    with watching_compiler(report.say):
        session.prepare()
    if not session.is_over:
        report.play(session)
    learner = session.learner()
    report.learn(session, learner)
    report.end(session)


class AloneReport(ProgressReport):
    """Tells how a training for one alone goes."""

    def begin(self, session: AloneSession) -> None:
        """Say what is trained and where, and whether it goes on."""
        request = session.request
        facts = {
            "game": request.game, "minutes": request.minutes, "folder": str(request.folder),
            "resumed": session.is_resumed, "spent": round(session.spent, 1), "choices": session.n_choices,
        }  # fmt: skip
        key = "one_over" if session.is_over else "one_resumed" if session.is_resumed else "one_begins"
        text = self.say(f"train.{key}", **self.words(session, session.spent), folder=request.folder)
        self.tell("begin", text, **facts)

    def words(self, session: AloneSession, spent: float) -> dict[str, str | int]:
        """Put together how far playing is."""
        times = {"spent": self.say.decimal(spent / 60), "minutes": f"{session.request.minutes:g}"}
        return {**times, "game": session.request.game, "choices": session.n_choices, "games": session.n_games}

    def play(self, session: AloneSession) -> None:
        """Play with a bar that fills with the time."""
        with self.make_bar(60.0 * session.request.minutes, session.spent) as bar:

            def move_on(spent: float) -> None:
                text = self.say("train.one_round", **self.words(session, spent))
                bar.update(bar.task_ids[0], completed=spent, description=text)

            session.play(move_on)

    def learn(self, session: AloneSession, learner: AloneLearner) -> None:
        """Learn with a bar that fills with the passes, and a line for each."""
        from burgomaster.learning.alone_learner import PASSES

        words = self.words(session, session.spent)
        error = learner.error(learner.played.checked)
        text = self.say("train.one_learns", **words, error=self.say.decimal(error, 3))
        self.tell("measure", text, **{"pass": 0}, passes=PASSES, error=round(error, 4))
        with self.make_bar(PASSES) as bar:
            for number, error in enumerate(session.learn(learner), 1):
                text = self.say("train.one_pass", number=number, n=PASSES, error=self.say.decimal(error, 3))
                self.tell("measure", text, **{"pass": number}, passes=PASSES, error=round(error, 4))
                bar.update(bar.task_ids[0], completed=number)

    def end(self, session: AloneSession) -> None:
        """Say what has changed, and where the net is."""
        result, path = session.result, session.net_path
        points = {name: self.say.decimal(vars(result)[f"points_{name}"]) for name in ("before", "after")}
        text = self.say("train.one_done", path=path, deals=result.deals, **points)
        facts = {"choices": session.n_choices, "games": session.n_games, **asdict(result)}
        self.tell("end", text, net=str(path), **facts)
