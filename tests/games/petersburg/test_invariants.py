"""What holds in every game (rules.md 15, by its numbers), counted here from scratch in plain Python."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import burgomaster as bm
from burgomaster.core import entry
from burgomaster.core.table import Table
from burgomaster.games.petersburg.cards import CARD_OF, CARD_ROWS, IDS, N_CARDS, NO_CARD
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.scoring import count_nobles
from tests.games.petersburg.positions import (
    DECKS,
    PHASES,
    all_cards,
    cards_at_setup,
    flags,
    game,
    last_events,
    notations,
    pass_to_end,
    player_counts,
    position,
    price,
    quick,
    random_game,
    random_table,
    refusal,
    row_counts,
    seeds,
    unpack,
)

COST = [int(row["cost"]) for row in CARD_ROWS]
WORTH = [int(row["value_when_displaced"] or 0) for row in CARD_ROWS]
COLOR = [row["color"] for row in CARD_ROWS]
IS_EXCHANGE = np.array([row["is_exchange"] == "1" for row in CARD_ROWS])
IS_GREEN = np.array([color == "green" for color in COLOR])
IS_RED = np.array([color == "red" for color in COLOR])
COPIES = {row["id"]: int(row["copies_2004"]) for row in CARD_ROWS if row["copies_2004"] != "0"}
PLAIN = [id for id in COPIES if not IS_EXCHANGE[CARD_OF[id]]]
FACE_DOWN_CARDS = [CARD_OF[id] for id in IDS if id.startswith(("observatory", "debtors_prison"))]
DISCOUNTS = {"carpenter_workshop": "blue", "gold_smelter": "red"}
SCORED = {0: "green", 2: "blue", 3: "red"}  # the colour of each phase
ACTION, PUB = 0, 2  # decisions
BOARD_SIZE = 8
N_CARDS_2004 = sum(COPIES.values())


# Counting from scratch


def pile_sizes(state: Any) -> list[int]:
    return [int(end) - int(top) for top, end in zip(state.deck_next, state.deck_end, strict=True)]


def count_open(state: Any) -> int:
    return int(state.rows[0].n_cards) + int(state.rows[1].n_cards)


# What holds in every position


def check_position(table: Table) -> None:
    state = table.state
    players = state.players[: table.game.players]
    assert entry.broken_rule(table._states, 0) == 0
    assert (all_cards(state) == cards_at_setup(table)).all(), "1: card conservation"
    assert all(player.rubles >= 0 for player in players), "2: rubles"
    for row in state.rows:
        assert row_counts(row).sum() == row.n_cards, "1: the number of cards of a row"
    for player in players:
        check_hand(table, player)
        check_area(table, player)
    if not table.over:
        check_choices(table)
    markers = table.state.markers
    assert all(0 <= seat < table.game.players for seat in markers), "18: every marker has an owner"


def check_hand(table: Table, player: Any) -> None:
    limit = 4 if unpack(player.placed)[CARD_OF["warehouse"]] else 3
    assert player.hand_limit == limit, "6: the hand limit"
    assert player.n_hand <= 4, "7: hand size"
    if player.n_hand > limit:
        lost = unpack(table.state.discard)[CARD_OF["warehouse"]] == 1
        asked = table.view()["decision"] == "hand_reduce"
        assert lost and (asked or not table.game.options["warehouse_loss_discard"]), "7: too many cards"


def check_area(table: Table, player: Any) -> None:
    placed = unpack(player.placed)
    for index, card in enumerate(FACE_DOWN_CARDS):
        assert 0 <= player.face_down[index] <= placed[card], "13: face down cards lie in the area"
    if table.phase == "worker":
        assert not any(player.face_down), "13: nothing is face down in a worker phase"
    assert all(COLOR[card] in ("green", "blue", "red") for card in placed.nonzero()[0]), "16: area"
    reds = placed * IS_RED
    different = {CARD_ROWS[card]["same_as"] for card in reds.nonzero()[0]}
    assert count_nobles(table.state, player) == len(different) <= reds.sum(), "28: different nobles"


def check_choices(table: Table) -> None:
    moves = notations(table)
    assert moves, "8: there is always a legal move"
    assert len(set(moves)) == len(moves), "B: equal choices are offered once"
    player = table.state.players[table.to_move]
    if table.state.decision == ACTION:
        is_buy_only = table.game.options["first_phase_buy_only"] and (table.round, table.phase) == (
            1,
            "worker",
        )
        assert ("pass" in moves) is not is_buy_only, "8: pass"
        assert 0 <= table.state.pass_count < table.game.players, "10: passes"
        assert table.state.drawn == NO_CARD
    if player.n_hand >= player.hand_limit:
        assert not any(move.startswith("take") for move in moves), "7: take"


# What holds over every move


def check_step(before: Any, table: Table) -> None:
    after = table.state
    same_round = before.round_no == after.round_no
    same_phase = same_round and before.phase == after.phase
    assert entry.broken_step(pair(before, after), 0, 1) == 0
    check_rows(before, after, same_round, same_phase)
    check_piles(before, after, same_phase)
    assert after.end_triggered >= before.end_triggered, "11: the end is never taken back"
    if after.end_triggered:
        assert 0 in [size for deck, size in enumerate(pile_sizes(after)) if deck != 1], "11: an empty pile"
        assert same_round or not before.end_triggered, "11: no round follows the last"
    for seat in range(table.game.players):
        check_player(before.players[seat], after.players[seat], table.over)
    check_income(before, table)
    shift = (int(after.round_no) - int(before.round_no)) % table.game.players
    assert ((before.markers + shift) % table.game.players == after.markers).all(), "18: markers move on"


def pair(before: Any, after: Any) -> Any:
    """Both positions in one array, for the project's own check."""
    states = np.zeros(2, before.dtype).view(np.recarray)
    states[0], states[1] = before, after
    return states


def check_rows(before: Any, after: Any, same_round: bool, same_phase: bool) -> None:
    upper, lower = after.rows
    if same_round:
        assert (row_counts(lower) <= row_counts(before.rows[1])).all(), "6: the lower row never grows"
    if same_phase:
        assert (row_counts(upper) <= row_counts(before.rows[0])).all(), "6: the upper row grows by refills"
        return
    if not same_round:
        assert (row_counts(lower) == row_counts(before.rows[0])).all(), "4.8: the upper row moves down"
    if after.round_no == 1:
        assert lower.n_cards == 0, "6: no lower row in round 1"
    kept = count_open(before) if same_round else int(before.rows[0].n_cards)
    is_full = count_open(after) == max(BOARD_SIZE, kept)
    assert is_full or (count_open(after) < BOARD_SIZE and pile_sizes(after)[after.phase] == 0), "5: refill"


def check_piles(before: Any, after: Any, same_phase: bool) -> None:
    for old, new in zip(pile_sizes(before), pile_sizes(after), strict=True):
        assert new <= old, "12: piles never grow"
        if same_phase:
            assert old - new <= 1, "12: an Observatory draws one card"
            assert new > 0 or old == new, "12: never the last one"


def check_player(before: Any, after: Any, is_over: bool) -> None:
    change = unpack(after.placed) - unpack(before.placed)
    assert (change[IS_EXCHANGE] >= 0).all(), "14: exchange cards never leave an area"
    entered, left = change[IS_EXCHANGE].sum(), -change[~IS_EXCHANGE & (change < 0)].sum()
    assert entered == left <= 1, "15: one exchange card, one displaced card"
    if left:
        new, old = change.argmax(), change.argmin()
        assert COLOR[new] == COLOR[old], "15: of its own colour"
    assert np.abs(change).sum() <= 2
    for index, card in enumerate(FACE_DOWN_CARDS):
        kept = unpack(after.placed)[card] >= before.face_down[index]
        assert kept, "13: a face-down card never leaves the area"
    assert is_over or after.score >= before.score, "19: scores fall only at the end"


def check_income(before: Any, table: Table) -> None:
    """7.1-7.4: when the actions of a phase end, every area brings exactly what its cards say."""
    after, phase = table.state, int(before.phase)
    has_ended = after.phase != phase or after.decision == PUB
    paid = {}
    if before.decision != PUB and has_ended and phase in SCORED:
        for seat in range(table.game.players):
            paid[seat] = area_income(after.players[seat], SCORED[phase])
    logged = {event[1]: event[2:4] for event in last_events(table) if event[0] == Event.INCOME}
    assert logged == {seat: amount for seat, amount in paid.items() if any(amount)}, "7: income"


def area_income(player: Any, color: str) -> tuple[int, int]:
    """Printed rubles and points of the face-up cards of a colour, Mariinsky Theater and Tax Man."""
    placed = unpack(player.placed)
    up = placed.copy()
    for index, card in enumerate(FACE_DOWN_CARDS):
        up[card] -= player.face_down[index]
    rubles, points = (
        sum(int(CARD_ROWS[card][column]) * int(up[card]) for card in range(N_CARDS) if COLOR[card] == color)
        for column in ("rubles", "points")
    )
    if color == "blue" and placed[CARD_OF["mariinsky_theater_2004"]]:
        rubles += int(placed[IS_RED].sum())
    if color == "red" and placed[CARD_OF["tax_man"]]:
        rubles += int(placed[IS_GREEN].sum())
    return rubles, points


# The log as a ledger


class Ledger:
    """Rubles and points of every seat, from the log alone."""

    def __init__(self, players: int) -> None:
        self.rubles = [25] * players
        self.points = [0] * players
        self.final: dict[int, tuple[int, ...]] = {}

    def enter(self, events: Any) -> None:
        """Book some events."""
        for kind, seat, a, b, c, d in events:
            if kind in (Event.BUY, Event.PLAY):
                assert 1 <= b <= COST[a], "4: a price is from 1 to the printed cost"
                self.rubles[seat] -= b
            elif kind == Event.INCOME:
                self.rubles[seat] += a
                self.points[seat] += b
            elif kind == Event.PUB:
                self.rubles[seat] -= b
                self.points[seat] += a
                assert b == 2 * a, "8.5: a point costs two rubles"
            elif kind == Event.FINAL:
                self.final[seat] = (a, b, c, d)


def final_score(table: Table, ledger: Ledger, seat: int) -> int:
    """10.3 from scratch: logged points, nobles, money, hand."""
    player = table.state.players[seat]
    reds = (unpack(player.placed) * IS_RED).nonzero()[0]
    different = len({CARD_ROWS[card]["same_as"] for card in reds})
    table_points = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55)[min(different, 10)]
    if table.game.options["nobles_over_ten"] == "plus10":
        table_points += 10 * max(0, different - 10)
    return ledger.points[seat] + table_points + ledger.rubles[seat] // 10 - 5 * int(player.n_hand)


def check_ledger(table: Table, ledger: Ledger) -> None:
    assert table.money == ledger.rubles, "3: the log and the purses agree"
    if not table.over:
        assert table.scores == ledger.points, "3: the log and the scores agree"
        return
    scores = [final_score(table, ledger, seat) for seat in range(table.game.players)]
    assert table.scores == scores, "20: the final score"
    for seat, (nobles, money, penalty, total) in ledger.final.items():
        assert total == scores[seat] == ledger.points[seat] + nobles + money - penalty


# Games


@settings(quick, max_examples=15)
@given(seed=seeds, players=player_counts, options=flags)
def test_every_invariant_holds_after_every_step_of_a_random_game(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    # 1-8, 10-16, 18-20, 23, 28
    ledger = Ledger(players)
    before: Any = None
    for table in random_game(seed, players, **options):
        check_position(table)
        ledger.enter(table.events() if before is None else last_events(table))
        check_ledger(table, ledger)
        if before is not None:
            check_step(before[0], table)
        before = table._states.copy()  # type: ignore[attr-defined]
    assert table.round <= 2 * math.ceil(N_CARDS_2004 / BOARD_SIZE) + 2, "23: termination"
    assert len(ledger.final) == players


class AnyGame(RuleBasedStateMachine):
    """Games whose every choice is drawn, so that a failure shrinks to a short one."""

    @initialize(seed=seeds, players=player_counts, options=flags)
    def deal(self, seed: int, players: int, options: dict[str, Any]) -> None:
        self.table = game(players, **options).new(seed=seed)
        self.ledger = Ledger(players)

    @precondition(lambda self: not self.table.over)
    @rule(choice=st.integers(0, 60))
    def play(self, choice: int) -> None:
        before = self.table._states.copy()  # type: ignore[attr-defined]
        moves = self.table.moves()
        self.table.play(moves[choice % len(moves)])
        check_step(before[0], self.table)
        self.ledger.enter(last_events(self.table))

    @precondition(lambda self: not self.table.over)
    @rule()
    def everybody_passes(self) -> None:
        for _ in range(self.table.game.players):
            if "pass" in notations(self.table):
                self.table.play("pass")
                self.ledger.enter(last_events(self.table))

    @precondition(lambda self: self.table.over)
    @rule()
    def nothing_happens_after_the_end(self) -> None:
        assert notations(self.table) == []
        assert refusal(self.table, "pass")

    @precondition(lambda self: not self.table.over)
    @rule(choice=st.integers(0, 60))
    def play_and_take_back(self, choice: int) -> None:
        before = self.table.state_bytes()
        moves = self.table.moves()
        self.table.play(moves[choice % len(moves)])
        self.table.undo()
        assert self.table.state_bytes() == before

    @invariant()
    def position_is_sound(self) -> None:
        if hasattr(self, "table"):
            check_position(self.table)
            check_ledger(self.table, self.ledger)


AnyGame.TestCase.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
TestAnyGame = AnyGame.TestCase


UNIVERSE = [
    "pass",
    *[f"observe {deck}" for deck in DECKS],
    *[f"pub {n}" for n in range(12)],
    *[
        pattern.format(id)
        for id in COPIES
        for pattern in ("buy {}", "buy {} low", "take {}", "take {} low", "play {}", "discard {}")
    ],
    *[f"{verb} {id} over {old}" for verb in ("buy", "play") for id in COPIES for old in PLAIN],
]


@settings(quick, max_examples=25)
@given(seed=seeds, n_moves=st.integers(0, 200), players=player_counts, options=flags)
def test_every_listed_move_succeeds_and_every_other_is_refused(
    seed: int, n_moves: int, players: int, options: dict[str, Any]
) -> None:
    # 9
    table = random_table(seed, n_moves, players, **options)
    legal = notations(table)
    before = table.state_bytes()
    for notation in legal:
        twin = table.copy()
        twin.play(notation)
        assert twin.history[-1] == notation
        assert twin.state_bytes() != before
    assert table.state_bytes() == before
    others = random.Random(seed).sample(UNIVERSE, 60)
    for notation in set(others) - set(legal):
        assert refusal(table, notation)


@quick
@given(seed=seeds, players=player_counts, options=flags)
def test_the_same_seed_and_moves_give_the_same_game(seed: int, players: int, options: dict[str, Any]) -> None:
    # 21
    *_, played = random_game(seed, players, **options)
    again = game(players, **options).new(seed=seed)
    for notation in played.history:
        again.play(notation)
    assert again.state_bytes() == played.state_bytes()
    assert list(again.events()) == list(played.events())


@quick
@given(seed=seeds, n_moves=st.integers(0, 150), players=player_counts, options=flags)
def test_a_game_goes_on_from_its_record_as_if_nothing_had_happened(
    seed: int, n_moves: int, players: int, options: dict[str, Any]
) -> None:
    # 21
    table = random_table(seed, n_moves, players, **options)
    document = json.loads(json.dumps(table.record().to_json()))
    twin = bm.Record.from_json(document).replay()
    assert twin.state_bytes() == table.state_bytes()
    while not table.over:
        move = table.moves()[len(table.history) % len(table.moves())]
        table.play(move)
        twin.play(move.notation)
    assert twin.state_bytes() == table.state_bytes()
    assert list(twin.events()) == list(table.events())
    assert (twin.scores, twin.winners) == (table.scores, table.winners)


@quick
@given(seed=seeds, players=player_counts, options=flags)
def test_rotating_the_seats_rotates_the_result(seed: int, players: int, options: dict[str, Any]) -> None:
    # 25
    *_, played = random_game(seed, players, **options)
    starts = {marker: (seat + 1) % players for marker, seat in played.setup["starts"].items()}
    turned = game(players, **options).new(setup={"decks": played.setup["decks"], "starts": starts})
    for notation in played.history:
        turned.play(notation)
    assert turned.over
    assert turned.scores[1:] + turned.scores[:1] == played.scores
    assert turned.money[1:] + turned.money[:1] == played.money
    assert sorted((seat + 1) % players for seat in played.winners) == turned.winners


@quick
@given(seed=seeds, players=player_counts)
def test_a_buy_only_phase_is_two_purchases_each(seed: int, players: int) -> None:
    # 24
    table = random_table(seed, 2 * players, players, first_phase_buy_only=True)
    bought = Counter(event[1] for event in table.events() if event[0] == Event.BUY)
    assert bought == dict.fromkeys(range(players), 2)
    assert (table.phase, pile_sizes(table.state)[0]) == ("building", 31 - 2 * players)
    assert all(CARD_ROWS[event[2]]["deck"] == "worker" for event in table.events() if event[0] == Event.BUY)


def prices(id: str, n_same: int, discounts: str, lower: bool) -> dict[str, int]:
    """What a card costs over each card it may displace ('' if it displaces nothing)."""
    plain = " ".join(other for other in PLAIN if other != id)
    area = f"{plain} {discounts} " + f"{id} " * n_same
    table = position(area=[area], **{"lower" if lower else "upper": id})  # type: ignore[arg-type]
    buys = [move for move in notations(table) if move.startswith("buy")]
    return {move.partition(" over ")[2]: price(table, move) for move in buys}


@settings(quick, max_examples=40)
@given(data=st.data(), id=st.sampled_from(sorted(COPIES)), lower=st.booleans())
def test_a_price_is_its_formula_and_no_reduction_raises_it(data: Any, id: str, lower: bool) -> None:
    # 27, 5.1
    n_same = data.draw(st.integers(0, COPIES[id] - 1))
    discounts = [card for card in DISCOUNTS if card != id and data.draw(st.booleans())]
    discount = sum(DISCOUNTS[card] == COLOR[CARD_OF[id]] for card in discounts)
    found = prices(id, n_same, " ".join(discounts), lower)
    assert found
    for target, paid in found.items():
        worth = WORTH[CARD_OF[target]] if target else 0
        assert paid == max(1, COST[CARD_OF[id]] - int(lower) - n_same - discount - worth)
    without = prices(id, 0, "", False)
    assert without.keys() == found.keys()
    assert all(found[target] <= without[target] <= found[target] + 2 + n_same + discount for target in found)


def test_nothing_but_passes_ends_in_time_for_every_number_of_players() -> None:
    # 23
    for players in (2, 3, 4):
        table = pass_to_end(game(players).new(seed=1))
        assert table.round <= 2 * math.ceil(N_CARDS_2004 / BOARD_SIZE) + 2
        assert len(table.history) == table.round * len(PHASES) * players
