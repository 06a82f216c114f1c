"""A card as it is drawn: its group, picture, cost, and the chips at its foot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from burgomaster.games.petersburg.presentation import (
    ANY_GOOD,
    CardTranslator,
    good_of,
    is_action_card,
    is_exchange,
    row_of,
)
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS, POWER_ROWS
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, TRADE_POINTS, TRADE_RUBLES
from burgomaster.games.petersburg.rules.text import card_sentences
from burgomaster.web.signs import name_class
from burgomaster.web.static_files import content_url

STATIC = Path(__file__).resolve().parent / "static"
ICONS = content_url("petersburg/icons.svg", STATIC / "icons.svg")
CARDS = content_url("petersburg/cards.svg", STATIC / "cards.svg")
NAME_LIMITS = (8, 9, 11)  # letters of a word: usual, longish, long
# The group of each colour: its word in [group], its sign in the icons
GROUPS = {
    "green": "worker",
    "yellow": "goods",
    "orange": "special",
    "blue": "building",
    "red": "noble",
    "purple": "action",
}
PICTURES = {  # where it is not that of all same cards
    "abbot_2014": "abbot",
    "czarina_2014": "czarina",
    "potemkin_village_1_4": "potemkin_village",
    "potemkin_village_3_8": "potemkin_village",
}


@dataclass(frozen=True)
class Chip:
    """One sign at the foot of a card."""

    kind: str  # rubles, points, power
    text: str
    icon: str = ""
    label: str = ""


@dataclass(frozen=True, eq=False)  # there is one of each, see face_of
class Face:
    """A card as it is drawn."""

    id: str
    name: str
    full_name: str  # with its good, where only that tells it apart
    name_class: str  # sets a long name smaller
    full_name_class: str
    color: str
    group: str
    deck: str
    picture: str
    sheet: str  # the file with the picture
    cost: int | None  # None: never bought
    is_exchange: bool
    symbols: tuple[str, ...]
    good: str
    n_goods: int
    chips: tuple[Chip, ...]
    sentences: tuple[str, ...]


@cache
def group_of(card: str) -> str:
    """Find the group a card belongs to: worker, building, noble, goods, special or action."""
    return GROUPS[row_of(card)["color"]]


@cache
def face_of(card: str, say: CardTranslator) -> Face:
    """Make the face of a card, as it is drawn."""
    row, name = row_of(card), full_name(card, say)
    good, n_goods = good_of(card) if say.with_goods else ("", 0)
    return Face(
        id=card,
        name=row[f"name_{say.language}"],
        full_name=name,
        name_class=name_class(row[f"name_{say.language}"], NAME_LIMITS),
        full_name_class=name_class(name, NAME_LIMITS),
        color=row["color"],
        group=group_of(card),
        deck=row["deck"],
        picture=PICTURES.get(card, row["same_as"]),
        sheet=CARDS,
        cost=None if is_action_card(card) else say.cost_of(card),
        is_exchange=is_exchange(card),
        symbols=tuple(word for word in row["worker_symbols"].split("+") if word),
        good=good,
        n_goods=n_goods,
        chips=tuple(chips_of(row, say)),
        sentences=tuple(sentences_of(card, say)),
    )


def good_name(good: str, say: CardTranslator) -> str:
    """Name a good."""
    return say(f"good.{good}")


def full_name(card: str, say: CardTranslator) -> str:
    """Name a card, with its good where only that tells it apart."""
    name, good = row_of(card)[f"name_{say.language}"], good_of(card)[0]
    if not say.with_goods or not has_namesake(card):
        return name
    return say("card.with_good", card=name, good="?" if good == ANY_GOOD else good_name(good, say))


@cache
def has_namesake(card: str) -> bool:
    """Tell whether another card of this name has another good on it."""
    name, good = row_of(card)["name_en"], good_of(card)[0]
    others = {good_of(row["id"])[0] for row in CARD_ROWS if row["name_en"] == name}
    return bool(good) and len(others - {"", good}) > 0


def sentences_of(card: str, say: CardTranslator) -> list[str]:
    """Write what a card is and does; goods are left out where they do not count."""
    return card_sentences(CARD_OF[card], say.language, say.with_goods, say.cost_of(card))


# The foot of a card


def chips_of(row: dict[str, str], say: CardTranslator) -> list[Chip]:
    """List the printed income, then what the power brings."""
    chips = []
    if int(row["rubles"]) != 0:
        chips.append(Chip("rubles", signed(int(row["rubles"]))))
    if int(row["points"]) != 0:
        chips.append(Chip("points", row["points"]))
    effects = [effect for effect in POWER_ROWS if effect["power"] == row["power"]]
    return chips + [effect_chip(effect, say) for effect in effects] + special_chips(row)


def signed(number: int) -> str:
    """Write a number with a true minus sign."""
    return str(number).replace("-", "−")


def effect_chip(effect: dict[str, str], say: CardTranslator) -> Chip:
    """Draw what a row of powers.csv does as a chip."""
    number = effect["number"]
    match effect["effect"]:
        case "discount":
            return Chip("power", f"−{number}", f"ui-{GROUPS[effect['what']]}")
        case "income":
            per = GROUPS.get(effect["per"])
            return Chip(effect["what"], number, f"ui-{per}" if per else f"symbol-{effect['per']}")
        case "hand_limit":
            return Chip("power", number, "ui-hand")
        case _:
            return Chip("points", f"≤{number}", label=say("chip.pub", price=int(effect["per"])))


def special_chips(row: dict[str, str]) -> list[Chip]:
    """List the chips of a card with a rule of its own."""
    match row["power"]:
        case "observatory":
            return [Chip("power", "", "ui-eye")]
        case "debtors_prison":
            return [Chip("power", "", "ui-discard")]
        case "guild_hall":
            return [Chip("power", str(GUILD_TOTAL), "ui-exchange")]
        case "trading_house":
            return [Chip("rubles", f"−{TRADE_RUBLES}"), Chip("points", str(TRADE_POINTS))]
        case "potemkin_village":
            return [Chip("power", row["value_when_displaced"], "ui-exchange")]
        case _:
            return []
