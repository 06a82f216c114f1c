"""What a call says: a title, a line, and where it leads; in the language of whoever is called."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from burgomaster.core.registry import game_info
from burgomaster.server.clock_words import rough_time
from burgomaster.server.match import Match
from burgomaster.server.names import clean_text
from burgomaster.server.texts import TEXTS

TAG_LETTERS = 24
LONGEST_BODY = 300
TIMED = ("turn", "low")  # calls that say how long somebody has


@dataclass(frozen=True)
class Message:
    """What is sent, whatever the channel."""

    event: str
    title: str
    body: str
    path: str  # of the page it is about, from the root of the server
    table: str  # "" if it is about none
    tag: str  # the same for what takes each other's place on a screen


def message_of(
    match: Match, event: str, seat: int, language: str, now: float, cup: tuple[str, int] = ("", 0)
) -> Message:
    """Write what a call says; nothing in it is hidden from the seat, or from anybody who looks on.

    A table of a tournament comes with its title and the number of the round.
    """
    name = match.header.match
    facts = {
        "cup": cup[0],
        "round": str(cup[1]),
        "game": game_info(match.header.game).title(language),
        "names": other_names(match, seat, language),
        "left": time_words(match, seat, language, now) if event in TIMED else "",
        "winner": winner_words(match, seat, language),
    }
    body = TEXTS.text(language, f"call.{body_key(event, facts)}", **facts)
    path = f"/t/{match.rematch}" if event == "rematch" and match.rematch else f"/t/{name}"
    return Message(
        event,
        TEXTS.text(language, f"call.{event}_title"),
        clean_text(body)[:LONGEST_BODY],
        path,
        name,
        tag_of(name, event),
    )


def body_key(event: str, facts: dict[str, str]) -> str:
    """Choose the sentence: with the time that is left where there is a clock."""
    return "turn_left" if event == "turn" and facts["left"] else event


def other_names(match: Match, seat: int, language: str) -> str:
    """Name the others at a table."""
    names = match.names_in(language)[: match.game.players]
    seated = [(other, name) for other, name in enumerate(names) if not match.seats[other].is_free]
    return ", ".join(name for other, name in seated if other != seat)


def time_words(match: Match, seat: int, language: str, now: float) -> str:
    """Say how long a seat has, "" without a clock."""
    left = match.clock.seconds_left(seat, now)
    return "" if left is None else rough_time(left, language)


def winner_words(match: Match, seat: int, language: str) -> str:
    """Say who has won a finished game."""
    if not match.is_over:
        return ""
    names, winners = match.names_in(language), match.table.winners
    if winners == [seat]:
        return TEXTS.text(language, "call.you_won")
    return TEXTS.text(language, "lobby.won", name=", ".join(names[winner] for winner in winners))


def tag_of(table: str, event: str) -> str:
    """Name what a call takes the place of: the turn of a table, however often it is told."""
    kind = "turn" if event in ("turn", "low", "timeout") else event
    return hashlib.sha256(f"{table}:{kind}".encode()).hexdigest()[:TAG_LETTERS]
