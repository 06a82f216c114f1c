"""Games of one alone for learning: what is played on, what is kept of it, and parts of it as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from burgomaster.bots.evaluation import load_evaluation
from burgomaster.bots.net import LEAD, LEAD_POINTS
from burgomaster.bots.net_bot import NetBot
from burgomaster.bots.net_file import net_of
from burgomaster.bots.playing_on_kernels import KNOWN, NOW, THINGS, look
from burgomaster.core.kernels import apply, determinize, is_elsewhere, keep_likely, legal
from burgomaster.core.rng import PLAY_STREAM, seed_rng
from burgomaster.core.table import Table
from burgomaster.learning import alone_games
from burgomaster.learning.alone import game_for_one
from burgomaster.learning.alone_games import (
    BEHIND,
    KINDS,
    LAST,
    N_BEST,
    N_OTHERS,
    AlonePlayer,
    AlonePlayers,
    Choices,
    choose_tried,
    draw_place,
    join,
    make_choices,
)
from burgomaster.learning.alone_kernels import note_looks
from burgomaster.learning.alone_parts import ABOUT, Part, part_numbers, part_path, read_part, write_part
from burgomaster.learning.texts import TrainingError
from tests.cases import every
from tests.learning.nets import any_net, dense_inputs, layout, outputs_of

GAME = "suburbia"


def player(weights: Any = None) -> AlonePlayer:
    load_evaluation(GAME)
    return AlonePlayer(game_for_one(GAME), layout(GAME), net_of(GAME) if weights is None else weights)


def seat_at(mine: AlonePlayer, table: Table) -> None:
    """Put a position before a player."""
    mine._states[KNOWN] = table.state


def middle(n_moves: int = 20) -> Table:
    table, bot = game_for_one(GAME).new(seed=6), NetBot(6)
    while len(table.steps) < n_moves or table.phase != "main":
        table.play(bot.choose(table))
    return table


def same(found: Choices, other: Choices) -> bool:
    return all(np.array_equal(one, another) for one, another in zip(found, other, strict=True))


# Looks


def test_a_look_is_what_the_net_says_of_each_move() -> None:
    table, mine = middle(), player(any_net(GAME))
    seat_at(mine, table)
    n_moves = note_looks(mine._states, mine._scratch, mine._space, mine.weights, 5)
    assert n_moves == len(table.moves())
    world = mine._states[KNOWN].copy()
    seed_rng(mine._scratch[0].rng, 5, PLAY_STREAM)
    determinize(world, 0, mine._scratch[0].rng)
    for place in range(0, n_moves, 23):
        mine._states[NOW] = world
        apply(mine._states[NOW], int(mine._scratch[0].moves.codes[place]), mine._scratch[0].log)
        said = outputs_of(mine.weights, dense_inputs(GAME, mine._states[NOW], 0))[LEAD]
        assert mine._space.expected[0, place] == pytest.approx(LEAD_POINTS * said, abs=1e-3)


@every("n_moves", [4, 12, 20])
def test_of_the_best_things_every_likely_place_is_looked_at(n_moves: int) -> None:
    """The move that is chosen is the best of these, as a slow count has it."""
    table, mine = middle(n_moves), player()
    seat_at(mine, table)
    n = note_looks(mine._states, mine._scratch, mine._space, mine.weights, 5)
    moves = mine._scratch[0].moves
    looks = dict(zip(moves.codes[:n].tolist(), mine._space.expected[0, :n].tolist(), strict=True))
    legal(mine._states[KNOWN], moves)
    keep_likely(mine._states[KNOWN], moves, mine._space.evaluations[0].inputs)
    things: list[list[int]] = []
    for code in moves.codes[: moves.n_moves].tolist():
        if things and is_elsewhere(mine._states[KNOWN], code, things[-1][-1]):
            things[-1].append(code)
        else:
            things.append([code])
    assert len(things) > THINGS and max(map(len, things)) > 3
    best = sorted(things, key=lambda codes: -looks[codes[0]])[:THINGS]
    right = max((code for codes in best for code in codes), key=looks.__getitem__)
    mine._states[NOW] = mine._states[KNOWN]
    seed_rng(mine._scratch[0].rng, 5, PLAY_STREAM)
    assert looks[look(mine._states, mine._scratch[0], mine._space, mine.weights)] == looks[right]


# Games


def test_a_game_is_repeatable_and_says_what_it_made() -> None:
    mine = player()
    first, again, other = (mine.play(entropy, lambda: False) for entropy in ([3, 1], [3, 1], [3, 2]))
    assert first.score == again.score and same(join(first.choices), join(again.choices))
    assert not same(join(first.choices), join(other.choices))
    assert first.score is not None and 40 < first.score < 200
    assert 8 < len(first.choices) < 40
    for one in first.choices:
        assert len(one.sizes) == 1 and 2 <= int(one.sizes[0]) == len(one.shown) <= N_BEST + N_OTHERS
        assert int(one.lengths.sum()) == len(one.places) == len(one.numbers)


def test_few_small_choices_are_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {}
    for share in (0.0, 1.0):
        monkeypatch.setattr(alone_games, "SMALL_SHARE", share)
        played = [player().play([3, seed], lambda: False) for seed in range(4)]
        kept[share] = sum(int(one.sizes[0]) < N_BEST for game in played for one in game.choices)
    assert kept[0.0] == 0 < kept[1.0]


def test_the_inputs_after_a_move_are_those_of_its_position() -> None:
    table, mine = middle(), player()
    seat_at(mine, table)
    codes = np.array(table.legal_codes()[::40], np.int64)
    found = mine.inputs_after(codes, np.zeros(len(codes)), 5)[0]
    world = mine._states[KNOWN].copy()
    seed_rng(mine._scratch[0].rng, 5, PLAY_STREAM)
    determinize(world, 0, mine._scratch[0].rng)
    ends = np.cumsum(found.lengths.astype(int))
    for code, end, length in zip(codes.tolist(), ends, found.lengths.astype(int), strict=True):
        mine._states[NOW] = world
        apply(mine._states[NOW], code, mine._scratch[0].log)
        row = np.zeros(layout(GAME).size)
        some = slice(end - length, end)
        np.add.at(row, found.places[some].astype(int), found.numbers[some].astype(float))
        np.testing.assert_allclose(row, dense_inputs(GAME, mine._states[NOW], 0), rtol=1e-3)


def test_a_choice_whose_move_may_end_the_game_is_not_kept() -> None:
    table, mine = middle(), player()
    while len(table.moves()) == 1 or not all_end(table):
        table.play(table.moves()[0])
    seat_at(mine, table)
    assert mine.inputs_after(np.array(table.legal_codes(), np.int64), np.zeros(len(table.moves())), 5) == []


def all_end(table: Table) -> bool:
    after = table.copy()
    after.play(after.moves()[0])
    return bool(after.over)


def test_a_game_that_is_stopped_has_no_score() -> None:
    answers = iter([False] * 12 + [True] * 100)
    found = player().play([1, 1], lambda: next(answers))
    assert found.score is None and len(found.choices) < 13


def test_several_threads_play_until_the_time_is_over() -> None:
    players = AlonePlayers(game_for_one(GAME), layout(GAME), net_of(GAME), 2)
    players.first.prepare()
    found = [game for some in players.play([4, 1], 1.5) for game in some]
    players.close()
    assert len(found) >= 2 and sum(game.score is None for game in found) <= 2
    assert all(game.choices for game in found if game.score is not None)


def test_the_best_looks_and_some_behind_them_are_tried() -> None:
    chance, looks = np.random.default_rng(1), -0.1 * np.arange(50.0)
    found = [choose_tried(looks, chance).tolist() for _ in range(300)]
    assert all(tried[:N_BEST] == list(range(N_BEST)) for tried in found)
    others = {place for tried in found for place in tried[N_BEST:]}
    assert others == set(range(N_BEST, LAST)) and {len(tried) for tried in found} == {N_BEST + N_OTHERS}
    far = np.where(np.arange(50) < N_BEST + 1, looks, looks - BEHIND)
    assert {tuple(choose_tried(far, chance)) for _ in range(50)} == {tuple(range(N_BEST + 1))}
    assert choose_tried(looks[:3], chance).tolist() == [0, 1, 2]


def test_mostly_the_best_move_is_made() -> None:
    chance, shown = np.random.default_rng(1), np.array([1.0, 3.0, 2.5, -20.0])
    counts = np.bincount([draw_place(shown, chance) for _ in range(2000)], minlength=4)
    assert counts[1] > 0.85 * 2000 and counts[2] > counts[0] > 0 and counts[3] == 0


# Parts


def some_part(seconds: float = 2.5) -> Part:
    choices = make_choices(
        places=[1, 5, 2, 1, 7], numbers=[1, 0.5, 2, 1, 1], lengths=[2, 1, 2], sizes=[3], shown=[1, 0.5, -3]
    )
    return Part(choices, seconds, 4, 380)


def test_a_part_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = part_path(tmp_path, 7)
    write_part(path, some_part(), GAME, layout(GAME))
    found = read_part(path, GAME, layout(GAME))
    assert same(found.choices, some_part().choices) and found[1:] == some_part()[1:]
    assert part_numbers(tmp_path) == [7] and [one.name for one in tmp_path.iterdir()] == [path.name]
    (tmp_path / "alone-000009.npz.new").write_bytes(b"half")
    assert part_numbers(tmp_path) == [7]
    assert same(join([found.choices] * 2), join([some_part().choices] * 2))
    assert {name: getattr(join([]), name).dtype for name in KINDS} == {
        name: np.dtype(kind) for name, kind in KINDS.items()
    }


def tables_of(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return dict(file)


WRONG_TABLES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a table is missing": lambda tables: tables.pop("shown"),
    "another kind": lambda tables: tables.update(shown=tables["shown"].astype(np.float64)),
    "no number": lambda tables: tables.update(shown=np.full(3, np.nan, np.float32)),
    "too few inputs": lambda tables: tables.update(places=tables["places"][:-1]),
    "too few moves": lambda tables: tables.update(lengths=tables["lengths"][:-1]),
    "a choice of nothing": lambda tables: tables.update(sizes=np.array([3, 0], np.uint8)),
    "an input too far": lambda tables: tables.update(places=tables["places"] + np.uint16(60_000)),
    "in two rows": lambda tables: tables.update(shown=tables["shown"].reshape(1, -1)),
    "what would be run": lambda tables: tables.update(shown=np.array([print], object)),
    "time that runs back": lambda tables: tables.update(
        about=np.array(json.dumps({**json.loads(str(tables[ABOUT])), "seconds": -1}))
    ),
}


@every("what", WRONG_TABLES)
def test_a_part_that_is_none_is_refused(what: str, tmp_path: Path) -> None:
    path = part_path(tmp_path, 1)
    write_part(path, some_part(), GAME, layout(GAME))
    tables = tables_of(path)
    WRONG_TABLES[what](tables)
    np.savez(path, **tables)
    with pytest.raises(TrainingError) as caught:
        read_part(path, GAME, layout(GAME))
    assert str(path) in caught.value.text("ru") and caught.value.message.key == "training.alone_broken"


def test_a_broken_file_and_a_part_of_another_game_are_refused(tmp_path: Path) -> None:
    path = part_path(tmp_path, 1)
    write_part(path, some_part(), GAME, layout(GAME))
    whole = path.read_bytes()
    with pytest.raises(TrainingError, match="suburbia with inputs"):
        read_part(path, "spyrium", layout("spyrium"))
    for data in (b"", b"nonsense", whole[:-40]):
        path.write_bytes(data)
        with pytest.raises(TrainingError, match="cannot be read"):
            read_part(path, GAME, layout(GAME))
