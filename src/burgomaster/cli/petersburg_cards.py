"""The cards of Saint Petersburg as words and signs for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from burgomaster.cli.texts import Voice
from burgomaster.games.petersburg.cards import CARD_OF, CARD_ROWS
from burgomaster.games.petersburg.text import card_sentences

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


def row_of(card: str) -> dict[str, str]:
    """The row of cards.csv of a card."""
    return CARD_ROWS[CARD_OF[card]]


def card_name(card: str, say: Voice) -> str:
    """The name of a card."""
    return row_of(card)[f"name_{say.language}"]


def card_style(card: str) -> str:
    """The colour of a card on the screen."""
    return STYLES[row_of(card)["color"]]


def is_exchange(card: str) -> bool:
    """Whether a card displaces another one."""
    return row_of(card)["is_exchange"] == "1"


def sign_text(card: str, say: Voice) -> Text:
    """The kind of a card as a letter, since colour alone is no sign, and the mark of exchange cards."""
    letter = say(f"petersburg.sign.{row_of(card)['color']}")
    return Text(letter + (EXCHANGE if is_exchange(card) else ""), style=card_style(card))


def card_text(card: str, say: Voice, n_copies: int = 1) -> Text:
    """A card in its colour, with the number of copies."""
    return Text(times(card_name(card, say), n_copies), style=card_style(card))


def times(name: str, n_copies: int) -> str:
    """A name with a number of copies, if there are several."""
    return name if n_copies == 1 else f"{name} ×{n_copies}"


def income_text(rubles: int, points: int) -> str:
    """Rubles and points, as far as there are any."""
    parts = [(rubles, RUBLES), (points, POINTS)]
    return " ".join(f"+{number}{unit}" for number, unit in parts if number)


def printed_income(card: str) -> str:
    """The income printed on a card."""
    row = row_of(card)
    return income_text(max(0, int(row["rubles"])), int(row["points"]))


def find_cards(words: str, options: Mapping[str, Any], say: Voice) -> dict[str, list[str]]:
    """The cards of this game whose id or name, in any language, has these words in it; a whole name wins."""
    wanted = simple(words)
    known = [card for card in CARD_OF if is_in_game(row_of(card), options)]
    whole = [card for card in known if wanted in all_names(card)]
    fitting = whole or [card for card in known if any(wanted in name for name in all_names(card))]
    return {card_name(card, say): card_sentences(CARD_OF[card], say.language) for card in fitting}


def is_in_game(row: Mapping[str, str], options: Mapping[str, Any]) -> bool:
    """Whether a card can turn up with these options."""
    sets = [options["edition"], *options["expansions"]]
    return any(int(row[f"copies_{name}"]) > 0 for name in sets) or row["id"] in (
        options.get("custom_cards") or {}
    )


def all_names(card: str) -> list[str]:
    """Everything a card may be called by."""
    row = row_of(card)
    return [simple(row[column]) for column in ("id", "name_en", "name_ru")]


def simple(words: str) -> str:
    """Words without case, underscores and the two dots of ё."""
    return " ".join(words.lower().replace("_", " ").replace("ё", "е").split())
