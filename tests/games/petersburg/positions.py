"""What the tests of Saint Petersburg share: positions laid out by hand, real moves, random games.

A position is written as it would lie on a table; cards are ids of cards.csv, `_2004` may be left out:

    position(phase="building", rubles=[25, 10], area=["market market pub", ""], upper="bank theater")

Other games than the base game of 2004 are named by their options (BANQUET, SOCIETY, BOTH, NEW, MARKET).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import burgomaster as bm
from burgomaster.compiler.bits import add_count
from burgomaster.core import python_api
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game, Table
from burgomaster.games.petersburg.rules.apply import enter_hand
from burgomaster.games.petersburg.rules.cards import (
    BANQUET_CARD,
    CARD_OF,
    CARD_ROWS,
    IDS,
    JESTER,
    N_CARDS,
    NO_CARD,
    Deck,
    Good,
)
from burgomaster.games.petersburg.rules.definition import set_markers
from burgomaster.games.petersburg.rules.effects import enter_area, enter_specially, turn_down
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.observe import decks_in_use, markers_in_use
from burgomaster.games.petersburg.rules.options import STANDARD_GAMES, max_copies
from burgomaster.games.petersburg.rules.rounds import clear_row, enter_row
from burgomaster.games.petersburg.rules.state import LOWER, UPPER, Attached, Decision, Phase
from tests.profiles import examples

SEED = 7
MANY_ROUNDS = 50  # more than a game can have
PLENTY = 200  # rubles, where money is not what a test is about
DECKS = ("worker", "building", "noble", "exchange")
PHASES = DECKS
ALL_DECKS = ("worker", "market", "building", "noble", "exchange")
BANQUET: dict[str, Any] = {"expansions": ["banquet"]}
SOCIETY: dict[str, Any] = {"expansions": ["new_society"]}
BOTH: dict[str, Any] = {"expansions": ["banquet", "new_society"]}
NEW: dict[str, Any] = {"edition": "2014"}
MARKET: dict[str, Any] = {"edition": "2014", "expansions": ["market"]}
# One start marker for each of four players, and of five.
FOUR_MARKERS = {"worker": 0, "building": 1, "noble": 2, "exchange": 3}
FIVE_MARKERS = {**FOUR_MARKERS, "disc": 4}
# The example of the second edition's rulebook: who sits where and goes first.
KONRAD, CHIYE, GIULIANO, HOLGER = range(4)
EN2_STARTS = {"worker": KONRAD, "noble": CHIYE, "building": GIULIANO, "exchange": HOLGER}
ROWS = {row["id"]: row for row in CARD_ROWS}
# Every standard game with every number of players (rules.md 1.1).
VARIANTS: list[dict[str, Any]] = [
    {"players": players, "edition": edition, "expansions": list(expansions)}
    for edition, expansions, most in STANDARD_GAMES
    for players in range(2, most + 1)
]
# The answer that changes least, for everything that may be asked besides an action.
ANSWERS = {
    "action": "pass",
    "pub": "pub 0",
    "pickpocket": "decline",
    "trading_house": "decline",
    "guild_split": "guild 0",
    "upkeep": "keep none",
}
quick = examples(12)


# Cards and set-ups


def card_id(word: str) -> str:
    """The id of a card; the edition may be left out."""
    return word if word in CARD_OF else f"{word}_2004"


def ids(words: str) -> list[str]:
    """The ids of several cards in one string."""
    return [card_id(word) for word in words.split()]


def cards(words: str) -> list[int]:
    """The same as card numbers."""
    return [CARD_OF[id] for id in ids(words)]


def every_card(with_market: bool = False) -> dict[str, int]:
    """The largest custom game: every card as often as it may be there (1.4)."""
    rows = [row for row in CARD_ROWS if with_market or row["deck"] != "market"]
    return {row["id"]: max_copies(row) for row in rows}


# Every card there is, with the rules of every expansion.
EVERYTHING: dict[str, Any] = {
    "custom_cards": every_card(with_market=True),
    "expansions": ["banquet", "new_society", "market"],
}


def game(players: int = 2, **options: Any) -> Game:
    return bm.game("petersburg", players=players, **options)


def setup(game: Game, starts: Mapping[str, int] | None = None, **tops: str) -> dict[str, Any]:
    """An explicit set-up: the named cards lie on top of their piles in this order, the others below."""
    dealt = game.new(seed=SEED).setup
    piles = {}
    for deck, pile in dealt["decks"].items():
        top = ids(tops.get(deck, ""))
        rest = list((Counter(pile) - Counter(top)).elements())
        assert len(top) + len(rest) == len(pile), f"{deck}: there are not so many copies of {top}"
        piles[deck] = top + rest
    return {"decks": piles, "starts": dict(starts or dealt["starts"])}


def variant_name(options: Mapping[str, Any]) -> str:
    """A short name of a standard game, for the ids of tests."""
    return "-".join([options["edition"], *options["expansions"], str(options["players"])])


# Positions


class _Box:
    """The cards of the game that have not been laid out yet, pile by pile."""

    def __init__(self, table: Table) -> None:
        self.state = table.state
        self.left = {
            deck: Counter(table.setup["decks"][deck.name.lower()]) for deck in decks_in_use(self.state)
        }

    def take(self, words: str) -> list[int]:
        """Take the named cards out of their piles."""
        return [self.take_card(id) for id in ids(words)]

    def take_card(self, id: str) -> int:
        deck = next((deck for deck in self.left if self.left[deck][id] > 0), None)
        assert deck is not None, f"no copy of {id} is left for this position"
        self.left[deck][id] -= 1
        return CARD_OF[id]

    def close(self, piles: Mapping[str, int], top: Mapping[str, str]) -> list[int]:
        """Order the piles, the named cards on top; the cards of piles cut to a size, for the discard pile."""
        surplus: list[int] = []
        for deck, left in self.left.items():
            name = deck.name.lower()
            size = piles.get(name, left.total())
            pile = ids(top.get(name, ""))
            pile += (left - Counter(pile)).elements()
            surplus += [CARD_OF[id] for id in pile[size:]]
            self.lay_pile(deck, [CARD_OF[id] for id in pile[:size]])
        return surplus

    def lay_pile(self, deck: Deck, pile: list[int]) -> None:
        """Nothing is left at the places of drawn cards."""
        first, end = int(self.state.deck_end[deck - 1]) if deck else 0, int(self.state.deck_end[deck])
        self.state.deck_next[deck] = end - len(pile)
        self.state.decks[first:end] = 0
        self.state.decks[end - len(pile) : end] = pile


def position(
    players: int = 2,
    phase: str = "worker",
    *,
    to_move: int = 0,
    first_player: int | None = None,
    round_no: int = 2,
    rubles: Sequence[int] = (),
    score: Sequence[int] = (),
    area: Sequence[str] = (),
    face_down: Sequence[str] = (),
    hand: Sequence[str] = (),
    secret: Sequence[str] = (),
    upper: str = "",
    lower: str = "",
    discard: str = "",
    piles: Mapping[str, int] | None = None,
    top: Mapping[str, str] | None = None,
    markers: Mapping[str, int] | None = None,
    tiles: Mapping[str, str] | None = None,
    attached: Mapping[str, tuple[int, str]] | None = None,
    together: bool = False,
    pass_count: int = 0,
    last_round: bool = False,
    **options: Any,
) -> Table:
    """A table in this position. Sequences go by seat; what is not named is empty, rubles are plenty.

    `secret` are hand cards drawn with an Observatory; `piles` cuts piles to a size, what is cut off lies on
    the discard pile; `top` names the next cards of a pile; `tiles` are the goods of cards with "?";
    `attached` says on whose card a Jester or Banquet (`banquet_card`) lies, `together` that it is one copy.
    """
    table = game(players, **options).new(seed=SEED)
    state = table.state
    table._beginning = ()
    clear_row(state.rows[UPPER])
    clear_row(state.rows[LOWER])
    box = _Box(table)
    for seat in range(players):
        _lay_out_seat(box, state, seat, _at(area, seat), _at(face_down, seat), tiles or {})
        _fill_hand(box, state.players[seat], _at(hand, seat), _at(secret, seat))
        state.players[seat].rubles = rubles[seat] if seat < len(rubles) else PLENTY
        state.players[seat].score = score[seat] if seat < len(score) else 0
    _attach(box, state, attached or {}, together)
    for row, words in ((UPPER, upper), (LOWER, lower)):
        for card in box.take(words):
            enter_row(state.rows[row], card)
    discarded = box.take(discard)
    discarded += box.close(piles or ({"worker": 0} if last_round else {}), top or {})
    _discard(state, discarded)
    _set_course(state, phase, to_move if first_player is None else first_player, markers)
    state.round_no, state.to_move, state.pass_count = round_no, to_move, pass_count
    state.end_triggered = int(last_round)
    assert broken_rule(table) == 0, f"the position breaks invariant {broken_rule(table)}"
    assert (all_cards(state) == cards_at_setup(table)).all()
    return table


def _at(words: Sequence[str], seat: int) -> str:
    return words[seat] if seat < len(words) else ""


def _lay_out_seat(
    box: _Box, state: Any, seat: int, area: str, face_down: str, tiles: Mapping[str, str]
) -> None:
    for card in box.take(area):
        good = tiles.get(IDS[card])
        enter_area(state.players[seat], card)
        enter_specially(state, seat, card, Good[good.upper()] + 1 if good else 0)
    for card in cards(face_down):
        turn_down(state.players[seat], card)


def _attach(box: _Box, state: Any, attached: Mapping[str, tuple[int, str]], together: bool) -> None:
    for name, (seat, word) in attached.items():
        kind = Attached.JESTER if name == "jester" else Attached.BANQUET
        box.take(name)
        state.attached_to[kind], state.attached_seat[kind] = CARD_OF[card_id(word)], seat
    state.attached_together = int(together)


def _fill_hand(box: _Box, player: Any, hand: str, secret: str) -> None:
    for card in box.take(hand):
        enter_hand(player, card, False)
    for card in box.take(secret):
        enter_hand(player, card, True)


def _discard(state: Any, discarded: list[int]) -> None:
    for card in discarded:
        add_count(state.discard, card, 1)


def _set_course(state: Any, phase: str, first_player: int, markers: Mapping[str, int] | None) -> None:
    """The phase, its first player and the markers: as given, or as dealt but for the one of this phase."""
    state.phase = Phase[phase.upper()]
    state.first_player = first_player
    if markers is not None:
        set_markers(state, markers)
        assert markers[phase] == first_player
        return
    owner = int(state.markers[state.phase])
    for marker in markers_in_use(state):
        if state.markers[marker] == first_player:
            state.markers[marker] = owner
            break
    state.markers[state.phase] = first_player


# Moves


def play(table: Table, *moves: str) -> Table:
    """Play several moves, each of which must be offered; card ids may leave the edition out."""
    for move in moves:
        notation = full_notation(move)
        assert notation in notations(table), f"{notation} is not offered"
        table.play(notation)
    return table


def full_notation(move: str) -> str:
    """A notation with the edition added to the cards that need one."""
    verb, *words = move.split()
    if verb == "observe":
        return move
    return " ".join([verb, *(card_id(word) if card_id(word) in CARD_OF else word for word in words)])


def notations(table: Table) -> list[str]:
    return [move.notation for move in table.moves()]


def price(table: Table, move: str) -> int:
    """What the seat to move would pay for a move: the log and the purse must agree."""
    twin = table.copy()
    seat = table.to_move
    assert seat is not None
    play(twin, move)
    paid = next(event[3] for event in last_events(twin) if event[0] in (Event.BUY, Event.PLAY))
    assert table.money[seat] - twin.money[seat] == paid
    return int(paid)


def refusal(table: Table, move: str, language: str = "en") -> str:
    """Why a move is refused; it is not offered either, and the table stays as it was."""
    notation = full_notation(move)
    before = table.state_bytes(), len(table.steps)
    with pytest.raises(bm.IllegalMove) as caught:
        table.play(notation)
    assert (table.state_bytes(), len(table.steps)) == before
    assert notation not in notations(table)
    return caught.value.text(language)


def pass_round(table: Table) -> Table:
    """Everybody passes until the phase is over and declines whatever is asked."""
    began = table.round, table.phase
    while not table.over and (table.round, table.phase) == began:
        table.play(ANSWERS[decision(table)])
    return table


def finished(**more: Any) -> Table:
    """The last exchange phase, played to its end by passes."""
    return pass_round(position(phase="exchange", last_round=True, **more))


def pass_actions(table: Table) -> Table:
    """Everybody passes until the actions of the phase are over; what its scoring asks is left open."""
    began = table.round, table.phase
    while decision(table) == "action" and (table.round, table.phase) == began:
        table.play("pass")
    return table


def buy_out(table: Table) -> Table:
    """Play a buy-only first phase: everybody buys what is offered first."""
    while (table.round, table.phase) == (1, "worker"):
        table.play(table.moves()[0])
    return table


def pass_until(table: Table, phase: str) -> Table:
    """Everybody passes until a phase begins."""
    while table.phase != phase:
        assert not table.over, f"the game was over before the {phase} phase"
        pass_round(table)
    return table


def pass_to_end(table: Table) -> Table:
    """Everybody passes until the game is over."""
    while not table.over:
        assert table.round < MANY_ROUNDS, "the game does not end"
        pass_round(table)
    return table


# Looking at a table


def decision(table: Table) -> str:
    """What is asked: the truth."""
    return Decision(table.state.decision).name.lower()


def pass_count(table: Table) -> int:
    return int(table.state.pass_count)


def area(table: Table, seat: int) -> dict[str, int]:
    return dict(table.view()["players"][seat]["area"])


def hand(table: Table, seat: int) -> list[str]:
    return [shown["card"] for shown in table.view(seat)["players"][seat]["hand"]]


def discarded(table: Table) -> dict[str, int]:
    return dict(table.view()["discard"])


def goods(table: Table, seat: int) -> dict[str, int]:
    """The goods of a seat, as far as it has any."""
    shown = table.view()["players"][seat]["goods"]
    return {good: n for good, n in shown.items() if n}


def turned(table: Table, seat: int) -> dict[str, int]:
    """The cards of a seat that lie face down."""
    return dict(table.view()["players"][seat]["face_down"])


def verbs(table: Table, *starts: str) -> list[str]:
    """The legal moves that begin with one of the words."""
    return [move for move in notations(table) if move.startswith(starts)]


def upper(table: Table) -> Counter[str]:
    return Counter(table.view()["upper"])


def lower(table: Table) -> Counter[str]:
    return Counter(table.view()["lower"])


def n_open(table: Table) -> int:
    return upper(table).total() + lower(table).total()


def pile(table: Table, deck: str) -> int:
    return int(table.view()["piles"][deck])


def pile_cards(table: Table, deck: str) -> list[str]:
    """The cards of a pile from the top: the truth."""
    state, number = table.state, Deck[deck.upper()]
    return [IDS[card] for card in state.decks[state.deck_next[number] : state.deck_end[number]]]


def markers(table: Table) -> dict[str, int]:
    return dict(table.view()["markers"])


def shares(table: Table) -> list[int]:
    """How many markers each seat has."""
    owners = list(markers(table).values())
    return [owners.count(seat) for seat in range(table.game.players)]


def broken_rule(table: Table) -> int:
    return int(python_api.broken_rule(table._states, 0))


def unpack(packed: Any) -> Any:
    """Counts by card, from an array with two counts to a byte."""
    return np.stack([packed & 15, packed >> 4], axis=1).ravel()[:N_CARDS].astype(int)


def count(cards: Any) -> Any:
    return np.bincount(np.asarray(cards, int), minlength=N_CARDS)


def row_counts(row: Any) -> Any:
    """The cards of a row by their numbers."""
    return count(np.repeat(row.cards[: row.n_designs], row.counts[: row.n_designs]))


def all_cards(state: Any) -> Any:
    """Counts of all cards, wherever they lie."""
    total = unpack(state.discard) + row_counts(state.rows[UPPER]) + row_counts(state.rows[LOWER])
    for top, end in zip(state.deck_next, state.deck_end, strict=True):
        total += count(state.decks[top:end])
    for player in state.players[: state.rules.n_players]:
        total += unpack(player.placed) + count(player.hand[: player.n_hand])
    for kind, card in ((Attached.JESTER, JESTER), (Attached.BANQUET, BANQUET_CARD)):
        if state.attached_to[kind] != NO_CARD:
            total += count([card])
    return total + (count([state.drawn]) if state.drawn != NO_CARD else 0)


def cards_at_setup(table: Table) -> Any:
    return count([CARD_OF[id] for deck in table.setup["decks"].values() for id in deck])


def last_events(table: Table) -> Sequence[Any]:
    """What the last move made happen."""
    return table.events(since=len(table.steps) - 1)


def laid(table: Table) -> list[str]:
    return [IDS[event[2]] for event in last_events(table) if event[0] == Event.CARD_LAID]


def income(table: Table) -> dict[int, tuple[int, int]]:
    """Rubles and points that each seat received by the last move."""
    return {event[1]: (event[2], event[3]) for event in last_events(table) if event[0] == Event.INCOME}


# Random play


def random_game(seed: int, players: int = 3, **options: Any) -> Iterator[Table]:
    """The same table before every move of a random game and at its end."""
    table = game(players, **options).new(seed=seed)
    chance = random.Random(seed)
    while not table.over:
        assert table.round < MANY_ROUNDS, "the game does not end"
        yield table
        table.play(chance.choice(table.moves()))
    yield table


def random_table(seed: int, n_moves: int, players: int = 3, **options: Any) -> Table:
    """A table some way into a random game, at its end if the game is shorter."""
    for table in random_game(seed, players, **options):
        if table.over or len(table.steps) >= n_moves:
            break
    return table


def own_rng(seed: int) -> Any:
    """A generator outside any state."""
    rng = new_rng()
    seed_rng(rng, seed, 99)
    return rng


flags = st.fixed_dictionaries(
    {},
    optional={
        "open_money": st.booleans(),
        "open_hands": st.booleans(),
        "observatory_public": st.booleans(),
        "first_phase_buy_only": st.booleans(),
        "warehouse_loss_discard": st.booleans(),
        "tiebreak": st.sampled_from(["total_rubles", "leftover_rubles"]),
        "nobles_over_ten": st.sampled_from(["cap55", "plus10"]),
    },
)
player_counts = st.integers(2, 4)
seeds = st.integers(0, 2**63 - 1)


@st.composite
def custom_games(draw: Any) -> dict[str, Any]:
    """A custom game: any rules with cards drawn by lot, enough for every pile (1.4)."""
    chance = random.Random(draw(seeds))
    expansions = [name for name in ("banquet", "new_society", "market") if chance.random() < 0.5]
    most = 5 if {"new_society", "market"} & set(expansions) else 4
    board, players = 10 if "market" in expansions else 8, chance.randint(2, most)
    copies: dict[str, int] = {}
    for deck in ALL_DECKS:
        rows = [row for row in CARD_ROWS if row["deck"] == deck]
        if deck != "market" or "market" in expansions:
            copies |= _some_copies(rows, 2 * players + 1 if deck == "worker" else board + 1, chance)
    edition = chance.choice(["2004", "2014"])
    return {"players": players, "edition": edition, "expansions": expansions, "custom_cards": copies}


def _some_copies(rows: list[Any], least: int, chance: random.Random) -> dict[str, int]:
    copies = {row["id"]: chance.randint(0, max_copies(row)) for row in rows}
    for row in rows:
        if sum(copies.values()) < least:
            copies[row["id"]] = max_copies(row)
    return copies


any_game = st.one_of(st.sampled_from(VARIANTS), st.sampled_from(VARIANTS), custom_games())


@st.composite
def tables(draw: Any, options: Any = flags) -> Table:
    """A table somewhere in a random game."""
    return random_table(draw(seeds), draw(st.integers(0, 250)), draw(player_counts), **draw(options))


@st.composite
def variant_tables(draw: Any) -> Table:
    """A table somewhere in a random game of any edition, expansions and number of players."""
    return random_table(draw(seeds), draw(st.integers(0, 250)), **{**draw(flags), **draw(any_game)})
