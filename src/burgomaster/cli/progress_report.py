"""How a long command tells what happens: to people on a terminal, in a plain text, or to programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from burgomaster.core.translator import Translator

if TYPE_CHECKING:
    from rich.progress import Progress


class ProgressReport:
    """Tells one thing after the other, beside a bar on a terminal."""

    def __init__(self, say: Translator, is_json: bool) -> None:
        from burgomaster.terminal.output import make_console

        self.say, self.is_json = say, is_json
        self.console = make_console(stderr=True)
        self.shows_bar = self.console.is_terminal and not is_json

    def tell(self, event: str, text: str, **facts: Any) -> None:
        """Say one thing."""
        if self.is_json:
            print(json.dumps({"event": event, **facts}), flush=True)
        elif self.shows_bar:
            self.console.print(text, soft_wrap=True)
        else:
            print(text, flush=True)

    def make_bar(self, total: float, completed: float = 0.0) -> Progress:
        """Make a bar that fills up to a total."""
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (BarColumn(), TextColumn("{task.description}"))
        made = Progress(*columns, console=self.console, transient=True, disable=not self.shows_bar)
        made.add_task("", total=total, completed=int(completed))
        return made
