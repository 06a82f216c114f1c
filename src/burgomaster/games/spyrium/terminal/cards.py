"""The cards of Spyrium as words and signs for a terminal."""

from __future__ import annotations

from rich.text import Text

from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import periods_of, row_of
from burgomaster.games.spyrium.rules.cards import (
    CARD_OF,
    CARD_ROWS,
    EVENT_OF,
    EVENT_ROWS,
    clauses,
    read_items,
)
from burgomaster.games.spyrium.rules.text import card_name as game_card_name
from burgomaster.games.spyrium.rules.text import card_sentences, event_name, event_sentences
from burgomaster.terminal.texts import find_named

STYLES = {"technology": "magenta", "character": "yellow", "building": "bright_blue"}
SEAT_STYLES = ("bright_red", "bright_green", "bright_cyan", "bright_yellow", "bright_magenta")
SEAT_LETTERS = "ABCDE"
POUNDS, CRYSTALS, POINTS, WORKERS, RESIDENCE = "£", "◆", "★", "⚒", "⌂"
SIGNS = {
    "W": WORKERS,
    "S": CRYSTALS,
    "M": POUNDS,
    "V": POINTS,
    "H": WORKERS,
    "R": RESIDENCE,
    "U": "↻",
    "P": WORKERS,
}
AMOUNTS = {-1: "T", -2: "N"}


def card_name(card: str, say: Translator) -> str:
    """Give the name of a card."""
    return game_card_name(CARD_OF[card], say.language)


def card_style(card: str) -> str:
    """Name the colour of a card on the screen."""
    return STYLES[row_of(card)["kind"]]


def card_text(card: str, say: Translator) -> Text:
    """Write a card in its colour."""
    return Text(card_name(card, say), style=card_style(card))


def seat_mark(seat: int) -> Text:
    """Write a worker of a player: their letter in their colour."""
    return Text(SEAT_LETTERS[seat], style=f"bold {SEAT_STYLES[seat]}")


def signs(card: str) -> str:
    """Say what a card does, in signs: what is paid, an arrow, what is gained."""
    said = []
    for trigger, body in clauses(row_of(card)):
        if trigger in ("use", "call", "build"):
            ways = " / ".join(alternative_signs(way) for way in body.split("|"))
            said.append(f"! {ways}" if trigger == "build" else ways)
    return "; ".join(said)


def alternative_signs(way: str) -> str:
    """Write one alternative in signs."""
    paid, _, gained = way.partition(">")
    sides = [" ".join(item_sign(*item) for item in read_items(way, side)) for side in (paid, gained)]
    return "→".join(side for side in sides if side)


def item_sign(letter: str, amount: int) -> str:
    """Write one item of an effect in signs."""
    if letter in "RUP":
        return SIGNS[letter]
    return ("+" if letter == "H" else "") + f"{AMOUNTS.get(amount, amount)}{SIGNS[letter]}"


# Looking cards up


def find_cards(words: str, say: Translator) -> dict[str, list[str]]:
    """Find cards and events whose id or name, in any language, has these words; a whole name wins."""
    rows: dict[str, dict[str, str]] = {row["id"]: row for row in (*CARD_ROWS, *EVENT_ROWS)}
    fitting = find_named(words, {card: all_names(row) for card, row in rows.items()})
    return {full_name(rows[card], say): told(card, say) for card in fitting}


def full_name(row: dict[str, str], say: Translator) -> str:
    """Give the name of a card or event; two cards of one name are told apart by their periods."""
    if row["id"] in EVENT_OF:
        return event_name(EVENT_OF[row["id"]], say.language)
    name = card_name(row["id"], say)
    twins = [other for other in CARD_ROWS if card_name(other["id"], say) == name]
    return f"{name} ({periods_of(row['id'])})" if len(twins) > 1 else name


def told(card: str, say: Translator) -> list[str]:
    """Say what a card or event does."""
    if card in EVENT_OF:
        return event_sentences(EVENT_OF[card], say.language)
    return card_sentences(CARD_OF[card], say.language)


def all_names(row: dict[str, str]) -> list[str]:
    """List everything a card may be called by."""
    number = f" {row.get('variant', '')}"
    names = [row[column] for column in ("name_en", "name_ru")]
    return [*names, *(name + number for name in names), row["id"]]
