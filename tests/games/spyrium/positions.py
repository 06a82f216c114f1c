"""What the tests of Spyrium share: positions laid out by hand, real moves, random games.

A position is written as it would lie on a table, with the figures that a test is about, so that a corrected
price in cards.csv breaks no test of a rule:

    position(money=5, market={4: "miner £1 13"}, gaps={7: "0", 3: "1"})   a Miner for £1 with tokens 1 and 3
    position(buildings="workshop_1/1 mine_2")                             a rotated Workshop, 1 worker on it

Ids may be written without `bld_`, `char_`, `tech_`, `event_`. Positions that are not named hold Geologists
for £1. Seat 0 is to move, in phase II; what is not named it does not have; the others have passed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

import burgomaster as bm
from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.table import Game, Table
from burgomaster.games.spyrium.rules.cards import CARD_OF, CARDS, EVENT_OF, IDS, NO_CARD, WORKERS_PER_PLAYER
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.state import N_GAPS, N_POSITIONS, Decision, Phase, Reward
from tests.profiles import examples

SEED = 7
PREFIXES = ("", "bld_", "char_", "tech_", "event_")
BUILDING = re.compile(r"(\w+)(?:/(\d))?(?:=(\d+))?")
ALL_TECHNOLOGIES = "automation capitalisation crane commerce engineering lobbying taylorism"
quick = examples(12)
seeds = st.integers(0, 10**9)


def full_id(word: str) -> str:
    """The id of a card or event that may be written without its prefix."""
    return next(prefix + word for prefix in PREFIXES if prefix + word in CARD_OF or prefix + word in EVENT_OF)


def card(word: str) -> int:
    return CARD_OF[full_id(word)]


def game(players: int = 3, **options: Any) -> Game:
    return bm.game("spyrium", players=players, **options)


# Positions


def position(
    players: int = 3,
    *,
    phase: str = "II",
    money: int = 0,
    crystals: int = 0,
    score: int = 0,
    market: Mapping[int, str] | None = None,
    gaps: Mapping[int, str] | None = None,
    buildings: str = "",
    technologies: str = "",
    turned: str = "",
    active: int = 0,
    inactive: int = 0,
    reserve: int | None = None,
    residence: int = 0,
    rewards: str = "",
    kept: int = 0,
    event: str = "",
    token: int = 0,
    round_no: int = 2,
    others_pass: bool = True,
    **options: Any,
) -> Table:
    """A table in this position; an event that is named was not used yet."""
    table = game(players, **options).new(seed=SEED)
    state = table.state
    table._beginning = ()
    state.round_no, state.first_player, state.to_move, state.residence_due = round_no, 0, 0, 0
    state.decision = Decision.MAIN_I if phase == "I" else Decision.MAIN_II
    lay_market(state, market or {})
    lay_event(state, event or "hiring", token)
    for seat in range(players):
        seat_other(state.players[seat], others_pass)
    player = state.players[0]
    player.money, player.crystals, player.score = money, crystals, score
    player.phase, player.has_passed, player.used_event = int(phase != "I"), 0, int(not event)
    player.active, player.inactive, player.residence = active, inactive, residence
    player.rewards = sum(1 << Reward[word.upper()] for word in rewards.split())
    player.kept[0] = kept
    give_buildings(state, buildings)
    player.technologies, player.turned = technology_bits(technologies), technology_bits(turned)
    lay_workers(state, gaps or {})
    on_buildings = sum(int(player.buildings[index].n_workers) for index in range(player.n_buildings))
    elsewhere = active + inactive + on_buildings + int(player.on_market)
    player.reserve = WORKERS_PER_PLAYER - elsewhere if reserve is None else reserve
    return table


def lay_market(state: Any, market: Mapping[int, str]) -> None:
    """Cards with their prices and tokens; `-` is an empty position."""
    for place in range(N_POSITIONS):
        lay_card(state, place, market.get(place, "geologist £1"))


def lay_card(state: Any, place: int, words: str) -> None:
    """One card, as in `banker £0 23`."""
    name, *rest = words.split()
    state.market[place].tokens[:] = 0
    state.market[place].card = NO_CARD if name == "-" else card(name)
    for word in rest:
        if word.startswith("£"):
            state.rules.prices[card(name)] = int(word[1:])
        else:
            for digit in word:
                state.market[place].tokens[int(digit) - 1] += 1


def lay_event(state: Any, event: str, token: int) -> None:
    """The current event with its token."""
    number, place = EVENT_OF[full_id(event)], int(state.round_no) - 1
    other = state.events.tolist().index(number)
    state.events[other] = state.events[place]
    state.events[place] = number
    state.event_token = token
    state.next_token = 0


def seat_other(player: Any, has_passed: bool) -> None:
    """Somebody with nothing but three active workers."""
    player.money, player.crystals, player.score, player.residence = 0, 0, 0, 0
    player.active, player.inactive, player.on_market, player.reserve = 3, 0, 0, 4
    player.n_buildings, player.technologies, player.turned, player.rewards = 0, 0, 0, 0
    player.phase, player.has_passed, player.used_event = Phase.ACTIVATION, int(has_passed), 1


def give_buildings(state: Any, words: str, seat: int = 0) -> None:
    """Buildings in order: `name`, `name/workers` for a rotated one, `name=points` with these end points."""
    player = state.players[seat]
    for word in words.split():
        found = BUILDING.fullmatch(word)
        assert found is not None, word
        name, workers, points = found.groups()
        building = player.buildings[int(player.n_buildings)]
        building.card = card(name)
        building.is_rotated, building.n_workers = int(workers is not None), int(workers or 0)
        if points is not None:
            state.rules.end_points[card(name)] = int(points)
        player.n_buildings += 1


def technology_bits(words: str) -> int:
    return sum(1 << int(CARDS[card(word)].technology) for word in words.split())


def lay_workers(state: Any, gaps: Mapping[int, str]) -> None:
    """Workers in gaps, as the seats they belong to: `{2: "0 1"}`."""
    for gap, words in gaps.items():
        for seat in map(int, words.split()):
            state.gaps[gap, seat] += 1
            state.players[seat].on_market += 1
            for place in GAP_POSITIONS[gap]:
                state.market[place].crowd += 1


# Looking at tables


def play(table: Table, *moves: str) -> Table:
    for move in moves:
        table.play(move)
    return table


def notations(table: Table, verb: str = "") -> list[str]:
    """The legal moves, or those of a verb."""
    return [move.notation for move in table.moves() if move.notation.split()[0].startswith(verb)]


def refusal(table: Table, move: str, language: str = "en") -> str:
    """Why a move is not legal; the table stays as it was."""
    before = table.state_bytes()
    with pytest.raises(bm.IllegalMove) as caught:
        table.play(move)
    assert table.state_bytes() == before
    return caught.value.text(language)


def is_legal(table: Table, move: str) -> bool:
    listed = move in notations(table)
    if not listed:
        refusal(table, move)
    return listed


def player(table: Table, seat: int = 0) -> Any:
    return table.state.players[seat]


def goods(table: Table, seat: int = 0) -> tuple[int, int, int]:
    """Money, crystals, points on the track."""
    found = player(table, seat)
    return int(found.money), int(found.crystals), int(found.score)


def workers(table: Table, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = table.view()["players"][seat]["workers"]
    return found


def tokens(table: Table, place: int) -> list[int]:
    shown = table.view()["market"][place]
    return list(shown["tokens"]) if shown else []


def in_gap(table: Table, gap: int) -> list[int]:
    return list(table.view()["gaps"][gap]["workers"])


def owned(table: Table, seat: int = 0) -> list[str]:
    return [building["card"] for building in table.view()["players"][seat]["buildings"]]


def is_turned(table: Table, technology: str, seat: int = 0) -> bool:
    return bool(player(table, seat).turned & technology_bits(technology))


def discard(table: Table) -> list[int]:
    return [int(n) for n in table.state.discard]


def decision(table: Table) -> str:
    return str(table.view()["decision"])


def broken(table: Table) -> int:
    """The invariant that a position breaks, 0 if none."""
    states: Any = zeros(table.game.rules.state, 1)
    states[0] = table.state
    return int(python_api.broken_rule(states, 0))


# Whole games


def random_table(seed: int, players: int = 3, n_moves: int = 10**6, **options: Any) -> Table:
    table, draw = game(players, **options).new(seed=seed), random.Random(seed)
    while not table.over and len(table.steps) < n_moves:
        table.play(draw.choice(table.moves()))
    return table


def random_steps(seed: int, players: int = 3, **options: Any) -> Iterator[Table]:
    """Every position of a random game; the table must not be changed."""
    table, draw = game(players, **options).new(seed=seed), random.Random(seed)
    yield table
    while not table.over:
        table.play(draw.choice(table.moves()))
        yield table


def setup(
    players: int = 3,
    *,
    tokens: Sequence[int] | None = None,
    events: str = "",
    first_player: int = 0,
    **tops: str,
) -> dict[str, Any]:
    """An explicit set-up: the named cards lie on top of their decks in this order, the others below."""
    dealt = game(players).new(seed=SEED).setup
    decks = {period: on_top(pile, tops.get(period, "")) for period, pile in dealt["decks"].items()}
    return {
        "decks": decks,
        "events": on_top(dealt["events"], events),
        "tokens": dealt["tokens"] if tokens is None else list(tokens),
        "first_player": first_player,
    }


def on_top(pile: Sequence[str], words: str) -> list[str]:
    rest, top = list(pile), [full_id(word) for word in words.split()]
    for id in top:
        rest.remove(id)
    return top + rest


def pass_round(table: Table) -> Table:
    """Everybody goes to phase II, clears the market and passes, until the next round or the end."""
    round_no = table.round
    while not table.over and table.round == round_no:
        moves = notations(table)
        easy = [move for move in moves if move in ("switch", "pass", "points", "money")]
        earn = [move for move in moves if move.startswith("earn")]
        table.play((easy or earn)[0])
    return table


assert len(GAP_POSITIONS) == N_GAPS and set(CARD_OF) == set(IDS)
