"""What can be done with each card and gap of the market, with its price and, where it cannot, the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from burgomaster.core.cache import cached
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import NONE, Verb, gap_of, pack, position_of, verb_of
from burgomaster.games.spyrium.rules.cards import CAPITALISATION_BONUS, IDS, Power
from burgomaster.games.spyrium.rules.effects import has_power
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.prices import Price
from burgomaster.games.spyrium.rules.text import card_name, earned
from burgomaster.games.spyrium.web.cards import Face, face_of
from burgomaster.games.spyrium.web.choices import (
    ActionButton,
    Marks,
    Part,
    activation_buttons,
    activation_of,
    parts_of,
    seat_of,
    side_of,
    sum_of,
)
from burgomaster.games.spyrium.web.offers import (
    Offer,
    Term,
    card_at,
    gap_title,
    n_around,
    positions_with_card,
    refusal_text,
    terms_of,
)

Offers = Mapping[int, Offer]
SIDES_OF = tuple(tuple(int(side) for side in sides) for sides in GAP_POSITIONS)  # as plain numbers


class Side(NamedTuple):
    """One of the cards beside a gap, with what a worker in the gap would pay and earn there."""

    position: int
    face: Face
    total: int
    sum: str
    earn: int
    is_unaffordable: bool


class Panel(NamedTuple):
    """All that can be known of one thing on the table, and done with it."""

    key: str
    title: str
    place: str = ""
    face: Face | None = None
    price: int | None = None  # where it is not the printed one
    tokens: tuple[int, ...] = ()
    terms: tuple[Term, ...] = ()
    total: int | None = None
    earn: int | None = None
    notes: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    parts: tuple[Part, ...] = ()
    buttons: tuple[ActionButton, ...] = ()
    links: tuple[tuple[str, str], ...] = ()  # other panels: key and title

    @property
    def notations(self) -> list[str]:
        """List the moves that can be made here."""
        return [button.notation for button in self.buttons if button.notation]

    @property
    def first(self) -> dict[str, str]:
        """Choose the answers that are set at the beginning: those of the first button that can be pressed."""
        found = next((button for button in self.buttons if button.notation and button.marks), None)
        marks = dict(found.marks) if found else {}
        return {part.name: marks.get(part.name, (part.options[0].value,))[0] for part in self.parts}

    @property
    def shut(self) -> set[tuple[str, str]]:
        """List the answers with which nothing is possible."""
        values = {(part.name, option.value) for part in self.parts for option in part.options}
        fitting = [dict(button.marks) for button in self.buttons if button.notation]
        return {
            (name, value)
            for name, value in values
            if not any(value in m.get(name, (value,)) for m in fitting)
        }


def moves_of(seat_view: SeatView, verb: Verb) -> list[Move]:
    """Find the moves of a verb; all are sorted once for the whole page."""
    if "moves" not in seat_view.cache:
        found: dict[int, list[Move]] = {}
        for move in seat_view.moves:
            found.setdefault(verb_of(move.code), []).append(move)
        seat_view.cache["moves"] = found
    moves: list[Move] = seat_view.cache["moves"].get(verb, [])
    return moves


def moves_at(seat_view: SeatView, verb: Verb, gap: int) -> list[Move]:
    """Find the moves of a verb in a gap; all are sorted once for the whole page."""
    key = "moves by gap", verb
    if key not in seat_view.cache:
        found: dict[int, list[Move]] = {}
        for move in moves_of(seat_view, verb):
            found.setdefault(gap_of(move.code), []).append(move)
        seat_view.cache[key] = found
    moves: list[Move] = seat_view.cache[key].get(gap, [])
    return moves


def may_act(seat_view: SeatView) -> bool:
    """Tell whether the viewer is asked what to do in their phase."""
    return bool(seat_view.moves) and seat_view.view["decision"] in ("main_i", "main_ii")


# Cards of the market


def card_panel(seat_view: SeatView, position: int, offer: Offer | None, say: Translator) -> Panel:
    """Make the panel of a market card: what it costs, what a worker earns there, and what can be done."""
    shown = seat_view.view["market"][position]
    face = face_of(shown["card"], say)
    panel = Panel(
        key=f"card-{position}",
        title=face.name,
        place=say("panel.around", n=n_around(seat_view, position)),
        face=face,
        price=shown["price"],
        tokens=tuple(shown["tokens"]),
    )
    if offer is None:
        return panel
    buttons: list[ActionButton] = []
    parts: list[Part] = []
    if may_act(seat_view) and seat_view.view["decision"] == "main_ii":
        chosen = activation_of(seat_view, position)
        if chosen.gaps:
            parts = parts_of(seat_view, position, chosen, say)
            buttons = activation_buttons(seat_view, position, chosen, say)
            buttons += earn_buttons(seat_view, position, len(chosen.gaps) > 1, say)
    if buttons:
        return panel._replace(parts=tuple(parts), buttons=tuple(buttons))
    price = offer.price
    notes = [say("panel.crystals", n=price.crystals)] if price.crystals else []
    return panel._replace(
        terms=tuple(terms_of(price, say)),
        total=price.total,
        earn=offer.earn,
        notes=(*notes, *when_notes(seat_view, say)),
    )


def when_notes(seat_view: SeatView, say: Translator) -> list[str]:
    """Explain why nothing can be done with a card now."""
    if not may_act(seat_view):
        return []
    return [say("panel.in_phase_ii" if seat_view.view["decision"] == "main_i" else "panel.no_worker_beside")]


def earn_buttons(seat_view: SeatView, position: int, by_gap: bool, say: Translator) -> list[ActionButton]:
    """Make the buttons that earn at a card, one for each own worker beside it."""
    found = [move for move in moves_of(seat_view, Verb.EARN) if position_of(move.code) == position]
    return [
        earn_button(
            seat_view, move, (("gap", (str(gap_of(move.code)),)),) if by_gap else (), say("do.earn_here"), say
        )
        for move in found
    ]


def earn_button(seat_view: SeatView, move: Move, marks: Marks, action: str, say: Translator) -> ActionButton:
    """Make the button that takes money for a worker."""
    money = earned(seat_view.state, move.code)
    is_more = bool(has_power(seat_view.state.players[seat_of(seat_view)], int(Power.EARN_PLUS_2)))
    crowd = money - CAPITALISATION_BONUS
    sum_text = say("sum.earn_more", crowd=crowd, more=CAPITALISATION_BONUS) if is_more else ""
    label, description = f"{action} +{say.count('pound', money)}", move.board_text(say.language)
    return ActionButton(label, move.notation, description, "earn", icon="ui-earn", sum=sum_text, marks=marks)


# Gaps


def gap_panel(seat_view: SeatView, gap: int, offers: Offers, say: Translator) -> Panel:
    """Make the panel of a gap: what the cards beside it would cost and bring, and what can be done."""
    title = gap_title(seat_view, gap, say)
    key, place = f"gap-{gap}", workers_text(seat_view, gap, say)
    sides = tuple(sides_of(seat_view, gap, offers, say)) if offers else ()
    panel = Panel(key, title[:1].upper() + title[1:], place, sides=sides)
    if not offers or not may_act(seat_view):
        return panel
    if seat_view.view["decision"] == "main_i":
        return panel._replace(buttons=tuple(place_buttons(seat_view, gap, say)))
    earns, late = moves_at(seat_view, Verb.EARN, gap), moves_at(seat_view, Verb.EVENT, gap)
    buttons = [earn_button_at(seat_view, move, say) for move in earns] + [
        late_button(seat_view, move, say) for move in late
    ]
    links = []
    if earns:
        cards = sides_with_card(seat_view, gap)
        links = [(f"card-{one}", card_name(card_at(seat_view, one), say.language)) for one in cards]
    notes = () if buttons else (no_place_text(seat_view, say),)
    return panel._replace(buttons=tuple(buttons), links=tuple(links), notes=notes)


def workers_text(seat_view: SeatView, gap: int, say: Translator) -> str:
    """Name the players whose workers stand in a gap."""
    workers: list[int] = seat_view.view["gaps"][gap]["workers"]
    if not workers:
        return say("panel.nobody")
    counts = {seat: workers.count(seat) for seat in workers}
    return ", ".join(seat_view.names[seat] + (f" ×{n}" if n > 1 else "") for seat, n in counts.items())


def sides_with_card(seat_view: SeatView, gap: int) -> list[int]:
    """List the positions beside a gap that still hold a card."""
    market = seat_view.view["market"]
    return [side for side in SIDES_OF[gap] if market[side] is not None]


def sides_of(seat_view: SeatView, gap: int, offers: Offers, say: Translator) -> list[Side]:
    """Compute what a worker of the viewer would pay and earn on both sides of a gap."""
    seat = seat_of(seat_view)
    has_worker = seat in seat_view.view["gaps"][gap]["workers"]
    is_placing = seat_view.view["players"][seat]["phase"] == "placement" and not has_worker
    return [
        kept_side(seat_view, position, offers[position], is_placing, say)
        for position in sides_with_card(seat_view, gap)
    ]


def kept_side(seat_view: SeatView, position: int, offer: Offer, is_placing: bool, say: Translator) -> Side:
    """Find a side as it is from each of the gaps around a card; kept for the rest of the page."""
    key = "side", position, is_placing
    if key not in seat_view.cache:
        seat_view.cache[key] = side_of_gap(seat_view, position, offer, is_placing, say)
    found: Side = seat_view.cache[key]
    return found


def side_of_gap(seat_view: SeatView, position: int, offer: Offer, is_placing: bool, say: Translator) -> Side:
    """Describe one side, with one worker more if that worker is still to be placed."""
    price, earn = offer.price, offer.earn
    if is_placing:
        more = offer.n_around - price.crowd
        price, earn = with_crowd(price, more), earn + more
    face = face_of(IDS[card_at(seat_view, position)], say)
    is_unaffordable = price.total > seat_view.view["players"][seat_of(seat_view)]["money"]
    return Side(position, face, price.total, sum_of(price, say), earn, is_unaffordable)


@cached(4096)
def with_crowd(price: Price, more: int) -> Price:
    """Add what more workers around a card cost."""
    return replace(price, crowd=price.crowd + more)


def place_buttons(seat_view: SeatView, gap: int, say: Translator) -> list[ActionButton]:
    """Make the button that places a worker, or give the reason why not."""
    code = int(pack(int(Verb.PLACE), gap, NONE))
    found = moves_at(seat_view, Verb.PLACE, gap)
    label = say("do.place")
    if not found:
        return [ActionButton(label, tone="use", icon="ui-worker", reason=refusal_text(seat_view, code, say))]
    move = found[0]
    return [ActionButton(label, move.notation, move.board_text(say.language), "use", icon="ui-worker")]


def no_place_text(seat_view: SeatView, say: Translator) -> str:
    """Explain why no worker can be placed in phase II, whichever the gap."""
    if "no place" not in seat_view.cache:
        seat_view.cache["no place"] = refusal_text(seat_view, int(pack(int(Verb.PLACE), 0, NONE)), say)
    return str(seat_view.cache["no place"])


def earn_button_at(seat_view: SeatView, move: Move, say: Translator) -> ActionButton:
    """Make the button that earns at one side of a gap, or takes back a worker with no card beside it."""
    position = position_of(move.code)
    if position == NONE:
        return earn_button(seat_view, move, (), say("do.take_back"), say)
    name = card_name(card_at(seat_view, position), say.language)
    side = say(f"side.{side_of(gap_of(move.code), position)}")
    return earn_button(seat_view, move, (), say("do.earn_at", card=name, side=side), say)


def late_button(seat_view: SeatView, move: Move, say: Translator) -> ActionButton:
    """Make the button that places a worker by the event."""
    return ActionButton(
        say("do.place_late"), move.notation, move.board_text(say.language), "use", icon="ui-worker"
    )


# All of the market


def market_panels(seat_view: SeatView, offers: Offers, say: Translator) -> list[Panel]:
    """Make a panel for every card of the market and for every gap."""
    positions = positions_with_card(seat_view)
    panels = [card_panel(seat_view, position, offers.get(position), say) for position in positions]
    return panels + [gap_panel(seat_view, gap, offers, say) for gap in range(len(GAP_POSITIONS))]
