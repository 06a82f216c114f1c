"""`burgomaster play --server`: a seat at a table of a server, drawn with the same screens as at home."""

from __future__ import annotations

import argparse
import base64
import shlex
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Game
from burgomaster.terminal import pages
from burgomaster.terminal.failure import DONE, Failure, failed, wrong_use
from burgomaster.terminal.layout import arrange, choices_table, log_panel
from burgomaster.terminal.output import clear, make_console
from burgomaster.terminal.prompt import PAGE, Command, find_move, read_command, read_line
from burgomaster.terminal.remote import Remote, find_remote
from burgomaster.terminal.screen import Choice, load_screen
from burgomaster.terminal.starting import load_game
from burgomaster.terminal.texts import Voice, one_line, short_name

COMMANDS = ("pass", "pass_on", "undo", "log", "card", "help", "quit", "redraw")
LOG_LINES = 14


class Leaving(Exception):
    """Somebody has had enough for today."""


def join(arguments: argparse.Namespace, say: Voice) -> int:
    """Take part in a game on a server until it is over, or until one leaves."""
    if arguments.server is None:
        raise wrong_use("join.wanted")
    remote = find_remote(arguments.server, arguments.table, arguments.key, say.language)
    if arguments.seat is not None:
        remote = remote.sit(arguments.seat, arguments.names or "")
        print(say("join.sat", key=remote.key), flush=True)
    return Joined(remote, say).run()


class Joined:
    """A seat, or a spectator, at a table of a server."""

    def __init__(self, remote: Remote, say: Voice) -> None:
        self.remote = remote
        self.say = say
        self.console = make_console()
        seen = remote.ask()
        self.game = fitting_game(seen, say)
        self.dealt = self.game.new(seed=0)  # lends its lists of moves
        self.screen = load_screen(self.game.name, say)
        self.choices: Sequence[Choice] = ()
        self.position = ""

    def run(self) -> int:
        """Wait for one's turn, and move, again and again."""
        try:
            for change in self.remote.changes():
                if change is None:
                    self.console.print(self.say("join.trying"), style="italic")
                elif self.follow(change):
                    return DONE
        except (KeyboardInterrupt, EOFError, Leaving):
            self.console.print()
            self.console.print(self.say("join.left", command=self.command()), soft_wrap=True)
        return DONE

    def command(self) -> str:
        """How to come back."""
        words = ["burgomaster", "play", "--server", self.remote.url, "--table", self.remote.table]
        return shlex.join([*words, *(["--key", self.remote.key] if self.remote.key else [])])

    def follow(self, seen: dict[str, Any]) -> bool:
        """Show what changed, and ask if it is one's turn; True when the game is over."""
        while True:
            seat_view = self.draw()
            if seen["status"] == "over":
                scores = ", ".join(
                    f"{name} {n}" for name, n in zip(seat_view.names, seat_view.scores, strict=True)
                )
                self.console.print(self.say("join.over", scores=one_line(scores)), style="bold")
                return True
            if not seen["can_act"]:
                self.console.print(one_line(self.status(seen)), style="italic")
                return False
            self.ask(seat_view)
            seen = self.remote.ask()

    def status(self, seen: dict[str, Any]) -> str:
        """What everybody is waiting for."""
        if seen["status"] == "waiting":
            return self.say("join.not_begun", url=self.remote.page)
        if seen["paused"]:
            return self.say("join.paused")
        to_move = seen["view"].get("to_move")
        player = short_name(seen["names"][to_move]) if isinstance(to_move, int) else ""
        waiting = self.say("join.waiting", player=player)
        return waiting if seen["seat"] is not None else f"{waiting} {self.say('join.watching')}"

    def draw(self) -> SeatView:
        """The table as the seat sees it, and what it can do."""
        seen = self.remote.ask("/state")
        self.position = seen["position"]
        states = read_state(self.game, seen["state"])
        seat_view = see(self.game, seen, states)
        codes = self.dealt.legal_codes(states) if seen["can_act"] else []
        moves = [Move(code, self.game.rules, states) for code in codes]
        self.choices = self.screen.choices(seat_view, moves) if moves else ()
        clear(self.console)
        lines = [one_line(line) for line in self.log()][-LOG_LINES:]
        log = log_panel(lines, self.say("play.since_last"), self.say)
        self.console.print(
            arrange(self.console, self.screen.board(seat_view), self.screen.players(seat_view), log)
        )
        if self.choices:
            self.console.print(choices_table(self.screen, self.choices))
            self.console.print(one_line(self.screen.question(seat_view)), style="italic")
        return seat_view

    def log(self) -> list[str]:
        """What happened."""
        return [str(line) for line in self.remote.ask(f"/log?language={self.say.language}")]

    # What is typed

    def ask(self, seat_view: SeatView) -> None:
        """Ask until something was done."""
        assert seat_view.seat is not None
        question = self.say("play.prompt", player=seat_view.names[seat_view.seat])
        names = [*COMMANDS, *(f"{PAGE}{page}" for page in self.screen.pages)]
        notations = [choice.move.notation for choice in self.choices]
        while True:
            command = read_command(read_line(question, notations), names, self.say)
            try:
                if self.obey(command, seat_view):
                    return
            except (BurgomasterError, Failure) as error:
                self.console.print(one_line(error.text(self.say.language)), style="yellow")

    def obey(self, command: Command, seat_view: SeatView) -> bool:
        """Do what was asked; True if the table is to be drawn again."""
        if command.name.startswith(PAGE):
            self.console.print(self.screen.page(command.name.removeprefix(PAGE), seat_view))
            return False
        actions: dict[str, Callable[[str, SeatView], bool]] = {
            "": self.choose,
            "pass": lambda rest, seat_view: self.play(self.game.rules.info.skip),
            "pass_on": self.pass_on,
            "undo": lambda rest, seat_view: self.done(self.remote.act("undo")),
            "log": self.show_log,
            "card": self.show_card,
            "help": self.show_help,
            "redraw": lambda rest, seat_view: True,
            "quit": self.quit,
        }
        return actions[command.name](command.rest, seat_view)

    def choose(self, line: str, seat_view: SeatView) -> bool:
        """A number or a notation."""
        if not line:
            return True
        moves = [choice.move for choice in self.choices]
        move = find_move(line, moves)
        if move is None and line.isdigit():
            raise failed("play.no_number", given=line[:9], last=len(moves))
        return self.play(line.lower() if move is None else move.notation)

    def play(self, notation: str) -> bool:
        """Send a move, with the position it was chosen in."""
        return self.done(self.remote.act("moves", move=notation[:200], position=self.position))

    def done(self, _answer: Any) -> bool:
        """The server has done it."""
        return True

    def pass_on(self, rest: str, seat_view: SeatView) -> bool:
        """Pass now and until something changes."""
        self.remote.act("passing", mode="change")
        return True

    def show_log(self, rest: str, seat_view: SeatView) -> bool:
        """Everything that happened."""
        for line in self.log():
            self.console.print(one_line(line))
        return False

    def show_card(self, rest: str, seat_view: SeatView) -> bool:
        """What a card does."""
        moves = [choice.move for choice in self.choices]
        move = find_move(rest, moves) if rest.isdigit() else None
        words = self.screen.card_of(move) if move is not None else rest
        pages.print_cards(self.console, self.screen, seat_view, words, self.say)
        return False

    def show_help(self, rest: str, seat_view: SeatView) -> bool:
        """What can be typed."""
        example = self.choices[0].move.notation
        pages.print_help(self.console, self.screen, seat_view, example, self.say)
        return False

    def quit(self, rest: str, seat_view: SeatView) -> bool:
        """Leave the terminal; the seat stays one's own."""
        raise Leaving


def fitting_game(seen: dict[str, Any], say: Voice) -> Game:
    """The game of a table, compiled here; Failure if the server plays by another version of the rules."""
    options = dict(seen["options"])
    game = load_game(str(seen["game"]), say, [], **options)
    if game.version != seen["version"]:
        found, wanted = seen["version"], game.version
        raise failed("join.version", game=game.name, found=found, wanted=wanted)
    return game


def read_state(game: Game, text: str) -> Any:
    """A position that a server sent; Failure if it does not fit the rules here."""
    states: Any = game.rules.undealt(game.options)
    raw = base64.b64decode(text)
    if len(raw) != states.nbytes:
        raise failed("join.version", game=game.name, found="?", wanted=game.version)
    states[:] = np.frombuffer(raw, states.dtype)
    return states


def see(game: Game, seen: dict[str, Any], states: Any) -> SeatView:
    """What a screen is given."""
    return SeatView(
        game=game.name,
        options=game.options,
        seat=seen["seat"],
        view=seen["view"],
        state=states[0],
        names=[short_name(name) for name in seen["names"]],
        round_no=game.rules.round_no(states[0]),
        phase=game.rules.phase(states[0]),
        scores=seen["scores"],
        winners=seen["winners"],
    )
