"""What holds in every game (rules.md 15, by its numbers), counted here from scratch in plain Python."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgomaster.core import python_api
from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS, IDS, N_CARDS, NO_CARD
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.scoring import count_nobles
from burgomaster.games.petersburg.rules.state import Decision
from tests.cases import every, sweep
from tests.games.petersburg.positions import (
    EVERYTHING,
    VARIANTS,
    all_cards,
    any_game,
    buy_out,
    cards_at_setup,
    decision,
    flags,
    game,
    last_events,
    notations,
    pass_to_end,
    position,
    price,
    quick,
    random_game,
    random_table,
    row_counts,
    seeds,
    unpack,
    variant_name,
)
from tests.profiles import examples

COST = [int(row["cost"]) for row in CARD_ROWS]
WORTH = [int(row["value_when_displaced"] or 0) for row in CARD_ROWS]
COLOR = [row["color"] for row in CARD_ROWS]
IS_EXCHANGE = np.array([row["is_exchange"] == "1" for row in CARD_ROWS])
IS_GREEN = np.array([color == "green" for color in COLOR])
IS_RED = np.array([color == "red" for color in COLOR])
COPIES = {row["id"]: int(row["copies_2004"]) for row in CARD_ROWS if row["copies_2004"] != "0"}
PLAIN = [id for id in COPIES if not IS_EXCHANGE[CARD_OF[id]]]
IS_BLUE = np.array([color == "blue" for color in COLOR])
IS_ORANGE = np.array([color == "orange" for color in COLOR])
IS_PURPLE = np.array([color == "purple" for color in COLOR])
HAS_CLOTH = np.array(["cloth" in row["worker_symbols"] for row in CARD_ROWS])
SYCOPHANT, GOLDEN_DONKEY = CARD_OF["sycophant"], CARD_OF["golden_donkey"]
ANY_CARDS = [CARD_OF[row["id"]] for row in CARD_ROWS if row["goods"].startswith("any")]
GOODS = ("chicken", "grain", "apple", "fish", "cabbage")
TILES = ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3))
FACE_DOWN_CARDS = [CARD_OF[id] for id in IDS if id.startswith(("observatory", "debtors_prison"))]
DISCOUNTS = {"carpenter_workshop": "blue", "gold_smelter": "red"}
SCORED = {0: "green", 1: "yellow", 2: "blue", 3: "red"}  # the colour of each phase
WORKER, MARKET_PHASE, BUILDING, NOBLE = range(4)


# Counting from scratch


def pile_sizes(state: Any) -> list[int]:
    return [int(end) - int(top) for top, end in zip(state.deck_next, state.deck_end, strict=True)]


def board_size(table: Table) -> int:
    return 10 if "market" in table.game.options["expansions"] else 8


def max_rounds(table: Table) -> int:
    """Invariant 23."""
    return 2 * math.ceil(int(cards_at_setup(table).sum()) / board_size(table)) + 2


def count_goods(state: Any, seat: int) -> list[int]:
    """8.20: the symbols in an area, with the tiles of cards with "?"."""
    placed = unpack(state.players[seat].placed)
    total = [0] * len(GOODS)
    for card in placed.nonzero()[0]:
        good, _, number = CARD_ROWS[card]["goods"].partition(":")
        if good == "any" and state.tile_goods[ANY_CARDS.index(card)] >= 0:
            total[state.tile_goods[ANY_CARDS.index(card)]] += 1
        elif good and good != "any":
            total[GOODS.index(good)] += int(number) * int(placed[card])
    return total


def count_open(state: Any) -> int:
    return int(state.rows[0].n_cards) + int(state.rows[1].n_cards)


# What holds in every position


def check_position(table: Table) -> None:
    state = table.state
    players = state.players[: table.game.players]
    assert python_api.broken_rule(table._states, 0) == 0
    assert (all_cards(state) == cards_at_setup(table)).all(), "1: card conservation"
    assert all(player.rubles >= 0 for player in players), "2: rubles"
    for row in state.rows:
        assert row_counts(row).sum() == row.n_cards, "1: the number of cards of a row"
    for seat, player in enumerate(players):
        check_hand(table, player)
        check_area(table, player)
        assert [int(n) for n in player.goods] == count_goods(state, seat), "17: goods"
    check_attached(state)
    check_tiles(table)
    if not table.over:
        check_choices(table)
    markers = table.state.markers
    assert all(0 <= seat < table.game.players for seat in markers), "18: every marker has an owner"


def check_attached(state: Any) -> None:
    for card, seat in zip(state.attached_to, state.attached_seat, strict=True):
        if card != NO_CARD:
            row = CARD_ROWS[card]
            assert int(row["rubles"]) > 0 and int(row["points"]) > 0, "16: what may carry an action card"
            assert unpack(state.players[seat].placed)[card] > 0, "16: it lies in its owner's area"
    both = [int(card) for card in state.attached_to if card != NO_CARD]
    is_one = len(both) == 2 and both[0] == both[1] and state.attached_seat[0] == state.attached_seat[1]
    assert not state.attached_together or is_one, "16: together on one card"


def check_tiles(table: Table) -> None:
    state = table.state
    used = [int(good) for good in state.tile_goods if good >= 0]
    assert len(set(used)) == len(used) and all(good < 5 for good in used), "17: each tile once"
    placed = sum(unpack(player.placed) for player in state.players[: table.game.players])
    for index, card in enumerate(ANY_CARDS):
        is_marked = state.tile_goods[index] >= 0
        has_market = "market" in table.game.options["expansions"]
        assert is_marked == (has_market and placed[card] == 1), (
            "17: a tile on every card with a question mark"
        )


def check_hand(table: Table, player: Any) -> None:
    limit = 4 if unpack(player.placed)[CARD_OF["warehouse"]] else 3
    assert player.hand_limit == limit, "6: the hand limit"
    assert player.n_hand <= 4, "7: hand size"
    if player.n_hand > limit:
        lost = unpack(player.placed)[CARD_OF["warehouse"]] == 0
        asked = decision(table) == "hand_reduce"
        assert lost and (asked or not table.game.options["warehouse_loss_discard"]), "7: too many cards"


def check_area(table: Table, player: Any) -> None:
    placed = unpack(player.placed)
    for index, card in enumerate(FACE_DOWN_CARDS):
        assert 0 <= player.face_down[index] <= placed[card], "13: face down cards lie in the area"
    if table.phase == "worker":
        assert not any(player.face_down), "13: nothing is face down in a worker phase"
    assert not (placed * IS_PURPLE).any(), "16: no action card in an area"
    reds = placed * IS_RED
    different = {CARD_ROWS[card]["same_as"] for card in reds.nonzero()[0]}
    assert count_nobles(table.state, player) == len(different) <= reds.sum(), "28: different nobles"


def check_choices(table: Table) -> None:
    moves = notations(table)
    assert moves, "8: there is always a legal move"
    assert len(set(moves)) == len(moves), "B: equal choices are offered once"
    player = table.state.players[table.to_move]
    if decision(table) == "action":
        is_buy_only = table.game.options["first_phase_buy_only"] and (table.round, table.phase) == (
            1,
            "worker",
        )
        assert ("pass" in moves) is not is_buy_only, "8: pass"
        assert 0 <= table.state.pass_count < table.game.players, "10: passes"
        assert table.state.drawn == NO_CARD
    if player.n_hand >= player.hand_limit:
        assert not any(move.startswith(("take", "prison take")) for move in moves), "7: take"


# What holds over every move


def check_step(before: Any, table: Table) -> None:
    after = table.state
    players = table.game.players
    same_round = before.round_no == after.round_no
    same_phase = same_round and before.phase == after.phase
    assert python_api.broken_step(pair(before, after), 0, 1) == 0
    check_rows(before, table, same_round, same_phase)
    check_piles(before, after, same_phase)
    assert after.end_triggered >= before.end_triggered, "11: the end is never taken back"
    if after.end_triggered:
        in_use = [end > begin for begin, end in pairwise([0, *map(int, after.deck_end)])]
        empty = [used and size == 0 for used, size in zip(in_use, pile_sizes(after), strict=True)]
        assert any(empty), "11: an empty pile"
        assert same_round or not before.end_triggered, "11: no round follows the last"
    for seat in range(players):
        check_player(before, after, seat, table.over)
    check_good_points(before, table)
    has_disc = players == 5 and "disc" in table.setup["starts"]
    shift = (int(after.round_no) - int(before.round_no)) * (2 if has_disc else 1)
    assert ((before.markers + shift) % players == after.markers).all(), "18: markers move on"


def pair(before: Any, after: Any) -> Any:
    """Both positions in one array, for the project's own check."""
    states = np.zeros(2, before.dtype).view(np.recarray)
    states[0], states[1] = before, after
    return states


def check_rows(before: Any, table: Table, same_round: bool, same_phase: bool) -> None:
    after, board = table.state, board_size(table)
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
    is_full = count_open(after) == max(board, kept)
    assert is_full or (count_open(after) < board and pile_sizes(after)[after.phase] == 0), "5: refill"


def check_piles(before: Any, after: Any, same_phase: bool) -> None:
    for old, new in zip(pile_sizes(before), pile_sizes(after), strict=True):
        assert new <= old, "12: piles never grow"
        if same_phase:
            assert old - new <= 1, "12: an Observatory draws one card"
            assert new > 0 or old == new, "12: never the last one"


def check_player(before_state: Any, after_state: Any, seat: int, is_over: bool) -> None:
    before, after = before_state.players[seat], after_state.players[seat]
    change = unpack(after.placed) - unpack(before.placed)
    check_unpaid(before_state, change)
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


def check_unpaid(before: Any, change: Any) -> None:
    """Take cards that left for want of upkeep out of a change (7.4, 7.5)."""
    gone = (change < 0) & IS_ORANGE
    assert before.phase == MARKET_PHASE or not gone.any(), "7.5: upkeep of crates"
    change[gone] = 0
    if before.phase == NOBLE and not (change[IS_EXCHANGE] > 0).any():
        change[SYCOPHANT] = max(0, change[SYCOPHANT])


def check_good_points(before: Any, table: Table) -> None:
    """26, 7.5: the points of each good, from scratch, when the market phase has been scored."""
    after = table.state
    logged = {
        (event[1], GOODS[event[2]]): event[3] for event in last_events(table) if event[0] == Event.GOOD_POINTS
    }
    wanted: dict[tuple[int, str], int] = {}
    if before.phase == MARKET_PHASE and after.phase != MARKET_PHASE:
        counts = [count_goods(after, seat) for seat in range(table.game.players)]
        for index, good in enumerate(GOODS):
            points = good_points([count[index] for count in counts], TILES[min(int(before.round_no), 6) - 1])
            wanted |= {(seat, good): n for seat, n in points.items()}
    assert logged == wanted, "26: points of the goods"


def good_points(counts: list[int], tile: tuple[int, int]) -> dict[int, int]:
    """Points for one good by seat: 7.5."""
    levels = sorted({count for count in counts if count > 0}, reverse=True)
    if not levels:
        return {}
    points = {seat: tile[0] for seat, count in enumerate(counts) if count == levels[0]}
    if len(points) == 1 and len(levels) > 1 and tile[1] > 0:
        points |= {seat: tile[1] for seat, count in enumerate(counts) if count == levels[1]}
    return points


class Incomes:
    """7.1-7.5: when the actions of a phase end, every area brings exactly what its cards say."""

    def __init__(self) -> None:
        self.due: dict[int, tuple[int, int]] = {}

    def step(self, before: Any, table: Table) -> None:
        """Follow one move; a scoring may be spread over several, because of what is asked in it."""
        after, phase = table.state, int(before.phase)
        is_new = after.phase != phase or after.round_no != before.round_no or table.over
        is_scoring = decision(table) in ("pub", "guild_split", "trading_house", "upkeep")
        acted = Decision(before.decision).name in ("ACTION", "OBSERVATORY", "HAND_REDUCE")
        if acted and phase in SCORED and (is_new or is_scoring):
            state = before if table.history[-1] == "pass" else after  # a buy-only phase ends with a purchase
            self.due = {seat: area_income(state, seat, SCORED[phase]) for seat in range(table.game.players)}
        for event in last_events(table):
            if event[0] == Event.INCOME:
                assert self.due.pop(event[1]) == event[2:4], "7: income"
        if is_new:
            assert not any(map(any, self.due.values())), "7: everybody was paid"
            self.due = {}


def area_income(state: Any, seat: int, color: str) -> tuple[int, int]:
    """Printed rubles and points of the face-up cards of a colour, swapped or doubled, and computed ones."""
    placed = unpack(state.players[seat].placed)
    up = placed.copy()
    for index, card in enumerate(FACE_DOWN_CARDS):
        up[card] -= state.players[seat].face_down[index]
    gains = [printed_income(int(card)) for card in np.repeat(np.arange(N_CARDS), up) if COLOR[card] == color]
    jester, banquet = (
        printed_income(int(card)) if card != NO_CARD and owner == seat and COLOR[card] == color else None
        for card, owner in zip(state.attached_to, state.attached_seat, strict=True)
    )
    if jester:
        gains.remove(jester)
        swapped = jester[1], jester[0]
        gains.append((2 * swapped[0], 2 * swapped[1]) if state.attached_together else swapped)
    if banquet and not (jester and state.attached_together):
        gains.append(banquet)
    gains += computed_income(placed, color)
    return sum(gain[0] for gain in gains), sum(gain[1] for gain in gains)


def printed_income(card: int) -> tuple[int, int]:
    return max(0, int(CARD_ROWS[card]["rubles"])), int(CARD_ROWS[card]["points"])


def computed_income(placed: Any, color: str) -> list[tuple[int, int]]:
    """8.8, 8.9, 8.14, 8.17, 8.18."""
    reds, greens, blues = (int(placed[of].sum()) for of in (IS_RED, IS_GREEN, IS_BLUE))
    cloth = int(placed[HAS_CLOTH].sum())
    brings = {
        "mariinsky_theater_2004": ("blue", reds, 0),
        "mariinsky_theater_2014": ("blue", 0, reds),
        "mariinsky_theater_new_society": ("blue", 0, reds),
        "coffee_house": ("blue", reds, 0),
        "textile_factory": ("blue", 0, 2 * cloth),
        "tax_man": ("red", greens, 0),
        "mayor": ("red", blues, 0),
    }
    return [
        (rubles, points)
        for id, (of, rubles, points) in brings.items()
        if of == color
        for _ in range(placed[CARD_OF[id]])
    ]


# The log as a ledger


class Ledger:
    """Rubles and points of every seat, from the log alone."""

    def __init__(self, table: Table) -> None:
        players = table.game.players
        self.rubles = [25] * players
        self.points = [0] * players
        if "disc" in table.setup["starts"]:
            self.rubles[table.setup["starts"]["disc"]] += 2
        self.final: dict[int, tuple[int, ...]] = {}
        self.winners: dict[int, int] = {}

    def enter(self, events: Any) -> None:
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
            elif kind == Event.TRADE:
                self.rubles[seat] -= b
                self.points[seat] += a
                assert (a, b) in ((0, 0), (2, 3)), "8.13: two points for three rubles"
            elif kind in (Event.GUILD, Event.DISC):
                self.rubles[seat] += a
                self.points[seat] += b
                assert (a, b) == (0, 2) if kind == Event.DISC else a + b == 4
            elif kind == Event.UPKEEP:
                self.rubles[seat] -= b
            elif kind == Event.GOOD_POINTS:
                self.points[seat] += b
            elif kind == Event.ACTION_CARD and a == GOLDEN_DONKEY:
                self.rubles[seat] += 5
            elif kind == Event.FINAL:
                self.final[seat] = (a, b, c, d)
            elif kind == Event.WINNER:
                self.winners[seat] = a


def final_score(table: Table, ledger: Ledger, seat: int) -> int:
    """10.3 from scratch: logged points, nobles, money, hand."""
    player = table.state.players[seat]
    reds = (unpack(player.placed) * IS_RED).nonzero()[0]
    different = len({CARD_ROWS[card]["same_as"] for card in reds})
    table_points = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55)[min(different, 10)]
    if table.game.options["nobles_over_ten"] == "plus10":
        table_points += 10 * max(0, different - 10)
    penalised = sum(not IS_PURPLE[card] for card in player.hand[: player.n_hand])
    return ledger.points[seat] + table_points + ledger.rubles[seat] // 10 - 5 * penalised


def check_ledger(table: Table, ledger: Ledger) -> None:
    assert table.money == ledger.rubles, "3: the log and the purses agree"
    if not table.over:
        assert table.scores == ledger.points, "3: the log and the scores agree"
        return
    scores = [final_score(table, ledger, seat) for seat in range(table.game.players)]
    assert table.scores == scores, "20: the final score"
    for seat, (nobles, money, penalty, total) in ledger.final.items():
        assert total == scores[seat] == ledger.points[seat] + nobles + money - penalty
    assert ledger.winners == {seat: max(scores) for seat in table.winners}, "10.4: the winners are told"


# Games


any_options = st.builds(lambda chosen, variant: {**chosen, **variant}, flags, any_game)


def follow(table: Table, states: Any, ledger: Ledger, incomes: Incomes) -> None:
    """Check a move that was just made, from the states before it."""
    check_step(states[0], table)
    incomes.step(states[0], table)
    ledger.enter(last_events(table))


@examples(12)
@given(seed=seeds, options=any_options)
def test_every_invariant_holds_after_every_step_of_a_random_game(seed: int, options: dict[str, Any]) -> None:
    # 1-8, 10-20, 23, 26, 28
    table = game(**options).new(seed=seed)
    ledger, incomes, chance = Ledger(table), Incomes(), random.Random(seed)
    ledger.enter(table.events())
    check_position(table)
    check_ledger(table, ledger)
    while not table.over:
        before = table._states.copy()  # type: ignore[attr-defined]
        table.play(chance.choice(table.moves()))
        follow(table, before, ledger, incomes)
        check_position(table)
        check_ledger(table, ledger)
    assert table.round <= max_rounds(table), "23: termination"
    assert len(ledger.final) == table.game.players


@pytest.mark.parametrize(
    "options", sweep(VARIANTS, lambda options: options["players"] == 3), ids=variant_name
)
def test_every_standard_game_keeps_the_invariants(options: dict[str, Any]) -> None:
    # a greedy game of each: what can be placed or played is, so that areas grow
    table = game(**options).new(seed=5)
    ledger, incomes, chance = Ledger(table), Incomes(), random.Random(5)
    ledger.enter(table.events())
    while not table.over:
        before = table._states.copy()  # type: ignore[attr-defined]
        moves = [move for move in table.moves() if move.notation != "pass"] or table.moves()
        table.play(chance.choice(moves))
        follow(table, before, ledger, incomes)
        check_ledger(table, ledger)
    check_position(table)


def rich(seed: int) -> Table:
    """A building phase in which every power of every expansion lies in some area."""
    chance = random.Random(seed)
    return position(
        3,
        "building",
        to_move=chance.randrange(3),
        rubles=[chance.randrange(12) for _ in range(3)],
        area=[
            "guild_hall trading_house pub sycophant sycophant special_fish_crate ship_builder_2014_any hen",
            "debtors_prison textile_factory shepherd mayor special_apple_crate controller controller",
            "coffee_house observatory_2014 wharf wharf bank_2014 warehouse czar_superstar",
        ],
        hand=[
            "black_market jester",
            "banquet_card double_turn",
            "golden_donkey away_with_it_noble pickpocket",
        ],
        discard="author library senator",
        tiles={"ship_builder_2014_any": chance.choice(GOODS)},
        edition="2014",
        **EVERYTHING,
    )


def test_areas_full_of_powers_keep_the_invariants_and_meet_every_event() -> None:
    # the checks above must be able to fail: every kind of event is met but the disc's and those of the end
    met: set[int] = set()
    for seed in range(8):
        table, chance, incomes = rich(seed), random.Random(seed), Incomes()
        ledger = Ledger(table)
        ledger.rubles, ledger.points = table.money, table.scores
        for _ in range(90):
            before = table._states.copy()  # type: ignore[attr-defined]
            moves = [move for move in table.moves() if chance.random() < 0.2 or move.notation != "pass"]
            table.play(chance.choice(moves or table.moves()))
            follow(table, before, ledger, incomes)
            check_position(table)
            check_ledger(table, ledger)
        met |= {event[0] for event in table.events()}
    rest = {Event.DISC, Event.LAST_ROUND, Event.FINAL, Event.WINNER}
    assert met >= set(Event) - rest


@quick
@given(seed=seeds, options=any_options)
def test_rotating_the_seats_rotates_the_result(seed: int, options: dict[str, Any]) -> None:
    # 25
    *_, played = random_game(seed, **options)
    players = played.game.players
    starts = {marker: (seat + 1) % players for marker, seat in played.setup["starts"].items()}
    turned = game(**options).new(setup={"decks": played.setup["decks"], "starts": starts})
    for notation in played.history:
        turned.play(notation)
    assert turned.over
    assert turned.scores[1:] + turned.scores[:1] == played.scores
    assert turned.money[1:] + turned.money[:1] == played.money
    assert sorted((seat + 1) % players for seat in played.winners) == turned.winners


@quick
@given(seed=seeds, variant=st.sampled_from(VARIANTS))
def test_a_buy_only_phase_is_two_purchases_each(seed: int, variant: dict[str, Any]) -> None:
    # 24
    options = {**variant, "first_phase_buy_only": True}
    players = variant["players"]
    table = random_table(seed, 2 * players, **options)
    bought = Counter(event[1] for event in table.events() if event[0] == Event.BUY)
    assert bought == dict.fromkeys(range(players), 2)
    has_market = "market" in variant["expansions"]
    assert table.phase == ("market" if has_market else "building")
    laid = [event for event in table.events() if event[0] == Event.CARD_LAID]
    assert len(laid) == 2 * players + board_size(table)  # the board was empty in between
    assert all(CARD_ROWS[event[2]]["deck"] == "worker" for event in table.events() if event[0] == Event.BUY)


def prices(id: str, n_same: int, discounts: str, lower: bool) -> dict[str, int]:
    """What a card costs over each card it may displace ('' if it displaces nothing)."""
    plain = " ".join(other for other in PLAIN if other != id)
    area = f"{plain} {discounts} " + f"{id} " * n_same
    table = position(area=[area], **{"lower" if lower else "upper": id})  # type: ignore[arg-type]
    buys = [move for move in notations(table) if move.startswith("buy")]
    return {move.partition(" over ")[2]: price(table, move) for move in buys}


@examples(40)
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


@every("options", VARIANTS, ids=variant_name)
def test_nothing_but_passes_ends_in_time_in_every_standard_game(options: dict[str, Any]) -> None:
    # 23
    players, phases = options["players"], 5 if "market" in options["expansions"] else 4
    table = pass_to_end(buy_out_if_due(game(**options).new(seed=1)))
    assert table.round <= max_rounds(table)
    extra = players if options["edition"] == "2014" else 0  # two purchases instead of one pass
    assert len(table.steps) == table.round * phases * players + extra


def buy_out_if_due(table: Table) -> Table:
    return buy_out(table) if table.game.options["first_phase_buy_only"] else table


@pytest.mark.parametrize(
    ("counts", "tile", "points"),
    [
        ([0, 0], (3, 1), {}),
        ([4, 4, 3, 0], (5, 2), {0: 5, 1: 5}),
        ([3, 1, 1, 0], (5, 2), {0: 5, 1: 2, 2: 2}),
        ([0, 2], (5, 2), {1: 5}),
        ([2, 1], (1, 0), {0: 1}),
    ],
)
def test_the_counting_of_goods_above_is_that_of_the_examples(
    counts: list[int], tile: tuple[int, int], points: dict[int, int]
) -> None:
    # E79
    assert good_points(counts, tile) == points
