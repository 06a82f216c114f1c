"""Drawings taken from our sheets: the symbols that a picture uses, with their colours filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from burgomaster.core.cache import cached
from burgomaster.web.picture.parts import Art

SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>.*?</symbol>', re.DOTALL)
VARIABLE = re.compile(r"var\(--([a-z0-9-]+)(?:,[^)]*)?\)")
BOX = re.compile(r'viewBox="([^"]+)"')
MISSING = "#888888"  # a colour that nobody has given
MOST_FILLED = 2048


@cache
def symbols(sheet: Path) -> Mapping[str, str]:
    return {found.group(1): found.group(0) for found in SYMBOL.finditer(sheet.read_text("utf-8"))}


def name_of(art: Art) -> str:
    """Name a symbol inside a picture: sheets of several games may use the same words."""
    return f"{art.sheet.stem}-{art.symbol}"


def definitions(used: Iterable[Art], variables: Mapping[str, str]) -> str:
    """Write the symbols that a picture uses, each once; what a sheet does not have is left out."""
    given = tuple(sorted(variables.items()))
    found = {name_of(art): art for art in used if art.symbol in symbols(art.sheet)}
    return "".join(filled(art.sheet, art.symbol, given) for art in found.values())


@cached(MOST_FILLED)
def filled(sheet: Path, symbol: str, variables: tuple[tuple[str, str], ...]) -> str:
    """Write a symbol under the name it has inside pictures, with the colours that it asks for."""
    colors = dict(variables)
    text = VARIABLE.sub(lambda found: colors.get(found.group(1), MISSING), symbols(sheet)[symbol])
    return text.replace(f'id="{symbol}"', f'id="{sheet.stem}-{symbol}"', 1)


def use(art: Art, x: float, y: float, width: float, height: float) -> str:
    """Draw a symbol; nothing where its sheet does not have it."""
    if art.symbol not in symbols(art.sheet):
        return ""
    color = f' color="{art.color}" fill="{art.color}"' if art.color else ""
    where = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<use href="#{name_of(art)}" {where}{color}/>'


@cache
def whole(path: Path) -> tuple[str, str]:
    """Read a drawing that is a file of its own: its frame, and what is in it."""
    text = path.read_text("utf-8")
    found = BOX.search(text)
    return (found.group(1) if found else "0 0 480 270"), text[text.index(">") + 1 : text.rindex("</svg>")]


def draw_whole(path: Path, x: float, y: float, width: float, height: float) -> str:
    frame, content = whole(path)
    where = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<svg {where} viewBox="{frame}" preserveAspectRatio="xMidYMid slice">{content}</svg>'
