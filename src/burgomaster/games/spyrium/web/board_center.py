"""The middle of the table: rounds, stages, events, the market with its gaps, tracks, what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import FIRST_BETWEEN_ROWS, SIDE
from burgomaster.games.spyrium.rules.actions import Verb, gap_of, position_of, verb_of
from burgomaster.games.spyrium.rules.cards import N_ROUNDS, NO_CARD, ROUND_DECK, THRESHOLDS
from burgomaster.games.spyrium.rules.options import PERIODS
from burgomaster.games.spyrium.rules.prices import GAPS_OF
from burgomaster.games.spyrium.rules.state import N_GAPS, N_POSITIONS
from burgomaster.games.spyrium.web.cards import Face, event_face, face_of
from burgomaster.games.spyrium.web.offers import Offer, card_at, gap_title, n_around
from burgomaster.games.spyrium.web.players import Seat, stage_of
from burgomaster.web.charts import place_on

STAGES = ("placement", "activation", "passed")
Numbered = tuple[tuple[Face, int], ...]  # cards with their numbers


class Lot(NamedTuple):
    """A position of the market with its card."""

    position: int
    line: int  # of the grid in which cards and gaps take turns
    column: int
    face: Face | None  # None: taken
    price: int = 0
    tokens: tuple[int, ...] = ()
    crowd: int = 0
    pay: int | None = None  # what the viewer would pay
    earn: int | None = None
    is_unaffordable: bool = False
    is_mine: bool = False  # a worker of the viewer stands beside it
    status: str = ""  # can, earn-only, cannot

    @property
    def is_lot(self) -> bool:
        """Tell it from a gap."""
        return True


class Gap(NamedTuple):
    """A gap of the market with the workers in it."""

    number: int
    line: int
    column: int
    is_upright: bool
    workers: tuple[int, ...]  # the seats they belong to
    title: str
    status: str = ""  # can, mine, closed

    @property
    def is_lot(self) -> bool:
        """Tell it from a position."""
        return False


class Round(NamedTuple):
    """A round with its period."""

    number: int
    period: str
    is_now: bool
    is_done: bool


class Happening(NamedTuple):
    """An event on the table."""

    face: Face
    token: int | None
    used: tuple[int, ...]  # the seats that have used it


class Rest(NamedTuple):
    """What is left of cards, events and tokens."""

    decks: tuple[tuple[str, Numbered], ...]
    gone: Numbered
    events: tuple[Face, ...]
    supply: tuple[tuple[str, int], ...]
    discard: tuple[tuple[str, int], ...]


class Standing(NamedTuple):
    """A player in the table of standings."""

    seat: int
    name: str
    is_turn: bool
    score: int
    final: int
    income: int | None


# Rounds and stages


def rounds_of(seat_view: SeatView) -> tuple[Round, ...]:
    """List all rounds of the game."""
    now, is_over = seat_view.view["round"], seat_view.view["over"]
    periods = [PERIODS[int(deck)] for deck in ROUND_DECK]
    return tuple(
        Round(number, period, number == now and not is_over, number < now or is_over)
        for number, period in enumerate(periods, 1)
    )


def end_of(seat_view: SeatView, say: Translator) -> str:
    """Say how near the end is."""
    left = N_ROUNDS - int(seat_view.view["round"])
    if seat_view.view["over"]:
        return say("decision.over")
    return say("end.last") if left == 0 else say("end.left", n=left)


def stages_of(seat_view: SeatView) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """List who still places workers, who activates, who has passed."""
    players = seat_view.view["players"]
    return tuple((stage, tuple(one["seat"] for one in players if stage_of(one) == stage)) for stage in STAGES)


# Events


def event_of(seat_view: SeatView, key: str, say: Translator) -> Happening | None:
    """Describe the current or the next event, with who has used it."""
    shown = seat_view.view[key]
    if shown is None:
        return None
    used = [one["seat"] for one in seat_view.view["players"] if one["event_used"]] if key == "event" else []
    return Happening(event_face(shown["event"], say), shown["token"], tuple(used))


# The market


def cells_of(seat_view: SeatView, offers: Mapping[int, Offer], say: Translator) -> list[Lot | Gap]:
    """List the nine positions and the twelve gaps, line by line."""
    lots = [lot_of(seat_view, position, offers.get(position), say) for position in range(N_POSITIONS)]
    gaps = [gap_on_board(seat_view, gap, say) for gap in range(N_GAPS)]
    return sorted([*lots, *gaps], key=lambda cell: (cell.line, cell.column))


def lot_of(seat_view: SeatView, position: int, offer: Offer | None, say: Translator) -> Lot:
    """Describe one position, with what its card would cost and bring the viewer."""
    line, column = (2 * place + 1 for place in divmod(position, SIDE))
    shown = seat_view.view["market"][position]
    if shown is None:
        return Lot(position, line, column, None)
    face, crowd = face_of(shown["card"], say), n_around(seat_view, position)
    lot = Lot(position, line, column, face, shown["price"], tuple(shown["tokens"]), crowd)
    if offer is None or seat_view.seat is None:
        return lot
    gaps = seat_view.view["gaps"]
    return lot._replace(
        pay=offer.best,
        earn=offer.earn,
        is_unaffordable=offer.best > seat_view.view["players"][seat_view.seat]["money"],
        is_mine=any(seat_view.seat in gaps[gap]["workers"] for gap in GAPS_OF[position]),
        status=lot_status(seat_view, position),
    )


def lot_status(seat_view: SeatView, position: int) -> str:
    """Tell whether a card can be activated now, only earned at, or neither."""
    if not seat_view.moves or seat_view.view["decision"] != "main_ii":
        return ""
    verbs = verbs_by_position(seat_view).get(position, ())
    return "can" if Verb.ACTIVATE in verbs else "earn-only" if verbs else "cannot"


def verbs_by_position(seat_view: SeatView) -> dict[int, set[int]]:
    """Sort the verbs of the moves by where they are made; kept for the rest of the page."""
    if "verbs" not in seat_view.cache:
        found: dict[int, set[int]] = {}
        for move in seat_view.moves:
            found.setdefault(int(position_of(move.code)), set()).add(int(verb_of(move.code)))
        seat_view.cache["verbs"] = found
    kept: dict[int, set[int]] = seat_view.cache["verbs"]
    return kept


def usable_gaps(seat_view: SeatView) -> set[int]:
    """List the gaps where more can be done than activating a card; kept for the rest of the page."""
    if "gaps" not in seat_view.cache:
        others = [move.code for move in seat_view.moves if verb_of(move.code) != Verb.ACTIVATE]
        seat_view.cache["gaps"] = {int(gap_of(code)) for code in others}
    kept: set[int] = seat_view.cache["gaps"]
    return kept


def gap_on_board(seat_view: SeatView, gap: int, say: Translator) -> Gap:
    """Describe a gap with its place in the grid."""
    shown = seat_view.view["gaps"][gap]
    line, column = place_of(shown["beside"])
    title = gap_title(seat_view, gap, say)
    is_upright = gap < FIRST_BETWEEN_ROWS
    return Gap(gap, line, column, is_upright, tuple(shown["workers"]), title, gap_status(seat_view, gap))


def place_of(beside: Sequence[int]) -> tuple[int, int]:
    """Find the place in the grid between two positions."""
    (line, column), (other_line, other_column) = (divmod(position, SIDE) for position in beside)
    return line + other_line + 1, column + other_column + 1


def gap_status(seat_view: SeatView, gap: int) -> str:
    """Tell whether something can be done in a gap now, or nothing any more."""
    if gap in usable_gaps(seat_view):
        return "mine" if seat_view.view["decision"] == "main_ii" else "can"
    is_closed = all(
        card_at(seat_view, position) == NO_CARD for position in seat_view.view["gaps"][gap]["beside"]
    )
    return "closed" if is_closed else ""


# Tracks and standings


def spaces_of(seat_view: SeatView) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """List the spaces of the residence track: the value of each and who stands there."""
    players = seat_view.view["players"]
    return tuple(
        (value, tuple(one["seat"] for one in players if one["residence_index"] == space))
        for space, value in enumerate(seat_view.view["residence_track"])
    )


def bonuses_of(end: int) -> tuple[tuple[int, str], ...]:
    """Find where on the score track the bonuses are."""
    return tuple((limit, place_on(limit, end)) for limit in THRESHOLDS.tolist())


def standings_of(seats: Sequence[Seat]) -> tuple[Standing, ...]:
    """List everybody with points and income."""
    return tuple(Standing(one.seat, one.name, one.is_turn, one.score, one.final, one.income) for one in seats)


# What is left


def rest_of(seat_view: SeatView, say: Translator) -> Rest:
    """Collect what is left in the decks, in no order, what left the game, the tokens and the later events."""
    view = seat_view.view
    return Rest(
        decks=tuple((period, faces_of(cards, say)) for period, cards in view["decks"].items()),
        gone=faces_of(view["gone"], say),
        events=tuple(event_face(event, say) for event in view["later_events"]),
        supply=tuple(view["supply"].items()),
        discard=tuple(view["discard"].items()),
    )


def faces_of(cards: Mapping[str, int], say: Translator) -> Numbered:
    """List cards with their numbers."""
    return tuple((face_of(card, say), n) for card, n in cards.items())
