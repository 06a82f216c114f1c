"""The plain board, for a game that draws none: what the seat may know in words, its moves as buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from burgomaster.core.language import CORE_TEXTS, Catalog, Names
from burgomaster.core.registry import game_info, game_rules
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.web.plain.facts import FactWriter, found

MAIN_CSS = "plain/plain.css"
TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)


def board(seat_view: SeatView) -> dict[str, Any]:
    say = Translator(TEXTS, seat_view.language)
    writer = FactWriter(seat_view, game_info(seat_view.game).texts, say)
    return {
        "seat_view": seat_view,
        "say": say,
        "position": seat_view.position,
        "round": round_text(seat_view, say),
        "status": status_text(seat_view, say),
        "sentences": sentences_of(seat_view),
        "players": writer.players(),
        "names": seat_view.names,
        "scores": seat_view.scores,
        "to_move": None if is_over(seat_view) else seat_view.view.get("to_move"),
        "facts": writer.facts(),
        "moves": [(move.notation, move.board_text(seat_view.language)) for move in seat_view.moves],
    }


def is_over(seat_view: SeatView) -> bool:
    """Tell whether the game is over: not every view says so, but only a finished game has winners."""
    return bool(seat_view.winners or seat_view.view.get("over"))


def round_text(seat_view: SeatView, say: Translator) -> str:
    """Name the round, and the phase where the game has a text for it (`phase.<word>`)."""
    phase = found(game_info(seat_view.game).texts, seat_view.language, f"phase.{seat_view.phase}")
    return " · ".join(part for part in (say("board.round", n=seat_view.round_no), phase) if part)


def status_text(seat_view: SeatView, say: Translator) -> str:
    """Say whose turn it is, or how the game ended."""
    names, to_move = seat_view.names, seat_view.view.get("to_move")
    if is_over(seat_view):
        winners = Names([names[seat] for seat in seat_view.winners])
        return say("over.one" if len(seat_view.winners) == 1 else "over.several", names=winners)
    if seat_view.is_to_move:
        return say("turn.yours")
    return say("turn.other", name=names[to_move]) if to_move is not None else say("turn.nobody")


def sentences_of(seat_view: SeatView) -> list[str]:
    return game_rules(seat_view.game).describe(seat_view.state, seat_view.names, seat_view.language)
