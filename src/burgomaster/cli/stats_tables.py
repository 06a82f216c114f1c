"""What was counted in many games as tables: the same rows for people, for CSV and for JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator

if TYPE_CHECKING:
    from burgomaster.lab.totals import Rate, Totals

BINS = 16
TABLES = ("numbers", "seats", "sources", "items", "scores")


@dataclass(frozen=True)
class Sheet:
    """A table: its name, headings and rows; names of rows are words, everything else numbers."""

    name: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    ids: Sequence[str] = ()  # what programs call the rows, where people read other words


def make_sheets(totals: Totals, say: Translator, top: int, by: str, only: str | None) -> list[Sheet]:
    """Make the tables of one kind of games, or one of them."""
    made = [MAKERS[name](totals, say, top, by) for name in TABLES if only in (None, name)]
    return [sheet for sheet in made if sheet.rows]


def numbers_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
    """Describe scores and lengths of games."""
    from burgomaster.lab.totals import describe_numbers

    names = {
        "score": totals.scores,
        "winning_score": totals.winning,
        "steps": totals.steps,
        "rounds": totals.rounds,
    }
    headings = ("name", "mean", "deviation", "least", "quarter", "median", "three_quarters", "most")
    rows = [
        (say(f"stats.{name}"), *describe_numbers(counts).values()) for name, counts in names.items() if counts
    ]
    return Sheet("numbers", headings, rows, [name for name, counts in names.items() if counts])


def seats_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
    """Tell how each seat fared."""
    headings = ("seat", "wins", "wins_low", "wins_high", "score", "score_low", "score_high")
    rows = [
        (one.seat, *shares(one.wins), one.score, one.score - one.error, one.score + one.error)
        for one in totals.seats()
    ]
    return Sheet("seats", headings, rows, [str(one.seat) for one in totals.seats()])


def sources_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
    """Tell where points come from."""
    texts = game_info(totals.group[0]).texts
    rows = [
        (texts.text(say.language, f"source.{one.source}"), one.mean, one.share, one.winners, one.others)
        for one in totals.sources()
    ]
    ids = [one.source for one in totals.sources()]
    return Sheet("sources", ("source", "mean", "share", "winners", "others"), rows, ids)


def items_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
    """Tell what is bought and how often its buyers win."""
    from burgomaster.core.statistics import statistics_of
    from burgomaster.lab.totals import best_items

    statistics = statistics_of(totals.group[0])
    items = best_items(totals, top, by) if statistics else []
    headings = ("item", "copies", "buyers", "wins", "wins_low", "wins_high", "score")
    rows = [
        (statistics.item_name(one.item, say.language), one.copies, one.share, *shares(one.wins), one.score)
        for one in items
        if statistics
    ]
    return Sheet("items", headings, rows, [statistics.items[one.item] for one in items if statistics])


def scores_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
    """Tell how often which scores were reached."""
    from burgomaster.lab.totals import bins_of

    total = sum(totals.scores.values())
    bins = bins_of(totals.scores, BINS)
    rows = [(span(first, last), n, n / total) for first, last, n in bins]
    return Sheet("scores", ("score", "count", "share"), rows, [str(first) for first, _, _ in bins])


def span(first: int, last: int) -> str:
    """Write the numbers from one to another."""
    if first == last:
        return str(first)
    return f"{first} … {last}" if first < 0 else f"{first}–{last}"


def shares(rate: Rate) -> tuple[float, float, float]:
    """Return a share and its interval."""
    return rate.share, rate.low, rate.high


MAKERS: dict[str, Callable[[Totals, Translator, int, str], Sheet]] = {
    "numbers": numbers_sheet,
    "seats": seats_sheet,
    "sources": sources_sheet,
    "items": items_sheet,
    "scores": scores_sheet,
}
