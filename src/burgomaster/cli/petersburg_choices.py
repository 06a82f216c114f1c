"""The choices of a player in Saint Petersburg: what each costs, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from burgomaster.cli.petersburg_cards import PILE_TITLES, RUBLES, card_name, card_style
from burgomaster.cli.prompt import keys_of
from burgomaster.cli.screen import Choice, Sight
from burgomaster.cli.texts import Voice
from burgomaster.core.table import Move
from burgomaster.games.petersburg.actions import Verb, card_of, target_of, verb_of
from burgomaster.games.petersburg.cards import EFFECT_OF_PUB, EFFECTS, IDS, NO_CARD, Deck
from burgomaster.games.petersburg.prices import Price, price_of
from burgomaster.games.petersburg.text import price_text

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
}
OTHER = "other"  # moves that have no look of their own: their words say all
CARDLESS = ("observe", "pub", "pass", OTHER)
LOWER_VERBS = (Verb.BUY_LOW, Verb.TAKE_LOW)


def offer(sight: Sight, moves: Sequence[Move], groups: Sequence[str], say: Voice) -> list[Choice]:
    """All moves in order; those of one exchange card that can displace several share their lines."""
    ordered = sorted(moves, key=lambda move: groups.index(group_of(move)))
    n_targets = Counter(source_of(move) for move in ordered)
    return [
        targeted(sight, move, say)
        if target_of(move.code) != NO_CARD and n_targets[source_of(move)] > 1
        else plain(sight, move, say)
        for move in ordered
    ]


def group_of(move: Move) -> str:
    """The group a move stands in."""
    return GROUP_OF.get(Verb(verb_of(move.code)), OTHER)


def source_of(move: Move) -> tuple[int, int]:
    """What a move takes from where: its verb and its card."""
    return int(verb_of(move.code)), int(card_of(move.code))


def moved_card(move: Move) -> str:
    """The card that a move is about, "" if it is about none."""
    return "" if group_of(move) in CARDLESS else IDS[card_of(move.code)]


def plain(sight: Sight, move: Move, say: Voice) -> Choice:
    """A move with its price and how that came about."""
    group = group_of(move)
    if group in CARDLESS:
        return Choice(move, group, cardless_label(sight, move, say))
    price = price_of(sight.state, move.code)
    style = card_style(moved_card(move))
    if price is None:
        return Choice(move, group, card_label(move, say), style=style)
    return Choice(move, group, card_label(move, say), f"{price.total}{RUBLES}", why(price, say), style)


def targeted(sight: Sight, move: Move, say: Voice) -> Choice:
    """One of several cards that an exchange card may displace."""
    price = price_of(sight.state, move.code)
    assert price is not None
    before = replace(price, displaced=0)
    cost = say.catalog.plural(say.language, "ruble", before.cost)
    words = cost if before.total == before.cost else price_text(before, say.language)
    old = card_name(IDS[target_of(move.code)], say)
    return Choice(
        move,
        group_of(move),
        say("petersburg.target", old=old, worth=price.displaced, total=price.total),
        style=card_style(moved_card(move)),
        cluster=say(
            "petersburg.cluster", card=in_row(move, card_name(moved_card(move), say), say), price=words
        ),
    )


def why(price: Price, say: Voice) -> str:
    """How a price came about, "" if it is the printed one; the sum itself is shown already."""
    if price.total == price.cost:
        return ""
    said = price_text(price, say.language)
    return said if price.is_minimum else said.rpartition(" = ")[0]


def card_label(move: Move, say: Voice) -> str:
    """The card of a move, what it displaces and where it lies."""
    said = card_name(moved_card(move), say)
    if target_of(move.code) != NO_CARD:
        said = say("petersburg.over", card=said, old=card_name(IDS[target_of(move.code)], say))
    return in_row(move, said, say)


def in_row(move: Move, said: str, say: Voice) -> str:
    """A card with the row it lies in, if that is the lower one."""
    return say("petersburg.low", card=said) if verb_of(move.code) in LOWER_VERBS else said


def cardless_label(sight: Sight, move: Move, say: Voice) -> str:
    """A move that is about no card: a pile, points of the Pub, or a pass."""
    number = int(card_of(move.code))
    match Verb(verb_of(move.code)):
        case Verb.OBSERVE:
            deck = Deck(number).name.lower()
            title = say(f"petersburg.{PILE_TITLES[deck]}")
            return say("petersburg.pile_size", deck=title, n=sight.view["piles"][deck])
        case Verb.PUB:
            price = number * int(EFFECTS[EFFECT_OF_PUB].per)
            return say("petersburg.pub" if number else "petersburg.pub_nothing", points=number, price=price)
        case Verb.PASS:
            return pass_label(say)
    return move.text(say.language)


def pass_label(say: Voice) -> str:
    """The other ways to pass."""
    return say("petersburg.pass", key=keys_of(say, "pass")[0], key_on=keys_of(say, "pass_on")[0])
