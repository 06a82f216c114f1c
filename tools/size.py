"""Print the size of the source by package, and compare it with the budget: `python -m tools.size [--check]`.

Lines are all lines of Python files that git knows, blank ones and docstrings included. The length of a
function leaves its docstring out. The change is measured against the newest release: the newest tag `v*`, or,
without tags, the commit before the version number was last raised. The budget stands in `pyproject.toml`.
"""

from __future__ import annotations

import argparse
import ast
import io
import statistics
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from burgomaster import __version__

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "src/burgomaster"
VERSION_FILE = f"{PACKAGE}/__init__.py"


@dataclass
class Size:
    """The files of a package, or of several."""

    modules: int = 0
    lines: int = 0
    functions: list[int] = field(default_factory=list)  # the lines of each

    def add(self, other: Size) -> None:
        """Count another package, too."""
        self.modules += other.modules
        self.lines += other.lines
        self.functions += other.functions


def git(*words: str) -> bytes:
    """Run a command of git in the repository; what it prints."""
    return subprocess.run(("git", *words), cwd=ROOT, check=True, capture_output=True).stdout


def package_of(path: str) -> str:
    """The row in which a file is counted: `server`, `games/suburbia`, `tests`."""
    if not path.startswith(f"{PACKAGE}/"):
        return path.split("/")[0]
    folders = path.removeprefix(f"{PACKAGE}/").split("/")[:-1]
    return "/".join(folders[: 2 if folders[:1] == ["games"] else 1]) or "burgomaster"


def function_lines(source: str) -> list[int]:
    """The length of each function, without its docstring."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            has_docstring = ast.get_docstring(node, clean=False) is not None
            first = node.body[0]
            docstring = (first.end_lineno or 0) - first.lineno + 1 if has_docstring else 0
            found.append((node.end_lineno or 0) - node.lineno + 1 - docstring)
    return found


def measured(files: Iterable[tuple[str, str]]) -> dict[str, Size]:
    """The sizes of all packages, by name."""
    sizes: dict[str, Size] = {}
    for path, source in files:
        one = Size(1, source.count("\n"), function_lines(source))
        sizes.setdefault(package_of(path), Size()).add(one)
    return sizes


def now_files() -> Iterable[tuple[str, str]]:
    """The files of the working tree that git knows."""
    for path in git("ls-files", "-z", "src/*.py", "tests/*.py").decode().split("\0"):
        if path and (ROOT / path).exists():
            yield path, (ROOT / path).read_text(encoding="utf-8")


def release() -> str | None:
    """The commit of the newest release; None where the history is cut off."""
    tags = git("tag", "--list", "v*", "--sort=-version:refname", "--merged").decode().split()
    if tags:
        return tags[0]
    pattern = f'^__version__ = "{__version__}"'
    asked = ("log", "-1", "-m", "--first-parent", "--format=%H %P", f"-G{pattern}", "--", VERSION_FILE)
    raised = git(*asked).decode().split()
    return raised[1] if len(raised) > 1 else None


def files_at(commit: str) -> Iterable[tuple[str, str]]:
    """The files of a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src", "tests"))) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.name.endswith(".py") else None
            if content is not None:
                yield member.name, content.read().decode()


def total(sizes: Mapping[str, Size]) -> Size:
    """The size of `src`."""
    everything = Size()
    for name, size in sizes.items():
        if name != "tests":
            everything.add(size)
    return everything


def table(sizes: dict[str, Size], before: dict[str, Size]) -> str:
    """The table that is printed."""
    rows = [f"{'package':<20}{'modules':>9}{'lines':>9}{'functions':>11}{'median':>8}{'change':>9}"]
    tests, tests_before = sizes.pop("tests", Size()), before.pop("tests", Size())
    for name in sorted(sizes.keys() | before.keys(), key=lambda name: -sizes.get(name, Size()).lines):
        rows.append(row(name, sizes.get(name, Size()), before.get(name, Size()), bool(before)))
    rows += [
        row("src", total(sizes), total(before), bool(before)),
        row("tests", tests, tests_before, bool(before)),
    ]
    return "\n".join(rows)


def row(name: str, size: Size, before: Size, has_before: bool) -> str:
    """One row of the table."""
    median = statistics.median(size.functions) if size.functions else 0
    change = f"{size.lines - before.lines:+,}" if has_before else "?"
    return f"{name:<20}{size.modules:>9,}{size.lines:>9,}{len(size.functions):>11,}{median:>8.0f}{change:>9}"


def excesses(sizes: Mapping[str, Size], budget: Mapping[str, int]) -> list[str]:
    """The totals above their budget, as sentences."""
    source, tests = total(sizes), sizes.get("tests", Size())
    found = {"src_lines": source.lines, "src_modules": source.modules, "test_lines": tests.lines}
    return [f"{name} is {n:,}, its budget {budget[name]:,}" for name, n in found.items() if n > budget[name]]


def main() -> None:
    """Print the table, or check the budget alone."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--check", action="store_true", help="print only totals above the budget")
    asked = reader.parse_args()
    budget = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["burgomaster"][
        "size"
    ]
    sizes = measured(now_files())
    too_large = excesses(sizes, budget)
    if not asked.check:
        commit = release()
        print(table(dict(sizes), measured(files_at(commit)) if commit else {}))
        print(f"budget: {', '.join(f'{name} {most:,}' for name, most in budget.items())}")
    if too_large:
        sys.exit("\n".join(["The source is larger than its budget in pyproject.toml:", *too_large]))


if __name__ == "__main__":
    main()
