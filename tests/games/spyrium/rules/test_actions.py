"""Moves and their notation: one of each for every choice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from burgomaster.games.spyrium.rules.actions import MAX_PACKED, Verb, read_notation, write_notation
from burgomaster.games.spyrium.rules.refusals import MASKS, is_move
from tests.cases import every
from tests.games.spyrium.positions import ALL_TECHNOLOGIES, notations, position, quick, random_steps, seeds

WRITTEN = [
    *("pass", "switch", "advance", "points", "worker", "money", "place 0", "place 11", "earn 7"),
    *("earn 7 at 4", "activate 2 at 4", "activate 2 at 4 token 1", "activate 2 at 4 token 1 read 3"),
    *("activate 2 at 4 token 1 read 3 lobby over 0", "activate 11 at 8 lobby"),
    *("activate 2 at 4 over 34", "use 0 alt 0", "use 12 alt 1 taylorism", "event 0", "event 2 read 1"),
    *("event 0 use 3 alt 1", "event 0 place 9"),
]
NONSENSE = [
    *("", " ", "place", "place 12", "place 01", "place -1", "place 1 ", " place 1", "place  1"),
    *("Place 1", "place one", "place ١", "pass 1", "earn", "earn 7 at", "earn 7 at 9", "earn 7 4"),
    *("activate 2", "activate 2 at 4 token 0", "activate 2 at 4 token 4", "activate 2 at 4 read 0"),
    *("activate 2 at 4 lobby 1", "activate 2 at 4 over 35", "activate 2 at 4 lobby token 1"),
    *("activate 2 at 4 over 0 lobby", "activate 2 at 4 token 1 token 2", "use 0", "use 0 alt"),
    *("use 0 alt 8", "use 0 taylorism", "event", "event 0 use 1", "event 0 alt 1", "event 0 read 0"),
    *("event 0 place 12", "event 99999999999999999999", "verb"),
]


@every("notation", WRITTEN)
def test_notation_is_read_and_written_back(notation: str) -> None:
    move = read_notation(notation)
    assert move is not None and write_notation(move) == notation and is_move(move)


@every("notation", NONSENSE)
def test_nonsense_is_no_move(notation: str) -> None:
    assert read_notation(notation) is None


@quick
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz 0123456789", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    move = read_notation(text)
    assert move is None or write_notation(move) == text


@quick
@given(st.integers(0, MAX_PACKED - 1))
def test_every_int_that_is_a_move_has_a_notation_of_its_own(code: int) -> None:
    code &= MASKS[code & 15] if code & 15 < len(Verb) else 0
    if is_move(code):
        assert read_notation(write_notation(code)) in (code, None)


@quick
@given(seeds)
def test_all_moves_of_a_game_are_read_back(seed: int) -> None:
    for table in random_steps(seed, players=2):
        moves = table.moves()
        assert [read_notation(move.notation) for move in moves] == [move.code for move in moves]
        assert len({move.notation for move in moves}) == len(moves)


def test_equal_buildings_tokens_and_workers_are_one_choice() -> None:
    table = position(
        money=30,
        buildings="mine_1 mine_1 workshop_1/0 workshop_1/1 workshop_1/1",
        market={4: "university_1 £4 22", 1: "-"},
        gaps={7: "0 0"},
    )
    assert notations(table, "activate") == [
        "activate 7 at 4 token 2",
        "activate 7 at 4 token 2 over 0",
        "activate 7 at 4 token 2 over 2",
        "activate 7 at 4 token 2 over 3",
    ]


def test_the_order_of_sub_choices() -> None:
    table = position(
        money=30,
        technologies=ALL_TECHNOLOGIES,
        buildings="mine_1",
        market={4: "university_1 £4 2", 1: "-"},
        gaps={7: "0", 2: "1"},
    )
    assert notations(table, "activate") == [
        f"activate 7 at 4 token 2{read}{lobby}{over}"
        for read in ("", " read 1", " read 3")
        for lobby in ("", " lobby")
        for over in ("", " over 0")
    ]
