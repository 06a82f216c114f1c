"""The context of the page of a study: the board at a place, the branches, and what is expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.bots.bot import Choice
from burgomaster.core.cache import Cache
from burgomaster.core.language import decimal
from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.characters import FROM_RECORD, seat_names
from burgomaster.server.opening_key import has_openings
from burgomaster.server.render import FORM_FIELD, board_html, result_html, scripts, stylesheets
from burgomaster.server.study.tree import Line, Place, Study, table_at
from burgomaster.web.linked_log import linked_log

N_SHOWN = 3  # moves that are suggested
MOST_LINES = 2_000  # branches whose words are remembered
SIMPLE = ("random",)  # bots that nobody learns from

_words: Cache[list[str]] = Cache(MOST_LINES)


@dataclass(frozen=True)
class Reader:
    """Who looks at a study, and how."""

    language: str
    is_own: bool
    against: str = ""  # the bot that answers their moves


def study_context(study: Study, played: Table, place: Place, reader: Reader) -> dict[str, Any]:
    """Collect everything on the page of a study; `played` is its game at the end."""
    language = reader.language
    table = name_seats(table_at(study, played, place), language)
    return {
        **frame_context(study, language),
        **board_context(study, table, place, reader),
        "study": study,
        "place": place,
        "is_own": reader.is_own,
        "against": reader.against,
        "bots": [bot for bot in offered_bots() if bot not in SIMPLE],
        "names": table.names,
        "to_move": table.to_move,
        "over": table.over,
        "has_openings": has_openings(table),
        "log": linked_log(table, None, language, len(table.steps) - 1, is_reader=False),
        "back": study.back(place),
        "on": study.on(place),
        "played": played_here(study, place, table, language),
        "tried": [(node, move_words(table, node.move, language)) for node in study.after(place)],
        "lines": [line_context(study, line, played, language) for line in study.lines()],
    }


def name_seats(table: Table, language: str) -> Table:
    """Name the seats of a table as a reader of a language sees them: bots have names of their own in each."""
    game = table.game
    stored = [{"name": name, "bot": FROM_RECORD, "left": False} for name in table.names[: game.players]]
    names = [*seat_names(stored, language), *game.rules.info.automatic_names(game.options, language)]
    table.seats = [{"name": name} for name in names]
    return table


def frame_context(study: Study, language: str) -> dict[str, Any]:
    game = study.record["game"]
    info = game_info(game)
    return {
        "title": info.title(language),
        "variant": info.variant_title(study.record["options"], language),
        "stylesheets": stylesheets(game),
        "scripts": scripts(game),
    }


def board_context(study: Study, table: Table, place: Place, reader: Reader) -> dict[str, Any]:
    """Draw the board as the seat to move sees it; moves are sent back to the study."""
    url, asked = url_of(study), query_of(place, reader.against)
    view = SeatView.of(
        table,
        table.to_move,
        reader.language,
        move_url=f"{url}/move?{asked}" if reader.is_own else "",
        can_act=reader.is_own,
        is_reader=False,
    )
    return {
        "url": url,
        "asked": asked,
        "board": board_html(view, FORM_FIELD),
        "result": result_html(view) if table.over else "",
    }


def url_of(study: Study) -> str:
    return f"/study/{study.study}"


def query_of(place: Place, against: str = "") -> str:
    """Write where in a study somebody is, and who answers, as the query of an address."""
    return f"at={place}" + (f"&against={against}" if against else "")


def played_here(study: Study, place: Place, table: Table, language: str) -> str:
    """Say what was played here in the game; "" beside the game, or at its end."""
    if place.node or place.ply >= study.n_moves:
        return ""
    return move_words(table, study.record["moves"][place.ply], language)


def move_words(table: Table, notation: str, language: str) -> str:
    """Say a move that can be made at a table, with who makes it."""
    move = next(move for move in table.moves() if move.notation == notation)
    seat = table.to_move
    name = table.names[seat] if seat is not None else ""
    return f"{name}: {move.board_text(language)}"


def line_context(study: Study, line: Line, played: Table, language: str) -> dict[str, Any]:
    """Describe a branch: where it begins, what it is called, and its moves."""
    key = (study.study, line.first.number, line.nodes[-1].number, language)
    words = _words.get(key, lambda: line_words(study, line, played, language))
    return {
        "first": line.first,
        "moves": list(zip(line.nodes, words, strict=True)),
        "leaves": Place(line.first.ply, line.first.parent),
    }


def line_words(study: Study, line: Line, played: Table, language: str) -> list[str]:
    """Say the moves of a branch, one after another."""
    table = name_seats(table_at(study, played, Place(line.first.ply, line.first.parent)), language)
    said = []
    for node in line.nodes:
        said.append(move_words(table, node.move, language))
        table.play(node.move)
    return said


# What is expected


def expectation_context(choice: Choice | None, table: Table, language: str) -> dict[str, Any]:
    """Describe what a strong player expects: chances, points, and the best moves."""
    if choice is None:
        return {"expected": None}
    return {
        "expected": choice,
        "seats": seat_expectations(choice, table.names, language),
        "best": best_moves(choice, language),
        "mover": table.names[table.to_move] if table.to_move is not None else "",
    }


def seat_expectations(choice: Choice, names: Sequence[str], language: str) -> list[dict[str, Any]]:
    """Describe the chances and points of every seat; nothing where there was only one move."""
    return [
        {
            "seat": seat,
            "name": name,
            "percent": round(100 * chance),
            "points": decimal(score, language),
        }
        for seat, (name, chance, score) in enumerate(zip(names, choice.chances, choice.scores, strict=False))
    ]


def best_moves(choice: Choice, language: str) -> list[dict[str, Any]]:
    """Describe the best moves, each with what it gives away against the first."""
    best = choice.estimates[0].lead
    return [
        {
            "rank": rank,
            "move": one.move.notation,
            "text": one.move.board_text(language),
            "less": decimal(best - one.lead, language) if rank > 1 else "",
        }
        for rank, one in enumerate(choice.estimates[:N_SHOWN], start=1)
        if one.visits or rank == 1
    ]
