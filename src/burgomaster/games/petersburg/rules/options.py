"""What a game of Saint Petersburg can be set to (rules.md 1, 13). Loads no kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import CORE_TEXTS, Catalog
from burgomaster.core.options import GameInfo, Option, Rows, Variant, flag, read_csv

VERSION = 1
FOLDER = Path(__file__).parent
TEXTS = Catalog(FOLDER, CORE_TEXTS)

EXPANSIONS = ("banquet", "new_society", "market")
DECKS = ("worker", "market", "building", "noble", "exchange")
BOARD_SIZE = 8
MARKET_BOARD_SIZE = 10

# Edition, expansions and the most players of every game the rulebooks know (1.1).
STANDARD_GAMES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("2004", (), 4),
    ("2004", ("banquet",), 4),
    ("2004", ("new_society",), 5),
    ("2004", ("banquet", "new_society"), 5),
    ("2014", (), 4),
    ("2014", ("market",), 5),
)

# Cards of the 2004 base set that leave the game when same-named ones of the New Society enter (1.2).
REMOVED_BY_NEW_SOCIETY = {
    "czar_and_carpenter_2004": 1,
    "observatory_2004": 2,
    "academy": 1,
    "mistress_of_ceremonies_2004": 2,
    "mariinsky_theater_2004": 1,
}

MARIINSKY = "mariinsky_theater_2014"  # the printed card costs 15, the rulebook says 18 (R5)
MARIINSKY_COSTS = (15, 18)


def read_table(name: str) -> Rows:
    return read_csv(FOLDER / name)


def max_copies(row: Mapping[str, str]) -> int:
    """Tell how many copies of a card a custom game may use (1.4)."""
    base = max(int(row["copies_2004"]), int(row["copies_2014"]))
    return base + sum(int(row[f"copies_{name}"]) for name in EXPANSIONS)


def copies_in(row: Mapping[str, str], options: Mapping[str, Any]) -> int:
    """Tell how many copies of a card are in the game (1.2, 1.4)."""
    if options["custom_cards"] is not None:
        return int(options["custom_cards"].get(row["id"], 0))
    columns = (options["edition"], *options["expansions"])
    copies = sum(int(row[f"copies_{column}"]) for column in columns)
    if "new_society" in options["expansions"]:
        copies -= REMOVED_BY_NEW_SOCIETY.get(row["id"], 0)
    return copies


def has_disc(options: Mapping[str, Any]) -> bool:
    """Five players of the New Society use the disc, unless the market's sack is there (R31)."""
    expansions = options["expansions"]
    return options["players"] == 5 and "new_society" in expansions and "market" not in expansions


def variant_name(options: Mapping[str, Any]) -> str:
    return " + ".join((options["edition"], *options["expansions"]))


def board_size(options: Mapping[str, Any]) -> int:
    """Open cards after a refill (1.3)."""
    return MARKET_BOARD_SIZE if "market" in options["expansions"] else BOARD_SIZE


def markers_of(options: Mapping[str, Any]) -> list[str]:
    """List the start markers in the game (3.1)."""
    used = [deck for deck in DECKS if deck != "market" or "market" in options["expansions"]]
    return used + (["disc"] if has_disc(options) else [])


# Reading values


def _read_expansions(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise ValueError
    if any(name not in EXPANSIONS for name in value):
        raise ValueError
    return tuple(name for name in EXPANSIONS if name in value)


def _read_custom_cards(value: Any) -> dict[str, int] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or any(type(copies) is not int for copies in value.values()):
        raise ValueError
    return {str(card): copies for card, copies in value.items()}


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
    if not isinstance(value, Mapping) or not set(value) <= {*DECKS, "disc"}:
        raise ValueError
    if any(type(seat) is not int or seat < 0 for seat in value.values()):
        raise ValueError
    return {marker: value[marker] for marker in (*DECKS, "disc") if marker in value}


# Checking combinations


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse what the rules do not allow together."""
    if options["custom_cards"] is None:
        _check_standard(options)
    else:
        _check_custom(options)
    _check_markers(options)
    _check_mariinsky(options)


def _check_standard(options: Mapping[str, Any]) -> None:
    """Allow only the games of 1.1."""
    chosen = options["edition"], options["expansions"]
    for edition, expansions, most in STANDARD_GAMES:
        if (edition, expansions) == chosen and options["players"] <= most:
            return
    words = variant_name(options)
    possible = "; ".join(f"{' + '.join((name, *more))} (2-{most})" for name, more, most in STANDARD_GAMES)
    raise OptionError("option.combination", TEXTS, given=words, players=options["players"], possible=possible)


def _check_custom(options: Mapping[str, Any]) -> None:
    """Any rules with any cards, within the limits of 1.4."""
    expansions = options["expansions"]
    if options["players"] == 5 and not {"new_society", "market"} & set(expansions):
        raise OptionError("option.custom_five", TEXTS)
    rows = {row["id"]: row for row in read_table("cards.csv")}
    for card, copies in options["custom_cards"].items():
        if card not in rows:
            raise OptionError("option.custom_unknown", TEXTS, card=repr(card)[:40])
        most = max_copies(rows[card])
        if not 0 <= copies <= most:
            raise OptionError("option.custom_copies", TEXTS, card=card, given=copies, most=most)
        if copies > 0 and rows[card]["deck"] == "market" and "market" not in expansions:
            raise OptionError("option.custom_market", TEXTS, card=card)
    for deck in DECKS:
        _check_deck_size(deck, options)


def _check_deck_size(deck: str, options: Mapping[str, Any]) -> None:
    """Refuse a pile that would run out on its first refill (1.4)."""
    if deck == "market" and "market" not in options["expansions"]:
        return
    n_cards = sum(copies_in(row, options) for row in read_table("cards.csv") if row["deck"] == deck)
    least = 2 * int(options["players"]) + 1 if deck == "worker" else board_size(options) + 1
    if n_cards < least:
        raise OptionError("option.custom_size", TEXTS, deck=deck, given=n_cards, least=least)


def _check_markers(options: Mapping[str, Any]) -> None:
    """Refuse seats that are not at the table and unfair deals of the markers (3.1)."""
    players, markers = options["players"], markers_of(options)
    n_extra = len(markers) % players
    seats = options["extra_marker_seats"]
    if seats != "random" and (len(seats) != n_extra or any(seat >= players for seat in seats)):
        raise OptionError(
            "option.extra_marker_seats_count", TEXTS, seats=str(seats), n=n_extra, last=players - 1
        )
    deal = options["marker_deal"]
    if deal != "random" and (set(deal) != set(markers) or not is_fair_deal(list(deal.values()), players)):
        names = ", ".join(markers)
        raise OptionError("option.marker_deal_unfair", TEXTS, deal=str(deal), markers=names, last=players - 1)


def _check_mariinsky(options: Mapping[str, Any]) -> None:
    """Let only games with the Mariinsky Theater of 2014 choose its cost (R5)."""
    if options["mariinsky_cost"] == MARIINSKY_COSTS[0]:
        return
    if MARIINSKY not in {row["id"] for row in read_table("cards.csv") if copies_in(row, options) > 0}:
        raise OptionError("option.mariinsky_2014", TEXTS)


def is_fair_deal(seats: list[int], players: int) -> bool:
    """Tell whether every seat is at the table and has its share of the markers, or one more (3.1)."""
    shares = [seats.count(seat) for seat in range(players)]
    return sum(shares) == len(seats) and max(shares) - min(shares) <= 1


# The options


def _by_edition(of_2004: Any, of_2014: Any) -> Callable[[Mapping[str, Any]], Any]:
    return lambda options: of_2014 if options["edition"] == "2014" else of_2004


def _nobles_over_ten(options: Mapping[str, Any]) -> str:
    return "plus10" if "new_society" in options["expansions"] else "cap55"


def _with(expansion: str) -> Callable[[Mapping[str, Any]], bool]:
    """Return whether cards that an option speaks of can be there: those of an expansion, or chosen ones."""
    return lambda options: expansion in options["expansions"] or options["custom_cards"] is not None


INFO = GameInfo(
    name="petersburg",
    version=VERSION,
    place=1,
    players=(2, 3, 4, 5),
    options=(
        Option("edition", "2004", ("2004", "2014")),
        Option("expansions", (), read=_read_expansions, form='["banquet", "new_society", "market"]'),
        Option("custom_cards", None, read=_read_custom_cards, form='{"lumberjack": 6, ...}, null'),
        Option("seating", "given", ("given", "random"), in_lobby=False),
        Option("extra_marker_seats", "random", read=_read_seats, form='"random", [0]'),
        Option(
            "marker_deal",
            "random",
            read=_read_marker_deal,
            form='"random", {"worker": 0, "building": 1, ...}',
        ),
        flag("open_money"),
        flag("open_hands"),
        flag("observatory_public"),
        flag("first_phase_buy_only", _by_edition(False, True)),
        flag("warehouse_loss_discard", _by_edition(False, True)),
        Option(
            "tiebreak", _by_edition("total_rubles", "leftover_rubles"), ("total_rubles", "leftover_rubles")
        ),
        flag("potemkin_villages_same", _by_edition(False, True), _with("banquet")),
        Option("nobles_over_ten", _nobles_over_ten, ("cap55", "plus10")),
        flag("market_pile_ends_game", True, _with("market")),
        flag("prison_free_return", False, _with("new_society")),
        Option("auto_forced", "none", ("none", "all")),
        Option("mariinsky_cost", MARIINSKY_COSTS[0], MARIINSKY_COSTS),
    ),
    texts=TEXTS,
    check=check_options,
    skip="pass",
    variant_name=variant_name,
    variants=tuple(
        Variant(
            variant_name({"edition": edition, "expansions": expansions}),
            {"edition": edition, "expansions": expansions},
            tuple(range(2, most + 1)),
        )
        for edition, expansions, most in STANDARD_GAMES
    ),
)
