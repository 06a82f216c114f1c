"""What can be done with each tile, step by step: what, where, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from burgomaster.core import python_api
from burgomaster.core.cache import Cache
from burgomaster.core.move import Move
from burgomaster.core.plain import as_python
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import LAKE_ID, LAKE_PAY, cell_name
from burgomaster.games.suburbia.rules.actions import Verb, pack
from burgomaster.games.suburbia.rules.cards import BASICS, TILE_OF
from burgomaster.games.suburbia.rules.hexes import cell_at
from burgomaster.games.suburbia.rules.refusals import Refusal
from burgomaster.games.suburbia.rules.text import refusal
from burgomaster.games.suburbia.web.forecast import Forecast, codes_of
from burgomaster.games.suburbia.web.outcome_html import draw_outcomes
from burgomaster.games.suburbia.web.outcomes import Outcome, outcome_of, outcomes_of
from burgomaster.games.suburbia.web.tiles import Face, face_of


class Refused(NamedTuple):
    """An own tile that cannot get a marker, and why."""

    cell: str
    face: Face
    reason: str


class Topic(NamedTuple):
    """One thing that can be done with a tile, with every place where it can be done."""

    key: str
    kind: str  # place, lake, basic, invest, dale
    title: str
    sum: str  # how the price comes about: 9 + 4
    total: int | None
    face: Face | None = None  # what would lie there
    note: str = ""
    outcomes: tuple[Outcome, ...] = ()
    refused: tuple[Refused, ...] = ()
    reason: str = ""  # why it cannot be done at all

    @property
    def can(self) -> bool:
        """Tell whether anything can be done here."""
        return bool(self.outcomes)

    def drawn(self, say: Translator, can_press: bool) -> Markup:
        """Draw what can be done here."""
        return draw_outcomes(say, self.kind, self.outcomes, can_press)


class Panel(NamedTuple):
    """All that can be known of one thing on the table, and done with it."""

    key: str
    title: str
    place: str = ""
    face: Face | None = None
    topics: tuple[Topic, ...] = ()

    @property
    def can(self) -> bool:
        """Tell whether anything can be done here."""
        return any(topic.can for topic in self.topics)


plain_pack, plain_cell_at = as_python(pack), as_python(cell_at)
TOPIC = 0xFFFF  # the parts of a move that are not its cell: verb and value
IDLE_PANELS: Cache[Panel] = Cache(16384)
REASONS: Cache[str] = Cache(16384)


class PanelFactory:
    """What panels are made from: what the seat sees, its moves by topic, and what they would bring."""

    def __init__(self, seat_view: SeatView, say: Translator) -> None:
        self.seat_view, self.say = seat_view, say
        self.moves: dict[int, list[Move]] = {}  # by verb and value
        for move in seat_view.moves:
            self.moves.setdefault(move.code & TOPIC, []).append(move)
        self.forecast: Forecast | None = None
        if seat_view.moves:
            self.forecast = Forecast(seat_view.moves[0].rules, seat_view.moves[0].states)

    def outcomes(self, verb: Verb, value: int = 0) -> tuple[Outcome, ...]:
        """Find the places for a move, with what follows."""
        moves = self.moves.get(plain_pack(int(verb), value, 0), [])
        if self.forecast is None or not moves:
            return ()
        if verb == Verb.INVEST:
            traces = [self.forecast.trace(*codes_of(move)) for move in moves]
            return tuple(
                outcome_of(self.seat_view, self.forecast, [move], trace, self.say)
                for move, trace in zip(moves, traces, strict=True)
            )
        return tuple(outcomes_of(self.seat_view, self.forecast, moves, self.say))

    def offer(self, verb: Verb, value: int, tile: str) -> dict[str, Any]:
        """Find the places where a tile can be laid, or else why it cannot."""
        outcomes = self.outcomes(verb, value)
        reason = "" if outcomes else self.reason(verb, value, any_cell(self.seat_view), tile)
        return {"outcomes": outcomes, "reason": reason}

    def reason(self, verb: Verb, value: int, cell: int, tile: str) -> str:
        """Explain in a sentence why a move is not possible; "" where nothing can be chosen anyway."""
        if not self.seat_view.moves or self.seat_view.view["phase"] != "main":
            return ""
        code = plain_pack(int(verb), value, cell)
        why = int(python_api.refuse(self.seat_view.moves[0].states, 0, code))
        if why == Refusal.LEGAL:
            return ""
        money = self.seat_view.view["players"][self.seat_view.view["to_move"]]["money"]
        about = code & TOPIC if why == Refusal.TOO_EXPENSIVE else code  # for the price every cell is the same
        return REASONS.get((about, why, tile, money, self.say), lambda: self.reason_words(code, why))

    def reason_words(self, code: int, why: int) -> str:
        """Say why a move is refused: words depend on the move, its tile, and the money there is."""
        told = refusal(self.seat_view.state, code, why)
        words = self.say.catalog.text(self.say.language, told.key, **told.values)
        return words[:1].upper() + words[1:] + "."


def slot_key(slot: Mapping[str, Any]) -> str:
    """Name the panel of a slot; the name changes with the tile that lies there."""
    return f"slot-{slot['slot']}-{slot['tile']}"


def slot_panel(factory: PanelFactory, slot: Mapping[str, Any]) -> Panel:
    """Find the panel of a tile of the market; where nothing can be done, it is the same at many tables."""
    seat_view, say = factory.seat_view, factory.say
    if seat_view.moves:
        return make_slot_panel(factory, slot)
    key = slot["slot"], slot["tile"], left_text(seat_view, slot["total"], say), say
    return IDLE_PANELS.get(key, lambda: make_slot_panel(factory, slot))


def make_slot_panel(factory: PanelFactory, slot: Mapping[str, Any]) -> Panel:
    """Make the panel of a tile of the market: build it, or turn it over as a lake."""
    seat_view, say = factory.seat_view, factory.say
    face, number = face_of(slot["tile"], say), slot["slot"]
    place = Topic(
        f"place-{number}",
        "place",
        say("do.build"),
        say("price.sum", cost=slot["cost"], surcharge=slot["surcharge"]),
        slot["total"],
        face,
        note=left_text(seat_view, slot["total"], say),
        **factory.offer(Verb.PLACE, number, slot["tile"]),
    )
    lake = Topic(
        f"lake-{number}",
        "lake",
        say("do.lake"),
        say("price.surcharge_only"),
        slot["surcharge"],
        face_of(LAKE_ID, say),
        note=say("note.lake", n=LAKE_PAY),
        **factory.offer(Verb.LAKE, number, slot["tile"]),
    )
    return Panel(slot_key(slot), face.name, say("place.market"), face, (place, lake))


def basic_panel(factory: PanelFactory, basic: Mapping[str, Any]) -> Panel:
    """Find the panel of a basic tile; where nothing can be done, it is the same at many tables."""
    if factory.seat_view.moves:
        return make_basic_panel(factory, basic)
    key = basic["tile"], basic["left"], factory.say
    return IDLE_PANELS.get(key, lambda: make_basic_panel(factory, basic))


def make_basic_panel(factory: PanelFactory, basic: Mapping[str, Any]) -> Panel:
    """Make the panel of a basic tile: build it, then a market tile goes away."""
    say, tile = factory.say, basic["tile"]
    face, number = face_of(tile, say), BASICS.index(TILE_OF[tile])
    topic = Topic(
        f"basic-{number}",
        "basic",
        say("do.build"),
        say("price.no_surcharge"),
        basic["cost"],
        face,
        note=say("note.discard"),
        **factory.offer(Verb.BASIC, number, tile),
    )
    return Panel(f"basic-{tile}", face.name, say("place.supply", n=basic["left"]), face, (topic,))


def invest_panel(factory: PanelFactory) -> Panel:
    """Make the panel of a marker: on which of the own tiles."""
    seat_view, say = factory.seat_view, factory.say
    assert seat_view.seat is not None
    player = seat_view.view["players"][seat_view.seat]
    faces = {cell_name((tile["x"], tile["y"])): face_of(tile["tile"], say) for tile in player["tiles"]}
    outcomes = tuple(
        outcome._replace(title=faces[outcome.choices[0].cell].name)
        for outcome in factory.outcomes(Verb.INVEST)
    )
    legal = {outcome.choices[0].cell for outcome in outcomes}
    refused = tuple(
        Refused(cell_name((tile["x"], tile["y"])), face_of(tile["tile"], say), reason)
        for tile in player["tiles"]
        if cell_name((tile["x"], tile["y"])) not in legal
        and (reason := factory.reason(Verb.INVEST, 0, plain_cell_at(tile["x"], tile["y"]), tile["tile"]))
    )
    topic = Topic(
        "invest",
        "invest",
        say("do.invest"),
        say("price.again"),
        None,
        note=say("note.invest"),
        outcomes=outcomes,
        refused=refused,
    )
    return Panel(
        "invest", say("panel.invest"), say("panel.markers_left", n=player["markers"]), None, (topic,)
    )


def dale_panel(factory: PanelFactory) -> Panel:
    """Make the panel of Dale's tile, where the player chooses among the best cells."""
    say, view = factory.say, factory.seat_view.view
    face = face_of(view["market"][view["dale_slot"]]["tile"], say)
    outcomes = factory.outcomes(Verb.DALE)
    topic = Topic("dale", "dale", say("do.dale"), "", None, face, note=say("note.dale"), outcomes=outcomes)
    return Panel("dale", face.name, say("place.dale"), face, (topic,))


def any_cell(seat_view: SeatView) -> int:
    """Find a cell where the viewer may build: what is refused there is refused for its price or supply."""
    if seat_view.seat is None:
        return 0
    x, y = seat_view.view["players"][seat_view.seat]["cells"][0]
    return plain_cell_at(x, y)


def left_text(seat_view: SeatView, total: int, say: Translator) -> str:
    """Say what a purchase would leave."""
    if seat_view.seat is None:
        return ""
    money = seat_view.view["players"][seat_view.seat]["money"]
    return say("price.left", n=money - total) if total <= money else ""
