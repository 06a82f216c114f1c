"""What the wheel holds of other people's work: which files, whose, which version, under which licence."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "src" / "burgomaster" / "web" / "static"
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+?) \| ([^|]+?) \| ([\w.-]+), `([^`]+)` \|$", re.MULTILINE)


@dataclass(frozen=True)
class Vendored:
    """One file of others."""

    path: Path
    package: str
    version: str
    licence: str
    licence_file: Path

    @property
    def sha256(self) -> str:
        """Give the hash of what it holds."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def vendored() -> list[Vendored]:
    """Read the tables beside the files of others."""
    found = []
    for table in sorted(STATIC.glob("*/README.md")):
        for name, package, version, licence, text in ROW.findall(table.read_text(encoding="utf-8")):
            folder = table.parent
            found.append(Vendored(folder / name, package, version, licence, folder / text))
    return found
