"""Many games in lockstep: the same as at a table, on any number of threads; nonsense changes nothing."""

from __future__ import annotations

import copy
import pickle
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.core import sharing
from burgomaster.core.rng import PLAY_STREAM, draw_below, new_rng, seed_rng
from tests.campaigns.card import ARRAYS
from tests.cases import sweep

pytestmark = pytest.mark.slow  # nobody else steps games in lockstep: it is compiled for them alone
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("petersburg", {"players": 3}),
    ("suburbia", {"players": 2}),
    ("suburbia", {"players": 1, "solo": "dale"}),
    ("spyrium", {"players": 4}),
]


def snapshot(batch: bm.Batch) -> dict[str, bytes]:
    return {name: getattr(batch, name).tobytes() for name in ARRAYS}


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_batch_plays_the_games_of_a_table(name: str, options: dict[str, Any]) -> None:
    game = bm.game(name, **options)
    batch = bm.batch(game, 3, seed=11, threads=1, rewards="score")
    tables = [game.new(seed=11 + number) for number in range(3)]
    rngs = [new_rng() for _ in tables]
    for number, rng in enumerate(rngs):
        seed_rng(rng, 11 + number, PLAY_STREAM)
    ended: set[int] = set()
    while len(ended) < len(tables):
        actions = batch.random_actions().copy()
        for number, table in enumerate(tables):
            if number in ended:
                continue
            codes = table.legal_codes()
            assert batch.to_move[number] == table.to_move
            assert batch.mask[number].sum() == len(codes) == batch.n_legal[number]
            code = int(batch.space.moves[actions[number]])
            assert code == codes[draw_below(rngs[number], len(codes))]
            assert batch.states[number].tobytes() == table.state.tobytes()
            table.step(code)
        batch.step(actions)
        for number, table in enumerate(tables):
            if number not in ended:
                assert bool(batch.done[number]) == table.over
            if table.over and number not in ended:
                ended.add(number)
                assert batch.scores[number].tolist() == table.scores == batch.rewards[number].tolist()


@pytest.mark.parametrize(
    ("rewards", "opponents"), [("rank", None), ("progress", None), ("progress", "random")]
)
def test_threads_change_nothing(rewards: str, opponents: str | None) -> None:
    game = bm.game("petersburg", players=2)
    batches = [
        bm.batch(game, 150, seed=3, threads=threads, rewards=rewards, opponents=opponents)
        for threads in (1, 2, 5)
    ]
    for _ in range(120):
        for batch in batches:
            actions = batch.random_actions()
            batch.step(actions)
            actions[:] = -1  # are read no more
        assert snapshot(batches[0]) == snapshot(batches[1]) == snapshot(batches[2])
    assert batches[0].seeds.max() >= 153  # some games ended, and their next deals have other seeds
    for batch in batches:
        batch.reset(77)
    assert snapshot(batches[0]) == snapshot(batches[1]) == snapshot(batches[2])


@pytest.mark.parametrize(("threads", "opponents"), [(1, None), (2, None), (5, None), (2, "random")])
def test_the_first_wrong_action_is_named_whoever_finds_one(threads: int, opponents: str | None) -> None:
    batch = bm.batch(bm.game("petersburg", players=2), 200, seed=3, threads=threads, opponents=opponents)
    twin = bm.batch(batch.game, 200, seed=3, threads=1, opponents=opponents)
    for first in (0, 7, 99, 100, 150, 199):
        actions = batch.random_actions().copy()
        assert (actions == twin.random_actions()).all()
        before, wrong = snapshot(batch), actions.astype(np.int64)
        wrong[first] += 2**32  # the lower half of which is legal
        wrong[first + 1 :: 40] = -1
        with pytest.raises(bm.SetupError, match=rf"{wrong[first]} .* game {first}:"):
            batch.step(wrong)
        assert snapshot(batch) == before
        assert (batch.step(actions) == twin.step(actions)).all()


def leave(batch: bm.Batch) -> None:
    """Wait until nobody but the caller watches the board."""
    here = batch._board[sharing.IS_HERE :: sharing.ROW][1 : batch.threads]
    ends = time.monotonic() + 5
    while here.any() and time.monotonic() < ends:
        time.sleep(0.005)
    assert not here.any()  # a batch that rests keeps no thread busy


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_thread_that_never_comes_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, opponents: str | None
) -> None:
    one, two = (
        bm.batch(bm.game("petersburg", players=2), 130, seed=3, threads=threads, opponents=opponents)
        for threads in (1, 2)
    )
    leave(two)
    called: list[int] = []
    monkeypatch.setattr(two._crew, "call", lambda thread, work: called.append(thread))
    for _ in range(30):
        one.step(one.random_actions())
        two.step(two.random_actions())
        assert snapshot(one) == snapshot(two)
    assert called == [1]


def test_no_game_is_advanced_before_all_actions_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """If somebody is late with checking, the step is asked for afterwards, or not at all."""
    batch, twin = (bm.batch(bm.game("petersburg", players=2), 40, seed=3, threads=1) for _ in range(2))
    do_work, asked = batch._work, []

    def be_late(work: int, thread: int) -> int:
        asked.append(work)
        return sharing.UNCHECKED if work == sharing.CHECK else do_work(work, thread)

    monkeypatch.setattr(batch, "_work", be_late)
    assert (batch.step(batch.random_actions()) == twin.step(twin.random_actions())).all()
    assert asked == [sharing.CHOOSE, sharing.CHECK, sharing.STEP]
    assert snapshot(batch) == snapshot(twin)
    actions = batch.random_actions()
    actions[3] = -1
    batch._board[sharing.ROW + sharing.N_WRONG] = 1  # as who was late has found
    before = snapshot(batch)
    with pytest.raises(bm.SetupError, match="game 3:"):
        batch.step(actions)
    assert snapshot(batch) == before
    assert asked[3:] == [sharing.CHOOSE, sharing.CHECK]


def test_threads_that_leave_come_back() -> None:
    game = bm.game("petersburg", players=2)
    one, four = (bm.batch(game, 70, seed=3, threads=threads) for threads in (1, 4))
    for number in range(40):
        one.step(one.random_actions())
        four.step(four.random_actions())
        assert snapshot(one) == snapshot(four)
        time.sleep(0.005 * (number % 2))  # longer than anybody watches a board
    leave(four)


@pytest.mark.parametrize("opponents", [None, "random"])
def test_everything_waits_for_threads_that_still_work_at_a_step(opponents: str | None) -> None:
    """A caller who was interrupted in a step may go on at once."""
    batch = bm.batch(bm.game("petersburg", players=2), 8, threads=1, opponents=opponents)
    actions, saved = batch.random_actions().copy(), batch.save()
    asking = (
        batch.random_actions,
        batch.save,
        batch.reset,
        lambda: batch.load(saved),
        lambda: batch.observe(0),
    )
    for ask in (*asking, lambda: batch.step(actions)):
        done = slice(sharing.ROW, sharing.ROW + 1)
        batch._board[done] = 5  # as if somebody had three games of the last step
        threading.Timer(0.1, batch._board.__setitem__, (done, 8)).start()
        ask()
        assert batch._board[done] == 8


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="not on Windows")
@pytest.mark.parametrize("opponents", [None, "random"])
def test_whoever_is_interrupted_finds_everything_in_order(opponents: str | None) -> None:
    """Every array tells of the positions as they are, wherever Ctrl-C came."""
    batch = bm.batch(bm.game("petersburg", players=2), 300, seed=3, threads=3, opponents=opponents)
    before, n_interrupted = signal.signal(signal.SIGALRM, signal.default_int_handler), 0
    for number in range(40):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.001 + number * 3e-5)
            for _ in range(2000):
                batch.step(batch.random_actions())
        except KeyboardInterrupt:
            n_interrupted += 1
        saved = batch.save()
        found = {name: getattr(batch, name).tobytes() for name in ("observations", "mask", "to_move")}
        batch.load(saved)
        assert found == {name: getattr(batch, name).tobytes() for name in found}
    signal.signal(signal.SIGALRM, before)
    assert n_interrupted == 40


@pytest.mark.parametrize(
    ("name", "another", "players"),
    [("petersburg", "petersburg", 3), ("spyrium", "petersburg", 2)],
)
def test_what_is_saved_is_gone_on_from(name: str, another: str, players: int) -> None:
    game = bm.game(name, players=2)
    batch = bm.batch(game, 20, seed=5)
    for _ in range(30):
        batch.step(batch.random_actions())
    saved = batch.save()
    other = bm.batch(game, 20, seed=99)
    other.load(saved)
    for _ in range(10):
        batch.step(batch.random_actions())
        other.step(other.random_actions())
    assert snapshot(batch) == snapshot(other)
    assert (batch.reset() == bm.batch(game, 20, seed=5).observations).all()
    with pytest.raises(bm.SetupError, match="belongs to other games"):
        bm.batch(bm.game(another, players=players), 20).load(saved)


def test_what_belongs_to_other_games_is_not_loaded(tmp_path: Path) -> None:
    """Positions of all variants of a game look alike, and would be played on by the wrong rules."""
    batch = bm.batch("petersburg", 4, seed=5)
    other = bm.batch("petersburg", 4, seed=5, edition="2014").save()
    before = snapshot(batch)
    with pytest.raises(bm.SetupError, match=r"edition '2014'.*; those of this batch: edition '2004'"):
        batch.load(other)
    saved = batch.save()
    garbled = {**saved, "game": np.array("?")}
    for wrong in (
        None,
        [saved],
        {},
        {**saved, "rngs": None},
        {**saved, "seeds": saved["seeds"][:3]},
        garbled,
    ):
        with pytest.raises(bm.SetupError):
            batch.load(wrong)  # type: ignore[arg-type]
    assert snapshot(batch) == before
    np.savez(tmp_path / "games.npz", **saved)  # type: ignore[arg-type]
    batch.step(batch.random_actions())
    with np.load(tmp_path / "games.npz") as kept:
        batch.load(kept)
    assert batch.states.tobytes() == saved["states"].tobytes()


def test_a_batch_is_not_copied_unnoticed() -> None:
    """A copy would share its arrays."""
    batch = bm.batch("petersburg", 4)
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(bm.SetupError, match=r"save\(\)"):
            make(batch)
    assert repr(batch) == "<Batch: 4 x bm.game('petersburg', players=2)>"


def test_rewards() -> None:
    game = bm.game("petersburg", players=3)
    batches = {kind: bm.batch(game, 40, seed=1, rewards=kind) for kind in ("rank", "score", "margin")}
    n_ended = 0
    while n_ended < 60:
        for batch in batches.values():
            batch.step(batch.random_actions())
        rank, score, margin = batches.values()
        n_ended += int(rank.done.sum())
        assert (rank.rewards[~rank.done] == 0).all()
        for number in np.flatnonzero(rank.done):
            scores = rank.scores[number]
            assert score.rewards[number].tolist() == scores.tolist()
            others = [max(np.delete(scores, seat)) for seat in range(3)]
            assert margin.rewards[number].tolist() == (scores - others).tolist()
            assert rank.rewards[number].sum() == pytest.approx(0)
            if len(set(scores.tolist())) == 3:
                assert sorted(rank.rewards[number].tolist()) == [-1, 0, 1]
                assert rank.rewards[number].argmax() == scores.argmax()


def test_every_seat_can_be_asked_what_it_knows() -> None:
    game = bm.game("petersburg", players=2)
    batch = bm.batch(game, 8, seed=2)
    for _ in range(25):
        batch.step(batch.random_actions())
    before = snapshot(batch)
    for number in range(8):
        seat = int(batch.to_move[number])
        assert (batch.observe(seat)[number] == batch.observations[number]).all()
    assert (batch.observe(None) != batch.observe(0)).any()
    assert snapshot(batch) == before
    with pytest.raises(bm.SetupError):
        batch.observe(2)


def nonsense(batch: bm.Batch) -> list[Any]:
    legal = batch.random_actions().copy()
    illegal, below, beyond = legal.copy(), legal.copy(), legal.copy()
    illegal[2] = int(np.flatnonzero(batch.mask[2] == 0)[0])
    below[0], beyond[1] = -1, batch.space.size
    return [
        illegal,
        below,
        beyond,
        legal[:-1],
        legal.astype(float),
        legal.tolist(),
        None,
        legal.reshape(1, -1),
    ]


@pytest.mark.parametrize("name", ["petersburg", "suburbia"])
def test_nonsense_is_refused_and_changes_nothing(name: str) -> None:
    batch = bm.batch(bm.game(name, players=2), 4, seed=1)
    bad = nonsense(batch)
    before = snapshot(batch)
    for actions in bad:
        with pytest.raises(bm.SetupError) as refused:
            batch.step(actions)
        assert len(str(refused.value)) > 20
    assert snapshot(batch) == before
    for wrong in (
        {"n": 0},
        {"n": True},
        {"n": 4, "threads": 0},
        {"n": 4, "seed": -1},
        {"n": 4, "seed": 2**63 - 1},
        {"n": 4, "seed": None},
    ):
        with pytest.raises(bm.SetupError):
            bm.batch(batch.game, **wrong)
    with pytest.raises(bm.SetupError, match=f"from 0 to {2**62 - 5}, not {2**62}"):
        bm.batch(batch.game, 4, seed=2**62)
    numpy_numbers: Any = {"n": np.int32(4), "seed": np.uint8(1), "threads": np.int64(1)}
    assert snapshot(bm.batch(batch.game, **numpy_numbers)) == snapshot(bm.batch(batch.game, 4, seed=1))
    for given in (None, batch.game.new(seed=1), 5):
        with pytest.raises(bm.OptionError, match=r"bm\.game"):
            bm.batch(given, 4)  # type: ignore[arg-type]
    with pytest.raises(bm.OptionError, match="players=3 would change nothing"):
        bm.batch(batch.game, 4, players=3)
    for unknown in ({"device": "abacus"}, {"rewards": "love"}):
        with pytest.raises(bm.OptionError):
            bm.batch(batch.game, 4, **unknown)


@pytest.mark.parametrize("opponents", sweep(["random", "greedy"], lambda opponents: opponents == "random"))
def test_opponents_play_inside(opponents: str) -> None:
    batch = bm.batch("petersburg", 60, seed=4, players=3, opponents=opponents, seat=1, rewards="rank")
    won = ended = 0
    while ended < 60:
        assert (batch.to_move == 1).all()
        batch.step(batch.random_actions())
        ended += int(batch.done.sum())
        won += int((batch.rewards[batch.done, 1] == 1).sum())
    assert won > ended / 6 if opponents == "random" else won < ended / 10


def test_games_with_opponents_keep_their_ends_and_can_be_skipped() -> None:
    batch = bm.batch("petersburg", 30, seed=4, opponents="random", seat=1, rewards="score", threads=2)
    n_ended = 0
    while n_ended < 40:
        batch.skipped[::3] = n_ended > 20
        before = batch.states.copy()
        batch.step(batch.random_actions())
        assert (batch.final_scores[batch.done] == batch.rewards[batch.done]).all()
        assert batch.final_observations[batch.done].any(1).all()
        assert (batch.states[batch.skipped] == before[batch.skipped]).all()
        n_ended += int(batch.done.sum())
    batch.close()
    for ask in (batch.reset, lambda: batch.step(batch.random_actions())):
        with pytest.raises(bm.SetupError, match="was closed"):
            ask()


@pytest.mark.parametrize(("name", "opponents"), [("petersburg", "random"), ("spyrium", None)])
def test_progress_adds_up_to_the_score(name: str, opponents: str | None) -> None:
    batch = bm.batch(name, 10, seed=4, players=3, rewards="progress", opponents=opponents)
    at_end = bm.batch(name, 10, seed=4, players=3, rewards="score", opponents=opponents)
    total, ended, n_rewarded = batch.scores.astype(float), np.zeros(10, bool), 0
    while not ended.all():
        for one in (batch, at_end):
            one.step(one.random_actions())
        total[~ended] += batch.rewards[~ended]
        n_rewarded += int((batch.rewards != 0).any(1).sum())
        for number in np.flatnonzero(batch.done & ~ended):
            assert total[number].tolist() == at_end.rewards[number].tolist()
        ended |= batch.done
    assert n_rewarded > 40
