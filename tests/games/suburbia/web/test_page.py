"""The page of Suburbia: complete, honest about moves and what follows, silent about secrets, well-formed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import Markup

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.cards import GOAL_IDS, IDS
from burgomaster.games.suburbia.web import gallery, page
from burgomaster.games.suburbia.web.borough import COLUMN, ROW, map_of
from burgomaster.games.suburbia.web.charts import SOURCES, gains_of
from burgomaster.games.suburbia.web.outcomes import STATS, cell_words
from burgomaster.games.suburbia.web.texts import GAME_TEXTS, TEXTS
from burgomaster.games.suburbia.web.tiles import LARGEST, LEAST, face_of, goal_of
from burgomaster.web.card_list import card_list
from burgomaster.web.charts import lines_of
from burgomaster.web.pieces import Piece
from burgomaster.web.templates import WEB as SHARED
from burgomaster.web.templates import environment, kept_parts
from tests.cases import always, crossed, some, sweep
from tests.web.reader import read

WEB = Path(page.__file__).parent
VARIANTS = {
    "two": (2, {}),
    "three": (3, {"board_side": ["A", "B", "A"]}),
    "four": (4, {"blocked_cells": "all_above"}),
    "lone_architect": (1, {"solo": "lone_architect"}),
    "dale": (1, {"solo": "dale", "dale_tie": "human", "dale_private_goal": True}),
}
QUICK = ("four", "dale")
SPRITE = "".join((WEB / "static" / name).read_text(encoding="utf-8") for name in ("icons.svg", "tiles.svg"))
SHAPES = {"hex", "plate-1", "plate-2"}  # drawn in the page itself
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))


def sources() -> str:
    """Everything that may name a text or a sign of this page: its own code and what all pages share."""
    shared = ("templates/charts.html", "charts.py", "credits.py", "ending.py", "../server/games_menu.py")
    own = [path for path in WEB.rglob("*.*") if path.suffix in (".py", ".html")]
    return "".join(path.read_text(encoding="utf-8") for path in (*(SHARED / name for name in shared), *own))


def draw(seat_view: SeatView, what: str = "board") -> str:
    context = {"board": page.board, "result": page.result}[what](seat_view)
    return environment().get_template(f"suburbia/{what}.html").render(context)


def new_table(variant: str, seed: int) -> Table:
    players, options = VARIANTS[variant]
    game = bm.game("suburbia", players=players, **options)  # type: ignore[arg-type]
    seats = [{"name": f"<b>{seat}</b>"} for seat in range(game.n_seats)]
    return game.new(seed=seed, seats=seats)


def positions(variant: str, seed: int, every: int) -> Iterator[Table]:
    """Positions of a random game: every so many, and the first two that ask each unusual question."""
    table, dice = new_table(variant, seed), random.Random(seed)
    number, asked = 0, Counter({"main": 2})
    while not table.over:
        if number % every == 0 or asked[table.phase] < 2:
            asked[table.phase] += 1
            yield table
        kinds = {move.notation.partition(" ")[0] for move in table.moves()}
        kind = dice.choice(sorted(kinds))  # there are many more lakes than anything else
        table.play(dice.choice([move for move in table.moves() if move.notation.startswith(kind)]))
        number += 1
    yield table


def finished(variant: str, seed: int) -> Table:
    *_, table = positions(variant, seed, 1000)
    return table


def panels_of(seat_view: SeatView) -> list[page.Panel]:
    return list(page.board(seat_view)["panels"])


# Art and words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_and_goal_has_a_picture_and_a_name(language: str) -> None:
    say = Translator(TEXTS, language)
    for tile in IDS:
        face = face_of(tile, say)
        assert face.name and face.sentences and len(face.lines) <= 2
        signs = {f"tile-{tile}", *(f"stat-{chip.stat}" for chip in face.chips)}
        signs |= {sign for chip in face.chips for sign in chip.targets}
        signs |= {f"scope-{chip.scope}" for chip in face.chips if chip.scope}
        signs |= {f"icon-{face.icon}"} if face.icon else set()
        signs |= {face.picture.partition("#")[2], face.plot.partition("#")[2]}
        assert signs <= SYMBOLS
        assert LEAST <= face.size <= LARGEST
    for goal in GOAL_IDS:
        shown = goal_of(goal, say)
        assert shown.name and {shown.sign, f"sort-{shown.sort}", shown.plot.partition("#")[2]} <= SYMBOLS
        assert not shown.picture or shown.picture.partition("#")[2] in SYMBOLS


def test_every_picture_is_used() -> None:
    named = sources()
    for symbol in SYMBOLS - {f"tile-{tile}" for tile in IDS}:
        kind, _, _ = symbol.partition("-")
        assert symbol in named or kind in ("type", "icon", "stat", "scope", "sort", "seat", "plot")


def test_the_texts_of_the_templates_exist() -> None:
    for path in WEB.glob("templates/*.html"):
        for key in re.findall(r"say\([\"']([a-z_.]+)[\"'][,)]", path.read_text(encoding="utf-8")):
            assert TEXTS.template("en", key)


def test_no_text_stands_idle() -> None:
    named = sources()
    for key in TEXTS.entries("en"):
        family, _, _ = key.partition(".")
        is_built = re.search(rf"[\"']{family}\.[\"'] ~|{family}\.\{{", named)
        is_gentler = family == "refusal" and key in GAME_TEXTS.entries("en")
        assert key in named or is_built or is_gentler, key


# The board


@pytest.mark.sampled
@pytest.mark.parametrize("variant", sweep(VARIANTS, QUICK.__contains__, always))
def test_every_legal_move_is_one_button(variant: str) -> None:
    for table in some(positions(variant, 1, 7), 2):
        if not table.over:
            seat_view = SeatView.of(table, table.to_move, "en", "3", "/move")
            wanted = [move.notation for move in table.moves()]
            assert sorted(read(draw(seat_view)).moves) == sorted(wanted)


@pytest.mark.sampled
@pytest.mark.parametrize(("variant", "language"), crossed(VARIANTS, LANGUAGES, QUICK.__contains__))
def test_the_page_is_well_formed_for_everybody_at_every_step(variant: str, language: str) -> None:
    for number, table in enumerate(some(positions(variant, 2, 1), 4)):
        seat_view = SeatView.of(table, table.to_move, language, "3", "/move")
        html = draw(seat_view)
        assert "&lt;b&gt;0&lt;/b&gt;" in html
        if number % 6 and not table.over:
            continue
        for seat in {table.to_move, None, *range(table.game.players)}:
            moves = check(
                html if seat == seat_view.seat else draw(SeatView.of(table, seat, language, "3", "/move"))
            )
            assert bool(moves) == (seat is not None and seat == table.to_move)


def check(html: str) -> list[str]:
    """The moves of a page that is well-formed."""
    reader = read(html)
    assert reader.problems == []
    assert [name for name, n in Counter(reader.ids).items() if n > 1] == []
    assert set(reader.links) <= set(reader.ids)
    assert set(reader.icons) <= SYMBOLS | SHAPES
    assert html.count('id="board"') == 1 and html.lstrip().startswith('<div id="board"')
    return reader.moves


@pytest.mark.sampled
def test_a_replay_can_be_looked_at_only() -> None:
    for table in some(positions("two", 3, 9), 3):
        for can_act in (True, False):
            html = draw(SeatView.of(table, table.to_move, "en", can_act=can_act))
            assert read(html).moves == []
            assert "hx-post" not in html


def test_one_form_holds_every_button_and_the_fields_of_the_frame() -> None:
    table = next(table for table in positions("three", 4, 1) if table.phase == "main")
    seat_view = SeatView.of(table, table.to_move, "en", "17", "/tables/1/move")
    field = Markup('<input type="hidden" name="field">')
    html = environment().get_template("suburbia/board.html").render(page.board(seat_view), csrf_field=field)
    form = html[html.index("<form") : html.index("</form>")]
    assert html.count("<form") == html.count(str(field)) == html.count('hx-post="/tables/1/move"') == 1
    assert str(field) in form and 'name="number" value="17"' in form
    assert form.count('name="move"') == html.count('name="move"') > 9
    assert form.index("<button disabled hidden>") < form.index('name="move"')  # Enter in a field presses none


@pytest.mark.parametrize("variant", ["two", "four", "dale"])
def test_hidden_things_change_nothing(variant: str) -> None:
    rng = new_rng()
    for seed, table in enumerate(positions(variant, 5, 9)):
        if table.over:
            continue
        for seat in range(table.game.players):
            twin = table.copy()
            seed_rng(rng, seed, seat)
            twin._states = table.determinized(seat, rng)
            looks = [SeatView.of(one, seat, "en", "3", "/move") for one in (table, twin)]
            assert draw(looks[0]) == draw(looks[1])


def test_a_private_goal_is_shown_to_its_owner_only() -> None:
    table = next(table for table in positions("three", 6, 1) if table.phase == "main")
    for seat in range(3):
        kept = GOAL_IDS[table.state.players[seat].goals[0]]
        name = goal_of(kept, Translator(TEXTS, "en")).name
        for other in (None, *range(3)):
            assert (name in draw(SeatView.of(table, other, "en"))) == (other == seat)


# What follows from a move


@pytest.mark.parametrize("variant", ["two", "four", "lone_architect"])
def test_what_is_foretold_comes_true(variant: str) -> None:
    n_checked = 0
    for table in positions(variant, 7, 9):
        if table.over or table.phase != "main":
            continue
        seat_view = SeatView.of(table, table.to_move, "en", "3", "/move")
        seat = table.to_move
        for panel in panels_of(seat_view):
            for topic in panel.topics:
                for outcome in topic.outcomes:
                    after = table.copy()
                    after.play(outcome.choices[-1].notation)
                    if after.phase == "discard":
                        after.play("discard 5")
                    if after.over:
                        continue
                    player = after.view(seat)["players"][seat]
                    assert [value.after for value in outcome.values] == [player[stat] for stat in STATS]
                    n_checked += 1
    assert n_checked > 100


def test_every_cause_is_named() -> None:
    for table in positions("three", 8, 6):
        if table.over or table.phase != "main":
            continue
        for panel in panels_of(SeatView.of(table, table.to_move, "en", "3", "/move")):
            for outcome in (one for topic in panel.topics for one in topic.outcomes):
                told: Counter[str] = Counter()
                mine = ", ".join(line.amounts for line in outcome.lines if not line.owner)
                for sign, dollar, size, stat in re.findall(r"([+−])(\$?)(\d+) ?(\w*)", mine):
                    told["money" if dollar else stat] += int(size) * (1 if sign == "+" else -1)
                for value in outcome.values:
                    assert told[value.stat] == value.at_once + value.by_steps


def test_a_tile_of_another_borough_is_named_with_its_owner() -> None:
    for seed in range(20):
        for table in positions("two", seed, 4):
            if table.over or table.phase != "main" or table.round < 6:
                continue
            seat_view = SeatView.of(table, table.to_move, "en", "3", "/move")
            outcomes = [
                one for panel in panels_of(seat_view) for topic in panel.topics for one in topic.outcomes
            ]
            found = [line for outcome in outcomes for line in outcome.lines if line.owner]
            if found:
                assert {line.owner for line in found} == {seat_view.names[1 - table.to_move]}
                assert "<em>&lt;b&gt;" in draw(seat_view)
                return
    pytest.fail("nobody was touched by a tile of somebody else")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_that_is_not_possible_says_why(language: str) -> None:
    table = next(table for table in positions("two", 1, 1) if table.phase == "main")
    player = table.state.players[table.to_move]
    player.money = 1
    table.state.basics[0] = 0
    seat_view = SeatView.of(table, table.to_move, language, "0", "/move")
    panels = {panel.key: panel for panel in panels_of(seat_view)}
    slots = [panel for key, panel in panels.items() if key.startswith("slot-")]
    legal = {move.notation.rpartition(" ")[0] for move in seat_view.moves}
    for panel in slots:
        for topic in panel.topics:
            assert bool(topic.reason) == (topic.key.replace("-", " ") not in legal)
            assert bool(topic.reason) != topic.can
    assert panels["basic-suburbs"].topics[0].reason
    assert {one.cell for one in panels["invest"].topics[0].refused} == {"0,0", "0,2", "0,4"}
    html = draw(seat_view)
    for panel in panels.values():
        for topic in panel.topics:
            assert str(Markup.escape(topic.reason)) in html


def test_a_discard_that_is_too_expensive_says_why() -> None:
    for table in positions("two", 1, 1):
        if not table.over and table.phase == "discard":
            table.state.players[table.to_move].money = 3
            html = draw(SeatView.of(table, table.to_move, "en", "0", "/move"))
            assert "The surcharge is $10, and you have $3." in html
            return
    pytest.fail("nothing was discarded")


# A finished game, and the list of tiles


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_sources_add_up_to_the_scores(variant: str) -> None:
    for seed in range(3):
        table = finished(variant, seed)
        seat_view = SeatView.of(table, None, "en")
        lines = lines_of(gains_of(seat_view), SOURCES, len(seat_view.names))
        totals = [sum(points[seat] for _, points in lines) for seat in range(len(seat_view.names))]
        assert totals == list(table.scores)
        assert {gain.round_no for gain in gains_of(seat_view)} <= set(range(table.round + 1))


@pytest.mark.parametrize(("variant", "language"), crossed(VARIANTS, LANGUAGES))
def test_the_result_is_well_formed(variant: str, language: str) -> None:
    seat_view = SeatView.of(finished(variant, 1), 0, language)
    reader = read(draw(seat_view, "result"))
    assert reader.problems == []
    assert set(reader.icons) <= SYMBOLS | SHAPES
    assert [name for name, n in Counter(reader.ids).items() if n > 1] == []


def test_a_game_that_has_just_begun_has_a_chart_too() -> None:
    assert read(draw(SeatView.of(new_table("two", 1), 0, "en"), "result")).problems == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_has_every_tile_and_goal(language: str) -> None:
    html = environment().get_template("suburbia/gallery.html").render(gallery.gallery(language))
    reader = read(html)
    assert reader.problems == []
    assert set(reader.icons) <= SYMBOLS | SHAPES
    cards = card_list("suburbia", language)
    assert {card.id for card in cards} <= set(reader.ids)
    assert len(reader.ids) == len(set(reader.ids))
    for card in cards:
        for sentence in card.sentences:
            assert str(Markup.escape(sentence)) in html


# Places on a map, in words

WORDS = re.compile(r"(above|below|to the (upper|lower) (left|right) of) ([^,]+)")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_free_cell_says_beside_which_tiles_it_lies_as_the_map_is_drawn(variant: str) -> None:
    table = new_table(variant, 1)
    say = Translator(TEXTS, "en")
    for seat in range(table.game.players):
        shown = map_of(SeatView.of(table, seat, "en"), seat, say)
        places = {(tile.spot.x, tile.spot.y): tile.face.name for tile in shown.tiles}
        for spot in shown.free:
            near = {(x, y) for x, y in places if 0 < abs(spot.x - x) + abs(spot.y - y) <= COLUMN + ROW}
            found = WORDS.findall(spot.words)
            assert sorted(name for *_, name in found) == sorted(places[place] for place in near)
            for words, high, side, name in found:
                assert any(
                    places[x, y] == name
                    and (spot.y < y) == (words == "above" or high == "upper")
                    and (spot.x == x or (spot.x < x) == (side == "left"))
                    for x, y in near
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_buttons_of_a_tile_say_the_same(language: str) -> None:
    """Left and right of a column lie beside the same tiles: then the sides are said too."""
    table, say = (
        bm.game("suburbia", players=2, board_side=["A", "B"]).new(seed=5),
        Translator(TEXTS, language),
    )
    greedy = bm.bot("greedy", seed=1)
    while not table.over:
        seat = table.to_move
        words = cell_words(SeatView.of(table, seat, language), seat, say)
        assert len(set(words.values())) == len(words), words
        table.play(greedy.choose(table))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_borough_that_did_not_change_is_the_same_map_and_drawn_once(variant: str) -> None:
    table, say = new_table(variant, 1), Translator(TEXTS, "en")
    template = environment().get_template("suburbia/map.html")
    for seat in range(table.game.players):
        shown, again = (map_of(SeatView.of(table, seat, "en"), seat, say) for _ in range(2))
        values = {"say": say, "icons": page.ICONS, "map": shown, "picks": ""}
        parts = kept_parts("suburbia/map.html", **values)
        assert again is shown and kept_parts("suburbia/map.html", **values) is parts
        assert "".join(parts) == template.render(values) and {type(part) for part in parts} == {Piece}
        assert map_of(SeatView.of(table, None, "en"), seat, say) is not shown  # nobody builds there
