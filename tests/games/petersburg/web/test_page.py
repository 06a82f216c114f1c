"""The page of Saint Petersburg: pictures, money, reasons, prices; test_pages.py has what every page holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.actions import Verb
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.web import TEXTS, offers, page, panels, players
from burgomaster.games.petersburg.web.cards import face_of
from tests.cases import every
from tests.games import pages
from tests.games.pages import draw, symbols

VARIANTS = pages.VARIANTS["petersburg"]


def new_table(variant: str, seed: int) -> Table:
    return pages.new_table("petersburg", variant, seed)


def positions(variant: str, seed: int, every: int = 1) -> Iterator[Table]:
    return pages.positions(new_table(variant, seed), seed, every)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_picture_and_a_name(language: str) -> None:
    for card in CARD_OF:
        for with_goods in (False, True):
            face = face_of(card, CardTranslator(TEXTS, language, with_goods))
            assert f"card-{face.picture}" in symbols("petersburg", "cards.svg")
            assert face.name
            assert face.sentences
            icons = [chip.icon for chip in face.chips if chip.icon]
            assert {*icons, f"ui-{face.group}", *(f"symbol-{name}" for name in face.symbols)} <= symbols(
                "petersburg", "icons.svg"
            )


def test_money_of_others_is_not_on_the_page() -> None:
    table = next(table for table in positions("2004", 6, 1) if table.round == 2)
    rich = table.copy()
    for seat in (1, 2):
        rich.state.players[seat].rubles = 99
    assert draw(SeatView.of(table, 0, "en")) == draw(SeatView.of(rich, 0, "en"))
    assert draw(SeatView.of(table, None, "ru")) == draw(SeatView.of(rich, None, "ru"))


def test_a_choice_that_is_not_possible_says_why() -> None:
    table = new_table("2004", 1)
    table.state.players[table.to_move].rubles = 2
    html = draw(SeatView.of(table, table.to_move, "en", 0, "/move"))
    assert "and you have 2 rubles." in html
    assert 'type="button" disabled' in html


@every("variant", VARIANTS)
def test_kept_words_of_refused_moves_are_those_of_the_position(variant: str) -> None:
    n_kept = 0
    for table in positions(variant, 3, 40):
        if table.over:
            continue
        for language in LANGUAGES:
            seat_view = SeatView.of(table, table.to_move, language, "0", "/move")
            say = page.translator_of(seat_view)
            for verb, card in product((Verb.BUY, Verb.BUY_LOW, Verb.TAKE, Verb.PLAY), CARD_OF):
                code = panels.pack_of(verb, card)
                reason = offers.reason_of(seat_view, code)
                right = offers.refusal_words(seat_view, code, reason, say)
                assert offers.refusal_text(seat_view, code, reason, say) == right
                n_kept += reason not in offers.OF_POSITION
    assert n_kept > 1000


@every("variant", VARIANTS)
def test_kept_areas_are_those_of_the_position(variant: str) -> None:
    for table in positions(variant, 5, 12):
        for seat in range(table.game.players):
            seat_view = SeatView.of(table, seat, "en")
            say = page.translator_of(seat_view)
            for other in range(table.game.players):
                anew = tuple(players.make_groups(seat_view, other, say))
                assert players.groups_of(seat_view, other, say) == anew


def test_who_can_only_pass_is_told_so() -> None:
    said = {"ask.hint": 0, "ask.hint_pass": 0}
    for table in positions("2004", 4, 1):
        if table.over or table.view(table.to_move)["decision"] != "action":
            continue
        notations = [move.notation for move in table.moves()]
        right = "ask.hint_pass" if notations == ["pass"] else "ask.hint"
        html = draw(SeatView.of(table, table.to_move, "en", 0, "/move"))
        assert f'<p class="hint">{TEXTS.text("en", right)}</p>' in html
        said[right] += 1
    assert min(said.values()) > 3


def test_the_arithmetic_of_an_exchange_is_shown() -> None:
    for seed in range(40):
        for table in positions("2004", seed, 1):
            notations = [] if table.over else [move.notation for move in table.moves()]
            found = [notation for notation in notations if " low over " in notation]
            if found:
                html = draw(SeatView.of(table, table.to_move, "en", 0, "/move"))
                button = re.search(rf'value="{found[0]}"[^>]*>.*?</button>', html, re.DOTALL)
                assert button and re.search(r'class="eq">\d+ − 1 − ', button.group())
                return
    pytest.fail("no exchange from the lower row in forty games")


def test_a_card_shows_what_it_costs_in_this_game() -> None:
    for chosen, cost in (({}, 15), ({"mariinsky_cost": 18}, 18)):
        table = bm.game("petersburg", players=2, edition="2014", **chosen).new(seed=1)
        say = page.translator_of(SeatView.of(table, 0, "en"))
        face = face_of("mariinsky_theater_2014", say)
        assert face.cost == cost and f"{cost} rubles" in " ".join(face.sentences)
