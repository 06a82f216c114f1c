"""Links that are right in the repository, turned so that they are right in the book."""

from __future__ import annotations

import posixpath
import re

from tools.docs.places import page_of

FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def turn_links(markdown: str, place: str, uri: str) -> str:
    """Turn every link outside blocks of code; `place` is where the text lies, `uri` the page it becomes."""
    parts, end = [], 0
    for fence in FENCE.finditer(markdown):
        parts += [_turn(markdown[end : fence.start()], place, uri), fence[0]]
        end = fence.end()
    return "".join([*parts, _turn(markdown[end:], place, uri)])


def _turn(text: str, place: str, uri: str) -> str:
    def one(link: re.Match[str]) -> str:
        picture, label, target, anchor = link[1], link[2], link[3], link[4] or ""
        page = page_of(posixpath.normpath(posixpath.join(posixpath.dirname(place), target)))
        if page is None:  # a file of the sources, which is not in the book
            return label if label.startswith("`") else f"`{label}`"
        return f"{picture}[{label}]({posixpath.relpath(page, posixpath.dirname(uri) or '.')}{anchor})"

    return LINK.sub(one, text)
