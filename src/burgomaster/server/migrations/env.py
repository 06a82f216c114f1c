"""How Alembic reaches a store: always through a connection that the server hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from burgomaster.server.models import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
