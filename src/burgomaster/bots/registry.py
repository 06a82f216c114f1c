"""Where bots are found by name: our own, and those that other packages bring.

Another package names a module of its own in the group of entry points `burgomaster.bots`. The module has
`make(seed=None, ...)`, which returns a bot (`bots/bot.py`), and may have `CHOICES`, the words that people are
offered behind the colon, and `TITLES`, what the bot is called in each language. Of a description such as
`name:3` or `name:bold` a number is handed over as `level` and any other word as `setting`.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from burgomaster.core.errors import OptionError

GROUP = "burgomaster.bots"
OURS = {"random": "random_bot", "greedy": "greedy_bot", "search": "search_bot"}
# Ours too, for measuring and research: nobody is offered them at a table.
UNLISTED = {"net": "net_bot"}
# Bots that stand on a library which not everybody has: their module, the library, and the extra to install.
EXTRAS = {"openspiel": ("burgomaster.envs.openspiel_bot", "pyspiel", "envs")}
# Removed bots that stored games and records may name, each with a bot of about its strength that replaces it.
REMOVED = {
    "character": "search:4",
    "character:saver": "search:4",
    "character:builder": "search:4",
    "character:host": "search:4",
    "classic": "search:2",
    "classic:1": "greedy",
    "classic:2": "greedy",
    "classic:3": "greedy",
    "classic:4": "search:1",
    "classic:5": "search:2",
}
MADE_OF = ("think", "choose", "memory_bytes")  # what every bot has

log = logging.getLogger(__name__)


@cache
def entries() -> dict[str, EntryPoint]:
    """Find the bots of other packages by their names, without loading them; our own names are taken."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, package_of(entry))):
        if entry.name in {**OURS, **UNLISTED, **EXTRAS, **found}:
            log.warning("The bot %s of %s is left out: the name is taken", entry.name, package_of(entry))
        else:
            found[entry.name] = entry
    return found


def package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.value


def our_bots() -> list[str]:
    """Name the bots that are always there."""
    return list(OURS)


def other_bots() -> list[str]:
    """Name the bots that are there because something else is installed."""
    extras = [name for name, (_, library, _) in EXTRAS.items() if find_spec(library) is not None]
    return [*extras, *entries()]


def bot_names() -> list[str]:
    return [*our_bots(), *UNLISTED, *other_bots()]


def present_bot(description: str) -> str:
    """Name the bot that plays for a description now: another one in the place of a removed bot."""
    return REMOVED.get(description, description)


def read_description(description: str) -> tuple[str, dict[str, Any]]:
    """Split `search:3` into the name and what is handed over to make the bot."""
    name, colon, word = description.partition(":")
    if not colon:
        return name, {}
    is_level = word.isascii() and word.isdecimal()
    return name, {"level": int(word)} if is_level else {"setting": word}


def load_module(name: str) -> ModuleType:
    """Load the module of a bot; OptionError says what there is, or what to install or to mend."""
    if name in OURS or name in UNLISTED:
        return import_module(f"burgomaster.bots.{OURS.get(name) or UNLISTED[name]}")
    if name in EXTRAS:
        path, library, extra = EXTRAS[name]
        if find_spec(library) is None:
            raise OptionError("option.bot_extra", name=name, extra=f"burgomaster[{extra}]")
        return import_module(path)
    if name not in entries():
        raise OptionError("option.bot", given=repr(name)[:40], known=", ".join(bot_names()))
    try:
        module = import_module(entries()[name].value)
    except Exception as error:
        raise _broken(name, error) from error
    if not callable(getattr(module, "make", None)):
        raise _broken(name, TypeError("it has no function make"))
    return module


def make_bot(name: str, seed: int | None, settings: Mapping[str, Any]) -> Any:
    """Make a bot; OptionError for a setting that it does not take, and for a package that fails."""
    make = load_module(name).make
    try:
        inspect.signature(make).bind(seed=seed, **settings)
    except TypeError:
        given = ", ".join(f"{key}={value!r}"[:60] for key, value in settings.items())
        raise OptionError("option.bot_setting", name=name, given=given) from None
    if name not in entries():
        return make(seed=seed, **settings)
    try:
        made = make(seed=seed, **settings)
        missing = [part for part in MADE_OF if not hasattr(made, part)]
        if missing:
            raise TypeError(f"what it makes has no {', '.join(missing)}")
        return made
    except OptionError:
        raise
    except Exception as error:
        raise _broken(name, error) from error


def _broken(name: str, error: Exception) -> OptionError:
    why = f"{type(error).__name__}: {error}"[:200]
    return OptionError("option.bot_broken", name=name, package=package_of(entries()[name]), why=why)


def choices_of(name: str) -> list[str]:
    """List what people are offered of a bot: `search:1`, `search:2`, ... or just its name.

    Of a package that cannot be loaded nothing is offered, with a warning: the others must not suffer from it.
    """
    try:
        module = load_module(name)
        words: Sequence[Any] = getattr(module, "LEVELS", ()) or getattr(module, "CHOICES", ())
        return [f"{name}:{word}" for word in words] or [name]
    except OptionError as error:
        log.warning("%s", error)
        return []


def title_of(name: str, language: str) -> str:
    """Return what a bot of another package is called, its name if it does not say."""
    try:
        titles = getattr(load_module(name), "TITLES", {})
    except OptionError:
        return name
    return str(titles.get(language) or titles.get("en") or name)
