"""`burgomaster stats`: tables of what happened in many games, the same rows for people, CSV and JSON."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, add_number, failed, write_file, wrong_use
from burgomaster.core.errors import BurgomasterError
from burgomaster.core.registry import game_info
from burgomaster.core.svg_chart import Bar, bar_chart
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from burgomaster.lab.totals import Facts, Rate, Totals

LeftOut = list[tuple[Path, BurgomasterError]]  # what could not be counted, and why

TOP = 20
ORDERS = ("copies", "wins")
PERCENT = ("wins", "wins_low", "wins_high", "share", "buyers")
BARS = {"scores": ("share", 40), "sources": ("mean", 12), "items": ("wins", 6), "seats": ("wins", 20)}
# what the bar behind a row shows, and how many characters the longest one has
CHARTED = ("seats", "sources", "items", "scores")  # the tables of the chart
SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz", ".parquet")  # of what is counted in a folder
TOLD = 3  # files that were left out and are told of
BINS = 16


def add_stats(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.epilog = say("stats.more")
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("stats.files"))
    parser.add_argument("--table", choices=tuple(MAKERS), help=say("stats.table"))
    add_number(parser, say, "stats.top", TOP, least=1)
    parser.add_argument("--by", choices=ORDERS, default=ORDERS[0], help=say("stats.by"))
    parser.add_argument("--csv", action="store_true", help=say("stats.csv"))
    parser.add_argument("--svg", metavar="FILE", help=say("stats.svg"))
    add_json(parser, say)


def run_stats(arguments: argparse.Namespace, say: Translator) -> int:
    if arguments.json and arguments.csv:
        raise wrong_use("stats.json_or_csv")
    found = count(arguments.files, say)
    if arguments.svg:
        write_chart(Path(arguments.svg), found, say, arguments.top, arguments.by)
    sheets = [make_sheets(totals, say, arguments.top, arguments.by, arguments.table) for totals in found]
    if arguments.json:
        described = [describe(totals, own) for totals, own in zip(found, sheets, strict=True)]
        print(json.dumps(described, ensure_ascii=False, indent=1))
    elif arguments.csv:
        print(to_csv(found, sheets), end="")
    else:
        print_all(found, sheets, say)
    return DONE


def count(files: Sequence[str], say: Translator) -> list[Totals]:
    """Read all files; what cannot be counted is told on the side, and an error if nothing is left."""
    from burgomaster.lab.totals import count_all
    from burgomaster.terminal.output import make_console, working

    left_out: LeftOut = []
    console = make_console(stderr=True)
    with watching_compiler(say), working(console, say("stats.counting")):
        found = count_all(read_all(files, left_out))
    for path, error in left_out[:TOLD]:
        console.print(say("stats.left_out", path=str(path), why=error.text(say.language)), soft_wrap=True)
    if len(left_out) > TOLD:
        console.print(say("stats.more_left_out", n=len(left_out) - TOLD))
    if not found:
        raise failed("stats.no_games")
    return found


def read_all(files: Sequence[str], left_out: LeftOut) -> Iterator[Facts]:
    """Read the games of files and folders; what cannot be counted is noted, but missed if it was named."""
    from burgomaster.lab.game_files import read_facts

    for name in files:
        for path in paths_of(Path(name)):
            errors: list[BurgomasterError] = []
            try:
                yield from read_facts(path, errors.append)
            except BurgomasterError as error:
                if path == Path(name):
                    raise
                errors.append(error)
            left_out += [(path, error) for error in errors]


def paths_of(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(one for one in path.iterdir() if one.name.endswith(SUFFIXES) and one.is_file())


def write_chart(path: Path, found: Sequence[Totals], say: Translator, top: int, by: str) -> None:
    sheets = {sheet.name: sheet for sheet in make_sheets(found[0], say, top, by, None)}
    groups = [
        (say(f"stats.{name}_title"), [chart_bar(row, sheets[name]) for row in sheets[name].rows])
        for name in CHARTED
        if name in sheets
    ]
    write_file(path, bar_chart(title_of(found[0], say), groups))


def chart_bar(row: Sequence[Any], sheet: Sheet) -> Bar:
    """Make the bar of one row of a table, with its interval if it has one."""
    values, measure = dict(zip(sheet.headings, row, strict=True)), BARS[sheet.name][0]
    value = values[measure]
    interval = (values[f"{measure}_low"], values[f"{measure}_high"]) if f"{measure}_low" in values else None
    words = f"{100 * value:.1f} %" if measure in PERCENT else f"{value:.1f}"
    return Bar(str(row[0]), value, words, interval)


def title_of(totals: Totals, say: Translator) -> str:
    game, variant, players = totals.group
    texts = game_info(game).texts
    words = " + ".join(texts.text(say.language, f"variant.{word}") for word in variant.split(" + "))
    games = say.number(totals.games)
    title = game_info(game).title(say.language)
    return say("stats.title", game=title, variant=words, players=players, games=games)


# For programs


def describe(totals: Totals, sheets: Sequence[Sheet]) -> dict[str, Any]:
    game, variant, players = totals.group
    tables = {sheet.name: [row_of(sheet, place) for place in range(len(sheet.rows))] for sheet in sheets}
    return {"game": game, "variant": variant, "players": players, "games": totals.games, **tables}


def row_of(sheet: Sheet, place: int) -> dict[str, Any]:
    values = [round(value, 6) if isinstance(value, float) else value for value in sheet.rows[place]]
    return {"id": sheet.ids[place], **dict(zip(sheet.headings, values, strict=True))}


def to_csv(found: Sequence[Totals], sheets: Sequence[Sequence[Sheet]]) -> str:
    """Write tables as CSV, each with its headings and an empty line between two."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    parts = [(totals, sheet) for totals, own in zip(found, sheets, strict=True) for sheet in own]
    for number, (totals, sheet) in enumerate(parts):
        if number:
            out.write("\n")
        writer.writerow(["game", "variant", "players", "table", "id", *sheet.headings])
        for place in range(len(sheet.rows)):
            row = row_of(sheet, place)
            writer.writerow([*totals.group, sheet.name, *row.values()])
    return out.getvalue()


# For people


def print_all(found: Sequence[Totals], sheets: Sequence[Sequence[Sheet]], say: Translator) -> None:
    from burgomaster.terminal.output import make_console

    console = make_console()
    for totals, own in zip(found, sheets, strict=True):
        console.print(title_of(totals, say), style="bold")
        for sheet in own:
            console.print()
            console.print(say(f"stats.{sheet.name}_title"), style="bold")
            print_sheet(console, sheet, say)
        console.print()


def print_sheet(console: Any, sheet: Sheet, say: Translator) -> None:
    """Print one table, with bars where a share says most."""
    from rich.markup import escape

    from burgomaster.terminal.output import make_table

    shown = [name for name in sheet.headings if not name.endswith(("_low", "_high"))]
    grid = make_table(say, "stats", shown, right=shown[1:])
    barred, length = BARS.get(sheet.name, ("", 0))
    if barred:
        grid.add_column("", no_wrap=True, min_width=length)
    most = max((row[sheet.headings.index(barred)] for row in sheet.rows), default=1) if barred else 1
    most = most if most > 0 else 1
    for row in sheet.rows:
        values = dict(zip(sheet.headings, row, strict=True))
        cells = [escape(cell(values, name, say)) for name in shown]
        grid.add_row(*cells, *([bar(values[barred] / most, length)] if barred else []))
    console.print(grid)


def cell(values: dict[str, Any], name: str, say: Translator) -> str:
    """Write one value, with its interval where it has one."""
    value = values[name]
    if isinstance(value, str):
        return value
    if f"{name}_low" in values:
        low, high = values[f"{name}_low"], values[f"{name}_high"]
        if name in PERCENT:
            interval = f"{say.decimal(100 * low)}–{say.decimal(100 * high)}"
            return f"{say.percent(100 * value, 1)} ({interval})"
        return f"{say.decimal(value)} ({say.decimal(low)}–{say.decimal(high)})"
    if name in PERCENT:
        return say.percent(100 * value, 1)
    return say.decimal(value, 2) if isinstance(value, float) else str(value)


def bar(share: float, most: int) -> str:
    """Draw a bar of letters, with eighths at its end where the output can show them."""
    encoding = (sys.stdout.encoding or "ascii").lower()
    length = max(0.0, share) * most
    if "utf" not in encoding:
        return "#" * round(length)
    whole, part = int(length), int(length % 1 * 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[part] if part else "")


# Tables


@dataclass(frozen=True)
class Sheet:
    """A table: its name, headings and rows; names of rows are words, everything else numbers."""

    name: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    ids: Sequence[str] = ()  # what programs call the rows, where people read other words


def make_sheets(totals: Totals, say: Translator, top: int, by: str, only: str | None) -> list[Sheet]:
    made = [make(totals, say, top, by) for name, make in MAKERS.items() if only in (None, name)]
    return [sheet for sheet in made if sheet.rows]


def numbers_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
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
    headings = ("seat", "wins", "wins_low", "wins_high", "score", "score_low", "score_high")
    rows = [
        (one.seat, *shares(one.wins), one.score, one.score - one.error, one.score + one.error)
        for one in totals.seats()
    ]
    return Sheet("seats", headings, rows, [str(one.seat) for one in totals.seats()])


def sources_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
    texts = game_info(totals.group[0]).texts
    rows = [
        (texts.text(say.language, f"source.{one.source}"), one.mean, one.share, one.winners, one.others)
        for one in totals.sources()
    ]
    ids = [one.source for one in totals.sources()]
    return Sheet("sources", ("source", "mean", "share", "winners", "others"), rows, ids)


def items_sheet(totals: Totals, say: Translator, top: int, by: str) -> Sheet:
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
    from burgomaster.lab.totals import bins_of

    total = sum(totals.scores.values())
    bins = bins_of(totals.scores, BINS)
    rows = [(span(first, last), n, n / total) for first, last, n in bins]
    return Sheet("scores", ("score", "count", "share"), rows, [str(first) for first, _, _ in bins])


def span(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return f"{first} … {last}" if first < 0 else f"{first}–{last}"


def shares(rate: Rate) -> tuple[float, float, float]:
    return rate.share, rate.low, rate.high


MAKERS: dict[str, Callable[[Totals, Translator, int, str], Sheet]] = {
    "numbers": numbers_sheet,
    "seats": seats_sheet,
    "sources": sources_sheet,
    "items": items_sheet,
    "scores": scores_sheet,
}
