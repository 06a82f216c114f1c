"""The game at the keyboard: whose turn it is, what is shown to whom, and what becomes of what is typed."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.terminal import pages
from burgomaster.terminal.choosing import Choosing
from burgomaster.terminal.failure import DONE, Failure, failed
from burgomaster.terminal.handing import Handing
from burgomaster.terminal.layout import arrange, choices_table, log_panel
from burgomaster.terminal.output import clear, make_console
from burgomaster.terminal.prompt import BACK, COMMANDS, PAGE, Command, keys_of, read_command, read_line
from burgomaster.terminal.screen import load_screen, view_seat
from burgomaster.terminal.session import Session
from burgomaster.terminal.storage import load_or_none
from burgomaster.terminal.texts import Voice, one_line

PASS = "pass"


class Leaving(Exception):
    """Somebody has had enough for today."""


class Playing:
    """Runs a session until the game is over or somebody leaves."""

    def __init__(self, session: Session, say: Voice) -> None:
        self.session = session
        self.say = say
        self.console = make_console()
        self.screen = load_screen(session.table.game.name, say)
        self.viewer: int | None = None  # the person who saw the screen last
        self.passing: dict[int, Any] = {}  # by seat: what must stay the same for it to keep passing
        self.notices = [say("play.file_line", path=session.path)]
        self.choosing = Choosing(self.screen)
        self.handing = Handing(session, self.screen, self.show_nothing)

    def run(self) -> int:
        """Play on; whatever ends it, the game is kept."""
        try:
            while not self.session.table.over:
                self.turn()
        except (KeyboardInterrupt, EOFError, Leaving):
            return self.leave()
        return self.finish()

    def turn(self) -> None:
        """One decision of one seat."""
        seat = self.session.table.to_move
        assert seat is not None
        self.handing.before(seat)
        bot = self.session.bots.get(seat)
        if bot is not None:
            self.session.play(bot.choose(self.session.table))
        elif self.keeps_passing(seat):
            self.session.play(PASS)
        else:
            self.hand_over(seat)
            self.draw(seat)
            self.ask(seat)

    def leave(self) -> int:
        """Save, and say how to come back."""
        self.session.save()
        self.console.print()
        path = shlex.quote(str(self.session.path))
        self.console.print(self.say("play.kept", path=path), soft_wrap=True)
        return DONE

    def finish(self) -> int:
        """The end of the game, open for all."""
        clear(self.console)
        pages.print_end(self.console, self.session, self.screen, self.viewer, self.say)
        return DONE

    # What is shown

    def hand_over(self, seat: int) -> None:
        """Between two people: nobody sees what is not meant for him."""
        if self.session.n_humans > 1 and self.viewer != seat:
            name = self.session.names[seat]
            clear(self.console)
            self.console.rule(self.say("play.pass_keyboard", player=name))
            read_line(self.say("play.press_enter", player=name))
        self.viewer = seat

    def show_nothing(self, seat: int) -> None:
        """The keyboard goes to somebody who might have been asked in secret, and is not."""
        if self.viewer != seat:
            self.hand_over(seat)
            self.console.print(self.say("play.not_asked"), style="italic")
            read_line(self.say("play.press_enter_on"))

    def draw(self, seat: int) -> None:
        """The table as one person sees it, and what he can do."""
        clear(self.console)
        seat_view = view_seat(self.session.table, seat)
        self.choosing.begin(seat_view, self.session.table.moves())
        self.console.print(self.main_part(seat_view, seat))
        self.console.print(choices_table(self.screen, self.choosing.choices))
        topic = self.choosing.topic
        question = (
            self.screen.question(seat_view)
            if topic is None
            else self.screen.step_question(seat_view, topic.moves)
        )
        for notice in [*self.notices, question]:
            if notice:
                self.console.print(one_line(notice), style="italic", soft_wrap=True)
        self.notices = []

    def main_part(self, seat_view: SeatView, seat: int) -> Any:
        """The table, or only what matters for the choices."""
        focus = self.screen.focus(seat_view, self.choosing.topic, self.choosing.choices)
        if focus is not None:
            return focus
        players = self.screen.players(seat_view)
        return arrange(self.console, self.screen.board(seat_view), players, self.log_part(seat))

    def log_part(self, seat: int) -> Any:
        """What happened since this person decided last."""
        earlier = self.session.last_decision(seat)
        title = "play.since_start" if earlier is None else "play.since_last"
        since = -1 if earlier is None else len(earlier.history)
        lines = self.session.digest(self.screen, seat, self.say.language, since)
        return log_panel(lines, self.say(title), self.say)

    # What is typed

    def ask(self, seat: int) -> None:
        """Ask until something changes; what cannot be done is explained and changes nothing."""
        question = self.say("play.prompt", player=self.session.names[seat])
        names = [*COMMANDS, *(f"{PAGE}{page}" for page in self.screen.pages)]
        if self.choosing.topic is not None:
            names.append(BACK)
            question = self.say(
                "play.prompt_second", player=self.session.names[seat], back=keys_of(self.say, BACK)[0]
            )
        while True:
            command = read_command(read_line(question, self.choosing.words()), names, self.say)
            try:
                if self.obey(command, seat):
                    return
            except (BurgomasterError, Failure) as error:
                self.console.print(one_line(error.text(self.say.language)), style="yellow")

    def obey(self, command: Command, seat: int) -> bool:
        """Do what was asked; True if the table is to be drawn again."""
        if command.name.startswith(PAGE):
            seat_view = view_seat(self.session.table, seat)
            self.console.print(self.screen.page(command.name.removeprefix(PAGE), seat_view))
            return False
        if command.name == "" and command.rest == "":
            return True
        actions: dict[str, Callable[[str, int], bool]] = {
            "": self.choose,
            "pass": self.pass_once,
            "pass_on": self.pass_on,
            "undo": self.undo,
            "save": self.save,
            "log": self.show_log,
            "card": self.show_card,
            "help": self.show_help,
            "quit": self.quit,
            "redraw": lambda rest, seat: True,
            BACK: lambda rest, seat: self.choosing.back(),
        }
        return actions[command.name](command.rest, seat)

    @property
    def moves(self) -> list[Move]:
        """The legal moves in the order in which they are numbered."""
        return [choice.move for choice in self.choosing.choices]

    def choose(self, line: str, seat: int) -> bool:
        """A number, a key or a notation."""
        choice = self.choosing.find(line)
        if choice is not None and choice.moves:
            self.choosing.topic = choice
            return True
        move = self.choosing.find_move(line) if choice is None else choice.move
        self.session.play(self.read_notation(line, seat) if move is None else move)
        self.choosing.back()
        return True

    def read_notation(self, line: str, seat: int) -> str:
        """A notation that is not legal now, as the rules will explain; Failure if it is none of this game."""
        if line.isdigit():
            raise failed("play.no_number", given=line[:9], last=len(self.moves))
        notation = self.screen.complete(view_seat(self.session.table, seat), line.lower())
        if self.session.table.game.rules.read_notation(notation) is None:
            example = self.moves[0].notation
            raise failed("play.no_choice", given=line[:60], last=len(self.moves), example=example)
        return notation

    def pass_once(self, rest: str, seat: int) -> bool:
        """Pass."""
        if all(move.notation != PASS for move in self.session.table.moves()):
            raise failed("play.cannot_pass")
        self.session.play(PASS)
        self.left = ()
        return True

    def pass_on(self, rest: str, seat: int) -> bool:
        """Pass now and as long as nothing changes."""
        standing = self.screen.standing(view_seat(self.session.table, seat))
        self.pass_once(rest, seat)
        if standing is not None:
            self.passing[seat] = standing
            self.console.print(self.say("play.passing_on"))
        return True

    def keeps_passing(self, seat: int) -> bool:
        """Whether a person who keeps passing is asked nothing now."""
        if seat not in self.passing:
            return False
        seat_view = view_seat(self.session.table, seat)
        if self.passing[seat] == self.screen.standing(seat_view) and PASS in seat_view.view["moves"]:
            return True
        del self.passing[seat]
        return False

    def undo(self, rest: str, seat: int) -> bool:
        """Take the last move back; between two steps, only the first step."""
        if self.choosing.back():
            return True
        self.session.undo(seat, self.screen.key("undo.reveal"))
        self.passing.pop(seat, None)
        self.notices.append(self.say("play.undone"))
        return True

    def save(self, rest: str, seat: int) -> bool:
        """Save a copy, or say where the game is kept."""
        path = Path(rest).expanduser() if rest else self.session.path
        if path.exists() and path != self.session.path and load_or_none(path) is None:
            raise failed("play.not_a_record", path=path)
        self.session.save(path)
        self.console.print(self.say("play.saved", path=path), soft_wrap=True)
        return False

    def show_log(self, rest: str, seat: int) -> bool:
        """Everything that this person saw happening."""
        for line in self.session.log(seat, self.say.language):
            self.console.print(line)
        return False

    def show_card(self, rest: str, seat: int) -> bool:
        """What a card does."""
        choice = self.choosing.find(rest) if rest.isdigit() else None
        words = self.screen.card_of(choice.move) if choice is not None else rest
        seat_view: SeatView = view_seat(self.session.table, seat)
        pages.print_cards(self.console, self.screen, seat_view, words, self.say)
        return False

    def show_help(self, rest: str, seat: int) -> bool:
        """What can be typed, and what the signs mean."""
        seat_view = view_seat(self.session.table, seat)
        pages.print_help(self.console, self.screen, seat_view, self.moves[0].notation, self.say)
        return False

    def quit(self, rest: str, seat: int) -> bool:
        """Leave."""
        raise Leaving
