"""A card as it is drawn: its kind, picture, price, and what it does in signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import row_of
from burgomaster.games.spyrium.rules.cards import (
    CAPITALISATION_BONUS,
    CARD_OF,
    CRANE_DISCOUNT,
    ENGINEERING_POINTS,
    EVENT_OF,
    EVENT_ROWS,
    MAX_END_SCORE,
    TOKEN_AMOUNT,
    WORKERS_AMOUNT,
    clauses,
    read_items,
)
from burgomaster.games.spyrium.rules.options import PERIODS, confidence_of
from burgomaster.games.spyrium.rules.text import (
    NUMBERED,
    card_name,
    card_sentences,
    event_name,
    event_sentences,
)
from burgomaster.web.signs import name_class, soften
from burgomaster.web.static_files import content_url

ICONS = content_url("spyrium/icons.svg", Path(__file__).parent / "static" / "icons.svg")
NAME_LIMITS = (8, 10, 13)  # letters of a word: usual, longish, long
CERTAIN = "certain"
KINDS = {  # the letters of the effects, as signs
    "W": "worker",
    "S": "crystals",
    "M": "money",
    "V": "points",
    "H": "worker",
    "R": "residence",
    "U": "reuse",
    "P": "place",
}
COUNTED = {  # what a technology counts at the end
    "crystals": "crystals",
    "money_div_2": "money",
    "buildings": "building",
    "kept_tokens": "token",
    "factory_points": "factory",
    "residence_value": "residence",
    "workers": "worker",
}


@dataclass(frozen=True)
class Sign:
    """A number with what it is a number of; or only the one or the other."""

    kind: str  # money, points, crystals, or the name of an icon
    text: str = ""


@dataclass(frozen=True)
class Deal:
    """What is paid and what is gained, in signs."""

    paid: tuple[Sign, ...]
    gained: tuple[Sign, ...]
    is_once: bool = False  # when built, not every round


@dataclass(frozen=True, eq=False)  # there is one of each, see face_of and event_face
class Face:
    """A card as it is drawn."""

    id: str
    name: str
    soft_name: str  # with places where a long word may be broken
    name_class: str  # sets a long name smaller
    kind: str  # technology, character, building, event
    variant: str  # I, II, III or ""
    picture: str
    price: int | None  # None: an event
    points: int
    symbols: tuple[str, ...]
    deals: tuple[Deal, ...]
    sentences: tuple[str, ...]
    unsure: tuple[str, ...]  # the figures that may differ from the printed card: price, end_points, copies


def picture_of(row: Mapping[str, str]) -> str:
    """Find the picture of a card: all variants of a building share one."""
    words = row["id"].split("_")[1:]
    return "card-" + "_".join(words[:-1] if row.get("variant") else words)


@cache
def face_of(card: str, say: Translator) -> Face:
    """Make the face of a card of the market, as it is drawn."""
    row = row_of(card)
    confidence = confidence_of(row)
    has_points = int(row["end_points"]) > 0
    unsure = [name for name, word in confidence.items() if word != CERTAIN]
    return Face(
        id=card,
        name=card_name(CARD_OF[card], say.language),
        soft_name=soften(card_name(CARD_OF[card], say.language)),
        name_class=name_class(soften(card_name(CARD_OF[card], say.language)), NAME_LIMITS),
        kind=row["kind"],
        variant=row["variant"] if row["variant"] in NUMBERED else "",
        picture=picture_of(row),
        price=int(row["price"]),
        points=int(row["end_points"]),
        symbols=tuple(word for word in row["symbols"].split("+") if word),
        deals=deals_of(row),
        sentences=tuple(card_sentences(CARD_OF[card], say.language)),
        unsure=tuple(name for name in unsure if name != "end_points" or has_points),
    )


@cache
def event_face(event: str, say: Translator) -> Face:
    """Make the face of an event, as it is drawn."""
    row = EVENT_ROWS[EVENT_OF[event]]
    return Face(
        id=event,
        name=event_name(EVENT_OF[event], say.language),
        soft_name=soften(event_name(EVENT_OF[event], say.language)),
        name_class=name_class(soften(event_name(EVENT_OF[event], say.language)), NAME_LIMITS),
        kind="event",
        variant="",
        picture=picture_of(row),
        price=None,
        points=0,
        symbols=(),
        deals=deals_of(row),
        sentences=tuple(event_sentences(EVENT_OF[event], say.language)),
        unsure=(),
    )


def copies_of(card: str) -> int:
    """Count the copies of a card."""
    return sum(int(row_of(card)[f"copies_{period}"]) for period in PERIODS)


# What it does, in signs


def deals_of(row: dict[str, str]) -> tuple[Deal, ...]:
    """Draw every clause of a card in signs."""
    found: list[Deal] = []
    for trigger, body in clauses(row):
        if trigger in ("passive", "once"):
            found.append(power_deal(body))
        elif trigger == "end":
            found.append(Deal((Sign(COUNTED[body]),), (Sign("points", f"≤{MAX_END_SCORE}"),)))
        else:
            found += [alternative_deal(one, trigger == "build") for one in body.split("|")]
    return tuple(found)


def alternative_deal(alternative: str, is_once: bool) -> Deal:
    """Draw one alternative of an effect in signs."""
    paid, _, gained = alternative.partition(">")
    sides = [tuple(item_sign(*item) for item in read_items(alternative, side)) for side in (paid, gained)]
    return Deal(sides[0], sides[1], is_once)


def item_sign(letter: str, amount: int) -> Sign:
    """Draw one item of an effect; T is the token's number, N the number of the owner's workers."""
    if letter in "RUP":
        return Sign(KINDS[letter])
    number = {TOKEN_AMOUNT: "T", WORKERS_AMOUNT: "N"}.get(amount, str(amount))
    return Sign(KINDS[letter], f"+{number}" if letter == "H" else number)


def power_deal(power: str) -> Deal:
    """Draw what a technology allows in signs."""
    match power:
        case "mines_without_workers":
            return Deal((Sign("mine"),), (Sign("worker", "0"),))
        case "earn_plus_2":
            return Deal((Sign("earn"),), (Sign("money", f"+{CAPITALISATION_BONUS}"),))
        case "plot_minus_3":
            return Deal((Sign("plot"),), (Sign("money", f"−{CRANE_DISCOUNT}"),))
        case "keep_tokens":
            return Deal((), (Sign("token", "+1"),))
        case "factory_use_plus_1_per_worker":
            return Deal((Sign("factory"), Sign("worker")), (Sign("points", f"+{ENGINEERING_POINTS}"),))
        case "reread_token":
            return Deal((Sign("token"),), (Sign("token", "?"),))
        case "waive_crowd":
            return Deal((Sign("crowd"),), (Sign("money", "0"),))
        case _:
            return Deal((), (Sign("reuse"),))
