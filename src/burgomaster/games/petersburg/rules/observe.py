"""A redacted position as a JSON-ready dict: what a page, a client or a bot gets to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.core.cache import Cache
from burgomaster.core.plain import name_counts, plain
from burgomaster.games.petersburg.rules.cards import (
    ANY_CARDS,
    BACKS,
    BANQUET_CARD,
    CARDS,
    IDS,
    JESTER,
    NO_CARD,
    TURNABLE,
    Deck,
    Good,
)
from burgomaster.games.petersburg.rules.scoring import (
    PHASE_COLOR,
    count_income,
    count_nobles,
    first_value,
    noble_points,
    second_value,
)
from burgomaster.games.petersburg.rules.state import LOWER, UPPER, Attached, Decision, Marker, Phase
from burgomaster.games.petersburg.rules.view import HIDDEN_RUBLES

GOODS = [good.name.lower() for good in Good if good != Good.ANY]
SCORED_COLOR = PHASE_COLOR.tolist()
DECKS = [int(CARDS[card].deck) for card in range(len(CARDS))]
SCORING_WITH_MARKET = tuple(phase for phase in Phase if phase != Phase.EXCHANGE)  # phases that bring income
SCORING = tuple(phase for phase in SCORING_WITH_MARKET if phase != Phase.MARKET)
NAMES = {kind: [member.name.lower() for member in kind] for kind in (Phase, Decision, Deck, Good)}

_players: Cache[dict[str, Any]] = Cache(2048)  # by all that a player has: a move changes one of them


def observe(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat, from a state that was redacted for it."""
    now = plain(state)
    is_over = now.decision == Decision.OVER
    return {
        "round": now.round_no,
        "phase": NAMES[Phase][now.phase],
        "decision": NAMES[Decision][now.decision],
        "to_move": None if is_over else now.to_move,
        "first_player": now.first_player,
        "pass_count": now.pass_count,
        "extra_actions": now.extra_actions,
        "last_round": bool(now.end_triggered),
        "over": is_over,
        "upper": show_row(now.rows[UPPER]),
        "lower": show_row(now.rows[LOWER]),
        "piles": {NAMES[Deck][deck]: now.deck_end[deck] - now.deck_next[deck] for deck in decks_in_use(now)},
        "discard": name_counts(now.discard, IDS),
        "drawn": show_card(now.drawn),
        "markers": {marker.name.lower(): now.markers[marker] for marker in markers_in_use(now)},
        "attached": show_attached(now),
        "market": show_market(state, now),
        "players": [show_player(state, now, other, seat) for other in range(now.rules.n_players)],
    }


def show_attached(now: Any) -> list[dict[str, Any]]:
    """Describe the action cards that lie on others."""
    return [
        {
            "card": IDS[JESTER if kind == Attached.JESTER else BANQUET_CARD],
            "on": IDS[card],
            "seat": now.attached_seat[kind],
            "together": bool(now.attached_together),  # with the other one, on the same copy
        }
        for kind, card in enumerate(now.attached_to)
        if card != NO_CARD
    ]


def show_market(state: Any, now: Any) -> dict[str, Any] | None:
    """Describe the value of the goods in this round, and the symbol tiles on cards."""
    if not now.rules.has_market:
        return None
    tiles = zip(ANY_CARDS, now.tile_goods, strict=True)
    return {
        "first": int(first_value(state)),
        "second": int(second_value(state)),
        "tiles": {IDS[card]: NAMES[Good][good] for card, good in tiles if good >= 0},
    }


def show_row(row: Any) -> list[str]:
    """Describe the cards of a row in order of arrival, equal ones side by side."""
    here = plain(row)
    designs = zip(here.cards[: here.n_designs], here.counts, strict=False)
    return [IDS[card] for card, count in designs for _ in range(count)]


def decks_in_use(state: Any) -> list[Deck]:
    return [deck for deck in Deck if deck != Deck.MARKET or state.rules.has_market]


def markers_in_use(state: Any) -> list[Marker]:
    absent = {Marker.MARKET: not state.rules.has_market, Marker.DISC: not state.rules.has_disc}
    return [marker for marker in Marker if not absent.get(marker, False)]


def show_card(card: int) -> dict[str, str] | None:
    """Describe a card, or its back, or nothing."""
    if card == NO_CARD:
        return None
    if card >= BACKS:
        return {"deck": NAMES[Deck][card - BACKS]}
    return {"card": IDS[card], "deck": NAMES[Deck][DECKS[card]]}


def show_player(state: Any, now: Any, other: int, seat: int | None) -> dict[str, Any]:
    """Describe one seat as another one sees it; nothing depends on what others have."""
    record = state.players[other]
    is_open = other == seat or bool(now.rules.open_hands) or now.decision == Decision.OVER
    key = other, other == seat, is_open, record.tobytes(), state.rules.tobytes()
    return _players.get(key, lambda: describe_player(state, now, other, other == seat, is_open))


def describe_player(state: Any, now: Any, seat: int, is_own: bool, is_open: bool) -> dict[str, Any]:
    """Describe what a player has to themselves, or to somebody who may see the hand or not."""
    record = state.players[seat]
    player, n_nobles = plain(record), int(count_nobles(state, record))
    hand = player.hand[: player.n_hand]  # cards, or backs
    return {
        "seat": seat,
        "score": player.score,
        "rubles": None if player.rubles == HIDDEN_RUBLES else player.rubles,
        "area": name_counts(player.placed, IDS),
        "face_down": show_face_down(player),
        "hand": show_hand(hand, is_open),
        "hand_seen": [IDS[card] for card in hand if card < BACKS] if not is_own else [],
        "hand_limit": player.hand_limit,
        "income": show_incomes(record, player, SCORING_WITH_MARKET if now.rules.has_market else SCORING),
        "goods": dict(zip(GOODS, player.goods, strict=False)),
        "nobles": {"different": n_nobles, "points": int(noble_points(state, n_nobles))},
    }


def show_hand(cards: Sequence[int], is_open: bool) -> list[dict[str, str] | None]:
    """Describe a hand: its cards to whoever may see them, else backs in the order of the decks."""
    if is_open:
        return [show_card(card) for card in cards]
    backs = sorted(card if card >= BACKS else BACKS + DECKS[card] for card in cards)
    return [show_card(card) for card in backs]


def show_face_down(player: Any) -> dict[str, int]:
    """Describe cards of an area that were used this round."""
    counts = zip(TURNABLE, player.face_down, strict=True)
    return {IDS[card]: count for card, count in counts if count > 0}


def show_incomes(record: Any, player: Any, phases: Sequence[Phase]) -> dict[str, dict[str, int]]:
    """Describe what the cards in the area bring at the scoring of each phase.

    Printed income stands in the record; only for colours with computed income a kernel is called.
    """
    rubles, points = player.rubles_income, player.points_income
    for color, n_computed in enumerate(player.n_computed):
        if n_computed:
            rubles[color], points[color] = (int(count_income(record, color, what)) for what in (0, 1))
    return {
        NAMES[Phase][phase]: {"rubles": rubles[SCORED_COLOR[phase]], "points": points[SCORED_COLOR[phase]]}
        for phase in phases
    }
