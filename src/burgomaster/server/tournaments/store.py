"""Where tournaments are kept. Every step is one transaction that says what it expects to find.

A round is drawn with all its tables and their names, or not at all: its number belongs to the key, and the
tournament says which round is its newest. So two processes cannot both draw it, and one that was
killed leaves a round whose tables can be opened by anybody, each once, because its name is known already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, and_, exists, func, insert, or_, select, update

from burgomaster.server import models
from burgomaster.server.match import Refused
from burgomaster.server.names import unique_name
from burgomaster.server.new_match import new_name
from burgomaster.server.store import Store
from burgomaster.server.tournament_tables import BYE, DRAWN, OPEN, RUNNING, SET, VOID, keep
from burgomaster.server.tournaments.rounds import DrawnRound
from burgomaster.server.tournaments.state import (
    CANCELLED,
    ENDED,
    ENTERING,
    IN,
    LEFT,
    MOST_ENTRANTS,
    STATES,
    Entrant,
    Tournament,
    read_tournament,
)
from burgomaster.server.tournaments.state import RUNNING as GOING_ON

CUPS, ENTRANTS = models.tournaments, models.entrants
ROUNDS, TABLES = models.tournament_rounds, models.tournament_tables
UNLISTED = ("origin", "seed")


class TournamentStore:
    """Reads and writes tournaments. Its methods block: call them in a thread."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine

    # Reading

    def find(self, name: str) -> Tournament | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(CUPS).where(CUPS.c.tournament == name)).mappings().first()
            if row is None:
                return None
            parts = [
                connection.execute(select(table).where(table.c.tournament == name).order_by(*keys))
                .mappings()
                .all()
                for table, keys in (
                    (ENTRANTS, (ENTRANTS.c.number,)),
                    (ROUNDS, (ROUNDS.c.round,)),
                    (TABLES, (TABLES.c.round, TABLES.c.number)),
                )
            ]
        return read_tournament(dict(row), *([dict(one) for one in part] for part in parts))

    def listed(self, statuses: Sequence[str], limit: int, most_of_host: int) -> list[Mapping[str, Any]]:
        """List tournaments that everybody may find, the last changed first; of one address only a few."""
        place = func.coalesce(func.nullif(CUPS.c.origin, ""), CUPS.c.host)
        rank = func.row_number().over(partition_by=place, order_by=CUPS.c.changed.desc())
        shown = (CUPS.c.is_open.is_(True), CUPS.c.status.in_(statuses))
        ranked = select(CUPS.c.tournament.label("name"), rank.label("rank")).where(*shown).subquery()
        query = select(*self._columns()).join(ranked, ranked.c.name == CUPS.c.tournament)
        query = query.where(ranked.c.rank <= most_of_host).order_by(CUPS.c.changed.desc()).limit(limit)
        return self._rows(query)

    def of(self, whos: Sequence[str], limit: int) -> list[Mapping[str, Any]]:
        """List the tournaments that somebody set up or takes part in, the last changed first."""
        entered = select(ENTRANTS.c.tournament).where(ENTRANTS.c.who.in_(whos))
        own = or_(CUPS.c.host.in_(whos), CUPS.c.tournament.in_(entered))
        query = select(*self._columns()).where(own, CUPS.c.status != CANCELLED)
        return self._rows(query.order_by(CUPS.c.changed.desc()).limit(limit))

    def _columns(self) -> list[Any]:
        n_entered = (
            select(func.count())
            .where(ENTRANTS.c.tournament == CUPS.c.tournament, ENTRANTS.c.state == IN)
            .correlate(CUPS)
            .scalar_subquery()
        )
        return [*(column for column in CUPS.c if column.name not in UNLISTED), n_entered.label("n_entered")]

    def _rows(self, query: Any) -> list[Mapping[str, Any]]:
        with self.engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def count(self, column: str, value: str) -> int:
        query = select(func.count()).where(CUPS.c[column] == value, CUPS.c.status.in_((ENTERING, GOING_ON)))
        with self.engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    def count_entered(self, whos: Sequence[str]) -> int:
        query = (
            select(func.count())
            .select_from(ENTRANTS.join(CUPS, CUPS.c.tournament == ENTRANTS.c.tournament))
            .where(ENTRANTS.c.who.in_(whos), ENTRANTS.c.state == IN)
            .where(CUPS.c.status.in_((ENTERING, GOING_ON)))
        )
        with self.engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    def due(self, now: float) -> list[str]:
        """List the running tournaments in which something is to be done now."""
        going_on = exists().where(
            TABLES.c.tournament == CUPS.c.tournament,
            TABLES.c.round == CUPS.c.round,
            TABLES.c.status.in_(OPEN),
        )
        is_over = and_(ROUNDS.c.ended == 0, or_(ROUNDS.c.ends <= now, ~going_on))
        follows = and_(ROUNDS.c.ended > 0, ROUNDS.c.due <= now)
        newest = and_(ROUNDS.c.tournament == CUPS.c.tournament, ROUNDS.c.round == CUPS.c.round)
        query = select(CUPS.c.tournament).join(ROUNDS, newest).where(CUPS.c.status == GOING_ON)
        query = query.where(or_(ROUNDS.c.opened == 0, is_over, follows))
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    # Setting up and entering

    def add(self, cup: Tournament) -> None:
        row = {column.name: getattr(cup, column.name) for column in CUPS.c}
        with self.engine.begin() as connection:
            connection.execute(insert(CUPS).values({**row, "plan": cup.plan.as_json()}))

    def enter(self, cup: Tournament, entrant: Entrant, now: float) -> bool:
        """Let somebody take part, with the next number; False if the tournament has gone on meanwhile.

        The row of the tournament is written first: so one enters after the other, and nobody else has their
        name. Who asks twice takes part once; Refused if it is full by now.
        """
        name, changed = cup.tournament, (CUPS.c.status == cup.status, CUPS.c.round == cup.round)
        with self.engine.begin() as connection:
            unchanged = update(CUPS).where(CUPS.c.tournament == name, *changed)
            if connection.execute(unchanged.values(changed=now)).rowcount != 1:
                return False
            query = select(ENTRANTS.c.who, ENTRANTS.c.number, ENTRANTS.c.name)
            rows = connection.execute(query.where(ENTRANTS.c.tournament == name)).all()
            if any(row.who == entrant.who for row in rows):
                return True
            if len(rows) >= MOST_ENTRANTS:
                raise Refused("cup_full", most=MOST_ENTRANTS)
            row = {column.name: getattr(entrant, column.name, None) for column in ENTRANTS.c}
            row["name"] = unique_name(entrant.name, [other.name for other in rows])
            last = max((other.number for other in rows), default=0)
            connection.execute(insert(ENTRANTS).values({**row, "tournament": name, "number": last + 1}))
            return True

    def set_state(
        self, name: str, number: int, state: str, since: int, now: float, before: Sequence[str] = STATES
    ) -> bool:
        """Let somebody leave, be removed, or come back; False if they are not in one of the states before."""
        own = (ENTRANTS.c.tournament == name, ENTRANTS.c.number == number, ENTRANTS.c.state.in_(before))
        with self.engine.begin() as connection:
            self._touch(connection, name, now)
            changed = update(ENTRANTS).where(*own).values(state=state, since=since)
            return bool(connection.execute(changed).rowcount == 1)

    def open_entries(self, name: str, is_open: bool, now: float) -> None:
        with self.engine.begin() as connection:
            self._touch(connection, name, now, entries_open=is_open)

    def _touch(self, connection: Connection, name: str, now: float, **values: Any) -> None:
        connection.execute(update(CUPS).where(CUPS.c.tournament == name).values(changed=now, **values))

    def end(self, name: str, statuses: Sequence[str], now: float, is_cancelled: bool = False) -> bool:
        """End a tournament that has one of some statuses; what is still played counts no more."""
        own = (CUPS.c.tournament == name, CUPS.c.status.in_(statuses))
        status = CANCELLED if is_cancelled else ENDED
        with self.engine.begin() as connection:
            values = {"status": status, "changed": now, "entries_open": False}
            if connection.execute(update(CUPS).where(*own).values(values)).rowcount != 1:
                return False
            open_ones = (TABLES.c.tournament == name, TABLES.c.status.in_(OPEN))
            connection.execute(update(TABLES).where(*open_ones).values(status=VOID, ended=now))
            going_on = (ROUNDS.c.tournament == name, ROUNDS.c.ended == 0)
            connection.execute(update(ROUNDS).where(*going_on).values(ended=now, due=now))
            return True

    def cancel_unstarted(self, before: float, now: float) -> int:
        """Call off what nobody has started or entered since a moment; count it."""
        old = (CUPS.c.status == ENTERING, CUPS.c.changed < before)
        with self.engine.begin() as connection:
            values = {"status": CANCELLED, "changed": now, "entries_open": False}
            return int(connection.execute(update(CUPS).where(*old).values(values)).rowcount)

    # Rounds

    def add_round(
        self,
        cup: Tournament,
        drawn: DrawnRound,
        now: float,
        groups: Mapping[int, int] | None = None,
        gone: Sequence[int] = (),
    ) -> bool:
        """Write the round that follows the newest one.

        False if another process has done it, or if others take part than those for whom it was drawn.
        """
        with self.engine.begin() as connection:
            same = (CUPS.c.round == cup.round, CUPS.c.status == cup.status)
            expected = (CUPS.c.tournament == cup.tournament, *same)
            values = {"round": cup.round + 1, "status": GOING_ON, "changed": now, "plan": cup.plan.as_json()}
            if connection.execute(update(CUPS).where(*expected).values(values)).rowcount != 1:
                return False
            query = select(ENTRANTS.c.number, ENTRANTS.c.state).where(ENTRANTS.c.tournament == cup.tournament)
            states = {row.number: row.state for row in connection.execute(query)}
            if states != {one.number: one.state for one in cup.entrants}:
                connection.rollback()
                return False
            self._write_round(connection, cup, drawn, now)
            for number, group_no in (groups or {}).items():
                own = (ENTRANTS.c.tournament == cup.tournament, ENTRANTS.c.number == number)
                connection.execute(update(ENTRANTS).where(*own).values(group_no=group_no))
            away = (ENTRANTS.c.tournament == cup.tournament, ENTRANTS.c.number.in_(gone))
            connection.execute(update(ENTRANTS).where(*away, ENTRANTS.c.state == IN).values(state=LEFT))
            return True

    def _write_round(self, connection: Connection, cup: Tournament, drawn: DrawnRound, now: float) -> None:
        """Write a round with its tables, each with the name that it will be opened under."""
        key = {"tournament": cup.tournament, "round": cup.round + 1}
        times = {"drawn": now, "opened": 0.0, "ends": 0.0, "ended": 0.0, "due": 0.0}
        connection.execute(insert(ROUNDS).values(**key, stage=drawn.stage, **times))
        rows = [
            {
                **key,
                "number": number,
                "match": None if table.is_bye else new_name(),
                "group_no": table.group_no,
                "seats": list(table.seats),
                "status": BYE if table.is_bye else DRAWN,
                "outcome": None,
                "ended": now if table.is_bye else 0.0,
            }
            for number, table in enumerate(drawn.tables, 1)
        ]
        connection.execute(insert(TABLES), rows)

    def mark_running(self, match: str) -> None:
        own = (TABLES.c.match == match, TABLES.c.status == DRAWN)
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(*own).values(status=RUNNING))

    def mark_opened(self, name: str, round_no: int, now: float, ends: float) -> None:
        own = (ROUNDS.c.tournament == name, ROUNDS.c.round == round_no, ROUNDS.c.opened == 0)
        with self.engine.begin() as connection:
            connection.execute(update(ROUNDS).where(*own).values(opened=now, ends=ends))

    def end_round(self, name: str, round_no: int, now: float, due: float) -> bool:
        """Note that a round is over, and when the next one begins; False if it was over already."""
        own = (ROUNDS.c.tournament == name, ROUNDS.c.round == round_no, ROUNDS.c.ended == 0)
        with self.engine.begin() as connection:
            done = connection.execute(update(ROUNDS).where(*own).values(ended=now, due=due)).rowcount
            self._touch(connection, name, now)
            return bool(done)

    def hurry(self, name: str, round_no: int, now: float) -> None:
        """Let a round end now, or what follows it begin now."""
        own = (ROUNDS.c.tournament == name, ROUNDS.c.round == round_no, ROUNDS.c.opened > 0)
        with self.engine.begin() as connection:
            connection.execute(update(ROUNDS).where(*own, ROUNDS.c.ended > 0).values(due=now))
            connection.execute(update(ROUNDS).where(*own, ROUNDS.c.ended == 0).values(ends=now))

    def settle(self, match: str, how: str, outcome: Mapping[str, Any], now: float) -> bool:
        """Note how a table counts that did not end by itself; False if it counts already."""
        with self.engine.begin() as connection:
            return keep(connection, match, how, outcome, now)

    def set_outcome(self, name: str, match: str, outcome: Mapping[str, Any], now: float) -> bool:
        """Note how a table counts that its players did not end; False for one that they did."""
        own = (TABLES.c.tournament == name, TABLES.c.match == match, TABLES.c.status.in_(SETTABLE))
        with self.engine.begin() as connection:
            values = {"status": SET, "outcome": dict(outcome), "ended": now}
            done = connection.execute(update(TABLES).where(*own).values(values)).rowcount == 1
            self._touch(connection, name, now)
            return done


SETTABLE = (*OPEN, "time", SET, VOID)
