"""Prices with their arithmetic, for any seat at any time (rules.md 5)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from burgomaster.core.cache import Cache
from burgomaster.core.plain import as_python
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, is_exchange, merge, row_of
from burgomaster.games.petersburg.rules.actions import Verb, card_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARDS, IDS, N_CARDS, NO_CARD, POWER_ROWS
from burgomaster.games.petersburg.rules.effects import cost_of, count_same
from burgomaster.games.petersburg.rules.prices import Price
from burgomaster.games.petersburg.rules.refusals import Refusal, refuse
from burgomaster.games.petersburg.rules.text import refusal
from burgomaster.games.petersburg.web.cards import full_name

_parts: Cache[tuple[int, int, int]] = Cache(16384)
_refusals: Cache[str] = Cache(16384)
WORTHS = [int(CARDS[card].worth) for card in range(N_CARDS)]
# Whose words say more of a position than what a player has and would pay.
OF_POSITION = frozenset((Refusal.NOT_NOW, Refusal.WRONG_PHASE, Refusal.TOO_MANY_POINTS, Refusal.CANNOT_KEEP))
plain_verb_of, plain_card_of, plain_target_of = as_python(verb_of), as_python(card_of), as_python(target_of)


class Term(NamedTuple):
    """A line of the arithmetic: where a number comes from."""

    text: str
    number: int
    kind: str = "less"  # cost, less, total


def price_for(seat_view: SeatView, seat: int, card: str, is_lower: bool, old: str = "") -> Price:
    """Compute what a seat would pay for a card, perhaps over one of its own."""
    cost, same, discount = parts_of_price(seat_view, seat, CARD_OF[card])
    return Price(cost, int(is_lower), same, discount, WORTHS[CARD_OF[old]] if old else 0)


def parts_of_price(seat_view: SeatView, seat: int, code: int) -> tuple[int, int, int]:
    """Find the cost of a card, and what same cards and discounts take off: by the rules and the area."""
    key = ("area", seat)
    if key not in seat_view.cache:
        state, player = seat_view.state, seat_view.state.players[seat]
        area = state.rules.tobytes(), player.placed.tobytes(), player.discounts.tobytes()
        seat_view.cache[key] = state, player, area
    state, player, area = seat_view.cache[key]

    def compute() -> tuple[int, int, int]:
        same, discount = count_same(state, player, code), player.discounts[CARDS[code].color]
        return int(cost_of(state, code)), int(same), int(discount)

    return _parts.get((area, code), compute)


def terms_of(seat_view: SeatView, seat: int, card: str, price: Price, say: CardTranslator) -> list[Term]:
    """List the reductions of a price one by one, without the displaced card and the sum."""
    terms = [Term(say("price.printed"), price.cost, "cost")]
    if price.lower:
        terms.append(Term(say("price.in_lower"), -price.lower))
    if price.same:
        terms.append(Term(say("price.have_same", n=price.same), -price.same))
    return terms + discount_terms(seat_view, seat, card, say)


def discount_terms(seat_view: SeatView, seat: int, card: str, say: CardTranslator) -> list[Term]:
    """List the cards that make a colour cheaper, by name."""
    color, area = row_of(card)["color"], seat_view.view["players"][seat]["area"]
    less = {owned: discount_on(owned, color) for owned in area}
    return [Term(full_name(owned, say), -less[owned] * n) for owned, n in area.items() if less[owned]]


@cache
def discount_on(owned: str, color: str) -> int:
    """Compute how much cheaper a card makes those of a colour."""
    return sum(
        int(effect["number"])
        for effect in POWER_ROWS
        if effect["power"] == row_of(owned)["power"]
        and (effect["effect"], effect["what"]) == ("discount", color)
    )


def targets_of(seat_view: SeatView, seat: int, card: str, say: CardTranslator) -> dict[str, int]:
    """Count the cards of a seat's area that an exchange card may displace by their kind."""
    area: dict[str, int] = seat_view.view["players"][seat]["area"]
    fitting = [owned for owned in Counter(area).elements() if may_displace(card, owned)]
    return merge(fitting, say.with_goods)


@cache
def may_displace(card: str, old: str) -> bool:
    """Tell whether an exchange card goes over another one (5.4)."""
    bit = int(CARDS[CARD_OF[old]].target_bit)
    return is_exchange(card) and bit >= 0 and bool((int(CARDS[CARD_OF[card]].targets) >> bit) & 1)


def best_price(seat_view: SeatView, seat: int, card: str, is_lower: bool, say: CardTranslator) -> int | None:
    """Find the least that a seat would pay for a card now, None if it can be placed nowhere."""
    if not is_exchange(card):
        return price_for(seat_view, seat, card, is_lower).total
    area = seat_view.view["players"][seat]
    face_up = [
        old for old, n in targets_of(seat_view, seat, card, say).items() if n > area["face_down"].get(old, 0)
    ]
    prices = [price_for(seat_view, seat, card, is_lower, old).total for old in face_up]
    return min(prices, default=None)


def purse(seat_view: SeatView, seat: int | None) -> int | None:
    """Count the rubles of a seat, None if they are hidden or there is no seat."""
    rubles: int | None = None if seat is None else seat_view.view["players"][seat]["rubles"]
    return rubles


def refusal_text(seat_view: SeatView, code: int, reason: int, say: CardTranslator) -> str:
    """Explain in a sentence why a move is not possible; kept by all that the words depend on."""
    if reason in OF_POSITION:
        return refusal_words(seat_view, code, reason, say)
    player = seat_view.view["players"][seat_view.view["to_move"]]
    price = price_of_code(seat_view, code) if reason == Refusal.TOO_EXPENSIVE else 0
    key = code, reason, player["rubles"], player["hand_limit"], price, say
    return _refusals.get(key, lambda: refusal_words(seat_view, code, reason, say))


def refusal_words(seat_view: SeatView, code: int, reason: int, say: CardTranslator) -> str:
    """Explain the same anew."""
    words = refusal(seat_view.state, code, reason).text(say.language)
    return words[:1].upper() + words[1:] + "."


def price_of_code(seat_view: SeatView, code: int) -> int:
    """Compute what a move that places a card costs the seat to move."""
    card, target = plain_card_of(code), plain_target_of(code)
    is_lower, old = plain_verb_of(code) == Verb.BUY_LOW, "" if target == NO_CARD else IDS[target]
    return price_for(seat_view, seat_view.view["to_move"], IDS[card], is_lower, old).total


def reason_of(seat_view: SeatView, code: int) -> int:
    """Find why a move is not legal in what the seat sees; 0 if it is legal."""
    return int(refuse(seat_view.state, code))
