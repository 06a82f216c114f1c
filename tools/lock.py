"""Write the lock file, the exact version and the hashes of all that tests and the book need: `make lock`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("dev", "lab", "envs", "docs")
TOOLS = "hatchling\neditables\n"  # what an editable installation needs without a network
HEAD = """# Every package that `make test` and `make docs` need, with its hashes: written by `make lock`.
# `make install LOCKED=1` installs exactly these, from whatever index is set up; none is named here.
"""


def compile_lock() -> str:
    """Let uv choose versions for all systems and for Python from 3.11 on."""
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    command = [
        "uv",
        "pip",
        "compile",
        "pyproject.toml",
        "-",
        *extras,
        "--universal",
        "--python-version",
        "3.11",
    ]
    quiet = [
        "--generate-hashes",
        "--no-annotate",
        "--no-header",
        "--no-emit-index-url",
        "--no-emit-find-links",
    ]
    uv = str(Path(sys.executable).parent / "uv")
    done = subprocess.run([uv, *command[1:], *quiet], cwd=ROOT, input=TOOLS, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def main(path: str) -> None:
    """Write the file; a line that names an index or a place on this machine is refused."""
    text = compile_lock()
    if wrong := re.findall(r"^.*(?:://|file:|^--index).*$", text, re.MULTILINE):
        raise SystemExit(f"the lock file would name a place: {wrong[:3]}")
    Path(path).write_text(HEAD + text, encoding="utf-8")
    print(f"{path}: {text.count('==')} packages")


if __name__ == "__main__":
    main(sys.argv[1])
