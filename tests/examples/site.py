"""A place where the packages of `examples/` are installed beside Burgomaster, for processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RUN_ALL = """import json, sys
from burgomaster.cli.main import main
for words in json.loads(sys.argv[1]):
    if code := main(words):
        sys.exit(f"{words}: {code}")
    print(sys.argv[2], flush=True)
"""
END = "=== the end of a command ==="


@dataclass(frozen=True)
class Site:
    """A place where the sample is installed, beside Burgomaster."""

    folder: Path
    environment: dict[str, str]

    def run(self, *commands: Sequence[str], typed: str = "") -> list[str]:
        """Run commands of Burgomaster one after the other in one process; what each of them printed."""
        done = subprocess.run(
            [sys.executable, "-c", RUN_ALL, json.dumps(commands), END],
            env=self.environment, input=typed, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout.split(f"{END}\n")[: len(commands)]


def install(folder: Path, state: Path) -> Site:
    """Install all examples into a folder, offline."""
    packages = [str(path.parent) for path in sorted(EXAMPLES.glob("*/pyproject.toml"))]
    offline = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *offline, "--target", str(folder), *packages]
    subprocess.run(command, check=True)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return Site(folder, {**os.environ, "PYTHONPATH": path, "XDG_STATE_HOME": str(state), "COLUMNS": "100"})
