"""The pages of all games: complete, honest about moves, silent about secrets, and well-formed."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup

from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_folder, game_part, part_texts
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.seat_view import SeatView
from burgomaster.core.statistics import statistics_of
from burgomaster.games.petersburg.presentation import distinct
from burgomaster.server.rules_routes import gallery_html
from burgomaster.web.charts import lines_of
from burgomaster.web.game_pages import card_list
from burgomaster.web.templates import WEB as SHARED
from tests.cases import always, crossed, some, sweep
from tests.games.pages import (
    EVERY,
    PAGES,
    QUICK,
    VARIANTS,
    check_html,
    draw,
    finished,
    new_table,
    positions,
    symbols,
)
from tests.web.reader import read

FILES = {  # with the signs that only pages use, and how the names of those begin that are put together
    "petersburg": ("icons.svg", ("seat", "symbol", "good")),
    "spyrium": ("icons.svg", ("seat", "card", "ui")),
    "suburbia": ("icons.svg", ("type", "icon", "stat", "scope", "sort", "seat", "plot")),
}


def sources(game: str) -> str:
    """Everything that may name a text or a sign of a page: its own code and what all pages share."""
    shared = ("templates/charts.html", "charts.py", "game_pages.py", "ending.py", "../server/games_menu.py")
    own = [path for path in (game_folder(game) / "web").rglob("*.*") if path.suffix in (".py", ".html")]
    return "".join(path.read_text(encoding="utf-8") for path in (*(SHARED / name for name in shared), *own))


# Words and signs


@pytest.mark.parametrize("game", VARIANTS)
def test_the_texts_of_the_templates_exist(game: str) -> None:
    texts = part_texts(game, "web")
    for path in (game_folder(game) / "web").glob("templates/*.html"):
        for key in re.findall(r"say\([\"']([a-z_.]+)[\"'][,)]", path.read_text(encoding="utf-8")):
            assert texts.template("en", key), key


@pytest.mark.parametrize("game", VARIANTS)
def test_no_text_stands_idle(game: str) -> None:
    named, texts = sources(game), part_texts(game, "web")
    rules_texts = game_part(game, "rules.options").TEXTS.entries("en")
    built = tuple(re.findall(r"[\"'](?:[a-z_]+:)?([a-z_]+\.[a-z_]*)(?:[\"'] ~|\{)", named))
    for key in texts.entries("en"):
        family, _, name = key.partition(".")
        is_counted = f":{name}}}" in str(texts.entries("en"))
        is_gentler = family == "refusal" and key in rules_texts
        assert key in named or key.startswith(built) or is_counted or is_gentler, key


@pytest.mark.parametrize("game", VARIANTS)
def test_every_sign_is_used(game: str) -> None:
    file, put_together = FILES[game]
    named = sources(game)
    for symbol in symbols(game, file):
        kind, _, name = symbol.partition("-")
        assert symbol in named or kind in put_together or f'"{name}"' in named, symbol


# The board


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "variant"), sweep(PAGES, lambda game, variant: (game, variant) in QUICK, always)
)
def test_every_legal_move_is_one_button(game: str, variant: str) -> None:
    for table in some(positions(new_table(game, variant, 1), 1, EVERY[game]), 2):
        if table.over:
            continue
        seat_view = SeatView.of(table, table.to_move, "en", "3", "/move")
        assert [move.notation for move in seat_view.moves] == [move.notation for move in table.moves()]
        moves = seat_view.moves
        if game == "petersburg":  # where goods do not count, cards that differ by them alone are one choice
            say = game_part(game, "web.page").translator_of(seat_view)
            moves = distinct(moves, say)
            assert len(moves) == len(seat_view.moves) or (variant == "2014" and not say.with_goods)
        found = read(draw(seat_view)).moves
        if game == "spyrium":  # a worker who earns beside two cards has the button at both
            found = list(set(found))
        assert sorted(found) == sorted(move.notation for move in moves)


@pytest.mark.sampled
@pytest.mark.parametrize(("page", "language"), crossed(PAGES, LANGUAGES, QUICK.__contains__))
def test_the_page_is_well_formed_for_everybody(page: tuple[str, str], language: str) -> None:
    game, variant = page
    for table in some(positions(new_table(game, variant, 2), 2, 4 * EVERY[game]), 3):
        for seat in {table.to_move, None, *range(table.game.players)}:
            html = draw(SeatView.of(table, seat, language, "3", "/move"))
            reader = check_html(html, game)
            assert bool(reader.moves) == (seat is not None and seat == table.to_move)
            assert set(reader.links) <= set(reader.ids)
            assert html.count('id="board"') == 1 and html.lstrip().startswith('<div id="board"')
            assert "&lt;q&gt;0&lt;/q&gt;" in html and "<q>0</q>" not in html


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "variant"), [(game, next(iter(VARIANTS[game]))) for game in VARIANTS])
def test_a_replay_can_be_looked_at_only(game: str, variant: str) -> None:
    for table in some(positions(new_table(game, variant, 3), 3, 2 * EVERY[game]), 3):
        for can_act in (True, False):
            html = draw(SeatView.of(table, table.to_move, "en", can_act=can_act))
            assert read(html).moves == []
            assert "hx-post" not in html


@pytest.mark.parametrize("game", VARIANTS)
def test_one_form_holds_every_button_and_the_fields_of_the_frame(game: str) -> None:
    table = new_table(game, next(iter(VARIANTS[game])), 4)
    while table.phase == "goal_choice":
        table.play(table.moves()[0])
    field = Markup('<input type="hidden" name="field">')
    html = draw(SeatView.of(table, table.to_move, "en", "17", "/tables/1/move"), csrf_field=field)
    form = html[html.index("<form") : html.index("</form>")]
    assert html.count("<form") == html.count(str(field)) == html.count('hx-post="/tables/1/move"') == 1
    assert str(field) in form and 'name="number" value="17"' in form
    assert form.count('name="move"') == html.count('name="move"') > 2
    assert form.index("<button disabled hidden>") < form.index('name="move"')  # Enter in a field presses none


@pytest.mark.parametrize(("game", "variant"), [*sorted(QUICK), ("petersburg", "2004"), ("suburbia", "two")])
def test_hidden_things_change_nothing(game: str, variant: str) -> None:
    rng = new_rng()
    for seed, table in enumerate(positions(new_table(game, variant, 5), 5, 2 * EVERY[game])):
        for seat in range(table.game.players) if not table.over else ():
            twin = table.copy()
            seed_rng(rng, seed, seat)
            twin._states = table.determinized(seat, rng)
            assert twin.state_bytes() != table.state_bytes()
            looks = [SeatView.of(one, seat, "en", "3", "/move") for one in (table, twin)]
            assert draw(looks[0]) == draw(looks[1])


# A finished game, and all cards


@pytest.mark.parametrize(("game", "variant"), PAGES)
def test_the_sources_add_up_to_the_scores(game: str, variant: str) -> None:
    statistics = statistics_of(game)
    assert statistics is not None
    for seed in range(3):
        table = finished(game, variant, seed)
        seat_view = SeatView.of(table, None, "en")
        gains = list(statistics.earned(seat_view.history, len(seat_view.names)))
        lines = lines_of(gains, statistics.sources, len(seat_view.names))
        totals = [sum(points[seat] for _, points in lines) for seat in range(len(seat_view.names))]
        assert totals == list(table.scores)
        assert {gain.round_no for gain in gains} <= set(range(table.round + 1))


@pytest.mark.parametrize(("page", "language"), crossed(PAGES, LANGUAGES))
def test_the_result_is_well_formed(page: tuple[str, str], language: str) -> None:
    check_html(draw(SeatView.of(finished(*page, 1), 0, language), "result"), page[0])


@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_that_has_just_begun_has_a_chart_too(game: str) -> None:
    table = new_table(game, next(iter(VARIANTS[game])), 1)
    assert read(draw(SeatView.of(table, 0, "en"), "result")).problems == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", VARIANTS)
def test_the_gallery_has_every_card_with_its_sentences(game: str, language: str) -> None:
    html = gallery_html(game, language)
    cards = card_list(game, language)
    assert {card.id for card in cards} <= set(check_html(html, game).ids)
    for card in cards:
        for sentence in card.sentences:
            assert str(Markup.escape(sentence)) in html
