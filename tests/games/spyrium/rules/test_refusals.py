"""Moves that are refused: each with its reason in both languages, and without a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.table import Table
from burgomaster.games.spyrium.rules.actions import MAX_PACKED, Verb
from burgomaster.games.spyrium.rules.refusals import Refusal
from tests.cases import every
from tests.games.spyrium.positions import game, play, position, random_table, refusal

TOKENS = {4: "banker £0 23", 1: "geologist £1"}


def acting(**more: Any) -> Table:
    given: dict[str, Any] = {
        "money": 9,
        "active": 1,
        "market": TOKENS,
        "gaps": {7: "0 1"},
        "buildings": "mine_1 mine_1 housing_1 workshop_1/1",
    }
    return position(**{**given, **more})


def reason(table: Table, notation: str) -> Refusal:
    code = table.game.rules.read_notation(notation)
    assert code is not None
    states: Any = zeros(table.game.rules.state, 1)
    states[0] = table.state
    return Refusal(int(python_api.refuse(states, 0, code)))


def at(event: str, **more: Any) -> Callable[[], Table]:
    return lambda: acting(event=event, **more)


def with_powers() -> Table:
    return acting(technologies="commerce lobbying taylorism", gaps={7: "0"})


def with_assistant() -> Table:
    return acting(market={4: "assistant £0"})


def at_factory() -> Table:
    return acting(market={4: "factory_1 £6"})


EMPTY = {0: "-", 1: "-"}
CASES: list[tuple[Refusal, Callable[[], Table], str, str]] = [
    (Refusal.NOT_NOW, lambda: acting(), "advance", "something else is to be decided: Phase II"),
    (Refusal.NOT_NOW, lambda: acting(phase="I"), "worker", "Phase I"),
    (Refusal.ONLY_PHASE_I, acting, "place 3", "phase I only"),
    (Refusal.ONLY_PHASE_I, acting, "switch", "phase I only"),
    (Refusal.ONLY_PHASE_II, lambda: acting(phase="I"), "pass", '"switch" goes there'),
    (Refusal.ONLY_PHASE_II, lambda: acting(phase="I"), "earn 7 at 4", "phase II only"),
    (Refusal.NO_ACTIVE_WORKER, lambda: acting(phase="I", active=0), "place 3", "no active worker"),
    (Refusal.CLOSED_GAP, lambda: acting(phase="I", market=EMPTY), "place 0", "no card is left beside gap 0"),
    (Refusal.NO_WORKER_THERE, acting, "earn 3 at 4", "no worker in gap 3"),
    (Refusal.NOT_BESIDE, acting, "earn 7 at 8", "position 8 is not beside gap 7; beside it are 1, 4"),
    (Refusal.POSITION_EMPTY, lambda: acting(market=EMPTY), "activate 7 at 1", "position 1 is empty"),
    (Refusal.CARD_LEFT, acting, "earn 7", "say at which position you earn (1, 4)"),
    (Refusal.NO_CRYSTALS, with_assistant, "activate 7 at 4", "asks for more crystals than you have (0)"),
    (Refusal.NO_CRYSTALS, lambda: acting(buildings="workshop_1"), "use 0 alt 0", "Workshop I asks for more"),
    (Refusal.NO_TOKEN_LEFT, lambda: acting(market={4: "banker £0"}), "activate 7 at 4", "no token left"),
    (Refusal.NEEDS_TOKEN, acting, "activate 7 at 4", "say which token of Banker you spend"),
    (Refusal.NO_SUCH_TOKEN, acting, "activate 7 at 4 token 1", "no token 1 lies on Banker"),
    (Refusal.TAKES_NO_TOKEN, acting, "activate 7 at 1 token 1", "no token to be spent"),
    (Refusal.NO_COMMERCE, acting, "activate 7 at 4 token 2 read 1", "only an upright Commerce"),
    (Refusal.SAME_READING, with_powers, "activate 7 at 4 token 2 read 2", "the token shows 2 already"),
    (Refusal.NO_LOBBYING, acting, "activate 7 at 1 lobby", "no upright Lobbying"),
    (Refusal.NO_CROWD, with_powers, "activate 7 at 1 lobby", "no crowd around Geologist"),
    (Refusal.NOT_A_BUILDING, acting, "activate 7 at 1 over 0", "Geologist is no building"),
    (
        Refusal.NO_SUCH_BUILDING,
        at_factory,
        "activate 7 at 4 over 4",
        "number 4; you have 4 buildings",
    ),
    (Refusal.EQUAL_BUILDING, acting, "use 1 alt 0", "building 1 is equal to one with a lower number"),
    (Refusal.TOO_EXPENSIVE, lambda: acting(money=2), "activate 7 at 4 token 3", "£4 needed, £2 in hand"),
    (Refusal.TOO_EXPENSIVE, at_factory, "activate 7 at 4", "£11 needed, £9 in hand"),
    (Refusal.TOO_EXPENSIVE, at("donation", money=5), "event 1", "£6 needed, £5 in hand"),
    (Refusal.WITHOUT_USE, acting, "use 2 alt 0", "Workers' Housing I cannot be used"),
    (Refusal.NO_SUCH_ALTERNATIVE, acting, "use 0 alt 1", "no alternative 1"),
    (Refusal.NO_SUCH_ALTERNATIVE, at("donation"), "event 2", "no alternative 2"),
    (Refusal.IS_ROTATED, acting, "use 3 alt 0", "Workshop I was used this round"),
    (Refusal.IS_UPRIGHT, with_powers, "use 0 alt 0 taylorism", "Mine I was not used this round"),
    (Refusal.NO_TAYLORISM, acting, "use 3 alt 0 taylorism", "no upright Taylorism"),
    (Refusal.NO_WORKERS, lambda: acting(active=0), "use 0 alt 0", "more active workers than you have (0)"),
    (Refusal.EVENT_USED, acting, "event 0", "you have used the event"),
    (Refusal.EVENT_IN_PHASE_II, at("late_arrival", phase="I"), "event 0 place 3", "for players in phase II"),
    (Refusal.EVENT_NO_TOKEN, at("windfall"), "event 0", "no token lies on Windfall"),
    (Refusal.TAKES_NO_TOKEN, at("donation"), "event 0 read 1", "no token"),
    (Refusal.NO_COMMERCE, at("windfall", token=2), "event 0 read 1", "upright Commerce"),
    (Refusal.NO_RESERVE, at("hiring", reserve=0), "event 0", "no worker left in your reserve"),
    (Refusal.EVENT_NEEDS_BUILDING, at("second_shift"), "event 0", "say which rotated building"),
    (Refusal.EVENT_TAKES_NO_BUILDING, at("donation"), "event 0 use 0 alt 0", "Donation uses no building"),
    (Refusal.IS_UPRIGHT, at("second_shift"), "event 0 use 0 alt 0", "was not used"),
    (Refusal.EVENT_NEEDS_GAP, at("late_arrival"), "event 0", "say where the worker"),
    (Refusal.EVENT_TAKES_NO_GAP, at("donation"), "event 0 place 3", "Donation places no worker"),
    (Refusal.WORKERS_ON_MARKET, acting, "pass", "take your workers off the market"),
    (Refusal.GAME_OVER, lambda: play(position(round_no=6), "pass"), "pass", "the game is over"),
]


@every(("wanted", "build", "move", "words"), CASES)
def test_a_move_is_refused_with_its_reason(
    wanted: Refusal, build: Callable[[], Table], move: str, words: str
) -> None:
    table = build()
    assert reason(table, move) == wanted
    english, russian = refusal(table, move), refusal(table, move, "ru")
    assert words in english
    assert "{" not in english + russian and english != russian


def test_every_reason_is_tested() -> None:
    """Ints that are no move are tested below, tokens that a set-up got wrong in test_setup.py."""
    elsewhere = {Refusal.LEGAL, Refusal.NO_SUCH_MOVE, Refusal.TOKENS_WRONG}
    assert {case[0] for case in CASES} | elsewhere == set(Refusal)


@every(
    "code",
    [
        -1,
        MAX_PACKED,
        15,
        len(Verb),
        int(Verb.PASS) | 1 << 4,
        int(Verb.PLACE),
        int(Verb.PLACE) | 13 << 4,
        int(Verb.PLACE) | 1 << 4 | 1 << 8,
        int(Verb.ACTIVATE) | 1 << 4,
        int(Verb.USE),
        int(Verb.EVENT) | 1 << 26,
        int(Verb.EARN) | 1 << 4 | 10 << 8,
        int(Verb.USE) | 36 << 17,
    ],
)
def test_ints_that_are_no_move_are_refused(code: int) -> None:
    states: Any = zeros(game(3).rules.state, 1)
    for table in (acting(), acting(phase="I"), random_table(1)):
        states[0] = table.state
        assert python_api.refuse(states, 0, code) == Refusal.NO_SUCH_MOVE


def test_what_is_no_notation_names_some_legal_moves() -> None:
    table = position(phase="I", active=1)
    assert "Legal now: place 0, place 1" in refusal(table, "put 3")
    assert "Сейчас можно: place 0, place 1" in refusal(table, "put 3", "ru")
