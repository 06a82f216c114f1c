"""Saint Petersburg in the terminal: the board, the players and the choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.cli.petersburg_cards import (
    PILE_TITLES,
    RUBLES,
    card_name,
    card_style,
    card_text,
    find_cards,
    is_exchange,
    printed_income,
    sign_text,
    times,
)
from burgomaster.cli.petersburg_choices import moved_card, offer
from burgomaster.cli.petersburg_players import player_panel
from burgomaster.cli.screen import Choice, Screen, Sight
from burgomaster.cli.texts import FOLDER, Voice
from burgomaster.core.language import Catalog
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.table import Move
from burgomaster.games.petersburg.actions import Verb, pack
from burgomaster.games.petersburg.cards import CARD_OF, NO_CARD
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.options import TEXTS as GAME_TEXTS
from burgomaster.games.petersburg.prices import price_of

REVEALING = (Event.CARD_LAID, Event.OBSERVE)


class PetersburgScreen(Screen):
    """The look of Saint Petersburg."""

    groups = ("buy", "play", "take", "discard", "pub", "observe", "other", "pass")
    narrow_groups = ("take", "observe", "pub", "pass")
    pages = ("discard",)

    # The middle of the table

    def board(self, sight: Sight) -> RenderableType:
        """Piles, both rows, and how near the end is."""
        parts: list[RenderableType] = [self.piles(sight), self.rows(sight), self.end_text(sight)]
        drawn = self.drawn_text(sight)
        title = Text(f"{GAME_TEXTS.text(self.say.language, 'game.title')} · ", style="bold")
        title.append(self.where_text(sight))
        body = Group(*parts, drawn) if drawn else Group(*parts)
        return Panel(body, title=title, title_align="left", box=box.ROUNDED, border_style="cyan")

    def where_text(self, sight: Sight) -> str:
        """Round and phase."""
        last = f" · {self.say('petersburg.last_round')}" if sight.view["last_round"] else ""
        phase = self.say(f"phase.{sight.view['phase']}")
        return f"{self.say('petersburg.round', n=sight.view['round'])} · {phase}{last}"

    def piles(self, sight: Sight) -> Table:
        """How many cards each pile has, and who begins its phase."""
        table = Table(box=None, expand=True, pad_edge=False, header_style="")
        table.add_column("")
        piles: Mapping[str, int] = sight.view["piles"]
        for deck in piles:
            table.add_column(self.pile_title(deck, sight), justify="center")
        table.add_column(self.say("petersburg.discard"), justify="center")
        n_discarded = sum(sight.view["discard"].values())
        table.add_row(self.say("petersburg.pile"), *(str(n) for n in piles.values()), str(n_discarded))
        starters = [sight.names[sight.view["markers"][deck]] for deck in piles]
        table.add_row(self.say("petersburg.first"), *starters, "")
        return table

    def pile_title(self, deck: str, sight: Sight) -> Text:
        """The name of a pile; that of the present phase is marked."""
        title = self.say(f"petersburg.{PILE_TITLES[deck]}")
        if deck == sight.view["phase"] and not sight.view["over"]:
            return Text(f"▶ {title}", style="bold reverse")
        return Text(title, style="bold")

    def rows(self, sight: Sight) -> Table:
        """The open cards."""
        table = Table.grid(expand=True, padding=(0, 2, 0, 0))
        table.add_column(ratio=1)
        table.add_column(ratio=1)
        upper = self.row(sight, "upper", Verb.BUY)
        table.add_row(upper, self.row(sight, "lower", Verb.BUY_LOW))
        return table

    def row(self, sight: Sight, name: str, verb: Verb) -> Table:
        """One row of the board, a line for each design."""
        table = Table(box=None, expand=True, pad_edge=False, show_header=False, title_justify="left")
        table.title = Text(self.say(f"petersburg.{name}"), style="bold underline")
        table.add_column(width=2)
        table.add_column(ratio=1)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(justify="right", no_wrap=True, style="dim")
        for card, n_copies in Counter(sight.view[name]).items():
            price = self.board_price(sight, card, verb)
            table.add_row(
                sign_text(card, self.say), card_text(card, self.say, n_copies), price, printed_income(card)
            )
        if not sight.view[name]:
            table.add_row("", Text(self.say("petersburg.empty"), style="dim"), "", "")
        return table

    def board_price(self, sight: Sight, card: str, verb: Verb) -> Text:
        """The printed cost and, for the seat that decides, what it would pay; dim if it cannot."""
        price = price_of(sight.state, int(pack(int(verb), CARD_OF[card], NO_CARD)))
        assert price is not None
        if not sight.is_deciding:
            return Text(f"{price.cost}{RUBLES}")
        words = (
            f"{price.cost}{RUBLES}" if price.total == price.cost else f"{price.cost}→{price.total}{RUBLES}"
        )
        rubles = sight.view["players"][sight.seat]["rubles"]
        return Text(words, style="dim" if price.total > rubles and not is_exchange(card) else "bold")

    def end_text(self, sight: Sight) -> Text:
        """How near the end is."""
        if sight.view["over"]:
            return Text(self.say("decision.over"), style="bold")
        if sight.view["last_round"]:
            return Text(self.say("petersburg.end_now"), style="bold yellow")
        deck, n_cards = min(sight.view["piles"].items(), key=lambda pile: pile[1])
        title = self.say(f"petersburg.{PILE_TITLES[deck]}")
        return Text(self.say("petersburg.end_near", deck=title, n=n_cards), style="dim")

    def drawn_text(self, sight: Sight) -> Text | None:
        """The card that an Observatory drew, or its back."""
        drawn = sight.view["drawn"]
        if drawn is None:
            return None
        if "card" in drawn:
            said = self.say("petersburg.drawn", card=card_name(drawn["card"], self.say))
            return Text(said, style=f"bold {card_style(drawn['card'])}")
        player = sight.names[sight.view["to_move"]]
        deck = self.say(f"deck.{drawn['deck']}")
        return Text(self.say("petersburg.drawn_hidden", player=player, deck=deck))

    # The players

    def players(self, sight: Sight) -> list[RenderableType]:
        """The others in the order in which they follow, then the one who looks."""
        n_players = len(sight.names)
        first = 0 if sight.seat is None else sight.seat + 1
        return [player_panel(sight, (first + step) % n_players, self.say) for step in range(n_players)]

    # The choices

    def question(self, sight: Sight) -> str:
        """What is asked, where it is not an ordinary action."""
        decision = sight.view["decision"]
        return "" if decision == "action" else self.say(f"decision.{decision}")

    def choices(self, sight: Sight, moves: Sequence[Move]) -> list[Choice]:
        """All moves with their prices, in the order in which they are numbered."""
        return offer(sight, moves, self.groups, self.say)

    # On request

    def card_of(self, move: Move) -> str:
        """The card that a move is about."""
        return moved_card(move)

    def example_card(self) -> str:
        """A card that can be asked about."""
        return card_name("observatory_2004", self.say).lower()

    def find_cards(self, sight: Sight, words: str) -> dict[str, list[str]]:
        """The cards that fit these words, with what they do."""
        return find_cards(words, sight.options, self.say)

    def page(self, name: str, sight: Sight) -> RenderableType:
        """The discard pile."""
        cards: Mapping[str, int] = sight.view["discard"]
        if not cards:
            return Text(self.say("petersburg.discard_empty"))
        words = [times(card_name(card, self.say), n_copies) for card, n_copies in cards.items()]
        return Panel(", ".join(words), title=self.say("petersburg.discard_title"), title_align="left")

    def legend(self) -> list[str]:
        """The signs of the kinds and of money."""
        signs = {color: self.say(f"petersburg.sign.{color}") for color in ("green", "blue", "red")}
        return [self.say("petersburg.legend", **signs), self.say("petersburg.legend_price")]

    # What the loop asks

    def reveals(self, events: Sequence[LogEvent]) -> bool:
        """Whether cards were laid out or drawn."""
        return any(event[0] in REVEALING for event in events)

    def standing(self, sight: Sight) -> Any:
        """Round, phase and both rows, while an action is asked for."""
        if sight.view["decision"] != "action":
            return None
        return tuple(str(sight.view[part]) for part in ("round", "phase", "upper", "lower"))


def make_screen(say: Voice) -> Screen:
    """The screen, with the words of the game below those of the command line."""
    return PetersburgScreen(Voice(say.language, Catalog(FOLDER, GAME_TEXTS)))
