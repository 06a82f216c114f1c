"""Positions as numbers, each with a bound that follows from those before it (core/position_coder.py).

Told are decks, events, market, workers and what everybody has; which cards and tokens left the game, and
what is kept up to date about the market, follows. Hidden from all are orders, which a whole position tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from burgomaster.compiler.bits import add_count
from burgomaster.core.errors import PositionError
from burgomaster.core.position_coder import Coder, Pool
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    DIGITS,
    MAX_DRAWS,
    MAX_KEPT,
    N_DECKS,
    N_EVENTS,
    N_ROUNDS,
    NO_CARD,
    ROUND_DECK,
    TECHNOLOGY_CARDS,
    TOKEN_COPIES,
    WORKERS_PER_PLAYER,
    Kind,
)
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, N_SIDES
from burgomaster.games.spyrium.rules.rounds import count_needed
from burgomaster.games.spyrium.rules.state import MAX_BUILDINGS, N_GAPS, N_POSITIONS, Decision, Phase, Reward
from burgomaster.games.spyrium.rules.view import first_hidden_event

MOST = 30_000  # money, crystals or points
MAX_DUE = 8  # residence actions that wait
MAX_TOKENS = 8  # on one card


def walk(coder: Coder, state: Any) -> None:
    tokens = Pool(digit for digit in range(DIGITS) for _ in range(TOKEN_COPIES[digit]))
    walk_course(coder, state)
    walk_events(coder, state, tokens)
    cards = Pool(walk_decks(coder, state))
    walk_market(coder, state, cards, tokens)
    for seat in range(state.rules.n_players):
        walk_player(coder, state, seat, cards, tokens)
    walk_rest(coder, state, cards, tokens)
    if coder.is_whole:
        walk_draws(coder, state)
        coder.words(state.rng, "rng")
    elif coder.is_reading:
        state.draws[:] = 0
        state.n_draws = 0
    if coder.is_reading:
        check_course(state)


def check_course(state: Any) -> None:
    """Refuse a course that no game takes: a question of another phase, tokens that no card needs."""
    player, decision = state.players[state.to_move], Decision(state.decision)
    phase = {Decision.MAIN_I: Phase.PLACEMENT, Decision.MAIN_II: Phase.ACTIVATION}.get(decision, player.phase)
    is_over = decision == Decision.OVER
    is_right = player.phase == phase and (is_over or not player.has_passed)
    is_right = is_right and (state.round_no == N_ROUNDS or not is_over)
    for place in state.market:
        needed = 0 if place.card == NO_CARD else count_needed(state, int(place.card))
        is_right = is_right and int(sum(place.tokens)) <= needed
    if not is_right:
        raise PositionError("position.impossible")


def walk_course(coder: Coder, state: Any) -> None:
    n_players = int(state.rules.n_players)
    coder.field(state, "round_no", N_ROUNDS, 1)
    coder.field(state, "decision", len(Decision))
    coder.field(state, "to_move", n_players)
    coder.field(state, "first_player", n_players)
    if state.decision in (Decision.RESIDENCE, Decision.BONUS):
        coder.field(state, "residence_due", MAX_DUE, int(state.decision == Decision.RESIDENCE))


def walk_events(coder: Coder, state: Any, tokens: Pool) -> None:
    """Walk over the events that everybody saw and their tokens; in a whole position over all."""
    pool = Pool(range(N_EVENTS))
    known = N_EVENTS if coder.is_whole else int(first_hidden_event(state))
    for place in range(known):
        state.events[place] = coder.draw(int(state.events[place]), pool, "events")
    state.events[known:] = pool.items()
    for name in ("event_token", "next_token"):
        if coder.flag(state[name] != 0, name):
            state[name] = coder.draw(int(state[name]) - 1, tokens, name) + 1


def walk_decks(coder: Coder, state: Any) -> list[int]:
    """Walk over what is left of each deck; return the cards that were dealt from all of them."""
    dealt: list[int] = []
    first = 0
    for deck in range(N_DECKS):
        end = int(state.deck_end[deck])
        cards = Pool(coder.undealt.decks[first:end])
        n_rounds = sum(int(ROUND_DECK[number]) == deck for number in range(state.round_no))
        begin = first + N_POSITIONS * n_rounds
        if coder.is_reading:
            state.deck_next[deck] = begin
            state.decks[first:begin] = 0
        walk_deck(coder, state, cards, begin, end)
        dealt += cards.items()
        first = end
    return dealt


def walk_deck(coder: Coder, state: Any, cards: Pool, begin: int, end: int) -> None:
    """Walk over a deck: its order, or what it holds, which everybody knows."""
    if coder.is_whole:
        for place in range(begin, end):
            state.decks[place] = coder.draw(int(state.decks[place]), cards, "decks")
        return
    left = [int(card) for card in state.decks[begin:end]]
    held: list[int] = []
    for card in cards.kinds():
        most = min(cards.left[card], end - begin - len(held))
        later = sum(cards.left[other] for other in cards.kinds() if other > card)
        least = max(0, end - begin - len(held) - later)
        n_held = least + coder.number(left.count(card) - least, most - least + 1, "decks")
        cards.take(card, n_held)
        held += [card] * n_held
    state.decks[begin:end] = held


def walk_market(coder: Coder, state: Any, cards: Pool, tokens: Pool) -> None:
    for position in range(N_POSITIONS):
        place = state.market[position]
        if coder.flag(place.card != NO_CARD, "market"):
            place.card = coder.draw(int(place.card), cards, "market")
        walk_tokens(coder, place.tokens, tokens, MAX_TOKENS, "tokens")


def walk_tokens(coder: Coder, counts: Any, tokens: Pool, most: int, name: str) -> None:
    told = [digit for digit in range(DIGITS) for _ in range(counts[digit])]
    counts[:] = 0
    for place in range(coder.number(len(told), most + 1, name)):
        counts[coder.draw(-1 if coder.is_reading else told[place], tokens, name)] += 1


def walk_player(coder: Coder, state: Any, seat: int, cards: Pool, tokens: Pool) -> None:
    player = state.players[seat]
    for name in ("money", "crystals", "score"):
        coder.large(player, name, MOST)
    coder.field(player, "residence", int(state.rules.n_spaces))
    coder.field(player, "rewards", 1 << len(Reward))
    coder.field(player, "phase", len(Phase))
    coder.field(player, "has_passed", 2)
    coder.field(player, "used_event", 2)
    kept_from = (
        Pool(digit for digit in range(DIGITS) for _ in range(MAX_KEPT))
        if state.rules.recycles_kept
        else tokens
    )
    walk_tokens(coder, player.kept, kept_from, MAX_KEPT, "kept")
    walk_technologies(coder, player, cards)
    walk_workers(coder, state, seat, cards)


def walk_technologies(coder: Coder, player: Any, cards: Pool) -> None:
    """Walk over the technologies that somebody owns, and those turned in this round."""
    owned = turned = 0
    for technology, card in enumerate(int(card) for card in TECHNOLOGY_CARDS):
        bit = 1 << technology
        if cards.left[card] > 0 and coder.flag(int(player.technologies) & bit, "technologies"):
            cards.take(card)
            owned |= bit
            turned |= bit * coder.flag(int(player.turned) & bit, "technologies")
    player.technologies, player.turned = owned, turned


def walk_workers(coder: Coder, state: Any, seat: int, cards: Pool) -> None:
    """Walk over the buildings and the workers of a seat; those not told of are inactive."""
    player = state.players[seat]
    left = WORKERS_PER_PLAYER
    for building in buildings_of(coder, player, cards):
        left -= coder.field(building, "n_workers", left + 1)
    for name in ("reserve", "active"):
        left -= coder.field(player, name, left + 1)
    n_market = coder.field(player, "on_market", left + 1)
    player.inactive = left - n_market
    for gap in range(N_GAPS):
        n_workers = coder.number(int(state.gaps[gap, seat]), n_market + 1, "gaps")
        n_market -= n_workers
        state.gaps[gap, seat] = n_workers
        for side in range(N_SIDES if coder.is_reading else 0):
            state.market[int(GAP_POSITIONS[gap, side])].crowd += n_workers
    if n_market:
        raise PositionError("position.none_left", name="gaps")


def buildings_of(coder: Coder, player: Any, cards: Pool) -> Iterator[Any]:
    for index in range(coder.field(player, "n_buildings", MAX_BUILDINGS + 1)):
        building = player.buildings[index]
        building.card = coder.draw(int(building.card), cards, "buildings", is_building)
        coder.field(building, "is_rotated", 2)
        yield building


def is_building(card: int) -> bool:
    return bool(CARDS[card].kind == Kind.BUILDING)


def walk_rest(coder: Coder, state: Any, cards: Pool, tokens: Pool) -> None:
    """Walk over the supply of tokens; the others were discarded, and other cards left the game."""
    for digit in range(DIGITS):
        state.supply[digit] = coder.copies(int(state.supply[digit]), tokens, digit, "supply")
        state.discard[digit] = tokens.left[digit]
    if coder.is_reading:
        for card in cards.items():
            add_count(state.gone, card, 1)


def walk_draws(coder: Coder, state: Any) -> None:
    """Walk over the tokens whose order is settled."""
    next_draw = coder.field(state, "next_draw", MAX_DRAWS + 1)
    coder.field(state, "n_draws", MAX_DRAWS + 1 - next_draw, next_draw)
    if coder.is_reading:
        state.draws[:] = 0
    for place in range(next_draw, int(state.n_draws)):
        state.draws[place] = coder.number(int(state.draws[place]) - 1, DIGITS, "draws") + 1
    supply, n_drawn = (
        [int(n) for n in state.supply],
        min(int(state.n_draws) - next_draw, int(sum(state.supply))),
    )
    drawn = [int(token) - 1 for token in state.draws[next_draw : next_draw + n_drawn]]
    if coder.is_reading and any(drawn.count(digit) > supply[digit] for digit in range(DIGITS)):
        raise PositionError("position.none_left", name="draws")
