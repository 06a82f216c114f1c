"""Tournaments: who takes part, rounds, and their tables.

Revision: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and room for the bot that plays for who leaves one."""
    op.add_column("matches", sa.Column("stand_in", sa.String(40), nullable=False, server_default=""))
    make_tournaments()
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.tournament"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("passing", sa.String(12), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("group_no", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("entered", sa.Float, nullable=False),
        sa.Column("origin", sa.String(24), nullable=False),
        sa.UniqueConstraint("tournament", "who", name="entrants_once"),
    )
    op.create_index("entrants_by_who", "entrants", ["who"])
    make_rounds()


def make_tournaments() -> None:
    """Make the table of tournaments."""
    op.create_table(
        "tournaments",
        sa.Column("tournament", sa.String(24), primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("host_name", sa.String(40), nullable=False),
        sa.Column("origin", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("entries_open", sa.Boolean, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    for name, column in (("status", "status"), ("host", "host"), ("origin", "origin")):
        columns = [column, "changed" if column == "status" else "status"]
        op.create_index(f"tournaments_by_{name}", "tournaments", columns)


def make_rounds() -> None:
    """Make the tables of rounds and of what is played in them."""
    op.create_table(
        "tournament_rounds",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.tournament"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("drawn", sa.Float, nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
    )
    op.create_table(
        "tournament_tables",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.tournament"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(24), unique=True),
        sa.Column("group_no", sa.Integer, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("outcome", sa.JSON),
        sa.Column("ended", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("tournament_tables", "tournament_rounds", "entrants", "tournaments"):
        op.drop_table(table)
    op.drop_column("matches", "stand_in")
