"""The loop of a game at the keyboard: what is shown, and what becomes of what is typed.

Where the table is does not matter to it: a `GameSession` plays at a table of this process or of a server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.terminal.game_session import GameSession, PlayerQuit, TableChanged, Turn
from burgomaster.terminal.layout import WIDE, arrange, choices_table, log_panel, print_cards, print_help
from burgomaster.terminal.output import clear
from burgomaster.terminal.prompt import (
    BACK,
    COMMANDS,
    PAGE,
    PASS,
    ChoiceSteps,
    Command,
    keys_of,
    read_command,
    read_line,
)
from burgomaster.terminal.texts import DONE, Failure, failed, one_line


class GameLoop:
    """Runs a session until the game is over or the player quits."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.screen = session.screen
        self.say = session.screen.say
        self.console = session.console
        self.steps = ChoiceSteps(self.screen)
        self.notices: list[str] = []

    def run(self) -> int:
        """Play on; whatever ends it, the game is kept."""
        try:
            while (turn := self.session.next_turn()) is not None:
                self.draw(turn)
                if not turn.waiting_for:
                    self.ask(turn.seat_view)
        except (KeyboardInterrupt, EOFError, PlayerQuit):
            return self.leave()
        clear(self.console)
        self.session.print_end()
        return DONE

    def leave(self) -> int:
        farewell = self.session.leave()
        self.console.print()
        self.console.print(farewell, soft_wrap=True)
        return DONE

    # What is shown

    def draw(self, turn: Turn) -> None:
        clear(self.console)
        seat_view = turn.seat_view
        if turn.waiting_for:
            self.console.print(self.whole_table(seat_view))
            self.print_notices(turn, "")
            return
        self.steps.begin(seat_view)
        self.console.print(self.whole_table(seat_view))
        self.console.print(choices_table(self.screen, self.steps.choices))
        self.print_notices(turn, self.question(seat_view))

    def print_notices(self, turn: Turn, question: str) -> None:
        for notice in [*turn.notices, *self.notices, question]:
            if notice:
                self.console.print(one_line(notice), style="italic", soft_wrap=True)
        self.notices = []

    def question(self, seat_view: SeatView) -> str:
        if self.steps.topic is None:
            return self.screen.question(seat_view)
        return self.screen.step_question(seat_view, self.steps.topic.moves)

    def whole_table(self, seat_view: SeatView) -> Any:
        recent, is_wide = self.session.recent_log(seat_view), self.console.width >= WIDE
        log = log_panel(recent.lines, self.say(recent.title), self.say)
        players = self.screen.players(seat_view, is_wide)
        return arrange(self.console, self.screen.board(seat_view), players, log)

    # What is typed

    def ask(self, seat_view: SeatView) -> None:
        """Ask until something changes; what cannot be done is explained and changes nothing."""
        assert seat_view.seat is not None
        question = self.prompt(seat_view.names[seat_view.seat])
        names = [*COMMANDS, *(f"{PAGE}{page}" for page in self.screen.pages)]
        if self.steps.topic is not None:
            names.append(BACK)
        while True:
            command = read_command(read_line(question, self.steps.words()), names, self.say)
            try:
                if self.obey(command, seat_view):
                    return
            except TableChanged as change:
                self.steps.back()
                self.notices.append(change.text(self.say.language))
                return
            except (BurgomasterError, Failure) as error:
                self.console.print(one_line(error.text(self.say.language)), style="yellow")

    def prompt(self, player: str) -> str:
        if self.steps.topic is None:
            return self.say("play.prompt", player=player)
        return self.say("play.prompt_second", player=player, back=keys_of(self.say, BACK)[0])

    def obey(self, command: Command, seat_view: SeatView) -> bool:
        """Do what was asked; True if the table is to be shown again."""
        if command.name.startswith(PAGE):
            self.console.print(self.screen.page(command.name.removeprefix(PAGE), seat_view))
            return False
        if command.name == "" and command.rest == "":
            return True
        actions: dict[str, Callable[[str, SeatView], bool]] = {
            "": self.choose,
            "pass": self.pass_once,
            "pass_on": self.pass_on,
            "undo": self.undo,
            "save": self.save,
            "log": self.show_log,
            "card": self.show_card,
            "help": self.show_help,
            "quit": self.quit,
            "redraw": lambda rest, seat_view: True,
            BACK: lambda rest, seat_view: self.steps.back(),
        }
        return actions[command.name](command.rest, seat_view)

    @property
    def moves(self) -> list[Move]:
        return [choice.move for choice in self.steps.choices]

    def choose(self, line: str, seat_view: SeatView) -> bool:
        """Take a number, a key or a notation: a move, or a step to several."""
        choice = self.steps.find(line)
        if choice is not None and choice.moves:
            self.steps.topic = choice
            return True
        move = self.steps.find_move(line) if choice is None else choice.move
        self.session.play(seat_view, self.read_notation(line, seat_view) if move is None else move)
        self.steps.back()
        return True

    def read_notation(self, line: str, seat_view: SeatView) -> str:
        """Read a notation that is not legal now, as the rules will explain; Failure if it is no notation."""
        if line.isdigit():
            raise failed("play.no_number", given=line[:9], last=len(self.moves))
        notation = self.screen.complete(seat_view, line.lower())
        if self.moves[0].rules.read_notation(notation) is None:
            example = self.moves[0].notation
            raise failed("play.no_choice", given=line[:60], last=len(self.moves), example=example)
        return notation

    def pass_once(self, rest: str, seat_view: SeatView) -> bool:
        self.demand_pass(seat_view)
        self.session.play(seat_view, PASS)
        return True

    def pass_on(self, rest: str, seat_view: SeatView) -> bool:
        self.demand_pass(seat_view)
        self.session.pass_on(seat_view)
        return True

    def demand_pass(self, seat_view: SeatView) -> None:
        if all(move.notation != PASS for move in seat_view.moves):
            raise failed("play.cannot_pass")

    def undo(self, rest: str, seat_view: SeatView) -> bool:
        """Take the last move back; between two steps, only the first step."""
        if self.steps.back():
            return True
        self.session.undo(seat_view)
        self.notices.append(self.say("play.undone"))
        return True

    def save(self, rest: str, seat_view: SeatView) -> bool:
        self.console.print(self.session.save(rest), soft_wrap=True)
        return False

    def show_log(self, rest: str, seat_view: SeatView) -> bool:
        for line in self.session.log(seat_view):
            self.console.print(line)
        return False

    def show_card(self, rest: str, seat_view: SeatView) -> bool:
        choice = self.steps.find(rest) if rest.isdigit() else None
        words = self.screen.card_of(choice.move) if choice is not None else rest
        print_cards(self.console, self.screen, seat_view, words)
        return False

    def show_help(self, rest: str, seat_view: SeatView) -> bool:
        example = self.moves[0].notation
        print_help(self.console, self.screen, seat_view, example)
        return False

    def quit(self, rest: str, seat_view: SeatView) -> bool:
        raise PlayerQuit
