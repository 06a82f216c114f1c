"""How a game ended, in words: places, ties, what made the difference, the moves that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots.advice import MoveEvaluation
from burgomaster.bots.bot import MoveEstimate
from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.advice import Analysis
from burgomaster.server.end_context import end_context
from burgomaster.web.ending import places_of, rival_of
from tests.server.matches import Sitting

NAMES = ("Anna", "Boris", "Clara")
SUBURBIA = ("reputation", "income", "money")


@cache
def finished(game: str, **options: Any) -> Table:
    table = bm.game(game, **options).new(seed=4)
    bot = bm.bot("random", seed=4)
    while not table.over:
        table.play(bot.choose(table))
    return table


def tied(game: str, scores: Sequence[int], language: str = "en", **options: Any) -> SeatView:
    view = SeatView.of(finished(game, players=3, **options).copy(), 0, language)
    return replace(view, scores=tuple(scores), names=NAMES)


def reasons(view: SeatView) -> list[str]:
    found: list[str] = game_part(view.game, "web.ending").tie_reasons(view)
    return found


@pytest.mark.parametrize(
    ("edition", "rubles", "said"),
    [
        ("2004", (17, 23, 5), ["Tie at 50 points, decided by money: Boris 23, Anna 17 rubles."]),
        ("2014", (17, 23, 5), ["decided by the rubles left when every ten became a point: Anna 7, Boris 3."]),
        ("2004", (9, 9, 5), ["Tie at 50 points, and equal money: Anna, Boris share the place."]),
    ],
)
def test_money_decides_in_saint_petersburg(edition: str, rubles: Sequence[int], said: list[str]) -> None:
    view = tied("petersburg", (50, 50, 30), edition=edition)
    for seat, own in enumerate(rubles):
        view.state.players[seat].rubles = own
    found = reasons(view)
    assert len(found) == 1 and said[0] in found[0]
    assert reasons(replace(view, scores=(50, 49, 30))) == []


@pytest.mark.parametrize(
    ("tracks", "said"),
    [
        (((5, 1, 1), (4, 9, 9), (0, 0, 0)), ["reputation: Anna 5, Boris 4, Clara 0"]),
        (
            ((5, 1, 9), (5, 2, 0), (0, 0, 0)),
            ["reputation: Anna 5, Boris 5, Clara 0", "income: Boris 2, Anna 1"],
        ),
        (((5, 2, 1), (5, 2, 3), (5, 2, 2)), ["money: Boris 3, Clara 2, Anna 1"]),
        (((5, 2, 1), (5, 2, 1), (5, 2, 1)), ["Anna, Boris, Clara share the place"]),
    ],
)
def test_reputation_income_and_money_decide_in_suburbia(
    tracks: Sequence[Sequence[int]], said: list[str]
) -> None:
    view = tied("suburbia", (70, 70, 70))
    for seat, own in enumerate(tracks):
        for track, value in zip(SUBURBIA, own, strict=True):
            setattr(view.state.players[seat], track, value)
    found = reasons(view)
    assert len(found) == len(said)
    assert all(part in line for part, line in zip(said, found, strict=True))


def test_nothing_decides_in_spyrium() -> None:
    english, russian = (reasons(tied("spyrium", (40, 30, 40), language)) for language in ("en", "ru"))
    assert english == ["Tie at 40 points: Anna, Clara share the place; this game knows no tie-break."]
    assert russian == ["Поровну очков (40); место делят: Anna, Clara; других критериев в этой игре нет."]


def test_who_lost_is_compared_with_the_winner() -> None:
    view = replace(tied("petersburg", (10, 30, 20)), winners=(1,))
    places = places_of(view, [2, 0, 1])
    assert [(one.place, one.name, one.has_won) for one in places] == [
        (1, "Boris", True),
        (2, "Clara", False),
        (3, "Anna", False),
    ]
    rival = rival_of(places)
    assert rival is not None and rival.name == "Anna"  # the reader
    watched = rival_of(places_of(replace(view, seat=None), [2, 0, 1]))
    assert watched is not None and watched.name == "Clara"


def sitting_of(table: Table) -> Sitting:
    made = Sitting(table)
    made.match.table = table
    return made


def test_the_differences_add_up_to_what_was_scored() -> None:
    table = finished("petersburg", players=3)
    shown = end_context(sitting_of(table).match, None, "en", None)
    assert [one.score for one in shown["places"]] == sorted(table.scores, reverse=True)
    assert shown["places"][0].has_won and shown["moves"] == [] and not shown["is_analysed"]
    differences = shown["why"]["differences"]
    assert differences and max(one.by for one in differences) == differences[0].by > 0


def test_the_end_says_for_whom_the_computer_played() -> None:
    table = finished("petersburg", players=3)
    match = sitting_of(table).match
    assert end_context(match, 0, "en", None)["left"] == ""
    match.seats[0] = replace(match.seats[0], name="Anna", bot="greedy", left=True)
    assert "for you" in end_context(match, 0, "en", None)["left"]
    assert end_context(match, 1, "ru", None)["left"].endswith("за: Anna.")


def evaluation(table: Table, ply: int, grade: str, lead: float, others: Sequence[float]) -> MoveEvaluation:
    moves = table.game.new(seed=4).moves()
    best = [MoveEstimate(moves[place], 9, 0.5, own) for place, own in enumerate(others)]
    played = MoveEstimate(moves[0], 9, 0.5, lead)
    return MoveEvaluation(ply, 1, 0, played, best, (), (), grade)


def test_the_moves_that_mattered_are_named_when_the_game_was_analysed() -> None:
    table = finished("petersburg", players=3)
    found = [
        evaluation(table, 1, "best", 3.0, (3.0, 2.5)),
        evaluation(table, 7, "best", 6.0, (6.0, 1.0)),
        evaluation(table, 9, "mistake", 1.0, (4.0, 1.0)),
        evaluation(table, 12, "forced", 0.0, (9.0,)),
    ]
    found += [replace(found[0], ply=n, seat=1, grade="good") for n in range(len(table.steps) - len(found))]
    analysis = Analysis(table, found=found)
    match = sitting_of(table).match
    best, worst = end_context(match, 0, "en", analysis)["moves"]
    assert (best["key"], best["ply"]) == ("best", 6)
    assert (worst["key"], worst["ply"], worst["loss"]) == ("worst", 8, "3.0")
    assert end_context(match, 0, "ru", analysis)["moves"][1]["loss"] == "3,0"
    assert worst["better"] == found[2].best[0].move.board_text("en")
    analysis.found.pop()
    assert end_context(match, 0, "en", analysis)["moves"] == []
