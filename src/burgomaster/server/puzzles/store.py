"""How well somebody does at puzzles, and where answers are kept: of accounts in the store, of guests in a
cookie.

A standing is a rating as in chess, against those of the puzzles of a game.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from burgomaster.bots.puzzles import Puzzle
from burgomaster.server import models
from burgomaster.server.security import Signer

START = 1500  # what level 3 has
FIRST, QUICK, SLOW = 20, 40, 20  # so many answers move a rating quickly, later ones slowly
SPREAD = 400
LEAST, MOST = 100, 4000
COOKIE = "bm_puzzles"
PURPOSE = "puzzles"
VISIT = 24 * 3600  # seconds that a visit may last
MOST_KNOWN = 60  # puzzles that the cookie of a guest remembers
MOST_DAYS = 10
MOST_COOKIE = 3500  # letters


@dataclass(frozen=True)
class Standing:
    rating: float = START
    answered: int = 0
    solved: int = 0
    streak: int = 0  # solved one after another
    best: int = 0  # the longest of these

    def after(self, puzzle_rating: int, is_right: bool) -> Standing:
        streak = self.streak + 1 if is_right else 0
        return replace(
            self,
            rating=min(MOST, max(LEAST, self.rating + self._change(puzzle_rating, is_right))),
            answered=self.answered + 1,
            solved=self.solved + is_right,
            streak=streak,
            best=max(self.best, streak),
        )

    def _change(self, puzzle_rating: int, is_right: bool) -> float:
        expected = 1.0 / (1.0 + 10 ** ((puzzle_rating - self.rating) / SPREAD))
        return (QUICK if self.answered < FIRST else SLOW) * (is_right - expected)


@dataclass(frozen=True)
class Counted:
    """What became of an answer: only the first one to a puzzle counts."""

    before: Standing
    after: Standing
    is_first: bool

    @property
    def change(self) -> int:
        return round(self.after.rating) - round(self.before.rating)


# Where answers are kept


class AccountKeeper:
    def __init__(self, engine: Engine, account: int) -> None:
        self._engine, self._account = engine, account

    def standings(self) -> Mapping[str, Standing]:
        table = models.puzzle_standings
        with self._engine.connect() as connection:
            rows = connection.execute(select(table).where(table.c.account == self._account)).mappings()
            return {row["game"]: _standing(row) for row in rows}

    def answered(self, game: str) -> set[str]:
        table = models.puzzle_answers
        own = (table.c.account == self._account, table.c.game == game)
        with self._engine.connect() as connection:
            return set(connection.scalars(select(table.c.puzzle).where(*own)))

    def days(self) -> set[date]:
        """List the days of which they solved the puzzle of the day."""
        table = models.puzzle_answers
        own = (table.c.account == self._account, table.c.day != "", table.c.is_right)
        with self._engine.connect() as connection:
            return {date.fromisoformat(day) for day in connection.scalars(select(table.c.day).where(*own))}

    def count(self, game: str, puzzle: Puzzle, is_right: bool, day: str, at: float) -> Counted:
        """Count an answer; only the first one to a puzzle does. `day`: it is the puzzle of that day."""
        row = {"account": self._account, "game": game, "puzzle": puzzle.id, "is_right": is_right}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(models.puzzle_answers).values(**row, day=day, at=at))
                return self._change(connection, game, puzzle.rating, is_right)
        except IntegrityError:  # it was answered before, maybe this very moment in another window
            known = self.standings().get(game, Standing())
            return Counted(known, known, is_first=False)

    def _change(self, connection: Connection, game: str, rating: int, is_right: bool) -> Counted:
        """Write the standing after an answer; two answers at the same moment come one after the other."""
        accounts, table = models.accounts, models.puzzle_standings
        connection.execute(select(accounts.c.id).where(accounts.c.id == self._account).with_for_update())
        own = (table.c.account == self._account, table.c.game == game)
        row = connection.execute(select(table).where(*own)).mappings().first()
        before = Standing() if row is None else _standing(row)
        after = before.after(rating, is_right)
        if row is None:
            connection.execute(insert(table).values(account=self._account, game=game, **asdict(after)))
        else:
            connection.execute(update(table).where(*own).values(**asdict(after)))
        return Counted(before, after, is_first=True)


def _standing(row: Any) -> Standing:
    return Standing(*(row[name] for name in ("rating", "answered", "solved", "streak", "best")))


@dataclass
class GuestKeeper:
    """Keeps what a guest has answered, until it is written into their cookie."""

    known: dict[str, Standing] = field(default_factory=dict)
    puzzles: list[str] = field(default_factory=list)
    solved_days: list[str] = field(default_factory=list)
    is_changed: bool = False

    @classmethod
    def read(cls, signer: Signer, cookie: str) -> GuestKeeper:
        """Read a cookie; one that we did not write, or cannot read any more, is as good as none."""
        text = signer.read(PURPOSE, cookie[:MOST_COOKIE]) or ""
        try:
            found = json.loads(base64.urlsafe_b64decode(text))
            known = {game: Standing(*numbers) for game, numbers in found["games"].items()}
            return cls(known, list(found["puzzles"]), list(found["days"]))
        except (binascii.Error, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def write(self, signer: Signer) -> str:
        games = {
            game: [round(one.rating, 1), *list(asdict(one).values())[1:]] for game, one in self.known.items()
        }
        text = json.dumps({"games": games, "puzzles": self.puzzles, "days": self.solved_days})
        return signer.sign(PURPOSE, base64.urlsafe_b64encode(text.encode()).decode())

    def standings(self) -> Mapping[str, Standing]:
        return self.known

    def answered(self, game: str) -> set[str]:
        return set(self.puzzles)

    def days(self) -> set[date]:
        return {date.fromisoformat(day) for day in self.solved_days}

    def count(self, game: str, puzzle: Puzzle, is_right: bool, day: str, at: float) -> Counted:
        before = self.known.get(game, Standing())
        if puzzle.id in self.puzzles:
            return Counted(before, before, is_first=False)
        after = before.after(puzzle.rating, is_right)
        self.known[game] = replace(after, rating=round(after.rating, 1))
        self.puzzles = [*self.puzzles, puzzle.id][-MOST_KNOWN:]
        if day and is_right:
            self.solved_days = [*self.solved_days, day][-MOST_DAYS:]
        self.is_changed = True
        return Counted(before, after, is_first=True)


Keeper = AccountKeeper | GuestKeeper
