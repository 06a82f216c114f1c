"""Pages of the examples: what they say of themselves, and their sources."""

from __future__ import annotations

from pathlib import Path

from tools.docs.markdown import block
from tools.docs.places import EXAMPLES, ROOT

SHOWN = {".py": "python", ".toml": "toml"}


def pages() -> dict[str, str]:
    """Make a page of each example."""
    bot = ROOT / "examples" / "network_bot.py"
    about = "# A bot over the network, whole\n\nExplained in [network_bots.md](../docs/network_bots.md).\n\n"
    alone = about + source(bot)
    return {"examples/network_bot.md": alone, **{f"examples/{name}.md": page(name) for name in EXAMPLES}}


def page(name: str) -> str:
    """Show an example: its text, then every file of it."""
    folder = ROOT / "examples" / name
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in SHOWN]
    text = (folder / "README.md").read_text(encoding="utf-8")
    return "\n".join([text, "## Its files\n", *map(source, paths)])


def source(path: Path) -> str:
    """Show one file."""
    text = block(SHOWN[path.suffix], path.read_text(encoding="utf-8"))
    return f"### `{path.relative_to(ROOT).as_posix()}`\n\n{text}"
