"""Studies: finished games from which other moves are tried.

Revision: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "studies",
        sa.Column("study", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("record", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("studies_by_owner", "studies", ["owner", "changed"])
    op.create_table(
        "study_moves",
        sa.Column("study", sa.String(24), sa.ForeignKey("studies.study"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("move", sa.String(200), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("study_moves")
    op.drop_index("studies_by_owner", "studies")
    op.drop_table("studies")
