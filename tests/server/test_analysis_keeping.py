"""An analysis is worked out once: it is there after a restart, and at every process."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import func, select, update

from burgomaster.bots.advice import MoveEvaluation
from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.explanations import Explanation
from burgomaster.bots.information_set import InformationSet
from burgomaster.core.table import Table
from burgomaster.server import admin, advice, analysis_keeping, models
from burgomaster.server.advice import AdviceService
from burgomaster.server.analysis_keeping import judge_of, keep_analysis, keep_found, read_kept
from burgomaster.server.match import Match
from burgomaster.server.store import Store
from tests import coroutines
from tests.server.fixtures import until
from tests.server.test_advice import finished


def service(store: Store) -> AdviceService:
    made = AdviceService()
    made.on_done, made.read_kept = partial(keep_found, store.engine), partial(read_kept, store.engine)
    return made


def judged_at_once(past: Table, code: int, _simulations: int, _seed: int) -> MoveEvaluation:
    information = InformationSet(past)
    move = next(move for move in information.moves() if move.code == code)
    played = MoveEstimate(move, code % 7, 0.5, code % 11 - 5.0)
    return MoveEvaluation(len(past.steps) + 1, past.round, information.seat, played, [played], [], [], "good")


def n_kept(store: Store) -> int:
    with store.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(models.analyses)) or 0


def test_nobody_waits_for_an_analysis_twice(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, store = finished(monkeypatch), Store(database)
    monkeypatch.setattr(advice, "evaluate_move", judged_at_once)
    monkeypatch.setattr(advice, "justify", lambda _past, found, _seed: Explanation(found, None, None, None))
    name = match.header.match
    store.create(match.header, Match(match.header).summary)
    first = service(store)
    worked_out = coroutines.run(first.recall(match))
    assert not worked_out.is_done
    until(lambda: worked_out.is_done and n_kept(store) == 1)
    first.close()

    def fail(*_given: object) -> None:
        raise AssertionError("it was thought about again")

    second = service(store)
    with monkeypatch.context() as patch:
        patch.setattr(advice, "evaluate_move", fail)
        recalled = coroutines.run(second.recall(match))
        assert recalled.is_done and second.known(match) is recalled
        assert coroutines.run(second.recall(match)) is recalled
    assert [one.played.lead for one in recalled.found] == [one.played.lead for one in worked_out.found]
    second.close()
    keep_analysis(store.engine, name, recalled)  # again: it takes the place of the other
    assert n_kept(store) == 1
    with monkeypatch.context() as patch:  # another net, or another release, judges anew
        patch.setattr(analysis_keeping, "__version__", "9.9")
        judge_of.cache_clear()
        assert read_kept(store.engine, name, match.table) is None
    judge_of.cache_clear()
    assert read_kept(store.engine, name, match.table) is not None
    with store.engine.begin() as connection:
        connection.execute(update(models.analyses).values(data="nonsense"))
    assert read_kept(store.engine, name, match.table) is None
    with store.engine.begin() as connection:
        assert admin.delete_matches(connection, [name], 1e12) == [name]
    assert n_kept(store) == 0
    keep_analysis(store.engine, name, recalled)  # of a game that is gone: nothing, and no error
    assert n_kept(store) == 0
    store.close()
