"""The choices of a player in Saint Petersburg: what each costs, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, distinct, moved_card
from burgomaster.games.petersburg.rules.actions import ATTACHED, Verb, card_of, extra_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import IDS, NO_CARD, Good
from burgomaster.games.petersburg.rules.prices import Price, price_of
from burgomaster.games.petersburg.rules.text import price_text
from burgomaster.games.petersburg.terminal.cards import RUBLES, card_name, card_style, good_name
from burgomaster.games.petersburg.terminal.special_choices import DECISIONS, group_of, special
from burgomaster.terminal.screen import Choice

LOWER_VERBS = (Verb.BUY_LOW, Verb.TAKE_LOW)
SORTED_GROUPS = ("black_buy", "prison_buy")  # long lists: single cards first, then those with several ways


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
    """Offer a move with its price and how that came about."""
    group = group_of(move)
    price = price_of(seat_view.state, move.code)
    style = card_style(moved_card(move))
    if price is None:
        return Choice(move, group, card_label(move, say), style=style)
    return Choice(move, group, card_label(move, say), f"{price.total}{RUBLES}", why(price, say), style)


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


def card_label(move: Move, say: CardTranslator) -> str:
    """Write the card of a move, what it displaces or the tile it gets, and where it lies."""
    said = card_name(moved_card(move), say)
    if target_of(move.code) != NO_CARD:
        said = say("screen.over", card=said, old=old_name(move, say))
    elif extra_of(move.code):
        said = say("screen.as", card=said, good=tile_name(move, say))
    return in_row(move, said, say)


def tile_name(move: Move, say: CardTranslator) -> str:
    """Name the good of the symbol tile that a move chooses."""
    return good_name(Good(extra_of(move.code) - 1).name.lower(), say)


def old_name(move: Move, say: CardTranslator) -> str:
    """Name the card that a move displaces, with what lies on it if that tells it from its copies."""
    bits = extra_of(move.code)
    lying = [card_name(card, say) for card, bit in ATTACHED.items() if bits & bit]
    return " + ".join([card_name(IDS[target_of(move.code)], say), *lying])


def in_row(move: Move, said: str, say: CardTranslator) -> str:
    """Write a card with the row it lies in, if that is the lower one."""
    return say("screen.low", card=said) if verb_of(move.code) in LOWER_VERBS else said
