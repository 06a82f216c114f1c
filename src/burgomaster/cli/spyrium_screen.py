"""Spyrium in the terminal: the market, the players and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from burgomaster.cli.screen import Choice, Screen, Sight
from burgomaster.cli.spyrium_board import board_panel, rest_panel
from burgomaster.cli.spyrium_cards import card_name, find_cards
from burgomaster.cli.spyrium_choices import offer, step_of
from burgomaster.cli.spyrium_players import player_panel
from burgomaster.cli.texts import FOLDER, Voice
from burgomaster.core.language import Catalog
from burgomaster.core.table import Move
from burgomaster.games.spyrium.actions import NONE, Verb, position_of, verb_of
from burgomaster.games.spyrium.cards import IDS, NO_CARD
from burgomaster.games.spyrium.options import TEXTS as GAME_TEXTS

EXAMPLE = "bld_factory_1"


class SpyriumScreen(Screen):
    """The look of Spyrium."""

    groups = (
        "place_worker",
        "activate",
        "earn",
        "building",
        "event",
        "phase",
        "answer",
        "token",
        "read",
        "lobby",
        "plot",
        "alternative",
        "gap",
        "pass",
    )
    narrow_groups = ("place_worker", "earn", "phase", "answer", "pass", "gap", "token", "read", "event")
    dense_groups = ()
    pages = ("discard",)

    # What lies on the table

    def board(self, sight: Sight) -> RenderableType:
        """Events and market."""
        return board_panel(sight, self.say)

    def players(self, sight: Sight) -> list[RenderableType]:
        """The others in the order in which they follow, then the one who looks."""
        n_players = len(sight.names)
        first = 0 if sight.seat is None else sight.seat + 1
        return [player_panel(sight, (first + step) % n_players, self.say) for step in range(n_players)]

    # The choices

    def question(self, sight: Sight) -> str:
        """What is asked."""
        return self.say(f"decision.{sight.view['decision']}")

    def step_question(self, sight: Sight, moves: Sequence[Move]) -> str:
        """Which part of the option is asked for."""
        return self.say(f"spyrium.ask.{step_of(moves).name}")

    def choices(self, sight: Sight, moves: Sequence[Move]) -> list[Choice]:
        """The moves, or the steps to them, in the order in which they are numbered."""
        return offer(sight, moves, self.groups, self.say)

    # On request

    def card_of(self, move: Move) -> str:
        """The card that a move activates."""
        if verb_of(move.code) != Verb.ACTIVATE or position_of(move.code) == NONE:
            return ""
        state: Any = move.states[0]
        card = int(state.market[position_of(move.code)].card)
        return "" if card == NO_CARD else IDS[card]

    def example_card(self) -> str:
        """A card that can be asked about."""
        return card_name(EXAMPLE, self.say).lower()

    def find_cards(self, sight: Sight, words: str) -> dict[str, list[str]]:
        """The cards and events that fit these words, with what they do."""
        return find_cards(words, self.say)

    def page(self, name: str, sight: Sight) -> RenderableType:
        """What is left and what is gone."""
        return rest_panel(sight, self.say)

    def legend(self, sight: Sight) -> list[str]:
        """The signs."""
        return [self.say("spyrium.legend"), self.say("spyrium.legend_gaps")]

    # What the loop asks


def make_screen(say: Voice) -> Screen:
    """The screen, with the words of the game below those of the command line."""
    return SpyriumScreen(Voice(say.language, Catalog(FOLDER, GAME_TEXTS)))
