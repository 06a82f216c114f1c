"""A redacted position as a JSON-ready dict: what a page, a client or a bot gets to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from burgomaster.core.cache import Cache
from burgomaster.core.plain import name_counts, plain
from burgomaster.games.spyrium.rules.cards import (
    DIGITS,
    EVENT_IDS,
    IDS,
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

ROUND_DECKS = [int(deck) for deck in ROUND_DECK]
PHASES = [phase.name.lower() for phase in Phase]
DECISIONS = [decision.name.lower() for decision in Decision]
REWARDS = [reward.name.lower() for reward in Reward]
BESIDE = [[int(position) for position in positions] for positions in GAP_POSITIONS]


_seen: Cache[dict[str, Any]] = Cache(256)  # views, by what is seen: those who look do so one after another
_players: Cache[dict[str, Any]] = Cache(2048)  # by all that a player has: a move changes one of them


def observe(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat, from a state that was redacted for it; all seats see the same."""
    return {**_seen.get(state.tobytes(), lambda: describe_table(state))}


def describe_table(state: Any) -> dict[str, Any]:
    now = plain(state)
    is_over = now.decision == Decision.OVER
    parts = zip(PERIODS, now.deck_next, now.deck_end, strict=False)  # in no order: it is hidden
    return {
        "round": now.round_no,
        "period": PERIODS[ROUND_DECKS[now.round_no - 1]],
        "phase": phase_of(state),
        "decision": DECISIONS[now.decision],
        "to_move": None if is_over else now.to_move,
        "first_player": now.first_player,
        "over": is_over,
        "event": None if is_over else show_event(now, now.round_no - 1, now.event_token),
        "next_event": show_event(now, now.round_no, now.next_token),
        "later_events": [EVENT_IDS[event] for event in now.events[first_hidden_event(state) :]],
        "market": show_market(now),
        "gaps": show_gaps(now),
        "decks": {period: show_cards(now.decks[first:end]) for period, first, end in parts},
        "gone": name_counts(now.gone, IDS),
        "supply": show_digits(now.supply),
        "discard": show_digits(now.discard),
        "residence_track": now.rules.residence[: now.rules.n_spaces],
        "players": [show_player(state, now, other) for other in range(now.rules.n_players)],
    }


def phase_of(state: Any) -> str:
    """Return the phase of the player in turn."""
    return PHASES[int(state.players[state.to_move].phase)]


def show_event(now: Any, place: int, token: int) -> dict[str, Any] | None:
    """Describe an event that everybody sees, with the digit on it."""
    if place >= N_EVENTS:
        return None
    return {"event": EVENT_IDS[now.events[place]], "token": token or None}


def show_digits(counts: Sequence[int]) -> dict[str, int]:
    return {str(digit): count for digit, count in enumerate(counts[:DIGITS], start=1)}


def show_market(now: Any) -> list[dict[str, Any] | None]:
    """Describe the cards of the market with their tokens, None where one was taken; all are read at once."""
    columns = now.market["card"].tolist(), now.market["tokens"].tolist()
    return [
        None if card == NO_CARD else show_lot(card, now.rules.prices[card], tokens)
        for card, tokens in zip(*columns, strict=True)
    ]


def show_lot(card: int, price: int, counts: list[int]) -> dict[str, Any]:
    tokens = [digit for digit, count in enumerate(counts[:DIGITS], start=1) for _ in range(count)]
    return {"card": IDS[card], "price": price, "tokens": tokens}


def show_gaps(now: Any) -> list[dict[str, Any]]:
    """Describe the gaps: the positions beside each and the workers in it, as the seats they belong to."""
    return [
        {"beside": list(beside), "workers": show_seats(counts[: now.rules.n_players])}
        for beside, counts in zip(BESIDE, now.gaps, strict=True)
    ]


def show_seats(counts: list[int]) -> list[int]:
    return [seat for seat, count in enumerate(counts) for _ in range(count)]


def show_cards(cards: list[int]) -> dict[str, int]:
    counts = Counter(cards)
    return {IDS[card]: counts[card] for card in sorted(counts)}


def show_player(state: Any, now: Any, seat: int) -> dict[str, Any]:
    """Describe one seat: nothing of it is hidden, and nothing depends on the others."""
    record = state.players[seat]
    key = seat, record.tobytes(), state.rules.tobytes()
    return _players.get(key, lambda: describe_player(state, now, record, seat))


def describe_player(state: Any, now: Any, record: Any, seat: int) -> dict[str, Any]:
    """Describe what a player has, and what it is worth."""
    player = plain(record)
    buildings = show_buildings(player.buildings[: player.n_buildings])
    return {
        "seat": seat,
        "score": player.score,
        "final": int(final_score(state, seat)),  # if the game ended now
        "money": player.money,
        "crystals": player.crystals,
        "phase": PHASES[player.phase],
        "passed": bool(player.has_passed),
        "event_used": bool(player.used_event),
        "workers": {
            "own": int(own_workers(record)),
            "active": player.active,
            "market": player.on_market,
            "buildings": sum([building["workers"] for building in buildings]),
            "inactive": player.inactive,
            "reserve": player.reserve,
        },
        "residence": now.rules.residence[player.residence],
        "residence_index": player.residence,
        "buildings": buildings,
        "building_points": int(building_points(state, seat)),
        "technologies": show_technologies(state, seat, player),
        "kept_tokens": int(count_kept(record)),
        "rewards": [name for reward, name in enumerate(REWARDS) if player.rewards >> reward & 1],
    }


def show_buildings(buildings: Any) -> list[dict[str, Any]]:
    """Describe buildings, whether they were used this round, and the workers on them."""
    columns = (buildings[name].tolist() for name in ("card", "is_rotated", "n_workers"))
    return [
        {"card": IDS[card], "rotated": bool(is_rotated), "workers": n_workers}
        for card, is_rotated, n_workers in zip(*columns, strict=True)
    ]


def show_technologies(state: Any, seat: int, player: Any) -> list[dict[str, Any]]:
    """Technologies with what they would be worth now, and whether they were turned this round."""
    return [
        {
            "card": IDS[TECHNOLOGIES[technology]],
            "turned": bool(player.turned >> technology & 1),
            "points": int(technology_points(state, seat, technology)),
        }
        for technology in range(N_TECHNOLOGIES)
        if player.technologies >> technology & 1
    ]
