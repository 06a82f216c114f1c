"""The table of Spyrium: round, events, the market with its gaps, the players, and what is left or gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import FIRST_BETWEEN_ROWS, PLACES, REWARDS, SIDE
from burgomaster.games.spyrium.rules.cards import EVENT_OF, N_ROUNDS
from burgomaster.games.spyrium.rules.text import event_name, event_sentences
from burgomaster.games.spyrium.terminal.cards import (
    CRYSTALS,
    POINTS,
    SEAT_STYLES,
    STYLES,
    WORKERS,
    card_name,
    card_style,
    card_text,
    seat_mark,
    signs,
)
from burgomaster.terminal.screen import framed, player_title


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
    return framed(Group(*parts), title, "cyan")


def event_text(key: str, shown: Mapping[str, Any] | None, say: Translator) -> Text:
    """Write an event with its token and what it does."""
    if shown is None:
        return Text(f"{say(key)} –", style="dim")
    event = EVENT_OF[shown["event"]]
    token = f" [{shown['token']}]" if shown["token"] else ""
    said = Text(f"{say(key)} ").append(f"{event_name(event, say.language)}{token}", style="bold green")
    return said.append(f" — {event_sentences(event, say.language)[-1]}", style="dim")


# The market


def market_grid(seat_view: SeatView, say: Translator) -> Table:
    """Draw rows of cards with the gaps between them, and between the rows the gaps below each card."""
    grid = Table.grid(expand=True, padding=(0, 0))
    for column in range(2 * SIDE - 1):
        grid.add_column(ratio=4 if column % 2 == 0 else 1, justify="center", vertical="middle")
    for row in range(SIDE):
        cards = [card_cell(seat_view, SIDE * row + n, say) for n in range(SIDE)]
        grid.add_row(*woven(cards, [gap_cell(seat_view, (SIDE - 1) * row + n) for n in range(SIDE - 1)]))
        if row + 1 < SIDE:
            below = [gap_cell(seat_view, FIRST_BETWEEN_ROWS + SIDE * row + n) for n in range(SIDE)]
            grid.add_row(*woven(below, [Text()] * (SIDE - 1)))
    return grid


def woven(parts: Sequence[RenderableType], between: Sequence[RenderableType]) -> list[RenderableType]:
    return [one for pair in zip(parts, [*between, ""], strict=True) for one in pair][:-1]


def gap_cell(seat_view: SeatView, gap: int) -> Text:
    """Draw the number of a gap and the workers in it."""
    cell = Text(f"·{gap}·", style="dim")
    for seat in seat_view.view["gaps"][gap]["workers"]:
        cell.append(" ").append(seat_mark(seat))
    return cell


def card_cell(seat_view: SeatView, position: int, say: Translator) -> Panel:
    """Draw a card with its price, what it does and its tokens; or an empty place."""
    shown = seat_view.view["market"][position]
    if shown is None:
        empty = Text(f"{position} {say('screen.empty')}", style="dim")
        return Panel(empty, box=box.SQUARE, border_style="dim", padding=0)
    head = Text(f"{position} ", style="dim").append(card_text(shown["card"], say))
    head.append(f" {say.count('pound', shown['price'])}", style="bold")
    kind = "technology" if shown["card"].startswith("tech_") else "home"  # that have no signs
    does = Text(signs(shown["card"]) or say(f"screen.kind.{kind}"), style="dim")
    lines = [head, does]
    if shown["tokens"]:
        lines.append(Text(" ".join(f"[{digit}]" for digit in shown["tokens"]), style="bold"))
    return Panel(Group(*lines), box=box.SQUARE, border_style=card_style(shown["card"]), padding=0)


# Players


def player_panel(seat_view: SeatView, seat: int, say: Translator) -> Panel:
    """Draw everything of a player: nothing is hidden."""
    player = seat_view.view["players"][seat]
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_row(Text(say("screen.workers"), style="bold"), workers_text(player, say))
    track = Text()
    for space, value in enumerate(seat_view.view["residence_track"]):
        is_here = space == player["residence_index"]
        track.append(f"[{value}] " if is_here else f"{value} ", style="bold" if is_here else "dim")
    table.add_row(Text(say("screen.residence"), style="bold"), track)
    table.add_row(Text(say("screen.bonus"), style="bold"), bonus_text(player, say))
    holdings = {
        "buildings": Text("\n").join(
            building_text(number, shown, say) for number, shown in enumerate(player["buildings"])
        ),
        "technologies": Text(", ").join(technology_text(shown, say) for shown in player["technologies"]),
    }
    for (name, words), kind in zip(holdings.items(), ("building", "technology"), strict=True):
        if words:
            table.add_row(Text(say(f"screen.{name}"), style=f"bold {STYLES[kind]}"), words)
    style = "bold" if seat_view.view["to_move"] == seat else "dim"
    final = Text(say("screen.final_now", points=player["final"]))
    return framed(table, title_text(seat_view, seat, say), style, final)


def title_text(seat_view: SeatView, seat: int, say: Translator) -> Text:
    """Write letter, name, points, goods and phase."""
    player = seat_view.view["players"][seat]
    title = seat_mark(seat).append(f" {player_title(seat_view, seat, say)}", SEAT_STYLES[seat])
    money = say.count("pound", player["money"])
    goods = f"{player['score']}{POINTS} · {money} · {player['crystals']}{CRYSTALS}"
    phase = say("screen.passed") if player["passed"] else say(f"screen.phase.{player['phase']}")
    used = f", {say('screen.event_used')}" if player["event_used"] else ""
    return title.append(f" · {goods} · {phase}{used}", style="not bold")


def workers_text(player: Mapping[str, Any], say: Translator) -> Text:
    places = [(place, player["workers"][place]) for place in PLACES]
    said = [say(f"screen.place.{place}", n=n) for place, n in places if n or place == "active"]
    return Text(f"{player['workers']['own']}{WORKERS}: " + ", ".join(said))


def bonus_text(player: Mapping[str, Any], say: Translator) -> Text:
    """Write the rewards that were taken, those that still wait, and the tokens kept."""
    said = []
    for reward, n in REWARDS.items():
        key = "screen.reward_taken" if reward in player["rewards"] else "screen.reward_waits"
        said.append(say(key, reward=say(f"screen.reward.{reward}", n=n)))
    if player["kept_tokens"]:
        said.append(say("screen.kept", n=player["kept_tokens"]))
    return Text(", ".join(said))


def building_text(number: int, shown: Mapping[str, Any], say: Translator) -> Text:
    """Write a building with its number, what it does, and whether it was used this round."""
    words = Text(f"{number} ", style="dim").append(card_text(shown["card"], say))
    words.append(f" {signs(shown['card'])}", style="dim")
    if shown["rotated"]:
        workers = f" {shown['workers']}{WORKERS}" if shown["workers"] else ""
        words.append(f" [{say('screen.used')}{workers}]", style="bold")
    return words


def technology_text(shown: Mapping[str, Any], say: Translator) -> Text:
    """Write a technology with what it is worth now, and whether it was turned this round."""
    words = card_text(shown["card"], say).append(f" {shown['points']}{POINTS}", style="not bold")
    return words.append(f" [{say('screen.used')}]", style="bold") if shown["turned"] else words


# What is left, and what is gone


def rest_panel(seat_view: SeatView, say: Translator) -> Panel:
    """Say what is left in the decks, in no order, what left the game, and the tokens."""
    view = seat_view.view
    said = {
        title: [card_name(card, say) + (f" ×{n}" if n > 1 else "") for card, n in cards.items()]
        for title, cards in (
            *((say("screen.deck", period=period), cards) for period, cards in view["decks"].items()),
            (say("screen.gone"), view["gone"]),
        )
    }
    events = [event_name(EVENT_OF[event], say.language) for event in view["later_events"]]
    said[say("screen.later_events")] = events
    lines = [
        Text(f"{title} ", style="bold").append(", ".join(names) or "–", "not bold")
        for title, names in said.items()
    ]
    for key in ("supply", "discard"):
        tokens = "  ".join(f"[{digit}]×{n}" for digit, n in view[key].items())
        lines.append(Text(f"{say(f'screen.{key}')} ", style="bold").append(tokens))
    return framed(Group(*lines), say("screen.rest"))
