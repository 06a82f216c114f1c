"""How people are called who are not looking, what they do not want to hear, and what is not sent yet.

Revision: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "call_ways",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("who", sa.String(80), nullable=False, index=True),
        sa.Column("channel", sa.String(12), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False, unique=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("events", sa.String(120), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("pace", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
    )
    op.create_table(
        "call_tables",
        sa.Column("who", sa.String(80), primary_key=True),
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.match"), primary_key=True),
        sa.Column("off", sa.String(60), nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("way", sa.Integer, sa.ForeignKey("call_ways.id"), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.match"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("event", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("claimed", sa.Float, nullable=False),
        sa.Column("handed", sa.Boolean, nullable=False),
        sa.UniqueConstraint("way", "match", "number", "event", name="outbox_once"),
    )
    op.create_index("outbox_by_match", "outbox", ["match", "who"])


def downgrade() -> None:
    """Drop them."""
    for name in ("outbox", "call_tables", "call_ways"):
        op.drop_table(name)
