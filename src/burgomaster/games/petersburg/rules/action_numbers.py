"""A number for every move, the same for all editions and expansions.

Verbs that name one card have a run of CARD_ROOM numbers each, so that cards appended to cards.csv get
numbers that were free. The other verbs follow. Exchanges stand last, ordered by the later of their two cards,
so that new ones are appended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline
from burgomaster.core.encoding import Options
from burgomaster.games.petersburg.rules.actions import (
    ATTACHING,
    PLACING,
    Verb,
    card_of,
    extra_of,
    pack,
    pack_extra,
    target_of,
    verb_of,
)
from burgomaster.games.petersburg.rules.cards import (
    ANY_CARDS,
    AWAY_WITH_IT,
    BANQUET_CARD,
    BLACK_MARKET,
    CARD_ROWS,
    CARDS,
    DEBTORS_PRISON,
    DOUBLE_TURN,
    EFFECT_OF_PUB,
    EFFECTS,
    GOLDEN_DONKEY,
    GUILD_HALL,
    JESTER,
    N_CARDS,
    N_GOODS,
    NO_CARD,
    ORANGE_CARDS,
    PICKPOCKET,
    TARGET_CARDS,
    TRADING_HOUSE,
    Color,
    Deck,
    Placing,
    Special,
    find_special,
)
from burgomaster.games.petersburg.rules.legal import can_carry
from burgomaster.games.petersburg.rules.options import copies_in
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, N_ORANGE
from burgomaster.games.petersburg.rules.state import State

OBSERVATORY = find_special(Special.OBSERVATORY)
PUB = next(card for card in range(N_CARDS) if CARD_ROWS[card]["power"] == "pub")
CARD_ROOM = 128  # cards are kept in bytes, those from here on are backs
MARKS = 4  # what may lie on a card that a move names: no action card, either, or both
VERB_ROOM = 8  # for the goods of a tile, and for decks

# What each verb names, and with it the numbers it needs
ROOM = {
    **dict.fromkeys(Verb, CARD_ROOM),
    **dict.fromkeys(
        (Verb.PASS, Verb.PICKPOCKET, Verb.DECLINE, Verb.USE_GOLDEN_DONKEY, Verb.USE_DOUBLE_TURN, Verb.TRADE),
        1,
    ),
    **dict.fromkeys(ATTACHING, CARD_ROOM * MARKS),
    Verb.OBSERVE: VERB_ROOM,
    Verb.GUILD: VERB_ROOM,
    Verb.PUB: CARD_ROOM,
    Verb.KEEP: 1 << N_ORANGE,
}
FIRST = np.zeros(len(Verb) + 1, np.int64)  # the first number of each verb, and behind the last
FIRST[1:] = np.cumsum([ROOM[verb] for verb in Verb])

# Placing with a tile: verb, card with "?", good. Then exchanges: both cards, verb, what lies on the second.
N_PLACING = len(PLACING)
PLACING_INDEX = np.array([PLACING.index(verb) if verb in PLACING else 0 for verb in Verb], np.int64)
TILE_INDEX = np.array(
    [ANY_CARDS.tolist().index(card) if card in ANY_CARDS else 0 for card in range(N_CARDS)], np.int64
)
FIRST_TILE = int(FIRST[-1])
FIRST_PAIR = FIRST_TILE + len(ANY_CARDS) * N_PLACING * VERB_ROOM


def _pairs() -> list[tuple[int, int]]:
    """List exchange cards with what they may displace, ordered so that new cards come last."""
    bits = range(len(TARGET_CARDS))
    found = [
        (card, int(TARGET_CARDS[bit]))
        for card in range(N_CARDS)
        for bit in bits
        if CARDS[card].targets >> bit & 1
    ]
    return sorted(found, key=lambda pair: (max(pair), pair))


PAIRS = _pairs()
PAIR_INDEX = np.full((N_CARDS, N_CARDS), -1, np.int16)
for _index, _pair in enumerate(PAIRS):
    PAIR_INDEX[_pair] = _index
N_NUMBERS = FIRST_PAIR + len(PAIRS) * N_PLACING * MARKS


@inline
def number_of(_state: State, move: int) -> int:
    """Return the number of a move."""
    verb, card, target, extra = verb_of(move), card_of(move), target_of(move), extra_of(move)
    if target != NO_CARD:
        pair = wide(PAIR_INDEX[card, target])
        return FIRST_PAIR + (pair * N_PLACING + wide(PLACING_INDEX[verb])) * MARKS + extra
    if verb == Verb.USE_JESTER or verb == Verb.USE_BANQUET:
        return wide(FIRST[verb]) + card * MARKS + extra
    if extra == 0:
        return wide(FIRST[verb]) + card
    return FIRST_TILE + (wide(TILE_INDEX[card]) * N_PLACING + wide(PLACING_INDEX[verb])) * VERB_ROOM + extra


# What some options make possible


def possible_moves(options: Options) -> Iterator[int]:
    used = [card for card in range(N_CARDS) if copies_in(CARD_ROWS[card], options) > 0]
    marks = [extra for extra in range(MARKS) if _can_lie(extra, used)]
    for verb, values in _plain_moves(used, options).items():
        yield from (int(pack(int(verb), value, NO_CARD)) for value in values)
    for verb in _placing_verbs(used):
        yield from _placing_moves(int(verb), used, marks, "market" in options["expansions"])
    for verb, card in ((Verb.USE_JESTER, JESTER), (Verb.USE_BANQUET, BANQUET_CARD)):
        if card in used:
            carriers = [on for on in used if can_carry(on)]
            yield from (int(pack_extra(int(verb), on, NO_CARD, extra)) for on in carriers for extra in marks)


def _plain_moves(used: list[int], options: Options) -> dict[Verb, Iterable[int]]:
    """List the verbs that name at most one thing, with what they may name."""
    fetched = [card for card in used if CARDS[card].color != Color.PURPLE]
    needs: dict[Verb, tuple[int | None, Iterable[int]]] = {
        Verb.PASS: (None, [0]),
        Verb.TAKE: (None, used),
        Verb.TAKE_LOW: (None, used),
        Verb.DISCARD: (None, used),
        Verb.OBSERVE: (OBSERVATORY, _decks(options)),
        Verb.PUB: (PUB, range(_most_points(options) + 1)),
        Verb.PICKPOCKET: (PICKPOCKET, [0]),
        Verb.DECLINE: (None, [0] if {PICKPOCKET, TRADING_HOUSE} & set(used) else []),
        Verb.USE_AWAY_WITH_IT: (AWAY_WITH_IT, used),
        Verb.USE_GOLDEN_DONKEY: (GOLDEN_DONKEY, [0]),
        Verb.USE_DOUBLE_TURN: (DOUBLE_TURN, [0]),
        Verb.BLACK_MARKET_TAKE: (BLACK_MARKET, fetched),
        Verb.PRISON_TAKE: (DEBTORS_PRISON, fetched),
        Verb.PRISON_RETURN: (DEBTORS_PRISON, fetched),
        Verb.GUILD: (GUILD_HALL, range(GUILD_TOTAL + 1)),
        Verb.TRADE: (TRADING_HOUSE, [0]),
        Verb.KEEP: (None, _kept_sets(used)),
    }
    groups = {_group(card) for card in used}
    return {verb: values for verb, (card, values) in needs.items() if card is None or _group(card) in groups}


def _group(card: int) -> str:
    """Name what all versions of a card have in common."""
    return CARD_ROWS[card]["power"] or CARD_ROWS[card]["id"]


def _decks(options: Options) -> list[int]:
    return [int(deck) for deck in Deck if deck != Deck.MARKET or "market" in options["expansions"]]


def _most_points(options: Options) -> int:
    """Count the points that all Pubs of the game together may sell."""
    pubs = [row for row in CARD_ROWS if row["power"] == "pub"]
    return sum(copies_in(row, options) for row in pubs) * int(EFFECTS[EFFECT_OF_PUB].number)


def _kept_sets(used: list[int]) -> list[int]:
    """List the sets of orange cards that can be kept; none where there are no orange cards."""
    held = sum(1 << index for index, card in enumerate(ORANGE_CARDS) if card in used)
    return [kept for kept in range(1 << N_ORANGE) if kept & ~held == 0] if held else []


def _placing_verbs(used: list[int]) -> Iterator[Verb]:
    yield from (Verb.BUY, Verb.BUY_LOW, Verb.PLAY)
    if BLACK_MARKET in used:
        yield Verb.BLACK_MARKET_BUY
    if DEBTORS_PRISON in used:
        yield Verb.PRISON_BUY


def _placing_moves(verb: int, used: list[int], marks: list[int], has_market: bool) -> Iterator[int]:
    """List the ways to place each card with a verb; without the market a card with "?" is a plain one."""
    for card in used:
        placing = CARDS[card].placing
        if placing == Placing.PLAIN or (placing == Placing.WITH_TILE and not has_market):
            yield int(pack(verb, card, NO_CARD))
        elif placing == Placing.WITH_TILE:
            yield from (int(pack_extra(verb, card, NO_CARD, good + 1)) for good in range(N_GOODS))
    exchanges = [pair for pair in PAIRS if set(pair) <= set(used)]
    yield from (int(pack_extra(verb, card, old, extra)) for card, old in exchanges for extra in marks)


def _can_lie(extra: int, used: list[int]) -> bool:
    return all(card in used for bit, card in enumerate((JESTER, BANQUET_CARD)) if extra >> bit & 1)
