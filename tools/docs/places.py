"""Where a file of the repository lies in the book."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(folder.parent.name for folder in ROOT.glob("src/burgomaster/games/*/rules"))
EXAMPLES = sorted(path.name for path in (ROOT / "examples").iterdir() if (path / "README.md").exists())

SOURCES = {  # what lies outside docs/ and is a page as it is
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "ROADMAP.md": "roadmap.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code_of_conduct.md",
    "NOTICE.md": "licences.md",
    **{f"src/burgomaster/games/{game}/README.md": f"games/{game}/index.md" for game in GAMES},
    **{f"src/burgomaster/games/{game}/rules.md": f"games/{game}/rules.md" for game in GAMES},
    **{f"src/burgomaster/games/{game}/web/CREDITS.md": f"games/{game}/credits.md" for game in GAMES},
}
MADE = {  # what is made into a page: examples with their sources
    "README.md": "index.md",
    "examples/network_bot.py": "examples/network_bot.md",
    **{f"examples/{name}": f"examples/{name}.md" for name in EXAMPLES},
    **{f"examples/{name}/README.md": f"examples/{name}.md" for name in EXAMPLES},
}
_PLACES = {uri: source for source, uri in SOURCES.items()}
_EXAMPLES = {f"examples/{name}.md": f"examples/{name}/README.md" for name in EXAMPLES}
_EXAMPLES["examples/network_bot.md"] = "examples/network_bot.py"


def place_of(uri: str) -> str:
    """Say where the text of a page lies in the repository."""
    return _PLACES.get(uri) or _EXAMPLES.get(uri) or f"docs/{uri}"


def page_of(path: str) -> str | None:
    """Say which page or picture of the book a path of the repository is, None if it is none."""
    if path in SOURCES:
        return SOURCES[path]
    if path in MADE:
        return MADE[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else None
