"""The plain board: readable for every game, complete, honest about turns, and silent about secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.server.render import FORM_FIELD
from burgomaster.web.plain.page import NOTHING, TEXTS, FactWriter, Grid, board
from burgomaster.web.templates import environment
from tests.web.reader import read

GAMES = [game["game"] for game in bm.games()]


def draw(seat_view: SeatView) -> str:
    values = {
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        "csrf_field": FORM_FIELD,
        **board(seat_view),
    }
    return environment().get_template("plain/board.html").render(values)


def positions(game: str, seed: int, every: int) -> Iterator[Table]:
    names = [{"name": f"<b>{seat}</b>"} for seat in range(2)]
    table, dice = bm.game(game, players=2).new(seed=seed, seats=names), random.Random(seed)
    while not table.over:
        if len(table.steps) % every == 0:
            yield table
        table.play(dice.choice(table.moves()))
    yield table


def writer(table: Table, language: str = "en") -> FactWriter:
    view = SeatView.of(table, 0, language)
    return FactWriter(view, table.game.rules.info.texts, Translator(TEXTS, language))


@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_shown_with_all_moves(game: str) -> None:
    for number, table in enumerate(positions(game, 3, 15)):
        for seat in (0, 1, None):
            view = SeatView.of(table, seat, LANGUAGES[number % 2], "17", "/move")
            html = draw(view)
            page = read(html)
            assert page.problems == [] and len(page.ids) == len(set(page.ids))
            assert page.moves == [move.notation for move in view.moves]
            assert bool(page.moves) == (seat is not None and seat == table.to_move)
            assert "<b>0</b>" not in html and "&lt;b&gt;0&lt;/b&gt;" in html
            assert 'name="number" value="17"' in html
            assert "{" not in html and "None" not in html and "[]" not in html  # no raw data


@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_nothing(game: str) -> None:
    rng = new_rng()
    for number, table in enumerate(positions(game, 4, 25)):
        for seat in () if table.over else (0, 1):
            twin = table.copy()
            seed_rng(rng, number, seat)
            twin._states = table.determinized(seat, rng)
            assert draw(SeatView.of(table, seat, "en")) == draw(SeatView.of(twin, seat, "en"))


def test_it_says_whose_turn_it_is_and_who_won() -> None:
    *_, table = positions("petersburg", 5, 10_000)
    begun = bm.game("petersburg", players=2).new(seed=1, seats=[{"name": "Anna"}, {"name": "Boris"}])
    mover = begun.to_move
    assert mover is not None
    shown = {
        "Your turn": SeatView.of(begun, mover, "en"),
        f"{begun.names[mover]} is to move": SeatView.of(begun, None, "en"),
        f"Ходит {begun.names[mover]}": SeatView.of(begun, 1 - mover, "ru"),
    }
    for words, view in shown.items():
        assert f'<h2 aria-live="polite">{words}</h2>' in draw(view)
    over = draw(SeatView.of(table, 0, "en"))
    assert over.count('class="tag won"') == len(table.winners) and "is to move" not in over


def test_nothing_can_be_pressed_in_a_replay() -> None:
    table = bm.game("spyrium", players=2).new(seed=1)
    assert 'name="move"' not in draw(SeatView.of(table, table.to_move, "en", can_act=False))


def test_players_are_a_table_with_their_scores() -> None:
    table = bm.game("suburbia", players=2).new(seed=1, seats=[{"name": "Anna"}, {"name": "Boris"}])
    grid = writer(table).players()
    assert grid.heads[:2] == ("Money", "Income")
    assert [row[:2] for row in grid.rows] == [("15", "0"), ("15", "0")]
    assert writer(table, "ru").players().heads[:2] == ("Деньги", "Доход")
    html = draw(SeatView.of(table, 0, "en"))
    assert '<th scope="col">Player</th><th scope="col">Score</th><th scope="col">Money</th>' in html
    assert 'Anna <span class="tag">you</span>' in html


def test_values_are_written_for_people() -> None:
    write = writer(bm.game("petersburg", players=2).new(seed=1, seats=[{"name": "Anna"}, {"name": "Boris"}]))
    assert write.text("last_round", False) == "no"
    assert write.text("drawn", None) == NOTHING == write.text("lower", [])
    assert write.text("upper", ["gold_miner", "pub", "gold_miner"]) == "gold miner ×2, pub"
    assert write.text("piles", {"worker": 27, "noble": 0}) == "Worker: 27, Noble: 0"
    assert write.text("first_player", 1) == "Boris"
    offers = write.fact("market", [{"card": "pub", "price": 3}, None, {"card": "bank", "left": 1}])
    assert offers.label == "Market"
    assert offers.grid == Grid(("Card", "Price", "Left"), (("pub", "3", NOTHING), ("bank", NOTHING, "1")))
