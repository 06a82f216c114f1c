"""The reference of the command line, made from the parsers themselves, in both languages."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from burgomaster.cli.arguments import TEXTS
from burgomaster.cli.main import PROGRAM, make_parser
from burgomaster.core.translator import Translator
from tools.docs.markdown import block, code, table

WORDS = {
    "en": (
        "Command line",
        "Every command, as its own parser describes it; `burgomaster COMMAND --help` says the same.",
        ("Argument", "What it does"),
    ),
    "ru": (
        "Командная строка",
        "Все команды, как их описывает сама программа; то же самое говорит `burgomaster КОМАНДА --help`.",
        ("Аргумент", "Что делает"),
    ),
}
WIDTH = 84


def pages() -> dict[str, str]:
    """Make the page in each language."""
    return {"reference/command_line.md": page("en"), "ru/reference/command_line.md": page("ru")}


def page(language: str) -> str:
    """Describe all commands in one language."""
    title, about, heads = WORDS[language]
    parser = make_parser(Translator(TEXTS, language))
    parts = [f"# {title}\n", about + "\n"]
    for depth, name, command, summary in commands(parser):
        parts.append(f"{'#' * depth} `{name}`\n")
        parts.append(f"{command.description or summary}\n")
        parts.append(block("text", usage(command)))
        parts.append(table(heads, arguments(command)))
    return "\n".join(parts)


def commands(
    parser: argparse.ArgumentParser, name: str = PROGRAM, depth: int = 2
) -> Iterator[tuple[int, str, argparse.ArgumentParser, str]]:
    """List all commands, and the commands inside them, with what is said of each in a list."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {one.dest: one.help or "" for one in action._choices_actions}
            for word, inner in action.choices.items():
                yield depth, f"{name} {word}", inner, said.get(word, "")
                yield from commands(inner, f"{name} {word}", depth + 1)


def usage(parser: argparse.ArgumentParser) -> str:
    """Give the usage of a command, the same on every terminal."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups)
    return formatter.format_help().strip()


def arguments(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """List the arguments of a command with what is said of them."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        yield (
            code(formatter._format_action_invocation(action)),
            formatter._expand_help(action) if action.help else "",
        )
