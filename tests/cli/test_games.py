"""`burgomaster games`."""

from __future__ import annotations

import json

import burgomaster as bm
from tests.cli.conftest import Run


def test_games_are_listed_with_players_and_options(run: Run) -> None:
    result = run("games")
    assert result.code == 0
    assert "Saint Petersburg" in result.out
    assert "Players: 2, 3, 4" in result.out
    for option in bm.games()[0]["options"]:
        assert option["name"] in result.out


def test_games_are_listed_in_russian(run: Run) -> None:
    result = run("games", "--lang", "ru")
    assert "Санкт-Петербург" in result.out
    assert "Все видят рубли друг друга." in result.out


def test_games_for_programs(run: Run) -> None:
    assert json.loads(run("games", "--json").out) == bm.games()
