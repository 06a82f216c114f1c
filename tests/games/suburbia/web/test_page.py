"""The page of Suburbia: pictures, goals, what follows, reasons; test_pages.py has what every page holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from markupsafe import Markup

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.cards import GOAL_IDS, IDS
from burgomaster.games.suburbia.web import TEXTS, page
from burgomaster.games.suburbia.web.borough import COLUMN, ROW, map_of
from burgomaster.games.suburbia.web.outcomes import STATS, cell_words
from burgomaster.games.suburbia.web.tiles import LARGEST, LEAST, face_of, goal_of
from burgomaster.web.pieces import Piece
from burgomaster.web.templates import environment, kept_parts
from tests.games import pages
from tests.games.pages import draw, symbols

VARIANTS = pages.VARIANTS["suburbia"]
SYMBOLS = symbols("suburbia")


def new_table(variant: str, seed: int) -> Table:
    return pages.new_table("suburbia", variant, seed)


def positions(variant: str, seed: int, every: int) -> Iterator[Table]:
    return pages.positions(new_table(variant, seed), seed, every)


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
    for table in positions(variant, 7, 4):
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
                assert "<em>&lt;q&gt;" in draw(seat_view)
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
