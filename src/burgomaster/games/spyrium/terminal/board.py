"""The middle of the table of Spyrium: round, events, market; and on request what is left and what is gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.cards import EVENT_OF, N_ROUNDS
from burgomaster.games.spyrium.rules.text import event_name, event_sentences
from burgomaster.games.spyrium.terminal.cards import card_name
from burgomaster.games.spyrium.terminal.market import market_grid


def board_panel(seat_view: SeatView, say: Translator) -> Panel:
    """Draw everything that belongs to nobody."""
    view = seat_view.view
    parts: list[RenderableType] = [
        event_text("screen.event", view["event"], say),
        event_text("screen.next_event", view["next_event"], say),
        market_grid(seat_view, say),
    ]
    where = say("screen.round", n=view["round"], all=N_ROUNDS, period=view["period"])
    title = Text(say("game.title"), style="bold").append(f" · {where}")
    title.append(f" · {say('screen.first', player=seat_view.names[view['first_player']])}", style="not bold")
    return Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED, border_style="cyan")


def event_text(key: str, shown: Mapping[str, Any] | None, say: Translator) -> Text:
    """Write an event with its token and what it does."""
    if shown is None:
        return Text(f"{say(key)} –", style="dim")
    event = EVENT_OF[shown["event"]]
    token = f" [{shown['token']}]" if shown["token"] else ""
    said = Text(f"{say(key)} ").append(f"{event_name(event, say.language)}{token}", style="bold green")
    return said.append(f" — {event_sentences(event, say.language)[-1]}", style="dim")


def rest_panel(seat_view: SeatView, say: Translator) -> Panel:
    """Say what is left in the decks, in no order, what left the game, and the tokens."""
    view = seat_view.view
    piles = {say("screen.deck", period=period): cards for period, cards in view["decks"].items()}
    piles[say("screen.gone")] = view["gone"]
    lines = [rest_line(title, cards, say) for title, cards in piles.items()]
    events = [event_name(EVENT_OF[event], say.language) for event in view["later_events"]]
    lines.append(Text(f"{say('screen.later_events')} ", style="bold").append(", ".join(events) or "–"))
    for key in ("supply", "discard"):
        tokens = "  ".join(f"[{digit}]×{n}" for digit, n in view[key].items())
        lines.append(Text(f"{say(f'screen.{key}')} ", style="bold").append(tokens))
    return Panel(Group(*lines), title=say("screen.rest"), title_align="left", box=box.ROUNDED)


def rest_line(title: str, cards: Mapping[str, int], say: Translator) -> Text:
    """Write cards with their numbers."""
    names = [card_name(card, say) + (f" ×{n}" if n > 1 else "") for card, n in cards.items()]
    return Text(f"{title} ", style="bold").append(", ".join(names) or "–", style="not bold")
