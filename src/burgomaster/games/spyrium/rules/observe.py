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
        "decks": show_decks(state),
        "gone": show_counts(state.gone),
        "supply": show_digits(state.supply),
        "discard": show_digits(state.discard),
        "residence_track": state.rules.residence.tolist()[: int(state.rules.n_spaces)],
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


def show_decks(state: Any) -> dict[str, dict[str, int]]:
    """Describe the cards still in each deck, in the order of cards.csv: their own order is hidden."""
    cards = state.decks.tolist()
    parts = zip(PERIODS, state.deck_next.tolist(), state.deck_end.tolist(), strict=False)
    return {period: show_cards(cards[first:end]) for period, first, end in parts}


def show_cards(cards: list[int]) -> dict[str, int]:
    """Describe cards with their numbers, in the order of cards.csv."""
    counts = Counter(cards)
    return {IDS[card]: counts[card] for card in sorted(counts)}


def show_player(state: Any, seat: int) -> dict[str, Any]:
    """Describe one seat: nothing of it is hidden."""
    player = state.players[seat]
    fields = dict(zip(player.dtype.names, player.item(), strict=True))  # all at once, as plain numbers
    buildings = show_buildings(fields["buildings"][: fields["n_buildings"]])
    return {
        "seat": seat,
        "score": fields["score"],
        "final": int(final_score(state, seat)),  # if the game ended now
        "money": fields["money"],
        "crystals": fields["crystals"],
        "phase": Phase(fields["phase"]).name.lower(),
        "passed": bool(fields["has_passed"]),
        "event_used": bool(fields["used_event"]),
        "workers": {
            "own": int(own_workers(player)),
            "active": fields["active"],
            "market": fields["on_market"],
            "buildings": sum([building["workers"] for building in buildings]),
            "inactive": fields["inactive"],
            "reserve": fields["reserve"],
        },
        "residence": int(state.rules.residence[fields["residence"]]),
        "residence_index": fields["residence"],
        "buildings": buildings,
        "building_points": int(building_points(state, seat)),
        "technologies": show_technologies(state, seat),
        "kept_tokens": int(count_kept(player)),
        "rewards": [reward.name.lower() for reward in Reward if fields["rewards"] >> reward & 1],
    }


def show_buildings(buildings: Any) -> list[dict[str, Any]]:
    """Describe buildings, whether they were used this round, and the workers on them."""
    columns = (buildings[name].tolist() for name in ("card", "is_rotated", "n_workers"))
    return [
        {"card": IDS[card], "rotated": bool(is_rotated), "workers": n_workers}
        for card, is_rotated, n_workers in zip(*columns, strict=True)
    ]


def show_technologies(state: Any, seat: int) -> list[dict[str, Any]]:
    """Technologies with what they would be worth now, and whether they were turned this round."""
    owned, turned = int(state.players[seat].technologies), int(state.players[seat].turned)
    return [
        {
            "card": IDS[TECHNOLOGIES[technology]],
            "turned": bool(turned >> technology & 1),
            "points": int(technology_points(state, seat, technology)),
        }
        for technology in range(N_TECHNOLOGIES)
        if owned >> technology & 1
    ]
