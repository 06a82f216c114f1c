"""The journal of a match: everything that was acknowledged, in order; and the error of what was not."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.texts import TEXTS

NOBODY = -1  # the seat of what concerns all


class Kind(StrEnum):
    """What an entry says. Stored: append only."""

    MOVE = "move"  # move: notation; by: who or what made it
    UNDO = "undo"  # ply: how many moves are left
    TAKEBACK_ASKED = "takeback_asked"  # ply
    TAKEBACK_ANSWERED = "takeback_answered"  # yes
    PAUSE = "pause"
    RESUME = "resume"
    PASSING = "passing"  # mode
    PREMOVE = "premove"  # move: held until its time comes; "": what was held is dropped; runs: the clock does
    SIT = "sit"  # who: a person, by visitor or account; name; bot; left; sent_away: who may not come back
    BEGIN = "begin"
    TIMEOUT = "timeout"
    REMATCH = "rematch"  # match: the table at which it is played again
    SWAP = "swap"  # other: the seat that changes places with this one
    CANCEL = "cancel"  # expired: whether nobody called it off, but its people were gone for too long
    PAUSE_ASKED = "pause_asked"
    PLAN = "plan"  # moves: the first that is legal is made in the seat's next turn; none: dropped; holds
    STANDING = "standing"  # answers: pairs of a move and a phase, for secret questions
    VACATION = "vacation"  # until
    VACATION_OVER = "vacation_over"
    COMMENTARY = "commentary"  # yes: whether commentators may look into the seat's hand, some moves late


@dataclass(frozen=True)
class Entry:
    number: int  # from 1, without gaps
    kind: Kind
    seat: int  # NOBODY: nobody's
    at: float  # seconds since 1970
    data: Mapping[str, Any] = field(default_factory=dict)


DEAL = "deal:"  # the host of a deal of the day begins so
CUP = "cup:"  # the host of a table of a tournament begins so; its name follows


def is_deal_on(host: str, moment: float) -> bool:
    """Tell whether a host is that of the deal of the day of a moment, which others still want to play."""
    return host == f"{DEAL}{datetime.fromtimestamp(moment, UTC).date().isoformat()}"


@dataclass(frozen=True)
class Header:
    match: str
    game: str
    version: int
    options: Mapping[str, Any]
    seed: int | None
    setup: Mapping[str, Any]
    clock: Mapping[str, Any]  # {"kind": "none" | "move" | "player", "seconds": n, "more": n}
    is_open: bool  # shown in the lobby while seats are free
    created: float
    host: str  # who made it: a visitor or an account
    imported: bool = False  # a record that was uploaded
    origin: str = ""  # a mark of the address from which it was made; "" if that is not known
    rated: bool = False  # whether it changes the ratings of its people; then stricter rules hold
    stand_in: str = ""  # the bot that plays for whoever leaves; "": the usual one

    @property
    def is_deal(self) -> bool:
        """Tell whether it is the deal of a day, which everybody plays."""
        return self.host.startswith(DEAL)

    @property
    def tournament(self) -> str:
        """Name the tournament that it belongs to, "" if it does not."""
        return self.host.removeprefix(CUP) if self.host.startswith(CUP) else ""

    @property
    def is_serious(self) -> bool:
        """Tell whether leaving is for good and counts as the last place, and bots are not made to wait."""
        return self.rated or bool(self.tournament)

    @property
    def is_compared(self) -> bool:
        """Tell whether its result is compared with others: no hints, and no undo of what is answered."""
        return self.is_serious or self.is_deal


def with_shared_words(given: Any) -> Any:
    """Copy what was read as JSON so that equal words are one object: all set-ups name the same cards."""
    if isinstance(given, str):
        return sys.intern(given)
    if isinstance(given, list):
        return [with_shared_words(one) for one in given]
    if isinstance(given, dict):
        return {sys.intern(name): with_shared_words(one) for name, one in given.items()}
    return given


class Refused(BurgomasterError):
    """What was asked for cannot be done; nothing was changed."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"refused.{key}", TEXTS, **values)
        self.key = key
