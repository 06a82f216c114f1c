"""One player of Saint Petersburg: area, hand, money and income."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    CardTranslator,
    attached_to,
    is_action_card,
    merge,
    row_of,
)
from burgomaster.games.petersburg.terminal.cards import (
    POINTS,
    RUBLES,
    STYLES,
    card_name,
    card_text,
    income_text,
    power_sentence,
    sign_text,
)

# heading, colour of its cards, phase of its scoring
KINDS = (
    ("workers", "green", "worker"),
    ("goods_cards", "yellow", "market"),
    ("special_cards", "orange", "market"),
    ("buildings", "blue", "building"),
    ("nobles", "red", "noble"),
)
UNKNOWN = "?"


def player_panel(seat_view: SeatView, seat: int, say: CardTranslator) -> Panel:
    """Draw everything that the viewer may know of a player."""
    player = seat_view.view["players"][seat]
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for heading, color, phase in KINDS:
        cards = area_of(player, color, say)
        if cards:
            title = Text(f"{say(f'screen.{heading}')} {sum(cards.values())}", style=f"bold {STYLES[color]}")
            words = Text(", ").join(area_text(seat_view, seat, card, n, say) for card, n in cards.items())
            table.add_row(
                title, words + note_text(player, color, say), yield_text(seat_view, player, color, phase)
            )
    add_hand(table, player, say)
    return Panel(
        table,
        title=title_text(seat_view, seat, say),
        title_align="left",
        subtitle=income_subtitle(player, say),
        subtitle_align="right",
        box=box.ROUNDED,
        border_style="bold" if seat_view.view["to_move"] == seat else "dim",
    )


def title_text(seat_view: SeatView, seat: int, say: CardTranslator) -> Text:
    """Name, points and rubles."""
    player = seat_view.view["players"][seat]
    you = f" {say('screen.you')}" if seat == seat_view.seat else ""
    won = f" · {say('screen.winner')}" if seat in seat_view.winners else ""
    rubles = UNKNOWN if player["rubles"] is None else player["rubles"]
    acting = "▶ " if seat_view.view["to_move"] == seat else ""
    title = Text(f"{acting}{seat_view.names[seat]}{you}{won}", style="bold")
    hand = say("screen.hand_size", n=len(player["hand"]), limit=player["hand_limit"])
    disc = f" · {say('screen.disc')}" if seat_view.view["markers"].get("disc") == seat else ""
    return title.append(f" · {player['score']}{POINTS} · {rubles}{RUBLES} · {hand}{disc}", style="not bold")


def income_subtitle(player: Mapping[str, Any], say: CardTranslator) -> Text:
    """Say what all cards together bring in a round."""
    incomes = player["income"].values()
    total = income_text(
        sum(income["rubles"] for income in incomes), sum(income["points"] for income in incomes)
    )
    return Text(say("screen.per_round", income=total) if total else say("screen.no_income"))


def area_of(player: Mapping[str, Any], color: str, say: CardTranslator) -> dict[str, int]:
    """Count the cards of one colour in an area."""
    area = Counter(player["area"]).elements()
    return merge((card for card in area if row_of(card)["color"] == color), say.with_goods)


def note_text(player: Mapping[str, Any], color: str, say: CardTranslator) -> Text:
    """Say what nobles are worth at the end."""
    if color != "red":
        return Text()
    nobles = player["nobles"]
    note = say("screen.different", n=nobles["different"], points=nobles["points"])
    return Text(f" ({note})", style="dim")


def yield_text(seat_view: SeatView, player: Mapping[str, Any], color: str, phase: str) -> str:
    """Say what the cards of a colour bring at their next scoring; special goods cards only cost."""
    if color == "orange":
        n_cards = sum(n for card, n in player["area"].items() if row_of(card)["color"] == color)
        return f"−{n_cards * seat_view.view['market']['first']}{RUBLES}"
    income = player["income"][phase]
    return income_text(income["rubles"], income["points"])


def area_text(seat_view: SeatView, seat: int, card: str, n_copies: int, say: CardTranslator) -> Text:
    """Write a card of an area with its symbol tile, its copies that were used, and what lies on it."""
    market = seat_view.view["market"]
    words = card_text(card, say, n_copies, "" if market is None else market["tiles"].get(card, ""))
    n_used = seat_view.view["players"][seat]["face_down"].get(card, 0)
    if n_used:
        count = "" if n_used == n_copies else f"{n_used} "
        words.append(f" [{count}{say('screen.face_down')}]", style="dim")
    for action in attached_to(seat_view, seat, card, say):
        words.append(f" [+{card_name(action, say)}]", style=f"bold {STYLES['purple']}")
    return words


def add_hand(table: Table, player: Mapping[str, Any], say: CardTranslator) -> None:
    """Add the hand, if there are cards in it: its owner's cards, or what is known of them."""
    if player["hand"]:
        title = Text(f"{say('screen.hand')} {len(player['hand'])}", style="bold")
        table.add_row(title, Text(", ").join(hand_words(player, say)), "")
    actions = [held["card"] for held in player["hand"] if is_action_card(held.get("card", ""))]
    for card in merge(actions, say.with_goods):
        words = Text(f"{card_name(card, say)}: ", style=STYLES["purple"])
        table.add_row("", words.append(power_sentence(card, say), style="dim"), "")


def hand_words(player: Mapping[str, Any], say: CardTranslator) -> list[Text]:
    """Open cards by name with their cost; of hidden ones what everybody saw, and the backs of the rest."""
    open_cards = [held["card"] for held in player["hand"] if "card" in held]
    backs = Counter(held["deck"] for held in player["hand"] if "card" not in held)
    seen = [card for card in player["hand_seen"] if card not in open_cards]
    backs.subtract(row_of(card)["deck"] for card in seen)
    known = [held_text(card, say) for card in open_cards + seen]
    hidden = [Text(say("screen.hidden", deck=say(f"deck.{deck}"))) for deck in backs.elements()]
    return known + hidden


def held_text(card: str, say: CardTranslator) -> Text:
    """Write a hand card with its kind and printed cost."""
    words = sign_text(card, say).append(" ").append(card_text(card, say))
    return words if is_action_card(card) else words.append(f" {row_of(card)['cost']}{RUBLES}", style="dim")
