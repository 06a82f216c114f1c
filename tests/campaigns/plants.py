"""Faults that tests plant into servers, to see whether a campaign finds them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection

from burgomaster.server import outbox, store
from burgomaster.server.calls import caller
from burgomaster.server.calls.notices import Truth
from burgomaster.server.match import Kind, apply, moves
from burgomaster.server.outbox import Notice
from burgomaster.server.store import Conflict, Store, Writing
from burgomaster.server.study.store import StudyStore
from burgomaster.server.study.tree import Place
from burgomaster.server.tournaments import store as cup_store


def answer_before_storing() -> None:
    """Let a store write a little later than it says."""
    write_now = Store.write

    def later(self: Store, *given: Writing) -> None:
        def write() -> None:
            with suppress(Conflict):
                write_now(self, *given)

        threading.Timer(0.3, write).start()

    Store.write = later  # type: ignore[method-assign]


def never_start_again() -> None:
    """Let a store that has tables be refused."""
    opened = Store.__init__

    def refuse(self: Store, address: str) -> None:
        opened(self, address)
        if self.newest() > 0:
            raise RuntimeError("planted")

    Store.__init__ = refuse  # type: ignore[method-assign]


def take_every_move() -> None:
    """Let a server forget which position a move was meant for, and for whom."""
    play = moves.play

    def careless(match: Any, seat: int, move: str, position: Any, now: float, **other: Any) -> Any:
        turn = match.to_move if match.to_move is not None else seat
        return play(match, turn, move, None, now, **other)

    moves.play = careless


def take_every_name() -> None:
    """Let people enter a tournament under any name."""
    cup_store.unique_name = lambda name, _taken: name


def try_moves_later() -> None:
    """Let a study keep its moves a little later than it says."""
    add_moves = StudyStore.add_moves

    def later(self: StudyStore, study: str, place: Place, moves: Sequence[str], now: float) -> int:
        threading.Timer(0.3, lambda: add_moves(self, study, place, moves, now)).start()
        found = self.find(study)
        return 1 + max(found.nodes if found else (), default=0)

    StudyStore.add_moves = later  # type: ignore[method-assign]


def forget_withdrawals() -> None:
    """Let commentators look into hands for ever, once everybody has agreed."""
    usual = apply.APPLY[Kind.COMMENTARY]

    def only_agree(match: Any, entry: Any) -> None:
        if entry.data["yes"]:
            usual(match, entry)

    apply.APPLY = {**apply.APPLY, Kind.COMMENTARY: only_agree}


def call_for_everything() -> None:
    """Let people be called for what was true once."""
    caller.truth_of = lambda *_: Truth.HOLDS


def write_calls_later() -> None:
    """Let a store write who is to be called a little later than their reason."""

    def later(connection: Connection, match: str, notices: Sequence[Notice]) -> None:
        engine = connection.engine

        def write() -> None:
            with engine.begin() as another:
                outbox.write_notices(another, match, notices)

        if notices:
            threading.Timer(0.5, write).start()

    store.write_notices = later
