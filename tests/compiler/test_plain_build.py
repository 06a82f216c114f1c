"""The plain build uses only what numba documents, and plays the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from burgomaster.compiler.jit import IS_PLAIN
from burgomaster.core.registry import game_names

PRIVATE = ("faces", "fixed_rules", "kernel_files", "kernel_library")
PLAYED = """
import sys
import burgomaster as bm

game = bm.game(sys.argv[1])
table = game.new(seed=5)
bots = [bm.bot("greedy", seed=1), bm.bot("random", seed=2)]
while not table.over:
    table.play(bots[table.to_move].choose(table))
print(table.history, table.scores)

print(*sorted(name for name in sys.modules if name.startswith("burgomaster.compiler.")))
"""
MORE = """
import hashlib, sys
import burgomaster as bm

game = bm.game(sys.argv[1])
table = game.new(seed=5)
for _ in range(3):
    table.play(bm.bot("search:1", seed=1).choose(table))
print(table.history)

played = bm.simulate(game, games=50, seed=5, threads=2)
print(played.steps, played.scores.tolist())

batch = bm.batch(game, 12, seed=5, threads=2)
for _ in range(40):
    batch.step(batch.random_actions())
found = (batch.observations, batch.mask, batch.rewards, batch.done)
print(hashlib.sha256(b"".join(array.tobytes() for array in found)).hexdigest())
"""
ADDED = """
from burgomaster.compiler.jit import count_compilations, jit, loaded_kernels, on_compile

@jit
def double(number):
    return 2 * number

@jit
def seven():
    return double(3) + 1

seen = []
with on_compile(seen.append):
    print(seven(), double(2.5), seen, count_compilations())
"""


def run(program: str, plain: bool, *words: str) -> list[str]:
    """The lines that a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *words],
        env={**os.environ, "BURGOMASTER_PLAIN_NUMBA": "01"[plain]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def private_modules(names: Sequence[str]) -> set[str]:
    return {f"burgomaster.compiler.{name}" for name in PRIVATE} & set(names)


def test_a_kernel_calls_kernels_with_wide_numbers() -> None:
    assert not IS_PLAIN
    assert run(ADDED, True) == ["7 5.0 ['double'] 3"]


@pytest.mark.thorough  # each game compiles for one to three minutes
@pytest.mark.parametrize("game", game_names())
def test_the_plain_build_plays_the_same_games(game: str) -> None:
    *usual, loaded = run(PLAYED, False, game)
    *plain, loaded_plainly = run(PLAYED, True, game)
    assert plain == usual
    assert private_modules(loaded.split()) and not private_modules(loaded_plainly.split())


@pytest.mark.thorough
@pytest.mark.parametrize("game", game_names())
def test_the_plain_build_searches_and_plays_batches_alike(game: str) -> None:
    assert run(MORE, True, game) == run(MORE, False, game)
