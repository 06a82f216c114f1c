"""The cards of Saint Petersburg as words and signs for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from burgomaster.core.translator import Translator
from burgomaster.games.petersburg.presentation import ANY_GOOD, CardTranslator, good_of, is_exchange, row_of
from burgomaster.games.petersburg.rules import text
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.rules.options import copies_in
from burgomaster.terminal.texts import find_named

STYLES = {
    "green": "green",
    "blue": "bright_blue",
    "red": "bright_red",
    "yellow": "yellow",
    "orange": "dark_orange",
    "purple": "magenta",
}
PILE_TITLES = {
    "worker": "workers",
    "market": "market",
    "building": "buildings",
    "noble": "nobles",
    "exchange": "exchange",
}
EXCHANGE = "⇄"
RUBLES = "₽"
POINTS = "★"


def card_translator(say: Translator, options: Mapping[str, Any]) -> CardTranslator:
    with_goods = "market" in options["expansions"]
    return CardTranslator(say.catalog, say.language, with_goods, options["mariinsky_cost"])


def good_name(good: str, say: Translator) -> str:
    """Give the name of a good; the one that its owner chooses is "?"."""
    return say("screen.good.any") if good == ANY_GOOD else say(f"good.{good}")


def goods_text(card: str, say: CardTranslator) -> Text:
    """Write the goods on a card, if they count in this game."""
    good, number = good_of(card)
    if not good or not say.with_goods:
        return Text()
    return Text(f"{number} {say(f'screen.good.{good}')}", style="yellow")


def card_name(card: str, say: CardTranslator, tile: str = "") -> str:
    """Give the name of a card, with its good where only that tells it apart, or with its symbol tile."""
    if tile:
        name = row_of(card)[f"name_{say.language}"]
        return f"{name} ({say('screen.good.any')} → {good_name(tile, say)})"
    return text.card_name(CARD_OF[card], say.language, say.with_goods)


def card_style(card: str) -> str:
    return STYLES[row_of(card)["color"]]


def sign_text(card: str, say: Translator) -> Text:
    """Write the kind of a card as a letter, since colour alone is no sign, and the mark of exchange cards."""
    letter = say(f"screen.sign.{row_of(card)['color']}")
    return Text(letter + (EXCHANGE if is_exchange(card) else ""), style=card_style(card))


def card_text(card: str, say: CardTranslator, n_copies: int = 1, tile: str = "") -> Text:
    """Write a card in its colour, with the number of copies."""
    return Text(times(card_name(card, say, tile), n_copies), style=card_style(card))


def power_sentence(card: str, say: Translator) -> str:
    return text.card_sentences(CARD_OF[card], say.language, with_goods=False)[-1]


def times(name: str, n_copies: int) -> str:
    return name if n_copies == 1 else f"{name} ×{n_copies}"


def income_text(rubles: int, points: int) -> str:
    """Write rubles and points, as far as there are any."""
    parts = [(rubles, RUBLES), (points, POINTS)]
    return " ".join(f"+{number}{unit}" for number, unit in parts if number)


def printed_income(card: str) -> str:
    row = row_of(card)
    return income_text(max(0, int(row["rubles"])), int(row["points"]))


def find_cards(words: str, options: Mapping[str, Any], say: CardTranslator) -> dict[str, list[str]]:
    """Find the cards whose id or name, in any language, has these words in it; a whole name wins.

    Cards that share their printed name are told of together.
    """
    columns = ("id", "name_en", "name_ru")
    known = [card for card in CARD_OF if copies_in(row_of(card), options) > 0]
    fitting = find_named(words, {card: [row_of(card)[column] for column in columns] for card in known})
    found: dict[str, list[str]] = {}
    for card in fitting:
        name = card_name(card, say) if len(fitting) == 1 else row_of(card)[f"name_{say.language}"]
        said = found.setdefault(name, [])
        told = text.card_sentences(CARD_OF[card], say.language, say.with_goods, say.cost_of(card))
        said += [sentence for sentence in told if sentence not in said]
    return found
