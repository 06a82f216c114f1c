"""Rows of games and decisions as columns of Apache Arrow; every column says in its metadata what it means."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from burgomaster.core.encoding import NO_ACTION
from burgomaster.core.statistics import Statistics
from burgomaster.lab.rows import NO_ITEM, DecisionRows, GameRows, Player
from burgomaster.lab.run import Run

MEANING = b"meaning"  # in the metadata of a column
ABOUT = b"burgomaster"  # in the metadata of a file: the run as JSON
WORD = pa.dictionary(pa.int32(), pa.string())

Column = tuple[str, Any, str, Any]  # name, type, meaning, values


def make_table(player: Player, games: range) -> Any:
    """Play some games of a run and return them as a table."""
    run = player.run
    if run.rows == "decision":
        return to_table(decision_columns(player, games, player.play_decisions(games)), run)
    return to_table(game_columns(player, games, player.play_games(games)), run)


def to_table(columns: Sequence[Column], run: Run) -> Any:
    """Put columns together, with what is said about them and about the run."""
    fields = [pa.field(name, kind, metadata={MEANING: meaning}) for name, kind, meaning, _ in columns]
    schema = pa.schema(fields, metadata={ABOUT: json.dumps(run.to_json(), sort_keys=True)})
    arrays = [
        values if isinstance(values, pa.Array) else pa.array(values, type=kind)
        for _, kind, _, values in columns
    ]
    return pa.table(arrays, schema=schema)


def run_columns(run: Run, numbers: Any) -> list[Column]:
    """Make the columns that say which game a row belongs to."""
    n = len(numbers)
    return [
        ("game", WORD, "short name of the game", constant(run.game, n)),
        ("options", WORD, "all options as JSON", constant(run.options_text(), n)),
        ("players", pa.int8(), "number of players", np.full(n, int(run.options["players"]), np.int8)),
        ("bots", WORD, "who plays, by seat, separated by commas", constant(",".join(run.bots), n)),
        ("number", pa.int64(), "number of the game in the run, from 0", numbers),
        ("seed", pa.int64(), "seed of the deal: game.new(seed=...)", numbers + run.seed),
    ]


def constant(word: str, n: int) -> Any:
    """Make a column with the same word in every row."""
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int32)), pa.array([word]))


def words(numbers: Any, names: Sequence[str], no_name: int = NO_ITEM) -> Any:
    """Make a column of names from their numbers; none where there is no name."""
    return pa.DictionaryArray.from_arrays(
        pa.array(numbers.astype(np.int32), mask=numbers == no_name), pa.array(list(names))
    )


# One row a game


def game_columns(player: Player, games: range, made: GameRows) -> list[Column]:
    """Make the columns of games."""
    numbers = np.arange(games.start, games.stop, dtype=np.int64)
    n_winners = (made.ranks == 0).sum(axis=1)
    winner = pa.array(made.ranks.argmin(axis=1).astype(np.int8), mask=n_winners != 1)
    rounds = made.finals["round_no"].astype(np.int16)
    columns = [
        *run_columns(player.run, numbers),
        ("steps", pa.int32(), "decisions of all seats together", made.steps),
        ("rounds", pa.int16(), "rounds that were begun", rounds),
        ("winner", pa.int8(), "seat that won; none if several share the victory", winner),
        ("winners", pa.int8(), "how many seats won", n_winners.astype(np.int8)),
    ]
    for seat in range(player.game.n_seats):
        columns += seat_columns(player.statistics, seat, made)
    return columns


def seat_columns(statistics: Statistics | None, seat: int, made: GameRows) -> list[Column]:
    """Make the columns of one seat."""
    scores, ranks = made.scores[:, seat], made.ranks[:, seat].astype(np.int8)
    columns: list[Column] = [
        (f"score_{seat}", pa.int32(), "final score of the seat", scores),
        (f"rank_{seat}", pa.int8(), "seats that ended before this one: 0 for a winner", ranks),
    ]
    if statistics is None:
        return columns
    for name, field in statistics.final.items():
        values = made.finals["players"][field][:, seat].astype(np.int32)
        columns.append((f"{name}_{seat}", pa.int32(), f"{name} of the seat at the end", values))
    for place, source in enumerate(statistics.sources):
        values = made.points[:, seat, place]
        columns.append((f"points_{source}_{seat}", pa.int32(), f"points of the seat from {source}", values))
    bought = bought_lists(statistics, made.items[:, seat], made.n_items[:, seat])
    return [*columns, (f"bought_{seat}", pa.list_(WORD), "what the seat bought, in order", bought)]


def bought_lists(statistics: Statistics, items: Any, n_items: Any) -> Any:
    """Make a column of lists of what was bought."""
    ends = np.concatenate([[0], np.cumsum(n_items)]).astype(np.int32)
    is_used = np.arange(items.shape[1]) < n_items[:, None]
    return pa.ListArray.from_arrays(pa.array(ends), words(items[is_used], statistics.items))


# One row a decision


def decision_columns(player: Player, games: range, made: DecisionRows) -> list[Column]:
    """Make the columns of decisions."""
    numbers = np.repeat(np.arange(games.start, games.stop, dtype=np.int64), made.steps)
    place = numbers - games.start
    seat, move, action, n_legal, score, round_no, item = made.rows.T
    firsts = np.concatenate([[0], np.cumsum(made.steps)[:-1]])
    ply = np.arange(len(numbers)) - firsts[place]
    items = player.statistics.items if player.statistics else []
    none = np.full(len(item), NO_ITEM) if not items else item
    return [
        *run_columns(player.run, numbers),
        ("ply", pa.int32(), "moves made before this one in the game", ply),
        ("round", pa.int16(), "round, from 1", round_no),
        ("seat", pa.int8(), "seat that decides", seat),
        (
            "action",
            pa.int32(),
            "number of the action",
            pa.array(action, pa.int32(), mask=action == NO_ACTION),
        ),
        ("move", WORD, "the move as its notation", notations(player.game.rules.write_notation, move)),
        ("legal", pa.int32(), "how many moves were legal", n_legal),
        ("item", WORD, "what the move bought; none if nothing", words(none, items)),
        ("score", pa.int32(), "score of the seat before the move", score),
        *result_columns(made, place, seat),
    ]


def notations(write: Callable[[int], str], moves: Any) -> Any:
    """Make a column of notations; each is written once."""
    found, numbers = np.unique(moves, return_inverse=True)
    names = [write(int(code)) for code in found]
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int32)), pa.array(names))


def result_columns(made: DecisionRows, place: Any, seat: Any) -> list[Column]:
    """Make the columns that say what came of the game for the seat that decides."""
    ranks = made.ranks[place, seat].astype(np.int8)
    scores = made.scores[place, seat]
    others = made.scores[place].astype(np.int64)
    others[np.arange(len(place)), seat] = np.iinfo(np.int64).min // 2
    is_alone = np.full(len(place), made.scores.shape[1] == 1)
    margin = pa.array((scores - others.max(axis=1)) * ~is_alone, pa.int32(), mask=is_alone)
    return [
        ("final_score", pa.int32(), "final score of the seat", scores),
        ("final_rank", pa.int8(), "seats that ended before this one: 0 for a winner", ranks),
        ("margin", pa.int32(), "final score less the best of the others; none alone", margin),
    ]
