"""Where a table was opened from, and when its people were there: for limits, fair turns and lists.

Revision: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of older tables nothing of this is known."""
    op.add_column("matches", sa.Column("origin", sa.String(24), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.create_index("matches_by_origin", "matches", ["origin", "status"])
    op.create_index("matches_by_host", "matches", ["host", "status"])


def downgrade() -> None:
    """Drop them."""
    for name in ("matches_by_host", "matches_by_origin"):
        op.drop_index(name, "matches")
    for name in ("seen", "origin"):
        op.drop_column("matches", name)
