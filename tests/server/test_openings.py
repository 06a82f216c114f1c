"""How strong players begin: numbers that fit the game, a walk from purchase to purchase."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from burgomaster.bots import bot
from burgomaster.core.registry import game_names
from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import Table, load_game
from burgomaster.lab.strategy import DEPTH, count_tree, describe_rows
from burgomaster.server.opening_key import bought_by, has_openings, key_at
from burgomaster.web.strategy import MOST_BOUGHT, nearest, nodes_of, opening_page, read_openings
from tests.campaigns.clients import open_for_two
from tests.server.fixtures import Running
from tests.server.test_study import signed

GAME = "petersburg"


@pytest.mark.parametrize("game", game_names())
def test_what_was_counted_fits_the_game(game: str) -> None:
    found, statistics = read_openings(game), statistics_of(game)
    assert found is not None and statistics is not None
    for table in found["tables"]:
        beginning = table["nodes"][0]
        assert beginning["id"] == "" and beginning["seats"] <= table["players"] * table["games"]
        assert sum(row[2] for row in beginning["rows"]) <= beginning["seats"]
        for node in table["nodes"]:
            assert len(node["id"].split(",")) < MOST_BOUGHT
            for item, chances, bought, wins, score in node["rows"]:
                assert item in statistics.items and chances >= bought >= wins >= 0
                assert (score is None) == (bought == 0)


class Made:
    """Two games of two seats, as a kernel counts them."""

    offered = np.zeros((2, 2, DEPTH, 5), np.int8)
    ranks = np.array([[0, 1], [0, 0]])
    scores = np.array([[30, 20], [10, 10]])
    n_items = np.array([[3, 1], [2, 0]])
    items = np.array([[[4, 2, 4], [2, 0, 0]], [[2, 4, 0], [0, 0, 0]]])


def test_purchases_count_in_any_order_against_what_could_be_bought() -> None:
    made: Any = Made()
    made.offered[0, 0, 0, [2, 4]] = made.offered[0, 1, 0, [2, 3]] = made.offered[1, 0, 0, [2]] = 1
    nodes = count_tree(made, 5)
    assert {node: one.seats for node, one in nodes.items()} == {(): 3, (4,): 1, (2, 4): 1, (2,): 1}
    beginning = nodes[()].sums
    assert beginning[2].tolist() == [3, 2, 0.5, 30.0]  # chances, purchases, shares of victory, points
    assert beginning[3].tolist() == [1, 0, 0, 0] and beginning[4].tolist() == [1, 1, 1, 30]
    assert nodes[(2,)].sums[4].tolist() == [1, 1, 0.5, 10]  # a purchase without a noted offer was one
    rows = describe_rows(
        np.array([[20, 4, 2.0, 100.0], [12, 0, 0.0, 0.0], [3, 3, 3.0, 9.0]]), ("a", "b", "c")
    )
    assert rows == [["a", 20, 4, 2.0, 25.0], ["b", 12, 0, 0.0, None]]


def test_what_too_few_bought_is_left_out_one_by_one() -> None:
    nodes: dict[str, Any] = {"": {"seats": 90}, "a": {"seats": 40}, "b": {"seats": 50}, "a,b": {"seats": 20}}
    assert nearest(nodes, ["b", "a"]) == ["a", "b"] and nearest(nodes, ["a", "x", "b"]) == ["a", "b"]
    assert nearest(nodes, ["a", "a"]) == ["a"] and nearest(nodes, ["x", "y"]) == []


def test_the_page_is_walked_in_both_languages_and_takes_nonsense(server: Running) -> None:
    first = next(iter(nodes_of(GAME, 2).values()))["rows"][0][0]
    for language, word in (("en", "Bought so far"), ("ru", "Уже куплено")):
        client = server.client(headers={"Accept-Language": language})
        page = client.get(f"/strategy/{GAME}?players=2&view=worth").text
        assert word in page and f"by=bought&amp;view=worth&amp;bought={first}#openings" in page
        walked = client.get(f"/strategy/{GAME}?players=2&bought={first},nothing").text
        assert f"&amp;bought={first}#items" in walked and f"&amp;bought={first},{first}#openings" in walked
    shown = client.get(f"/api/openings/{GAME}", params={"players": 2, "bought": first, "offer": first}).json()
    assert shown["bought"] == [first] and shown["seats"] > 0 and shown["provenance"]["command"]
    odd = client.get(f"/strategy/{GAME}?players=77&bought=nothing,,{'x' * 3000}&offer=<b>")
    assert odd.status_code == 200 and "<b>" not in odd.text
    assert client.get("/openings/chess").status_code == client.get("/api/openings/chess").status_code == 404
    deep = opening_page(GAME, "en", 2, [first] * (MOST_BOUGHT - 1), [])
    assert (
        len(deep["left_out"]) + len(nearest(nodes_of(GAME, 2), [first] * (MOST_BOUGHT - 1)))
        == MOST_BOUGHT - 1
    )


def test_the_address_of_before_leads_to_the_section(server: Running) -> None:
    client = server.client()
    old = client.get(f"/openings/{GAME}?players=3&bought=a%2Cb&offer=%3Cb%3E", follow_redirects=False)
    assert old.status_code == 301
    assert old.headers["location"] == f"/strategy/{GAME}?players=3&bought=a%2Cb&offer=%3Cb%3E#openings"
    assert client.get(f"/openings/{GAME}", follow_redirects=True).status_code == 200


def played(game: str, moves: int, **options: Any) -> Table:
    table, player = load_game(game, **options).new(seed=3), bot("greedy", seed=1)
    for _ in range(moves):
        if not table.over:
            table.play(player.choose(table))
    return table


def test_a_position_says_what_was_bought_and_what_can_be() -> None:
    table = played(GAME, 2, players=2)
    seat, asked = table.to_move, key_at(table)
    assert asked is not None and seat is not None and asked["players"] == "2"
    assert asked["bought"].split(",") == bought_by(table, seat)
    buys = {move.notation.split()[1] for move in table.moves() if move.notation.startswith("buy ")}
    assert buys and set(asked["offer"].split(",")) == buys
    assert not has_openings(played(GAME, 4, players=2, edition="2014"))  # another game
    assert not has_openings(played(GAME, 90, players=2))  # long past the opening
    # who knows what was bought
    assert not has_openings(load_game(GAME, players=2).from_position(table.position(seat)))


def test_only_a_finished_game_leads_there(server: Running) -> None:
    running, client = open_for_two(server.url)[0], signed(server.client(headers={"Accept-Language": "en"}))
    assert client.get(f"/t/{running.table}/openings?ply=1").status_code == 422
    assert f"/t/{running.table}/openings" not in client.get(f"/t/{running.table}/replay").text
    game = played(GAME, 400, players=2)
    assert game.over
    match = client.post("/api/records", json=game.record().to_json()).json()["table"]
    assert f'action="/t/{match}/openings"' in client.get(f"/t/{match}/replay?ply=2").text
    led = client.get(f"/t/{match}/openings?ply=2", follow_redirects=False)
    asked = parse_qs(urlsplit(led.headers["location"]).query)
    assert led.status_code == 303 and asked["players"] == ["2"] and asked["offer"]
    late = client.get(f"/t/{match}/openings?ply=99999", follow_redirects=False)
    assert late.headers["location"] == f"/strategy/{GAME}?players=2#openings"
    study = client.post(f"/api/tables/{match}/studies", json={"ply": 2}).json()["study"]
    assert f"/study/{study}/openings?at=2" in client.get(f"/study/{study}?at=2").text
    from_study = client.get(f"/study/{study}/openings?at=2", follow_redirects=False)
    assert from_study.headers["location"] == led.headers["location"]
