"""The sample bot of `examples/`, and other bots of other packages: found by name, and harmless if broken.

The commands of its README.md are run with it installed.
"""

from __future__ import annotations

import json
import logging
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import burgomaster as bm
from burgomaster.bots import registry
from burgomaster.core.errors import OptionError
from tests.cases import every
from tests.examples.site import EXAMPLES, Site

EXAMPLE = EXAMPLES / "thrifty_bot"
BROKEN = {
    "absent": "",  # no such module
    "careless": "raise RuntimeError('out of order')",
    "empty": "",
    "failing": "def make(seed=None): raise ValueError('no cards')",
    "wordless": "def make(seed=None): return object()",
    "greedy": "def make(seed=None): return None",  # a name of ours
}


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The sample bot and some broken ones, as if they were installed."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    write_package(tmp_path, "thrifty-bot", project["entry-points"][registry.GROUP])
    write_package(tmp_path, "odd-bots", {name: f"odd_{name}" for name in BROKEN})
    for name, source in BROKEN.items():
        if name != "absent":
            (tmp_path / f"odd_{name}.py").write_text(source, encoding="utf-8")
    for path in (EXAMPLE, tmp_path):
        monkeypatch.syspath_prepend(str(path))
    registry.entries.cache_clear()
    yield
    monkeypatch.undo()
    registry.entries.cache_clear()


def write_package(folder: Path, name: str, entries: dict[str, str]) -> None:
    """What `pip install` leaves of a package for others to find."""
    info = folder / f"{name.replace('-', '_')}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    lines = [f"{key} = {value}" for key, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines]), encoding="utf-8")


def test_it_is_small_and_complete() -> None:
    lines = (EXAMPLE / "thrifty_bot.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 60


def test_it_plays_by_name_and_setting(others: None) -> None:
    table = bm.game("petersburg", players=2).new(seed=3)
    bots = [bm.bot("thrifty:points", seed=1), bm.bot("thrifty", seed=1, setting="money")]
    while not table.over:
        table.play(bots[table.to_move or 0].choose(table))
    again = bm.game("petersburg", players=2).new(seed=3)
    assert (
        bm.bot("thrifty", seed=5).choose(again).notation == bm.bot("thrifty", seed=5).choose(again).notation
    )


@every(
    "description, words",
    [
        ("moon", ["'moon'", "random, greedy, search", "thrifty"]),
        ("thrifty:gold", ["'gold'", "money, points"]),
        ("thrifty:3", ["thrifty", "level=3"]),
        ("absent", ["odd-bots", "ModuleNotFoundError"]),
        ("careless", ["odd-bots", "RuntimeError: out of order"]),
        ("empty", ["odd-bots", "make"]),
        ("failing", ["odd-bots", "ValueError: no cards"]),
        ("wordless", ["odd-bots", "think, choose"]),
        ("search:bold", ["search", "bold"]),
        ("", ["''", "random"]),
    ],
)
def test_what_is_wrong_is_said(others: None, description: str, words: list[str]) -> None:
    with pytest.raises(OptionError) as raised:
        bm.bot(description)
    for language in ("en", "ru"):
        assert all(word in raised.value.text(language) for word in words), raised.value.text(language)


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        registry.EXTRAS, "openspiel", ("burgomaster.envs.openspiel_bot", "no_such_library", "envs")
    )
    assert "openspiel" not in registry.bot_names()
    with pytest.raises(OptionError, match=r"burgomaster\[envs\]"):
        bm.bot("openspiel:mcts")


def test_our_own_names_are_not_taken_over(others: None, caplog: pytest.LogCaptureFixture) -> None:
    assert bm.bot("greedy").name == "greedy"
    assert "odd-bots" in caplog.text and "greedy" in caplog.text


def test_a_server_offers_what_is_installed_and_works(
    others: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from burgomaster.server import bot_players

    bot_players.other_bots.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            offered = bot_players.other_bots()
        assert {"thrifty:money", "thrifty:points"} <= set(offered)
        assert not any(bot.startswith(("absent", "careless", "empty")) for bot in offered)
        assert caplog.text.count("odd-bots") >= 3
        assert "thrifty:money" in bot_players.listed_bots()
        assert not any(bot.startswith("openspiel") for bot in bot_players.listed_bots())
        assert bot_players.listed_bots(is_all=True) == offered
        assert bot_players.bot_title("thrifty:points", "ru") == "Скряга points"
        bot_players.check_bot("thrifty:points")
        for wrong in ("thrifty:gold", "thrifty:3", "careless", "openspiel:os:system", "moon"):
            with pytest.raises(OptionError) as raised:
                bot_players.check_bot(wrong)
            assert "thrifty:points" in str(raised.value)
    finally:
        bot_players.other_bots.cache_clear()


@pytest.mark.thorough
def test_installed_it_is_in_the_arena_and_at_the_table(site: Site, tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    arena = "arena tulip_auction --bots thrifty:points,random --games 4 --workers 1 --json"
    play = "play tulip_auction --players 2 --bots thrifty --seed 5 --file"
    rated, _played = site.run(arena.split(), [*play.split(), str(kept)], typed="1\n" * 8)
    assert json.loads(rated)["bots"]["thrifty:points"]["games"] == 4
    assert json.loads(kept.read_text(encoding="utf-8"))["seats"][1]["bot"] == "thrifty"
