"""How a game looks in the terminal: any game, unless it has a module `terminal.screen` of its own.

A screen draws what a seat sees: its view, and a position from which everything hidden was removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from burgomaster.core.language import mark_reader
from burgomaster.core.move import Move
from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.terminal.texts import game_translator, short_name


@dataclass(frozen=True)
class Choice:
    """A legal move as it is offered."""

    move: Move
    group: str  # a key of [group]
    label: str
    price: str = ""
    why: str = ""  # how the price came about
    style: str = ""
    cluster: str = ""  # what it has in common with its neighbours, who then share a line
    key: str = ""  # what can be typed instead of its number
    moves: tuple[Move, ...] = ()  # of a step: those to which it leads


class Screen:
    """Draws a game that has no screen of its own."""

    groups: tuple[str, ...] = ()  # the order of the groups of choices
    narrow_groups: tuple[str, ...] = ()  # groups whose choices need little room
    pages: tuple[str, ...] = ()  # keys of pages of its own, see `page`
    unused: tuple[str, ...] = ()  # commands that never make sense in this game

    def __init__(self, say: Translator) -> None:
        self.say = say

    def board(self, seat_view: SeatView) -> RenderableType:
        """Draw what lies in the middle of the table."""
        return Text("\n".join(seat_view.description(self.say.language)))

    def players(self, seat_view: SeatView, is_wide: bool = True) -> list[RenderableType]:
        """Draw the others in the order in which they follow, then the viewer, next to the choices."""
        n_players = len(seat_view.names)
        first = 0 if seat_view.seat is None else seat_view.seat + 1
        return [self.player(seat_view, (first + step) % n_players) for step in range(n_players)]

    def player(self, seat_view: SeatView, seat: int) -> RenderableType:
        return Panel(str(seat_view.scores[seat]), title=seat_view.names[seat])

    def question(self, seat_view: SeatView) -> str:
        """Say what the seat to move is asked, "" if the choices say it."""
        return ""

    def step_question(self, seat_view: SeatView, moves: Sequence[Move]) -> str:
        """Say what is asked once a step was chosen and these moves are left."""
        return ""

    def choice(self, seat_view: SeatView, move: Move) -> Choice:
        return Choice(move, "other", move.text(self.say.language))

    def choices(self, seat_view: SeatView, moves: Sequence[Move]) -> list[Choice]:
        """Offer all moves, or steps to several of them, in the order in which they are numbered."""
        offered = [self.choice(seat_view, move) for move in moves]
        order = {group: place for place, group in enumerate(self.groups)}
        return sorted(offered, key=lambda choice: order.get(choice.group, len(order)))

    def complete(self, seat_view: SeatView, line: str) -> str:
        """Complete the notation of a move that is in no topic, so that the rules can say what is wrong."""
        return line

    def card_of(self, move: Move) -> str:
        """Name the card that a move is about, "" if there is none."""
        return ""

    def example_card(self) -> str:
        """Name a card that can be asked about."""
        return ""

    def find_cards(self, seat_view: SeatView, words: str) -> dict[str, list[str]]:
        """Find the cards that fit these words, by name, with what they do."""
        return {}

    def page(self, name: str, seat_view: SeatView) -> RenderableType:
        """Draw one of the game's own pages."""
        raise KeyError(name)

    def legend(self, seat_view: SeatView) -> list[str]:
        """Explain the signs on the screen."""
        return []

    def suspects(self, seat_view: SeatView) -> list[int]:
        """List the seats that, as far as a spectator can tell, may be asked in secret as a phase begins."""
        return []

    def result(self, seat_view: SeatView, changes: Sequence[Mapping[str, Any]]) -> RenderableType | None:
        """Draw how the points came about, instead of the ranking; `changes` are those of the last move."""
        return None

    def verdict(self, seat_view: SeatView) -> str:
        """Say the last word at the end, "" if it is simply said who has won."""
        return ""

    def standing(self, seat_view: SeatView) -> Any:
        """Note what must stay the same for a player who keeps passing, None if that is no use."""
        return None


def framed(
    body: RenderableType, title: str | Text, style: str = "none", subtitle: str | Text | None = None
) -> Panel:
    """Draw a frame around something, with a title at the left and a subtitle at the right."""
    return Panel(
        body,
        title=title,
        title_align="left",
        subtitle=subtitle,
        subtitle_align="right",
        box=box.ROUNDED,
        border_style=style,
    )


def player_title(seat_view: SeatView, seat: int, say: Translator) -> str:
    """Write a player's name, whether it is their turn, whether they look at it and whether they have won."""
    acting = "▶ " if seat_view.view["to_move"] == seat else ""
    you = f" {say('screen.you')}" if seat == seat_view.seat else ""
    won = f" · {say('screen.winner')}" if seat in seat_view.winners and len(seat_view.names) > 1 else ""
    return f"{acting}{seat_view.names[seat]}{you}{won}"


def view_seat(table: Table, seat: int | None, is_reader: bool = True) -> SeatView:
    """Look at a table from a seat, with names short enough for a screen."""
    names = [short_name(name) for name in table.names]
    return replace(SeatView.of(table, seat), names=mark_reader(names, seat if is_reader else None))


def load_screen(game: str, language: str) -> Screen:
    """Make the screen of a game; the plain one if it has none of its own."""
    module, say = game_part(game, "terminal.screen"), game_translator(game, language)
    screen: Screen = Screen(say) if module is None else module.make_screen(say)
    return screen
