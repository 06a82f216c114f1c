"""`burgomaster games` and `encoding`: the games to play, and how each becomes numbers for learning."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

import burgomaster as bm
from burgomaster.cli.arguments import (
    CARDS_OPTION,
    add_game,
    add_game_options,
    add_json,
    read_options,
    usual_players,
)
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from rich.table import Table


# burgomaster games: loads no rules


def add_games(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_json(parser, say)


def run_games(arguments: argparse.Namespace, say: Translator) -> int:
    games = bm.games()
    if arguments.json:
        print(json.dumps(games, ensure_ascii=False, indent=1))
    else:
        for game in games:
            print_game(game, say)
    return DONE


def print_game(game: dict[str, Any], say: Translator) -> None:
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
    from burgomaster.terminal.output import make_table

    table = make_table(say, "games", ("option", "meaning"))
    table.columns[0].no_wrap = True
    for option in options:
        values = option["values"]
        values = values if isinstance(values, str) else ", ".join(value_text(value) for value in values)
        meaning = say("games.values", help=option["help"][say.language], values=values)
        table.add_row(f"{option['name']} = {value_text(option['default'])}", meaning)
    return table


def value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# burgomaster encoding


def add_encoding(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_game(parser, say)
    add_game_options(parser, say)
    parser.add_argument("--entries", action="store_true", help=say("encoding.entries_help"))
    parser.add_argument("--actions", action="store_true", help=say("encoding.actions_help"))
    add_json(parser, say)


def run_encoding(arguments: argparse.Namespace, say: Translator) -> int:
    """Print the sizes of the options asked for, or of every variant if nothing was said."""
    found = describe_encodings(arguments)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return DONE
    print_sizes(found, say)
    for title, key in (("encoding.entries", "entries"), ("encoding.actions", "actions")):
        if key in found[0]:
            print_rows(say(title), found[0][key])
    return DONE


def describe_encodings(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Describe the encoding of one set of options, or the sizes of all variants."""
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    is_one = options or arguments.players or arguments.entries or arguments.actions
    if not is_one:
        sets = [(dict(one.options), players) for one in info.variants for players in one.players]
        return [describe_one(arguments.game, players, one) for one, players in sets]
    players = arguments.players or usual_players(info, options)
    return [describe_one(arguments.game, players, options, arguments.entries, arguments.actions)]


def describe_one(
    game: str, players: int, options: dict[str, Any], with_entries: bool = False, with_actions: bool = False
) -> dict[str, Any]:
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
        found["actions"] = [
            {"action": number, "notation": made.rules.write_notation(move)}
            for number, move in enumerate(space.moves.tolist())
        ]
    return found


def print_sizes(found: list[dict[str, Any]], say: Translator) -> None:
    from burgomaster.terminal.output import make_console, make_table

    sizes = ("n_actions", "n_entries", "max_legal")
    table = make_table(say, "encoding", ("variant", "players", *sizes), right=("players", *sizes))
    for one in found:
        info, players = game_info(one["game"]), one["options"]["players"]
        others = {name: value for name, value in one["options"].items() if name != "players"}
        title = info.variant_title(info.read(players, others), say.language)
        table.add_row(title, str(players), *(say.number(one[key]) for key in sizes))
    console, first = make_console(), found[0]
    versions = {"rules": first["rules_version"], "encoding": first["encoding_version"]}
    title = game_info(first["game"]).title(say.language)
    console.print(say("encoding.title", game=title, **versions), style="bold")
    console.print(table)


def print_rows(title: str, rows: list[dict[str, Any]]) -> None:
    from burgomaster.terminal.output import make_console

    make_console().print(title, style="bold")
    for row in rows:
        print("  ".join(str(value) for value in row.values()))
