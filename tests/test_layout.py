"""The layout holds by itself: no circles, no surprising dependency, and no shared file that names a game.

What import-linter can say stands in pyproject.toml; here is the rest.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "burgomaster"
GAMES = sorted(folder.parent.name for folder in (PACKAGE / "games").glob("*/rules"))
TEXT = {".py", ".toml", ".html", ".css", ".js", ".json", ".csv", ".svg", ".txt", ".mako", ".ini", ".xml"}
OUTSIDE = ("Makefile", "tests/golden.py", "tests/suites.py", "tests/conformance.py")  # shared as well

# What each part may use beside the standard library and the project itself. Games by pattern.
ALLOWED = {
    "compiler": {"numba", "numpy", "llvmlite"},
    "core": {"numpy"},
    "bots": {"numpy"},
    "learning": {"numpy", "torch"},
    "games.*.rules": {"numpy"},
    "games.*.bot": {"numpy"},
    "games.*.presentation": set[str](),
    "games.*.terminal": {"rich"},
    "games.*.web": {"markupsafe"},
    "terminal": {"numpy", "rich"},
    "web": {"jinja2", "markupsafe"},
}


@cache
def arrows() -> dict[str, set[str]]:
    """Every module of the package with what it imports, also inside functions and for type checks."""
    graph = grimp.build_graph("burgomaster", include_external_packages=True, cache_dir=None)
    own = [module for module in graph.modules if module.split(".")[0] == "burgomaster"]
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in own}


def part_of(module: str) -> str:
    words = module.split(".")[1:]
    return f"games.*.{words[2]}" if words[:1] == ["games"] and len(words) > 2 else ".".join(words[:1])


def test_no_modules_import_each_other_in_a_circle() -> None:
    own = arrows()
    try:
        TopologicalSorter({module: found & own.keys() for module, found in own.items()}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_every_part_uses_only_the_packages_it_may() -> None:
    wrong = []
    for module, found in arrows().items():
        outside = {name.split(".")[0] for name in found} - sys.stdlib_module_names - {"burgomaster"}
        wrong += [f"{module}: {name}" for name in outside - ALLOWED.get(part_of(module), outside)]
    assert not wrong, wrong


def test_only_the_compiler_and_the_kernels_for_cards_use_numba() -> None:
    compilers = {"numba", "llvmlite"}
    users = {
        part_of(module)
        for module, found in arrows().items()
        if compilers & {name.split(".")[0] for name in found}
    }
    assert users == {"compiler", "cuda"}


def test_four_modules_use_private_parts_of_numba() -> None:
    """Those and no others have a plain counterpart (docs/upgrading_numba.md)."""
    private = re.compile(r"^\s*from numba\.(?!extending\b|core import cgutils)[\w.]+ import", re.MULTILINE)
    found = {
        path.stem
        for path in (PACKAGE / "compiler").glob("*.py")
        if private.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"faces", "fixed_rules", "kernel_files", "kernel_library"}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_form(game: str) -> None:
    folder = PACKAGE / "games" / game
    assert (folder / "rules.md").is_file() and (folder / "README.md").is_file()
    for name in ("options.py", "definition.py", "text_en.toml", "text_ru.toml"):
        assert (folder / "rules" / name).is_file(), name
    entry = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert entry["burgomaster.games"][game] == f"burgomaster.games.{game}"


def shared_files() -> list[Path]:
    """Every text of the package outside the folders of games, and the shared files beside it."""
    inside = [path for path in PACKAGE.rglob("*") if path.suffix in TEXT and path.is_file()]
    folders = {PACKAGE / "games" / game for game in GAMES}
    shared = [path for path in inside if not folders & set(path.parents)]
    return [*sorted(shared), *(ROOT / name for name in OUTSIDE)]


def titles_of_games() -> set[str]:
    """How people call the games, in every language."""
    found = set()
    for game in GAMES:
        for path in (PACKAGE / "games" / game / "rules").glob("text_*.toml"):
            found.add(tomllib.loads(path.read_text(encoding="utf-8"))["game"]["title"])
    return found


def lines_with(pattern: re.Pattern[str], paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


def test_no_shared_file_names_a_game() -> None:
    titles = titles_of_games()
    assert len(titles) >= len(GAMES)
    words = [f"(?i:{game})" for game in GAMES] + [re.escape(title) for title in sorted(titles)]
    found = list(lines_with(re.compile("|".join(words)), shared_files()))
    assert not found, "\n".join(found)


CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")


def classes_in_sheet(path: Path) -> set[str]:
    """The classes that the selectors of a style sheet name."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    selectors = re.findall(r"([^{};]+)\{", text)
    return {name for selector in selectors for name in CLASS.findall(selector)}


def words_of(paths: Iterable[Path]) -> set[str]:
    return {word for path in paths for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}


def is_used(name: str, words: set[str]) -> bool:
    """Whether a class is written out, or put together from its beginning: `seat-{{ number }}`."""
    return name in words or name.rpartition("-")[0] + "-" in words


def test_no_shared_style_belongs_to_one_game() -> None:
    using = {
        game: words_of(
            path
            for path in (PACKAGE / "games" / game).rglob("*")
            if path.suffix in {".py", ".html", ".js"} and path.is_file()
        )
        for game in GAMES
    }
    shared = [path for path in shared_files() if path.suffix in {".py", ".html", ".js"}]
    everywhere = words_of(shared)
    wrong = []
    for sheet in (path for path in shared_files() if path.suffix == ".css"):
        for name in sorted(classes_in_sheet(sheet)):
            users = [game for game in GAMES if is_used(name, using[game])]
            if len(users) == 1 and not is_used(name, everywhere):
                wrong.append(f"{sheet.relative_to(ROOT)}: .{name} is used by {users[0]} alone")
    assert not wrong, "\n".join(wrong)
