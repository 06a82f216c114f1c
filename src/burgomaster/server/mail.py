"""Mail: messages with everything that a careful receiver looks for, handed to the operator's SMTP server."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

PORTS = {"starttls": 587, "tls": 465, "none": 25}
SECONDS = 20.0
LONGEST = 200  # letters of an address
FORM = re.compile(r"[^@\s,;<>\"()\[\]\\:]+@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


class MailRefused(Exception):
    """The address will never take this message."""


class MailTrouble(Exception):
    """Nothing was sent, but it may work later."""


class MailUnanswered(Exception):
    """The connection ended after everything was sent: it may have arrived."""


@dataclass(frozen=True)
class MailSettings:
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    security: str = "starttls"


def read_address(typed: str) -> str | None:
    """Read an address that somebody typed, None if it cannot be one."""
    address = typed.strip()
    is_one = len(address) <= LONGEST and address.isascii() and FORM.fullmatch(address) is not None
    return address if is_one and not address.startswith((".", "-")) else None


def new_mail(
    settings: MailSettings,
    to: str,
    subject: str,
    paragraphs: Sequence[str],
    language: str,
    mark: str,
    now: float,
    headers: Mapping[str, str] | None = None,
) -> EmailMessage:
    """Make a message of plain text; the same mark gives the same Message-ID, however often it is sent."""
    made = EmailMessage(policy=SMTP)
    domain = settings.sender.rpartition("@")[2] or "localhost"
    made["From"] = Address("Burgomaster", addr_spec=settings.sender)
    made["To"] = Address(addr_spec=to)
    made["Subject"] = subject
    made["Date"] = formatdate(now)
    made["Message-ID"] = f"<{mark}@{domain}>"
    made["Content-Language"] = language
    made["Auto-Submitted"] = "auto-generated"
    for name, value in (headers or {}).items():
        made[name] = value
    made.set_content("\n\n".join(paragraphs) + "\n")
    return made


def send_mail(settings: MailSettings, message: EmailMessage) -> None:
    """Hand a message over. It blocks: call it in a thread."""
    try:
        with connect(settings) as server:
            hand_over(settings, server, message)
    except (MailRefused, MailUnanswered, MailTrouble):
        raise
    except smtplib.SMTPResponseException as error:
        raise MailTrouble(str(error.smtp_code)) from None
    except (OSError, smtplib.SMTPException, ssl.SSLError) as error:
        raise MailTrouble(type(error).__name__) from None


def connect(settings: MailSettings) -> smtplib.SMTP:
    trusted = ssl.create_default_context()
    if settings.security == "tls":
        return smtplib.SMTP_SSL(settings.host, settings.port, timeout=SECONDS, context=trusted)
    server = smtplib.SMTP(settings.host, settings.port, timeout=SECONDS)
    if settings.security == "starttls":
        server.starttls(context=trusted)
    return server


def hand_over(settings: MailSettings, server: smtplib.SMTP, message: EmailMessage) -> None:
    """Log in where that is needed, and send; whether it may be tried again depends on how far it got."""
    if settings.user:
        server.login(settings.user, settings.password)
    try:
        server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise (MailRefused if all(code >= 500 for code in codes) else MailTrouble)(str(codes)) from None
    except smtplib.SMTPServerDisconnected:
        raise MailUnanswered from None
