"""The tables of the store. A match is its row and its journal; the other columns are for lists."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("match", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger),
    Column("setup", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False, default=False),
    Column("host", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("origin", String(24), nullable=False, default="", server_default=""),  # a mark of an address
    # For lists only; the journal is the truth.
    Column("status", String(12), nullable=False, index=True),  # waiting, running, over
    Column("changed", Float, nullable=False, index=True),
    Column("summary", JSON, nullable=False),
    Column("seen", Float, nullable=False, default=0.0, server_default="0"),  # when its people were there
    Index("matches_by_origin", "origin", "status"),
    Index("matches_by_host", "host", "status"),
)

journal = Table(
    "journal",
    metadata,
    Column("match", String(24), ForeignKey("matches.match"), primary_key=True),
    Column("number", Integer, primary_key=True),  # two racing entries cannot both have it
    Column("kind", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("data", JSON, nullable=False),
)

holders = Table(  # who has to do with which match, for "my games"
    "holders",
    metadata,
    Column("match", String(24), ForeignKey("matches.match"), primary_key=True),
    Column("who", String(80), primary_key=True),
    Index("holders_by_who", "who"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(24), ForeignKey("matches.match"), nullable=False, index=True),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("key", String(40), nullable=False, unique=True),  # the name as it is compared
    Column("password", String(200), nullable=False),
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash: the token itself is only in the browser
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

studies = Table(  # finished games from which other moves are tried
    "studies",
    metadata,
    Column("study", String(24), primary_key=True),
    Column("owner", String(80), nullable=False),
    Column("title", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("match", String(24), nullable=False),  # where it was played; that may be deleted
    Column("record", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("studies_by_owner", "owner", "changed"),
)

study_moves = Table(
    "study_moves",
    metadata,
    Column("study", String(24), ForeignKey("studies.study"), primary_key=True),
    Column("number", Integer, primary_key=True),  # two racing moves cannot both have it
    Column("parent", Integer, nullable=False),  # the move before it; 0: it leaves the game
    Column("ply", Integer, nullable=False),  # moves of the game before the branch
    Column("move", String(200), nullable=False),
    Column("name", String(80), nullable=False),  # of the branch that begins here
)
