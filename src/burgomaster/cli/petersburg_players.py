"""One player of Saint Petersburg: area, hand, money and income."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.cli.petersburg_cards import (
    POINTS,
    RUBLES,
    STYLES,
    card_text,
    income_text,
    row_of,
    sign_text,
)
from burgomaster.cli.screen import Sight
from burgomaster.cli.texts import Voice

# heading, colours of its cards, phase of its scoring
KINDS = (
    ("workers", ("green",), "worker"),
    ("buildings", ("blue",), "building"),
    ("nobles", ("red",), "noble"),
    ("others", ("yellow", "orange", "purple"), "market"),
)
UNKNOWN = "?"


def player_panel(sight: Sight, seat: int, say: Voice) -> Panel:
    """Everything that the one who looks may know of a player."""
    player = sight.view["players"][seat]
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for heading, colors, phase in KINDS:
        add_kind(table, player, heading, colors, phase, say)
    add_hand(table, player, say)
    return Panel(
        table,
        title=title_text(sight, seat, say),
        title_align="left",
        subtitle=income_subtitle(player, say),
        subtitle_align="right",
        box=box.ROUNDED,
        border_style="bold" if sight.view["to_move"] == seat else "dim",
    )


def title_text(sight: Sight, seat: int, say: Voice) -> Text:
    """Name, points and rubles."""
    player = sight.view["players"][seat]
    you = f" {say('petersburg.you')}" if seat == sight.seat else ""
    won = f" · {say('petersburg.winner')}" if seat in sight.winners else ""
    rubles = UNKNOWN if player["rubles"] is None else player["rubles"]
    acting = "▶ " if sight.view["to_move"] == seat else ""
    title = Text(f"{acting}{sight.names[seat]}{you}{won}", style="bold")
    hand = say("petersburg.hand_size", n=len(player["hand"]), limit=player["hand_limit"])
    return title.append(f" · {player['score']}{POINTS} · {rubles}{RUBLES} · {hand}", style="not bold")


def income_subtitle(player: Mapping[str, Any], say: Voice) -> Text:
    """What all cards together bring in a round."""
    incomes = player["income"].values()
    total = income_text(
        sum(income["rubles"] for income in incomes), sum(income["points"] for income in incomes)
    )
    return Text(say("petersburg.per_round", income=total) if total else say("petersburg.no_income"))


def add_kind(
    table: Table, player: Mapping[str, Any], heading: str, colors: tuple[str, ...], phase: str, say: Voice
) -> None:
    """The cards of one kind, if there are any, and what they bring at their next scoring."""
    cards = {card: n for card, n in player["area"].items() if row_of(card)["color"] in colors}
    if not cards:
        return
    words = Text(", ").join(area_text(card, n, player["face_down"], say) for card, n in cards.items())
    if phase == "noble":
        nobles = player["nobles"]
        note = say("petersburg.different", n=nobles["different"], points=nobles["points"])
        words.append(f" ({note})", style="dim")
    income = player["income"].get(phase, {"rubles": 0, "points": 0})
    title = Text(f"{say(f'petersburg.{heading}')} {sum(cards.values())}", style=f"bold {STYLES[colors[0]]}")
    table.add_row(title, words, income_text(income["rubles"], income["points"]))


def area_text(card: str, n_copies: int, face_down: Mapping[str, int], say: Voice) -> Text:
    """A card of an area; copies that were used are said."""
    words = card_text(card, say, n_copies)
    n_used = face_down.get(card, 0)
    if n_used:
        count = "" if n_used == n_copies else f"{n_used} "
        words.append(f" [{count}{say('petersburg.face_down')}]", style="dim")
    return words


def add_hand(table: Table, player: Mapping[str, Any], say: Voice) -> None:
    """The hand, if there are cards in it: its owner's cards, or what is known of them."""
    if player["hand"]:
        title = Text(f"{say('petersburg.hand')} {len(player['hand'])}", style="bold")
        table.add_row(title, Text(", ").join(hand_words(player, say)), "")


def hand_words(player: Mapping[str, Any], say: Voice) -> list[Text]:
    """Open cards by name with their cost; of hidden ones what everybody saw, and the backs of the rest."""
    open_cards = [held["card"] for held in player["hand"] if "card" in held]
    backs = Counter(held["deck"] for held in player["hand"] if "card" not in held)
    seen = [card for card in player["hand_seen"] if card not in open_cards]
    backs.subtract(row_of(card)["deck"] for card in seen)
    known = [held_text(card, say) for card in open_cards + seen]
    hidden = [Text(say("petersburg.hidden", deck=say(f"deck.{deck}"))) for deck in backs.elements()]
    return known + hidden


def held_text(card: str, say: Voice) -> Text:
    """A hand card with its kind and printed cost."""
    words = sign_text(card, say).append(" ").append(card_text(card, say))
    return words.append(f" {row_of(card)['cost']}{RUBLES}", style="dim")
