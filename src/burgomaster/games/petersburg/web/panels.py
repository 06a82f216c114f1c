"""What can be done with each card, with its price and, where it cannot be done, the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from burgomaster.core.cache import Cache
from burgomaster.core.move import Move
from burgomaster.core.plain import as_python
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, is_exchange
from burgomaster.games.petersburg.presentation import card_appearance as look_of
from burgomaster.games.petersburg.rules.actions import Verb, card_of, extra_of, pack, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import CARD_OF, IDS, NO_CARD, Good
from burgomaster.games.petersburg.rules.prices import Price
from burgomaster.games.petersburg.rules.refusals import Refusal
from burgomaster.games.petersburg.web.cards import Face, face_of
from burgomaster.games.petersburg.web.offers import (
    Term,
    price_for,
    purse,
    reason_of,
    refusal_text,
    targets_of,
    terms_of,
)


class ActionButton(NamedTuple):
    """One thing that can be done, or the reason why it cannot."""

    label: str
    notation: str = ""  # "": no button to press
    description: str = ""  # the whole move in words
    tone: str = "plain"  # buy, take, use, plain
    reason: str = ""
    face: Face | None = None  # the card displaced, or used on
    icon: str = ""
    sum: str = ""  # how the price comes about: 18 − 1 − 7
    note: str = ""
    gain: tuple[int, int] | None = None  # rubles and points that it brings


class Section(NamedTuple):
    """Ways that belong together: to place a card, to take it, or what to do with one of several cards."""

    buttons: tuple[ActionButton, ...]
    title: str = ""
    face: Face | None = None


class Panel(NamedTuple):
    """All that can be known of one card on the table, and done with it."""

    key: str
    title: str
    place: str = ""
    face: Face | None = None
    terms: tuple[Term, ...] = ()
    total: int | None = None
    is_minimum: bool = False
    note: str = ""
    sections: tuple[Section, ...] = ()

    @property
    def notations(self) -> list[str]:
        """List the moves that can be made here."""
        return [button.notation for section in self.sections for button in section.buttons if button.notation]


IDLE_PANELS: Cache[Panel] = Cache(16384)
plain_pack, plain_verb_of = as_python(pack), as_python(verb_of)
plain_card_of, plain_target_of = as_python(card_of), as_python(target_of)


# Moves


def moves_with(
    moves: Iterable[Move], verb: Verb, card: str = "", say: CardTranslator | None = None
) -> list[Move]:
    """Find the moves of a verb, about a card that looks like this one."""
    found = [move for move in moves if plain_verb_of(move.code) == verb]
    if not card or say is None:
        return found
    wanted = look_of(card, say.with_goods)
    return [move for move in found if look_of(IDS[plain_card_of(move.code)], say.with_goods) == wanted]


# A card that can be placed


def placing_panel(
    seat_view: SeatView,
    moves: Sequence[Move],
    key: str,
    card: str,
    verb: Verb,
    place: str,
    say: CardTranslator,
) -> Panel:
    """Make the panel of a card of a row, of the hand or drawn: its price and how it can be placed."""
    if moves or seat_view.seat is None:
        return make_placing_panel(seat_view, moves, key, card, verb, place, say)
    memo_key = key, card, verb, say, wealth_of(seat_view, seat_view.seat)
    return IDLE_PANELS.get(
        memo_key, lambda: make_placing_panel(seat_view, moves, key, card, verb, place, say)
    )


def wealth_of(seat_view: SeatView, seat: int) -> tuple[Any, ...]:
    """Collect all that the price of a card depends on, and what is left of the purse."""
    if "wealth" not in seat_view.cache:
        player = seat_view.view["players"][seat]
        seat_view.cache["wealth"] = (
            int(seat_view.state.rules.same_way),
            player["rubles"],
            tuple(player["area"].items()),
        )
    found: tuple[Any, ...] = seat_view.cache["wealth"]
    return found


def make_placing_panel(
    seat_view: SeatView,
    moves: Sequence[Move],
    key: str,
    card: str,
    verb: Verb,
    place: str,
    say: CardTranslator,
) -> Panel:
    """Make the panel anew; who cannot choose now sees only what follows from `wealth_of`."""
    face = face_of(card, say)
    panel = Panel(key, face.full_name, place, face)
    if seat_view.seat is None or face.cost is None:
        return panel
    price = price_for(seat_view, seat_view.seat, card, verb == Verb.BUY_LOW)
    buttons = placing_buttons(seat_view, moves, card, verb, price, say)
    has_sum = not face.is_exchange
    return panel._replace(
        terms=tuple(terms_of(seat_view, seat_view.seat, card, price, say)),
        total=price.total if has_sum else None,
        is_minimum=has_sum and price.is_minimum,
        note=left_text(seat_view, price.total, say) if has_sum else "",
        sections=(Section(tuple(buttons), say("panel.over") if face.is_exchange else ""),) if buttons else (),
    )


def left_text(seat_view: SeatView, total: int, say: CardTranslator) -> str:
    """Say what a purchase would leave."""
    rubles = purse(seat_view, seat_view.seat)
    return "" if rubles is None or total > rubles else say("panel.leaves", n=rubles - total)


def placing_buttons(
    seat_view: SeatView, moves: Sequence[Move], card: str, verb: Verb, price: Price, say: CardTranslator
) -> list[ActionButton]:
    """List how a card can be placed: over each card it may displace, with each tile, or simply."""
    if is_exchange(card):
        return exchange_buttons(seat_view, moves, card, verb, say)
    found = moves_with(moves, verb, card, say)
    label = say(f"do.{'play' if verb == Verb.PLAY else 'buy'}", price=price.total)
    if found and extra_of(found[0].code):
        return [tile_button(move, label, say) for move in found]
    if found:
        return [ActionButton(label, found[0].notation, found[0].text(say.language), "buy")]
    return refused(seat_view, moves, label, pack_of(verb, card), "buy", say)


def pack_of(verb: Verb, card: str, old: str = "") -> int:
    """Write a move as an int."""
    return plain_pack(int(verb), CARD_OF[card], CARD_OF[old] if old else NO_CARD)


def tile_button(move: Move, label: str, say: CardTranslator) -> ActionButton:
    """Make the button that places a card with "?" and one of the symbol tiles."""
    good = Good(extra_of(move.code) - 1).name.lower()
    words = say("do.with_good", action=label, good=say(f"good.{good}"))
    return ActionButton(words, move.notation, move.text(say.language), "buy", icon=f"good-{good}")


def refused(
    seat_view: SeatView, moves: Sequence[Move], label: str, code: int, tone: str, say: CardTranslator
) -> list[ActionButton]:
    """Give the reason why a choice is not possible; nothing where nothing can be chosen anyway."""
    if not moves:
        return []
    reason = reason_of(seat_view, code)
    if reason in (Refusal.LEGAL, Refusal.NOT_NOW):
        return []
    return [ActionButton(label, tone=tone, reason=refusal_text(seat_view, code, reason, say))]


def exchange_buttons(
    seat_view: SeatView, moves: Sequence[Move], card: str, verb: Verb, say: CardTranslator
) -> list[ActionButton]:
    """List the cards that an exchange card may displace, each with its price."""
    assert seat_view.seat is not None
    targets = targets_of(seat_view, seat_view.seat, card, say)
    if not targets:
        return [ActionButton(say("panel.no_target"), reason=say("panel.no_target_why"))]
    found = moves_with(moves, verb, card, say)
    buttons: list[ActionButton] = []
    for old in targets:
        mine = [move for move in found if is_over(move, old, say)]
        buttons += [over_button(seat_view, card, verb, old, move, say) for move in mine]
        if not mine:
            buttons.append(not_over(seat_view, moves, card, verb, old, say))
    return buttons


def is_over(move: Move, old: str, say: CardTranslator) -> bool:
    """Tell whether a move displaces a card that looks like this one."""
    target = plain_target_of(move.code)
    return target != NO_CARD and look_of(IDS[target], say.with_goods) == look_of(old, say.with_goods)


def over_button(
    seat_view: SeatView, card: str, verb: Verb, old: str, move: Move, say: CardTranslator
) -> ActionButton:
    """Make the button that places an exchange card over another card."""
    assert seat_view.seat is not None
    price = price_for(seat_view, seat_view.seat, card, verb == Verb.BUY_LOW, old)
    return ActionButton(
        say(f"do.{'play' if verb == Verb.PLAY else 'buy'}", price=price.total),
        move.notation,
        move.text(say.language),
        "buy",
        face=face_of(old, say),
        sum=sum_text(price),
        note=laden_text(move, say),
    )


def sum_text(price: Price) -> str:
    """Write the arithmetic of a price in short."""
    less = [price.lower, price.same, price.discount, price.displaced]
    words = " − ".join(str(number) for number in [price.cost, *less] if number)
    return f"{words} < 1" if price.is_minimum else words


def laden_text(move: Move, say: CardTranslator) -> str:
    """Name the action cards that lie on the copy that is meant, if that tells it from others."""
    words = move.notation.rpartition(" ")[2].split("+")[1:] if extra_of(move.code) else []
    return " + ".join(face_of(word, say).name for word in words)


def not_over(
    seat_view: SeatView, moves: Sequence[Move], card: str, verb: Verb, old: str, say: CardTranslator
) -> ActionButton:
    """Make the button of an exchange card over a card that cannot be displaced now, or only later."""
    assert seat_view.seat is not None
    price = price_for(seat_view, seat_view.seat, card, verb == Verb.BUY_LOW, old)
    label = say(f"do.{'play' if verb == Verb.PLAY else 'buy'}", price=price.total)
    found = refused(seat_view, moves, label, pack_of(verb, card, old), "buy", say)
    button = found[0] if found else ActionButton(say("do.would_cost", price=price.total), tone="later")
    return button._replace(face=face_of(old, say), sum=sum_text(price))


# A card of a row


def row_panel(
    seat_view: SeatView, moves: Sequence[Move], card: str, is_lower: bool, say: CardTranslator
) -> Panel:
    """Make the panel of a card of a row: place it or take it."""
    row = "lower" if is_lower else "upper"
    verbs = (Verb.BUY_LOW, Verb.TAKE_LOW) if is_lower else (Verb.BUY, Verb.TAKE)
    is_to_move = seat_view.view["decision"] == "action"
    offered = moves if is_to_move else []
    panel = placing_panel(seat_view, offered, f"{row}-{card}", card, verbs[0], say(f"row.{row}"), say)
    buttons = taking_buttons(seat_view, offered, card, verbs[1], say)
    return panel._replace(sections=(*panel.sections, Section(tuple(buttons))) if buttons else panel.sections)


def taking_buttons(
    seat_view: SeatView, moves: Sequence[Move], card: str, verb: Verb, say: CardTranslator
) -> list[ActionButton]:
    """Make the button that takes a card into the hand."""
    found = moves_with(moves, verb, card, say)
    label = say("do.take")
    if found:
        return [ActionButton(label, found[0].notation, found[0].text(say.language), "take", icon="ui-hand")]
    return refused(seat_view, moves, label, pack_of(verb, card), "take", say)


def drawn_panel(seat_view: SeatView, moves: Sequence[Move], card: str, say: CardTranslator) -> Panel:
    """Make the panel of the card that an Observatory drew: place it, take it or discard it."""
    panel = placing_panel(seat_view, moves, "drawn", card, Verb.BUY, say("place.drawn"), say)
    discarded = moves_with(moves, Verb.DISCARD)
    buttons = taking_buttons(seat_view, moves, card, Verb.TAKE, say)
    buttons += [
        ActionButton(say("do.discard"), move.notation, move.text(say.language), icon="ui-discard")
        for move in discarded
    ]
    return panel._replace(sections=(*panel.sections, *(Section((button,)) for button in buttons)))
