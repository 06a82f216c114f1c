"""`burgomaster games`: what there is to play. Loads no rules."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

import burgomaster as bm
from burgomaster.cli.arguments import CARDS_OPTION, add_json
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

if TYPE_CHECKING:
    from rich.table import Table


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add the arguments of the command."""
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Print all games."""
    games = bm.games()
    if arguments.json:
        print(json.dumps(games, ensure_ascii=False, indent=1))
    else:
        for game in games:
            print_game(game, say)
    return DONE


def print_game(game: dict[str, Any], say: Translator) -> None:
    """Print one game with its options."""
    from burgomaster.terminal.output import make_console

    console = make_console()
    console.print(f"{game['game']} — {game['title'][say.language]}", style="bold")
    console.print(say("games.players", players=", ".join(str(n) for n in game["players"])))
    console.print(variants_table(game, say))
    console.print(options_table(game["options"], say))
    console.print(say("games.play", game=game["game"]))
    if any(option["name"] == CARDS_OPTION for option in game["options"]):
        console.print(say("games.cards"))


def variants_table(game: dict[str, Any], say: Translator) -> Table:
    """List the variants with their numbers of players and what to type for them."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("games.variant"))
    table.add_column(say("games.variant_players"), no_wrap=True)
    table.add_column(say("games.variant_play", game=game["game"]))
    for variant in game["variants"]:
        words = variant_words(variant["options"], game["options"])
        title = game_info(game["game"]).variant_title(variant["options"], say.language)
        table.add_row(title, players_text(variant["players"]), words or say("games.base"))
    return table


def players_text(players: list[int]) -> str:
    """Write numbers of players that follow each other: 2–4."""
    return str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"


def variant_words(chosen: dict[str, Any], options: list[dict[str, Any]]) -> str:
    """Say what to type for a variant: the options that are not at their defaults."""
    usual = {option["name"]: option["default"] for option in options}
    words = []
    for name, value in chosen.items():
        if value != usual[name]:
            words.append(f"--{name} {','.join(value) if isinstance(value, list) else value}")
    return " ".join(words)


def options_table(options: list[dict[str, Any]], say: Translator) -> Table:
    """List the options with what they mean."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("games.option"), no_wrap=True)
    table.add_column(say("games.meaning"))
    for option in options:
        values = values_text(option["values"])
        meaning = say("games.values", help=option["help"][say.language], values=values)
        table.add_row(f"{option['name']} = {value_text(option['default'])}", meaning)
    return table


def value_text(value: Any) -> str:
    """Write a value as it would be typed."""
    return value if isinstance(value, str) else json.dumps(value)


def values_text(values: Any) -> str:
    """Write the values an option may have, or their form."""
    return values if isinstance(values, str) else ", ".join(value_text(value) for value in values)
