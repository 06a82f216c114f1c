"""An index of the matches that were listed without points, by older servers; empty when all are relisted.

Revision: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index."""
    part = sa.text("""replace(CAST(summary AS TEXT), '"points":', '') = CAST(summary AS TEXT)""")
    op.create_index("matches_unlisted", "matches", ["match"], sqlite_where=part, postgresql_where=part)


def downgrade() -> None:
    """Drop it."""
    op.drop_index("matches_unlisted", "matches")
