"""The cache of compiled kernels: it notices every change and is shared by all processes."""

from __future__ import annotations

import errno
import os
import pickle
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from numba import types

import burgomaster
from burgomaster.compiler import kernel_cache, kernel_types
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.registry import game_names, game_package
from burgomaster.core.table import load_game

PACKAGE = Path(burgomaster.__file__).parent
RAN = """
import burgomaster as bm
from burgomaster.compiler.jit import count_compilations
from burgomaster.compiler.kernel_cache import source_hash
table = bm.game("petersburg").new(seed=1)
print(source_hash("games.petersburg.rules"), table.moves()[0].text("en"), count_compilations(), sep="|")
"""
INTERPRETED = """
import burgomaster as bm
from burgomaster.compiler.jit import count_kernels
table = bm.game("petersburg").new(seed=1)
for _ in range(9):
    table.play(table.moves()[0])
print(count_kernels(), len(table.history))
"""

DRAWING = """
from burgomaster.core.rng import draw_below, new_rng, seed_rng
rng = new_rng()
seed_rng(rng, 1, 1)
print([draw_below(rng, 100) for _ in range(5)])
"""
THREADED = """
import threading, time
from burgomaster.core.registry import game_names, game_package
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.table import load_game
from burgomaster.core.table import load_game
from burgomaster.core import python_api
failed = []
start = threading.Barrier(len(game_names()))
def play(name):
    start.wait()
    try:
        states = load_game(name).rules.undealt(load_game(name).options)
        python_api.is_over(states, 0), python_api.score(states, 0, 0)
    except BaseException as error:
        failed.append(repr(error))
threads = [threading.Thread(target=play, args=(name,)) for name in game_names()]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failed, failed
"""


def run(program: str, source: Path | str, cache: Path, cwd: Path | None = None, **settings: str) -> str:
    """What a program prints that runs with a copy of the package in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(source), "BURGOMASTER_CACHE": str(cache), **settings}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def run_compiled(source: Path, cache: Path) -> list[str]:
    """Hash, first legal move, compilations."""
    return run(RAN, source, cache).split("|")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, folder / "burgomaster", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.thorough
def test_a_second_process_compiles_nothing_and_an_edited_table_is_noticed(
    source: Path, tmp_path: Path
) -> None:
    first = run_compiled(source, tmp_path)
    second = run_compiled(source, tmp_path)
    assert int(first[2]) > 20
    assert second == [first[0], first[1], "0"]
    assert first[1] == "Buy Gold Miner for 4 rubles"
    cards = source / "burgomaster" / "games" / "petersburg" / "rules" / "cards.csv"
    edit(cards, "worker,green,0,6,0,0,6,0,4,4,3,0,gold", "worker,green,0,6,0,0,6,0,9,4,3,0,gold")
    third = run_compiled(source, tmp_path)
    assert third[0] != first[0] and int(third[2]) > 20
    assert third[1] == "Buy Gold Miner for 9 rubles"


def test_an_interpreted_run_leaves_the_cache_untouched(tmp_path: Path) -> None:
    for age in range(2 * kernel_cache.KEEP_CACHES):
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
    monkeypatch.setattr(kernel_cache, "PACKAGE", source / "burgomaster")
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
    monkeypatch.setattr(kernel_cache, "PACKAGE", source / "burgomaster")
    petersburg, suburbia = "burgomaster.games.petersburg", "burgomaster.games.suburbia"
    changing = [("games.suburbia.rules", ""), ("core", suburbia), ("bots", suburbia)]
    others = [("games.petersburg.rules", ""), ("core", ""), ("bots", ""), ("core", petersburg)]
    parts = [*changing, *others]
    before = {part: hash_now(*part) for part in parts}
    for name in ("tiles.csv", "effects.py"):
        touch(source / "burgomaster" / "games" / "suburbia" / "rules" / name)
        after = {part: hash_now(*part) for part in parts}
        assert [part for part in parts if after[part] != before[part]] == changing
        before = after


@pytest.mark.parametrize("name", game_names())
def test_what_is_compiled_for_a_game_is_kept_with_it(name: str) -> None:
    """One state, an array of them, or either in a tuple: else an edit of the game would not be noticed."""
    state = numba.from_dtype(dtype_of(load_game(name).rules.state))
    array, number = types.Array(state, 1, "C"), types.int64
    for one in (state, array, types.Tuple((number, array)), types.UniTuple(state, 2)):
        assert kernel_types.signature_game((number, one)) == game_package(name)
    others = (number, types.Array(number, 1, "C"), types.UniTuple(number, 2), types.Record.make_c_struct([]))
    assert kernel_types.signature_game(others) == ""


def hash_now(part: str, game: str = "") -> str:
    kernel_cache.forget_sources()
    return kernel_cache.source_hash(part, game)


def touch(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")


@pytest.fixture(autouse=True)
def fresh_sources() -> Iterator[None]:
    """No test sees the sources of another's package."""
    yield
    kernel_cache.forget_sources()


def test_every_module_with_a_kernel_is_part_of_the_hash() -> None:
    decorated = {
        path for path in PACKAGE.rglob("*.py") if re.search(r"^@(jit|inline|cold)$", path.read_text(), re.M)
    }
    parts = {kernel_cache.part_of(kernel_cache._module_name(path)) for path in decorated}
    assert decorated <= {path for part in parts for path in kernel_cache.kernel_sources(part)}


def test_what_no_kernel_needs_can_be_edited_without_compiling() -> None:
    """Tables, records, positions and moves are Python's: compiling after an edit of them takes minutes."""
    edited = {"table.py", "move.py", "position.py", "record_file.py", "seating.py", "rules.py", "batch.py"}
    for part in [("core", ""), ("bots", ""), *(("core", game_package(name)) for name in game_names())]:
        assert not edited & {path.name for path in kernel_cache.kernel_sources(*part)}, part


def test_kernels_of_a_program_depend_on_all_that_it_imports(tmp_path: Path) -> None:
    program, helper, far = (tmp_path / f"{name}.py" for name in ("program", "helper", "far"))
    program.write_text("from helper import double\nfrom burgomaster.bots.net import evaluate_by_net\n")
    helper.write_text("import far\n\ndef double(number): return 2 * number\n")
    far.write_text("import program\nfrom . import nothing\n")
    files = kernel_cache.program_files(program)
    assert files == [program, helper, far]
    names = {path.name for path in kernel_cache.kernel_sources("__main__", "", files)}
    assert {"net.py", "inputs.py", "jit.py"} <= names
    before = kernel_cache.source_hash("__main__", "", str(program))
    assert kernel_cache.source_hash("__main__", "", str(program)) == before
    far.write_text("A_NUMBER = 3\n")
    assert kernel_cache.source_hash("__main__", "", str(program)) != before
    assert kernel_cache.program_files(tmp_path / "typed at a prompt") == []


def test_old_caches_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURGOMASTER_CACHE", str(tmp_path))
    for age in range(10):
        old = tmp_path / f"core-{age}"
        old.mkdir()
        os.utime(old, (1000 - age, 1000 - age))
    current = kernel_cache.cache_directory.__wrapped__("core")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {current.name, *(f"core-{age}" for age in range(kernel_cache.KEEP_CACHES))}


def test_a_cache_that_cannot_be_written_is_replaced_for_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    monkeypatch.setenv("BURGOMASTER_CACHE", str(blocked))
    directory = kernel_cache.cache_directory.__wrapped__("core")
    assert directory.is_dir() and blocked.is_file()
    directory.rmdir()


def test_threads_that_store_the_same_kernel_leave_a_whole_file(tmp_path: Path) -> None:
    path, content = tmp_path / "kernel.nbc", pickle.dumps(list(range(100_000)))
    storing = [threading.Thread(target=kernel_cache.store_kernel, args=(path, content)) for _ in range(8)]
    for thread in storing:
        thread.start()
    for thread in storing:
        thread.join()
    assert [one.name for one in tmp_path.iterdir()] == ["kernel.nbc"]
    assert kernel_cache.load_kernel(path, len) == 100_000


def test_what_cannot_be_read_is_compiled_again(tmp_path: Path) -> None:
    path = tmp_path / "kernel.nbc"
    assert kernel_cache.load_kernel(path, len) is None
    path.write_bytes(pickle.dumps([1, 2, 3])[:-4])
    assert kernel_cache.load_kernel(path, len) is None
    path.write_bytes(pickle.dumps(5))  # whole, but nothing that is expected
    assert kernel_cache.load_kernel(path, len) is None


def test_a_deleted_directory_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "kernel.nbc"
    kernel_cache.store_kernel(path, pickle.dumps([1]))
    assert kernel_cache.load_kernel(path, len) == 1


def test_a_full_disk_is_told_once_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    kernel_cache._warn.cache_clear()
    kernel_cache.store_kernel(tmp_path / "one.nbc", b"")
    kernel_cache.store_kernel(tmp_path / "other.nbc", b"")
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.startswith("Compiled kernels cannot be stored (No space left on device)")


@pytest.mark.thorough
def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    """A cache in which every file is cut short must not stop anything."""
    first = run(DRAWING, PACKAGE.parent, tmp_path)
    for path in tmp_path.rglob("*.nbc"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert run(DRAWING, PACKAGE.parent, tmp_path) == first


@pytest.mark.thorough
def test_threads_that_import_games_at_once_keep_every_kernel_in_its_place(tmp_path: Path) -> None:
    source, cache, home = tmp_path / "source", tmp_path / "cache", tmp_path / "home"
    shutil.copytree(PACKAGE, source / "burgomaster", ignore=shutil.ignore_patterns("__pycache__"))
    home.mkdir()
    run(THREADED, source, cache, cwd=home, PYTHONDONTWRITEBYTECODE="1")
    stored = list(tmp_path.rglob("*.nbc"))
    assert len(stored) > len(game_names())
    assert not list(home.iterdir()) and not list(source.rglob("__pycache__"))
    for path in stored:
        part = kernel_cache.part_of(path.name.split("-")[1])
        name = path.parent.name.rpartition("-")[0]
        assert path.parent.parent == cache
        assert name == part or name.startswith(f"{part}.games."), path


# A game of another package

TULIPS = {
    "tulip_auction/__init__.py": "",
    "tulip_auction/rules/__init__.py": "",
    "tulip_auction/rules/numbers.py": "PRICE = 7",
    "tulip_auction/rules/state.py": """
from burgomaster.compiler.jit import jit
from . import numbers
from .prices import double

@jit
def price() -> int:
    return double(numbers.PRICE)
""",
    "tulip_auction/rules/prices.py": """
from burgomaster.compiler.jit import jit

@jit
def double(number: int) -> int:
    return 2 * number
""",
    "tulip_auction/rules/text.py": "WORDS = 1",
    "tulip_auction-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tulip-auction\nVersion: 1\n",
    "tulip_auction-1.dist-info/entry_points.txt": "[burgomaster.games]\ntulips = tulip_auction\n",
}
PRICED = """
from burgomaster.compiler.jit import count_compilations
from tulip_auction.rules.state import price
print(price(), count_compilations())
"""


@pytest.fixture
def tulips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package of somebody else that brings a game."""
    for name, text in TULIPS.items():
        path = tmp_path / "tulips" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "tulips"))
    kernel_cache.forget_sources()
    return tmp_path / "tulips"


def test_a_game_of_another_package_is_a_part_of_its_own(tulips: Path) -> None:
    assert kernel_cache.part_of("tulip_auction.rules.state") == "tulip_auction.rules"
    assert kernel_cache.part_of("tulip_auction.bot.inputs") == "tulip_auction.bot"
    assert kernel_cache.game_of("tulip_auction.rules.state") == "tulip_auction"
    names = {path.name for path in kernel_cache.kernel_sources("tulip_auction.rules")}
    assert {"state.py", "prices.py", "numbers.py", "jit.py"} <= names and "text.py" not in names


@pytest.mark.slow
def test_an_edit_of_another_package_is_noticed_and_leaves_the_rest_compiled(tulips: Path) -> None:
    changing = [("tulip_auction.rules", ""), ("core", "tulip_auction"), ("bots", "tulip_auction")]
    staying = [("core", ""), ("bots", ""), ("core", "burgomaster.games.petersburg")]
    for name in ("numbers.py", "prices.py"):
        before = {part: hash_now(*part) for part in (*changing, *staying)}
        touch(tulips / "tulip_auction" / "rules" / name)
        after = {part: hash_now(*part) for part in (*changing, *staying)}
        assert [part for part in after if after[part] != before[part]] == changing


@pytest.mark.slow
def test_kernels_of_another_package_are_cached_and_never_stale(tulips: Path, tmp_path: Path) -> None:
    path, cache = f"{PACKAGE.parent}{os.pathsep}{tulips}", tmp_path / "cache"
    assert run(PRICED, path, cache) == "14 2"
    assert run(PRICED, path, cache) == "14 0"
    edit(tulips / "tulip_auction" / "rules" / "numbers.py", "7", "9")
    assert run(PRICED, path, cache) == "18 2"
    assert {folder.name.rpartition("-")[0] for folder in cache.iterdir()} == {"tulip_auction.rules"}
