"""The bodies of requests to the JSON interface."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class AccountFields(BaseModel):
    """What an account needs to know, by the verb."""

    name: str = Field("", max_length=200, description="To register or log in.")
    password: str = Field("", max_length=400, description="The current one; for everything but logging out.")
    new: str = Field("", max_length=400, description="The new password.")


class NewTable(BaseModel):
    """A table to open."""

    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(default_factory=dict, description="with `players`; see /api/games")
    name: str = Field("host", max_length=200)
    clock: dict[str, Any] = Field(default_factory=dict, description='{"kind": "move", "seconds": 60}')
    bots: list[str] = Field(
        default_factory=list, max_length=10, description="bots for the seats behind the host"
    )
    sit: bool = Field(True, description="whether the host takes a seat")
    seat: int | None = Field(0, ge=0, le=9, description="the host's seat; null: everybody's is drawn")
    open: bool = Field(False, description="whether the lobby shows it")
    passing: str = Field(
        "off", max_length=20, description="forced: the host passes when nothing else can be done"
    )


class NewMove(BaseModel):
    """A move."""

    move: str = Field(max_length=200)
    position: str | None = Field(None, max_length=40, description="the table's position that the sender saw")
    seat: int | None = None


class ChatMessage(BaseModel):
    """A chat message."""

    text: str = Field(max_length=2000)
    name: str = Field("", max_length=80)


class NewSitter(BaseModel):
    """Somebody who sits down."""

    name: str = Field("", max_length=80)
    bot: str = Field("", max_length=40, description="a bot that shall sit there instead")
    passing: str = Field("off", max_length=20, description="forced: passes when nothing else can be done")


class OneSeat(BaseModel):
    """A seat of a waiting table."""

    seat: int = Field(ge=0, le=9)


class TwoSeats(OneSeat):
    """Two seats that change places."""

    other: int = Field(ge=0, le=9)


class SeatActionFields(BaseModel):
    """What a seat asks for, by the verb."""

    seat: int | None = None
    yes: bool = Field(False, description="for `answer`")
    mode: str = Field("", max_length=20, description="for `passing`: off, forced, change, phase")
