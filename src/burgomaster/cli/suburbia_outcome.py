"""What a move of Suburbia would change, in words: how much, and which tile does it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.cli.screen import Sight
from burgomaster.cli.suburbia_tiles import STATS, stat_text, tile_name
from burgomaster.cli.texts import Voice
from burgomaster.games.suburbia.text import signed

Change = Mapping[str, Any]

TRACK_STATS = ("income", "reputation")
# Why a value changes without a tile or a red line: what is paid, and the automatic steps of the turn
PAYMENTS = ("place", "basic", "lake", "invest", "discard", "remove")
DISCARD_FOLLOWS = ("basic", "invest")
STEPS = ("income", "reputation")


@dataclass(frozen=True)
class Outcome:
    """The changes that a move brings, those of one seat and those of the others."""

    mine: tuple[Change, ...]
    others: tuple[Change, ...]
    ends_turn: bool = True  # nothing more is asked in this turn: it can be foreseen to its end

    def total(self, stat: str) -> int:
        """By how much tiles and red lines change a value of the seat."""
        return sum(change["change"] for change in effects(self.mine, stat))

    def moved(self, stat: str) -> int:
        """By how much a value changes altogether."""
        return sum(change["change"] for change in self.mine if change["stat"] == stat)

    @property
    def worth(self) -> tuple[int, ...]:
        """What to sort by: lasting values first."""
        tracks = sum(self.total(stat) for stat in TRACK_STATS)
        return tracks, self.total("population"), self.total("money")


def outcome_of(changes: Iterable[Change], seat: int | None) -> Outcome:
    """The changes of a preview from the point of view of a seat."""
    listed = list(changes)
    mine = tuple(change for change in listed if change["seat"] == seat)
    others = tuple(change for change in listed if change["seat"] != seat)
    return Outcome(mine, others, all(change["why"] not in DISCARD_FOLLOWS for change in mine))


def effects(changes: Iterable[Change], stat: str) -> list[Change]:
    """The changes of a value that tiles and red lines make."""
    return [
        change
        for change in changes
        if change["stat"] == stat and change["why"] not in PAYMENTS and change["why"] not in STEPS
    ]


def outcome_text(sight: Sight, outcome: Outcome, seat: int, laid: str, say: Voice) -> str:
    """All changes with their causes, where the turn ends, and what others get; `laid` is the tile itself."""
    parts = changes_text(outcome.mine, say, laid) or [say("suburbia.no_effect")]
    said = "; ".join(parts) + " → " + after_text(sight, outcome, seat, say)
    for other in sorted({change["seat"] for change in outcome.others}):
        theirs = "; ".join(changes_text([c for c in outcome.others if c["seat"] == other], say))
        if theirs:
            said += " · " + say("suburbia.others", player=sight.names[other], changes=theirs)
    return said


def changes_text(changes: Sequence[Change], say: Voice, laid: str = "") -> list[str]:
    """A text for each value that tiles and red lines change."""
    found = {stat: effects(changes, stat) for stat in STATS}
    return [said for stat, changed in found.items() if (said := changed_text(stat, changed, say, laid))]


def changed_text(stat: str, changes: Sequence[Change], say: Voice, laid: str) -> str:
    """The change of one value and its causes, "" if there are none.

    A single cause needs no amount of its own, and the tile itself no name.
    """
    total = sum(change["change"] for change in changes)
    causes: dict[str, int] = {}
    for change in changes:
        cause = cause_text(change, say)
        causes[cause] = causes.get(cause, 0) + change["change"]
    causes = {cause: amount for cause, amount in causes.items() if amount}
    if not causes:
        return ""
    if len(causes) == 1:
        (cause,) = causes
        itself = bool(laid) and cause == tile_name(laid, say)
        return stat_text(stat, total, say) + ("" if itself else f" ({cause})")
    listed = ", ".join(f"{cause} {signed(amount)}" for cause, amount in causes.items())
    return f"{stat_text(stat, total, say)} ({listed})"


def cause_text(change: Change, say: Voice) -> str:
    """The tile or the red line that changes a value; whether the track ends there is said."""
    if change["why"] == "red_line":
        return say("suburbia.red_line", line=change["line"])
    name = tile_name(change["tile"], say)
    is_cut = change.get("wanted", change["change"]) != change["change"]
    return say("suburbia.cut", tile=name) if is_cut else name


def after_text(sight: Sight, outcome: Outcome, seat: int, say: Voice) -> str:
    """Money and population after all that can be foreseen."""
    player = sight.view["players"][seat]
    key = "suburbia.after_turn" if outcome.ends_turn else "suburbia.after_step"
    return say(
        key,
        money=player["money"] + outcome.moved("money"),
        population=player["population"] + outcome.moved("population"),
    )


def range_text(outcomes: Sequence[Outcome], say: Voice) -> str:
    """From what to what each value can change, for moves that belong together."""
    parts = []
    for stat in STATS:
        totals = [outcome.total(stat) for outcome in outcomes]
        least, most = min(totals), max(totals)
        if least == most and most:
            parts.append(stat_text(stat, most, say))
        elif least != most:
            parts.append(f"{signed(least)}…{stat_text(stat, most, say)}")
    return ", ".join(parts)
