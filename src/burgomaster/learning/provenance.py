"""Where a net comes from: the program, its sources, the machine."""

from __future__ import annotations

import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from burgomaster import __version__

ROOT = Path(__file__).resolve().parents[3]  # of a checkout
SECONDS = 10  # that git may take


@cache
def sources() -> str:
    """Name the commit of the sources, with `+` if they were changed since; else the version."""
    if not (ROOT / ".git").exists():
        return __version__
    try:
        commit = run_git("rev-parse", "HEAD")
        changed = run_git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return __version__
    return commit + ("+" if changed else "")


def run_git(*words: str) -> str:
    """Ask git."""
    asked = ["git", "-C", str(ROOT), *words]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=SECONDS, check=True)
    return done.stdout.strip()


def versions() -> dict[str, str]:
    """List the versions of what a training stands on."""
    found = {"burgomaster": __version__, "python": platform.python_version()}
    for package in ("numpy", "numba", "torch"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "?"
    return found


def device_name(device: str) -> str:
    """Name the device, a graphics card by its model."""
    if device == "cpu":
        return f"cpu ({platform.machine()})"
    import torch

    return f"{device} ({torch.cuda.get_device_name(device)})"
