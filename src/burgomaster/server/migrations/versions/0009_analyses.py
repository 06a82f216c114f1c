"""Analyses of finished games, kept.

Revision: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.match"), primary_key=True),
        sa.Column("made_by", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("analyses")
