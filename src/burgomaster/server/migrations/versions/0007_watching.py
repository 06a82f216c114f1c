"""Watching: how many people watch at which process, and games of guests that an account takes over.

Revision: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "spectators",
        sa.Column("process", sa.String(24), primary_key=True),
        sa.Column("match", sa.String(24), primary_key=True),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "takeovers",
        sa.Column("match", sa.String(24), primary_key=True),
        sa.Column("guest", sa.String(80), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("takeovers")
    op.drop_table("spectators")
