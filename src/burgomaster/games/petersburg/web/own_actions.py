"""The choices that are about no card of a row: the hand, piles, the discard pile, answers to questions."""

from __future__ import annotations

from collections.abc import Sequence

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    CardTranslator,
    good_of,
    is_action_card,
    is_exchange,
    row_of,
    scored,
)
from burgomaster.games.petersburg.rules.actions import Verb, card_of, extra_of, kept_ids, verb_of
from burgomaster.games.petersburg.rules.cards import EFFECT_OF_PUB, EFFECTS, IDS, Deck
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL
from burgomaster.games.petersburg.web.cards import face_of
from burgomaster.games.petersburg.web.offers import price_for
from burgomaster.games.petersburg.web.panels import (
    ActionButton,
    Panel,
    Section,
    laden_text,
    moves_with,
    over_button,
    placing_panel,
    tile_button,
)

AT_ONCE = {"golden_donkey": Verb.USE_GOLDEN_DONKEY, "double_turn": Verb.USE_DOUBLE_TURN}
ATTACHED = {"jester": Verb.USE_JESTER, "banquet": Verb.USE_BANQUET}
PRISON_VERBS = (Verb.PRISON_TAKE, Verb.PRISON_BUY, Verb.PRISON_RETURN)


# Cards of the hand


def hand_panel(seat_view: SeatView, moves: Sequence[Move], card: str, say: CardTranslator) -> Panel:
    """Make the panel of a card in the viewer's hand: place it, or use it if it is an action card."""
    offered = moves if seat_view.view["decision"] == "action" else []
    if not is_action_card(card):
        return placing_panel(seat_view, offered, f"hand-{card}", card, Verb.PLAY, say("place.hand"), say)
    face = face_of(card, say)
    sections = action_sections(seat_view, offered, card, say)
    note = "" if sections or not offered else action_note(card, say)
    return Panel(f"hand-{card}", face.full_name, say("place.hand"), face, sections=sections, note=note)


def action_sections(
    seat_view: SeatView, moves: Sequence[Move], card: str, say: CardTranslator
) -> tuple[Section, ...]:
    """List what an action card of the hand can do now."""
    power = row_of(card)["power"]
    if power in AT_ONCE:
        return sections_of(
            [use_button(move, say("do.use"), say) for move in moves_with(moves, AT_ONCE[power])]
        )
    if power in ATTACHED:
        found = moves_with(moves, ATTACHED[power])
        return sections_of([attach_button(seat_view, move, power, say) for move in found], say("panel.on"))
    if power == "away_with_it":
        found = moves_with(moves, Verb.USE_AWAY_WITH_IT) if is_played_away(seat_view, card) else []
        return sections_of([card_button(move, say("do.discard"), "use", say) for move in found])
    if power == "black_market":
        return fetch_sections(seat_view, moves, (Verb.BLACK_MARKET_TAKE, Verb.BLACK_MARKET_BUY), say)
    return ()


def sections_of(buttons: list[ActionButton], title: str = "") -> tuple[Section, ...]:
    """Make a section, if there is anything in it."""
    return (Section(tuple(buttons), title),) if buttons else ()


def use_button(move: Move, label: str, say: CardTranslator) -> ActionButton:
    """Make the button for something that is simply done."""
    return ActionButton(label, move.notation, move.text(say.language), "use")


def card_button(move: Move, label: str, tone: str, say: CardTranslator) -> ActionButton:
    """Make the button for something that is done with a card."""
    face = face_of(IDS[card_of(move.code)], say)
    return ActionButton(label, move.notation, move.text(say.language), tone, face=face)


def is_played_away(seat_view: SeatView, card: str) -> bool:
    """Tell whether this copy of Away with It! is played: the first in the hand stands for both."""
    assert seat_view.seat is not None
    hand = [held["card"] for held in seat_view.view["players"][seat_view.seat]["hand"]]
    return bool(card == next(held for held in hand if row_of(held)["power"] == "away_with_it"))


def attach_button(seat_view: SeatView, move: Move, power: str, say: CardTranslator) -> ActionButton:
    """Make the button that lays Jester or Banquet on a card, with what it brings then (9.6, 9.7)."""
    card = IDS[card_of(move.code)]
    lying = laden_with(seat_view, move)
    return ActionButton(
        "→",
        move.notation,
        move.text(say.language),
        face=face_of(card, say),
        note=laden_text(move, say),
        gain=scored(card, {*lying, power}),
    )


def laden_with(seat_view: SeatView, move: Move) -> set[str]:
    """Find the powers that lie already on the copy a move means; of several copies it means the bare one."""
    assert seat_view.seat is not None
    card = IDS[card_of(move.code)]
    n_copies = seat_view.view["players"][seat_view.seat]["area"][card]
    if n_copies > 1 and not extra_of(move.code):
        return set()
    lying = [one for one in seat_view.view["attached"] if (one["seat"], one["on"]) == (seat_view.seat, card)]
    return {row_of(one["card"])["power"] for one in lying}


def action_note(card: str, say: CardTranslator) -> str:
    """Explain why an action card cannot be used now."""
    power = row_of(card)["power"]
    key = "panel.pickpocket" if power == "pickpocket" else "panel.no_use"
    return say(key)


# The discard pile


def fetch_sections(
    seat_view: SeatView, moves: Sequence[Move], verbs: Sequence[Verb], say: CardTranslator
) -> tuple[Section, ...]:
    """List the cards that can be fetched from the discard pile, each with what can be done with it."""
    found = [move for move in moves if verb_of(move.code) in verbs]
    cards = dict.fromkeys(IDS[card_of(move.code)] for move in found)
    sections = []
    for card in cards:
        mine = [move for move in found if IDS[card_of(move.code)] == card]
        buttons = tuple(fetch_button(seat_view, move, say) for move in mine)
        sections.append(Section(buttons, face=face_of(card, say)))
    return tuple(sections)


def fetch_button(seat_view: SeatView, move: Move, say: CardTranslator) -> ActionButton:
    """Make a button for one thing that can be done with a card of the discard pile."""
    verb, card = Verb(verb_of(move.code)), IDS[card_of(move.code)]
    if verb in (Verb.BLACK_MARKET_TAKE, Verb.PRISON_TAKE):
        return ActionButton(say("do.fetch"), move.notation, move.text(say.language), "take", icon="ui-hand")
    if verb == Verb.PRISON_RETURN:
        return ActionButton(say("do.return"), move.notation, move.text(say.language), icon="ui-discard")
    assert seat_view.seat is not None
    if is_exchange(card):
        old = move.notation.rpartition(" over ")[2].partition("+")[0]
        return over_button(seat_view, card, verb, old, move, say)
    label = say("do.buy", price=price_for(seat_view, seat_view.seat, card, False).total)
    if extra_of(move.code):
        return tile_button(move, label, say)
    return ActionButton(label, move.notation, move.text(say.language), "buy")


# Buildings that are used


def observatory_panel(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> Panel | None:
    """Make the panel of the viewer's Observatory: draw from a pile."""
    found = moves_with(moves, Verb.OBSERVE)
    if not found:
        return None
    buttons = [observe_button(seat_view, move, say) for move in found]
    return Panel(
        "use-observatory", say("panel.observatory"), sections=sections_of(buttons, say("panel.draw"))
    )


def observe_button(seat_view: SeatView, move: Move, say: CardTranslator) -> ActionButton:
    """Make the button that draws from one of the piles."""
    deck = Deck(card_of(move.code)).name.lower()
    label = say("do.draw", deck=say(f"pile.{deck}"), n=seat_view.view["piles"][deck])
    return ActionButton(label, move.notation, move.text(say.language), "use", icon=f"ui-{DECK_ICONS[deck]}")


DECK_ICONS = {
    "worker": "worker",
    "market": "goods",
    "building": "building",
    "noble": "noble",
    "exchange": "exchange",
}


def prison_panel(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> Panel | None:
    """Make the panel of the viewer's Debtor's Prison: fetch a card of the discard pile."""
    sections = fetch_sections(seat_view, moves, PRISON_VERBS, say)
    return Panel("use-prison", say("panel.prison"), sections=sections) if sections else None


# Questions


def question_buttons(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> list[ActionButton]:
    """List the answers to a question that is about no card of the table."""
    match seat_view.view["decision"]:
        case "pub":
            return [pub_button(move, say) for move in moves]
        case "guild_split":
            return [guild_button(move, say) for move in moves]
        case "upkeep":
            ordered = sorted(moves, key=lambda move: -int(card_of(move.code)).bit_count())
            return [keep_button(seat_view, move, say) for move in ordered]
        case "hand_reduce":
            return [card_button(move, say("do.discard"), "plain", say) for move in moves]
        case "pickpocket" | "trading_house":
            return [answer_button(move, say) for move in moves]
        case _:
            return []


def pub_button(move: Move, say: CardTranslator) -> ActionButton:
    """Make the button that buys a number of points in the Pub."""
    points = int(card_of(move.code))
    price = points * int(EFFECTS[EFFECT_OF_PUB].per)
    label = say("do.pub", points=points, price=price) if points else say("do.nothing")
    return ActionButton(label, move.notation, move.text(say.language), "buy" if points else "plain")


def guild_button(move: Move, say: CardTranslator) -> ActionButton:
    """Make the button that splits what the Guild Hall brings in one way."""
    rubles = int(card_of(move.code))
    gain = (rubles, GUILD_TOTAL - rubles)
    return ActionButton("", move.notation, move.text(say.language), gain=gain)


def keep_button(seat_view: SeatView, move: Move, say: CardTranslator) -> ActionButton:
    """Make the button that pays for some special goods cards, named by their goods, which no two share."""
    kept = kept_ids(int(card_of(move.code)))
    if not kept:
        return ActionButton(say("do.keep_none"), move.notation, move.text(say.language))
    goods = ", ".join(say(f"good.{good_of(card)[0]}") for card in kept)
    label = say("do.keep", goods=goods, price=len(kept) * seat_view.view["market"]["first"])
    return ActionButton(label, move.notation, move.text(say.language), "buy")


def answer_button(move: Move, say: CardTranslator) -> ActionButton:
    """Make the button for yes or no."""
    is_no = verb_of(move.code) == Verb.DECLINE
    words = move.text(say.language)
    return ActionButton(words, move.notation, words, "plain" if is_no else "use")
