"""The pages of what strong players do: numbers that fit the game, in both languages, by number of players."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import item_names, statistics_of
from burgomaster.web import strategy
from burgomaster.web.game_pages import pages_of
from tests.server.fixtures import Running

GAMES = [name for name in game_names() if "strategy" in pages_of(name)]


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_fit_the_game(game: str) -> None:
    found, statistics = strategy.read_strategy(game), statistics_of(game)
    assert found is not None and statistics is not None
    assert (found["schema"], found["game"]) == (1, game) and found["rules_version"] == game_info(game).version
    assert strategy.strategy_path(game).stat().st_size < 200_000
    for table in found["tables"]:
        assert table["games"] >= 100
        assert {one["id"] for one in table["sources"]} <= set(statistics.sources)
        ids = [one["id"] for one in table["items"]]
        assert len(ids) == len(set(ids)) > 20 and set(ids) <= set(statistics.items)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_page_for_every_number_of_players(server: Running, game: str) -> None:
    for language in LANGUAGES:
        client = server.client(headers={"Accept-Language": language})
        assert f'href="/strategy/{game}"' in client.get(f"/learn/{game}").text
        names = item_names(game, language)
        found = strategy.read_strategy(game)
        assert found is not None
        for table, view in zip(found["tables"], strategy.VIEWS * 2, strict=False):
            asked = {"players": table["players"], "by": "wins", "view": view}
            answer = client.get(f"/strategy/{game}", params=asked)
            assert answer.status_code == 200 and f">{table['players']}</a>" in answer.text
            shown = re.findall(r'<tr><th scope="row">([^<]+)</th>', answer.text)
            assert len(shown) == len(table["items"]) and set(map(unescape, shown)) <= set(names.values())


def test_odd_wishes_get_the_usual_page(server: Running) -> None:
    client = server.client()
    usual = client.get(f"/strategy/{GAMES[0]}").text
    for asked in (
        "players=99",
        "players=x",
        "by=%3Cscript%3E",
        "view=../x",
        "by=&view=",
        "players=" + "9" * 400,
    ):
        answer = client.get(f"/strategy/{GAMES[0]}?{asked}")
        assert answer.status_code == 200 and answer.text.count("<tr>") == usual.count("<tr>")
    assert client.get("/strategy/chess").status_code == 404


def row(round_no: int, bought: int, chances: int, worth: float | None) -> list[Any]:
    return [round_no, bought, chances, worth]


def test_rounds_are_put_together() -> None:
    item = {"copies": 60, "rounds": [row(1, 30, 40, 2.0), row(2, 0, 160, -3.0), row(9, 30, 10, None)]}
    assert [strategy.span(one) for one in strategy.columns_of([item])] == ["1", "2"]
    both = item["rounds"][:2]
    cells = {view: cell(item, both) for view, cell in strategy.CELLS.items()}
    assert cells["taken"] == {"share": 0.15, "kind": "part-1"}
    assert cells["when"] == {"share": 0.5, "kind": "part-3"}
    assert cells["worth"] == {"worth": -2.0, "kind": "minus-2"}
    assert strategy.taken_cell(item, item["rounds"][2:]) is None and strategy.worth_cell(item, []) is None
    long = {"rounds": [row(number, 1, 99, 0.1) for number in range(1, 18)]}
    assert [strategy.span(one) for one in strategy.columns_of([long])][-2:] == ["13–15", "16–17"]
