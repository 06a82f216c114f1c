"""A machine without a graphics card says so, and everything else goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from llvmlite import ir

import burgomaster as bm
from burgomaster.cli.main import main
from burgomaster.cuda import card, random_play
from burgomaster.cuda.long_functions import LONG, call_long_functions


@pytest.fixture
def without_packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which the extra is not installed."""
    card.find_card.cache_clear()
    monkeypatch.setitem(sys.modules, "burgomaster.cuda.target", None)
    yield
    card.find_card.cache_clear()


@pytest.mark.usefixtures("without_packages")
def test_a_missing_extra_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(bm.OptionError, match=r"pip install 'burgomaster\[cuda\]'"):
        random_play.simulate(bm.game("spyrium"), games=10)
    for command in (["bench", "spyrium"], ["campaign", "rules", "--count", "1"]):
        assert main([*command, "--device", "cuda", "--lang", "en"]) != 0
        told = capsys.readouterr()
        assert "burgomaster[cuda]" in told.err and "Traceback" not in told.err
        assert main([*command, "--lang", "ru", "--device", "cuda"]) != 0
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
