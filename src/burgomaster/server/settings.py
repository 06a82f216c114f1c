"""Settings of a server: all from the environment, with defaults that just work on one machine."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from burgomaster.server.proxies import TrustedProxies, read_proxies

SECRET_BYTES = 32
MOST_SECONDS = 600
MOST_CONNECTIONS = 1_000_000
NO_PROXIES = TrustedProxies()


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
    connections: int = 10_000  # at most, as far as the system has descriptors for them
    connections_per_address: int = 300
    proxies: TrustedProxies = NO_PROXIES  # whose word is taken for where a request comes from
    attended_seconds: float = 180.0  # so long after somebody looked bots go on without anybody there
    host: str = ""  # the address the server listens at, "" if that is not known
    prepare: bool = False  # whether games that are not compiled yet are compiled in the background


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Find the folder where a server of this user keeps its files."""
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(environment.get("BURGOMASTER_DATA") or Path(home) / "burgomaster")


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings that the environment describes."""
    database = (
        environment.get("BURGOMASTER_DATABASE") or f"sqlite:///{data_folder(environment) / 'tables.db'}"
    )
    if database.startswith(("postgres://", "postgresql://")):
        database = "postgresql+psycopg://" + database.partition("://")[2]
    return Settings(
        database=database,
        secret=environment.get("BURGOMASTER_SECRET") or _kept_secret(environment),
        https_only=environment.get("BURGOMASTER_HTTPS") == "1",
        bot_seconds=_number(environment, "BURGOMASTER_BOT_SECONDS", Settings.bot_seconds),
        bot_pause=_number(environment, "BURGOMASTER_BOT_PAUSE", Settings.bot_pause),
        attended_seconds=_number(environment, "BURGOMASTER_ATTENDED_SECONDS", Settings.attended_seconds),
        prepare=True,
        rate_limits=environment.get("BURGOMASTER_LIMITS") != "0",
        connections=_count(environment, "BURGOMASTER_CONNECTIONS", Settings.connections),
        connections_per_address=_count(
            environment, "BURGOMASTER_CONNECTIONS_PER_ADDRESS", Settings.connections_per_address
        ),
        proxies=read_proxies(environment.get("BURGOMASTER_PROXIES", "")),
    )


def _count(environment: Mapping[str, str], name: str, default: int) -> int:
    """Read a count of the environment; the default if there is none that makes sense."""
    text = environment.get(name, "")
    is_count = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_CONNECTIONS))
    return int(text) if is_count and int(text) > 0 else default


def _number(environment: Mapping[str, str], name: str, default: float) -> float:
    """Read a number of the environment; the default if there is none that makes sense."""
    try:
        found = float(environment.get(name) or default)
    except ValueError:
        return default
    return found if 0 <= found <= MOST_SECONDS else default


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
