"""A redacted position as a JSON-ready dict: what a page, a client or a bot gets to see."""

from __future__ import annotations

from collections import Counter
from typing import Any

from burgomaster.games.spyrium.rules.cards import (
    DIGITS,
    EVENT_IDS,
    IDS,
    N_CARDS,
    N_EVENTS,
    N_TECHNOLOGIES,
    NO_CARD,
    ROUND_DECK,
    TECHNOLOGIES,
)
from burgomaster.games.spyrium.rules.effects import count_kept, own_workers
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.options import PERIODS
from burgomaster.games.spyrium.rules.scoring import building_points, final_score, technology_points
from burgomaster.games.spyrium.rules.state import Decision, Phase, Reward
from burgomaster.games.spyrium.rules.view import first_hidden_event

BESIDE = [[int(position) for position in positions] for positions in GAP_POSITIONS]


def observe(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat, from a state that was redacted for it; all seats see the same."""
    is_over = bool(state.decision == Decision.OVER)
    return {
        "round": int(state.round_no),
        "period": PERIODS[int(ROUND_DECK[state.round_no - 1])],
        "phase": phase_of(state),
        "decision": Decision(state.decision).name.lower(),
        "to_move": None if is_over else int(state.to_move),
        "first_player": int(state.first_player),
        "over": is_over,
        "event": None if is_over else show_event(state, int(state.round_no) - 1, int(state.event_token)),
        "next_event": show_event(state, int(state.round_no), int(state.next_token)),
        "later_events": [EVENT_IDS[event] for event in state.events[first_hidden_event(state) :]],
        "market": show_market(state),
        "gaps": show_gaps(state),
        "decks": {period: show_deck(state, deck) for deck, period in enumerate(PERIODS)},
        "gone": show_counts(state.gone),
        "supply": show_digits(state.supply),
        "discard": show_digits(state.discard),
        "residence_track": [int(state.rules.residence[space]) for space in range(state.rules.n_spaces)],
        "players": [show_player(state, other) for other in range(state.rules.n_players)],
    }


def show_counts(counts: Any) -> dict[str, int]:
    """Describe cards with their numbers, in the order of cards.csv."""
    pairs = counts.tolist()  # two counts to a byte, as in core/bits.py
    both = [count for pair in pairs for count in (pair & 15, pair >> 4)]
    return {IDS[card]: count for card, count in enumerate(both[:N_CARDS]) if count}


def phase_of(state: Any) -> str:
    """Return the phase of the player in turn."""
    return Phase(state.players[state.to_move].phase).name.lower()


def show_event(state: Any, place: int, token: int) -> dict[str, Any] | None:
    """Describe an event that everybody sees, with the digit on it."""
    if place >= N_EVENTS:
        return None
    return {"event": EVENT_IDS[state.events[place]], "token": token or None}


def show_digits(counts: Any) -> dict[str, int]:
    """Tokens by their digits."""
    return {str(digit): count for digit, count in enumerate(counts.tolist()[:DIGITS], start=1)}


def show_market(state: Any) -> list[dict[str, Any] | None]:
    """Describe the cards of the market with their tokens, None where one was taken; all are read at once."""
    market, prices = state.market, state.rules.prices.tolist()
    return [
        None if card == NO_CARD else show_lot(card, prices[card], tokens)
        for card, tokens in zip(market["card"].tolist(), market["tokens"].tolist(), strict=True)
    ]


def show_lot(card: int, price: int, counts: list[int]) -> dict[str, Any]:
    """Describe a card of the market with its tokens."""
    tokens = [digit for digit, count in enumerate(counts[:DIGITS], start=1) for _ in range(count)]
    return {"card": IDS[card], "price": price, "tokens": tokens}


def show_gaps(state: Any) -> list[dict[str, Any]]:
    """Describe the gaps: the positions beside each and the workers in it, as the seats they belong to."""
    n_players = int(state.rules.n_players)
    return [
        {"beside": list(beside), "workers": show_seats(counts[:n_players])}
        for beside, counts in zip(BESIDE, state.gaps.tolist(), strict=True)
    ]


def show_seats(counts: list[int]) -> list[int]:
    """List each seat as often as it is counted."""
    return [seat for seat, count in enumerate(counts) for _ in range(count)]


def show_deck(state: Any, deck: int) -> dict[str, int]:
    """Describe the cards that are still in a deck, in the order of cards.csv: their own order is hidden."""
    counts = Counter(state.decks[int(state.deck_next[deck]) : int(state.deck_end[deck])].tolist())
    return {IDS[card]: counts[card] for card in sorted(counts)}


def show_player(state: Any, seat: int) -> dict[str, Any]:
    """Describe one seat: nothing of it is hidden."""
    player = state.players[seat]
    return {
        "seat": seat,
        "score": int(player.score),
        "final": int(final_score(state, seat)),  # if the game ended now
        "money": int(player.money),
        "crystals": int(player.crystals),
        "phase": Phase(player.phase).name.lower(),
        "passed": bool(player.has_passed),
        "event_used": bool(player.used_event),
        "workers": show_workers(player),
        "residence": int(state.rules.residence[player.residence]),
        "residence_index": int(player.residence),
        "buildings": [show_building(player.buildings[index]) for index in range(player.n_buildings)],
        "building_points": int(building_points(state, seat)),
        "technologies": show_technologies(state, seat),
        "kept_tokens": int(count_kept(player)),
        "rewards": [reward.name.lower() for reward in Reward if player.rewards >> reward & 1],
    }


def show_workers(player: Any) -> dict[str, int]:
    """Describe where the workers of a player are."""
    on_buildings = sum(int(player.buildings[index].n_workers) for index in range(player.n_buildings))
    return {
        "own": int(own_workers(player)),
        "active": int(player.active),
        "market": int(player.on_market),
        "buildings": on_buildings,
        "inactive": int(player.inactive),
        "reserve": int(player.reserve),
    }


def show_building(building: Any) -> dict[str, Any]:
    """Describe a building, whether it was used this round, and the workers on it."""
    return {
        "card": IDS[building.card],
        "rotated": bool(building.is_rotated),
        "workers": int(building.n_workers),
    }


def show_technologies(state: Any, seat: int) -> list[dict[str, Any]]:
    """Technologies with what they would be worth now, and whether they were turned this round."""
    player = state.players[seat]
    return [
        {
            "card": IDS[TECHNOLOGIES[technology]],
            "turned": bool(player.turned >> technology & 1),
            "points": int(technology_points(state, seat, technology)),
        }
        for technology in range(N_TECHNOLOGIES)
        if player.technologies >> technology & 1
    ]
