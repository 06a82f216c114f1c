"""One player of Spyrium: goods, workers, residence track, buildings and technologies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import PLACES, REWARDS
from burgomaster.games.spyrium.terminal.cards import (
    CRYSTALS,
    POINTS,
    SEAT_STYLES,
    STYLES,
    WORKERS,
    card_text,
    seat_mark,
    signs,
)


def player_panel(seat_view: SeatView, seat: int, say: Translator) -> Panel:
    """Draw everything of a player: nothing is hidden."""
    player = seat_view.view["players"][seat]
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_row(Text(say("screen.workers"), style="bold"), workers_text(player, say))
    table.add_row(Text(say("screen.residence"), style="bold"), track_text(seat_view, player))
    table.add_row(Text(say("screen.bonus"), style="bold"), bonus_text(player, say))
    if player["buildings"]:
        title = Text(say("screen.buildings"), style=f"bold {STYLES['building']}")
        words = Text("\n").join(
            building_text(number, shown, say) for number, shown in enumerate(player["buildings"])
        )
        table.add_row(title, words)
    if player["technologies"]:
        title = Text(say("screen.technologies"), style=f"bold {STYLES['technology']}")
        table.add_row(title, Text(", ").join(technology_text(shown, say) for shown in player["technologies"]))
    return Panel(
        table,
        title=title_text(seat_view, seat, say),
        title_align="left",
        subtitle=Text(say("screen.final_now", points=player["final"])),
        subtitle_align="right",
        box=box.ROUNDED,
        border_style="bold" if seat_view.view["to_move"] == seat else "dim",
    )


def title_text(seat_view: SeatView, seat: int, say: Translator) -> Text:
    """Write letter, name, points, goods and phase."""
    player = seat_view.view["players"][seat]
    you = f" {say('screen.you')}" if seat == seat_view.seat else ""
    won = f" · {say('screen.winner')}" if seat in seat_view.winners else ""
    acting = "▶ " if seat_view.view["to_move"] == seat else ""
    title = (
        Text(acting).append(seat_mark(seat)).append(f" {seat_view.names[seat]}{you}{won}", SEAT_STYLES[seat])
    )
    money = say.count("pound", player["money"])
    goods = f"{player['score']}{POINTS} · {money} · {player['crystals']}{CRYSTALS}"
    return title.append(f" · {goods} · {phase_text(player, say)}", style="not bold")


def phase_text(player: Mapping[str, Any], say: Translator) -> str:
    """Say where a player stands in the round, and whether they have used the event."""
    phase = say("screen.passed") if player["passed"] else say(f"screen.phase.{player['phase']}")
    return phase + (f", {say('screen.event_used')}" if player["event_used"] else "")


def workers_text(player: Mapping[str, Any], say: Translator) -> Text:
    """Say how many workers are where."""
    places = [(place, player["workers"][place]) for place in PLACES]
    said = [say(f"screen.place.{place}", n=n) for place, n in places if n or place == "active"]
    return Text(f"{player['workers']['own']}{WORKERS}: " + ", ".join(said))


def track_text(seat_view: SeatView, player: Mapping[str, Any]) -> Text:
    """Write the residence track with the player's space marked."""
    said = Text()
    for space, number in enumerate(seat_view.view["residence_track"]):
        is_here = space == player["residence_index"]
        said.append(f"[{number}] " if is_here else f"{number} ", style="bold" if is_here else "dim")
    return said


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
