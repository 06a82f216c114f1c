"""What a game of Saint Petersburg can be set to (rules.md 1.1, 13). Loads no kernels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import CORE_TEXTS, Catalog
from burgomaster.core.options import GameInfo, Option, flag

VERSION = 1
MARKERS = ("worker", "building", "noble", "exchange")
TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)


def _read_expansions(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > 0:
        raise ValueError
    return ()


def _read_seats(value: Any) -> Any:
    """`random`, or different seats."""
    if value == "random":
        return value
    if not isinstance(value, list | tuple) or any(type(seat) is not int or seat < 0 for seat in value):
        raise ValueError
    if len(set(value)) != len(value):
        raise ValueError
    return sorted(value)


def _read_marker_deal(value: Any) -> Any:
    """`random`, or the seat of each marker."""
    if value == "random":
        return value
    if not isinstance(value, Mapping) or set(value) != set(MARKERS):
        raise ValueError
    if any(type(seat) is not int or seat < 0 for seat in value.values()):
        raise ValueError
    return {marker: value[marker] for marker in MARKERS}


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse seats that are not at the table and unfair deals of the markers (3.1)."""
    players = options["players"]
    n_extra = len(MARKERS) % players
    seats = options["extra_marker_seats"]
    if seats != "random" and (len(seats) != n_extra or any(seat >= players for seat in seats)):
        raise OptionError(
            "option.extra_marker_seats_count", TEXTS, seats=str(seats), n=n_extra, last=players - 1
        )
    deal = options["marker_deal"]
    if deal != "random" and not is_fair_deal(list(deal.values()), players):
        raise OptionError("option.marker_deal_unfair", TEXTS, deal=str(deal), last=players - 1)


def is_fair_deal(seats: list[int], players: int) -> bool:
    """Whether every seat is at the table and has its share of the markers, or one more (3.1)."""
    shares = [seats.count(seat) for seat in range(players)]
    return sum(shares) == len(seats) and max(shares) - min(shares) <= 1


INFO = GameInfo(
    name="petersburg",
    version=VERSION,
    players=(2, 3, 4),
    options=(
        Option("edition", "2004", ("2004",)),
        Option("expansions", (), read=_read_expansions, form="[]"),
        Option("seating", "given", ("given", "random")),
        Option("extra_marker_seats", "random", read=_read_seats, form='"random", [0]'),
        Option(
            "marker_deal",
            "random",
            read=_read_marker_deal,
            form='"random", {"worker": 0, "building": 1, "noble": 0, "exchange": 1}',
        ),
        flag("open_money"),
        flag("open_hands"),
        flag("observatory_public"),
        flag("first_phase_buy_only"),
        flag("warehouse_loss_discard"),
        Option("tiebreak", "total_rubles", ("total_rubles", "leftover_rubles")),
        flag("potemkin_villages_same"),
        Option("nobles_over_ten", "cap55", ("cap55", "plus10")),
        Option("auto_forced", "none", ("none", "all")),
    ),
    texts=TEXTS,
    check=check_options,
)
