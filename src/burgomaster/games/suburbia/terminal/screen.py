"""Suburbia in the terminal: the table, the boroughs as maps, and choices in two steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.suburbia.presentation import LAKE_PAY, turn_order, verdict_key
from burgomaster.games.suburbia.rules.scoring import MONEY_PER_PERSON
from burgomaster.games.suburbia.terminal.board import board_panel, borough_panel, result_table
from burgomaster.games.suburbia.terminal.choices import complete, offer, thing_in, topic_text
from burgomaster.games.suburbia.terminal.tiles import STYLES, find_things, tile_name
from burgomaster.terminal.prompt import BACK, keys_of
from burgomaster.terminal.screen import Choice, Screen

AID = ("turn", "place", "lake", "basic", "invest", "steps", "lines", "goals", "end")


class SuburbiaScreen(Screen):
    """Draws Suburbia."""

    groups = ("keep", "place", "basic", "lake", "invest", "where", "discard", "remove", "dale")
    narrow_groups = ("lake", "discard", "remove")
    pages = ("boroughs", "aid")
    unused = ("pass", "pass_on")

    # What lies on the table

    def board(self, seat_view: SeatView) -> RenderableType:
        return board_panel(seat_view, self.say)

    def players(self, seat_view: SeatView, is_wide: bool = True) -> list[RenderableType]:
        """Draw the boroughs; on a narrow terminal, until the end, only the viewer's."""
        drawn = super().players(seat_view, is_wide)
        return drawn if is_wide or seat_view.seat is None or seat_view.view["over"] else drawn[-1:]

    def player(self, seat_view: SeatView, seat: int) -> RenderableType:
        return borough_panel(seat_view, seat, self.say)

    # The choices

    def question(self, seat_view: SeatView) -> str:
        return self.say(f"decision.{seat_view.phase}")

    def step_question(self, seat_view: SeatView, moves: Sequence[Move]) -> str:
        return topic_text(moves[0], self.say)

    def choices(self, seat_view: SeatView, moves: Sequence[Move]) -> list[Choice]:
        return offer(seat_view, moves, self.groups, self.say)

    def complete(self, seat_view: SeatView, line: str) -> str:
        """Add some cell: what cannot be laid or done at all is refused at any."""
        return complete(seat_view, line)

    # On request

    def card_of(self, move: Move) -> str:
        return thing_in(move)

    def example_card(self) -> str:
        return tile_name("casino", self.say).lower()

    def find_cards(self, seat_view: SeatView, words: str) -> dict[str, list[str]]:
        return find_things(words, seat_view.options, self.say)

    def page(self, name: str, seat_view: SeatView) -> RenderableType:
        if name == "boroughs":
            first, *others = turn_order(seat_view)
            return Group(*(borough_panel(seat_view, seat, self.say) for seat in others or [first]))
        return Group(
            *(Text(self.say(f"screen.aid.{part}", n=LAKE_PAY, pay=MONEY_PER_PERSON)) for part in AID)
        )

    def legend(self, seat_view: SeatView) -> list[str]:
        types = {kind: self.say(f"screen.type.{kind}") for kind in STYLES}
        keys = {"back": keys_of(self.say, BACK)[0]}
        lines = [self.say(f"screen.{part}") for part in ("legend", "legend_map")]
        return [self.say("screen.legend_types", **types), *lines, self.say("screen.legend_typing", **keys)]

    # The end

    def result(self, seat_view: SeatView, changes: Sequence[Mapping[str, Any]]) -> RenderableType | None:
        return result_table(seat_view, changes, self.say)

    def verdict(self, seat_view: SeatView) -> str:
        key, rung = verdict_key(seat_view), seat_view.view["rung"]
        named = "" if rung is None else rung[self.say.language]
        return self.say(f"screen.{key}", n=seat_view.scores[0], rung=named) if key else ""


make_screen = SuburbiaScreen
