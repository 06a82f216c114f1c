"""Games of other packages: one that cannot be used is left out with a warning, and stops no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

OPTIONS = """
from pathlib import Path
from burgomaster.core.language import CORE_TEXTS, Catalog
from burgomaster.core.options import GameInfo
INFO = GameInfo(name={name!r}, version=1, players=(2,), texts=Catalog(Path(__file__).parent, CORE_TEXTS))
"""
LIST_GAMES = """
import sys
sys.path.insert(0, sys.argv[1])
from burgomaster.core.registry import game_names
print(*game_names())
"""


def bring(folder: Path, package: str, source: str) -> None:
    """Lay a package with an entry point of its own name into a folder, as an installer would."""
    rules = folder / package / "rules"
    rules.mkdir(parents=True)
    for path in (rules.parent / "__init__.py", rules / "__init__.py"):
        path.touch()
    (rules / "options.py").write_text(source)
    told = folder / f"{package}-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (told / "entry_points.txt").write_text(f"[burgomaster.games]\n{package} = {package}\n")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
        ("raise SystemError('broken')", "broken"),
        (OPTIONS.format(name="another"), "calls itself another"),
    ],
)
def test_a_game_that_cannot_be_used_is_left_out(tmp_path: Path, source: str, why: str) -> None:
    bring(tmp_path, "odd_game", source)
    bring(tmp_path, "fine_game", OPTIONS.format(name="fine_game"))
    command = [sys.executable, "-c", LIST_GAMES, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names = done.stdout.split()
    assert "fine_game" in names and "odd_game" not in names and len(names) > 1
    assert "odd_game" in done.stderr and why in done.stderr
