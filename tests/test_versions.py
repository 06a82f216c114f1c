"""The page on versions tells the numbers that are in the code."""

from __future__ import annotations

import re

from burgomaster.bots import net_file
from burgomaster.core import position, record_file
from burgomaster.core.registry import game_info, game_names, game_rules
from burgomaster.lab import run
from burgomaster.server import backup, store_engine
from tests.guides import ROOT

PAGE = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")


def row(what: str) -> str:
    """The row of the table about something."""
    found = re.search(rf"^\| {re.escape(what)} \|(.*)$", PAGE, re.MULTILINE)
    assert found is not None, what
    return found[1]


def test_the_page_tells_the_numbers_of_the_code() -> None:
    assert f'"format": "{record_file.FORMAT}"' in row("a record")
    assert f"`{position.FORMAT}`" in row("a position as text")
    assert f"now {store_engine.newest_version()}" in row("the store of a server")
    assert f'"format": {backup.FORMAT}' in row("a backup")
    assert f"`format` ({net_file.FORMAT})" in row("a net")
    assert f"`schema` ({run.SCHEMA})" in row("a table of data")
    assert {game_info(game).version for game in game_names()} == {1} and "now 1" in row("the rules of a game")
    encodings = {encoding.version for game in game_names() if (encoding := game_rules(game).encoding)}
    assert encodings == {1} and "now 1" in row("an encoding (actions, observations)")
