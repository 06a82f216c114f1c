"""Puzzles: what accounts have answered. Tallies: what they bought, and where their points came from.

Revision: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "puzzle_standings",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("puzzle", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )

    op.create_table(
        "tallies",
        sa.Column("who", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("is_public", sa.Boolean, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("sources", sa.JSON, nullable=False),
        sa.Column("items", sa.JSON, nullable=False),
    )
    op.add_column("matches", sa.Column("tallied", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("analysed", sa.Boolean, nullable=False, server_default=sa.false()))
    part = sa.text("analysed IS FALSE AND counted IS TRUE")
    op.create_index("matches_unanalysed", "matches", ["changed"], sqlite_where=part, postgresql_where=part)
    part = sa.text("tallied IS FALSE AND counted IS TRUE")
    op.create_index("matches_untallied", "matches", ["match"], sqlite_where=part, postgresql_where=part)
    part = sa.text("accuracy IS NOT NULL")
    op.create_index("results_analysed", "results", ["who", "ended"], sqlite_where=part, postgresql_where=part)
    part = sa.text("mu IS NOT NULL")
    curves = ["who", "game", "ended", "mu", "sigma"]
    op.create_index("results_curves", "results", curves, sqlite_where=part, postgresql_where=part)
    op.drop_index("results_by_who", "results")
    wide = ["who", "ended", "match", "seat", "place", "is_public", "players", "kind"]
    op.create_index("results_by_who", "results", wide)


def downgrade() -> None:
    """Drop them."""
    op.drop_index("results_by_who", "results")
    op.create_index("results_by_who", "results", ["who", "ended", "match"])
    op.drop_index("results_curves", "results")
    op.drop_index("results_analysed", "results")
    op.drop_index("matches_untallied", "matches")
    op.drop_index("matches_unanalysed", "matches")
    op.drop_column("matches", "analysed")
    op.drop_column("matches", "tallied")
    op.drop_table("tallies")
    op.drop_table("puzzle_answers")
    op.drop_table("puzzle_standings")
