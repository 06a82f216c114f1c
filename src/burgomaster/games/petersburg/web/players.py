"""The players: areas in groups, hands, and what the next scoring brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from burgomaster.core.cache import Cache
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    CardTranslator,
    attached_to,
    is_exchange,
    merge,
    places_of,
    row_of,
)
from burgomaster.games.petersburg.rules.cards import CARD_OF, Color
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, attached_gain
from burgomaster.games.petersburg.web.cards import Face, face_of

# colour of the cards, group, phase that scores them
GROUPS = (
    ("green", "worker", "worker"),
    ("yellow", "goods", "market"),
    ("orange", "special", "market"),
    ("blue", "building", "building"),
    ("red", "noble", "noble"),
)
PHASES = ("worker", "market", "building", "noble", "exchange")
SCORED = ("pub", "trading_house")  # decisions after the scoring of their phase
PHASE_COLORS = {"worker": "green", "market": "yellow", "building": "blue", "noble": "red"}


class Amount(NamedTuple):
    """Rubles and points."""

    rubles: int = 0
    points: int = 0


class Stack(NamedTuple):
    """Equal cards in one place."""

    key: str
    face: Face
    copies: int = 1
    pick: str = ""  # the panel it opens
    price: int | None = None  # what the viewer would pay
    status: str = ""  # can, take, cannot
    n_used: int = 0
    tile: str = ""
    attached: tuple[Face, ...] = ()
    is_unaffordable: bool = False  # more than the viewer has


class Group(NamedTuple):
    """The cards of one colour in an area."""

    name: str
    n_cards: int
    income: Amount
    upkeep: int
    stacks: tuple[Stack, ...]
    different: int = 0  # nobles, and the points that they will bring; 0 in all other groups
    noble_points: int = 0


class Seat(NamedTuple):
    """A player as the viewer sees them."""

    seat: int
    name: str
    is_me: bool
    is_turn: bool
    has_passed: bool
    is_winner: bool
    has_disc: bool
    score: int
    rubles: int | None
    n_hand: int
    hand_limit: int
    hand: tuple[Stack, ...]  # what is known of it
    backs: tuple[tuple[str, int], ...]  # the decks of the rest
    groups: tuple[Group, ...]
    n_cards: int
    next_income: Amount
    guild: int  # what a Guild Hall brings besides, to be split
    per_round: Amount
    starts: tuple[str, ...]


_groups: Cache[tuple[Group, ...]] = Cache(4096)


def seats_of(seat_view: SeatView, say: CardTranslator) -> list[Seat]:
    """List the viewer, then the others in turn order."""
    n_players = len(seat_view.view["players"])
    first = seat_view.seat or 0
    return [seat_of(seat_view, (first + step) % n_players, say) for step in range(n_players)]


def seat_of(seat_view: SeatView, seat: int, say: CardTranslator) -> Seat:
    """Describe one player."""
    player, view = seat_view.view["players"][seat], seat_view.view
    known, backs = hand_of(seat_view, seat, say)
    phase = next_scoring(seat_view)
    return Seat(
        seat=seat,
        name=seat_view.names[seat],
        is_me=seat == seat_view.seat,
        is_turn=view["to_move"] == seat,
        has_passed=seat in passed(view),
        is_winner=seat in seat_view.winners,
        has_disc=view["markers"].get("disc") == seat,
        score=player["score"],
        rubles=player["rubles"],
        n_hand=len(player["hand"]),
        hand_limit=player["hand_limit"],
        hand=tuple(known),
        backs=tuple(backs.items()),
        groups=groups_of(seat_view, seat, say),
        n_cards=sum(player["area"].values()),
        next_income=income_of(seat_view, seat, phase) if phase else Amount(),
        guild=guild_of(player) if phase == "building" else 0,
        per_round=sum_of([income_of(seat_view, seat, one) for one in player["income"]]),
        starts=tuple(deck for deck, owner in view["markers"].items() if owner == seat and deck != "disc"),
    )


def passed(view: Mapping[str, Any]) -> list[int]:
    """List the seats that passed in a row just now."""
    if view["over"] or view["decision"] != "action":
        return []
    n_players = len(view["players"])
    return [(view["to_move"] - step) % n_players for step in range(1, view["pass_count"] + 1)]


# Income


def next_scoring(seat_view: SeatView) -> str:
    """Find the phase that is scored next, "" if none is before the end."""
    view = seat_view.view
    order = [phase for phase in PHASES if phase in view["piles"]]
    place = order.index(view["phase"]) + int(view["decision"] in SCORED)
    if view["over"]:
        return ""
    if order[place] != "exchange":
        return order[place]
    return "" if view["last_round"] else order[0]


def income_of(seat_view: SeatView, seat: int, phase: str) -> Amount:
    """Compute what a phase's scoring would bring a seat now, as far as nothing has to be chosen."""
    printed = seat_view.view["players"][seat]["income"][phase]
    color = int(Color[PHASE_COLORS[phase].upper()])
    rubles, points = printed["rubles"], printed["points"]
    if seat_view.view["attached"]:
        rubles += int(attached_gain(seat_view.state, seat, color, 0))
        points += int(attached_gain(seat_view.state, seat, color, 1))
    if phase == "market":
        points += goods_points(seat_view, seat)
    if phase == "noble":
        rubles -= seat_view.view["players"][seat]["area"].get("sycophant", 0)
    return Amount(rubles, points)


def sum_of(amounts: Iterable[Amount]) -> Amount:
    """Add amounts up."""
    rubles, points = zip(*amounts, strict=True)
    return Amount(sum(rubles), sum(points))


def guild_of(player: Mapping[str, Any]) -> int:
    """Compute what a Guild Hall brings besides, to be split."""
    return GUILD_TOTAL if "guild_hall" in player["area"] else 0


def goods_points(seat_view: SeatView, seat: int) -> int:
    """Compute the points for goods if the market were scored now."""
    market, players = seat_view.view["market"], seat_view.view["players"]
    worth = {1: market["first"], 2: market["second"]}
    places = [places_of([player["goods"][good] for player in players])[seat] for good in players[0]["goods"]]
    return sum(worth.get(place, 0) for place in places)


# Areas


def groups_of(seat_view: SeatView, seat: int, say: CardTranslator) -> tuple[Group, ...]:
    """Group the area by colours; it is kept where it depends on nothing but the cards themselves."""
    view, player = seat_view.view, seat_view.view["players"][seat]
    if view["market"] is not None or view["attached"]:
        return tuple(make_groups(seat_view, seat, say))
    income = tuple([(phase, one["rubles"], one["points"]) for phase, one in player["income"].items()])
    nobles = player["nobles"]["different"], player["nobles"]["points"]
    key = seat, tuple(player["area"].items()), tuple(player["face_down"].items()), income, nobles, say
    return _groups.get(key, lambda: tuple(make_groups(seat_view, seat, say)))


def make_groups(seat_view: SeatView, seat: int, say: CardTranslator) -> list[Group]:
    """Group the area anew, as far as there are cards."""
    player = seat_view.view["players"][seat]
    placed = [(card, count, row_of(card)["color"]) for card, count in player["area"].items()]
    groups = []
    for color, name, phase in GROUPS:
        mine = [card for card, count, painted in placed if painted == color for _ in range(count)]
        if mine:
            is_special = name == "special"
            upkeep = len(mine) * seat_view.view["market"]["first"] if is_special else 0
            income = Amount() if is_special else printed_income(seat_view, seat, phase)
            stacks = tuple(stacks_of(seat_view, seat, mine, say))
            nobles = (player["nobles"]["different"], player["nobles"]["points"]) if name == "noble" else ()
            groups.append(Group(name, len(mine), income, upkeep, stacks, *nobles))
    return groups


def printed_income(seat_view: SeatView, seat: int, phase: str) -> Amount:
    """Compute what the cards of a group bring at their scoring, without points for goods."""
    amount = income_of(seat_view, seat, phase)
    if phase != "market":
        return amount
    return Amount(amount.rubles, amount.points - goods_points(seat_view, seat))


def stacks_of(seat_view: SeatView, seat: int, cards: Sequence[str], say: CardTranslator) -> list[Stack]:
    """List the cards of an area, exchange cards behind the others."""
    counts = merge(cards, say.with_goods)
    ordered = sorted(counts, key=lambda card: (is_exchange(card), CARD_OF[card]))
    return [stack_of(seat_view, seat, card, counts[card], say) for card in ordered]


def stack_of(seat_view: SeatView, seat: int, card: str, count: int, say: CardTranslator) -> Stack:
    """Make the stack of equal cards of an area, with what lies on them."""
    market = seat_view.view["market"]
    return Stack(
        key=f"area-{seat}-{card}",
        face=face_of(card, say),
        copies=count,
        pick=f"info-{card}",
        n_used=seat_view.view["players"][seat]["face_down"].get(card, 0),
        tile="" if market is None else market["tiles"].get(card, ""),
        attached=tuple(face_of(one, say) for one in attached_to(seat_view, seat, card, say)),
    )


# Hands


def hand_of(seat_view: SeatView, seat: int, say: CardTranslator) -> tuple[list[Stack], dict[str, int]]:
    """List what is known of a hand: open cards, those everybody saw being taken, and other backs."""
    player = seat_view.view["players"][seat]
    known = [held["card"] for held in player["hand"] if "card" in held]
    backs = Counter(held["deck"] for held in player["hand"] if "card" not in held)
    if backs:
        known += player["hand_seen"]
        backs.subtract(row_of(card)["deck"] for card in player["hand_seen"])
    place = "hand" if seat == seat_view.seat else "info"
    stacks = [
        Stack(f"hand-{seat}-{card}", face_of(card, say), count, f"{place}-{card}")
        for card, count in merge(known, say.with_goods).items()
    ]
    return stacks, {deck: count for deck, count in sorted(backs.items()) if count > 0}
