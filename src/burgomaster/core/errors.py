"""Everything that can go wrong because of what somebody asked for. Each says what would be right."""

from __future__ import annotations

from typing import Any

from burgomaster.core.language import CORE_TEXTS, Catalog, Message, Word


class BurgomasterError(Exception):
    """Something asked for cannot be done; `text(language)` says why and what would be right."""

    def __init__(self, key: str, catalog: Catalog = CORE_TEXTS, /, **values: Any) -> None:
        self.message = Message(catalog, key, **values)
        super().__init__(self.message.text())

    def text(self, language: str) -> str:
        """Return the explanation in a language."""
        return self.message.text(language)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process be told: an error is made again from its key, names in it stay as they are."""
        values = {
            name: value.text() if isinstance(value, Word) else value
            for name, value in self.message.values.items()
        }
        other = {name: value for name, value in vars(self).items() if name != "message"}
        return _revive, (type(self), self.message.catalog, self.message.key, values), other


def _revive(
    kind: type[BurgomasterError], catalog: Catalog, key: str, values: dict[str, Any]
) -> BurgomasterError:
    """Make an error as it was in the process that it comes from."""
    made = kind.__new__(kind)
    BurgomasterError.__init__(made, key, catalog, **values)
    return made


class OptionError(BurgomasterError):
    """An unknown game or option, or a combination the rules do not allow."""


class SetupError(BurgomasterError):
    """An explicit set-up that does not fit the game."""


class IllegalMove(BurgomasterError):
    """A move that is not legal now, or no move at all. The table is as it was."""


class RecordError(BurgomasterError):
    """A file that is no record, or a record that cannot be replayed."""


class PositionError(BurgomasterError):
    """A text that is no position, or a position that no game can have."""
