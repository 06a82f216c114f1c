"""A drawn page as tests read it: what can be pressed, what is linked, and what must not be there."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"input", "br", "hr", "img", "meta", "link"}


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.moves: list[str] = []
        self.links: list[str] = []
        self.icons: list[str] = []
        self.problems: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        values = dict(attrs)
        self.problems += [f"{name} in <{tag}>" for name in names if name == "style" or name.startswith("on")]
        self.problems += [f"{name} twice in <{tag}>" for name, n in Counter(names).items() if n > 1]
        self.problems += [f"<{tag}>"] if tag in ("script", "style", "link") else []
        if "id" in values:
            self.ids.append(values["id"] or "")
        if tag == "button" and values.get("name") == "move":
            self.moves.append(values["value"] or "")
        if tag == "a":
            self.links.append((values["href"] or "").removeprefix("#"))
        if tag == "use":
            self.icons.append((values["href"] or "").partition("#")[2])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    return reader
