"""The bodies of requests to the JSON interface: types, lengths and ranges, just as they are published.

Everything is taken as it is: a text is no number, a number no truth value, and no number is infinite.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from burgomaster.server.match.clocks import MOST_SECONDS, ClockKind
from burgomaster.server.people.profiles import SeenBy

SEATS = 10


def as_whole(given: Any) -> Any:
    """Read 2.0 as 2: in JSON they are the same number."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


SAFE = 2**53 - 1  # whole numbers up to here are the same in every language
MOST_LISTED = 400  # values of one list or object in an option
SeatNumber = Annotated[int, Field(ge=0, lt=SEATS), BeforeValidator(as_whole)]
Seconds = Annotated[float, Field(ge=0, le=MOST_SECONDS, allow_inf_nan=False)]

# What an option of a game can be: the games say which values they take
Word = Annotated[str, Field(max_length=200)]
Key = Annotated[str, Field(max_length=80)]
Whole = Annotated[int, Field(ge=-SAFE, le=SAFE), BeforeValidator(as_whole)]
Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Plain = bool | Whole | Number | Word | None
Inner = Annotated[list[Plain], Field(max_length=MOST_LISTED)]
InnerObject = Annotated[dict[Key, Plain], Field(max_length=MOST_LISTED)]
Listed = Annotated[list[Plain | Inner | InnerObject], Field(max_length=MOST_LISTED)]
Object = Annotated[dict[Key, Plain | Inner | InnerObject], Field(max_length=MOST_LISTED)]
OptionValue = Plain | Listed | Object


class Body(BaseModel):
    """What all bodies have in common."""

    model_config = ConfigDict(strict=True)


class AccountFields(Body):
    """What an account needs to know, by the verb."""

    name: str = Field("", max_length=200, description="To register or log in.")
    password: str = Field("", max_length=400, description="The current one; for everything but logging out.")
    new: str = Field("", max_length=400, description="The new password.")


class ClockFields(Body):
    """Thinking time: none, some for each move, or some for each player."""

    kind: ClockKind = "none"
    seconds: Seconds = Field(0.0, description="for a move or a player: at least 5")
    more: Seconds = Field(0.0, description="for a player: what each move adds")


class NewTable(Body):
    """A table to open."""

    game: str = Field(max_length=40)
    options: dict[Key, OptionValue] = Field(
        default_factory=dict, max_length=60, description="with `players`; see /api/games"
    )
    name: str = Field("host", max_length=200)
    clock: ClockFields = Field(default_factory=lambda: ClockFields(seconds=0, more=0))
    bots: list[Annotated[str, Field(max_length=40)]] = Field(
        default_factory=list, max_length=SEATS, description="bots for the seats behind the host"
    )
    sit: bool = Field(True, description="whether the host takes a seat")
    seat: SeatNumber | None = Field(0, description="the host's seat; null: everybody's is drawn")
    open: bool = Field(False, description="whether the lobby shows it")
    passing: str = Field(
        "off", max_length=20, description="forced: the host passes when nothing else can be done"
    )
    rated: bool = Field(
        False, description="whether it changes ratings: for accounts, with a clock and stricter rules"
    )


class NewMove(Body):
    """A move."""

    move: str = Field(max_length=200)
    position: str | None = Field(None, max_length=40, description="the table's position that the sender saw")
    seat: SeatNumber | None = Field(None, description="of the sender's seats, if they have several")


class ChatMessage(Body):
    """A chat message."""

    text: str = Field(max_length=2000)
    name: str = Field("", max_length=80)


class NewSitter(Body):
    """Somebody who sits down."""

    name: str = Field("", max_length=80)
    bot: str = Field("", max_length=40, description="a bot that shall sit there instead")
    passing: str = Field("off", max_length=20, description="forced: passes when nothing else can be done")


class OneSeat(Body):
    """A seat of a waiting table."""

    seat: SeatNumber


class TwoSeats(OneSeat):
    """Two seats that change places."""

    other: SeatNumber


class SeatActionFields(Body):
    """What a seat asks for, by the verb."""

    seat: SeatNumber | None = Field(None, description="of the sender's seats, if they have several")
    yes: bool = Field(False, description="for `answer` and `commentary`")
    mode: str = Field(
        "", max_length=20, description="for `passing`: off, forced, change, phase; for `vacation`: days"
    )


Notation = Annotated[str, Field(max_length=200)]


class NewPlan(Body):
    """What a seat does when it becomes its turn."""

    moves: list[Notation] = Field(max_length=8, description="the first that is legal is made; none: no plan")
    holds: Literal["always", "phase", "change"] = Field(
        "phase", description="dropped when the phase ends, or when anybody does anything but pass"
    )
    seat: SeatNumber | None = Field(None, description="of the sender's seats, if they have several")


class StandingAnswer(Body):
    """An answer to a secret question."""

    move: Notation
    phase: Annotated[str, Field(max_length=40)] = Field("", description="empty: in any phase")


class StandingAnswers(Body):
    """What a seat answers whenever it is asked in secret."""

    answers: list[StandingAnswer] = Field(max_length=12, description="the first that fits; none: ask me")
    seat: SeatNumber | None = Field(None, description="of the sender's seats, if they have several")


class NewWay(Body):
    """A way to be called by."""

    channel: Literal["push", "mail", "webhook"]
    address: str = Field(max_length=1000, description="an endpoint, a mail address, or a webhook (https)")
    p256dh: str = Field("", max_length=200, description="for `push`: the browser's public key")
    auth: str = Field("", max_length=100, description="for `push`: the browser's secret")
    shape: Literal["", "plain", "discord", "slack", "matrix"] = Field(
        "", description="for `webhook`; empty: by the address"
    )


class WayFields(Body):
    """What a way calls for."""

    events: list[Literal["turn", "low", "tables", "over"]] = Field(max_length=10)
    pace: Whole = Field(0, description="for `mail`: seconds between two mails, 0 for each at once")


class QuietChannels(Body):
    """Channels that are silent about a table."""

    off: list[Literal["push", "mail", "webhook"]] = Field(max_length=10)


# People

AccountNumber = Annotated[int, Field(ge=1, le=2**31 - 1), BeforeValidator(as_whole)]


class PersonFields(Body):
    """What a report says."""

    reason: str = Field("", max_length=20, description="name, chat, cheating, leaving or other")
    text: str = Field("", max_length=4000)
    match: str = Field("", max_length=24, description="the table that it is about")


class ProfileFields(Body):
    """What somebody says of themselves."""

    face: str = Field("", max_length=40, description='"": the usual one')
    about: str = Field("", max_length=1000)
    seen_by: SeenBy = Field("all", description="who sees games and statistics")


class InvitedFriend(Body):
    """Somebody who is invited to a table."""

    account: AccountNumber


class RecoveryFields(Body):
    """A name whose password is forgotten; or a token from a mail, and a new password."""

    name: str = Field("", max_length=200)
    token: str = Field("", max_length=200)
    new: str = Field("", max_length=400, description="The new password.")
