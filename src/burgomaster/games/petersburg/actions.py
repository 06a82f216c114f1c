"""Moves as ints, and their notation.

A move packs four bytes: verb, card, target, number. Which bytes a verb uses is the table `FIELDS`;
the others are 0 (target: NO_CARD). Every move has one notation and every notation one move.
"""

from __future__ import annotations

from enum import IntEnum

from burgomaster.core.jit import inline
from burgomaster.games.petersburg.cards import CARD_OF, IDS, NO_CARD, Deck


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


# A word of the notation in braces is a field: card, deck or number; `over` may follow a placed card.
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
}
PLACING = (Verb.BUY, Verb.BUY_LOW, Verb.PLAY)
NUMBERS = {str(number): number for number in range(100)}  # that a notation may name


@inline
def pack(verb: int, card: int, target: int) -> int:
    """The move of a verb with a card (or a deck, or a number) and the card it displaces."""
    return verb | card << 8 | target << 16


@inline
def verb_of(move: int) -> int:
    """The verb of a move."""
    return move & 255


@inline
def card_of(move: int) -> int:
    """The card, deck or number of a move."""
    return (move >> 8) & 255


@inline
def target_of(move: int) -> int:
    """The card a move displaces, or NO_CARD."""
    return (move >> 16) & 255


def write_notation(move: int) -> str:
    """The notation of a move."""
    verb, value, target = Verb(verb_of(move)), card_of(move), target_of(move)
    words = [_write_field(word, value) for word in PATTERNS[verb].split()]
    return " ".join(words + (["over", IDS[target]] if target != NO_CARD else []))


def read_notation(notation: str) -> int | None:
    """The move a notation stands for, or None if it stands for nothing."""
    words = notation.split(" ")
    target = NO_CARD
    if len(words) > 2 and words[-2] == "over":
        if words[-1] not in CARD_OF:
            return None
        target, words = CARD_OF[words[-1]], words[:-2]
    for verb, pattern in PATTERNS.items():
        value = _match(pattern.split(), words)
        if value is not None and (target == NO_CARD or verb in PLACING):
            return int(pack(int(verb), value, target))
    return None


def _match(pattern: list[str], words: list[str]) -> int | None:
    """The value of the pattern's field (0 without one) if the words fit it."""
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
