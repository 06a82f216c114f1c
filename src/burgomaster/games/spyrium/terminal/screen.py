"""Spyrium in the terminal: the market, the players and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.spyrium.rules.actions import NONE, Verb, position_of, verb_of
from burgomaster.games.spyrium.rules.cards import IDS, NO_CARD
from burgomaster.games.spyrium.terminal.board import board_panel, player_panel, rest_panel
from burgomaster.games.spyrium.terminal.cards import card_name, find_cards
from burgomaster.games.spyrium.terminal.choices import offer, step_of
from burgomaster.terminal.screen import Choice, Screen

EXAMPLE = "bld_factory_1"


class SpyriumScreen(Screen):
    """Draws Spyrium."""

    groups = (
        *("place_worker", "activate", "earn", "building", "event", "phase", "answer"),
        *("token", "read", "lobby", "plot", "alternative", "gap", "pass"),
    )
    narrow_groups = ("place_worker", "earn", "phase", "answer", "pass", "gap", "token", "read", "event")
    pages = ("discard",)

    # What lies on the table

    def board(self, seat_view: SeatView) -> RenderableType:
        return board_panel(seat_view, self.say)

    def player(self, seat_view: SeatView, seat: int) -> RenderableType:
        return player_panel(seat_view, seat, self.say)

    # The choices

    def question(self, seat_view: SeatView) -> str:
        return self.say(f"decision.{seat_view.view['decision']}")

    def step_question(self, seat_view: SeatView, moves: Sequence[Move]) -> str:
        return self.say(f"screen.ask.{step_of(moves).name}")

    def choices(self, seat_view: SeatView, moves: Sequence[Move]) -> list[Choice]:
        return offer(seat_view, moves, self.groups, self.say)

    # On request

    def card_of(self, move: Move) -> str:
        if verb_of(move.code) != Verb.ACTIVATE or position_of(move.code) == NONE:
            return ""
        state: Any = move.states[0]
        card = int(state.market[position_of(move.code)].card)
        return "" if card == NO_CARD else IDS[card]

    def example_card(self) -> str:
        return card_name(EXAMPLE, self.say).lower()

    def find_cards(self, seat_view: SeatView, words: str) -> dict[str, list[str]]:
        return find_cards(words, self.say)

    def page(self, name: str, seat_view: SeatView) -> RenderableType:
        return rest_panel(seat_view, self.say)

    def legend(self, seat_view: SeatView) -> list[str]:
        return [self.say("screen.legend"), self.say("screen.legend_gaps")]


make_screen = SpyriumScreen
