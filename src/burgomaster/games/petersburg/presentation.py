"""What the terminal and the browser both need to show Saint Petersburg: cards, goods, moves, piles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from burgomaster.core.language import Catalog
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.petersburg.rules.actions import Verb, card_of, extra_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS, IDS, NO_CARD
from burgomaster.games.petersburg.rules.options import MARIINSKY, MARIINSKY_COSTS

BASE_EDITION = "2004"
ANY_GOOD = "any"  # a good that the owner of the card chooses
# Cards that agree in all of these columns are told apart by nobody, goods aside
APPEARANCE = (
    "name_en",
    "deck",
    "color",
    "is_exchange",
    "cost",
    "value_when_displaced",
    "rubles",
    "points",
    "worker_symbols",
    "same_as",
    "power",
)
# Moves that are about no card
CARDLESS = (
    Verb.OBSERVE,
    Verb.PUB,
    Verb.PASS,
    Verb.GUILD,
    Verb.TRADE,
    Verb.PICKPOCKET,
    Verb.DECLINE,
    Verb.KEEP,
    Verb.USE_GOLDEN_DONKEY,
    Verb.USE_DOUBLE_TURN,
)


class CardTranslator(Translator):
    """A translator that knows whether goods count in this game: some cards differ in nothing else."""

    def __init__(
        self,
        catalog: Catalog,
        language: str,
        with_goods: bool = False,
        mariinsky_cost: int = MARIINSKY_COSTS[0],
    ) -> None:
        super().__init__(catalog, language)
        self.with_goods = with_goods
        self.mariinsky_cost = mariinsky_cost

    def cost_of(self, card: str) -> int:
        """Find what a card costs in this game: what is printed, but for one card (R5)."""
        return self.mariinsky_cost if card == MARIINSKY else int(row_of(card)["cost"])


# Cards


def row_of(card: str) -> dict[str, str]:
    return CARD_ROWS[CARD_OF[card]]


def is_exchange(card: str) -> bool:
    """Tell whether a card displaces another one."""
    return row_of(card)["is_exchange"] == "1"


def is_action_card(card: str) -> bool:
    """Tell whether a card is taken and used, never bought; "" is none."""
    return card != "" and row_of(card)["color"] == "purple"


@cache
def good_of(card: str) -> tuple[str, int]:
    """Read the good on a card and how many of it; "" if there is none."""
    good, _, number = row_of(card)["goods"].partition(":")
    return good, int(number or 0)


@cache
def card_appearance(card: str, with_goods: bool) -> tuple[str, ...]:
    """Collect all that a player can see of a card, apart from its number in our table."""
    row = row_of(card)
    return (*(row[column] for column in APPEARANCE), row["goods"] if with_goods else "")


def merge(cards: Iterable[str], with_goods: bool) -> dict[str, int]:
    """Count cards in order; those that look alike are counted with the first of them."""
    first: dict[tuple[str, ...], str] = {}
    counts: dict[str, int] = {}
    for card in cards:
        shown = first.setdefault(card_appearance(card, with_goods), card)
        counts[shown] = counts.get(shown, 0) + 1
    return counts


def attached_to(seat_view: SeatView, seat: int, card: str, say: CardTranslator) -> list[str]:
    """List the action cards that lie on a card of a player's area."""
    wanted = card_appearance(card, say.with_goods)
    return [
        lying["card"]
        for lying in seat_view.view["attached"]
        if lying["seat"] == seat and card_appearance(lying["on"], say.with_goods) == wanted
    ]


def scored(card: str, powers: Collection[str]) -> tuple[int, int]:
    """Count the rubles and points of a card's next scoring with action cards of these powers on it."""
    rubles, points = int(row_of(card)["rubles"]), int(row_of(card)["points"])
    if "jester" in powers:
        rubles, points = points, rubles
    factor = 2 if "banquet" in powers else 1
    return rubles * factor, points * factor


# Moves


def distinct(moves: Iterable[Move], say: CardTranslator) -> list[Move]:
    """Keep one move of those that nobody can tell apart, as of builders who differ in an unused good."""
    seen: dict[tuple[object, ...], Move] = {}
    for move in moves:
        card, target = moved_card(move), target_of(move.code)
        old = None if target == NO_CARD else card_appearance(IDS[target], say.with_goods)
        verb, extra = int(verb_of(move.code)), int(extra_of(move.code))
        shown = (verb, card_appearance(card, say.with_goods), old, extra) if card else (int(move.code),)
        seen.setdefault(shown, move)
    return list(seen.values())


def moved_card(move: Move) -> str:
    """Name the card that a move is about, "" if it is about none."""
    return "" if verb_of(move.code) in CARDLESS else IDS[card_of(move.code)]


# The table


def starter(view: Mapping[str, Any], deck: str) -> int:
    """Find who begins a phase: the owner of its marker, or in the present one whoever stole it."""
    is_present = deck == view["phase"] and not view["over"]
    return int(view["first_player"] if is_present else view["markers"][deck])


def ends_game(deck: str, seat_view: SeatView) -> bool:
    """Tell whether the last card of a pile brings the last round."""
    return deck != "market" or bool(seat_view.options["market_pile_ends_game"])


def places_of(counts: Sequence[int]) -> list[int]:
    """Give the place of each count of one good: 1, 2, or 0; two who share the first leave no second."""
    ranked = sorted({count for count in counts if count > 0}, reverse=True)
    if not ranked:
        return [0] * len(counts)
    second = ranked[1] if counts.count(ranked[0]) == 1 and len(ranked) > 1 else None
    return [1 if count == ranked[0] else 2 if count == second else 0 for count in counts]
