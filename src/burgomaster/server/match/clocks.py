"""Thinking time: none, some for each move, or some for each player and a little more for each move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from burgomaster.core.errors import OptionError

ClockKind = Literal["none", "move", "player"]
KINDS: tuple[str, ...] = get_args(ClockKind)
LEAST_SECONDS = 5
MOST_SECONDS = 60 * 24 * 3600
SLOW_SECONDS = {"move": 12 * 3600.0, "player": 24 * 3600.0}  # from so much on nobody waits at the table
RETURN_SECONDS = 60.0  # what somebody who takes a seat back has at least


@dataclass(frozen=True)
class Clock:
    """The time of all seats; it runs for one of them, or for none."""

    kind: str
    seconds: float
    more: float
    left: tuple[float, ...] = field(default=())
    running: int = -1
    since: float = 0.0

    def seconds_left(self, seat: int, now: float) -> float | None:
        """Count what a seat has left, None without a clock."""
        if self.kind == "none":
            return None
        return self.left[seat] - (self.spent(now) if seat == self.running else 0.0)

    def spent(self, now: float) -> float:
        """Count how long the running clock has run: never less than nothing, whatever clocks were set to."""
        return max(0.0, now - self.since)

    def deadline(self) -> float | None:
        """Tell when the running clock runs out, None if none runs."""
        return None if self.kind == "none" or self.running < 0 else self.since + self.left[self.running]

    def stop(self, now: float) -> Clock:
        """Stop the running clock, and keep what is left."""
        if self.kind == "none" or self.running < 0:
            return replace(self, running=-1)
        left = list(self.left)
        left[self.running] = max(0.0, left[self.running] - self.spent(now))
        return replace(self, left=tuple(left), running=-1)

    def start(self, seat: int, now: float) -> Clock:
        if self.kind == "none":
            return self
        return replace(self, running=seat, since=now)

    def moved(self, seat: int) -> Clock:
        """Credit a seat for its move: the time of a move is whole again, a player's grows a little."""
        if self.kind == "none":
            return self
        left = list(self.left)
        left[seat] = self.seconds if self.kind == "move" else left[seat] + self.more
        return replace(self, left=tuple(left))

    def reset(self, left: tuple[float, ...]) -> Clock:
        return replace(self, left=left)

    def returned(self, seat: int) -> Clock:
        """Give somebody who takes a seat back the time to move."""
        if self.kind == "none":
            return self
        left = list(self.left)
        left[seat] = max(left[seat], min(self.seconds, RETURN_SECONDS))
        return replace(self, left=tuple(left))


def is_slow(clock: Mapping[str, Any]) -> bool:
    """Tell whether a clock is for people who look in now and then: a game by post."""
    kind = clock.get("kind", "none")
    return kind in SLOW_SECONDS and float(clock.get("seconds", 0)) >= SLOW_SECONDS[kind]


def new_clock(description: Mapping[str, Any], n_seats: int) -> Clock:
    checked = check_clock(description)
    return Clock(checked["kind"], checked["seconds"], checked["more"], (checked["seconds"],) * n_seats)


def check_clock(description: Mapping[str, Any]) -> dict[str, Any]:
    """Fill a description in; OptionError if it makes no sense. Without a clock there are no numbers."""
    kind = description.get("kind", "none")
    if kind == "none":
        return {"kind": kind, "seconds": 0.0, "more": 0.0}
    seconds, more = description.get("seconds", 0), description.get("more", 0)
    is_number = all(isinstance(n, int | float) and not isinstance(n, bool) for n in (seconds, more))
    if kind not in KINDS or not is_number or not 0 <= more <= MOST_SECONDS:
        raise OptionError(
            "option.value", name="clock", given=repr(dict(description))[:80], allowed=str(KINDS)
        )
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        allowed = f"{LEAST_SECONDS}-{MOST_SECONDS}"
        raise OptionError("option.value", name="clock seconds", given=repr(seconds)[:80], allowed=allowed)
    return {"kind": kind, "seconds": float(seconds), "more": float(more)}
