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
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData()
# Of millions of matches only these few are in lists; queries say it in the same words, or SQLite cannot know
UNFINISHED = text("status IN ('waiting', 'running')")
UNTALLIED = text("tallied IS FALSE AND counted IS TRUE")
UNANALYSED = text("analysed IS FALSE AND counted IS TRUE")
UNLISTED = text("""replace(CAST(summary AS TEXT), '"points":', '') = CAST(summary AS TEXT)""")  # no points
ANALYSED = text("accuracy IS NOT NULL")
RATED = text("mu IS NOT NULL")

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
    Column("rated", Boolean, nullable=False, default=False, server_default=false()),
    Column("stand_in", String(40), nullable=False, default="", server_default=""),  # a bot, for leavers
    # For lists only; the journal is the truth.
    Column("status", String(12), nullable=False, index=True),  # waiting, running, over
    Column("changed", Float, nullable=False, index=True),
    Column("summary", JSON, nullable=False),
    Column("seen", Float, nullable=False, default=0.0, server_default="0"),  # when its people were there
    Column("counted", Boolean, nullable=False, default=False, server_default=false()),  # has its results
    Column("tallied", Boolean, nullable=False, default=False, server_default=false()),  # and its tallies
    Column("analysed", Boolean, nullable=False, default=False, server_default=false()),  # for accuracies
    Index("matches_by_origin", "origin", "status"),
    Index("matches_by_host", "host", "status"),
    Index("matches_by_counted", "counted", "status"),
    Index("matches_unanalysed", "changed", sqlite_where=UNANALYSED, postgresql_where=UNANALYSED),
    Index("matches_untallied", "match", sqlite_where=UNTALLIED, postgresql_where=UNTALLIED),
    Index("matches_unlisted", "match", sqlite_where=UNLISTED, postgresql_where=UNLISTED),
    Index("matches_unfinished", "status", "changed", sqlite_where=UNFINISHED, postgresql_where=UNFINISHED),
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
    Column("ended", Float, nullable=False, default=0.0, server_default="0"),  # when it was over; 0: it is not
    Index("holders_by_who", "who", "ended"),
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

call_ways = Table(  # by which somebody is called who is not looking
    "call_ways",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("who", String(80), nullable=False, index=True),
    Column("channel", String(12), nullable=False),  # push, mail, webhook
    Column("mark", String(64), nullable=False, unique=True),  # a hash of who, channel and address
    Column("address", Text, nullable=False),
    Column("details", JSON, nullable=False),  # keys of a browser, the shape of a webhook
    Column("events", String(120), nullable=False),  # what it calls for, as words
    Column("language", String(8), nullable=False),
    Column("pace", Integer, nullable=False),  # seconds between two mails, 0 for each at once
    Column("created", Float, nullable=False),
    Column("confirmed", Float, nullable=False),  # 0: nobody has said yet that the address is theirs
    Column("used", Float, nullable=False),  # when something was sent the last time
    Column("failures", Integer, nullable=False),  # since then
    Column("session", String(64), nullable=False),  # a browser's way ends with the log-in it was made by
)

call_tables = Table(  # tables by which somebody does not want to be called
    "call_tables",
    metadata,
    Column("who", String(80), primary_key=True),
    Column("match", String(24), ForeignKey("matches.match"), primary_key=True),
    Column("off", String(60), nullable=False),  # the channels that are silent, as words
)

outbox = Table(  # calls that are not sent yet
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("way", Integer, ForeignKey("call_ways.id"), nullable=False),
    Column("who", String(80), nullable=False),
    Column("match", String(24), ForeignKey("matches.match"), nullable=False),
    Column("number", Integer, nullable=False),  # of the journal entry that is the reason
    Column("event", String(12), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
    Column("claimed", Float, nullable=False),  # until then a process has it
    Column("handed", Boolean, nullable=False),  # whether it may have been sent already
    UniqueConstraint("way", "match", "number", "event", name="outbox_once"),
    Index("outbox_by_match", "match", "who"),
)


# People beyond one table

results = Table(  # a row for each seat of a finished game; it stays when the game itself is deleted
    "results",
    metadata,
    Column("match", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("variant", String(120), nullable=False),
    Column("players", Integer, nullable=False),
    Column("who", String(80), nullable=False),  # account:…, visitor:…, bot:…; "": nobody in particular
    Column("name", String(40), nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # how many were better
    Column("kind", String(8), nullable=False),  # "", left, device: see rating/results.py
    Column("ended", Float, nullable=False),
    Column("is_public", Boolean, nullable=False),  # whether anybody could watch it
    Column("rated", Boolean, nullable=False),
    Column("mu", Float),  # the rating behind a rated game, of people
    Column("sigma", Float),
    Column("accuracy", Float),  # by analysis, once there was one
    Column("kept", Boolean, nullable=False, default=True, server_default=true()),  # whether there is a replay
    # origin, early, alone: see `rating_notes` in rating/results.py
    Column("rating_note", String(8), nullable=False, default="", server_default=""),
    # with what is asked of many games at once, so that none of their rows is read
    Index("results_by_who", "who", "ended", "match", "seat", "place", "is_public", "players", "kind"),
    Index(
        "results_curves", "who", "game", "ended", "mu", "sigma", sqlite_where=RATED, postgresql_where=RATED
    ),
    Index("results_by_game", "who", "game", "ended", "match"),
    Index(
        "results_sums", "who", "is_public", "game", "variant", "players", "kind", "place", "score", "accuracy"
    ),
    Index("results_by_time", "rated", "ended", "match"),
    Index("results_analysed", "who", "ended", sqlite_where=ANALYSED, postgresql_where=ANALYSED),
)

analyses = Table(  # of finished games: what server/analysis_keeping.py writes
    "analyses",
    metadata,
    Column("match", String(24), ForeignKey("matches.match"), primary_key=True),
    Column("made_by", String(80), nullable=False),  # an analysis by anything else is not shown
    Column("at", Float, nullable=False),
    Column("data", Text, nullable=False),
)

tallies = Table(  # what an account bought in all its games of a kind, and where its points came from
    "tallies",
    metadata,
    Column("who", String(80), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("is_public", Boolean, primary_key=True),  # of games that anybody could watch
    Column("games", Integer, nullable=False),
    Column("sources", JSON, nullable=False),  # points by source
    Column("items", JSON, nullable=False),  # by item: bought, in so many games, of which so many were won
)

ratings = Table(  # of people; those of bots come from the arena
    "ratings",
    metadata,
    Column("season", String(8), primary_key=True),  # "2026-4": a quarter; "": all time
    Column("game", String(40), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("certain", Float, nullable=False),  # what lists are ordered by
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ratings_by_certain", "season", "game", "certain", "account"),
    Index("ratings_by_account", "account"),
)

profiles = Table(  # what people say of themselves; who says nothing has none
    "profiles",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("face", String(40), nullable=False),
    Column("about", String(300), nullable=False),
    Column("seen_by", String(8), nullable=False),  # all, friends, nobody
)

ties = Table(  # what one account thinks of another; friends are two who both say so
    "ties",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("other", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("kind", String(8), nullable=False),  # friend, block
    Column("since", Float, nullable=False),
    Index("ties_by_other", "other"),
)

invitations = Table(  # to a table that waits
    "invitations",
    metadata,
    Column("match", String(24), ForeignKey("matches.match"), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("by", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("at", Float, nullable=False),
    Index("invitations_by_account", "account"),
)

reports = Table(  # for whoever runs the server
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("by", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("about", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("match", String(24), nullable=False),
    Column("at", Float, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Index("reports_by_about", "about"),
    Index("reports_by_by", "by"),
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

# Tournaments

tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament", String(24), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("host", String(80), nullable=False),
    Column("host_name", String(40), nullable=False),
    Column("origin", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("plan", JSON, nullable=False),  # see tournaments/plan.py
    Column("is_open", Boolean, nullable=False),  # whether everybody finds it, or only who has the link
    Column("rated", Boolean, nullable=False),
    Column("seed", BigInteger, nullable=False),  # of what is drawn by lot
    Column("status", String(12), nullable=False),  # entering, running, over, cancelled
    Column("entries_open", Boolean, nullable=False),
    Column("round", Integer, nullable=False),  # the newest that is drawn, 0 before the start
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tournaments_by_status", "status", "changed"),
    Index("tournaments_by_host", "host", "status"),
    Index("tournaments_by_origin", "origin", "status"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.tournament"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("who", String(80), nullable=False),
    Column("name", String(40), nullable=False),
    Column("passing", String(12), nullable=False),  # how they want to pass at their tables
    Column("state", String(12), nullable=False),  # in, left, removed
    Column("group_no", Integer, nullable=False),  # 0: there are no groups
    Column("since", Integer, nullable=False),  # the first round in which they play
    Column("entered", Float, nullable=False),
    Column("origin", String(24), nullable=False),  # a mark of the address from which a person entered
    UniqueConstraint("tournament", "who", name="entrants_once"),
    Index("entrants_by_who", "who"),
)

tournament_rounds = Table(
    "tournament_rounds",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.tournament"), primary_key=True),
    Column("round", Integer, primary_key=True),  # two processes cannot both draw it
    Column("stage", String(8), nullable=False),  # main, final
    Column("drawn", Float, nullable=False),
    Column("opened", Float, nullable=False),  # when all its tables were there; 0: they are not yet
    Column("ends", Float, nullable=False),  # when its time is up; 0 until it is opened
    Column("ended", Float, nullable=False),  # 0: it goes on
    Column("due", Float, nullable=False),  # when what follows it begins; 0 until it has ended
)

tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.tournament"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("match", String(24), unique=True),  # the table's name, drawn with the round; none: somebody rests
    Column("group_no", Integer, nullable=False),
    Column("seats", JSON, nullable=False),  # numbers of entrants by seat, 0 for a bot
    Column("status", String(12), nullable=False),  # drawn, running, over, time, set, void, bye
    Column("outcome", JSON),  # places, scores and who had left, by seat
    Column("ended", Float, nullable=False),
)

# Watching

spectators = Table(  # how many people watch a table, at each of several processes
    "spectators",
    metadata,
    Column("process", String(24), primary_key=True),
    Column("match", String(24), primary_key=True),
    Column("people", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

takeovers = Table(  # games of guests that belong to an account as soon as they have ended
    "takeovers",
    metadata,
    Column("match", String(24), primary_key=True),
    Column("guest", String(80), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("at", Float, nullable=False),
)

# Puzzles

puzzle_standings = Table(  # how well an account does at the puzzles of a game
    "puzzle_standings",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)

puzzle_answers = Table(  # the first answer of an account to a puzzle
    "puzzle_answers",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True),
    Column("puzzle", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("day", String(10), nullable=False),  # whose puzzle of the day it was; "": of none
    Column("at", Float, nullable=False),
)
