"""The page of Saint Petersburg: complete, honest about moves, silent about secrets, and well-formed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from markupsafe import Markup

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.games.petersburg.presentation import CardTranslator, distinct
from burgomaster.games.petersburg.rules.actions import Verb
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.rules.state import Decision
from burgomaster.games.petersburg.web import offers, page, panels, players
from burgomaster.games.petersburg.web.cards import face_of
from burgomaster.games.petersburg.web.charts import SOURCES, gains_of
from burgomaster.games.petersburg.web.texts import TEXTS
from burgomaster.web.charts import lines_of
from burgomaster.web.templates import WEB as SHARED
from burgomaster.web.templates import environment
from tests.cases import always, crossed, every, some, sweep
from tests.web.reader import read

WEB = Path(page.__file__).parent
VARIANTS = {
    "2004": (3, {}),
    "banquet": (4, {"expansions": ["banquet"]}),
    "new_society": (5, {"expansions": ["new_society"]}),
    "both": (2, {"expansions": ["banquet", "new_society"]}),
    "2014": (2, {"edition": "2014"}),
    "market": (3, {"edition": "2014", "expansions": ["market"]}),
}
QUICK = ("both", "market")  # both editions, every expansion
SPRITE = (WEB / "static/icons.svg").read_text(encoding="utf-8")
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
PICTURES = set(re.findall(r'<symbol id="([^"]+)"', (WEB / "static/cards.svg").read_text(encoding="utf-8")))


def sources() -> str:
    """Everything that may name a text or a sign of this page: its own code and what all pages share."""
    shared = ("templates/charts.html", "charts.py", "credits.py", "ending.py", "../server/games_menu.py")
    own = [path for path in WEB.rglob("*.*") if path.suffix in (".py", ".html")]
    return "".join(path.read_text(encoding="utf-8") for path in (*(SHARED / name for name in shared), *own))


def draw(seat_view: SeatView, what: str = "board") -> str:
    context = {"board": page.board, "result": page.result}[what](seat_view)
    return environment().get_template(f"petersburg/{what}.html").render(context)


def new_table(variant: str, seed: int) -> Table:
    players, options = VARIANTS[variant]
    seats = [{"name": f"<b>{seat}</b>"} for seat in range(players)]
    return bm.game("petersburg", players=players, **options).new(seed=seed, seats=seats)  # type: ignore[arg-type]


def positions(variant: str, seed: int, every: int) -> Iterator[Table]:
    """Positions of a random game: every so many, and the first two that ask each unusual question."""
    table, dice = new_table(variant, seed), random.Random(seed)
    number, asked = 0, Counter({Decision.ACTION: 2})
    while not table.over:
        decision = Decision(table.state.decision)
        if number % every == 0 or asked[decision] < 2:
            asked[decision] += 1
            yield table
        moves = table.moves()
        busy = [move for move in moves if move.notation != "pass"]
        table.play(dice.choice(busy if busy and dice.random() < 0.8 else moves))
        number += 1
    yield table


def finished(variant: str, seed: int) -> Table:
    *_, table = positions(variant, seed, 1000)
    return table


# Art and words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_picture_and_a_name(language: str) -> None:
    for card in CARD_OF:
        for with_goods in (False, True):
            face = face_of(card, CardTranslator(TEXTS, language, with_goods))
            assert f"card-{face.picture}" in PICTURES
            assert face.name
            assert face.sentences
            icons = [chip.icon for chip in face.chips if chip.icon]
            assert {*icons, f"ui-{face.group}", *(f"symbol-{name}" for name in face.symbols)} <= SYMBOLS


def test_every_icon_is_used() -> None:
    named = sources()
    for symbol in SYMBOLS:
        kind, _, name = symbol.partition("-")
        assert symbol in named or kind in ("seat", "symbol", "good") or f'"{name}"' in named


def test_the_texts_of_the_templates_exist() -> None:
    known = TEXTS.entries("en")
    for path in WEB.glob("templates/*.html"):
        for key in re.findall(r"say\([\"']([a-z_.]+)[\"'][,)]", path.read_text(encoding="utf-8")):
            assert key in known or TEXTS.template("en", key)


def test_no_text_stands_idle() -> None:
    named = sources()
    for key in TEXTS.entries("en"):
        family, _, name = key.partition(".")
        is_built = re.search(rf"[\"']{family}\.[\"'] ~|{family}\.\{{", named)
        assert key in named or is_built or f":{name}}}" in str(TEXTS.entries("en"))


# The board


@pytest.mark.sampled
@pytest.mark.parametrize("variant", sweep(VARIANTS, QUICK.__contains__, always))
def test_every_legal_move_is_one_button(variant: str) -> None:
    for table in some(positions(variant, 1, 12), 2):
        if table.over:
            continue
        seat_view = SeatView.of(table, table.to_move, "en", 3, "/move")
        assert [move.notation for move in seat_view.moves] == [move.notation for move in table.moves()]
        say = page.translator_of(seat_view)
        wanted = [move.notation for move in distinct(seat_view.moves, say)]
        assert sorted(read(draw(seat_view)).moves) == sorted(wanted)
        if say.with_goods or variant != "2014":
            assert len(wanted) == len(seat_view.moves)


@pytest.mark.sampled
@pytest.mark.parametrize(("variant", "language"), crossed(VARIANTS, LANGUAGES, QUICK.__contains__))
def test_the_page_is_well_formed_for_everybody(variant: str, language: str) -> None:
    for table in some(positions(variant, 2, 40), 3):
        for seat in (None, *range(VARIANTS[variant][0])):
            html = draw(SeatView.of(table, seat, language, 3, "/move"))
            reader = read(html)
            assert reader.problems == []
            assert [name for name, n in Counter(reader.ids).items() if n > 1] == []
            assert set(reader.links) <= set(reader.ids)
            assert set(reader.icons) <= SYMBOLS | PICTURES
            assert html.count('id="board"') == 1 and html.lstrip().startswith('<div id="board"')
            assert "<b>0</b>" not in html
            if seat != table.to_move:
                assert reader.moves == []


@pytest.mark.sampled
def test_a_replay_can_be_looked_at_only() -> None:
    for table in some(positions("both", 3, 25), 3):
        for can_act in (True, False):
            html = draw(SeatView.of(table, table.to_move, "en", can_act=can_act))
            assert read(html).moves == []
            assert "hx-post" not in html


def test_one_form_holds_every_button_and_the_fields_of_the_frame() -> None:
    table = new_table("2004", 4)
    seat_view = SeatView.of(table, table.to_move, "en", 17, "/tables/1/move")
    field = Markup('<input type="hidden" name="field">')
    html = environment().get_template("petersburg/board.html").render(page.board(seat_view), csrf_field=field)
    form = html[html.index("<form") : html.index("</form>")]
    assert html.count("<form") == html.count(str(field)) == html.count('hx-post="/tables/1/move"') == 1
    assert str(field) in form and 'name="number" value="17"' in form
    assert form.count('name="move"') == html.count('name="move"') > 2
    assert form.index("<button disabled hidden>") < form.index('name="move"')  # Enter in a field presses none


@pytest.mark.parametrize("variant", ["both", "market", "2004"])
def test_hidden_things_change_nothing(variant: str) -> None:
    rng = new_rng()
    for seed, table in enumerate(positions(variant, 5, 25)):
        if table.over:
            continue
        for seat in range(VARIANTS[variant][0]):
            twin = table.copy()
            seed_rng(rng, seed, seat)
            twin._states = table.determinized(seat, rng)
            looks = [SeatView.of(one, seat, "en", 3, "/move") for one in (table, twin)]
            assert draw(looks[0]) == draw(looks[1])


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
    for table in positions(variant, 3, 16):
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
    for table in positions(variant, 5, 3):
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


# A finished game


@every("variant", VARIANTS)
def test_the_sources_add_up_to_the_scores(variant: str) -> None:
    for seed in range(3):
        table = finished(variant, seed)
        seat_view = SeatView.of(table, None, "en")
        lines = lines_of(gains_of(seat_view), SOURCES, len(seat_view.names))
        totals = [sum(points[seat] for _, points in lines) for seat in range(len(seat_view.names))]
        assert totals == list(table.scores)
        assert {gain.round_no for gain in gains_of(seat_view)} <= set(range(1, table.round + 1))


@pytest.mark.parametrize(("variant", "language"), crossed(VARIANTS, LANGUAGES))
def test_the_result_is_well_formed(variant: str, language: str) -> None:
    seat_view = SeatView.of(finished(variant, 1), 0, language)
    reader = read(draw(seat_view, "result"))
    assert reader.problems == []
    assert set(reader.icons) <= SYMBOLS | PICTURES
    assert [name for name, n in Counter(reader.ids).items() if n > 1] == []


def test_a_game_that_has_just_begun_has_a_chart_too() -> None:
    assert read(draw(SeatView.of(new_table("2004", 1), 0, "en"), "result")).problems == []


def test_a_card_shows_what_it_costs_in_this_game() -> None:
    for chosen, cost in (({}, 15), ({"mariinsky_cost": 18}, 18)):
        table = bm.game("petersburg", players=2, edition="2014", **chosen).new(seed=1)
        say = page.translator_of(SeatView.of(table, 0, "en"))
        face = face_of("mariinsky_theater_2014", say)
        assert face.cost == cost and f"{cost} rubles" in " ".join(face.sentences)
