"""What server processes that share a PostgreSQL tell each other: news of a match, or who is logged out.

It is told by the transaction that writes the news down, as soon as that is committed; `broadcast.py` listens.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

CHANNEL = "burgomaster"
# The news of a match: how far its journal goes now, or one of these
CHAT_NEWS = "said"  # there is a chat message
VISIT_NEWS = "visited"  # somebody looks at a table whose bots another process plays
RELOAD_NEWS = "renamed"  # the names of its journal have changed
SESSION_NEWS = "@sessions"  # stands in the place of a match when somebody is logged out
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


def notify(connection: Connection, match: str, news: str) -> None:
    """Notify all processes, as soon as this is committed; with SQLite there are no others."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"channel": CHANNEL, "payload": f"{match} {news}"})
