"""The middle of the table: phases with their piles, rows, discard pile, market, score track, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    BASE_EDITION,
    CardTranslator,
    ends_game,
    is_action_card,
    merge,
    places_of,
    starter,
)
from burgomaster.games.petersburg.rules.scoring import VALUE_TILES
from burgomaster.games.petersburg.web.cards import Face, face_of
from burgomaster.games.petersburg.web.offers import best_price, purse
from burgomaster.games.petersburg.web.own_actions import DECK_ICONS
from burgomaster.games.petersburg.web.panels import Panel
from burgomaster.games.petersburg.web.players import PHASES, Amount, Seat, Stack


@dataclass(frozen=True)
class Step:
    """A phase with its pile and who begins it."""

    deck: str
    icon: str
    count: int
    starter: int
    starter_name: str
    is_now: bool
    is_done: bool
    can_end: bool  # its next refill may empty the pile


class End(NamedTuple):
    """How near the end is."""

    level: str  # later, next, now, last, over
    text: str


class Standing(NamedTuple):
    """A player in the table of standings."""

    seat: int
    name: str
    is_turn: bool
    score: int
    next_income: Amount
    per_round: Amount


def title_of(seat_view: SeatView, say: CardTranslator) -> str:
    """Name the game with its variant."""
    options = seat_view.options
    expansions = [say(f"variant.{name}") for name in options["expansions"]]
    edition = [] if options["edition"] == BASE_EDITION else [str(options["edition"])]
    title = " + ".join([" ".join([say("game.title"), *edition]), *expansions])
    return title if options["custom_cards"] is None else say("board.custom", title=title)


# Phases and piles


def steps_of(seat_view: SeatView) -> tuple[Step, ...]:
    """List the phases of a round in order."""
    view = seat_view.view
    order = [deck for deck in PHASES if deck in view["piles"]]
    now, board_size = order.index(view["phase"]), int(seat_view.state.rules.board_size)
    return tuple(
        Step(
            deck=deck,
            icon=f"ui-{DECK_ICONS[deck]}",
            count=view["piles"][deck],
            starter=starter(view, deck),
            starter_name=seat_view.names[starter(view, deck)],
            is_now=place == now and not view["over"],
            is_done=place < now and not view["over"],
            can_end=view["piles"][deck] <= board_size and ends_game(deck, seat_view),
        )
        for place, deck in enumerate(order)
    )


def end_of(seat_view: SeatView, say: CardTranslator) -> End:
    """Tell how near the end is: certain, possible in this round, possible in the next, or later."""
    steps = steps_of(seat_view)
    if seat_view.view["over"]:
        return End("over", say("decision.over"))
    if seat_view.view["last_round"]:
        return End("last", say("end.last"))
    now = next(place for place, step in enumerate(steps) if step.is_now)
    soon = [step for step in steps[now + 1 :] if step.can_end]
    ending = [step for step in steps if ends_game(step.deck, seat_view)]
    least = min(soon or ending, key=lambda step: step.count)
    key = "now" if soon else "next" if least.can_end else "later"
    pile = say(f"pile.{least.deck}")
    return End(key, say(f"end.{key}", deck=pile, n=least.count))


# Rows


def row_of_board(
    seat_view: SeatView, name: str, panels: Mapping[str, Panel], say: CardTranslator
) -> list[Stack]:
    """List the open cards of a row, with what they would cost the viewer."""
    stacks = []
    for card, count in merge(seat_view.view[name], say.with_goods).items():
        key = f"{name}-{card}"
        price = None
        if seat_view.seat is not None and not is_action_card(card):
            price = best_price(seat_view, seat_view.seat, card, name == "lower", say)
        panel = panels.get(key)
        status = status_of(seat_view, panel)
        dear = is_unaffordable(seat_view, price)
        stacks.append(Stack(key, face_of(card, say), count, key, price, status, is_unaffordable=dear))
    return stacks


def status_of(seat_view: SeatView, panel: Panel | None) -> str:
    """Tell whether a card can be placed now, only be taken, or neither."""
    if panel is None or not seat_view.moves or seat_view.view["decision"] != "action":
        return ""
    tones = {button.tone for section in panel.sections for button in section.buttons if button.notation}
    if "buy" in tones or "use" in tones:
        return "can"
    return "take" if tones else "cannot"


def hand_with_prices(
    seat_view: SeatView, stacks: Sequence[Stack], panels: Mapping[str, Panel], say: CardTranslator
) -> list[Stack]:
    """Add to the viewer's hand what it costs to play each card."""
    found = []
    for stack in stacks:
        card = stack.face.id
        price = None
        if seat_view.seat is not None and not is_action_card(card):
            price = best_price(seat_view, seat_view.seat, card, False, say)
        status = status_of(seat_view, panels.get(stack.pick))
        found.append(
            stack._replace(price=price, status=status, is_unaffordable=is_unaffordable(seat_view, price))
        )
    return found


def is_unaffordable(seat_view: SeatView, price: int | None) -> bool:
    """Tell whether the viewer has too little money for a price."""
    rubles = purse(seat_view, seat_view.seat)
    return price is None or (rubles is not None and price > rubles)


def discard_of(seat_view: SeatView, say: CardTranslator) -> tuple[tuple[Face, int], ...]:
    """List the discard pile, kind by kind."""
    cards = merge(Counter(seat_view.view["discard"]).elements(), say.with_goods)
    return tuple((face_of(card, say), count) for card, count in cards.items())


def standings_of(seats: Sequence[Seat]) -> tuple[Standing, ...]:
    """List everybody with points and income."""
    return tuple(
        Standing(one.seat, one.name, one.is_turn, one.score, one.next_income, one.per_round) for one in seats
    )


# The market


def market_of(seat_view: SeatView, say: CardTranslator) -> dict[str, Any] | None:
    """Collect what the places are worth in each round, and everybody's goods with their places."""
    market, players = seat_view.view["market"], seat_view.view["players"]
    if market is None:
        return None
    goods = list(players[0]["goods"])
    worth = {1: market["first"], 2: market["second"]}
    places = {good: places_of([player["goods"][good] for player in players]) for good in goods}
    lines = []
    for seat in seat_order(seat_view):
        cells = [(good, players[seat]["goods"][good], places[good][seat]) for good in goods]
        total = sum(worth.get(place, 0) for _, _, place in cells)
        lines.append({"seat": seat, "name": seat_view.names[seat], "cells": cells, "total": total})
    tiles = [(int(first), int(second)) for first, second in VALUE_TILES.tolist()]
    now = min(int(seat_view.view["round"]), len(tiles)) - 1
    return {"goods": goods, "lines": lines, "tiles": tiles, "now": now, "worth": worth}


def seat_order(seat_view: SeatView) -> list[int]:
    """List the viewer's seat, then the others in turn order."""
    n_players = len(seat_view.view["players"])
    return [((seat_view.seat or 0) + step) % n_players for step in range(n_players)]
