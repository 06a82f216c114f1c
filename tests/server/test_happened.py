"""What happened since one's last turn: in order, with its gains, and nothing that a seat may not know."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace

import pytest
from markupsafe import Markup

import burgomaster as bm
from burgomaster.core.seat_view import SeatView
from burgomaster.server import happened as happened_module
from burgomaster.server.happened import (
    MOST_CHANGES,
    HappenedMove,
    changing_seats,
    happened,
    mark_places,
    since_last_turn,
)
from burgomaster.server.match import Match
from burgomaster.server.render import board_html
from burgomaster.server.table_context import board_context
from burgomaster.web.pieces import find_places
from tests.server.matches import Sitting, secret_sitting

NAMES = ("Anna", "Boris", "Clara", "Daniil")


def sitting_of(game: str, n_moves: int, seed: int = 1, players: int = 3) -> Sitting:
    sitting = Sitting(bm.game(game, players=players).new(seed=seed))
    sitting.match.header = replace(sitting.match.header, match=secrets.token_hex(8))
    sitting.seat_people(*NAMES[:players])
    bots = [bm.bot("greedy", seed=seat) for seat in range(players)]
    while sitting.match.ply < n_moves or sitting.match.to_move != 0:
        seat = sitting.mover
        sitting.play(seat, bots[seat].choose(sitting.match.table.copy()).notation)
    return sitting


def board_of(match: Match, seat: int | None) -> str:
    return str(board_context(match, seat, "en")["board"])


def move_of(*own: bool) -> list[HappenedMove]:
    return [HappenedMove(ply, ply, int(not is_own), is_own, ("",)) for ply, is_own in enumerate(own)]


@pytest.mark.parametrize(
    ("own", "first"),
    [
        ((), 0),
        ((False, False), 0),  # never moved
        ((True, False, False), 1),
        ((False, True, False, False), 2),
        ((True, False, False, True), 1),  # in the middle of a turn: what led to it is still told
        ((True, False, True, True, False), 4),
        ((True,), 0),
    ],
)
def test_what_is_told_begins_behind_the_last_turn(own: tuple[bool, ...], first: int) -> None:
    told = list(since_last_turn(reversed(move_of(*own))))
    assert told == move_of(*own)[first:][::-1]


@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_every_move_of_the_others_is_told_with_what_it_changed(game: str) -> None:
    match = sitting_of(game, 30).match
    told = happened(match, 0, "en")
    steps = match.table.steps
    assert [move.ply for move in told] == list(range(told[0].ply, match.ply)) and steps[
        told[0].ply - 1
    ].seat == 0
    assert all(move.seat == steps[move.ply].seat and move.lines for move in told)
    assert [move.is_own for move in told] == sorted(move.is_own for move in told)
    board = board_of(match, 0)
    marked = dict(re.findall(r'id="([^"]+)" data-changed="(\d)"', board))
    others = [move for move in told if not move.is_own]
    places = [(name, str(move.seat)) for move in others for name in move.places if f'id="{name}"' in board]
    assert marked == dict(places)
    assert all(f'id="happened-{move.number}"' in board for move in told)


@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_gains_are_the_points_that_were_made(game: str) -> None:
    match = sitting_of(game, 40).match
    told = happened(match, 0, "en")
    earlier = match.table.copy()
    earlier.rewind(told[0].ply)
    points = list(earlier.scores)
    for gain in (gain for move in told for gain in move.gains if gain.kind == "points"):
        points[gain.seat] += gain.amount
    assert points == match.table.scores


def test_hidden_money_is_no_gain() -> None:
    """In Saint Petersburg the money of the others is hidden, one's own is not."""
    sitting = sitting_of("petersburg", 30)
    for seat in (0, 1, None):
        gains = [gain for move in happened(sitting.match, seat, "en") for gain in move.gains]
        assert all(gain.seat == seat for gain in gains if gain.kind == "money")


def test_a_move_taken_back_is_another_past() -> None:
    sitting = sitting_of("petersburg", 30)
    match = sitting.match
    first, second = (move.notation for move in match.table.moves()[:2])
    told = []
    for notation in (first, second):
        again = sitting_of("petersburg", 30)
        again.play(0, notation)
        told.append([move.lines for move in happened(again.match, 1, "en")])
    assert told[0] != told[1]


def test_marks_stand_only_on_what_others_changed() -> None:
    card = '<li class="place" id="a" data-place="a" data-card="x" data-count="1"></li>'
    board = card + '<g id="b" data-state="y"></g>'
    mine = HappenedMove(0, 0, 0, True, ("",), (), ("a",))
    other = HappenedMove(1, 1, 2, False, ("",), (), ("b",))
    marked = mark_places(board, find_places(board), changing_seats([mine, other]))
    assert marked == board.replace('id="b"', 'id="b" data-changed="2"')


def test_an_answer_to_a_secret_question_is_told_to_nobody() -> None:
    """The page of Boris is the same before and after Anna was asked and answered in secret."""
    made = secret_sitting()
    before = {seat: with_happened_list(made.match, seat) for seat in (1, None)}
    made.play(0, "decline")
    assert made.match.played[-1].is_secret
    assert {seat: with_happened_list(made.match, seat) for seat in (1, None)} == before
    assert all(not move.is_own or move.ply != made.match.ply - 1 for move in happened(made.match, 0, "en"))


def with_happened_list(match: Match, seat: int | None) -> str:
    return "".join(re.findall(r'<li class="happened-move.*?</li>', board_of(match, seat), re.S))


def test_no_board_of_the_past_is_drawn_again_while_a_page_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, drawn = sitting_of("suburbia", 12), []
    board_of(sitting.match, 1)

    def draw(view: SeatView, field: Markup) -> Markup:
        drawn.append(view)
        return board_html(view, field)

    monkeypatch.setattr(happened_module, "board_html", draw)
    for _ in range(8):
        sitting.play(sitting.mover, sitting.match.table.moves()[0].notation)
        board_of(sitting.match, 1)
        seen = happened_module.seen_by(sitting.match, 1)
        assert list(seen.glimpses) == [sitting.match.ply] and len(seen.changes) <= MOST_CHANGES
    assert not drawn
