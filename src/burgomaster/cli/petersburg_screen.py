"""Saint Petersburg in the terminal: the board, the players and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from burgomaster.cli.petersburg_board import board_panel, discard_panel
from burgomaster.cli.petersburg_cards import CardVoice, card_voice, find_cards, row_of
from burgomaster.cli.petersburg_choices import moved_card, offer
from burgomaster.cli.petersburg_players import player_panel
from burgomaster.cli.petersburg_secrets import suspects
from burgomaster.cli.screen import Choice, Screen, Sight
from burgomaster.cli.texts import FOLDER, Voice
from burgomaster.core.language import Catalog
from burgomaster.core.table import Move
from burgomaster.games.petersburg.cards import CARD_OF
from burgomaster.games.petersburg.options import TEXTS as GAME_TEXTS
from burgomaster.games.petersburg.options import copies_in


class PetersburgScreen(Screen):
    """The look of Saint Petersburg."""

    groups = (
        "buy",
        "play",
        "use",
        "take",
        "discard",
        "black_buy",
        "black_take",
        "prison_buy",
        "prison_take",
        "prison_return",
        "observe",
        "guild",
        "answer",
        "pub",
        "keep",
        "pass",
    )
    narrow_groups = (
        "use",
        "take",
        "observe",
        "pub",
        "pass",
        "guild",
        "answer",
        "keep",
        "black_take",
        "prison_take",
        "prison_return",
    )
    dense_groups = ("black_buy", "prison_buy")
    pages = ("discard",)

    def voice(self, sight: Sight) -> CardVoice:
        """The voice that knows this game's cards."""
        return card_voice(self.say.language, self.say.catalog, sight.options)

    # What lies on the table

    def board(self, sight: Sight) -> RenderableType:
        """Piles, both rows, and how near the end is."""
        return board_panel(sight, self.voice(sight))

    def players(self, sight: Sight) -> list[RenderableType]:
        """The others in the order in which they follow, then the one who looks."""
        say, n_players = self.voice(sight), len(sight.names)
        first = 0 if sight.seat is None else sight.seat + 1
        return [player_panel(sight, (first + step) % n_players, say) for step in range(n_players)]

    # The choices

    def question(self, sight: Sight) -> str:
        """What is asked, where it is not an ordinary action."""
        decision = sight.view["decision"]
        return "" if decision == "action" else self.say(f"decision.{decision}")

    def choices(self, sight: Sight, moves: Sequence[Move]) -> list[Choice]:
        """All moves with their prices, in the order in which they are numbered."""
        return offer(sight, moves, self.groups, self.voice(sight))

    # On request

    def card_of(self, move: Move) -> str:
        """The card that a move is about."""
        return moved_card(move)

    def example_card(self) -> str:
        """A card that can be asked about."""
        return row_of("observatory_2004")[f"name_{self.say.language}"].lower()

    def find_cards(self, sight: Sight, words: str) -> dict[str, list[str]]:
        """The cards that fit these words, with what they do."""
        return find_cards(words, sight.options, self.voice(sight))

    def page(self, name: str, sight: Sight) -> RenderableType:
        """The discard pile."""
        return discard_panel(sight.view["discard"], self.voice(sight))

    def legend(self, sight: Sight) -> list[str]:
        """The signs of the kinds and of money, as far as they can turn up in this game."""
        signs = {color: self.say(f"petersburg.sign.{color}") for color in ("green", "blue", "red")}
        lines = [self.say("petersburg.legend", **signs), self.say("petersburg.legend_price")]
        colors = {row_of(card)["color"] for card in CARD_OF if copies_in(row_of(card), sight.options) > 0}
        if self.voice(sight).with_goods:
            signs = {color: self.say(f"petersburg.sign.{color}") for color in ("yellow", "orange")}
            lines.append(self.say("petersburg.legend_market", **signs))
        if "purple" in colors:
            lines.append(self.say("petersburg.legend_action", purple=self.say("petersburg.sign.purple")))
        return lines

    # What the loop asks

    def suspects(self, sight: Sight) -> list[int]:
        """Those who may hold the Pickpocket in secret."""
        return suspects(sight)

    def standing(self, sight: Sight) -> Any:
        """Round, phase and both rows, while an action is asked for."""
        if sight.view["decision"] != "action":
            return None
        return tuple(str(sight.view[part]) for part in ("round", "phase", "upper", "lower"))


def make_screen(say: Voice) -> Screen:
    """The screen, with the words of the game below those of the command line."""
    return PetersburgScreen(Voice(say.language, Catalog(FOLDER, GAME_TEXTS)))
