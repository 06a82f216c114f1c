"""Tables with a fixed deal: chosen cards lie on top, the rest is as a seed shuffled it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.table import Table, load_game


def table_with_deal(
    game: str, options: Mapping[str, Any], seed: int, first: Mapping[str, Any], moves: Sequence[str] = ()
) -> Table:
    """Deal a table so that what `first` names comes first, and make some moves."""
    loaded = load_game(game, **options)
    table = loaded.new(setup=with_first(loaded.new(seed=seed).setup, first))
    for move in moves:
        table.play(move)
    return table


def with_first(dealt: Any, first: Any) -> Any:
    """Change a set-up so that what `first` names comes first.

    Piles go on below as they were dealt; everything else that `first` names is replaced.
    """
    if isinstance(dealt, Mapping):
        return {key: with_first(value, first[key]) if key in first else value for key, value in dealt.items()}
    if isinstance(dealt, list) and isinstance(first, list) and dealt and not isinstance(dealt[0], list):
        return put_first(dealt, first)
    return first


def put_first(pile: Sequence[Any], first: Sequence[Any]) -> list[Any]:
    """Put cards on top of a pile; one that the pile does not hold replaces a card at its end."""
    rest = list(pile)
    for card in first:
        if card in rest:
            rest.remove(card)
        else:
            rest.pop()
    return [*first, *rest]
