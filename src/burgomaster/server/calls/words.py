"""What a call says: a title, a line, and where it leads, in the language of whoever is called; and its
shapes: the bodies of webhooks for chat programs, and mails, of which one may hold several calls.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

from burgomaster.core.registry import game_info
from burgomaster.server.calls.ways import Way
from burgomaster.server.clock_words import rough_time
from burgomaster.server.mail import MailSettings, new_mail
from burgomaster.server.match import Match
from burgomaster.server.names import clean_text
from burgomaster.server.security import Signer, hash_token
from burgomaster.server.settings import Settings
from burgomaster.server.texts import TEXTS

TAG_LETTERS = 24
LONGEST_BODY = 300
TIMED = ("turn", "low")  # calls that say how long somebody has
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@-])")
STOP, CONFIRM = "stop calls", "confirm mail"  # what tokens in mails are signed for
CONFIRM_SECONDS = 3 * 24 * 3600.0
MOST_TOLD = 20  # calls of one mail that are told in full; the others have a line each


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
    name, left = match.header.match, match.clock.seconds_left(seat, now)
    names = match.names_in(language)[: match.game.players]
    seated = [(other, name) for other, name in enumerate(names) if not match.seats[other].is_free]
    facts = {
        "cup": cup[0],
        "round": str(cup[1]),
        "game": game_info(match.header.game).title(language),
        "names": ", ".join(name for other, name in seated if other != seat),
        "left": "" if left is None or event not in TIMED else rough_time(left, language),
        "winner": winner_words(match, seat, language),
    }
    sentence = "turn_left" if event == "turn" and facts["left"] else event
    body = TEXTS.text(language, f"call.{sentence}", **facts)
    path = f"/t/{match.rematch}" if event == "rematch" and match.rematch else f"/t/{name}"
    return Message(
        event,
        TEXTS.text(language, f"call.{event}_title"),
        clean_text(body)[:LONGEST_BODY],
        path,
        name,
        tag_of(name, event),
    )


def winner_words(match: Match, seat: int, language: str) -> str:
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


# Webhooks: the same words in the shapes that chat programs take, and a plain one for everything else


Shape = Callable[[Message, str], Mapping[str, Any]]


def discord(message: Message, link: str) -> Mapping[str, Any]:
    """Write for Discord; a name with an @ calls nobody there."""
    title, body = (MARKDOWN.sub(r"\\\1", text) for text in (message.title, message.body))
    return {"content": f"**{title}**\n{body}\n<{link}>", "allowed_mentions": {"parse": []}}


def slack(message: Message, link: str) -> Mapping[str, Any]:
    """Write for Slack and what understands the same, such as Mattermost and Rocket.Chat."""
    return {"text": f"*{escaped(message.title)}*\n{escaped(message.body)}\n<{link}>", "mrkdwn": True}


def escaped(text: str) -> str:
    """Escape what Slack would read as marks or mentions."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub("[*_~`]", "", plain).replace("@", "@\u200b")


def matrix(message: Message, link: str) -> Mapping[str, Any]:
    """Write for the bridges of Matrix that take webhooks (hookshot); a name with an @ calls nobody there."""
    quiet = f"{message.title}\n{message.body}".replace("@", "@\u200b")
    return {"text": f"{quiet}\n{link}", "username": "Burgomaster"}


def plain(message: Message, link: str) -> Mapping[str, Any]:
    """Write for a program of one's own: every part by itself."""
    return {
        "event": message.event,
        "title": message.title,
        "body": message.body,
        "url": link,
        "table": message.table,
        "id": message.tag,
    }


SHAPES: Mapping[str, Shape] = {"plain": plain, "discord": discord, "slack": slack, "matrix": matrix}
HOSTS = {"discord.com": "discord", "discordapp.com": "discord", "hooks.slack.com": "slack"}


def guess_shape(address: str) -> str:
    return HOSTS.get(urlsplit(address).hostname or "", "plain")


# Mails: calls, and the one by which an address is confirmed


def read_stop_token(signer: Signer, token: str) -> tuple[int, str] | None:
    """Read the number of a way and the mark of its address from such a token."""
    number, _, mark = (signer.read(STOP, token) or "").partition(":")
    return (int(number), mark) if number.isdecimal() else None


def confirm_token(signer: Signer, way: Way, now: float) -> str:
    return signer.sign(CONFIRM, f"{way.id}:{int(now)}:{address_mark(way.address)}")


def read_confirm_token(signer: Signer, token: str, now: float) -> tuple[int, str] | None:
    """Read a way and the mark of its address from such a token, None if it is too old or none."""
    parts = (signer.read(CONFIRM, token) or "").split(":")
    if len(parts) != 3 or not now - CONFIRM_SECONDS <= int(parts[1]) <= now + 60:
        return None
    return int(parts[0]), parts[2]


def address_mark(address: str) -> str:
    """Mark an address in a token: a token of another address opens nothing."""
    return hash_token(address)[:16]


def link_to(settings: Settings, path: str) -> str:
    return f"{settings.url}{settings.prefix}{path}"


def mail_settings(settings: Settings) -> MailSettings:
    assert settings.mail is not None
    return settings.mail


def confirm_letter(settings: Settings, signer: Signer, way: Way, now: float) -> EmailMessage:
    """Write the mail by which an address is confirmed; it says nothing that a stranger typed."""
    token = confirm_token(signer, way, now)
    link = link_to(settings, f"/calls/confirm?token={token}")
    said = [TEXTS.text(way.language, f"mail.{key}", link=link) for key in ("confirm", "confirm_not")]
    subject = TEXTS.text(way.language, "mail.confirm_subject")
    mark = hash_token(token)[:32]
    return new_mail(mail_settings(settings), way.address, subject, said, way.language, mark, now)


def call_letter(
    settings: Settings, signer: Signer, way: Way, messages: Sequence[Message], mark: str, now: float
) -> EmailMessage:
    """Write a mail with calls; the last lines, and the headers of RFC 8058, say how to end them."""
    token = signer.sign(STOP, f"{way.id}:{address_mark(way.address)}")
    stop = link_to(settings, f"/calls/stop?token={token}")
    told = [
        f"{message.title}\n{message.body}\n{link_to(settings, message.path)}"
        for message in messages[:MOST_TOLD]
    ]
    others = [f"{message.title}: {link_to(settings, message.path)}" for message in messages[MOST_TOLD:]]
    if others:
        told.append("\n".join(others))
    why = TEXTS.text(way.language, "mail.why", settings=link_to(settings, "/calls"), stop=stop)
    subject = TEXTS.text(way.language, "mail.several", n=len(messages))
    if len(messages) == 1:
        subject = f"{messages[0].title}: {messages[0].body}"[:150]
    return new_mail(
        mail_settings(settings),
        way.address,
        subject,
        [*told, f"-- \n{why}"],
        way.language,
        mark,
        now,
        {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )
