"""The reference of Python: which names are explained on which page; mkdocstrings reads their docstrings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sheet:
    """A page of the reference."""

    title: str
    about: str
    names: tuple[str, ...]


SHEETS = {
    "tables": Sheet(
        "Games, tables, records",
        "`bm.game`, `bm.from_position` and what they give; `import burgomaster as bm`. "
        "`bm.games()` lists every game with its options.",
        (
            "burgomaster.core.table.load_game",
            "burgomaster.core.table.load_position",
            "burgomaster.core.registry.describe_games",
            "burgomaster.core.table.Game",
            "burgomaster.core.table.Table",
            "burgomaster.core.table.Record",
            "burgomaster.core.move.Move",
            "burgomaster.core.seat_view.SeatView",
        ),
    ),
    "bots": Sheet(
        "Bots",
        "`bm.bot`, and what a bot of your own is made of. How to begin: [Write a bot](../../bots.md).",
        (
            "burgomaster.bots.bot.bot",
            "burgomaster.bots.bot.Bot",
            "burgomaster.bots.bot.BaseBot",
            "burgomaster.bots.bot.Budget",
            "burgomaster.bots.bot.Choice",
            "burgomaster.bots.bot.MoveEstimate",
            "burgomaster.bots.information_set.InformationSet",
        ),
    ),
    "batches": Sheet(
        "Many games at once",
        "`bm.batch` and `bm.simulate`. How they are used: [Research](../../research.md).",
        (
            "burgomaster.lab.simulate.batch",
            "burgomaster.core.batch.Batch",
            "burgomaster.core.encoding",
            "burgomaster.lab.simulate.simulate",
            "burgomaster.core.playout.Simulation",
        ),
    ),
    "environments": Sheet(
        "Other libraries",
        "The games behind the interfaces of PettingZoo, Gymnasium and OpenSpiel.",
        (
            "burgomaster.envs.pettingzoo",
            "burgomaster.envs.gymnasium",
            "burgomaster.envs.openspiel",
            "burgomaster.envs.openspiel_bot",
            "burgomaster.envs.policy_bot",
        ),
    ),
    "errors": Sheet(
        "Errors",
        "What is raised when something is wrong; each of them says so in both languages.",
        ("burgomaster.core.errors",),
    ),
    "kernels": Sheet(
        "Kernels",
        "Below the table: the functions every game has, chosen by the type of its state, "
        "and what a game says of itself.",
        (
            "burgomaster.core.kernels",
            "burgomaster.core.python_api",
            "burgomaster.core.playout",
            "burgomaster.core.rules",
            "burgomaster.core.options",
        ),
    ),
}


def pages() -> dict[str, str]:
    """Make all pages of the reference."""
    return {f"reference/python/{name}.md": page(sheet) for name, sheet in SHEETS.items()}


def page(sheet: Sheet) -> str:
    """Make one page."""
    return "\n\n".join([f"# {sheet.title}", sheet.about, *(f"::: {name}" for name in sheet.names)]) + "\n"
