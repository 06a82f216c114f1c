"""A machine without a graphics card says so, and everything else goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from llvmlite import ir

import burgomaster as bm
from burgomaster.cli.main import main
from burgomaster.compiler.fixed_rules import fixed_type, rules_of
from burgomaster.compiler.kernel_types import plain_type
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.playout import Scratch
from burgomaster.cuda import card, random_play
from burgomaster.cuda.long_functions import LONG, call_long_functions


@pytest.fixture
def without_packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which the extra is not installed."""
    card.find_card.cache_clear()
    monkeypatch.setitem(sys.modules, "burgomaster.cuda.target", None)
    yield
    card.find_card.cache_clear()


class Lane:
    """Room for one launch, whose games score the number of their seed and take two steps."""

    def __init__(self, *_given: object) -> None:
        self.begun: list[range] = []

    def play(self, games: int, seed: int, _shape: tuple[int, int]) -> None:
        assert not self.begun  # what was played before has been read
        self.begun.append(range(seed, seed + games))

    def fetch(self, scores: npt.NDArray[np.int32]) -> int:
        seeds = self.begun.pop()
        scores[:] = np.array(seeds)[:, None]
        return 2 * len(seeds)


@pytest.mark.parametrize("games", [1, 10, 11, 37, 40])
def test_every_game_of_every_launch_is_read(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "AT_ONCE", 10)
    monkeypatch.setattr(random_play, "find_card", lambda: None)
    monkeypatch.setattr(random_play, "Lane", Lane)
    monkeypatch.setattr(random_play, "_shape_for", lambda lane, games: random_play.SHAPES[0])
    found = random_play.simulate(bm.game("spyrium", players=2), games, seed=5)
    assert found.scores.tolist() == [[5 + number] * 2 for number in range(games)]
    assert (found.games, found.steps) == (games, 2 * games)


@pytest.mark.usefixtures("without_packages")
def test_a_missing_extra_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(bm.OptionError, match=r"pip install 'burgomaster\[cuda\]'"):
        random_play.simulate(bm.game("spyrium"), games=10)
    assert main(["bench", "spyrium", "--device", "cuda", "--lang", "en"]) != 0
    told = capsys.readouterr()
    assert "burgomaster[cuda]" in told.err and "Traceback" not in told.err
    assert main(["bench", "spyrium", "--lang", "ru", "--device", "cuda"]) != 0
    assert "видеокарты" in capsys.readouterr().err


@pytest.mark.parametrize(("n_instructions", "is_called"), [(LONG, False), (LONG + 1, True)])
def test_long_functions_are_called(n_instructions: int, is_called: bool) -> None:
    number = ir.IntType(64)
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(number, [number]), "rule")
    ir.Function(module, ir.FunctionType(number, [number]), "declared elsewhere")
    builder = ir.IRBuilder(function.append_basic_block())
    value = function.args[0]
    for _ in range(n_instructions - 1):
        value = builder.add(value, value)
    builder.ret(value)
    call_long_functions(module, LONG)
    assert [("noinline" in str(one)) for one in module.functions] == [is_called, False]


def test_games_are_known_by_the_plain_type_of_their_states() -> None:
    game = bm.game("spyrium", players=2)
    undealt = game.rules.undealt(game.options)
    fixed = fixed_type(undealt.dtype, rules_of(undealt))
    assert fixed != plain_type(fixed) == plain_type(plain_type(fixed))
    assert fixed is fixed_type(undealt.dtype, rules_of(undealt))


def test_states_without_rules_stay_as_they_are() -> None:
    states = np.zeros(1, dtype_of(Scratch))
    assert rules_of(states) == b""
    assert fixed_type(states.dtype, b"") == plain_type(fixed_type(states.dtype, b""))
