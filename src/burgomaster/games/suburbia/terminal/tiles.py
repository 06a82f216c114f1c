"""The tiles and goals of Suburbia as words, signs and colours for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import goal_row, row_of
from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_ROWS, TARGETS, Scope, Stat, read_clauses
from burgomaster.games.suburbia.rules.options import DALE
from burgomaster.games.suburbia.rules.text import amount_values, goal_sentence, tile_sentences
from burgomaster.terminal.texts import find_named

STYLES = {
    "residential": "green",
    "industrial": "yellow",
    "commercial": "bright_blue",
    "civic": "grey58",
    "lake": "cyan",
}
FILLS = {  # inside a hexagon
    "residential": "black on green",
    "industrial": "black on yellow",
    "commercial": "bright_white on blue",
    "civic": "black on grey70",
    "lake": "black on cyan",
}
IMMEDIATE = (Stat.MONEY, Stat.INCOME, Stat.REPUTATION, Stat.POPULATION)
MARKER = "●"


def tile_name(tile: str, say: Translator) -> str:
    return row_of(tile)[f"name_{say.language}"]


def goal_name(goal: str, say: Translator) -> str:
    return goal_row(goal)[f"name_{say.language}"]


def goal_subject(goal: str, say: Translator) -> str:
    row = goal_row(goal)
    return say(f"subject.{row['comparison']}_{row['subject']}")


def short_subject(goal: str, say: Translator) -> str:
    """Say what a goal compares, where there is little room: max lakes."""
    row = goal_row(goal)
    is_type = row["subject"] in TARGETS.values()
    what = say(f"screen.type.{row['subject']}") if is_type else say(f"screen.subject.{row['subject']}")
    return say(f"screen.best.{row['comparison']}", what=what)


def type_code(tile: str, say: Translator) -> str:
    """Write the type of a tile in three letters, since colour alone is no sign."""
    return say(f"screen.type.{row_of(tile)['type']}")


def tile_style(tile: str) -> str:
    return STYLES[row_of(tile)["type"]]


def tile_text(tile: str, say: Translator) -> Text:
    return Text(f"{type_code(tile, say)} {tile_name(tile, say)}", style=tile_style(tile))


# What a tile does, in few letters


def stat_text(stat: str, amount: int, say: Translator) -> str:
    """Write a change of a value: +2 inc."""
    nothing = {"n": "±0", "sign": "±", "size": 0}
    return say(f"screen.amount.{stat}", **(amount_values(amount) if amount else nothing))


def effect_text(tile: str, say: Translator) -> str:
    """Say what a tile does, in few letters: +1 inc, +1 inc/adj COM."""
    row = row_of(tile)
    amounts = {stat: int(row[stat.name.lower()]) for stat in IMMEDIATE}
    said = [stat_text(stat.name.lower(), amount, say) for stat, amount in amounts.items() if amount]
    said += [short_clause(*clause, say) for clause in read_clauses(row["effects"])]
    return ", ".join(said)


def short_clause(delta: int, stat: Stat, scope: Scope, targets: list[str], say: Translator) -> str:
    """Write one clause of a tile in few letters."""
    amount = stat_text(stat.name.lower(), delta, say)
    if set(targets) == set(TARGETS):
        what = say("screen.building")
    else:
        what = "/".join(short_target(target, say) for target in targets if target)
    return say(f"screen.clause.{scope.name.lower()}", amount=amount, what=what)


def short_target(target: str, say: Translator) -> str:
    """Say what a clause counts: a type by its letters, an icon by its name."""
    return say(f"screen.type.{TARGETS[target]}") if target in TARGETS else say(f"icon.{target}")


# Looking things up


def find_things(words: str, options: Mapping[str, object], say: Translator) -> dict[str, list[str]]:
    """Find tiles and goals whose id or name, in any language, has these words; a whole name wins."""
    tiles = {
        row["id"]: tile_sentences(tile, say.language) + copies_text(row, say)
        for tile, row in enumerate(ALL_ROWS)
    }
    goals = {
        row["id"]: [goal_sentence(goal, say.language)]
        for goal, row in enumerate(GOAL_ROWS)
        if options["solo"] != DALE or row["excluded_with_dale"] == "false"
    }
    known = {**tiles, **goals}
    rows = {row["id"]: row for row in (*ALL_ROWS, *GOAL_ROWS) if row["id"] in known}
    columns = ("id", "name_en", "name_ru")
    found = find_named(words, {name: [row[column] for column in columns] for name, row in rows.items()})
    return {rows[name][f"name_{say.language}"]: known[name] for name in found}


def copies_text(row: Mapping[str, str], say: Translator) -> list[str]:
    """Say how often a tile is in the box, and in which stack."""
    if row.get("stack", "basic") == "basic":
        return []
    return [say("screen.copies", stack=row["stack"], n=int(row["copies"]))]
