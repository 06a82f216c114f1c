"""Saint Petersburg in the terminal: the board, the players and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, moved_card, row_of
from burgomaster.games.petersburg.rules.cards import CARD_OF
from burgomaster.games.petersburg.rules.options import copies_in
from burgomaster.games.petersburg.terminal.board import board_panel, discard_panel, player_panel
from burgomaster.games.petersburg.terminal.cards import card_translator, find_cards
from burgomaster.games.petersburg.terminal.choices import offer
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


make_screen = PetersburgScreen


# What nobody at one keyboard may notice: that somebody is asked for the Pickpocket.
#
# Who took the Pickpocket from the board was seen doing so, and no secret is left. But a card that an
# Observatory drew is known to its owner alone; of it others see the back, that of the exchange deck. If only
# the true owner were handed the keyboard before a phase, everybody would know what they hold. So everybody
# who might hold it, as far as the others can tell, is handed the keyboard, and most of them only press Enter.
# That is needed in few games, and there between few phases.


PICKPOCKET = "pickpocket"


def suspects(seat_view: SeatView) -> list[int]:
    """List the seats that may hold the Pickpocket in secret, in the order in which they are asked.

    It is that of a spectator, who sees nobody's hand; the owner of the phase's marker is never asked.
    """
    view = seat_view.view
    if view["decision"] != "action" or seat_view.options["open_hands"] or is_placed(seat_view):
        return []
    owner, n_players = view["markers"][view["phase"]], len(view["players"])
    order = [(owner + step) % n_players for step in range(1, n_players)]
    return [seat for seat in order if view["first_player"] == owner and holds_secret(seat_view, seat)]


def is_placed(seat_view: SeatView) -> bool:
    """Tell whether everybody knows where the Pickpocket is, or that there is none."""
    view = seat_view.view
    open_cards = [*view["upper"], *view["lower"], *view["discard"]]
    seen = [card for player in view["players"] for card in player["hand_seen"]]
    return PICKPOCKET in (*open_cards, *seen) or copies_in(row_of(PICKPOCKET), seat_view.options) == 0


def holds_secret(seat_view: SeatView, seat: int) -> bool:
    """Tell whether a hand has a card of which others know only that it is of the Pickpocket's deck."""
    player, deck = seat_view.view["players"][seat], row_of(PICKPOCKET)["deck"]
    n_backs = sum(held["deck"] == deck for held in player["hand"])
    n_seen = sum(row_of(card)["deck"] == deck for card in player["hand_seen"])
    return bool(n_backs > n_seen)
