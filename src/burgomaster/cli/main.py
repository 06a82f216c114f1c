"""The command line: finds the module of each command.

Nothing heavy is imported before a command needs it, so that `burgomaster games` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, TextIO

from burgomaster import __version__
from burgomaster.cli.arguments import TEXTS, add_language, teach_argparse
from burgomaster.core.errors import BurgomasterError, OptionError
from burgomaster.core.translator import Translator
from burgomaster.terminal.texts import FAILED, WRONG_USE, Failure, choose_language, one_line

PROGRAM = "burgomaster"
MAX_LINE = 600  # a hostile file may have much to say
COMMANDS = {  # and the module of each, which has functions `add_COMMAND` and `run_COMMAND`
    "serve": "serve",
    "play": "play",
    "replay": "recorded",
    "position": "recorded",
    "check": "check",
    "bench": "simulation",
    "simulate": "simulation",
    "stats": "stats",
    "analyse": "analyse",
    "explain": "analyse",
    "arena": "arena",
    "train": "train",
    "strategy": "strategy",
    "puzzles": "puzzles",
    "games": "games",
    "encoding": "games",
    "admin": "admin",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 (it failed) or 2 (wrong use)."""
    words = list(sys.argv[1:] if argv is None else argv)
    be_lenient(sys.stdout)
    be_lenient(sys.stderr)
    say = Translator(TEXTS, choose_language(words, os.environ))
    try:
        arguments = make_parser(say).parse_args(words)
    except SystemExit as leaving:  # argparse has said what is wrong, or what was asked
        return leaving.code if isinstance(leaving.code, int) else FAILED
    return run(arguments, say)


def make_parser(say: Translator) -> argparse.ArgumentParser:
    teach_argparse(say)
    parser = argparse.ArgumentParser(prog=PROGRAM, description=say("main.about"))
    parser.add_argument(
        "--version", action="version", version=f"{PROGRAM} {__version__}", help=say("main.version")
    )
    add_language(parser, say)
    commands = parser.add_subparsers(dest="command", required=True, metavar=say("main.command"))
    for name in COMMANDS:
        about = say(f"{name}.about")
        command = commands.add_parser(name, help=about, description=about)
        add_language(command, say)
        function_of("add", name)(command, say)
    return parser


def function_of(verb: str, command: str) -> Any:
    return getattr(import_module(f"burgomaster.cli.{COMMANDS[command]}"), f"{verb}_{command}")


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Run a command; what it cannot do is said in one line."""
    try:
        code: int = function_of("run", arguments.command)(arguments, say)
        sys.stdout.flush()
        return code
    except Failure as failure:
        return complain(failure.text(say.language), failure.code, say)
    except OptionError as error:
        return complain(error.text(say.language), WRONG_USE, say)
    except BurgomasterError as error:
        return complain(error.text(say.language), FAILED, say)
    except KeyboardInterrupt:
        return complain(say("main.interrupted"), FAILED, say)
    except BrokenPipeError:
        # without a word: the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def complain(text: str, code: int, say: Translator) -> int:
    """Print one line for the person; the number is for the shell."""
    line = one_line(say("main.error", program=PROGRAM, text=text))
    print(line if len(line) <= MAX_LINE else line[:MAX_LINE] + "…", file=sys.stderr)
    return code


def be_lenient(stream: TextIO) -> None:
    """Turn letters that a terminal cannot show into question marks, not errors."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
