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
    return game_card_name(CARD_OF[card], say.language)


def card_style(card: str) -> str:
    return STYLES[row_of(card)["kind"]]


def card_text(card: str, say: Translator) -> Text:
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
    paid, _, gained = way.partition(">")
    sides = [" ".join(item_sign(*item) for item in read_items(way, side)) for side in (paid, gained)]
    return "→".join(side for side in sides if side)


def item_sign(letter: str, amount: int) -> str:
    if letter in "RUP":
        return SIGNS[letter]
    return ("+" if letter == "H" else "") + f"{AMOUNTS.get(amount, amount)}{SIGNS[letter]}"


# Looking cards up


def find_cards(words: str, say: Translator) -> dict[str, list[str]]:
    """Find cards and events whose id or name, in any language, has these words; a whole name wins."""
    rows: dict[str, dict[str, str]] = {row["id"]: row for row in (*CARD_ROWS, *EVENT_ROWS)}
    found = {}
    for card in find_named(words, {card: all_names(row) for card, row in rows.items()}):
        if card in EVENT_OF:
            event = EVENT_OF[card]
            found[event_name(event, say.language)] = event_sentences(event, say.language)
            continue
        name = card_name(card, say)
        twins = [other for other in CARD_ROWS if card_name(other["id"], say) == name]
        title = f"{name} ({periods_of(card)})" if len(twins) > 1 else name  # told apart by their periods
        found[title] = card_sentences(CARD_OF[card], say.language)
    return found


def all_names(row: dict[str, str]) -> list[str]:
    number = f" {row.get('variant', '')}"
    names = [row[column] for column in ("name_en", "name_ru")]
    return [*names, *(name + number for name in names), row["id"]]
