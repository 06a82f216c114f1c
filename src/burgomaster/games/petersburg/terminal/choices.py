"""The choices of a player in Saint Petersburg: what each costs, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    CARDLESS,
    CardTranslator,
    attached_to,
    distinct,
    good_of,
    moved_card,
    row_of,
    scored,
)
from burgomaster.games.petersburg.rules.actions import (
    ATTACHED,
    Verb,
    card_of,
    extra_of,
    kept_ids,
    target_of,
    verb_of,
)
from burgomaster.games.petersburg.rules.cards import EFFECT_OF_PUB, EFFECTS, IDS, NO_CARD, Deck, Good
from burgomaster.games.petersburg.rules.prices import Price, price_of
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL
from burgomaster.games.petersburg.rules.text import price_text
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

LOWER_VERBS = (Verb.BUY_LOW, Verb.TAKE_LOW)
SORTED_GROUPS = ("black_buy", "prison_buy")  # long lists: single cards first, then those with several ways
ON_CARDS = {
    Verb.USE_AWAY_WITH_IT: "away_with_it_building",
    Verb.USE_JESTER: "jester",
    Verb.USE_BANQUET: "banquet_card",
}
AT_ONCE = {Verb.USE_GOLDEN_DONKEY: "golden_donkey", Verb.USE_DOUBLE_TURN: "double_turn"}
GROUP_OF = {
    **{verb: verb.name.lower() for verb in Verb},
    **dict.fromkeys((*ON_CARDS, *AT_ONCE), "use"),
    **dict.fromkeys((Verb.TRADE, Verb.PICKPOCKET, Verb.DECLINE), "answer"),
    Verb.BUY_LOW: "buy",
    Verb.TAKE_LOW: "take",
    Verb.BLACK_MARKET_BUY: "black_buy",
    Verb.BLACK_MARKET_TAKE: "black_take",
}
DECISIONS = (*CARDLESS, *ON_CARDS)


def group_of(move: Move) -> str:
    return GROUP_OF[Verb(verb_of(move.code))]


def offer(
    seat_view: SeatView, moves: Sequence[Move], groups: Sequence[str], say: CardTranslator
) -> list[Choice]:
    """Offer all moves in order; those of one card that can be placed in several ways share their lines."""
    ordered = sorted(distinct(moves, say), key=lambda move: groups.index(group_of(move)))
    n_ways = Counter(source_of(move) for move in ordered)
    choices = [offered(seat_view, move, n_ways[source_of(move)], say) for move in ordered]
    return sorted(choices, key=lambda choice: (groups.index(choice.group), place_in_group(choice)))


def place_in_group(choice: Choice) -> int:
    """Rank a choice in its group: single cards before clusters, and giving up behind keeping."""
    if choice.group == "keep":
        return -int(card_of(choice.move.code)).bit_count()
    return int(choice.group in SORTED_GROUPS and choice.cluster != "")


def offered(seat_view: SeatView, move: Move, n_ways: int, say: CardTranslator) -> Choice:
    """Offer a move as it looks beside its neighbours."""
    if verb_of(move.code) in DECISIONS:
        return special(seat_view, move, say)
    if n_ways > 1 and target_of(move.code) != NO_CARD:
        return targeted(seat_view, move, say)
    if n_ways > 1 and extra_of(move.code):
        return with_tile(seat_view, move, say)
    return plain(seat_view, move, say)


def source_of(move: Move) -> tuple[int, int]:
    """Tell what a move takes from where: its verb and its card."""
    return int(verb_of(move.code)), int(card_of(move.code))


def plain(seat_view: SeatView, move: Move, say: CardTranslator) -> Choice:
    price, style = price_of(seat_view.state, move.code), card_style(moved_card(move))
    said = card_name(moved_card(move), say)
    if target_of(move.code) != NO_CARD:
        said = say("screen.over", card=said, old=old_name(move, say))
    elif extra_of(move.code):
        said = say("screen.as", card=said, good=tile_name(move, say))
    label = in_row(move, said, say)
    if price is None:
        return Choice(move, group_of(move), label, style=style)
    return Choice(move, group_of(move), label, f"{price.total}{RUBLES}", why(price, say), style)


def targeted(seat_view: SeatView, move: Move, say: CardTranslator) -> Choice:
    """Offer one of several cards that an exchange card may displace."""
    price = price_of(seat_view.state, move.code)
    assert price is not None
    before = replace(price, displaced=0)
    cost = say.catalog.plural(say.language, "ruble", before.cost)
    words = cost if before.total == before.cost else price_text(before, say.language)
    return Choice(
        move,
        group_of(move),
        say("screen.target", old=old_name(move, say), worth=price.displaced, total=price.total),
        style=card_style(moved_card(move)),
        cluster=say("screen.cluster", card=in_row(move, card_name(moved_card(move), say), say), price=words),
    )


def with_tile(seat_view: SeatView, move: Move, say: CardTranslator) -> Choice:
    """Offer one of several symbol tiles that a card may get."""
    price = price_of(seat_view.state, move.code)
    assert price is not None
    card = in_row(move, card_name(moved_card(move), say), say)
    reductions = why(price, say)
    total = f"{price.total}{RUBLES}" + (f" ({reductions})" if reductions else "")
    return Choice(
        move,
        group_of(move),
        tile_name(move, say),
        style=card_style(moved_card(move)),
        cluster=say("screen.cluster_tile", card=card, price=total),
    )


def why(price: Price, say: CardTranslator) -> str:
    """Say how a price came about, "" if it is the printed one; the sum itself is shown already."""
    if price.total == price.cost:
        return ""
    said = price_text(price, say.language)
    return said if price.is_minimum else said.rpartition(" = ")[0]


def tile_name(move: Move, say: CardTranslator) -> str:
    return good_name(Good(extra_of(move.code) - 1).name.lower(), say)


def old_name(move: Move, say: CardTranslator) -> str:
    """Name the card that a move displaces, with what lies on it if that tells it from its copies."""
    bits = extra_of(move.code)
    lying = [card_name(card, say) for card, bit in ATTACHED.items() if bits & bit]
    return " + ".join([card_name(IDS[target_of(move.code)], say), *lying])


def in_row(move: Move, said: str, say: CardTranslator) -> str:
    """Write a card with the row it lies in, if that is the lower one."""
    return say("screen.low", card=said) if verb_of(move.code) in LOWER_VERBS else said


# What places no card: piles, points, answers, action cards


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
    """Offer an action card with the card it is used on, and what that will be worth."""
    action, card = ON_CARDS[Verb(verb_of(move.code))], IDS[card_of(move.code)]
    label = card_name(card, say)
    if action in ("jester", "banquet_card"):
        assert seat_view.seat is not None
        n_copies = seat_view.view["players"][seat_view.seat]["area"][card]
        is_laden = n_copies == 1 or extra_of(move.code) != 0  # of several copies the bare one is meant
        before = attached_to(seat_view, seat_view.seat, card, say) if is_laden else []
        powers = [row_of(lying)["power"] for lying in before]
        now, then = scored(card, powers), scored(card, [*powers, row_of(action)["power"]])
        label = " + ".join([label, *(card_name(lying, say) for lying in before)])
        label += f" {income_text(*now)} → {income_text(*then)}"
    return Choice(move, group_of(move), label, style=card_style(card), cluster=f"{card_name(action, say)}:")


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
            # Write the special goods cards that are paid for, by their goods, which no two of them share
            goods = [good_name(good_of(card)[0], say) for card in kept_ids(number)]
            if not goods:
                return say("screen.keep_none")
            return f"{' + '.join(goods)} −{len(goods) * seat_view.view['market']['first']}{RUBLES}"
        case Verb.PASS:
            return say("screen.pass", key=keys_of(say, "pass")[0], key_on=keys_of(say, "pass_on")[0])
    return move.text(say.language)
