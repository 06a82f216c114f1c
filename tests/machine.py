"""What the tests need of the machine besides Python: said and installed before anything runs.

Run as `python3 tests/machine.py [PART ...]`, where parts (`browser`, `postgres`) are left out on purpose; it
uses the standard library alone. With root and apt-get it installs what is missing; otherwise it says what
cannot be tested and how to get it, and fails: nothing is left out silently.
"""

from __future__ import annotations

import argparse
import glob
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def find_browser() -> str | None:
    """The Chromium of the system."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def find_postgres() -> str | None:
    """The program that makes a PostgreSQL cluster; its folder has the others."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return found[-1] if found else shutil.which("initdb")


@dataclass(frozen=True)
class Part:
    """Something that some of the tests need."""

    title: str
    find: Callable[[], str | None]
    package: str  # of Debian and its kin
    untested: str
    elsewhere: str  # how to get it on other systems


PARTS = {
    "browser": Part(
        "Chromium",
        find_browser,
        "chromium",
        "the pages in a real browser: whole games, lessons, accessibility",
        "dnf install chromium, or Chrome from its maker",
    ),
    "postgres": Part(
        "PostgreSQL",
        find_postgres,
        "postgresql",
        "several server processes that share a store",
        "dnf install postgresql-server, or brew install postgresql",
    ),
}


@dataclass(frozen=True)
class Library:
    """A library of Python that a few tests need and that is too large to be asked of everybody."""

    title: str
    modules: tuple[str, ...]
    packages: str
    untested: str


LIBRARIES = {  # by the fixture that hands it to a test
    "torch": Library("PyTorch", ("torch", "tree"), "torch dm-tree", "the DQN of OpenSpiel on our games"),
}


def missing_libraries() -> list[str]:
    """Libraries that are not installed; the tests that need them are left out, and that is said."""
    return [
        name for name, library in LIBRARIES.items() if not all(map(importlib.util.find_spec, library.modules))
    ]


def not_installed(name: str) -> str:
    """What is not tested because a library is missing, and how to get it."""
    library = LIBRARIES[name]
    return f"NOT TESTED: {library.untested} ({library.title} is missing: pip install {library.packages})"


def main(words: list[str] | None = None) -> int:
    """Say what is there, install what is missing where that is possible; 1 if something stays missing."""
    parser = argparse.ArgumentParser(description="Look for what the tests need of this machine.")
    parser.add_argument("without", nargs="*", metavar="PART", help=f"leave out: {', '.join(PARTS)}")
    without = parser.parse_args(words).without
    if unknown := sorted(set(without) - set(PARTS)):
        parser.error(f"{', '.join(unknown)}: no such part; there are {', '.join(PARTS)}")
    for name in without:
        print(not_tested(name))
    missing = find_missing(without)
    if missing and can_install():
        install(missing)
        missing = find_missing(without)
    for name in missing:
        print(explain(name), file=sys.stderr)
    return 1 if missing else 0


def find_missing(without: list[str]) -> list[str]:
    """Parts that are wanted and not there; of the others it says where they are."""
    found = {name: part.find() for name, part in PARTS.items() if name not in without}
    for name, path in found.items():
        if path is not None:
            print(f"{PARTS[name].title}: {path}")
    return [name for name, path in found.items() if path is None]


def can_install() -> bool:
    """Whether packages can be installed without asking anybody."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(names: list[str]) -> None:
    """Install the packages of some parts."""
    packages = [PARTS[name].package for name in names]
    print(f"Missing, and installed now with apt-get: {', '.join(packages)}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", *packages]):
        subprocess.run(["apt-get", *words], env=environment, check=False)


def not_tested(name: str) -> str:
    """What is not tested because a part was left out on purpose."""
    return f"NOT TESTED, as asked: {PARTS[name].untested} ({PARTS[name].title})"


def explain(name: str) -> str:
    """What a missing part means and how to get it."""
    part = PARTS[name]
    return (
        f"{part.title} is missing, so this cannot be tested: {part.untested}.\n"
        f"  Get it: apt-get install {part.package} as root, or {part.elsewhere}.\n"
        f'  Or leave it out on purpose: make test WITHOUT="{name}"'
    )


if __name__ == "__main__":
    sys.exit(main())
