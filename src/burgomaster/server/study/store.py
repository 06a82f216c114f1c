"""Where studies are kept. Every move that is acknowledged is a row of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine, delete, func, insert, select, update

from burgomaster.server import models
from burgomaster.server.match import Refused
from burgomaster.server.store import Store
from burgomaster.server.study.tree import Node, Place, Study

GUEST = "visitor:"
BATCH = 200  # studies that are deleted together
GONE = -1.0  # in the place of when a study changed, while it is deleted


class StudyStore:
    def __init__(self, store: Store) -> None:
        self.engine = store.engine

    def add(self, study: Study) -> None:
        row = {
            name: getattr(study, name)
            for name in ("study", "owner", "title", "match", "record", "created", "changed")
        }
        with self.engine.begin() as connection:
            connection.execute(insert(models.studies).values(game=study.record["game"], **row))
            moves = [{"study": study.study, **vars(node)} for node in study.nodes.values()]
            if moves:
                connection.execute(insert(models.study_moves), moves)

    def find(self, name: str) -> Study | None:
        with self.engine.connect() as connection:
            table = models.studies
            row = connection.execute(select(table).where(table.c.study == name)).mappings().first()
            if row is None:
                return None
            moves = models.study_moves
            found = connection.execute(select(moves).where(moves.c.study == name)).mappings().all()
        nodes = {node.number: node for node in map(_node, found)}
        kept = {key: value for key, value in row.items() if key != "game"}
        return Study(**kept, nodes=nodes)

    def list_of(self, whos: Sequence[str], limit: int) -> list[Mapping[str, Any]]:
        """List the studies of somebody without their games, the last changed first."""
        table = models.studies
        columns = (table.c.study, table.c.title, table.c.game, table.c.match, table.c.changed)
        query = select(*columns).where(table.c.owner.in_(whos))
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(table.c.changed.desc()).limit(limit))
            return [dict(row._mapping) for row in rows]

    def count_of(self, who: str) -> int:
        query = select(func.count()).select_from(models.studies).where(models.studies.c.owner == who)
        with self.engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    def add_moves(self, study: str, place: Place, moves: Sequence[str], now: float) -> int:
        """Keep moves that were tried one after another at a place; give the number of the last.

        Somebody else may write to the study at the same moment. The study is written to first, so one does
        so after the other, and the later one finds what is there by then: a move that is tried twice is kept
        once, and none is kept behind one that was forgotten.
        """
        with self.engine.begin() as connection:
            if not self._touch(connection, study, now):
                raise Refused("stale")
            table = models.study_moves
            rows = connection.execute(select(table).where(table.c.study == study)).mappings().all()
            known = {node.number: node for node in map(_node, rows)}
            if place.node and place.node not in known:
                raise Refused("stale")
            nodes = new_nodes(known, place, moves)
            if added := [node for node in nodes if node.number not in known]:
                connection.execute(insert(table), [{"study": study, **vars(node)} for node in added])
        return nodes[-1].number

    def rename(self, study: str, title: str, now: float) -> None:
        with self.engine.begin() as connection:
            table = models.studies
            connection.execute(update(table).where(table.c.study == study).values(title=title))
            self._touch(connection, study, now)

    def name_branch(self, study: str, number: int, name: str, now: float) -> None:
        with self.engine.begin() as connection:
            table = models.study_moves
            is_it = (table.c.study == study, table.c.number == number)
            connection.execute(update(table).where(*is_it).values(name=name))
            self._touch(connection, study, now)

    def drop_moves(self, study: str, number: int, now: float) -> None:
        """Forget a move of a branch and everything after it, also what was tried there in the last moment."""
        table = models.study_moves
        with self.engine.begin() as connection:
            self._touch(connection, study, now)  # first, as in `add_moves`
            query = select(table.c.number, table.c.parent).where(table.c.study == study)
            gone = {number}
            for row in connection.execute(query.order_by(table.c.number)):  # parents come first
                gone |= {row.number} if row.parent in gone else set()
            connection.execute(delete(table).where(table.c.study == study, table.c.number.in_(gone)))

    def drop(self, study: str) -> None:
        """Forget a study; what is being tried there is kept before, and forgotten with it, or refused."""
        with self.engine.begin() as connection:
            self._touch(connection, study, 0.0)
            for table in (models.study_moves, models.studies):
                connection.execute(delete(table).where(table.c.study == study))

    def _touch(self, connection: Any, study: str, now: float) -> bool:
        """Note that a study changed; tell whether it is there."""
        table = models.studies
        changed = update(table).where(table.c.study == study).values(changed=now)
        return bool(connection.execute(changed).rowcount == 1)


def old_guest_studies(engine: Engine, before: float) -> int:
    with engine.connect() as connection:
        return int(connection.scalar(select(func.count()).where(*_is_old(before))) or 0)


def drop_guest_studies(engine: Engine, before: float) -> int:
    """Delete the studies of guests that have not changed since a moment; say how many."""
    table, tried, dropped = models.studies, models.study_moves, 0
    gone = select(table.c.study).where(table.c.changed == GONE)
    while True:
        with engine.begin() as connection:
            some = select(table.c.study).where(*_is_old(before)).limit(BATCH)
            # written to first, as in `add_moves`: a move tried meanwhile keeps the study or is refused
            marked = update(table).where(table.c.study.in_(some), *_is_old(before)).values(changed=GONE)
            n_marked = connection.execute(marked).rowcount
            connection.execute(delete(tried).where(tried.c.study.in_(gone)))
            connection.execute(delete(table).where(table.c.changed == GONE))
        dropped += n_marked
        if n_marked < BATCH:
            return dropped


def _is_old(before: float) -> tuple[Any, Any]:
    return models.studies.c.owner.like(f"{GUEST}%"), models.studies.c.changed < before


def new_nodes(known: Mapping[int, Node], place: Place, moves: Sequence[str]) -> list[Node]:
    """Go along moves from a place: through what is there, and then through new ones."""
    found: list[Node] = []
    parent, last = place.node, max(known, default=0)
    for move in moves:
        same = (one for one in known.values() if (one.parent, one.ply, one.move) == (parent, place.ply, move))
        node = next(same, None)
        if node is None:
            last += 1
            node = Node(last, parent, place.ply, move)
        found.append(node)
        parent = node.number
    return found


def _node(row: Any) -> Node:
    return Node(int(row["number"]), int(row["parent"]), int(row["ply"]), row["move"], row["name"])
