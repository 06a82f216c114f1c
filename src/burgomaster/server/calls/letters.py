"""Mails: calls, several of them in one, and the one by which an address is confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from email.message import EmailMessage

from burgomaster.server.calls.ways import Way
from burgomaster.server.calls.words import Message
from burgomaster.server.mail import MailSettings, new_mail
from burgomaster.server.security import Signer, hash_token
from burgomaster.server.settings import Settings
from burgomaster.server.texts import TEXTS

STOP, CONFIRM = "stop calls", "confirm mail"  # what tokens in mails are signed for
CONFIRM_SECONDS = 3 * 24 * 3600.0
MOST_TOLD = 20  # calls of one mail that are told in full; the others have a line each


def stop_token(signer: Signer, way: Way) -> str:
    """Sign the token that ends mails to an address, whoever has the mail."""
    return signer.sign(STOP, f"{way.id}:{hash_token(way.address)[:16]}")


def read_stop_token(signer: Signer, token: str) -> tuple[int, str] | None:
    """Read the number of a way and the mark of its address from such a token."""
    number, _, mark = (signer.read(STOP, token) or "").partition(":")
    return (int(number), mark) if number.isdecimal() else None


def confirm_token(signer: Signer, way: Way, now: float) -> str:
    """Sign the token by which somebody says that an address is theirs."""
    return signer.sign(CONFIRM, f"{way.id}:{int(now)}:{hash_token(way.address)[:16]}")


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
    """Write the whole address of a page."""
    return f"{settings.url}{settings.prefix}{path}"


def mail_settings(settings: Settings) -> MailSettings:
    """Get how mail is sent, where it is."""
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
    stop = link_to(settings, f"/calls/stop?token={stop_token(signer, way)}")
    told = [
        f"{message.title}\n{message.body}\n{link_to(settings, message.path)}"
        for message in messages[:MOST_TOLD]
    ]
    others = [f"{message.title}: {link_to(settings, message.path)}" for message in messages[MOST_TOLD:]]
    if others:
        told.append("\n".join(others))
    why = TEXTS.text(way.language, "mail.why", settings=link_to(settings, "/calls"), stop=stop)
    return new_mail(
        mail_settings(settings),
        way.address,
        subject_of(messages, way.language),
        [*told, f"-- \n{why}"],
        way.language,
        mark,
        now,
        unsubscribe_headers(stop),
    )


def unsubscribe_headers(stop: str) -> Mapping[str, str]:
    """Write the headers by which a mail program offers to unsubscribe with one press."""
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def subject_of(messages: Sequence[Message], language: str) -> str:
    """Write the subject: what one call says, or how many there are."""
    if len(messages) == 1:
        return f"{messages[0].title}: {messages[0].body}"[:150]
    return TEXTS.text(language, "mail.several", n=len(messages))
