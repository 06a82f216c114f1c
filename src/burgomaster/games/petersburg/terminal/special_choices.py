"""The choices of Saint Petersburg that place no card: piles, points, answers, action cards."""

from __future__ import annotations

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    CARDLESS,
    CardTranslator,
    attached_to,
    good_of,
    row_of,
    scored,
)
from burgomaster.games.petersburg.rules.actions import Verb, card_of, extra_of, kept_ids, verb_of
from burgomaster.games.petersburg.rules.cards import EFFECT_OF_PUB, EFFECTS, IDS, Deck
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL
from burgomaster.games.petersburg.terminal.cards import (
    PILE_TITLES,
    RUBLES,
    card_name,
    card_style,
    good_name,
    income_text,
    power_sentence,
)
from burgomaster.terminal.prompt import keys_of
from burgomaster.terminal.screen import Choice

GROUP_OF = {
    Verb.BUY: "buy",
    Verb.BUY_LOW: "buy",
    Verb.PLAY: "play",
    Verb.TAKE: "take",
    Verb.TAKE_LOW: "take",
    Verb.OBSERVE: "observe",
    Verb.DISCARD: "discard",
    Verb.PUB: "pub",
    Verb.PASS: "pass",
    Verb.USE_AWAY_WITH_IT: "use",
    Verb.USE_GOLDEN_DONKEY: "use",
    Verb.USE_DOUBLE_TURN: "use",
    Verb.USE_JESTER: "use",
    Verb.USE_BANQUET: "use",
    Verb.BLACK_MARKET_BUY: "black_buy",
    Verb.BLACK_MARKET_TAKE: "black_take",
    Verb.PRISON_BUY: "prison_buy",
    Verb.PRISON_TAKE: "prison_take",
    Verb.PRISON_RETURN: "prison_return",
    Verb.GUILD: "guild",
    Verb.TRADE: "answer",
    Verb.PICKPOCKET: "answer",
    Verb.DECLINE: "answer",
    Verb.KEEP: "keep",
}
ON_CARDS = {
    Verb.USE_AWAY_WITH_IT: "away_with_it_building",
    Verb.USE_JESTER: "jester",
    Verb.USE_BANQUET: "banquet_card",
}
AT_ONCE = {Verb.USE_GOLDEN_DONKEY: "golden_donkey", Verb.USE_DOUBLE_TURN: "double_turn"}
DECISIONS = (*CARDLESS, *ON_CARDS)


def group_of(move: Move) -> str:
    """Name the group a move stands in."""
    return GROUP_OF[Verb(verb_of(move.code))]


def special(seat_view: SeatView, move: Move, say: CardTranslator) -> Choice:
    """Offer a move that places no card."""
    verb = Verb(verb_of(move.code))
    if verb in AT_ONCE:
        card = AT_ONCE[verb]
        label = f"{card_name(card, say)}: {power_sentence(card, say)}"
        return Choice(move, group_of(move), label, style=card_style(card))
    if verb in ON_CARDS:
        return on_card(seat_view, move, say)
    return Choice(move, group_of(move), cardless_label(seat_view, move, say))


def on_card(seat_view: SeatView, move: Move, say: CardTranslator) -> Choice:
    """Offer an action card with the card it is used on."""
    action, card = ON_CARDS[Verb(verb_of(move.code))], IDS[card_of(move.code)]
    label = card_name(card, say)
    if action in ("jester", "banquet_card"):
        before = carried(seat_view, move, say)
        label = " + ".join([label, *(card_name(lying, say) for lying in before)])
        powers = [row_of(lying)["power"] for lying in before]
        now, then = scored(card, powers), scored(card, [*powers, row_of(action)["power"]])
        label += f" {income_text(*now)} → {income_text(*then)}"
    return Choice(move, group_of(move), label, style=card_style(card), cluster=f"{card_name(action, say)}:")


def carried(seat_view: SeatView, move: Move, say: CardTranslator) -> list[str]:
    """List what lies already on the card that is meant; of several copies that is the bare one."""
    assert seat_view.seat is not None
    card = IDS[card_of(move.code)]
    n_copies = seat_view.view["players"][seat_view.seat]["area"][card]
    is_laden = n_copies == 1 or extra_of(move.code) != 0
    return attached_to(seat_view, seat_view.seat, card, say) if is_laden else []


def cardless_label(seat_view: SeatView, move: Move, say: CardTranslator) -> str:
    """Write a move that is about no card: a pile, points, an answer, or a pass."""
    number = int(card_of(move.code))
    match Verb(verb_of(move.code)):
        case Verb.OBSERVE:
            deck = Deck(number).name.lower()
            title = say(f"screen.{PILE_TITLES[deck]}")
            return say("screen.pile_size", deck=title, n=seat_view.view["piles"][deck])
        case Verb.PUB:
            price = number * int(EFFECTS[EFFECT_OF_PUB].per)
            return say("screen.pub" if number else "screen.pub_nothing", points=number, price=price)
        case Verb.GUILD:
            return income_text(number, GUILD_TOTAL - number)
        case Verb.KEEP:
            return keep_label(seat_view, number, say)
        case Verb.PASS:
            return pass_label(say)
    return move.text(say.language)


def keep_label(seat_view: SeatView, kept: int, say: CardTranslator) -> str:
    """Write the special goods cards that are paid for, by their goods, which no two of them share."""
    goods = [good_name(good_of(card)[0], say) for card in kept_ids(kept)]
    if not goods:
        return say("screen.keep_none")
    return f"{' + '.join(goods)} −{len(goods) * seat_view.view['market']['first']}{RUBLES}"


def pass_label(say: CardTranslator) -> str:
    """Write the other ways to pass."""
    return say("screen.pass", key=keys_of(say, "pass")[0], key_on=keys_of(say, "pass_on")[0])
