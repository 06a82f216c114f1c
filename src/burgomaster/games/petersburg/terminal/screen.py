"""Saint Petersburg in the terminal: the board, the players and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.petersburg.presentation import CardTranslator, moved_card, row_of
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.rules.options import copies_in
from burgomaster.games.petersburg.terminal.board import board_panel, discard_panel, player_panel
from burgomaster.games.petersburg.terminal.cards import card_translator, find_cards
from burgomaster.games.petersburg.terminal.choices import offer
from burgomaster.games.petersburg.terminal.secret_questions import suspects
from burgomaster.terminal.screen import Choice, Screen


class PetersburgScreen(Screen):
    """Draws Saint Petersburg."""

    groups = (
        *("buy", "play", "use", "take", "discard", "black_buy", "black_take", "prison_buy", "prison_take"),
        *("prison_return", "observe", "guild", "answer", "pub", "keep", "pass"),
    )
    narrow_groups = tuple(group for group in groups if group not in ("buy", "play", "discard"))
    pages = ("discard",)

    def say_cards(self, seat_view: SeatView) -> CardTranslator:
        """Make the translator that knows this game's cards."""
        return card_translator(self.say, seat_view.options)

    # What lies on the table

    def board(self, seat_view: SeatView) -> RenderableType:
        return board_panel(seat_view, self.say_cards(seat_view))

    def player(self, seat_view: SeatView, seat: int) -> RenderableType:
        return player_panel(seat_view, seat, self.say_cards(seat_view))

    # The choices

    def question(self, seat_view: SeatView) -> str:
        decision = seat_view.view["decision"]
        return "" if decision == "action" else self.say(f"decision.{decision}")

    def choices(self, seat_view: SeatView, moves: Sequence[Move]) -> list[Choice]:
        return offer(seat_view, moves, self.groups, self.say_cards(seat_view))

    # On request

    def card_of(self, move: Move) -> str:
        return moved_card(move)

    def example_card(self) -> str:
        return row_of("observatory_2004")[f"name_{self.say.language}"].lower()

    def find_cards(self, seat_view: SeatView, words: str) -> dict[str, list[str]]:
        return find_cards(words, seat_view.options, self.say_cards(seat_view))

    def page(self, name: str, seat_view: SeatView) -> RenderableType:
        return discard_panel(seat_view.view["discard"], self.say_cards(seat_view))

    def legend(self, seat_view: SeatView) -> list[str]:
        """Explain the signs of the kinds and of money, as far as they can turn up in this game."""
        signs = {color: self.say(f"screen.sign.{color}") for color in ("green", "blue", "red")}
        lines = [self.say("screen.legend", **signs), self.say("screen.legend_price")]
        colors = {row_of(card)["color"] for card in CARD_OF if copies_in(row_of(card), seat_view.options) > 0}
        if self.say_cards(seat_view).with_goods:
            signs = {color: self.say(f"screen.sign.{color}") for color in ("yellow", "orange")}
            lines.append(self.say("screen.legend_market", **signs))
        if "purple" in colors:
            lines.append(self.say("screen.legend_action", purple=self.say("screen.sign.purple")))
        return lines

    # What the loop asks

    def suspects(self, seat_view: SeatView) -> list[int]:
        """List those who may hold the Pickpocket in secret."""
        return suspects(seat_view)

    def standing(self, seat_view: SeatView) -> Any:
        """Note round, phase and both rows, while an action is asked for."""
        if seat_view.view["decision"] != "action":
            return None
        return tuple(str(seat_view.view[part]) for part in ("round", "phase", "upper", "lower"))


def make_screen(say: Translator) -> Screen:
    """Make the screen of the game."""
    return PetersburgScreen(say)
