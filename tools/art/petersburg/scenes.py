"""Read the scenes: a file of `scenes/` draws several pictures, each line one part with numbers and colours.

    # A tavern at night.
    [pub]
    sky night
    box 56 14 8 8 #7a4a3a
    put 62 31 1 -42 {
      box 0 -4 26 8 GOLD
    }

A part is a function of one of the MODULES. What stands between braces is the picture that it gets first.
Colours are written as #rrggbb or by the name of their constant, path data in quotes; (1,2) is a pair,
[1,2 3,4] a list of pairs; yes and no are answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tools.art.petersburg import headwear, masonry, people, props, scenery, shapes, wares

FOLDER = Path(__file__).resolve().parent / "scenes"
MODULES = (shapes, scenery, masonry, people, headwear, props, wares)
WORDS = re.compile(r'"[^"]*"|[^\s"\[]*\[[^\]]*\]|\S+')
KEYWORD = re.compile(r"([a-z_]+)=(.+)")
NUMBER = re.compile(r"-?\d+(\.\d+)?")

Lines = Iterator[str]


def parts() -> dict[str, Callable[..., str]]:
    """Find the parts by their names."""
    return {
        name: part
        for module in MODULES
        for name, part in vars(module).items()
        if callable(part) and getattr(part, "__module__", "") == module.__name__
    }


def colors() -> dict[str, str]:
    """Find the colours that have a name."""
    found = ((name, value) for module in MODULES for name, value in vars(module).items())
    return {name: value for name, value in found if name.isupper() and isinstance(value, str)}


PARTS, COLORS = parts(), colors()
ANSWERS = {"yes": True, "no": False}


def number(word: str) -> float:
    """Read a number, a whole one as such."""
    return float(word) if "." in word else int(word)


def group(words: str) -> tuple[float, ...]:
    """Read numbers between commas."""
    return tuple(number(word) for word in words.split(","))


def value(word: str) -> Any:
    """Read one word of a line."""
    if word.startswith('"'):
        return word.strip('"')
    if word.startswith("["):
        return [group(words) for words in word.strip("[]").split()]
    if word.startswith("("):
        return group(word.strip("()"))
    return number(word) if NUMBER.fullmatch(word) else ANSWERS.get(word, COLORS.get(word, word))


def draw_line(words: list[str], lines: Lines) -> str:
    """Draw one part; what it contains is read from the next lines."""
    name, *given = words
    contents = [draw(lines)] if given[-1:] == ["{"] else []
    named = [KEYWORD.fullmatch(word) for word in given[: len(given) - len(contents)]]
    plain = [value(word) for word, match in zip(given, named, strict=False) if match is None]
    keywords = {match[1]: value(match[2]) for match in named if match is not None}
    return PARTS[name](*contents, *plain, **keywords)


def draw(lines: Lines) -> str:
    """Draw parts one above another, as far as the closing brace."""
    art = ""
    for line in lines:
        if line.strip() == "}":
            break
        art += draw_line(WORDS.findall(line), lines)
    return art


def read_scenes(text: str) -> dict[str, str]:
    """Draw all pictures of a file."""
    kept = "\n".join(line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    chapters = re.split(r"^\[([\w-]+)\]\n", kept, flags=re.MULTILINE)[1:]
    return {
        name: draw(iter(body.splitlines())) for name, body in zip(chapters[::2], chapters[1::2], strict=True)
    }


def all_scenes(kind: str) -> dict[str, str]:
    """Draw every picture of a kind, cards or icons, by its name."""
    texts = (path.read_text(encoding="utf-8") for path in sorted((FOLDER / kind).glob("*.txt")))
    return {name: art for text in texts for name, art in read_scenes(text).items()}
