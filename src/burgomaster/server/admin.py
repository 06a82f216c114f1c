"""What an operator does: delete old tables and studies, reset a password, show the settings."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, make_url, select, update
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server import models
from burgomaster.server.accounts import hash_new
from burgomaster.server.backup import AdminError, opened_engine, why_of
from burgomaster.server.names import clean_name
from burgomaster.server.proxies import LOCAL_SOCKET, TrustedProxies
from burgomaster.server.settings import VARIABLES, Settings
from burgomaster.server.store import Store
from burgomaster.server.study.store import drop_guest_studies, old_guest_studies

DAY = 24 * 3600
BATCH = 200  # matches that are deleted together
BELONGING = (  # to a match; what refers to others comes first
    models.outbox,
    models.call_tables,
    models.invitations,
    models.chat,
    models.analyses,
    models.holders,
    models.journal,
    models.matches,
)
HIDDEN = ("secret", "metrics_token", "smtp_password")


def old_matches(address: str, days: int) -> dict[str, str]:
    """Find the matches that have not changed for so many days: each with its status."""
    table = models.matches
    with opened_engine(address) as engine, engine.connect() as connection:
        query = select(table.c.match, table.c.status).where(table.c.changed < time.time() - days * DAY)
        return {row.match: row.status for row in connection.execute(query)}


def prune(address: str, days: int) -> Counter[str]:
    """Delete the matches that have not changed for so many days, with all that belongs to them."""
    names = old_matches(address, days)
    deleted = Counter[str]()
    with opened_engine(address) as engine:
        try:
            for first in range(0, len(names), BATCH):
                batch = list(names)[first : first + BATCH]
                with engine.begin() as connection:
                    for name in delete_matches(connection, batch, time.time() - days * DAY):
                        deleted[names[name]] += 1
        except SQLAlchemyError as error:
            raise AdminError("no_answer", why=why_of(error)) from None
    return deleted


def prune_studies(address: str, days: int, only_count: bool = False) -> int:
    """Delete the studies of guests that have not changed for so many days; say how many."""
    do = old_guest_studies if only_count else drop_guest_studies
    with opened_engine(address) as engine:
        return do(engine, time.time() - days * DAY)


def delete_matches(connection: Connection, names: Sequence[str], before: float) -> list[str]:
    """Delete some matches, but none that has been played on in the meantime; their results stay."""
    table = models.matches
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    still = select(table.c.match).where(table.c.match.in_(names), table.c.changed < before).with_for_update()
    old = list(connection.scalars(still))
    connection.execute(update(models.results).where(models.results.c.match.in_(old)).values(kept=False))
    for belonging in BELONGING:
        connection.execute(delete(belonging).where(belonging.c.match.in_(old)))
    return old


def find_account(store: Store, name: str) -> Mapping[str, Any]:
    found = store.accounts.find(clean_name(name).casefold())
    if found is None:
        raise AdminError("no_account", name=name[:80])
    return found


def reset_password(store: Store, name: str, password: str) -> None:
    """Give an account another password; whoever is logged in with it is logged out."""
    store.accounts.set_password(int(find_account(store, name)["id"]), hash_new(password))


def open_reports(address: str) -> list[dict[str, Any]]:
    """List the reports that nobody has dealt with yet, the oldest first, with names instead of numbers."""
    table, by, about = models.reports, models.accounts.alias(), models.accounts.alias()
    query = (
        select(table, by.c.name.label("by_name"), about.c.name.label("about_name"))
        .join(by, by.c.id == table.c.by)
        .join(about, about.c.id == table.c.about)
        .where(table.c.is_open.is_(True))
        .order_by(table.c.id)
    )
    with opened_engine(address) as engine, engine.connect() as connection:
        rows = connection.execute(query).mappings().all()
    found = []
    for row in rows:
        at = time.strftime("%Y-%m-%d %H:%MZ", time.gmtime(row["at"]))
        people = {"by": row["by_name"] or row["by"], "about": row["about_name"] or row["about"]}
        told = {key: row[key] for key in ("reason", "match", "text")}
        found.append({"id": row["id"], "at": at, **people, **told})
    return found


def close_report(address: str, number: int) -> None:
    table = models.reports
    with opened_engine(address) as engine, engine.begin() as connection:
        done = connection.execute(update(table).where(table.c.id == number).values(is_open=False))
        if done.rowcount == 0:
            raise AdminError("no_report", n=number)


class Setting(NamedTuple):
    name: str
    value: str
    variable: str  # of the environment that sets it
    is_set: bool  # whether the environment says so; otherwise it is the usual value


def settings_in_force(settings: Settings, environment: Mapping[str, str] = os.environ) -> list[Setting]:
    """List the settings of a server that would start now; no secret is shown."""
    return [
        Setting(name, shown(name, getattr(settings, name)), variable, bool(environment.get(variable)))
        for name, variable in VARIABLES.items()
    ]


def shown(name: str, value: Any) -> str:
    """Write the value of a setting without what nobody else may read."""
    if name in HIDDEN:
        return "•••" if value else ""
    if isinstance(value, TrustedProxies):
        return " ".join([*map(str, value.networks), *([LOCAL_SOCKET] if value.local_socket else [])])
    return make_url(value).render_as_string(hide_password=True) if name == "database" else str(value)
