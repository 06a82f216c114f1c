"""The evaluation of a game is found by whoever asks first: no order of imports decides what is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from burgomaster.core.registry import game_names, game_part

FOUND = """
import sys
from burgomaster.core.kernels import VALUE_PART, evaluate, kernel_of
from burgomaster.core.registry import game_names, game_rules
for name in game_names():
    rules = game_rules(name)
    assert not [module for module in sys.modules if module.endswith(f"{name}.{VALUE_PART}")]
    print(name, kernel_of(evaluate, rules.state).__module__)
"""
JUDGED = """
import sys
from burgomaster.bots.evaluation import load_evaluation
from burgomaster.core.jit import jit
from burgomaster.core.kernels import evaluate
from burgomaster.core.table import load_game

@jit
def worth(states, place, seat):
    return evaluate(states[place], seat)

if len(sys.argv) > 1:
    load_evaluation("spyrium")
game = load_game("spyrium", players=2)
states = game.rules.undealt(game.options)
states[0].players[0].money = 20
print(worth(states, 0, 0))
"""


def run(script: str, *words: str, **variables: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, *((script,) if script.endswith(".py") else ("-c", script)), *words],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_nobody_has_to_load_an_evaluation_first() -> None:
    expected = {name: getattr(game_part(name, "bot.value"), "__name__", "") for name in game_names()}
    assert all(expected.values())
    assert dict(line.split() for line in run(FOUND, NUMBA_DISABLE_JIT="1").splitlines()) == expected


@pytest.mark.thorough
def test_what_was_compiled_before_the_evaluation_was_loaded_is_right_on_disk_too(tmp_path: Path) -> None:
    script = tmp_path / "judged.py"
    script.write_text(JUDGED, encoding="utf-8")
    cache = str(tmp_path / "cache")
    right = float(run(str(script), "loaded", NUMBA_DISABLE_JIT="1"))
    assert right > 0.0  # the score is 0
    for words in ((), ("loaded",), ()):  # compiled and kept; read by two who come later
        assert float(run(str(script), *words, BURGOMASTER_CACHE=cache)) == pytest.approx(right)
