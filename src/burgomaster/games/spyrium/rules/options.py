"""What a game of Spyrium can be set to (rules.md 2, 15). Loads no kernels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import CORE_TEXTS, Catalog
from burgomaster.core.options import GameInfo, Option, Rows, Variant, read_csv, read_json

VERSION = 1
FOLDER = Path(__file__).parent
TEXTS = Catalog(FOLDER, CORE_TEXTS)

PERIODS = ("A", "B", "C")
FIGURES = ("price", "end_points")  # what the option `figures` may change
CONFIDENCE = (*FIGURES, "copies")  # what the column `confidence` speaks of, in its order
MAX_FIGURE = 99


def read_table(name: str) -> Rows:
    return read_csv(FOLDER / name)


def read_board() -> Mapping[str, Any]:
    """Read every figure that is on no card."""
    return read_json(FOLDER / "board.json")


@cache
def residence_tracks() -> dict[str, list[int]]:
    track = read_board()["residence_track"]
    return {"default": track["default"], **track["variants"]}


def confidence_of(row: Mapping[str, str]) -> dict[str, str]:
    """Tell how far the figures of a card can be trusted: certain, probable or reconstructed."""
    return dict(zip(CONFIDENCE, row["confidence"].split("/"), strict=True))


def describe_cards() -> list[dict[str, Any]]:
    """List every card with its figures and how far each can be trusted (2.3)."""
    return [
        {
            "id": row["id"],
            "name": {"en": row["name_en"], "ru": row["name_ru"]},
            "variant": row["variant"],
            **{figure: int(row[figure]) for figure in FIGURES},
            "copies": {period: int(row[f"copies_{period}"]) for period in PERIODS},
            "confidence": confidence_of(row),
        }
        for row in read_table("cards.csv")
    ]


# Reading values


def _read_figures(value: Any) -> dict[str, dict[str, int]]:
    """Other figures for some cards, in the order of cards.csv; what is wrong is said by check_options."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(inner, Mapping) for inner in value.values()):
        raise ValueError
    order = [row["id"] for row in read_table("cards.csv")]
    known = [card for card in order if card in value]
    others = [card for card in value if card not in order]
    return {str(card): dict(value[card]) for card in (*known, *others)}


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse figures of cards that there are not, and figures that cards do not have."""
    rows = {row["id"]: row for row in read_table("cards.csv")}
    for card, figures in options["figures"].items():
        if card not in rows:
            raise OptionError("option.figures_card", TEXTS, card=repr(card)[:40])
        for name, number in figures.items():
            _check_figure(rows[card], name, number)


def _check_figure(row: Mapping[str, str], name: Any, number: Any) -> None:
    if name not in FIGURES:
        known = ", ".join(FIGURES)
        raise OptionError("option.figures_name", TEXTS, card=row["id"], name=repr(name)[:40], known=known)
    if type(number) is not int or not 0 <= number <= MAX_FIGURE:
        given = repr(number)[:40]
        raise OptionError(
            "option.figures_number", TEXTS, card=row["id"], name=name, given=given, most=MAX_FIGURE
        )
    if name == "end_points" and row["kind"] != "building":
        raise OptionError("option.figures_building", TEXTS, card=row["id"])


INFO = GameInfo(
    name="spyrium",
    version=VERSION,
    place=3,
    players=tuple(range(read_board()["players"]["min"], read_board()["players"]["max"] + 1)),
    options=(
        Option("residence_track", "default", tuple(residence_tracks())),
        Option("kept_tokens", "physical", ("physical", "recycled")),
        Option("taylorism", "action", ("action",)),
        Option("figures", None, read=_read_figures, form='{"bld_mine_1": {"price": 2}, ...}'),
    ),
    texts=TEXTS,
    check=check_options,
    variants=(Variant("standard", {}, (2, 3, 4, 5)),),
    cards=describe_cards,
)
