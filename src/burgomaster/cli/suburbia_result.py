"""The end of a game of Suburbia: how the population came about, and what a solo player has become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table

from burgomaster.cli.screen import Sight
from burgomaster.cli.texts import Voice
from burgomaster.games.suburbia.options import DALE

FINAL = ("goal", "conversion")


def result_table(sight: Sight, changes: Sequence[Mapping[str, Any]], say: Voice) -> Table:
    """The players from the best to the last: population, goals, money."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("play.player"))
    counted = FINAL if sight.view["goals"] else FINAL[1:]
    for column in ("last_turn", *counted, "population"):
        table.add_column(say(f"suburbia.result.{column}"), justify="right")
    order = sorted(range(len(sight.names)), key=lambda seat: (seat not in sight.winners, -sight.scores[seat]))
    for seat in order:
        gained = {why: gain_of(changes, seat, why) for why in counted}
        before = sight.scores[seat] - sum(gained.values())
        row = [sight.names[seat], str(before), *(f"+{n}" for n in gained.values()), str(sight.scores[seat])]
        table.add_row(*row, style="bold" if seat in sight.winners else "")
    return table


def gain_of(changes: Sequence[Mapping[str, Any]], seat: int, why: str) -> int:
    """The population that somebody has got in the final scoring."""
    found = [change for change in changes if (change["seat"], change["why"]) == (seat, why)]
    return sum(change["change"] for change in found if change["stat"] == "population")


def verdict(sight: Sight, say: Voice) -> str:
    """What a solo player has become; "" where several play."""
    solo, rung = sight.options["solo"], sight.view["rung"]
    if solo is None:
        return ""
    population = sight.scores[0]
    if rung is None:
        key = "suburbia.not_hired" if solo == DALE else "suburbia.no_rung"
        return say(key, n=population)
    key = "suburbia.hired" if solo == DALE else "suburbia.rung"
    return say(key, n=population, rung=rung[say.language])
