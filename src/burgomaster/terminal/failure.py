"""Failures: how something says that it cannot do what was asked, and with which exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.language import Catalog, Message, Plain
from burgomaster.terminal.texts import TEXTS

DONE = 0
FAILED = 1  # the thing asked for failed
WRONG_USE = 2


class Failure(Exception):
    """A command that cannot go on: one line for the person, one number for the shell."""

    def __init__(self, code: int, message: Message) -> None:
        self.code = code
        self.message = message
        super().__init__(message.text())

    def text(self, language: str) -> str:
        return self.message.text(language)


def wrong_use(key: str, /, **values: Any) -> Failure:
    """Make the failure of a command that was called in a way that makes no sense."""
    return Failure(WRONG_USE, Message(TEXTS, key, **values))


def failed(key: str, /, catalog: Catalog = TEXTS, **values: Any) -> Failure:
    """Make the failure of something that makes sense but cannot be done."""
    return Failure(FAILED, Message(catalog, key, **values))


@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Blame the file for whatever goes wrong inside this block, and say its name."""
    try:
        yield
    except BurgomasterError as error:
        raise in_file(path, error.message) from None
    except RecursionError as error:
        raise in_file(path, Message(TEXTS, "file.internal", kind=type(error).__name__)) from None


def in_file(path: str | Path, why: Message) -> Failure:
    """Make a failure that a file is to blame for; the reason may name the file itself already."""
    if "path" in getattr(why, "values", {}):
        return Failure(FAILED, why)
    return Failure(FAILED, Message(TEXTS, "file.in_file", path=Plain(str(path)), why=why))
