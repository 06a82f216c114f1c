"""The page of Spyrium: pictures, every power, prices and reasons; test_pages.py has what every page holds."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import read_notation
from burgomaster.games.spyrium.rules.cards import CARD_OF, EVENT_OF, TECHNOLOGIES
from burgomaster.games.spyrium.rules.prices import price_of_move
from burgomaster.games.spyrium.web import TEXTS, offers
from burgomaster.games.spyrium.web.cards import Face, event_face, face_of
from burgomaster.web.linked_log import linked_log
from tests.games import pages
from tests.games.pages import draw, positions, symbols

SYMBOLS = symbols("spyrium", "icons.svg")
ALL_TECHNOLOGIES = (1 << len(TECHNOLOGIES)) - 1
NAMES = {players: name for name, (players, _) in pages.VARIANTS["spyrium"].items()}


def new_table(players: int, seed: int) -> Table:
    return pages.new_table("spyrium", NAMES[players], seed)


def endow(table: Table) -> Table:
    """A table whose players own every technology and are rich, so that every choice turns up."""
    for seat in range(table.game.players):
        player = table.state.players[seat]
        player.technologies, player.money, player.crystals = ALL_TECHNOLOGIES, 40, 9
    return table


def shown_moves(seat_view: SeatView) -> set[str]:
    return set(re.findall(r'name="move" value="([^"]+)"', draw(seat_view)))


def all_faces(language: str) -> list[Face]:
    say = Translator(TEXTS, language)
    return [face_of(card, say) for card in CARD_OF] + [event_face(event, say) for event in EVENT_OF]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_picture_and_a_name(language: str) -> None:
    for face in all_faces(language):
        assert face.picture in SYMBOLS
        assert face.name == face.soft_name.replace("\u00ad", "")
        assert face.sentences
        signs = [sign.kind for deal in face.deals for sign in (*deal.paid, *deal.gained)]
        icons = {f"ui-{kind}" for kind in signs if kind not in ("money", "points", "crystals")}
        assert icons | {f"ui-{symbol}" for symbol in face.symbols} <= SYMBOLS


def test_every_picture_belongs_to_a_card() -> None:
    pictures = {face.picture for face in all_faces("en")}
    assert {symbol for symbol in SYMBOLS if symbol.startswith("card-")} == pictures


def test_reconstructed_figures_are_marked_in_the_gallery_alone() -> None:
    say = Translator(TEXTS, "en")
    assert face_of("char_assistant", say).unsure == ("copies",)
    assert face_of("bld_palace", say).unsure == ("price", "copies")
    assert face_of("bld_mine_1", say).unsure == ("price", "end_points", "copies")
    html = draw(SeatView.of(new_table(2, 1), 0, "en"))
    assert "≈" not in html and "reconstructed" not in html


def test_every_power_and_every_event_offers_exactly_the_legal_moves() -> None:
    seen: Counter[str] = Counter()
    for seed in range(5):
        for table in positions(endow(new_table(2 + seed % 2, seed)), seed, 3):
            if table.over:
                continue
            seat_view = SeatView.of(table, table.to_move, "en", "3", "/move")
            moves = {move.notation for move in seat_view.moves}
            assert shown_moves(seat_view) == moves
            words = {word for move in moves for word in move.split() if word.isalpha()}
            seen.update(words)
            seen.update(
                [seat_view.view["event"]["event"]] if any(m.startswith("event") for m in moves) else []
            )
    assert {"lobby", "read", "over", "taylorism", "token"} <= set(seen)
    assert set(EVENT_OF) <= set(seen)


# Prices and reasons


def ways_on(html: str, notation: str) -> str:
    found = re.search(rf'value="{notation}"[^>]*>.*?</li>', html, re.DOTALL)
    assert found
    return found.group()


def test_the_arithmetic_of_every_activation_stands_on_its_button() -> None:
    n_seen = 0
    for table in positions(endow(new_table(3, 8)), 8, 4):
        if table.over or n_seen > 60:
            continue
        seat_view = SeatView.of(table, table.to_move, "en", "3", "/move")
        html = (
            draw(seat_view) if any(move.notation.startswith("activate") for move in seat_view.moves) else ""
        )
        for move in seat_view.moves:
            code = read_notation(move.notation)
            price = price_of_move(seat_view.state, code) if code is not None else None
            if price is None:
                continue
            button = ways_on(html, move.notation)
            assert f"for £{price.total}" in button
            assert price.crowd == 0 or f"{price.crowd} (crowd)" in button
            assert price.plot == 0 or f"{price.plot} (plot)" in button
            assert price.discount == 0 or f"− {price.discount} (shared symbol)" in button
            n_seen += 1
    assert n_seen > 60


def test_a_choice_that_is_not_possible_says_why() -> None:
    for table in positions(new_table(2, 3), 3):
        notations = [] if table.over else [move.notation for move in table.moves()]
        if any(notation.startswith("earn") for notation in notations):
            player = table.state.players[table.to_move]
            player.money = 0
            html = draw(SeatView.of(table, table.to_move, "en", "0", "/move"))
            assert re.search(r"£\d+ needed, £0 in hand\.", html)
            assert 'type="button" disabled' in html
            assert "Take your workers off the market before passing" in html
            assert "Workers are placed in phase I only" in html
            return
    pytest.fail("nobody ever had a worker on the market")


def test_a_used_building_lies_on_its_side_and_says_why_it_rests() -> None:
    for table in positions(new_table(2, 6), 6):
        if table.over or table.view(0)["decision"] != "main_ii":
            continue
        mine = table.view(table.to_move)["players"][table.to_move]["buildings"]
        if any(one["rotated"] for one in mine):
            html = draw(SeatView.of(table, table.to_move, "en", "0", "/move"))
            assert "small k-building turned" in html
            assert "you have no upright Taylorism" in html
            return
    pytest.fail("no building was used")


def test_no_event_lies_there_when_the_game_is_over() -> None:
    over = pages.finished("spyrium", "three", 5)
    for table, is_there in ((new_table(3, 5), True), (over, False)):
        html = draw(SeatView.of(table, 0, "en", 0, "/move"))
        assert ('id="event-next"' in html, 'id="event-now"' in html) == (is_there, is_there)
        assert 'class="residence"' in html


def test_log_lines_link_to_cards() -> None:
    table = new_table(2, 1)
    lines = linked_log(table, None, "en")
    assert any('href="/cards/spyrium#' in line for line in lines)


def test_offers_that_are_kept_are_those_worked_out_anew() -> None:
    """They are kept whatever money there is; everything else that prices depend on names them."""
    compared = 0
    for players in (2, 4):
        table, draw = bm.game("spyrium", players=players).new(seed=players), random.Random(players)
        while not table.over:
            for seat in range(players):
                seen = SeatView.of(table, seat, can_act=False)
                kept = offers.offers_of(seen)
                anew = SeatView.of(table, seat, can_act=False)
                assert kept == {place: offers.offer_of(anew, seat, place) for place in kept}
                compared += len(kept)
            for _ in range(7):
                if not table.over:
                    table.play(draw.choice(table.moves()))
    assert compared > 500
