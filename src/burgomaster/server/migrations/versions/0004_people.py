"""Results, ratings, profiles, friends, invitations and reports.

Revision: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SUMS = ["who", "is_public", "game", "variant", "players", "kind", "place", "score", "accuracy"]


def upgrade() -> None:
    """Make the tables; the results of games that are over are counted by the server, from their journals."""
    change_matches()
    make_results()
    make_profiles()
    make_ties()


def change_matches() -> None:
    """Let a match be rated, and lists find what is not over yet among thousands that are."""
    op.add_column("matches", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("matches_by_counted", "matches", ["counted", "status"])
    some = sa.text("status IN ('waiting', 'running')")
    listed = ["status", "changed"]
    op.create_index("matches_unfinished", "matches", listed, sqlite_where=some, postgresql_where=some)
    op.add_column("holders", sa.Column("ended", sa.Float, nullable=False, server_default="0"))
    op.execute(
        "UPDATE holders SET ended = (SELECT changed FROM matches WHERE matches.match = holders.match) "
        "WHERE match IN (SELECT match FROM matches WHERE status IN ('over', 'cancelled'))"
    )
    op.drop_index("holders_by_who", "holders")
    op.create_index("holders_by_who", "holders", ["who", "ended"])


def make_results() -> None:
    """Make the tables of results and ratings."""
    op.create_table(
        "results",
        sa.Column("match", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("variant", sa.String(120), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
        sa.Column("accuracy", sa.Float),
        sa.Column("kept", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    op.create_index("results_by_who", "results", ["who", "ended", "match"])
    op.create_index("results_by_game", "results", ["who", "game", "ended", "match"])
    op.create_index("results_sums", "results", SUMS)
    op.create_index("results_by_time", "results", ["rated", "ended", "match"])
    op.create_table(
        "ratings",
        sa.Column("season", sa.String(8), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("certain", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ratings_by_certain", "ratings", ["season", "game", "certain", "account"])
    op.create_index("ratings_by_account", "ratings", ["account"])


def make_profiles() -> None:
    """Make the tables of what people say of themselves and report of others."""
    op.create_table(
        "profiles",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("face", sa.String(40), nullable=False),
        sa.Column("about", sa.String(300), nullable=False),
        sa.Column("seen_by", sa.String(8), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("by", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("about", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("match", sa.String(24), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
    )
    op.create_index("reports_by_about", "reports", ["about"])
    op.create_index("reports_by_by", "reports", ["by"])


def make_ties() -> None:
    """Make the tables of friends and invitations."""
    op.create_table(
        "ties",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("other", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ties_by_other", "ties", ["other"])
    op.create_table(
        "invitations",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.match"), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("by", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("invitations_by_account", "invitations", ["account"])


def downgrade() -> None:
    """Drop them."""
    for name in ("invitations", "ties", "reports", "profiles", "ratings", "results"):
        op.drop_table(name)
    op.drop_index("holders_by_who", "holders")
    op.create_index("holders_by_who", "holders", ["who"])
    op.drop_column("holders", "ended")
    for name in ("matches_unfinished", "matches_by_counted"):
        op.drop_index(name, "matches")
    for name in ("counted", "rated"):
        op.drop_column("matches", name)
