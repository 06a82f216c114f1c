"""What holds in every game (rules.md 17, by its numbers), counted here from scratch in plain Python."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from burgomaster.compiler.struct import zeros
from burgomaster.core import check, python_api
from burgomaster.core.table import Table
from burgomaster.games.spyrium.rules.actions import building_of, position_of, read_of, token_of
from burgomaster.games.spyrium.rules.cards import CARD_ROWS, NO_CARD
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.state import N_GAPS
from tests.cases import every
from tests.games.spyrium.positions import (
    ALL_TECHNOLOGIES,
    broken,
    game,
    notations,
    position,
    quick,
    random_steps,
    random_table,
    seeds,
    setup,
)

players = st.integers(2, 5)


def owned_cards(table: Table) -> list[str]:
    shown = table.view()
    found = [entry["card"] for entry in shown["market"] if entry]
    found += [card for card, n in shown["gone"].items() for _ in range(n)]
    for deck in shown["decks"].values():
        found += [card for card, n in deck.items() for _ in range(n)]
    for player in shown["players"]:
        found += [entry["card"] for entry in (*player["buildings"], *player["technologies"])]
    return found


ALL_CARDS = Counter({row["id"]: sum(int(row[f"copies_{period}"]) for period in "ABC") for row in CARD_ROWS})


@quick
@given(seeds, players)
def test_1_2_4_21_goods_workers_and_cards(seed: int, n_players: int) -> None:
    for table in random_steps(seed, n_players):
        assert Counter(owned_cards(table)) == ALL_CARDS
        for player in table.view()["players"]:
            assert player["money"] >= 0 and player["crystals"] >= 0
            where = player["workers"]
            assert sum(where[place] for place in where if place != "own") == 7
            assert where["own"] == 7 - where["reserve"]


@quick
@given(seeds, players)
def test_3_tokens_are_eight_of_each_digit(seed: int, n_players: int) -> None:
    for table in random_steps(seed, n_players):
        shown, state = table.view(), table.state
        for digit in (1, 2, 3):
            total = shown["supply"][str(digit)] + shown["discard"][str(digit)]
            total += sum(entry["tokens"].count(digit) for entry in shown["market"] if entry)
            total += sum(event["token"] == digit for event in (shown["event"], shown["next_event"]) if event)
            total += sum(int(state.players[seat].kept[digit - 1]) for seat in range(n_players))
            assert total == 8


@quick
@given(seeds, players)
def test_6_there_is_always_a_choice_and_never_twice_the_same(seed: int, n_players: int) -> None:
    for table in random_steps(seed, n_players):
        moves = notations(table)
        assert table.over or moves
        assert len(moves) == len(set(moves))


@quick
@given(seeds, players)
def test_15_16_what_is_paid_and_earned(seed: int, n_players: int) -> None:
    """Money falls by the sum of 7.4, worked out here from the market, less a reward."""
    before: Any = None
    for table in random_steps(seed, n_players):
        if before is not None and table.history[-1].startswith("activate"):
            check_payment(before, table)
        before = table.copy()


def check_payment(before: Table, after: Table) -> None:
    state, seat = before.state, before.to_move
    assert seat is not None
    move = before.game.rules.read_notation(after.history[-1])
    assert move is not None
    place, over = position_of(move), building_of(move)
    row = CARD_ROWS[int(state.market[place].card)]
    around = [gap for gap in range(N_GAPS) if place in GAP_POSITIONS[gap]]
    crowd = sum(int(state.gaps[gap].sum()) for gap in around) - 1
    mine = before.view()["players"][seat]
    held = {entry["card"] for entry in mine["technologies"]}
    total = int(row["price"]) + (0 if "lobby" in after.history[-1] else crowd)
    if row["kind"] == "building" and over < 0:
        total += max(0, len(mine["buildings"]) - (3 if "tech_crane" in held else 0))
    elif over >= 0:
        old = CARD_ROWS[int(state.players[seat].buildings[over].card)]
        if set(row["symbols"].split("+")) & set(old["symbols"].split("+")) - {""}:
            total -= min(3, int(row["price"]))
    if "MT" in row["effects"]:
        total += read_of(move) or token_of(move)
    events = after.events(since=len(before.steps))
    bonus = sum(event[2] for event in events if event[0] == Event.BONUS_MONEY)
    income = sum(event[2] for event in events if event[0] == Event.INCOME and event[1] == seat)
    assert before.money[seat] - after.money[seat] == total - bonus - income


@quick
@given(seeds, players)
def test_17_19_20_buildings_turns_and_rounds(seed: int, n_players: int) -> None:
    turns: Counter[tuple[int, int | None]] = Counter()
    at_start: dict[tuple[int, int], int] = {}
    table = None
    for table in random_steps(seed, n_players):
        for seat in range(n_players):
            at_start.setdefault((table.round, seat), int(table.state.players[seat].n_buildings))
        turns[table.round, table.to_move] += 1
    assert table is not None and table.round == 6
    for (round_no, seat), n in turns.items():
        if seat is not None:  # a turn may have a switch and two more questions
            assert n <= 4 * (at_start[round_no, seat] + 25)
    laid = Counter(event[2] for event in table.events() if event[0] == Event.CARD_LAID)
    assert laid.total() == 27 + 18 + 9


@quick
@given(seeds, players)
def test_22_a_final_score_is_made_of_three_parts(seed: int, n_players: int) -> None:
    table = random_table(seed, n_players)
    final = [event for event in table.events() if event[0] == Event.FINAL]
    assert [event[5] for event in final] == table.scores
    for _, seat, track, buildings, technologies, total in final:
        shown = table.view()["players"][seat]
        assert total == track + buildings + technologies and track == shown["score"]
        cards = [CARD_ROWS[[row["id"] for row in CARD_ROWS].index(b["card"])] for b in shown["buildings"]]
        assert buildings == sum(int(row["end_points"]) for row in cards)
        assert all(0 <= entry["points"] <= 7 for entry in shown["technologies"])
    best = max(table.scores)
    assert table.winners == [seat for seat, score in enumerate(table.scores) if score == best]


@quick
@given(seeds, players)
def test_25_turning_the_table_turns_the_result(seed: int, n_players: int) -> None:
    """The same decks with the first player one seat on: the same moves give the same scores, one seat on."""
    table = random_table(seed, n_players)
    turned = {**table.setup, "first_player": (table.setup["first_player"] + 1) % n_players}
    again = game(n_players).new(setup=turned, seed=seed)
    for move in table.history:
        again.play(move)
    assert again.scores == table.scores[-1:] + table.scores[:-1]


def test_every_kind_of_refusal_and_offer_agrees_in_rich_positions() -> None:
    """Positions that random play hardly reaches: all technologies, many buildings, every event."""
    states: Any = zeros(game(3).rules.state, check.N_STATES)
    for table in rich_positions():
        legal = {move.code for move in table.moves()}
        states[0] = table.state
        for code in range(0, 1 << 29, 104_729):  # a prime: every field takes every value
            assert (python_api.refuse(states, 0, code) == 0) == (code in legal)
        for code in legal:
            for bit in range(29):
                other = code ^ 1 << bit
                assert (python_api.refuse(states, 0, other) == 0) == (other in legal), (code, bit)


def rich_positions() -> list[Table]:
    common: dict[str, Any] = {
        "money": 14,
        "crystals": 3,
        "active": 2,
        "technologies": ALL_TECHNOLOGIES,
        "buildings": "mine_1/1 mine_1 factory_1/0 laboratory_1 university_2 housing_1 mine_1",
        "market": {4: "banker £0 23", 1: "university_1 £4 1", 3: "-", 0: "-", 5: "factory_2 £8"},
        "gaps": {7: "0 1", 6: "0", 3: "0 2", 2: "1"},
    }
    events = [("windfall", 2), ("windfall", 0), ("second_shift", 0), ("late_arrival", 0), ("hiring", 0)]
    tables = [position(event=event, token=token, **common) for event, token in events]
    tables += [position(phase="I", event=event, token=token, **common) for event, token in events]
    return [*tables, position(turned="commerce lobbying taylorism", event="crystal_sale", **common)]


# The invariants themselves are sharp


@every(
    ("number", "spoil"),
    [
        (1, lambda s: setattr(s.players[0], "money", -1)),
        (1, lambda s: setattr(s.players[1], "crystals", -1)),
        (2, lambda s: setattr(s.players[0], "active", 9)),
        (3, lambda s: s.supply.__setitem__(0, s.supply[0] + 1)),
        (4, lambda s: setattr(s.market[3], "card", NO_CARD)),
        (5, lambda s: s.events.__setitem__(0, s.events[1])),
        (7, lambda s: setattr(s.players[0], "residence", 5)),
        (8, lambda s: setattr(s.players[0], "turned", 1)),
        (9, lambda s: setattr(s.players[0], "has_passed", 1)),
        (11, lambda s: setattr(s.players[0], "score", 9)),
        (20, lambda s: s.deck_next.__setitem__(1, s.deck_next[1] + 1)),
        (100, lambda s: setattr(s.market[0], "crowd", 2)),
        (102, lambda s: setattr(s, "residence_due", 1)),
    ],
)
def test_a_spoilt_position_is_found(number: int, spoil: Any) -> None:
    table = game(3).new(setup=setup())
    assert broken(table) == 0
    spoil(table.state)
    found = broken(table)
    assert found == number or (number == 20 and found == 4)
