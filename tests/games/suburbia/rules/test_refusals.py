"""Moves that are refused: exactly those that are not offered, each with its reason, and without a trace."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from burgomaster.core import python_api
from burgomaster.core.language import LANGUAGES
from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.actions import Verb, pack, read_notation, write_notation
from burgomaster.games.suburbia.rules.cards import N_GOALS
from burgomaster.games.suburbia.rules.options import TEXTS
from burgomaster.games.suburbia.rules.refusals import Refusal
from burgomaster.games.suburbia.rules.state import Decision
from tests.cases import every
from tests.games.suburbia.positions import (
    any_options,
    game,
    notations,
    number_of,
    pair_of,
    play,
    position,
    random_table,
    refusal,
    seeds,
)
from tests.profiles import examples


def choosing() -> Table:
    """Seat 1 may keep Builder or Miser."""
    setup = game(2, first_player=1).new(seed=7).setup
    goals = {
        "goals": ["capitalist", "developer"],
        "private_goals": [["investor", "luminary"], ["builder", "miser"]],
    }
    return game(2, first_player=1).new(setup={**setup, **goals})


def poor() -> Table:
    """Three dollars, two slots filled, Suburbs sold out, a marked lake at (0,6)."""
    return position(
        money=[3],
        tiles=[(0, "lake", (0, 6)), (0, "mint", (0, 8))],
        marked=[(0, (0, 6))],
        market={1: "farm", 6: "mint"},
        basics={"suburbs": 0},
    )


def without_markers() -> Table:
    lakes = [(0, (1, 1)), (0, (1, 3)), (0, (1, 5))]
    return position(tiles=[(0, "lake", cell) for _, cell in lakes], marked=lakes)


def discarding() -> Table:
    table = position(money=[5], market={0: "farm", 4: "mint", 6: "farm"})
    return play(table, "basic heavy_factory 0,6")  # 2 dollars left


def removing() -> Table:
    table = position(
        1,
        solo="lone_architect",
        money=[1],
        reputation=[0],
        market=["farm", "mint", "farm", "farm", "mint", "farm", "farm"],
    )
    return play(table, "lake 6 -1,1")  # 4 for the Suburbs and the Park: 5 dollars


def naming_a_cell() -> Table:
    """Dale lays an Office Building beside his Park, and the human says where."""
    market = {2: "office_building", 4: "hostel", 5: "freeway", 3: "convenience_store"}
    return play(position(1, solo="dale", dale_tie="human", market=market), "lake 5 0,6")


def finished() -> Table:
    return random_table(1, 1000, players=2)


def too_expensive(name: str, name_ru: str, price: int, money: int) -> tuple[str, str]:
    english = f"not enough money: ${price} needed for {name}, and you have ${money}"
    return english, f"для жетона «{name_ru}» нужно {price}\xa0$, у вас {money}\xa0$"


# Each reason: a position, a move, and why not, in both languages.
NOT_NOW = ("something else is to be decided now (", "сейчас решается другое (")
REFUSED: list[tuple[Refusal, Any, str, str, str]] = [
    (Refusal.OVER, finished, "lake 6 1,1", "the game is over", "партия окончена"),
    (Refusal.OVER, finished, "keep builder", "the game is over", "партия окончена"),
    (Refusal.NOT_NOW, poor, "discard 6", f"{NOT_NOW[0]}Your turn: lay a market", f"{NOT_NOW[1]}Ваш ход: "),
    (Refusal.NOT_NOW, choosing, "lake 6 1,1", f"{NOT_NOW[0]}Keep one of", f"{NOT_NOW[1]}Оставьте одну из"),
    (Refusal.NOT_NOW, discarding, "lake 6 1,1", f"{NOT_NOW[0]}You must", f"{NOT_NOW[1]}Вы обязаны"),
    (Refusal.NOT_NOW, removing, "discard 6", f"{NOT_NOW[0]}Remove one", f"{NOT_NOW[1]}Уберите с рынка"),
    (Refusal.NOT_NOW, naming_a_cell, "lake 4 1,1", f"{NOT_NOW[0]}Choose", f"{NOT_NOW[1]}Выберите место"),
    (Refusal.NOT_YOUR_GOAL, choosing, "keep investor", "Investor is not one of", "«Инвестор» — не из ваших"),
    (Refusal.EMPTY_SLOT, poor, "place 4 1,1", "slot 4 of the market is empty", "ячейка рынка 4 пуста"),
    (Refusal.EMPTY_SLOT, poor, "lake 0 1,1", "slot 0 of the market is empty", "ячейка рынка 0 пуста"),
    (Refusal.EMPTY_SLOT, discarding, "discard 5", "slot 5 of the market is empty", "ячейка рынка 5 пуста"),
    (Refusal.EMPTY_SLOT, removing, "remove 6", "slot 6 of the market is empty", "ячейка рынка 6 пуста"),
    *(
        (Refusal.TOO_EXPENSIVE, table, move, *too_expensive(*words))
        for table, move, *words in (
            (poor, "place 6 1,1", "Mint", "Монетный двор", 15, 3),
            (poor, "place 1 1,1", "Farm", "Ферма", 17, 3),  # 9 and the surcharge 8
            (poor, "lake 1 1,1", "Farm", "Ферма", 8, 3),
            (poor, "basic community_park 1,1", "Community Park", "Парк", 4, 3),
            (poor, "invest 0,8", "Mint", "Монетный двор", 15, 3),
            (discarding, "discard 0", "Farm", "Ферма", 10, 2),
            (removing, "remove 1", "Mint", "Монетный двор", 8, 5),
        )
    ),
    (Refusal.SOLD_OUT, poor, "basic suburbs 1,1", "no Suburbs is left", "«Пригород» в запасе закончились"),
    (Refusal.OCCUPIED, poor, "lake 6 0,2", "the cell 0,2 is occupied", "место 0,2 занято"),
    (Refusal.BLOCKED, poor, "lake 6 -1,-1", "the borough board lies at -1,-1", "на -1,-1 лежит планшет"),
    (Refusal.NOT_ADJACENT, poor, "lake 6 2,0", "a tile must touch one of your tiles", "а на 2,0 он"),
    (Refusal.NO_TILE_THERE, poor, "invest 1,1", "none of your tiles lies at 1,1", "на 1,1 нет вашего жетона"),
    (Refusal.NO_MARKERS, without_markers, "invest 0,0", "you have no markers left", "маркеров инвестиций не"),
    (Refusal.HAS_MARKER, poor, "invest 0,6", "Lake at 0,6 already has", "на жетоне «Озеро» (0,6) уже лежит"),
    (Refusal.NOT_BEST, naming_a_cell, "dale 0,6", "Dale lays his tile where it raises", "а это не 0,6"),
    (Refusal.OCCUPIED, naming_a_cell, "dale 0,0", "the cell 0,0 is occupied", "место 0,0 занято"),
]


@every(
    ("reason", "table", "move", "english", "russian"),
    REFUSED,
    ids=[f"{reason.name} {move}" for reason, _, move, _, _ in REFUSED],
)
def test_a_refusal_says_why(reason: Refusal, table: Any, move: str, english: str, russian: str) -> None:
    made: Table = table()
    assert python_api.refuse(made._states, 0, read_notation(move)) == reason
    said = {language: refusal(made, move, language) for language in LANGUAGES}
    assert said["en"].startswith(f'"{move}" is not legal: {english}')
    assert russian in said["ru"]
    assert made.history == [] or made.history[-1] != move


def test_every_reason_is_reached() -> None:
    reached = {reason for reason, *_ in REFUSED}
    assert reached == set(Refusal) - {Refusal.LEGAL, Refusal.UNKNOWN}


def test_a_refusal_names_what_would_be_legal() -> None:
    table = discarding()
    assert refusal(table, "discard 0").endswith("Legal now: discard 4, discard 6")
    assert refusal(table, "discard 0", "ru").endswith("discard 4, discard 6")
    assert refusal(finished(), "lake 6 1,1").endswith("Legal now: -")


HOSTILE_INTS = (-1, -(1 << 40), 1 << 31, 1 << 40, 255, 8)
HOSTILE_PARTS = (
    (Verb.DISCARD, 7, 0),
    (Verb.LAKE, 7, 9),
    (Verb.BASIC, 3, 9),
    (Verb.INVEST, 1, 9),
    (Verb.DISCARD, 1, 5),
    (Verb.KEEP, 255, 0),
)


def test_a_number_that_is_no_move_is_unknown() -> None:
    table = poor()
    codes = [*HOSTILE_INTS, *(pack(*parts) for parts in HOSTILE_PARTS)]
    assert [code for code in codes if python_api.refuse(table._states, 0, code) != Refusal.UNKNOWN] == []
    assert TEXTS.text("en", "refusal.unknown") == "there is no such move in this game"
    assert TEXTS.text("ru", "refusal.unknown") == "в этой игре нет такого хода"


NO_NOTATION = [
    *("", " ", "pass", "place", "place 6", "place 6 1,1 ", " place 6 1,1", "place  6 1,1", "PLACE 6 1,1"),
    *("place 7 1,1", "place -1 1,1", "place 06 1,1", "place 6 01,1", "place 6 +1,1", "place 6 -0,2"),
    *("place 6 1,2", "place 6 1;1", "place 6 1,1,1", "place 6 1.0,1", "place 6 64,0", "place 6 0,128"),
    *("place 6 999,999", "place 6 1000,0", "place 6 1,1\n", "basic mint 1,1", "basic lake 1,1"),
    *("basic one_more_round 1,1", "lake six 1,1", "invest", "invest 0,0 0,0", "discard", "discard 7"),
    *("remove 6 1,1", "keep", "keep mint", "keep builder miser", "dale", "dale 0"),
    *("lake 6 ١,1", "lake ６ 1,1", "lake 6 0,1٠", "lake 6 1٢,0", "invest 0,1०"),  # digits of other scripts
]


@every("notation", NO_NOTATION)
def test_what_is_no_notation_is_no_move(notation: str) -> None:
    table = position()
    assert read_notation(notation) is None
    assert "is no move of this game" in refusal(table, notation)
    assert "Legal now: " in refusal(table, notation)


# Offered and accepted are the same (18, invariant 24)


def universe(table: Table) -> list[int]:
    """Every move that could be meant near the boroughs: each slot, cell, basic tile and goal."""
    cells = set()
    for player in table.state.players[: table.game.n_seats]:
        xs, ys = zip(*[pair_of(tile.cell) for tile in player.tiles[: int(player.n_tiles)]], strict=True)
        cells |= {
            number_of((x, y))
            for x, y in product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 3, max(ys) + 4))
            if (x + y) % 2 == 0
        }
    found = [
        pack(verb, slot, cell) for verb in (Verb.PLACE, Verb.LAKE) for slot in range(7) for cell in cells
    ]
    found += [pack(Verb.BASIC, kind, cell) for kind in range(3) for cell in cells]
    found += [pack(verb, 0, cell) for verb in (Verb.INVEST, Verb.DALE) for cell in cells]
    found += [pack(verb, slot, 0) for verb in (Verb.DISCARD, Verb.REMOVE) for slot in range(7)]
    return found + [pack(Verb.KEEP, goal, 0) for goal in range(N_GOALS)]


@examples(10)
@given(seed=seeds, n_moves=st.integers(0, 60), options=any_options)
def test_a_move_is_accepted_exactly_if_it_is_listed(seed: int, n_moves: int, options: dict[str, Any]) -> None:
    table = random_table(seed, n_moves, "kinds", **options)
    before = table.state_bytes()
    accepted = {move for move in universe(table) if python_api.refuse(table._states, 0, move) == 0}
    legal = [move.code for move in table.moves()]
    assert accepted == set(legal) and len(legal) == len(accepted)
    assert table.state_bytes() == before
    for move in random.Random(seed).sample(legal, min(8, len(legal))):
        twin = table.copy()
        twin.play(write_notation(move))
        assert twin.state_bytes() != before
    for move in random.Random(seed).sample(sorted(set(universe(table)) - accepted), 8):
        refusal(table, write_notation(move))


@examples(30)
@given(seed=seeds, code=st.integers(-(1 << 33), 1 << 33))
def test_no_other_number_is_accepted(seed: int, code: int) -> None:
    table = random_table(seed % 50, seed % 31, "kinds", players=2)
    listed = {move.code for move in table.moves()}
    assert (python_api.refuse(table._states, 0, code) == 0) == (code in listed)


def test_a_decision_with_one_option_is_still_asked() -> None:
    # 4.1
    table = play(position(market={6: "mint"}), "basic suburbs 1,1")
    assert table.state.decision == Decision.DISCARD
    assert notations(table) == ["discard 6"]


def test_passing_is_never_possible() -> None:
    # 4.3: without money there is a lake, a free Hostel, a marker on a lake
    table = position(money=[0], tiles=[(0, "lake", (1, 5))], market={4: "mint", 5: "farm", 6: "hostel"})
    verbs = {tuple(move.split()[:2]) for move in notations(table)}
    assert verbs == {("lake", "5"), ("lake", "6"), ("place", "6"), ("invest", "1,5")}
