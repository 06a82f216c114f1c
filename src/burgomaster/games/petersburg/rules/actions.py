"""Moves as ints, and their notation.

A move packs four bytes: verb; card, deck, number or set; displaced card; extra. Bytes that a verb does not
use are 0 (displaced card: NO_CARD). Every move has one notation and every notation one move.
"""

from __future__ import annotations

from enum import IntEnum

from burgomaster.compiler.jit import inline
from burgomaster.games.petersburg.rules.cards import (
    BANQUET_CARD,
    CARD_OF,
    IDS,
    JESTER,
    NO_CARD,
    ORANGE_CARDS,
    Deck,
    Good,
)
from burgomaster.games.petersburg.rules.state import Attached


class Verb(IntEnum):
    """What a move does. Append only: stored nets and logs rely on the numbers."""

    PASS = 0
    BUY = 1
    BUY_LOW = 2
    TAKE = 3
    TAKE_LOW = 4
    PLAY = 5
    OBSERVE = 6
    DISCARD = 7
    PUB = 8
    PICKPOCKET = 9
    DECLINE = 10
    USE_AWAY_WITH_IT = 11
    USE_GOLDEN_DONKEY = 12
    USE_DOUBLE_TURN = 13
    USE_JESTER = 14
    USE_BANQUET = 15
    BLACK_MARKET_TAKE = 16
    BLACK_MARKET_BUY = 17
    PRISON_TAKE = 18
    PRISON_BUY = 19
    PRISON_RETURN = 20
    GUILD = 21
    TRADE = 22
    KEEP = 23


# A word of the notation in braces is a field: card, deck, number or the set of cards kept.
PATTERNS = {
    Verb.PASS: "pass",
    Verb.BUY: "buy {card}",
    Verb.BUY_LOW: "buy {card} low",
    Verb.TAKE: "take {card}",
    Verb.TAKE_LOW: "take {card} low",
    Verb.PLAY: "play {card}",
    Verb.OBSERVE: "observe {deck}",
    Verb.DISCARD: "discard {card}",
    Verb.PUB: "pub {number}",
    Verb.PICKPOCKET: "pickpocket",
    Verb.DECLINE: "decline",
    Verb.USE_AWAY_WITH_IT: "use away_with_it {card}",
    Verb.USE_GOLDEN_DONKEY: "use golden_donkey",
    Verb.USE_DOUBLE_TURN: "use double_turn",
    Verb.USE_JESTER: "use jester {card}",
    Verb.USE_BANQUET: "use banquet_card {card}",
    Verb.BLACK_MARKET_TAKE: "use black_market take {card}",
    Verb.BLACK_MARKET_BUY: "use black_market buy {card}",
    Verb.PRISON_TAKE: "prison take {card}",
    Verb.PRISON_BUY: "prison buy {card}",
    Verb.PRISON_RETURN: "prison return {card}",
    Verb.GUILD: "guild {number}",
    Verb.TRADE: "trade",
    Verb.KEEP: "keep {cards}",
}
PLACING = (Verb.BUY, Verb.BUY_LOW, Verb.PLAY, Verb.BLACK_MARKET_BUY, Verb.PRISON_BUY)  # may go ` over CARD`
ATTACHING = (Verb.USE_JESTER, Verb.USE_BANQUET)
WITHOUT_CARD = (
    Verb.PASS,
    Verb.PICKPOCKET,
    Verb.DECLINE,
    Verb.USE_GOLDEN_DONKEY,
    Verb.USE_DOUBLE_TURN,
    Verb.TRADE,
)
GOODS = {good.name.lower(): good.value for good in Good if good != Good.ANY}
ATTACHED = {IDS[JESTER]: 1 << Attached.JESTER, IDS[BANQUET_CARD]: 1 << Attached.BANQUET}
NUMBERS = {str(number): number for number in range(100)}  # that a notation may name


@inline
def pack(verb: int, card: int, target: int) -> int:
    """Return the move of a verb with a card (or a deck, or a number) and the card it displaces."""
    return verb | card << 8 | target << 16


@inline
def pack_extra(verb: int, card: int, target: int, extra: int) -> int:
    """Return the same with what few moves need.

    A good (plus 1), or which action cards lie on the card meant.
    """
    return verb | card << 8 | target << 16 | extra << 24


@inline
def verb_of(move: int) -> int:
    """Return the verb of a move."""
    return move & 255


@inline
def card_of(move: int) -> int:
    """Return the card, deck, number or set of a move."""
    return (move >> 8) & 255


@inline
def target_of(move: int) -> int:
    """Return the card a move displaces, or NO_CARD."""
    return (move >> 16) & 255


@inline
def extra_of(move: int) -> int:
    """Return the good of a move (plus 1), or the action cards on the card it means; 0 for most moves."""
    return move >> 24


# Notation


def write_notation(move: int) -> str:
    verb, value, target, extra = Verb(verb_of(move)), card_of(move), target_of(move), extra_of(move)
    words = [_write_field(word, value) for word in PATTERNS[verb].split()]
    if target != NO_CARD:
        words += ["over", IDS[target]]
    if extra and (target != NO_CARD or verb in ATTACHING):
        words[-1] += "".join(f"+{card}" for card, bit in ATTACHED.items() if extra & bit)
    elif extra:
        words += ["as", Good(extra - 1).name.lower()]
    return " ".join(words)


def read_notation(notation: str) -> int | None:
    """Read the move a notation stands for, or None if it stands for nothing."""
    move = _read_words(notation.split(" "))
    return move if move is not None and write_notation(move) == notation else None


def _read_words(words: list[str]) -> int | None:
    target, extra = NO_CARD, 0
    last, *attached = words[-1].split("+")
    if attached:
        extra = sum(ATTACHED.get(card, 0) for card in attached)
        words = [*words[:-1], last]
    if len(words) > 2 and words[-2] == "as":
        extra, words = GOODS.get(words[-1], -1) + 1, words[:-2]
    if len(words) > 2 and words[-2] == "over":
        target, words = CARD_OF.get(words[-1], NO_CARD), words[:-2]
    for verb, pattern in PATTERNS.items():
        value = _match(pattern.split(), words)
        if value is not None:
            move = int(pack_extra(int(verb), value, target, extra))
            return move if _may_say(verb, target, extra) else None
    return None


def _may_say(verb: Verb, target: int, extra: int) -> bool:
    """Tell whether a verb may name a displaced card, a good, or what lies on the card it means."""
    if verb in ATTACHING:
        return target == NO_CARD
    return verb in PLACING or (target == NO_CARD and extra == 0)


def _match(pattern: list[str], words: list[str]) -> int | None:
    """Return the value of the pattern's field (0 without one) if the words fit it."""
    if pattern[-1] == "{cards}" and words[:1] == pattern[:1]:
        return _read_kept(words[1:])
    if len(pattern) != len(words):
        return None
    value = 0
    for expected, word in zip(pattern, words, strict=True):
        if expected.startswith("{"):
            read = _read_field(expected, word)
            if read is None:
                return None
            value = read
        elif expected != word:
            return None
    return value


def _write_field(word: str, value: int) -> str:
    match word:
        case "{card}":
            return IDS[value]
        case "{deck}":
            return Deck(value).name.lower()
        case "{number}":
            return str(value)
        case "{cards}":
            return " ".join(kept_ids(value)) or "none"
        case _:
            return word


def _read_field(field: str, word: str) -> int | None:
    match field:
        case "{card}":
            return CARD_OF.get(word)
        case "{deck}":
            member = Deck.__members__.get(word.upper())
            return int(member) if member is not None and word.islower() else None
        case _:
            return NUMBERS.get(word)


def kept_ids(kept: int) -> list[str]:
    """List the orange cards of a set, in the order of cards.csv."""
    return [IDS[card] for index, card in enumerate(ORANGE_CARDS) if kept >> index & 1]


def _read_kept(words: list[str]) -> int | None:
    if words == ["none"]:
        return 0
    orange = [IDS[card] for card in ORANGE_CARDS]
    return sum(1 << orange.index(word) for word in words) if set(words) <= set(orange) and words else None
