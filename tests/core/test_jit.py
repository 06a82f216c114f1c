"""The cache of compiled kernels: it notices every change and is shared by all processes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core.caching import FunctionCache

import burgomaster
from burgomaster.core import jit

PACKAGE = Path(burgomaster.__file__).parent
RAN = """
import burgomaster as bm
from burgomaster.core.jit import count_compilations, source_hash
table = bm.game("petersburg").new(seed=1)
bm.simulate(table.game, games=2)
print(source_hash("games.petersburg.rules"), count_compilations(), table.moves()[0].text("en"))
"""
INTERPRETED = """
import burgomaster as bm
from burgomaster.core.jit import count_kernels
table = bm.game("petersburg").new(seed=1)
for _ in range(9):
    table.play(table.moves()[0])
print(count_kernels(), len(table.history))
"""


def run(program: str, source: Path, cache: Path, **settings: str) -> str:
    """What a program prints that runs with a copy of the package in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(source), "BURGOMASTER_CACHE": str(cache), **settings}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def run_compiled(source: Path, cache: Path) -> list[str]:
    """Hash, compilations, first legal move."""
    return run(RAN, source, cache).split(" ", 2)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, folder / "burgomaster", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_second_process_compiles_nothing_and_an_edited_table_is_noticed(
    source: Path, tmp_path: Path
) -> None:
    first = run_compiled(source, tmp_path)
    second = run_compiled(source, tmp_path)
    assert int(first[1]) > 20
    assert second == [first[0], "0", first[2]]
    assert first[2] == "Buy Gold Miner for 4 rubles"
    cards = source / "burgomaster" / "games" / "petersburg" / "rules" / "cards.csv"
    edit(cards, "worker,green,0,6,0,0,6,0,4,4,3,0,gold", "worker,green,0,6,0,0,6,0,9,4,3,0,gold")
    third = run_compiled(source, tmp_path)
    assert third[0] != first[0] and int(third[1]) > 20
    assert third[2] == "Buy Gold Miner for 9 rubles"


def test_an_interpreted_run_leaves_the_cache_untouched(tmp_path: Path) -> None:
    for age in range(2 * jit.KEEP_CACHES):
        (tmp_path / f"core-{age}").mkdir()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert run(INTERPRETED, PACKAGE.parent, tmp_path, NUMBA_DISABLE_JIT="1") == "0 9"
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_an_interpreted_run_makes_no_cache(tmp_path: Path) -> None:
    run(INTERPRETED, PACKAGE.parent, tmp_path / "cache", NUMBA_DISABLE_JIT="1")
    assert not list(tmp_path.iterdir())


def test_an_edited_helper_changes_the_hash_and_an_edited_text_does_not(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "PACKAGE", source / "burgomaster")
    before = hash_now("games.petersburg.rules")
    for name in ("text.py", "text_en.toml"):
        touch(source / "burgomaster" / "games" / "petersburg" / "rules" / name)
        assert hash_now("games.petersburg.rules") == before
    seen = {before}
    for name in ("core/rng.py", "games/petersburg/rules/state.py", "games/petersburg/rules/powers.csv"):
        touch(source / "burgomaster" / name)
        seen.add(hash_now("games.petersburg.rules"))
    assert len(seen) == 4


def test_an_edited_game_leaves_the_other_games_compiled(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "PACKAGE", source / "burgomaster")
    parts = ("games.petersburg.rules", "games.suburbia.rules", "core", "bots")
    before = {part: hash_now(part) for part in parts}
    for name in ("tiles.csv", "effects.py"):
        touch(source / "burgomaster" / "games" / "suburbia" / "rules" / name)
        after = {part: hash_now(part) for part in parts}
        assert [part for part in parts if after[part] != before[part]] == [
            "games.suburbia.rules",
            "core",
            "bots",
        ]
        before = after


def hash_now(part: str) -> str:
    jit._modules.cache_clear()
    jit._sources.cache_clear()
    return jit.source_hash(part)


def touch(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")


@pytest.fixture(autouse=True)
def fresh_sources() -> Iterator[None]:
    """No test sees the sources of another's package."""
    yield
    jit._modules.cache_clear()
    jit._sources.cache_clear()


def test_every_module_with_a_kernel_is_part_of_the_hash() -> None:
    decorated = {
        path for path in PACKAGE.rglob("*.py") if re.search(r"^@(jit|inline)$", path.read_text(), re.M)
    }
    parts = {jit.part_of(jit._module_name(path)) for path in decorated}
    assert decorated <= {path for part in parts for path in jit.kernel_sources(part)}


def test_numba_is_only_used_through_the_project() -> None:
    allowed = {"jit.py", "kernels.py", "bits.py"}  # the decorator, the dispatch, the one intrinsic
    using = {
        path.name
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^(import|from) numba", path.read_text(), re.M)
    }
    assert using <= allowed


def test_old_caches_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURGOMASTER_CACHE", str(tmp_path))
    for age in range(10):
        old = tmp_path / f"core-{age}"
        old.mkdir()
        os.utime(old, (1000 - age, 1000 - age))
    current = jit.cache_directory.__wrapped__("core")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {current.name, *(f"core-{age}" for age in range(jit.KEEP_CACHES))}


def test_a_cache_that_cannot_be_written_is_replaced_for_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    monkeypatch.setenv("BURGOMASTER_CACHE", str(blocked))
    directory = jit.cache_directory.__wrapped__("core")
    assert directory.is_dir() and blocked.is_file()
    directory.rmdir()


def test_one_process_at_a_time_writes_to_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[str] = []
    monkeypatch.setattr(FunctionCache, "save_overload", lambda _cache, name, _compiled: saved.append(name))
    cache = jit.KernelCache.__new__(jit.KernelCache)
    cache._cache_path = str(tmp_path)
    with jit.locked(tmp_path):
        saving = threading.Thread(target=cache.save_overload, args=("one", None))
        saving.start()
        saving.join(0.2)
        assert saved == []
    saving.join(60)
    assert saved == ["one"]
