"""Prices with their arithmetic, earnings and reasons, for any seat at any time (rules.md 6, 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from burgomaster.core.cache import Cache, cached
from burgomaster.core.language import Message
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import NONE
from burgomaster.games.spyrium.rules.cards import CARD_OF, CARDS, NO_CARD, Kind
from burgomaster.games.spyrium.rules.effects import is_first_of_equal
from burgomaster.games.spyrium.rules.prices import GAPS_OF, Price, crowd_fee, earning, price_for
from burgomaster.games.spyrium.rules.refusals import refuse
from burgomaster.games.spyrium.rules.state import N_POSITIONS
from burgomaster.games.spyrium.rules.text import card_name, refusal
from burgomaster.games.spyrium.web import TEXTS


class Term(NamedTuple):
    """A line of the arithmetic: where a number comes from."""

    text: str
    number: int
    kind: str = "more"  # cost, more, less


class Offer(NamedTuple):
    """A card of the market for the viewer, as things are now."""

    price: Price  # on a new plot, with the lowest token
    best: int  # the least it could cost, without any once-a-round power
    earn: int  # what a worker takes there
    n_around: int  # all workers around it


_offers: Cache[Offer] = Cache(16384)
_prices: Cache[Price] = Cache(16384)  # but for the workers around a card, which come and go


def card_at(seat_view: SeatView, position: int) -> int:
    """Find the card at a position as a number, NO_CARD if it was taken."""
    shown = seat_view.view["market"][position]
    return NO_CARD if shown is None else CARD_OF[shown["card"]]


def gap_title(seat_view: SeatView, gap: int, say: Translator) -> str:
    """Name a gap by the cards beside it."""
    left, right = seat_view.view["gaps"][gap]["beside"]
    return between(card_at(seat_view, left), card_at(seat_view, right), say)


@cached(16384)
def between(left: int, right: int, say: Translator) -> str:
    """Name what lies between two cards."""
    return say("word.between", left=card_name(left, say.language), right=card_name(right, say.language))


def positions_with_card(seat_view: SeatView) -> list[int]:
    """List the positions where a card still lies."""
    return [position for position in range(N_POSITIONS) if card_at(seat_view, position) != NO_CARD]


def tokens_at(seat_view: SeatView, position: int) -> list[int]:
    """List the different digits that lie on a card."""
    return sorted(set(seat_view.view["market"][position]["tokens"]))


def overs_of(seat_view: SeatView, seat: int, position: int) -> list[int]:
    """List where the card at a position could go: on a new plot, or over a different building."""
    if CARDS[card_at(seat_view, position)].kind != Kind.BUILDING:
        return [NONE]
    player = seat_view.state.players[seat]
    return [
        NONE,
        *(index for index in range(player.n_buildings) if is_first_of_equal(player, index)),
    ]


def offers_of(seat_view: SeatView) -> dict[int, Offer]:
    """Compute what each card of the market would cost and bring the viewer; nothing for a spectator."""
    if seat_view.seat is None or seat_view.view["over"]:
        return {}
    seat = seat_view.seat
    return {position: kept_offer(seat_view, seat, position) for position in positions_with_card(seat_view)}


def kept_offer(seat_view: SeatView, seat: int, position: int) -> Offer:
    """Find the offer of a card: by the card, the workers around it, what the player owns, and the rules."""
    if "workers" not in seat_view.cache:
        seat_view.cache["workers"] = seat_view.state.gaps.tolist()
    player, gaps = (seat, owner_of(seat_view, seat)), seat_view.cache["workers"]
    around = tuple([tuple(gaps[gap]) for gap in GAPS_OF[position]])
    shown = seat_view.view["market"][position]
    key = player, position, shown["card"], tuple(shown["tokens"]), around
    return _offers.get(key, lambda: offer_of(seat_view, seat, position))


def owner_of(seat_view: SeatView, seat: int) -> tuple[Any, ...]:
    """Collect what of a player and of the rules all prices depend on, once for the whole page."""
    key = "owner", seat
    if key not in seat_view.cache:
        seat_view.cache[key] = belongings_of(seat_view, seat), seat_view.state.rules.tobytes()
    found: tuple[Any, ...] = seat_view.cache[key]
    return found


def belongings_of(seat_view: SeatView, seat: int) -> tuple[Any, ...]:
    """Collect what of a player the price of a card depends on: money changes after every move, but not it."""
    player, shown = seat_view.state.players[seat], seat_view.view["players"][seat]
    cards = tuple([building["card"] for building in shown["buildings"]])
    return cards, int(player.technologies), shown["workers"]["own"]


def price_at(seat_view: SeatView, position: int, over: int = NONE, token: int = 0, lobby: int = 0) -> Price:
    """Compute what the card at a position would cost the viewer; kept for the rest of the page."""
    assert seat_view.seat is not None
    key = ("price", position, over, token, lobby)
    if key not in seat_view.cache:
        price, state, seat = plain_price(seat_view, position, over, token), seat_view.state, seat_view.seat
        crowd = 0 if lobby else crowd_fee(state, seat, position)
        seat_view.cache[key] = replace(price, crowd=crowd) if crowd else price
    found: Price = seat_view.cache[key]
    return found


def plain_price(seat_view: SeatView, position: int, over: int, token: int) -> Price:
    """Compute the same as if nobody else were around; while the viewer owns the same, the price is known."""
    state, seat = seat_view.state, seat_view.seat
    assert seat is not None
    key = owner_of(seat_view, seat), card_at(seat_view, position), over, token
    return _prices.get(key, lambda: price_for(state, seat, position, over, token, lobby=True))


def offer_of(seat_view: SeatView, seat: int, position: int) -> Offer:
    """Describe a card of the market for a seat."""
    token = min(tokens_at(seat_view, position), default=0)
    usual, *others = (
        price_at(seat_view, position, over, token) for over in overs_of(seat_view, seat, position)
    )
    return Offer(
        price=usual,
        best=min(price.total for price in (usual, *others)),
        earn=earning(seat_view.state, seat, position),
        n_around=n_around(seat_view, position),
    )


def n_around(seat_view: SeatView, position: int) -> int:
    """Count the workers around a card; all are counted once for the whole page."""
    if "around" not in seat_view.cache:
        workers = [len(gap["workers"]) for gap in seat_view.view["gaps"]]
        seat_view.cache["around"] = [sum([workers[gap] for gap in gaps]) for gaps in GAPS_OF]
    return int(seat_view.cache["around"][position])


def terms_of(price: Price, say: Translator) -> list[Term]:
    """List the parts of a price one by one, without the sum."""
    terms = [Term(say("sum.printed"), price.printed, "cost")]
    if price.discount:
        terms.append(Term(say("sum.discount"), -price.discount, "less"))
    for name in ("crowd", "plot", "token"):
        if getattr(price, name):
            terms.append(Term(say(f"sum.{name}"), getattr(price, name)))
    return terms


def reason_of(seat_view: SeatView, code: int) -> int:
    """Find why a move is not legal in what the seat sees; 0 if it is legal."""
    return int(refuse(seat_view.state, code))


def refusal_text(seat_view: SeatView, code: int, say: Translator) -> str:
    """Explain in a sentence, without the words of the notation, why a move is not possible."""
    told = refusal(seat_view.state, code, reason_of(seat_view, code))
    words = Message(TEXTS, told.key, **told.values).text(say.language)
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")
