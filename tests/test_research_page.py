"""The numbers of docs/research.md are compared, and the agent of the tutorial (first_agent.md) is trained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from burgomaster.cli.games import describe_one
from burgomaster.core.registry import game_info, game_names

DOCS = Path(__file__).resolve().parent.parent / "docs"
RESEARCH = (DOCS / "research.md").read_text(encoding="utf-8")
TUTORIAL = (DOCS / "tutorials" / "first_agent.md").read_text(encoding="utf-8")
SIZES = re.compile(r"<!-- sizes[^>]*-->\n(.*?)<!-- end of sizes -->", re.DOTALL)


def blocks(text: str) -> list[str]:
    """The blocks of Python code of a page."""
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def run_blocks(codes: list[str], name: str) -> dict[str, Any]:
    """Run blocks one after the other, as in a notebook; return all their names."""
    names: dict[str, Any] = {}
    for code in codes:
        exec(compile(code, name, "exec"), names)
    return names


def size_table() -> str:
    """The sizes of every variant, as the page has them."""
    lines = ["| Game, variant | Players | Actions | Entries of an observation |", "|---|---|---|---|"]
    for game in game_names():
        info = game_info(game)
        for variant in info.variants:
            found = [describe_one(game, players, dict(variant.options)) for players in variant.players]
            title = f"{info.title('en')}, {info.variant_title(variant.options, 'en')}"
            players = ", ".join(map(str, variant.players))
            actions = ", ".join(dict.fromkeys(f"{one['n_actions']:,}" for one in found))
            entries = ", ".join(f"{one['n_entries']:,}" for one in found)
            lines.append(f"| {title} | {players} | {actions} | {entries} |")
    return "\n".join(lines) + "\n"


@pytest.mark.thorough
def test_the_page_tells_the_sizes_of_every_variant() -> None:
    written = SIZES.search(RESEARCH)
    assert written is not None and written[1] == size_table()


def shortened(code: str, games: int, rounds: int) -> str:
    """The same with fewer games."""
    fewer = re.sub(r"^GAMES = \d+", f"GAMES = {games}", code, flags=re.MULTILINE)
    return re.sub(r"^ROUNDS = \d+", f"ROUNDS = {rounds}", fewer, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("games", "rounds", "least"),
    [
        pytest.param(48, 6, 0.55, marks=pytest.mark.slow),
        pytest.param(256, 25, 0.9, marks=pytest.mark.thorough),
    ],
)
def test_the_agent_of_the_tutorial_beats_random_players(
    games: int, rounds: int, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    names = run_blocks([shortened(code, games, rounds) for code in blocks(TUTORIAL)], "first_agent.md")
    assert (names["GAMES"], names["ROUNDS"]) == (games, rounds)
    assert names["low"] > least, names["won"]
    assert "games won (95 %" in capsys.readouterr().out


@pytest.mark.thorough
def test_the_agent_learns_at_all() -> None:
    """Without a round of learning it is no better than the others: the test above can fail."""
    names = run_blocks([shortened(code, 48, 0) for code in blocks(TUTORIAL)], "first_agent.md")
    assert names["low"] < 0.55
