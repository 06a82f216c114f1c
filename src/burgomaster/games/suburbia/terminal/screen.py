"""Suburbia in the terminal: the table, the boroughs as maps, and choices in two steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from burgomaster.core.log import Event as LogEvent
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import LAKE_PAY
from burgomaster.games.suburbia.rules.actions import Verb, verb_of
from burgomaster.games.suburbia.rules.scoring import MONEY_PER_PERSON
from burgomaster.games.suburbia.rules.state import DALE_SEAT
from burgomaster.games.suburbia.terminal.board import board_panel
from burgomaster.games.suburbia.terminal.cell_choices import where_table
from burgomaster.games.suburbia.terminal.choices import (
    CELL_VERBS,
    cell_in,
    choices,
    complete,
    group_of,
    price_text,
    thing_in,
    topics,
)
from burgomaster.games.suburbia.terminal.log_digest import digest
from burgomaster.games.suburbia.terminal.players import borough_panel, boroughs, other_boroughs
from burgomaster.games.suburbia.terminal.result import result_table, verdict
from burgomaster.games.suburbia.terminal.tiles import STYLES, effect_text, find_things, tile_name, tile_style
from burgomaster.terminal.prompt import BACK, keys_of
from burgomaster.terminal.screen import Choice, Screen

AID = ("turn", "place", "lake", "basic", "invest", "steps", "lines", "goals", "end")
ROOM_FOR_BOTH = 156  # a map and the table beside it


class SuburbiaScreen(Screen):
    """Draws Suburbia."""

    groups = ("keep", "place", "basic", "lake", "invest", "where", "discard", "remove", "dale")
    narrow_groups = ("lake", "discard", "remove")
    drawn_groups = ("where",)
    pages = ("boroughs", "aid")
    unused = ("pass", "pass_on")

    # What lies on the table

    def board(self, seat_view: SeatView) -> RenderableType:
        """Draw market, stacks, goals and everybody's tracks."""
        return board_panel(seat_view, self.say)

    def brief_board(self, seat_view: SeatView) -> RenderableType:
        """Draw the same with goals and tracks in one table."""
        return board_panel(seat_view, self.say, is_brief=True)

    def players(self, seat_view: SeatView) -> list[RenderableType]:
        """Draw the boroughs."""
        return [boroughs(seat_view, self.say)]

    def brief_players(self, seat_view: SeatView) -> list[RenderableType]:
        """Draw the boroughs without their boards."""
        return [boroughs(seat_view, self.say, with_board=False)]

    # The choices

    def question(self, seat_view: SeatView) -> str:
        """Say what is asked."""
        return self.say(f"decision.{seat_view.phase}")

    def topics(self, seat_view: SeatView, moves: Sequence[Move]) -> list[Choice]:
        """Offer what to lay or do; where comes second."""
        return topics(seat_view, moves, self.groups, self.say)

    def choices(self, seat_view: SeatView, moves: Sequence[Move]) -> list[Choice]:
        """Offer the cells with what follows, or the choices of a decision that has only one step."""
        return choices(seat_view, moves, self.say)

    def complete(self, seat_view: SeatView, line: str) -> str:
        """Add some cell: what cannot be laid or done at all is refused at any."""
        return complete(seat_view, line)

    def focus(
        self, seat_view: SeatView, topic: Choice | None, choices: Sequence[Choice]
    ) -> RenderableType | None:
        """Draw the borough with the numbers of the choices in it, where a cell is chosen."""
        verb = verb_of(choices[0].move.code)
        if verb not in CELL_VERBS or (topic is None and verb != Verb.DALE):
            return None
        seat = DALE_SEAT if verb == Verb.DALE else seat_view.seat
        assert seat is not None
        numbers = {cell_in(choice.move): number for number, choice in enumerate(choices, start=1)}
        panel = borough_panel(seat_view, seat, self.say, numbers=numbers)
        chosen_on = Group(self.heading(choices[0].move), panel)
        if verb == Verb.DALE:
            return Focus(chosen_on, self.board(seat_view))
        return Group(Focus(chosen_on, self.board(seat_view)), where_table(seat_view, choices, self.say))

    def heading(self, move: Move) -> Text:
        """Say what is being laid or done."""
        group = self.say(f"group.{group_of(move)}")
        if verb_of(move.code) == Verb.INVEST:
            return Text(f"{group}: {self.say('screen.invest_how')}", style="bold")
        tile = thing_in(move)
        words = Text(f"{group}: ", style="bold").append(tile_name(tile, self.say), style=tile_style(tile))
        if verb_of(move.code) != Verb.DALE:
            words.append(f" · {price_text(move, self.say)}")
        effect = (
            self.say("screen.lake", n=LAKE_PAY)
            if verb_of(move.code) == Verb.LAKE
            else effect_text(tile, self.say)
        )
        return words.append(f" · {effect}", style="not bold")

    # On request

    def card_of(self, move: Move) -> str:
        """Name the tile or goal that a move is about."""
        return thing_in(move)

    def example_card(self) -> str:
        """Name a tile that can be asked about."""
        return tile_name("casino", self.say).lower()

    def find_cards(self, seat_view: SeatView, words: str) -> dict[str, list[str]]:
        """Find the tiles and goals that fit these words, with what they do."""
        return find_things(words, seat_view.options, self.say)

    def page(self, name: str, seat_view: SeatView) -> RenderableType:
        """Draw the boroughs of the others, or the rules in short."""
        if name == "boroughs":
            return other_boroughs(seat_view, self.say)
        return Group(
            *(Text(self.say(f"screen.aid.{part}", n=LAKE_PAY, pay=MONEY_PER_PERSON)) for part in AID)
        )

    def legend(self, seat_view: SeatView) -> list[str]:
        """Explain the types, the signs and the short words."""
        types = {kind: self.say(f"screen.type.{kind}") for kind in STYLES}
        keys = {"back": keys_of(self.say, BACK)[0]}
        lines = [self.say(f"screen.{part}") for part in ("legend", "legend_map")]
        return [
            self.say("screen.legend_types", **types),
            *lines,
            self.say("screen.legend_typing", **keys),
        ]

    # What the loop asks

    def digest(self, names: Sequence[str], events: Sequence[LogEvent], lines: Sequence[str]) -> list[str]:
        """Tell a paragraph a turn."""
        return digest(names, events, lines, self.say("reader.you").capitalize())

    def result(self, seat_view: SeatView, changes: Sequence[Mapping[str, Any]]) -> RenderableType | None:
        """Draw population, goals and money."""
        return result_table(seat_view, changes, self.say)

    def verdict(self, seat_view: SeatView) -> str:
        """Say what a solo player has become."""
        return verdict(seat_view, self.say)


@dataclass(frozen=True)
class Focus:
    """A map on which something is chosen; where there is room, the table beside it."""

    chosen_on: RenderableType
    table: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw one part or both."""
        if console.width < ROOM_FOR_BOTH:
            yield self.chosen_on
            return
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        grid.add_row(self.chosen_on, self.table)
        yield grid


def make_screen(say: Translator) -> Screen:
    """Make the screen of the game."""
    return SuburbiaScreen(say)
