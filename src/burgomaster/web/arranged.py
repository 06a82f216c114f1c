"""Tables with a chosen deal: what must lie on top does, the rest is as a seed shuffled it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.table import Table, load_game


def arranged_table(
    game: str, options: Mapping[str, Any], seed: int, first: Mapping[str, Any], moves: Sequence[str] = ()
) -> Table:
    """A real table: dealt so that `first` comes first, with some moves made."""
    loaded = load_game(game, **options)
    table = loaded.new(setup=arrange(loaded.new(seed=seed).setup, first))
    for move in moves:
        table.play(move)
    return table


def arrange(dealt: Any, first: Any) -> Any:
    """A set-up in which what `first` names comes first: piles go on as they were, all else is replaced."""
    if isinstance(dealt, Mapping):
        return {key: arrange(value, first[key]) if key in first else value for key, value in dealt.items()}
    if isinstance(dealt, list) and isinstance(first, list) and dealt and not isinstance(dealt[0], list):
        return put_first(dealt, first)
    return first


def put_first(pile: Sequence[Any], first: Sequence[Any]) -> list[Any]:
    """A pile with some of its cards on top; what it does not hold takes the place of a card at its end."""
    rest = list(pile)
    for card in first:
        if card in rest:
            rest.remove(card)
        else:
            rest.pop()
    return [*first, *rest]
