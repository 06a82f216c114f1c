"""Settings of a server: all from the environment, with defaults that just work on one machine."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.mail import PORTS, MailSettings, read_address
from burgomaster.server.proxies import TrustedProxies, read_proxies
from burgomaster.server.texts import TEXTS

SECRET_BYTES = 32
MOST_DIGITS = 6  # of a number of processes
MOST_USUAL_DRAWERS = 2  # where nobody says how many: the two pages of a table are drawn at once
MOST_COUNT = 1_000_000
MOST = {"seconds": 600, "pause": 600, "minutes": 10**6, "days": 10**4}  # by the last word of a setting's name
NO_PROXIES = TrustedProxies()
PREFIX = re.compile(r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)+")
LEAST_TOKEN = 16  # letters of the token of /metrics
URL = re.compile(r"https?://[A-Za-z0-9.\[\]:_-]+")
Reach = Literal["public", "any", "off"]  # where the operator lets the server send things


class SettingError(BurgomasterError):
    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"setting.{key}", TEXTS, **values)


@dataclass(frozen=True)
class Settings:
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
    # who may read /metrics: nobody, who sits at this computer, who has the token
    metrics: Literal["off", "local", "token"] = "off"
    metrics_token: str = ""
    metrics_seconds: float = 10.0  # between two looks at the figures: nothing can be dated more finely
    log_format: Literal["text", "json"] = "text"  # one line a record for people, or "json" for programs
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
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"

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


# What the environment sets: `BURGOMASTER_` and the name of the setting, with some exceptions
OTHER_NAMES = {"https_only": "HTTPS", "rate_limits": "LIMITS", "log_format": "LOG"}
NOT_SET = ("keep_alive_seconds", "drawers_wait", "host", "metrics_seconds", "prepare")
VARIABLES = {
    one.name: f"BURGOMASTER_{OTHER_NAMES.get(one.name, one.name.upper())}"
    for one in fields(Settings)
    if one.name not in NOT_SET
}


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Find the folder where a server of this user keeps its files."""
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(environment.get("BURGOMASTER_DATA") or Path(home) / "burgomaster")


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    given = {name: environment.get(variable, "") for name, variable in VARIABLES.items()}
    kinds = get_type_hints(Settings)
    read = {name: _read_value(name, kinds[name], text) for name, text in given.items()}
    url = given["url"].strip("/ ")
    if url and not URL.fullmatch(url):
        raise SettingError("url", given=url[:80])
    database = given["database"] or f"sqlite:///{data_folder(environment) / 'tables.db'}"
    read |= {
        "database": _read_database(database),
        "secret": given["secret"] or _kept_secret(environment),
        **_read_drawers(given["drawers"]),
        "proxies": read_proxies(given["proxies"]),
        "prefix": read_prefix(given["prefix"]),
        "url": url,
        "smtp_host": given["smtp_host"].strip("/ "),
        "smtp_port": _read_count(given["smtp_port"], PORTS[read["smtp_security"]]),
    }
    settings = Settings(**read, prepare=True)
    if settings.smtp_host and (not settings.url or read_address(settings.smtp_from) is None):
        raise SettingError("smtp")
    if settings.metrics == "token" and len(settings.metrics_token) < LEAST_TOKEN:
        raise SettingError("token", least=LEAST_TOKEN)
    return settings


def _read_value(name: str, kind: Any, text: str) -> Any:
    """Read a value by its type; for a number that makes no sense its default."""
    default: Any = getattr(Settings, name, "")
    if kind is bool:
        return text != "0" if default else text == "1"
    if kind is int:
        return _read_count(text, default)
    if kind is float:
        with suppress(ValueError):
            if 0 <= float(text) <= MOST[name.rpartition("_")[2]]:
                return float(text)
        return default
    words = get_args(kind)
    if text and words and text not in words:
        raise SettingError("word", name=VARIABLES[name], given=text[:80], known=", ".join(words))
    return text or default


def _read_count(text: str, default: int) -> int:
    is_count = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_COUNT))
    return int(text) if is_count and int(text) > 0 else default


def _read_database(address: str) -> str:
    """Read the address of the store; the message does not repeat it, since it can have a password in it."""
    if address.startswith(("postgres://", "postgresql://")):
        address = "postgresql+psycopg://" + address.partition("://")[2]
    if not address.startswith(("sqlite://", "postgresql+")):
        raise SettingError("database")
    try:
        make_url(address)
    except (ArgumentError, ValueError):
        raise SettingError("database") from None
    return address


def _read_drawers(given: str) -> dict[str, Any]:
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
