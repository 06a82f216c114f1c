"""The middle of the table of Saint Petersburg: piles, rows, the market, and how near the end is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    BASE_EDITION,
    CardTranslator,
    ends_game,
    is_action_card,
    is_exchange,
    merge,
    starter,
)
from burgomaster.games.petersburg.rules.actions import Verb, pack
from burgomaster.games.petersburg.rules.cards import CARD_OF, NO_CARD
from burgomaster.games.petersburg.rules.prices import price_of
from burgomaster.games.petersburg.terminal.cards import (
    PILE_TITLES,
    RUBLES,
    card_name,
    card_style,
    card_text,
    goods_text,
    printed_income,
    sign_text,
)
from burgomaster.games.petersburg.terminal.market import market_part


def board_panel(seat_view: SeatView, say: CardTranslator) -> Panel:
    """Draw everything that belongs to nobody."""
    parts = [
        piles_table(seat_view, say),
        market_part(seat_view, say),
        rows_table(seat_view, say),
        end_text(seat_view, say),
        drawn_text(seat_view, say),
        extra_text(seat_view, say),
    ]
    title = Text(game_text(seat_view.options, say), style="bold").append(f" · {where_text(seat_view, say)}")
    body = Group(*(part for part in parts if part is not None))
    return Panel(body, title=title, title_align="left", box=box.ROUNDED, border_style="cyan")


def game_text(options: Mapping[str, Any], say: CardTranslator) -> str:
    """Write the name of the game, with its variant if it is not the plain one."""
    expansions = [say(f"variant.{name}") for name in options["expansions"]]
    edition = [] if options["edition"] == BASE_EDITION else [options["edition"]]
    title = " + ".join([" ".join([say("game.title"), *edition]), *expansions])
    return title if options["custom_cards"] is None else f"{title} ({say('screen.custom')})"


def where_text(seat_view: SeatView, say: CardTranslator) -> str:
    """Write round and phase."""
    key = "screen.last_round" if seat_view.view["last_round"] else "screen.round"
    phase = say(f"phase.{seat_view.view['phase']}")
    return f"{say(key, n=seat_view.view['round'])} · {phase}"


# Piles


def piles_table(seat_view: SeatView, say: CardTranslator) -> Table:
    """Say how many cards each pile has, and who begins its phase."""
    table = Table(box=None, expand=True, pad_edge=False, header_style="")
    table.add_column("", no_wrap=True)
    piles: Mapping[str, int] = seat_view.view["piles"]
    for deck in piles:
        table.add_column(pile_title(deck, seat_view, say), justify="center")
    table.add_column(say("screen.discard"), justify="center")
    n_discarded = sum(seat_view.view["discard"].values())
    table.add_row(say("screen.pile"), *(str(n) for n in piles.values()), str(n_discarded))
    table.add_row(
        say("screen.first"), *(seat_view.names[starter(seat_view.view, deck)] for deck in piles), ""
    )
    return table


def pile_title(deck: str, seat_view: SeatView, say: CardTranslator) -> Text:
    """Write the name of a pile; that of the present phase is marked."""
    title = say(f"screen.{PILE_TITLES[deck]}")
    if deck == seat_view.view["phase"] and not seat_view.view["over"]:
        return Text(f"▶ {title}", style="bold reverse")
    return Text(title, style="bold")


# Rows


def rows_table(seat_view: SeatView, say: CardTranslator) -> Table:
    """Draw the open cards."""
    table = Table.grid(expand=True, padding=(0, 2, 0, 0))
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    table.add_row(
        row_table(seat_view, "upper", Verb.BUY, say), row_table(seat_view, "lower", Verb.BUY_LOW, say)
    )
    return table


def row_table(seat_view: SeatView, name: str, verb: Verb, say: CardTranslator) -> Table:
    """Draw one row of the board, a line for each design."""
    table = Table(box=None, expand=True, pad_edge=False, show_header=False, title_justify="left")
    table.title = Text(say(f"screen.{name}"), style="bold underline")
    table.add_column(width=2)
    table.add_column(ratio=1)
    for _ in range(3 if say.with_goods else 2):
        table.add_column(justify="right", no_wrap=True)
    for card, n_copies in merge(seat_view.view[name], say.with_goods).items():
        cells = [board_price(seat_view, card, verb, say), Text(printed_income(card), style="dim")]
        goods = [goods_text(card, say)] if say.with_goods else []
        table.add_row(sign_text(card, say), card_text(card, say, n_copies), *cells, *goods)
    if not seat_view.view[name]:
        table.add_row("", Text(say("screen.empty"), style="dim"))
    return table


def board_price(seat_view: SeatView, card: str, verb: Verb, say: CardTranslator) -> Text:
    """Write the printed cost and, for the seat that decides, what it would pay; dim if it cannot."""
    if is_action_card(card):
        return Text(say("screen.only_take"), style="dim")
    price = price_of(seat_view.state, int(pack(int(verb), CARD_OF[card], NO_CARD)))
    assert price is not None
    if not seat_view.is_to_move:
        return Text(f"{price.cost}{RUBLES}")
    words = f"{price.cost}{RUBLES}" if price.total == price.cost else f"{price.cost}→{price.total}{RUBLES}"
    rubles = seat_view.view["players"][seat_view.seat]["rubles"]
    return Text(words, style="dim" if price.total > rubles and not is_exchange(card) else "bold")


# What else is to be known


def end_text(seat_view: SeatView, say: CardTranslator) -> Text:
    """Say how near the end is."""
    if seat_view.view["over"]:
        return Text(say("decision.over"), style="bold")
    if seat_view.view["last_round"]:
        return Text(say("screen.end_now"), style="bold yellow")
    ends = {deck: n for deck, n in seat_view.view["piles"].items() if ends_game(deck, seat_view)}
    deck, n_cards = min(ends.items(), key=lambda pile: pile[1])
    title = say(f"screen.{PILE_TITLES[deck]}")
    return Text(say("screen.end_near", deck=title, n=n_cards), style="dim")


def drawn_text(seat_view: SeatView, say: CardTranslator) -> Text | None:
    """Write the card that an Observatory drew, or its back."""
    drawn = seat_view.view["drawn"]
    if drawn is None:
        return None
    if "card" in drawn:
        said = say("screen.drawn", card=card_name(drawn["card"], say))
        return Text(said, style=f"bold {card_style(drawn['card'])}")
    player = seat_view.names[seat_view.view["to_move"]]
    deck = say(f"deck.{drawn['deck']}")
    return Text(say("screen.drawn_hidden", player=player, deck=deck))


def extra_text(seat_view: SeatView, say: CardTranslator) -> Text | None:
    """Write the actions of a Double Turn that are still to come, the one that is asked for among them."""
    n_left = int(seat_view.state.extra_actions) + 1
    is_extra = n_left > 1 or int(seat_view.state.turn_actions) > 0
    if not is_extra or seat_view.view["decision"] != "action":
        return None
    said = say("screen.extra_actions", player=seat_view.names[seat_view.view["to_move"]], n=n_left)
    return Text(said, style=f"bold {card_style('double_turn')}")


def discard_panel(cards: Mapping[str, int], say: CardTranslator) -> RenderableType:
    """Draw the discard pile, kind by kind as it is sorted in our table."""
    if not cards:
        return Text(say("screen.discard_empty"))
    words = [card_text(card, say, n) for card, n in merge(Counter(cards).elements(), say.with_goods).items()]
    return Panel(Text(", ").join(words), title=say("screen.discard_title"), title_align="left")
