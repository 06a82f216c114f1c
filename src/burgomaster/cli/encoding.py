"""`burgomaster encoding`: how a game becomes numbers for learning, with every entry and action."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_game, add_game_options, add_json, possible_players, read_options
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

if TYPE_CHECKING:
    from burgomaster.core.table import Game


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add the arguments of the command."""
    add_game(parser, say)
    add_game_options(parser, say)
    parser.add_argument("--entries", action="store_true", help=say("encoding.entries_help"))
    parser.add_argument("--actions", action="store_true", help=say("encoding.actions_help"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Print the sizes of the options asked for, or of every variant if nothing was said."""
    found = describe(arguments)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return DONE
    print_sizes(found, say)
    for title, key in (("encoding.entries", "entries"), ("encoding.actions", "actions")):
        if key in found[0]:
            print_rows(say(title), found[0][key])
    return DONE


def describe(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Describe the encoding of one set of options, or the sizes of all variants."""
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    is_one = options or arguments.players or arguments.entries or arguments.actions
    if not is_one:
        sets = [(dict(one.options), players) for one in info.variants for players in one.players]
        return [describe_one(arguments.game, players, one) for one, players in sets]
    possible = possible_players(info, options)
    players = arguments.players or (2 if 2 in possible or not possible else possible[0])
    return [describe_one(arguments.game, players, options, arguments.entries, arguments.actions)]


def describe_one(
    game: str, players: int, options: dict[str, Any], with_entries: bool = False, with_actions: bool = False
) -> dict[str, Any]:
    """Describe the encoding of a game with some options, JSON-ready."""
    import burgomaster as bm
    from burgomaster.envs.encoded_table import EncodedPosition

    made = bm.game(game, players=players, **options)
    encoded = EncodedPosition(made)
    space, layout = encoded.space, encoded.layout
    found: dict[str, Any] = {
        "game": game,
        "rules_version": made.version,
        "encoding_version": space.version,
        "options": {"players": players, **options},
        "n_actions": space.size,
        "n_entries": layout.size,
        "max_legal": encoded.max_legal,
    }
    if with_entries:
        found["entries"] = [vars(entry) for entry in layout.entries()]
    if with_actions:
        found["actions"] = actions_of(made, space.moves.tolist())
    return found


def actions_of(game: Game, moves: list[int]) -> list[dict[str, Any]]:
    """Name every action by the notation of its move."""
    return [
        {"action": number, "notation": game.rules.write_notation(move)} for number, move in enumerate(moves)
    ]


def print_sizes(found: list[dict[str, Any]], say: Translator) -> None:
    """Print the sizes as a table."""
    from rich import box
    from rich.table import Table

    from burgomaster.terminal.output import make_console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("variant", "players", "n_actions", "n_entries", "max_legal"):
        table.add_column(say(f"encoding.{key}"), justify="left" if key == "variant" else "right")
    for one in found:
        info, players = game_info(one["game"]), one["options"]["players"]
        others = {name: value for name, value in one["options"].items() if name != "players"}
        title = info.variant_title(info.read(players, others), say.language)
        sizes = [say.number(one[key]) for key in ("n_actions", "n_entries", "max_legal")]
        table.add_row(title, str(players), *sizes)
    console, first = make_console(), found[0]
    versions = {"rules": first["rules_version"], "encoding": first["encoding_version"]}
    title = game_info(first["game"]).title(say.language)
    console.print(say("encoding.title", game=title, **versions), style="bold")
    console.print(table)


def print_rows(title: str, rows: list[dict[str, Any]]) -> None:
    """Print one line for each entry or action."""
    from burgomaster.terminal.output import make_console

    make_console().print(title, style="bold")
    for row in rows:
        print("  ".join(str(value) for value in row.values()))
