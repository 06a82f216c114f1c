"""Shared by several commands: texts and failures, arguments, options of games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from gettext import gettext
from pathlib import Path
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import LANGUAGES, Catalog, Message
from burgomaster.core.options import GameInfo
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.translator import Translator
from burgomaster.terminal.texts import FAILED, LANGUAGE_OPTION, WRONG_USE, Failure
from burgomaster.terminal.texts import TEXTS as TERMINAL_TEXTS

TEXTS = Catalog(Path(__file__).parent, TERMINAL_TEXTS)
CARDS_OPTION = "custom_cards"  # the option that --cards reads from a file
MAX_CARDS_FILE = 1_000_000  # letters
PLAYERS = 2

# The sentences of argparse itself, and our keys for them
SENTENCES = {
    "usage: ": "usage.usage",
    "positional arguments": "usage.positional",
    "options": "usage.options",
    "show this help message and exit": "usage.help",
    "%(prog)s: error: %(message)s\n": "usage.error",
    "the following arguments are required: %s": "usage.required",
    "unrecognized arguments: %s": "usage.unrecognized",
    "argument %(argument_name)s: %(message)s": "usage.argument",
    "invalid %(type)s value: %(value)r": "usage.invalid",
    "invalid choice: %(value)r (choose from %(choices)s)": "usage.choice",
    "expected one argument": "usage.expected_one",
    "expected at least one argument": "usage.expected_some",
    "not allowed with argument %s": "usage.not_with",
    "ambiguous option: %(option)s could match %(matches)s": "usage.ambiguous",
}


def wrong_use(key: str, /, **values: Any) -> Failure:
    """Make the failure of a command that was called in a way that makes no sense."""
    return Failure(WRONG_USE, Message(TEXTS, key, **values))


def failed(key: str, /, **values: Any) -> Failure:
    """Make the failure of a command that makes sense but cannot be done."""
    return Failure(FAILED, Message(TEXTS, key, **values))


# Arguments


def teach_argparse(say: Translator) -> None:
    """Let argparse speak our language; sentences it may add in later versions stay English."""

    def translate(sentence: str) -> str:
        key = SENTENCES.get(sentence)
        return gettext(sentence) if key is None else say.catalog.template(say.language, key)

    vars(argparse)["_"] = translate


def add_language(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument(LANGUAGE_OPTION, choices=LANGUAGES, default=argparse.SUPPRESS, help=say("main.lang"))


def add_json(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("--json", action="store_true", help=say("main.json"))


def add_game(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("game", metavar="GAME", help=say("option.game_name", known=", ".join(game_names())))


def add_game_options(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_number(parser, say, "option.players")
    parser.add_argument("--edition", metavar="E", help=say("option.edition"))
    parser.add_argument("--expansions", metavar="A,B", help=say("option.expansions"))
    parser.add_argument("--solo", metavar="MODE", help=say("option.solo"))
    parser.add_argument("--cards", metavar="FILE", help=say("option.cards"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("option.option")
    )


def add_number(
    parser: argparse.ArgumentParser,
    say: Translator,
    key: str,
    default: int | None = None,
    least: int = 0,
    metavar: str = "N",
) -> None:
    """Add a whole number, called by the last word of the key of its help; the help may tell the default."""
    name = "--" + key.rpartition(".")[2]
    helped = say(key, n=default)
    parser.add_argument(name, type=whole_number(say, least), default=default, metavar=metavar, help=helped)


def whole_number(say: Translator, least: int = 0) -> Callable[[str], int]:
    def read(word: str) -> int:
        if not (word.isascii() and word.isdigit()) or int(word) < least:
            raise argparse.ArgumentTypeError(say("usage.number", least=least, given=repr(word)))
        return int(word)

    return read


def read_options(arguments: argparse.Namespace, game: str) -> dict[str, Any]:
    """Read the options of a game as they were given, without the number of players."""
    options: dict[str, Any] = {}
    allowed = {option.name: option.values for option in game_info(game).options}
    for word in arguments.option:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise wrong_use("option.no_equals", given=repr(word))
        _add(options, name, read_value(value, allowed.get(name, ())))
    if arguments.edition is not None:
        _add(options, "edition", arguments.edition)
    if arguments.solo is not None:
        _add(options, "solo", arguments.solo)
    if arguments.expansions is not None:
        _add(options, "expansions", split_names(arguments.expansions))
    if arguments.cards is not None:
        _add(options, CARDS_OPTION, read_cards(arguments.cards))
    return options


def read_cards(path: str) -> dict[str, int]:
    """Read the cards of a file: a JSON object that gives each card its number of copies."""
    try:
        with open(path, encoding="utf-8") as file:
            cards = json.loads(file.read(MAX_CARDS_FILE))
    except OSError as error:
        raise wrong_use(
            "option.cards_unreadable", path=path, why=error.strerror or type(error).__name__
        ) from None
    except (ValueError, RecursionError):
        raise wrong_use("option.cards_no_json", path=path) from None
    if not isinstance(cards, dict) or any(type(copies) is not int for copies in cards.values()):
        raise wrong_use("option.cards_no_map", path=path)
    return cards


def _add(options: dict[str, Any], name: str, value: Any) -> None:
    if name == "players":
        raise wrong_use("option.use_players")
    if name in options:
        raise wrong_use("option.twice", name=name)
    options[name] = value


def read_value(word: str, allowed: Sequence[Any]) -> Any:
    """Read a word: as it is if it is allowed (an edition is called "2014") or no JSON, else as JSON."""
    if word in allowed:
        return word
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        return word


def split_names(words: str) -> list[str]:
    return [name for name in (word.strip() for word in words.split(",")) if name]


def possible_players(info: GameInfo, options: Mapping[str, Any]) -> list[int]:
    """List the numbers of players that a game can have with these options."""
    possible = []
    for players in info.players:
        with suppress(OptionError):
            info.read(players, options)
            possible.append(players)
    return possible


def check_writable(path: Path) -> None:
    """Fail before long work whose result could not be written to this file."""
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise failed("main.cannot_write", path=path, why=error.strerror or type(error).__name__) from None
    if path.stat().st_size == 0:
        path.unlink()


def write_file(path: Path, text: str) -> None:
    """Write a file that was asked for; Failure if that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise failed("main.cannot_write", path=path, why=error.strerror or type(error).__name__) from None


def usual_players(info: GameInfo, options: Mapping[str, Any]) -> int:
    """Choose how many play if nothing is said: two, if the game can have them with these options."""
    possible = possible_players(info, options)
    return PLAYERS if PLAYERS in possible or not possible else possible[0]
