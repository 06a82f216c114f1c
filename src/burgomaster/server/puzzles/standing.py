"""How well somebody does at the puzzles of a game: a rating as in chess, against those of the puzzles."""

from __future__ import annotations

from dataclasses import dataclass, replace

START = 1500  # what level 3 has
FIRST, QUICK, SLOW = 20, 40, 20  # so many answers move a rating quickly, later ones slowly
SPREAD = 400
LEAST, MOST = 100, 4000


@dataclass(frozen=True)
class Standing:
    """What somebody has reached in one game."""

    rating: float = START
    answered: int = 0
    solved: int = 0
    streak: int = 0  # solved one after another
    best: int = 0  # the longest of these

    def after(self, puzzle_rating: int, is_right: bool) -> Standing:
        """Count the first answer to a puzzle."""
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
        """Compute by how much an answer moves the rating."""
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
        """Tell by how many points the rating moved."""
        return round(self.after.rating) - round(self.before.rating)
