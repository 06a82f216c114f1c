"""Every block of code and every command of the guides is run; tests/guides.py says how."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from argparse import ArgumentParser, _SubParsersAction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from burgomaster.cli.arguments import TEXTS
from burgomaster.cli.main import PROGRAM, main, make_parser
from burgomaster.compiler.kernel_cache import _cache_home
from burgomaster.core.translator import Translator
from tests.cases import every
from tests.cli.fixtures import random_record
from tests.guides import LEVELS, ROOT, RUN, SHOWN, Block, all_blocks, blocks_of, guides, name_of, prose_of

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
VERBS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
CODE = re.compile(r"`([^`\n]+)`")
PLACE = "[A-Z]+"  # words in capitals stand for something


# What is written is possible


@every("block", all_blocks(), ids=lambda block: block.where)
def test_every_block_says_what_it_is(block: Block) -> None:
    assert block.language in (*RUN, *SHOWN), f"language {block.language!r}: one of {RUN} or {SHOWN}"
    if block.language == "json":
        json.loads(block.code)
    if block.language == "toml":
        tomllib.loads(block.code)
    if block.test.startswith("elsewhere "):
        path = ROOT / block.test.split()[1]
        assert block.page.name in path.read_text(encoding="utf-8"), f"{path} does not name this page"
    if block.test.startswith("not run: "):
        assert len(block.test.split()) > 5, "the reason is missing"
    elif block.test:
        assert block.test.split()[0] in (*LEVELS, "with", "elsewhere"), block.test
    if block.language != "python":
        assert block.language in SHOWN or block.commands(), "no command"


@cache
def parsers() -> dict[str, ArgumentParser]:
    """Every command, and every command inside it, with its parser."""
    found: dict[str, ArgumentParser] = {}

    def add(parser: ArgumentParser, name: str) -> None:
        found[name] = parser
        for action in parser._actions:
            if isinstance(action, _SubParsersAction):
                for word, inner in action.choices.items():
                    add(inner, f"{name} {word}")

    add(make_parser(Translator(TEXTS, "en")), PROGRAM)
    return found


def check_command(words: list[str]) -> None:
    """Refuse a command that is not there, or an option that it does not have."""
    name = PROGRAM
    while len(words) > 1 and f"{name} {words[1]}" in parsers():
        name, words = f"{name} {words[1]}", words[1:]
    options = set(parsers()[name]._option_string_actions)
    assert name != PROGRAM or len(words) == 1 or re.fullmatch(rf"{PLACE}|КОМАНДА|--\w+|\.\.\.", words[1]), (
        words[1]
    )
    for word in words[1:]:
        if word.startswith("--"):
            assert word.partition("=")[0] in options, f"{name} has no {word}"


def check_words(words: list[str]) -> None:
    """Refuse what cannot be meant: our commands, verbs of make, extras of our package."""
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    if words[:1] == [PROGRAM]:
        check_command(words)
    elif words[:1] == ["make"] and len(words) > 1 and "=" not in words[1]:
        assert words[1] in VERBS, f"make {words[1]}"
    for extras in re.findall(r"(?:burgomaster|\.)\[([\w,]+)\]", " ".join(words)):
        assert set(extras.split(",")) <= set(EXTRAS), extras


@every("page", guides(), ids=name_of)
def test_every_command_that_is_named_exists(page: Path) -> None:
    if page.name == "CHANGELOG.md":  # which also speaks of what was
        return
    for block in blocks_of(page):
        for words in block.commands():
            check_words(words)
    for code in CODE.findall(prose_of(page)):
        if code.startswith((f"{PROGRAM} ", "make ", "pip install")):
            check_words(shlex.split(code.replace("…", "..."), comments=True))


@every(
    "command, why",
    [(f"{PROGRAM} dance", "dance"), (f"{PROGRAM} play petersburg --sing", "sing"), ("make tea", "tea")],
)
def test_a_command_that_does_not_exist_is_found(command: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check_words(command.split())


# What is written is done


class Reader:
    """Somebody who types what a page says, in an empty folder with two records."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.names: dict[str, Any] = {"__name__": "__main__"}
        for name in ("game.json", "FILE"):
            random_record(5).save(folder / name)
        monkeypatch.setenv("BURGOMASTER_CACHE", str(_cache_home()))  # or a new home would compile everything
        for name in ("HOME", "XDG_STATE_HOME", "BURGOMASTER_DATA"):
            monkeypatch.setenv(name, str(folder / "home"))
        monkeypatch.setenv("LANG", "en")
        monkeypatch.chdir(folder)

    def do(self, block: Block) -> None:
        """Run one block."""
        if block.language == "python":
            exec(compile(block.replaced, block.where, "exec"), self.names)
        for words in block.commands(as_run=True):
            self.type(words)

    def type(self, words: list[str]) -> None:
        """Run one command; settings may stand before it."""
        while re.fullmatch(r"[A-Z_]+=.*", words[0]):
            name, _, value = words.pop(0).partition("=")
            self.monkeypatch.setenv(name, value)
        if words[0] == "make":
            subprocess.run(
                [*words, "--dry-run", "--no-print-directory"], cwd=ROOT, check=True, capture_output=True
            )
        elif words[:2] == [PROGRAM, "serve"]:
            serve_and_stop(words[1:])
        else:
            assert words[0] == PROGRAM, f"only {PROGRAM} and make are run: {words}"
            self.monkeypatch.setattr(sys, "stdin", io.StringIO("q\n" * 9))
            assert main(words[1:]) == 0, " ".join(words)


def serve_and_stop(words: list[str]) -> None:
    """Start a server as it is written, on a free port; ask whether it lives, and stop it as Ctrl+C does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    if "--port" in words:
        words[words.index("--port") + 1] = port
    else:
        words += ["--port", port]
    server = subprocess.Popen(
        [sys.executable, "-m", "burgomaster", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz")
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 0
    finally:
        server.kill()
        server.wait()


def wait_for(url: str, seconds: float = 60) -> None:
    """Ask until somebody answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                assert answer.status == 200
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"{url} does not answer")


def pages_by_level() -> list[Any]:
    """Each page once for each kind of run that has something of it."""
    found = []
    for page in guides():
        for level in sorted({block.level for block in blocks_of(page) if block.is_run}):
            marks = [getattr(pytest.mark, LEVELS[level])] if level else []
            found.append(pytest.param(page, level, id=f"{name_of(page)}-{LEVELS[level]}", marks=marks))
    return found


@pytest.mark.parametrize(("page", "level"), pages_by_level())
@pytest.mark.filterwarnings("ignore")  # those of other people's libraries
def test_the_page_does_what_it_says(
    page: Path, level: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reader = Reader(monkeypatch, tmp_path)
    for block in blocks_of(page):
        if block.is_run and block.level <= level:
            reader.do(block)


def test_a_block_that_fails_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reader = Reader(monkeypatch, tmp_path)
    reader.do(Block(ROOT / "README.md", 1, "bash", f"{PROGRAM} replay FILE  # a comment\n"))
    with pytest.raises(AssertionError, match="nowhere"):
        reader.do(Block(ROOT / "README.md", 1, "console", f"$ {PROGRAM} replay nowhere.json\nan answer\n"))
    with pytest.raises(ZeroDivisionError):
        reader.do(Block(ROOT / "README.md", 1, "python", "1 / 0\n"))
    with pytest.raises(subprocess.CalledProcessError):
        reader.do(Block(ROOT / "README.md", 1, "bash", "make tea\n"))
