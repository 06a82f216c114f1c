"""Moves with many parts: what is to be chosen for each, and a button for every combination."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from burgomaster.core.cache import cached
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import SIDE
from burgomaster.games.spyrium.rules.actions import NONE, pack_activate
from burgomaster.games.spyrium.rules.cards import CARDS, DIGITS, IDS, Kind, Power
from burgomaster.games.spyrium.rules.effects import can_turn
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.prices import Price, crowd_for, gaps_beside
from burgomaster.games.spyrium.rules.text import alternative_text, card_name, price_text
from burgomaster.games.spyrium.web.cards import Face, face_of
from burgomaster.games.spyrium.web.offers import card_at, overs_of, price_at, refusal_text, tokens_at

VERBS = {Kind.CHARACTER: "call", Kind.TECHNOLOGY: "patent", Kind.BUILDING: "build"}

Marks = tuple[tuple[str, tuple[str, ...]], ...]


class ActionButton(NamedTuple):
    """One thing that can be done, or the reason why it cannot."""

    label: str
    notation: str = ""  # "": no button to press
    description: str = ""  # the whole move in words
    tone: str = "plain"  # buy, earn, use, plain
    reason: str = ""
    icon: str = ""
    sum: str = ""  # how the price comes about
    note: str = ""  # what it brings
    marks: Marks = ()  # for each part the answers it is meant by


class Option(NamedTuple):
    """One value of a part."""

    value: str
    label: str
    note: str = ""
    icon: str = ""
    token: str = ""  # the digit of a token, drawn instead of a label
    face: Face | None = None


class Part(NamedTuple):
    """One question of a move: which worker, which token, where to."""

    name: str  # gap, token, read, lobby, over
    title: str
    options: tuple[Option, ...]


class Activation(NamedTuple):
    """All ways to activate one card: the values of each part, of which every combination is a move."""

    gaps: Sequence[int]
    tokens: Sequence[int]
    may_read: bool  # a token may be counted as another number
    lobbies: Sequence[int]
    overs: Sequence[int]


def activation_of(seat_view: SeatView, position: int) -> Activation:
    """Collect what there is to choose when the viewer activates the card at a position."""
    assert seat_view.seat is not None
    player = seat_view.state.players[seat_view.seat]
    has_crowd = crowd_for(seat_view.state, seat_view.seat, position) > 0
    may_lobby = has_crowd and bool(can_turn(player, int(Power.WAIVE_CROWD)))
    return Activation(
        gaps=gaps_beside(seat_view.state, seat_view.seat, position),
        tokens=tokens_at(seat_view, position) or [0],
        may_read=bool(tokens_at(seat_view, position)) and can_read(seat_view, seat_view.seat),
        lobbies=(0, 1) if may_lobby else (0,),
        overs=overs_of(seat_view, seat_view.seat, position),
    )


def can_read(seat_view: SeatView, seat: int) -> bool:
    """Tell whether a seat may count a token as another number now."""
    return bool(can_turn(seat_view.state.players[seat], int(Power.REREAD_TOKEN)))


# Questions


def parts_of(seat_view: SeatView, position: int, chosen: Activation, say: Translator) -> list[Part]:
    """List the questions to which there is more than one answer."""
    parts = []
    if len(chosen.gaps) > 1:
        options = tuple(gap_option(seat_view, position, gap, say) for gap in chosen.gaps)
        parts.append(Part("gap", say("part.gap"), options))
    if len(chosen.tokens) > 1:
        options = tuple(
            Option(str(token), say("face.token", n=token), token=str(token)) for token in chosen.tokens
        )
        parts.append(Part("token", say("part.token"), options))
    if chosen.may_read:
        parts.append(reading_part(say))
    if len(chosen.lobbies) > 1:
        parts.append(Part("lobby", say("part.lobby"), lobby_options(seat_view, position, say)))
    if len(chosen.overs) > 1:
        options = tuple(over_option(seat_view, position, over, say) for over in chosen.overs)
        parts.append(Part("over", say("part.over"), options))
    return parts


def gap_option(seat_view: SeatView, position: int, gap: int, say: Translator) -> Option:
    """Describe one of the viewer's workers beside a card, by the side on which the worker stands."""
    other = other_side(gap, position)
    name = card_name(card_at(seat_view, other), say.language)
    label = say(f"side.{side_of(gap, position)}")
    return Option(str(gap), label, say("side.towards", card=name), "ui-worker")


def other_side(gap: int, position: int) -> int:
    """Find the position on the other side of a gap."""
    first, second = (int(side) for side in GAP_POSITIONS[gap])
    return second if first == position else first


def side_of(gap: int, position: int) -> str:
    """Find on which side of a card a gap is."""
    step = other_side(gap, position) - position
    return {1: "right", -1: "left", SIDE: "below", -SIDE: "above"}[step]


def reading_part(say: Translator) -> Part:
    """Make the question as what number a token is counted."""
    own = Option("0", say("part.token_own"))
    digits = [str(digit) for digit in range(1, DIGITS + 1)]
    others = [Option(digit, say("part.read_as", n=digit), token=digit) for digit in digits]
    return Part("read", say("part.read"), (own, *others))


def reading_marks(token: int, read: int) -> tuple[str, ...]:
    """List the answers that mean a reading: to count a token as what it shows is to leave it as it is."""
    return (str(read),) if read else ("0", str(token))


def lobby_options(seat_view: SeatView, position: int, say: Translator) -> tuple[Option, ...]:
    """List the answers to whether the crowd is paid for."""
    assert seat_view.seat is not None
    fee = crowd_for(seat_view.state, seat_view.seat, position)
    return (
        Option("0", say("part.pay_crowd", money=fee), icon="ui-crowd"),
        Option("1", say("part.lobbying"), say("part.no_crowd"), "ui-lobby"),
    )


def over_option(seat_view: SeatView, position: int, over: int, say: Translator) -> Option:
    """Describe a new plot, or the building that is replaced, with what that does to the price."""
    assert seat_view.seat is not None
    price = price_at(seat_view, position, over)
    if over == NONE:
        return Option(str(over), say("part.new_plot"), say("part.plot_fee", money=price.plot), "ui-plot")
    face = face_of(IDS[seat_view.state.players[seat_view.seat].buildings[over].card], say)
    note = say("part.shared", money=price.discount) if price.discount else say("part.no_fee")
    return Option(str(over), face.name, note, face=face)


# Buttons


def activation_buttons(
    seat_view: SeatView, position: int, chosen: Activation, say: Translator
) -> list[ActionButton]:
    """Make a button for every combination; where one is not possible, give the reason."""
    legal = legal_by_code(seat_view)
    buttons: list[ActionButton] = []
    for token, read, lobby, over in combinations(chosen):
        codes = {gap: activation_code(gap, position, token, read, lobby, over) for gap in chosen.gaps}
        marks = marks_of(chosen, token, read, lobby, over)
        found = {gap: legal[code] for gap, code in codes.items() if code in legal}
        price = price_at(seat_view, position, over, read or token, lobby)
        label = activation_label(seat_view, position, over, price, say)
        note = gain_text(seat_view, position, read or token, say)
        for gap, move in found.items():
            here = (("gap", (str(gap),)), *marks) if len(chosen.gaps) > 1 else marks
            buttons.append(activation_button(seat_view, move, label, price, note, here, say))
        if not found:
            reason = refusal_text(seat_view, codes[chosen.gaps[0]], say)
            buttons.append(
                ActionButton(label, tone="buy", reason=reason, sum=sum_of(price, say), marks=marks)
            )
    return buttons


def legal_by_code(seat_view: SeatView) -> dict[int, Move]:
    """Sort the moves by their codes; kept for the rest of the page."""
    if "codes" not in seat_view.cache:
        seat_view.cache["codes"] = {move.code: move for move in seat_view.moves}
    found: dict[int, Move] = seat_view.cache["codes"]
    return found


def combinations(chosen: Activation) -> Iterator[tuple[int, int, int, int]]:
    """List token, reading, Lobbying and place in every combination."""
    readings = range(DIGITS + 1) if chosen.may_read else (0,)
    for token, read, lobby, over in product(chosen.tokens, readings, chosen.lobbies, chosen.overs):
        if read == 0 or read != token:
            yield token, read, lobby, over


def activation_code(gap: int, position: int, token: int, read: int, lobby: int, over: int) -> int:
    """Write an activation as an int."""
    return int(pack_activate(gap, position, token, read, lobby, over))


def marks_of(chosen: Activation, token: int, read: int, lobby: int, over: int) -> Marks:
    """List the answers that a combination stands for, as far as they are asked."""
    marks: list[tuple[str, tuple[str, ...]]] = []
    if len(chosen.tokens) > 1:
        marks.append(("token", (str(token),)))
    if chosen.may_read:
        marks.append(("read", reading_marks(token, read)))
    if len(chosen.lobbies) > 1:
        marks.append(("lobby", (str(lobby),)))
    if len(chosen.overs) > 1:
        marks.append(("over", (str(over),)))
    return tuple(marks)


def activation_button(
    seat_view: SeatView, move: Move, label: str, price: Price, note: str, marks: Marks, say: Translator
) -> ActionButton:
    """Make the button of a combination that can be chosen."""
    left = say("panel.leaves", n=int(seat_view.state.players[seat_of(seat_view)].money) - price.total)
    return ActionButton(
        label,
        move.notation,
        move.board_text(say.language),
        "buy",
        sum=sum_of(price, say),
        note=f"{note} · {left}" if note else left,
        marks=marks,
    )


def activation_label(seat_view: SeatView, position: int, over: int, price: Price, say: Translator) -> str:
    """Say what is done and for how much: call, patent, build or replace."""
    kind = Kind(CARDS[card_at(seat_view, position)].kind)
    key = "replace" if over != NONE else VERBS[kind]
    label = say(f"do.{key}", money=price.total)
    return say("do.and_crystals", action=label, n=price.crystals) if price.crystals else label


@cached(4096)
def sum_of(price: Price, say: Translator) -> str:
    """Write the arithmetic of a price in one line, if there is any."""
    is_plain = not (price.discount or price.crowd or price.plot or price.token)
    return "" if is_plain else price_text(price, say.language)


def gain_text(seat_view: SeatView, position: int, token: int, say: Translator) -> str:
    """Say what activating a card brings at once, "" for nothing."""
    card = card_at(seat_view, position)
    effect = int(CARDS[card].build_effect)
    if CARDS[card].kind == Kind.CHARACTER:
        effect = int(CARDS[card].first_effect)
    if effect < 0 or CARDS[card].kind == Kind.TECHNOLOGY:
        return ""
    brings = alternative_text(effect, say.language, token).rpartition(" → ")[2]
    return say("panel.brings", what=brings)


def seat_of(seat_view: SeatView) -> int:
    """Give the viewer's seat, where there must be one."""
    assert seat_view.seat is not None
    return seat_view.seat
