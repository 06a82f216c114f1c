"""A number for every move, the same for all options: a run for each verb, its choices counted inside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from burgomaster.compiler.jit import inline
from burgomaster.core.encoding import Options
from burgomaster.games.spyrium.rules.actions import (
    MAX_ALTS,
    NONE,
    Verb,
    alt_of,
    building_of,
    gap_of,
    pack,
    pack_activate,
    pack_event,
    pack_use,
    position_of,
    power_of,
    read_of,
    token_of,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.cards import CARDS, DIGITS, EFFECTS, EVENTS, N_CARDS, N_EVENTS, TokenNeed
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, N_SIDES
from burgomaster.games.spyrium.rules.state import MAX_BUILDINGS, N_GAPS, State

BUILDINGS = MAX_BUILDINGS + 1  # or none
SPENT = (DIGITS + 1) ** 2  # the token and what it is read as
SIDES = N_SIDES + 1  # of a gap: no position, or one of the two beside it
TARGETS = 1 + N_GAPS + MAX_BUILDINGS * MAX_ALTS  # of an event: none, a gap, a building with an alternative

FIRST_PLACE = 16  # verbs that say nothing more stand before
FIRST_EARN = FIRST_PLACE + N_GAPS
FIRST_USE = FIRST_EARN + N_GAPS * SIDES
FIRST_EVENT = FIRST_USE + MAX_BUILDINGS * MAX_ALTS * 2
FIRST_ACTIVATE = FIRST_EVENT + MAX_ALTS * (DIGITS + 1) * TARGETS
N_NUMBERS = FIRST_ACTIVATE + N_GAPS * SIDES * SPENT * 2 * BUILDINGS
PLAIN = (Verb.PASS, Verb.SWITCH, Verb.ADVANCE, Verb.POINTS, Verb.WORKER, Verb.MONEY)


@inline
def side_of(gap: int, position: int) -> int:
    """Tell on which side of a gap a position lies, from 1; 0 for none."""
    if position == GAP_POSITIONS[gap, 0]:
        return 1
    return 2 if position == GAP_POSITIONS[gap, 1] else 0


@inline
def number_of(_state: State, move: int) -> int:
    """Return the number of a move."""
    verb, gap = verb_of(move), gap_of(move)
    if verb == Verb.PLACE:
        return FIRST_PLACE + gap
    if verb == Verb.EARN:
        return FIRST_EARN + gap * SIDES + side_of(gap, position_of(move))
    if verb == Verb.USE:
        return FIRST_USE + (building_of(move) * MAX_ALTS + alt_of(move)) * 2 + power_of(move)
    if verb == Verb.EVENT:
        return FIRST_EVENT + (alt_of(move) * (DIGITS + 1) + read_of(move)) * TARGETS + target_index(move)
    if verb == Verb.ACTIVATE:
        spent = token_of(move) * (DIGITS + 1) + read_of(move)
        place = gap * SIDES + side_of(gap, position_of(move))
        return (
            FIRST_ACTIVATE
            + ((place * SPENT + spent) * 2 + power_of(move)) * BUILDINGS
            + building_of(move)
            + 1
        )
    return verb


@inline
def target_index(move: int) -> int:
    """Count what an event is used on: nothing, a gap, or a building with an alternative."""
    if building_of(move) != NONE:
        return 1 + N_GAPS + building_of(move) * MAX_ALTS + use_alt_of(move)
    return gap_of(move) + 1


# What is possible: the same with all options


def possible_moves(_options: Options) -> Iterator[int]:
    yield from (int(verb) for verb in PLAIN)
    yield from (int(pack(int(Verb.PLACE), gap, NONE)) for gap in range(N_GAPS))
    for gap in range(N_GAPS):
        beside = [int(position) for position in GAP_POSITIONS[gap]]
        yield from (int(pack(int(Verb.EARN), gap, position)) for position in (NONE, *beside))
        yield from (_activate(gap, *choice) for choice in _activations(beside))
    uses = product(range(MAX_BUILDINGS), range(most_alternatives()), (0, 1))
    yield from (int(pack_use(*use)) for use in uses)
    yield from _events()


def _activations(beside: list[int]) -> Iterator[tuple[int, ...]]:
    """List the choices of an activation: position, token, how it is read, Lobbying, building displaced."""
    digits = range(1, DIGITS + 1)
    spent = [(0, 0), *((token, read) for token in digits for read in (0, *digits) if read != token)]
    for position, (token, read), lobby in product(beside, spent, (0, 1)):
        yield from ((position, token, read, lobby, over) for over in range(NONE, MAX_BUILDINGS))


def _activate(gap: int, position: int, token: int, read: int, lobby: int, over: int) -> int:
    return int(pack_activate(gap, position, token, read, lobby, over))


def most_alternatives() -> int:
    return max(int(CARDS[card].n_effects) for card in range(N_CARDS))


def _events() -> Iterator[int]:
    """List the ways to use every event."""
    for event in range(N_EVENTS):
        row = EVENTS[event]
        reads = range(DIGITS + 1) if row.token_need != TokenNeed.NONE else (0,)
        for alt, read in product(range(row.n_effects), reads):
            effect = EFFECTS[int(row.first_effect) + alt]
            if effect.reuse:
                uses = product(range(MAX_BUILDINGS), range(most_alternatives()))
                yield from (int(pack_event(alt, read, NONE, building, use)) for building, use in uses)
            elif effect.place:
                yield from (int(pack_event(alt, read, gap, NONE, 0)) for gap in range(N_GAPS))
            else:
                yield int(pack_event(alt, read, NONE, NONE, 0))
