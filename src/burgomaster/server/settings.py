"""Settings of a server: all from the environment, with defaults that just work on one machine."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.mail import PORTS, SECURITIES, MailSettings, read_address
from burgomaster.server.proxies import TrustedProxies, read_proxies
from burgomaster.server.texts import TEXTS

SECRET_BYTES = 32
MOST_SECONDS = 600
COUNTS = {  # limits that are numbers of things, by the name of the setting
    "most_running": "BURGOMASTER_MOST_RUNNING",
    "most_waiting": "BURGOMASTER_MOST_WAITING",
    "most_open": "BURGOMASTER_MOST_OPEN",
    "crowd": "BURGOMASTER_CROWD",
}
MOST_DIGITS = 6  # of a number of processes
MOST_USUAL_DRAWERS = 2  # where nobody says how many: the two pages of a table are drawn at once
MOST_CONNECTIONS = 1_000_000
NO_PROXIES = TrustedProxies()
PREFIX = re.compile(r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)+")
LEAST_TOKEN = 16  # letters of the token of /metrics
METRICS = ("off", "local", "token")
LOG_FORMATS = ("text", "json")
Word = TypeVar("Word", bound=str)
Reach = Literal["public", "any", "off"]  # where the operator lets the server send things
OUTGOING: tuple[Reach, ...] = ("public", "any", "off")
URL = re.compile(r"https?://[A-Za-z0-9.\[\]:_-]+")
VARIABLES = {  # what the environment can set, by the name of the setting
    "database": "BURGOMASTER_DATABASE",
    "secret": "BURGOMASTER_SECRET",
    "https_only": "BURGOMASTER_HTTPS",
    "bot_seconds": "BURGOMASTER_BOT_SECONDS",
    "bot_pause": "BURGOMASTER_BOT_PAUSE",
    "rate_limits": "BURGOMASTER_LIMITS",
    "attended_seconds": "BURGOMASTER_ATTENDED_SECONDS",
    **COUNTS,
    "open_minutes": "BURGOMASTER_OPEN_MINUTES",
    "waiting_days": "BURGOMASTER_WAITING_DAYS",
    "study_days": "BURGOMASTER_STUDY_DAYS",
    "drawers": "BURGOMASTER_DRAWERS",
    "cache_mb": "BURGOMASTER_CACHE_MB",
    "connections": "BURGOMASTER_CONNECTIONS",
    "connections_per_address": "BURGOMASTER_CONNECTIONS_PER_ADDRESS",
    "proxies": "BURGOMASTER_PROXIES",
    "prefix": "BURGOMASTER_PREFIX",
    "metrics": "BURGOMASTER_METRICS",
    "metrics_token": "BURGOMASTER_METRICS_TOKEN",
    "log_format": "BURGOMASTER_LOG",
    "access_log": "BURGOMASTER_ACCESS_LOG",
    "analyse": "BURGOMASTER_ANALYSE",
    "url": "BURGOMASTER_URL",
    "outgoing": "BURGOMASTER_OUTGOING",
    "smtp_host": "BURGOMASTER_SMTP_HOST",
    "smtp_port": "BURGOMASTER_SMTP_PORT",
    "smtp_user": "BURGOMASTER_SMTP_USER",
    "smtp_password": "BURGOMASTER_SMTP_PASSWORD",
    "smtp_from": "BURGOMASTER_SMTP_FROM",
    "smtp_security": "BURGOMASTER_SMTP_SECURITY",
}


class SettingError(BurgomasterError):
    """A setting that makes no sense."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"setting.{key}", TEXTS, **values)


@dataclass(frozen=True)
class Settings:
    """What a server needs to know."""

    database: str  # an SQLAlchemy address; sqlite:///FILE or postgresql+psycopg://...
    secret: str  # signs seat links, visitors and forms
    https_only: bool = False  # cookies only over https
    bot_seconds: float = 10.0  # the longest a bot may think
    bot_pause: float = 0.2  # between two moves of bots, so that each is shown; pages may take longer
    keep_alive_seconds: float = 15.0  # between two signs of life on a stream
    rate_limits: bool = True
    most_running: int = 20  # games going on that one person has opened; without a move for a day none counts
    most_waiting: int = 6  # tables that wait for people, and seats at those of others
    most_open: int = 3  # of those, in the lobby
    crowd: int = 5  # so many times as much from one address, where a whole club may sit
    open_minutes: float = 30.0  # a table in the lobby is closed when its people are gone for so long
    waiting_days: float = 7.0  # any other table that waits
    study_days: float = 30.0  # without a change, until the study of a guest is deleted
    drawers: int = 0  # processes that draw pages; none: this one draws them
    drawers_wait: bool = False  # whether they are started only when so many pages are drawn that they help
    cache_mb: int = 128  # of memory for drawn parts of pages, in each process
    connections: int = 10_000  # at most, as far as the system has descriptors for them
    connections_per_address: int = 300
    proxies: TrustedProxies = NO_PROXIES  # whose word is taken for where a request comes from
    attended_seconds: float = 180.0  # so long after somebody looked bots go on without anybody there
    host: str = ""  # the address the server listens at, "" if that is not known
    prefix: str = ""  # the path below which everything lies, as in "/burgomaster"; "" for the root
    metrics: str = "off"  # who may read /metrics: nobody, who sits at this computer, who has the token
    metrics_token: str = ""
    metrics_seconds: float = 10.0  # between two looks at the figures: nothing can be dated more finely
    log_format: str = "text"  # one line a record for people, or "json" for programs
    access_log: bool = False  # whether every request is logged
    analyse: bool = True  # whether games of people with an account are analysed by themselves, slowly
    prepare: bool = False  # whether games that are not compiled yet are compiled in the background
    url: str = ""  # where people reach the server, without the prefix; links in mails begin with it
    outgoing: Reach = "public"  # where calls may be sent: https to public addresses, anywhere, nowhere
    smtp_host: str = ""  # "": no mail is sent
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""  # the address that mails come from
    smtp_security: str = "starttls"

    @property
    def mail(self) -> MailSettings | None:
        """Collect what sending mail needs, None where it is not set up."""
        if not (self.smtp_host and self.smtp_from and self.url):
            return None
        given = (self.smtp_host, self.smtp_port, self.smtp_from, self.smtp_user, self.smtp_password)
        return MailSettings(*given, self.smtp_security)

    @property
    def contact(self) -> str:
        """Name whom a push service may write to about this server."""
        return f"mailto:{self.smtp_from}" if self.smtp_from else self.url or "mailto:nobody@example.org"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Find the folder where a server of this user keeps its files."""
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(environment.get("BURGOMASTER_DATA") or Path(home) / "burgomaster")


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings that the environment describes."""
    return Settings(
        database=_database(environment),
        secret=environment.get("BURGOMASTER_SECRET") or _kept_secret(environment),
        https_only=environment.get("BURGOMASTER_HTTPS") == "1",
        bot_seconds=_number(environment, "BURGOMASTER_BOT_SECONDS", Settings.bot_seconds),
        bot_pause=_number(environment, "BURGOMASTER_BOT_PAUSE", Settings.bot_pause),
        attended_seconds=_number(environment, "BURGOMASTER_ATTENDED_SECONDS", Settings.attended_seconds),
        **_counts(environment),
        open_minutes=_number(environment, "BURGOMASTER_OPEN_MINUTES", Settings.open_minutes, 10**6),
        waiting_days=_number(environment, "BURGOMASTER_WAITING_DAYS", Settings.waiting_days, 10**4),
        study_days=_number(environment, "BURGOMASTER_STUDY_DAYS", Settings.study_days, 10**4),
        prepare=True,
        rate_limits=environment.get("BURGOMASTER_LIMITS") != "0",
        **_drawers(environment.get("BURGOMASTER_DRAWERS", "")),
        cache_mb=_count(environment, "BURGOMASTER_CACHE_MB", Settings.cache_mb),
        connections=_count(environment, "BURGOMASTER_CONNECTIONS", Settings.connections),
        connections_per_address=_count(
            environment, "BURGOMASTER_CONNECTIONS_PER_ADDRESS", Settings.connections_per_address
        ),
        proxies=read_proxies(environment.get("BURGOMASTER_PROXIES", "")),
        prefix=read_prefix(environment.get("BURGOMASTER_PREFIX", "")),
        **_metrics(environment),
        log_format=_word(environment, "BURGOMASTER_LOG", LOG_FORMATS),
        access_log=environment.get("BURGOMASTER_ACCESS_LOG") == "1",
        analyse=environment.get("BURGOMASTER_ANALYSE") != "0",
        **_calls(environment),
    )


def _database(environment: Mapping[str, str]) -> str:
    """Read the address of the store; what it is may stay secret, since it can have a password in it."""
    usual = f"sqlite:///{data_folder(environment) / 'tables.db'}"
    address = environment.get("BURGOMASTER_DATABASE") or usual
    if address.startswith(("postgres://", "postgresql://")):
        address = "postgresql+psycopg://" + address.partition("://")[2]
    if not address.startswith(("sqlite://", "postgresql+")):
        raise SettingError("database")
    try:
        make_url(address)
    except (ArgumentError, ValueError):
        raise SettingError("database") from None
    return address


def _counts(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read how many of everything somebody may have."""
    return {name: _count(environment, word, getattr(Settings, name)) for name, word in COUNTS.items()}


def _count(environment: Mapping[str, str], name: str, default: int) -> int:
    """Read a count of the environment; the default if there is none that makes sense."""
    text = environment.get(name, "")
    is_count = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_CONNECTIONS))
    return int(text) if is_count and int(text) > 0 else default


def _drawers(given: str) -> dict[str, Any]:
    """Read how many processes draw, at most one for each core; where nobody says it, some when they help."""
    cores = os.cpu_count() or 1
    if given.isascii() and given.isdecimal() and len(given) < MOST_DIGITS:
        return {"drawers": min(int(given), cores)}
    return {"drawers": min(MOST_USUAL_DRAWERS, cores // 2), "drawers_wait": True}


def read_prefix(given: str) -> str:
    """Read the path below which everything lies; "" for the root."""
    prefix = "/" + given.strip("/") if given.strip("/") else ""
    if prefix and not PREFIX.fullmatch(prefix):
        raise SettingError("prefix", given=given[:80])
    return prefix


def _calls(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read how people are called; an SMTP server without what it needs is refused."""
    url, host = (environment.get(f"BURGOMASTER_{name}", "").strip("/ ") for name in ("URL", "SMTP_HOST"))
    if url and not URL.fullmatch(url):
        raise SettingError("url", given=url[:80])
    sender = environment.get("BURGOMASTER_SMTP_FROM", "")
    if host and (not url or read_address(sender) is None):
        raise SettingError("smtp")
    security = _word(environment, "BURGOMASTER_SMTP_SECURITY", SECURITIES)
    return {
        "url": url,
        "outgoing": _word(environment, "BURGOMASTER_OUTGOING", OUTGOING),
        "smtp_host": host,
        "smtp_port": _count(environment, "BURGOMASTER_SMTP_PORT", PORTS[security]),
        "smtp_user": environment.get("BURGOMASTER_SMTP_USER", ""),
        "smtp_password": environment.get("BURGOMASTER_SMTP_PASSWORD", ""),
        "smtp_from": sender,
        "smtp_security": security,
    }


def _metrics(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read who may see the figures; a token that anybody could guess is refused."""
    who, token = (
        _word(environment, "BURGOMASTER_METRICS", METRICS),
        environment.get("BURGOMASTER_METRICS_TOKEN", ""),
    )
    if who == "token" and len(token) < LEAST_TOKEN:
        raise SettingError("token", least=LEAST_TOKEN)
    return {"metrics": who, "metrics_token": token}


def _word(environment: Mapping[str, str], name: str, words: tuple[Word, ...]) -> Word:
    """Read one of some words; the first of them if nothing is said."""
    given = environment.get(name) or words[0]
    found = next((word for word in words if word == given), None)
    if found is None:
        raise SettingError("word", name=name, given=given[:80], known=", ".join(words))
    return found


def _number(environment: Mapping[str, str], name: str, default: float, most: float = MOST_SECONDS) -> float:
    """Read a number of the environment; the default if there is none that makes sense."""
    try:
        found = float(environment.get(name) or default)
    except ValueError:
        return default
    return found if 0 <= found <= most else default


def _kept_secret(environment: Mapping[str, str]) -> str:
    """Read the secret of this user, made once and kept in a file that only they can read."""
    folder = data_folder(environment)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "secret"
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(SECRET_BYTES))
    return path.read_text(encoding="ascii").strip()
