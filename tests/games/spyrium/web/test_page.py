"""The page of Spyrium: complete, honest about moves, silent about orders, and well-formed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from markupsafe import Markup

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import read_notation
from burgomaster.games.spyrium.rules.cards import CARD_OF, EVENT_OF, TECHNOLOGIES
from burgomaster.games.spyrium.rules.options import TEXTS as GAME_TEXTS
from burgomaster.games.spyrium.rules.prices import price_of_move
from burgomaster.games.spyrium.rules.state import Decision
from burgomaster.games.spyrium.web import gallery, offers, page
from burgomaster.games.spyrium.web.cards import Face, event_face, face_of
from burgomaster.games.spyrium.web.charts import SOURCES, gains_of
from burgomaster.games.spyrium.web.texts import TEXTS
from burgomaster.web.card_list import card_list
from burgomaster.web.charts import lines_of
from burgomaster.web.linked_log import linked_log
from burgomaster.web.signs import soften
from burgomaster.web.templates import WEB as SHARED
from burgomaster.web.templates import environment
from tests.cases import crossed, some, sweep
from tests.web.reader import read

WEB = Path(page.__file__).parent
PLAYERS = (2, 3, 4, 5)
SPRITE = (WEB / "static/icons.svg").read_text(encoding="utf-8")
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
ALL_TECHNOLOGIES = (1 << len(TECHNOLOGIES)) - 1


def sources() -> str:
    """Everything that may name a text or a sign of this page: its own code and what all pages share."""
    shared = ("templates/charts.html", "charts.py", "credits.py", "ending.py", "../server/games_menu.py")
    own = [path for path in WEB.rglob("*.*") if path.suffix in (".py", ".html")]
    return "".join(path.read_text(encoding="utf-8") for path in (*(SHARED / name for name in shared), *own))


def draw(seat_view: SeatView, what: str = "board") -> str:
    context = {"board": page.board, "result": page.result}[what](seat_view)
    return environment().get_template(f"spyrium/{what}.html").render(context)


def new_table(players: int, seed: int) -> Table:
    seats = [{"name": f"<b>{seat}</b>"} for seat in range(players)]
    return bm.game("spyrium", players=players).new(seed=seed, seats=seats)


def endow(table: Table) -> Table:
    """A table whose players own every technology and are rich, so that every choice turns up."""
    for seat in range(table.game.players):
        player = table.state.players[seat]
        player.technologies, player.money, player.crystals = ALL_TECHNOLOGIES, 40, 9
    return table


def positions(table: Table, seed: int, every: int = 1) -> Iterator[Table]:
    """Positions of a random game: every so many, and the first two that ask each unusual question."""
    dice, number, asked = random.Random(seed), 0, Counter({Decision.MAIN_I: 2, Decision.MAIN_II: 2})
    while not table.over:
        decision = Decision(table.state.decision)
        if number % every == 0 or asked[decision] < 2:
            asked[decision] += 1
            yield table
        moves = table.moves()
        busy = [move for move in moves if move.notation not in ("pass", "switch")]
        table.play(dice.choice(busy if busy and dice.random() < 0.8 else moves))
        number += 1
    yield table


def finished(players: int, seed: int) -> Table:
    *_, table = positions(new_table(players, seed), seed, 1000)
    return table


def shown_moves(seat_view: SeatView) -> set[str]:
    return set(re.findall(r'name="move" value="([^"]+)"', draw(seat_view)))


# Art and words


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


def test_every_picture_belongs_to_a_card_and_every_sign_is_used() -> None:
    pictures = {face.picture for face in all_faces("en")}
    assert {symbol for symbol in SYMBOLS if symbol.startswith("card-")} == pictures
    named = sources()
    printed = {f"ui-{symbol}" for face in all_faces("en") for symbol in face.symbols}
    for symbol in SYMBOLS - pictures - printed:
        kind, _, name = symbol.partition("-")
        assert symbol in named or kind == "seat" or f'"{name}"' in named, symbol


def test_reconstructed_figures_are_marked_in_the_gallery_alone() -> None:
    say = Translator(TEXTS, "en")
    assert face_of("char_assistant", say).unsure == ("copies",)
    assert face_of("bld_palace", say).unsure == ("price", "copies")
    assert face_of("bld_mine_1", say).unsure == ("price", "end_points", "copies")
    html = draw(SeatView.of(new_table(2, 1), 0, "en"))
    assert "≈" not in html and "reconstructed" not in html


def test_long_words_may_be_broken_in_the_middle() -> None:
    assert soften("Капитализация") == "Капита\u00adлизация"
    assert soften("Mine II") == "Mine II"


def test_the_texts_of_the_templates_exist() -> None:
    for path in WEB.glob("templates/*.html"):
        for key in re.findall(r"say\([\"']([a-z_.]+)[\"'][,)]", path.read_text(encoding="utf-8")):
            assert TEXTS.template("en", key)


def test_no_text_stands_idle() -> None:
    named = sources()
    built = re.findall(r"[\"']([a-z_]+\.[a-z_]*)(?:[\"'] ~|\{)", named)
    for key in TEXTS.entries("en"):
        family, _, name = key.partition(".")
        is_built = key.startswith(tuple(built))
        is_counted = f":{name}}}" in str(TEXTS.entries("en"))
        is_gentler = family == "refusal" and key in GAME_TEXTS.entries("en")
        assert key in named or is_built or is_counted or is_gentler, key


# The board


@pytest.mark.sampled
@pytest.mark.parametrize("players", sweep(PLAYERS, lambda players: players == 3))
def test_every_step_of_a_game_offers_exactly_the_legal_moves(players: int) -> None:
    languages = cycle(LANGUAGES)
    for table in some(positions(new_table(players, players), players), 4):
        if table.over:
            continue
        seat_view = SeatView.of(table, table.to_move, next(languages), "3", "/move")
        assert [move.notation for move in seat_view.moves] == [move.notation for move in table.moves()]
        assert shown_moves(seat_view) == {move.notation for move in seat_view.moves}


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


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("players", "language"), crossed(PLAYERS, LANGUAGES, lambda players: players in (2, 5))
)
def test_the_page_is_well_formed_for_everybody(players: int, language: str) -> None:
    for table in some(positions(new_table(players, 10 + players), players, 60), 3):
        for seat in (None, *range(players)):
            html = draw(SeatView.of(table, seat, language, "3", "/move"))
            reader = read(html)
            assert reader.problems == []
            assert [name for name, n in Counter(reader.ids).items() if n > 1] == []
            assert set(reader.links) <= set(reader.ids)
            assert set(reader.icons) <= SYMBOLS
            assert html.count('id="board"') == 1 and html.lstrip().startswith('<div id="board"')
            assert "<b>0</b>" not in html
            if seat != table.to_move:
                assert reader.moves == []


@pytest.mark.sampled
def test_a_replay_can_be_looked_at_only() -> None:
    for table in some(positions(new_table(3, 3), 3, 20), 3):
        for can_act in (True, False):
            html = draw(SeatView.of(table, table.to_move, "en", can_act=can_act))
            assert read(html).moves == []
            assert "hx-post" not in html


def test_one_form_holds_every_button_and_the_fields_of_the_frame() -> None:
    table = new_table(2, 4)
    seat_view = SeatView.of(table, table.to_move, "en", "17", "/tables/1/move")
    field = Markup('<input type="hidden" name="field">')
    html = environment().get_template("spyrium/board.html").render(page.board(seat_view), csrf_field=field)
    form = html[html.index("<form") : html.index("</form>")]
    assert html.count("<form") == html.count(str(field)) == html.count('hx-post="/tables/1/move"') == 1
    assert str(field) in form and 'name="number" value="17"' in form
    assert form.count('name="move"') == html.count('name="move"') > 2
    assert form.index("<button disabled hidden>") < form.index('name="move"')  # Enter in a field presses none


@pytest.mark.parametrize("players", [2, 5])
def test_hidden_orders_change_nothing(players: int) -> None:
    rng = new_rng()
    for seed, table in enumerate(positions(new_table(players, 5), 5, 40)):
        if table.over:
            continue
        for seat in range(players):
            twin = table.copy()
            seed_rng(rng, seed, seat)
            twin._states = table.determinized(seat, rng)
            assert twin.state_bytes() != table.state_bytes()
            looks = [SeatView.of(one, seat, "en", "3", "/move") for one in (table, twin)]
            assert draw(looks[0]) == draw(looks[1])


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


# A finished game


@pytest.mark.parametrize("players", PLAYERS)
def test_the_sources_add_up_to_the_scores(players: int) -> None:
    for seed in range(3):
        table = finished(players, seed)
        seat_view = SeatView.of(table, None, "en")
        lines = lines_of(gains_of(seat_view), SOURCES, len(seat_view.names))
        totals = [sum(points[seat] for _, points in lines) for seat in range(len(seat_view.names))]
        assert totals == list(table.scores)
        assert {gain.round_no for gain in gains_of(seat_view)} <= set(range(1, 7))
        assert "" not in {gain.source for gain in gains_of(seat_view)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_is_well_formed(language: str) -> None:
    for players in PLAYERS:
        reader = read(draw(SeatView.of(finished(players, 1), 0, language), "result"))
        assert reader.problems == []
        assert set(reader.icons) <= SYMBOLS
        assert [name for name, n in Counter(reader.ids).items() if n > 1] == []


def test_no_event_lies_there_when_the_game_is_over() -> None:
    over = finished(3, 5)
    for table, is_there in ((new_table(3, 5), True), (over, False)):
        html = draw(SeatView.of(table, 0, "en", 0, "/move"))
        assert ('id="event-next"' in html, 'id="event-now"' in html) == (is_there, is_there)
        assert 'class="residence"' in html


def test_a_game_that_has_just_begun_has_a_chart_too() -> None:
    assert read(draw(SeatView.of(new_table(2, 1), 0, "en"), "result")).problems == []


# All cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_shows_every_card_that_a_log_links_to(language: str) -> None:
    html = environment().get_template("spyrium/gallery.html").render(gallery.gallery(language))
    reader = read(html)
    assert reader.problems == []
    assert set(reader.icons) <= SYMBOLS
    cards = card_list("spyrium", language)
    assert {card.id for card in cards} <= set(reader.ids)
    assert {card.id for card in cards} == {*CARD_OF, *EVENT_OF}
    assert [name for name, n in Counter(reader.ids).items() if n > 1] == []


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
