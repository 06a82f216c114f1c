"""The end of a game of Suburbia: how the population came about, and what a solo player has become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import verdict_key

FINAL = ("goal", "conversion")


def result_table(seat_view: SeatView, changes: Sequence[Mapping[str, Any]], say: Translator) -> Table:
    """Draw the players from the best to the last: population, goals, money."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("play.player"))
    counted = FINAL if seat_view.view["goals"] else FINAL[1:]
    for column in ("last_turn", *counted, "population"):
        table.add_column(say(f"screen.result.{column}"), justify="right")
    order = sorted(
        range(len(seat_view.names)), key=lambda seat: (seat not in seat_view.winners, -seat_view.scores[seat])
    )
    for seat in order:
        gained = {why: gain_of(changes, seat, why) for why in counted}
        before = seat_view.scores[seat] - sum(gained.values())
        row = [
            seat_view.names[seat],
            str(before),
            *(f"+{n}" for n in gained.values()),
            str(seat_view.scores[seat]),
        ]
        table.add_row(*row, style="bold" if seat in seat_view.winners else "")
    return table


def gain_of(changes: Sequence[Mapping[str, Any]], seat: int, why: str) -> int:
    """Count the population that a player has got in the final scoring."""
    found = [change for change in changes if (change["seat"], change["why"]) == (seat, why)]
    return sum(change["change"] for change in found if change["stat"] == "population")


def verdict(seat_view: SeatView, say: Translator) -> str:
    """Say what a solo player has become; "" where several play."""
    key, rung = verdict_key(seat_view), seat_view.view["rung"]
    if not key:
        return ""
    return say(f"screen.{key}", n=seat_view.scores[0], rung="" if rung is None else rung[say.language])
