"""The second step of a choice in Suburbia: the cells, or tiles, with what follows in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.actions import Verb, verb_of
from burgomaster.games.suburbia.rules.text import signed
from burgomaster.games.suburbia.terminal.choices import thing_in
from burgomaster.games.suburbia.terminal.outcome import (
    Effects,
    Outcome,
    after_text,
    effects_text,
    foresee,
    shared,
)
from burgomaster.games.suburbia.terminal.tiles import STATS, tile_name
from burgomaster.terminal.screen import Choice

NOTHING = "·"
NUMBER = "bold cyan"
GAIN, LOSS = "green", "red"
MAX_IN_LINE = 24  # width of the numbers and cells of a line
GAP = 2


def where_table(seat_view: SeatView, choices: Sequence[Choice], say: Translator) -> RenderableType:
    """Draw all choices; what follows from every one of them is said once, above."""
    outcomes = [foresee(seat_view, choice.move) for choice in choices]
    effects = [outcome.effects(say) for outcome in outcomes]
    common = shared(effects)
    whys = [
        effects_text(seat_view, without(found, common, itself(choice, say)), say)
        for choice, found in zip(choices, effects, strict=True)
    ]
    table = empty_table(outcomes[0].ends_turn, any(choice.price for choice in choices), say)
    for cells in rows(seat_view, choices, outcomes, whys, say):
        table.add_row(*cells)
    if len(choices) == 1 or not common:
        return table
    return Group(Text(say("screen.everywhere", effects=effects_text(seat_view, common, say))), table)


def itself(choice: Choice, say: Translator) -> str:
    """Name the tile that gets a marker: nobody needs to be told that it is the cause."""
    is_marker = verb_of(choice.move.code) == Verb.INVEST
    return tile_name(thing_in(choice.move), say) if is_marker else ""


def without(effects: Effects, common: Effects, cause: str) -> Effects:
    """Leave out of the effects of a choice what need not be said."""
    return {key: n for key, n in effects.items() if key not in common and key[1] != cause}


def empty_table(ends_turn: bool, has_prices: bool, say: Translator) -> Table:
    """Make the columns."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("group.where"), no_wrap=True)
    if has_prices:
        table.add_column(say("screen.cost"), justify="right", no_wrap=True)
    for stat in STATS:
        table.add_column(say(f"screen.stat.{stat}"), justify="right", no_wrap=True)
    key = "screen.after_turn" if ends_turn else "screen.after_step"
    table.add_column(say(key), no_wrap=True)
    table.add_column(say("screen.why"), style="dim")
    return table


def rows(
    seat_view: SeatView,
    choices: Sequence[Choice],
    outcomes: Sequence[Outcome],
    whys: Sequence[str],
    say: Translator,
) -> Iterator[list[RenderableType]]:
    """Draw a line for all neighbouring choices from which the same follows."""
    numbered = enumerate(zip(choices, outcomes, whys, strict=True), start=1)

    def look(item: tuple[int, tuple[Choice, Outcome, str]]) -> tuple[object, ...]:
        _, (choice, outcome, why) = item
        values = [outcome.total(stat) for stat in STATS]
        return choice.price, values, after_text(seat_view, outcome, say), why

    for _, run in groupby(numbered, key=look):
        members = list(run)
        _, (choice, outcome, why) = members[0]
        names = in_lines(number_text(number, shown) for number, (shown, _, _) in members)
        prices = [choice.price] if choice.price else []
        values = [value_text(outcome.total(stat)) for stat in STATS]
        yield [names, *prices, *values, after_text(seat_view, outcome, say), why]


def number_text(number: int, choice: Choice) -> Text:
    """Write a choice with its number."""
    return Text(str(number), style=NUMBER).append(
        f" {choice.label}", style=choice.style or "not bold default"
    )


def in_lines(parts: Iterable[Text]) -> Text:
    """Put texts in as few lines as they fit in, none of them broken."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + GAP + part.cell_len <= MAX_IN_LINE:
            lines[-1].append(" " * GAP).append(part)
        else:
            lines.append(part)
    return Text("\n").join(lines)


def value_text(change: int) -> Text:
    """Write the change of a value."""
    if change == 0:
        return Text(NOTHING, style="dim")
    return Text(signed(change), style=GAIN if change > 0 else LOSS)
