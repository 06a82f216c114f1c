"""What a move of Suburbia would change, in words: how much, and which tile does it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.explain import is_effect
from burgomaster.games.suburbia.rules.text import signed
from burgomaster.games.suburbia.terminal.tiles import STATS, stat_text, tile_name

Change = Mapping[str, Any]
Effects = dict[tuple[int, str, str], int]  # by seat, cause and value: by how much

TRACKS = ("income", "reputation")
DISCARD_FOLLOWS = ("basic", "invest")


@dataclass(frozen=True)
class Outcome:
    """The changes that a move of a seat brings, as far as they can be foreseen."""

    seat: int
    changes: tuple[Change, ...]

    def total(self, stat: str) -> int:
        """Count by how much tiles and red lines change a value of the seat."""
        return sum(change["change"] for change in self.mine(stat) if is_effect(change))

    def moved(self, stat: str) -> int:
        """Count by how much a value of the seat changes altogether."""
        return sum(change["change"] for change in self.mine(stat))

    def mine(self, stat: str) -> list[Change]:
        """List the changes of a value of the seat."""
        return [change for change in self.changes if (change["seat"], change["stat"]) == (self.seat, stat)]

    def effects(self, say: Translator) -> Effects:
        """Sum up what tiles and red lines do to everybody; what cancels out is left out."""
        found: Effects = {}
        for change in filter(is_effect, self.changes):
            key = change["seat"], cause_text(change, say), change["stat"]
            found[key] = found.get(key, 0) + change["change"]
        return {key: amount for key, amount in found.items() if amount}

    @property
    def lasting_gain(self) -> tuple[int, ...]:
        """Give what to sort by: lasting values first."""
        return sum(self.total(stat) for stat in TRACKS), self.total("population"), self.total("money")

    @property
    def ends_turn(self) -> bool:
        """Tell whether nothing more is asked in this turn."""
        return all(change["why"] not in DISCARD_FOLLOWS for change in self.changes)


def foresee(seat_view: SeatView, move: Move) -> Outcome:
    """Work out what a move of the viewer would change."""
    assert seat_view.seat is not None
    return Outcome(seat_view.seat, tuple(seat_view.preview(move)))


def cause_text(change: Change, say: Translator) -> str:
    """Write the tile or the red line that changes a value; whether the track ends there is said."""
    if change["why"] == "red_line":
        return say("screen.red_line", line=change["line"])
    name = tile_name(change["tile"], say)
    is_cut = change.get("wanted", change["change"]) != change["change"]
    return say("screen.cut", tile=name) if is_cut else name


def effects_text(seat_view: SeatView, effects: Effects, say: Translator) -> str:
    """Write cause by cause what each does; those of others with their names."""
    causes: dict[tuple[int, str], list[str]] = {}
    for (seat, cause, stat), amount in effects.items():
        causes.setdefault((seat, cause), []).append(stat_text(stat, amount, say))
    said = []
    for (seat, cause), amounts in causes.items():
        words = f"{cause} {' '.join(amounts)}"
        is_mine = seat == seat_view.seat
        said.append(words if is_mine else say("screen.others", player=seat_view.names[seat], changes=words))
    return "; ".join(said)


def shared(all_effects: Sequence[Effects]) -> Effects:
    """Find what several outcomes have in common."""
    first, *others = all_effects
    return {key: amount for key, amount in first.items() if all(one.get(key) == amount for one in others)}


def after_text(seat_view: SeatView, outcome: Outcome, say: Translator) -> str:
    """Write money and population after all that can be foreseen."""
    player = seat_view.view["players"][outcome.seat]
    return say(
        "screen.after",
        money=player["money"] + outcome.moved("money"),
        population=player["population"] + outcome.moved("population"),
    )


def range_text(outcomes: Iterable[Outcome], say: Translator) -> str:
    """Say from what to what each value can change, for moves that belong together."""
    parts, listed = [], list(outcomes)
    for stat in STATS:
        totals = [outcome.total(stat) for outcome in listed]
        least, most = min(totals), max(totals)
        if least == most and most:
            parts.append(stat_text(stat, most, say))
        elif least != most:
            parts.append(f"{signed(least)}…{stat_text(stat, most, say)}")
    return ", ".join(parts)
