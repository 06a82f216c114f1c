"""A redacted position as a JSON-ready dict: what a page, a client or a bot gets to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
SCORING_WITH_MARKET = tuple(phase for phase in Phase if phase != Phase.EXCHANGE)  # phases that bring income
SCORING = tuple(phase for phase in SCORING_WITH_MARKET if phase != Phase.MARKET)


def observe(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat, from a state that was redacted for it."""
    is_over = bool(state.decision == Decision.OVER)
    return {
        "round": int(state.round_no),
        "phase": Phase(state.phase).name.lower(),
        "decision": Decision(state.decision).name.lower(),
        "to_move": None if is_over else int(state.to_move),
        "first_player": int(state.first_player),
        "pass_count": int(state.pass_count),
        "extra_actions": int(state.extra_actions),
        "last_round": bool(state.end_triggered),
        "over": is_over,
        "upper": show_row(state, UPPER),
        "lower": show_row(state, LOWER),
        "piles": show_piles(state),
        "discard": show_counts(state.discard),
        "drawn": show_card(int(state.drawn)),
        "markers": show_markers(state),
        "attached": show_attached(state),
        "market": show_market(state),
        "players": [show_player(state, other, seat) for other in range(state.rules.n_players)],
    }


def show_markers(state: Any) -> dict[str, int]:
    """Describe who has each start marker of this game."""
    owners: list[int] = state.markers.tolist()
    return {marker.name.lower(): owners[marker] for marker in markers_in_use(state)}


def show_attached(state: Any) -> list[dict[str, Any]]:
    """Describe the action cards that lie on others."""
    kinds = [(kind, int(state.attached_to[kind])) for kind in Attached]
    return [
        {
            "card": IDS[JESTER if kind == Attached.JESTER else BANQUET_CARD],
            "on": IDS[card],
            "seat": int(state.attached_seat[kind]),
            "together": bool(state.attached_together),  # with the other one, on the same copy
        }
        for kind, card in kinds
        if card != NO_CARD
    ]


def show_market(state: Any) -> dict[str, Any] | None:
    """Describe the value of the goods in this round, and the symbol tiles on cards."""
    if not state.rules.has_market:
        return None
    tiles = {IDS[card]: int(state.tile_goods[index]) for index, card in enumerate(ANY_CARDS)}
    return {
        "first": int(first_value(state)),
        "second": int(second_value(state)),
        "tiles": {card: Good(good).name.lower() for card, good in tiles.items() if good >= 0},
    }


def show_row(state: Any, lower: int) -> list[str]:
    """Describe the cards of a row in order of arrival, equal ones side by side."""
    row = state.rows[lower]
    designs = zip(row.cards.tolist()[: row.n_designs], row.counts.tolist(), strict=False)
    return [IDS[card] for card, count in designs for _ in range(count)]


def show_piles(state: Any) -> dict[str, int]:
    """Count cards in each pile in use."""
    next_cards, ends = state.deck_next.tolist(), state.deck_end.tolist()
    return {deck.name.lower(): ends[deck] - next_cards[deck] for deck in decks_in_use(state)}


def decks_in_use(state: Any) -> list[Deck]:
    """List the piles of this game."""
    return [deck for deck in Deck if deck != Deck.MARKET or state.rules.has_market]


def markers_in_use(state: Any) -> list[Marker]:
    """List the start markers of this game."""
    absent = {Marker.MARKET: not state.rules.has_market, Marker.DISC: not state.rules.has_disc}
    return [marker for marker in Marker if not absent.get(marker, False)]


def show_counts(counts: Any) -> dict[str, int]:
    """Describe cards with their numbers, in the order of cards.csv."""
    found = {}
    for place, pair in enumerate(counts.tolist()):  # two counts to a byte, as in core/bits.py
        if pair & 15:
            found[IDS[2 * place]] = pair & 15
        if pair >> 4:
            found[IDS[2 * place + 1]] = pair >> 4
    return found


def show_card(card: int) -> dict[str, str] | None:
    """Describe a card, or its back, or nothing."""
    if card == NO_CARD:
        return None
    if card >= BACKS:
        return {"deck": Deck(card - BACKS).name.lower()}
    return {"card": IDS[card], "deck": Deck(CARDS[card].deck).name.lower()}


def show_player(state: Any, other: int, seat: int | None) -> dict[str, Any]:
    """Describe one seat as another one sees it."""
    player = state.players[other]
    n_nobles = int(count_nobles(state, player))
    return {
        "seat": other,
        "score": int(player.score),
        "rubles": None if player.rubles == HIDDEN_RUBLES else int(player.rubles),
        "area": show_counts(player.placed),
        "face_down": show_face_down(player),
        "hand": show_hand(state, other, seat),
        "hand_seen": [IDS[card] for card in hand_of(player) if card < BACKS] if other != seat else [],
        "hand_limit": int(player.hand_limit),
        "income": show_incomes(player, scoring_phases(state)),
        "goods": dict(zip(GOODS, player.goods.tolist(), strict=False)),
        "nobles": {"different": n_nobles, "points": int(noble_points(state, n_nobles))},
    }


def hand_of(player: Any) -> list[int]:
    """List the cards, or backs, of a hand."""
    cards: list[int] = player.hand[: player.n_hand].tolist()
    return cards


def show_hand(state: Any, other: int, seat: int | None) -> list[dict[str, str] | None]:
    """Describe a hand: open to its owner, with open hands, and at the end.

    Else backs in the order of the decks.
    """
    cards = hand_of(state.players[other])
    if other == seat or state.rules.open_hands or state.decision == Decision.OVER:
        return [show_card(card) for card in cards]
    backs = sorted(card if card >= BACKS else BACKS + int(CARDS[card].deck) for card in cards)
    return [show_card(card) for card in backs]


def scoring_phases(state: Any) -> Sequence[Phase]:
    """List the phases of this game that bring income."""
    return SCORING_WITH_MARKET if state.rules.has_market else SCORING


def show_face_down(player: Any) -> dict[str, int]:
    """Describe cards of an area that were used this round."""
    counts = zip(TURNABLE, player.face_down.tolist(), strict=True)
    return {IDS[card]: count for card, count in counts if count > 0}


def show_incomes(player: Any, phases: Sequence[Phase]) -> dict[str, dict[str, int]]:
    """Describe what the cards in the area bring at the scoring of each phase.

    Printed income stands in the record; only for colours with computed income a kernel is called.
    """
    rubles, points = player.rubles_income.tolist(), player.points_income.tolist()
    for color, n_computed in enumerate(player.n_computed.tolist()):
        if n_computed:
            rubles[color], points[color] = (int(count_income(player, color, what)) for what in (0, 1))
    return {
        phase.name.lower(): {"rubles": rubles[SCORED_COLOR[phase]], "points": points[SCORED_COLOR[phase]]}
        for phase in phases
    }
