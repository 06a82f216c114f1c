"""How Alembic reaches a store: always through a connection that the server hands over."""

from __future__ import annotations

from alembic import context

from burgomaster.server.models import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
