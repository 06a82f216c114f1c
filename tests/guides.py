"""The guides as tests read them: pages, blocks of code, and what a page says of how a block is tested.

Every block names its language. Python and commands are run, in the order of the page; a comment before
a block, which no reader sees, says what is special:

    <!-- test: slow -->                                  run by `make slow` (or `thorough`)
    <!-- test: with "--games 400" "--games 4" -->        run with something replaced: shorter, or a free port
    <!-- test: elsewhere tests/examples/test_x.py -->    that test runs it, and names the page
    <!-- test: not run: the reason -->                   for the few that cannot be run by a test
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("quick", "slow", "thorough")
RUN = ("python", "bash", "console")
SHOWN = ("text", "nginx", "yaml", "json", "toml", "csv")
BLOCK = re.compile(
    r"(?:^[ \t]*<!-- test: (?P<test>.*?) -->\n)?^(?P<indent>[ \t]*)```(?P<language>[^\n]*)\n"
    r"(?P<code>.*?)^(?P=indent)```[ \t]*$",
    re.MULTILINE | re.DOTALL,
)


def guides() -> list[Path]:
    """Every page that people read: of the repository, of docs/, of the games and the examples."""
    patterns = ("*.md", "docs/**/*.md", "src/burgomaster/games/*/*.md", "examples/*/*.md", ".github/**/*.md")
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def name_of(page: Path) -> str:
    """How a page is called in messages."""
    return page.relative_to(ROOT).as_posix()


def prose_of(page: Path) -> str:
    """A page without its blocks of code."""
    return BLOCK.sub("", page.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Block:
    """A block of code of a page."""

    page: Path
    line: int
    language: str
    code: str
    test: str = ""  # what the page says of its test

    @property
    def where(self) -> str:
        """Where it stands."""
        return f"{name_of(self.page)}:{self.line}"

    @property
    def is_run(self) -> bool:
        """Whether the test of blocks runs it."""
        return self.language in RUN and not self.test.startswith(("not run: ", "elsewhere "))

    @property
    def level(self) -> int:
        """Which kind of run has it: 0 quick, 1 slow, 2 thorough."""
        return next((level for level, word in enumerate(LEVELS) if word in self.test.split()), 0)

    @property
    def replaced(self) -> str:
        """The code as it is run."""
        code = self.code
        if "with " in self.test:
            words = shlex.split(self.test.partition("with ")[2])
            for old, new in zip(words[::2], words[1::2], strict=True):
                assert old in code, f"{self.where}: nothing to replace: {old}"
                code = code.replace(old, new)
        return code

    def commands(self, as_run: bool = False) -> list[list[str]]:
        """Its commands, in words."""
        if self.language == "python":
            return []
        lines = (self.replaced if as_run else self.code).replace("\\\n", " ").splitlines()
        wanted = (
            line.removeprefix("$ ") for line in lines if self.language == "bash" or line.startswith("$ ")
        )
        return [words for line in wanted if (words := shlex.split(line, comments=True))]


def blocks_of(page: Path) -> Iterator[Block]:
    """Find the blocks of a page in their order."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("language")) + 1
        indent = len(found["indent"])
        code = "".join(line[indent:] if line.strip() else line for line in found["code"].splitlines(True))
        yield Block(page, line, found["language"].strip(), code, found["test"] or "")


def all_blocks() -> list[Block]:
    """Find every block of every page."""
    return [block for page in guides() for block in blocks_of(page)]
