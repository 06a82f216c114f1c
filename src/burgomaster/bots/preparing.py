"""Getting games ready: their kernels are compiled step by step in worker processes, with real progress.

A stage of a game is what somebody waits for: `rules` is all that people's moves need, `bots` is what the
computer players need on top. The steps of a stage are shared out among the workers, which find each other's
results in the disk cache. The process that asks compiles nothing and stays quick. In the plain build, which
has no disk cache, it compiles everything itself, in a thread.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple

from burgomaster.compiler.jit import IS_PLAIN
from burgomaster.core.preparing import RULES_ENTRIES, is_prepared, mark_prepared

RULES, BOTS, CHECKS, BATCH = "rules", "bots", "checks", "batch"
REHEARSAL = "rehearsal"  # the last step of the rules: finds whatever the others have missed
STEPS: dict[str, Sequence[str]] = {
    RULES: (*RULES_ENTRIES, REHEARSAL),
    BOTS: ("search", "greedy"),
    CHECKS: ("conformance",),  # what only the tests of a game run
    BATCH: ("lockstep",),  # many games at once, for learning
}
WORKER = "burgomaster.bots.prepare_worker"
N_WORKERS = max(1, min(4, os.cpu_count() or 1))


class Progress(NamedTuple):
    """How far a stage of a game is."""

    done: int  # kernels
    total: int  # 0: not counted yet
    is_ready: bool


@dataclass
class Job:
    """A stage of a game on its way."""

    game: str
    stage: str
    waiting: list[str]  # steps that nobody has begun
    n_running: int = 0
    kernels: set[str] = field(default_factory=set)  # all, by name
    done: set[str] = field(default_factory=set)
    ready: threading.Event = field(default_factory=threading.Event)

    def next_step(self) -> str | None:
        """Take a step that can be done now; the rehearsal comes when all others are done."""
        if not self.waiting or (self.waiting[0] == REHEARSAL and self.n_running > 0):
            return None
        self.n_running += 1
        return self.waiting.pop(0)


class Preparer:
    """Prepares games in worker processes, the most wanted first. Any thread may call it."""

    def __init__(self, n_workers: int = N_WORKERS, delay: float = 0.0) -> None:
        self._delay = delay  # seconds that workers wait unless somebody wants a game before
        self._wanted = threading.Event()
        self._jobs: dict[tuple[str, str], Job] = {}  # the most wanted first
        self._changed = threading.Condition()
        self._n_workers = n_workers
        self._processes: list[subprocess.Popen[str]] = []
        self._threads: list[threading.Thread] = []
        self._closed = False

    def add(self, game: str, *stages: str) -> None:
        """Let stages of a game be prepared behind what is waiting, unless they are ready already."""
        for stage in stages:
            job = Job(game, stage, [] if is_prepared(game, stage) else list(STEPS[stage]))
            if not job.waiting:
                job.ready.set()
            with self._changed:
                self._jobs.setdefault((game, stage), job)
                self._start()

    def want(self, game: str) -> None:
        """Prepare a game before all others."""
        self._wanted.set()
        with self._changed:
            mine = {key: job for key, job in self._jobs.items() if key[0] == game}
            self._jobs = {**mine, **self._jobs}

    def progress(self, game: str, stage: str) -> Progress:
        job = self._jobs[game, stage]
        return Progress(len(job.done & job.kernels), len(job.kernels), job.ready.is_set())

    def wait(self, game: str, stage: str, seconds: float | None = None) -> bool:
        """Wait until a stage is ready; False if it is not by then."""
        job = self._jobs.get((game, stage))
        return job is None or job.ready.wait(seconds)

    def close(self) -> None:
        """End all workers; what they have compiled is kept."""
        with self._changed:
            self._closed = True
            self._wanted.set()
            self._changed.notify_all()
        for process in self._processes:
            with suppress(OSError):
                process.kill()
        for thread in list(self._threads):
            thread.join(0 if IS_PLAIN else None)  # what this process compiles itself ends with it

    # In the threads that lead the workers

    def _start(self) -> None:
        """Start leaders where some are missing and there is work."""
        self._changed.notify_all()
        missing = self._n_workers - len(self._threads) if self._has_work() else 0
        for _ in range(missing):
            thread = threading.Thread(target=self._lead, name="prepare", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _has_work(self) -> bool:
        return any(job.waiting for job in self._jobs.values())

    def _lead(self) -> None:
        """Hand one step after another to a worker process, a new one if it has died."""
        process = None
        self._wanted.wait(self._delay)
        while (found := self._next()) is not None:
            job, step = found
            try:
                if IS_PLAIN:
                    self._do_here(job, step)
                else:
                    process = process or self._spawn()
                    self._do(process, job, step)
            except (OSError, ValueError):  # the process that asks compiles the rest itself
                if process is not None:
                    end(process)
                process = None
            self._end(job)
        if process is not None:
            end(process)

    def _spawn(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        process = subprocess.Popen([sys.executable, "-m", WORKER], stdin=pipe, stdout=pipe, text=True)
        self._processes.append(process)
        if self._closed:
            process.kill()
        return process

    def _next(self) -> tuple[Job, str] | None:
        """Wait for a step; None when nothing is left or everything ends."""
        with self._changed:
            while not self._closed:
                for job in self._jobs.values():
                    step = job.next_step()
                    if step is not None:
                        return job, step
                if not self._has_work():
                    self._threads.remove(threading.current_thread())
                    return None
                self._changed.wait()
        return None

    def _do(self, process: subprocess.Popen[str], job: Job, step: str) -> None:
        """Have one step done, and listen to what the worker says of it: a line of JSON for everything."""
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps([job.game, job.stage, step]) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            told = json.loads(line)
            if told.get("end"):
                return
            job.kernels.update(told.get("kernels", ()))
            job.done.update(told.get("done", ()))
        raise OSError("the worker ended")

    def _do_here(self, job: Job, step: str) -> None:
        """Do one step in this process: there is no cache in which it would find a worker's results."""
        try:
            names = set(import_module(WORKER).compile_step(job.game, step))
        except Exception as error:
            raise OSError(f"{step} of {job.game} cannot be compiled") from error
        job.kernels |= names
        job.done |= names

    def _end(self, job: Job) -> None:
        with self._changed:
            job.n_running -= 1
            if not job.waiting and job.n_running == 0 and not self._closed:
                if job.kernels <= job.done:
                    mark_prepared(job.game, job.stage)
                job.ready.set()
            self._changed.notify_all()


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    with suppress(OSError), process:  # closes its pipes, and waits for it
        pass
