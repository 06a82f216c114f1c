"""Why a result does not count in full for ratings.

Revision: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; older results count as they did."""
    op.add_column("results", sa.Column("rating_note", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("results", "rating_note")
