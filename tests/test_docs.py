"""The guides name what there is: every file and module that architecture and contributing speak of exists."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import every

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "burgomaster"
GUIDES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/burgomaster/games/*/*.md"))
    if path.name != "CHANGELOG.md"  # which also speaks of what was
)
NAME = re.compile(r"`([\w./<>*-]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
FILE = re.compile(r"\.(?:py|md|csv|toml|json|html|css|svg|js)$")
PLACES = (
    "campaigns",
    "",
    "core",
    "bots",
    "lab",
    "campaigns",
    "terminal",
    "web",
    "server",
    "games/*",
    "games/*/rules",
    "games/*/web",
    "games/*/bot",
)


def candidates(name: str, before: str) -> list[str]:
    """Where a name may lie: at the root, in the package, in a part of it, or beside the last one named."""
    plain = re.sub(r"<\w+>", "*", name)
    inside = [f"src/burgomaster/{place}/{plain}" for place in (*PLACES, before, f"games/*/{before}")]
    return [plain, *inside, f"examples/*/{plain}", f"examples/*/*/{plain}", f"src/{plain}"]


def is_there(pattern: str) -> bool:
    return next(ROOT.glob(pattern.replace("//", "/")), None) is not None


def missing(text: str) -> list[str]:
    found, before = [], ""
    for name in NAME.findall(text):
        if not (FILE.search(name) or "/" in name) or name.startswith(("/", "-", ".")):
            continue
        if not any(is_there(pattern) for pattern in candidates(name.rstrip("/"), before)):
            found.append(name)
        before = name.rpartition("/")[0] or before
    return found


@every("guide", GUIDES)
def test_every_file_that_a_guide_names_exists(guide: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / guide).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert missing(text) == []
    links = [(ROOT / guide).parent / link for link in LINK.findall(text)]
    assert [str(link) for link in links if not link.exists()] == []


def test_a_name_that_is_not_there_is_found() -> None:
    assert missing("see `core/nothing.py`, `core/table.py`, `move.py`") == ["core/nothing.py"]


@every("part", ["core", "bots", "lab", "envs", "terminal", "web", "server", "campaigns"])
def test_the_map_leaves_no_room_out(part: str) -> None:
    told = set(re.findall(r"[\w]+\.py", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")))
    rooms = {path.name for path in (PACKAGE / part).glob("*.py")} - {"__init__.py", "texts.py", "warm.py"}
    assert rooms - told == set()
