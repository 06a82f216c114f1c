"""A machine without a graphics card says so, and everything else goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

import burgomaster as bm
from burgomaster.cli.main import main
from burgomaster.cuda import card


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
        card.simulate(bm.game("spyrium"), games=10)
    for command in (["bench", "spyrium"], ["campaign", "rules", "--count", "1"]):
        assert main([*command, "--device", "cuda", "--lang", "en"]) != 0
        told = capsys.readouterr()
        assert "burgomaster[cuda]" in told.err and "Traceback" not in told.err
        assert main([*command, "--lang", "ru", "--device", "cuda"]) != 0
        assert "видеокарты" in capsys.readouterr().err
