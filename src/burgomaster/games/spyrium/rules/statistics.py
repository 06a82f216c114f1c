"""Where points come from, and what is bought, by the events of the log; points follow their action."""

from __future__ import annotations

from collections.abc import Iterator

from burgomaster.core.statistics import Gain, Statistics
from burgomaster.games.spyrium.rules.cards import CARDS, EFFECTS, EVENTS, IDS, N_CARDS, N_EVENTS
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.text import card_name

FINAL = ("buildings", "technologies")


def actions() -> Iterator[Gain]:
    """List the actions that points follow: what brings a residence action is told apart."""
    yield from (Gain(kind, "use") for kind in (Event.USE, Event.USE_AGAIN))
    yield from (Gain(Event.CALL, "call"), Gain(Event.BUILD, "build"), Gain(Event.USE_EVENT, "event"))
    for card in range(N_CARDS):
        for kind, effect in ((Event.CALL, CARDS[card].first_effect), (Event.BUILD, CARDS[card].build_effect)):
            if 0 <= effect < len(EFFECTS) and EFFECTS[effect].residence:
                yield Gain(kind, "residence", where="a", value=card)
    for event in range(N_EVENTS):
        if EFFECTS[EVENTS[event].first_effect].residence:
            yield Gain(Event.USE_EVENT, "residence", where="a", value=event)


STATISTICS = Statistics(
    sources=("use", "call", "build", "residence", "event", *FINAL),
    at_end=FINAL,
    gains=(
        *actions(),
        Gain(Event.POINTS, "", "a"),
        Gain(Event.FINAL, "buildings", "b"),
        Gain(Event.FINAL, "technologies", "c"),
    ),
    bought=(Event.BUILD, Event.PATENT, Event.CALL),
    items=IDS,
    item_name=card_name,
    round_begins=Event.ROUND_BEGINS,
    final={"pounds": "money", "crystals": "crystals", "buildings_owned": "n_buildings"},
)
