"""A seat at a table of a server: what is shown is made here from what the seat may know, as at home."""

from __future__ import annotations

import base64
import binascii
import shlex
import time
from typing import Any

import numpy as np

from burgomaster.core.language import Message, mark_reader
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Game, Record
from burgomaster.core.translator import Translator
from burgomaster.terminal.game_session import (
    GameSession,
    RecentLog,
    TableChanged,
    Turn,
    log_lines,
    moves_before_decision,
)
from burgomaster.terminal.layout import print_end
from burgomaster.terminal.output import is_animated, make_console, working
from burgomaster.terminal.prompt import PASS
from burgomaster.terminal.screen import load_screen
from burgomaster.terminal.starting import load_game
from burgomaster.terminal.table_client import RETRY_SECONDS, STALE, ConnectionLost, Refusal, TableClient
from burgomaster.terminal.texts import FAILED, TEXTS, failed, one_line, short_name

UNSEEN = ("clock", "state")  # what may differ between two looks at a table that show the same


class RemoteSession(GameSession):
    """A seat, or a spectator, at a table of a server."""

    def __init__(self, client: TableClient, say: Translator) -> None:
        self.client = client
        seen = client.ask()
        game = load_game(str(seen["game"]), say, [], **dict(seen["options"]))
        if game.version != seen["version"]:
            raise failed("join.version", game=game.name, found=seen["version"], wanted=game.version)
        self.game = game
        self.screen = load_screen(self.game.name, say.language)
        self.console = make_console()
        self.shown: dict[str, Any] | None = None  # the table as it was shown last
        self.lines: list[str] = []  # the log as it was shown last
        self.lines_before: list[int] = []  # the length of the log at each decision made here

    # Whose turn it is

    def next_turn(self) -> Turn | None:
        """Wait for a decision of this seat, or for another sight of the table; None when it is over."""
        if self.shown is not None and not self.shown["can_act"]:
            self.wait_for_change(self.shown)
        self.shown = self.read_table()
        while self.shown["status"] == "waiting":  # until the game begins nothing of it is told
            self.wait_for_change(self.shown)
            self.shown = self.read_table()
        if self.shown["status"] == "cancelled":
            raise failed("join.cancelled")
        if self.shown["status"] == "over":
            return None
        waiting_for = "" if self.shown["can_act"] else self.status(self.shown)
        return Turn(self.seat_view(self.shown), waiting_for, self.notices(self.shown))

    def read_table(self) -> dict[str, Any]:
        """Read the table as the seat sees it, and its log."""
        seen: dict[str, Any] = self.ask("/state")
        lines = self.ask(f"/log?language={self.client.language}&you=true")
        self.lines = [one_line(str(line)) for line in lines]
        return seen

    def ask(self, path: str) -> Any:
        """Ask the server; while it does not answer, say so and ask again."""
        is_told = False
        while True:
            try:
                with working(self.console, self.screen.say("join.asking")):
                    return self.client.ask(path)
            except ConnectionLost:
                if not is_told:
                    self.console.print(self.screen.say("join.trying"), style="italic")
                is_told = True
                time.sleep(RETRY_SECONDS)

    def wait_for_change(self, shown: dict[str, Any]) -> None:
        """Wait until the table looks different from how it was shown."""
        status = one_line(self.status(shown))
        if not is_animated(self.console):
            self.console.print(status, style="italic")
        is_lost = False
        with working(self.console, status):
            for seen in self.client.changes():
                if seen is not None and visible(seen) != visible(shown):
                    return
                if seen is None and not is_lost:
                    self.console.print(self.screen.say("join.trying"), style="italic")
                is_lost = seen is None

    def status(self, seen: dict[str, Any]) -> str:
        """Say what everybody is waiting for."""
        say = self.screen.say
        if seen["status"] == "waiting":
            return say("join.not_begun", url=self.client.page)
        if seen["paused"]:
            return say("join.paused")
        to_move = seen["view"].get("to_move")
        player = self.names(seen)[to_move] if isinstance(to_move, int) else ""
        waiting = say("join.waiting", player=player)
        return waiting if seen["seat"] is not None else f"{waiting} {say('join.watching')}"

    def notices(self, seen: dict[str, Any]) -> list[str]:
        """Say what else a person at the table has to know."""
        asking = {"join.takeback": [] if seen["takeback"] is None else [seen["takeback"]["seat"]]}
        asking["join.pause"] = seen.get("pause_asked", [])[:1]
        names = self.names(seen)
        return [
            self.screen.say(key, player=names[seat], url=self.client.page)
            for key, seats in asking.items()
            for seat in seats
            if seat != seen["seat"]
        ]

    def names(self, seen: dict[str, Any]) -> list[str]:
        named = seen.get("names_in", {}).get(self.client.language, seen["names"])
        return [short_name(name) for name in named]

    def seat_view(self, seen: dict[str, Any]) -> SeatView:
        """Make what the screen draws; the moves know nothing but what the seat sees."""
        rules, states = self.game.rules, read_state(self.game, seen["state"])
        codes = [rules.read_notation(notation) for notation in seen["view"].get("moves", ())]
        moves = [Move(code, rules, states) for code in codes if code is not None]
        return SeatView(
            game=self.game.name,
            options=self.game.options,
            seat=seen["seat"],
            view=seen["view"],
            state=states[0],
            names=mark_reader(self.names(seen), seen["seat"]),
            round_no=rules.round_no(states[0]),
            phase=rules.phase(states[0]),
            scores=seen["scores"],
            winners=seen["winners"],
            moves=moves if seen["can_act"] else (),
            language=self.client.language,
            position=seen["position"],
        )

    # What the player does

    def play(self, seat_view: SeatView, move: Move | str) -> None:
        notation = move.notation if isinstance(move, Move) else move
        self.act("moves", move=notation[:200], position=seat_view.position)
        self.lines_before.append(len(self.lines))

    def pass_on(self, seat_view: SeatView) -> None:
        if self.screen.standing(seat_view) is None:
            return self.play(seat_view, PASS)
        self.act("passing", mode="change")
        self.lines_before.append(len(self.lines))
        self.console.print(self.screen.say("play.passing_on"))

    def undo(self, seat_view: SeatView) -> None:
        self.act("undo")
        if self.lines_before:
            self.lines_before.pop()

    def act(self, verb: str, **body: Any) -> None:
        """Ask the server to do something; TableChanged if it was asked for in another position."""
        try:
            with working(self.console, self.screen.say("join.asking")):
                self.client.act(verb, **body)
        except Refusal as refusal:
            if refusal.status != STALE:
                raise
            raise TableChanged(FAILED, Message(TEXTS, "join.changed")) from None

    # What happened

    def log(self, seat_view: SeatView) -> list[str]:
        return self.lines

    def recent_log(self, seat_view: SeatView) -> RecentLog:
        """Tell what happened since the last decision that was made here; of earlier ones nothing is known."""
        if not self.lines_before:
            return RecentLog("play.since_start", self.lines)
        return RecentLog("play.since_last", self.lines[self.lines_before[-1] :])

    # How it ends

    def save(self, name: str) -> str:
        """Say where the game is kept: a copy would tell what is hidden."""
        return self.screen.say("join.kept", url=self.client.page)

    def leave(self) -> str:
        words = ["burgomaster", "play", "--server", self.client.url, "--table", self.client.table]
        command = shlex.join([*words, *(["--key", self.client.key] if self.client.key else [])])
        return self.screen.say("join.left", command=command)

    def print_end(self) -> None:
        """Show the end from the record, which is open to everybody now."""
        assert self.shown is not None
        seat: int | None = self.shown["seat"]
        table = Record.from_json(self.ask("/record")).replay()
        table.seats = [{"name": name} for name in self.names(self.shown)]
        lines = log_lines(table, seat, self.client.language, moves_before_decision(table, seat))
        print_end(self.console, self.screen, table, seat, lines)
        self.console.print(self.screen.say("join.replay", url=self.client.page), soft_wrap=True)


def visible(seen: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a table what changes although nothing happens."""
    return {key: value for key, value in seen.items() if key not in UNSEEN}


def read_state(game: Game, text: str) -> Any:
    """Read a position that a server sent; Failure if it does not fit the rules here."""
    states: Any = game.rules.undealt(game.options)
    try:
        raw = base64.b64decode(text, validate=True)
    except binascii.Error:
        raw = b""
    if len(raw) != states.nbytes:
        raise failed("join.version", game=game.name, found="?", wanted=game.version)
    states[:] = np.frombuffer(raw, states.dtype)
    return states
