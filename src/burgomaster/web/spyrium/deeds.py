"""The choices away from the market: own buildings, the event, answers to questions, switching and passing."""

from __future__ import annotations

from dataclasses import replace

from burgomaster.core.table import Move
from burgomaster.games.spyrium.actions import (
    NONE,
    Verb,
    building_of,
    pack,
    pack_event,
    pack_use,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.cards import CARDS, DIGITS, EFFECTS, EVENT_OF, EVENTS, REWARD_MONEY
from burgomaster.games.spyrium.effects import engineering_points, is_first_of_equal, workers_for
from burgomaster.games.spyrium.text import alternative_text, card_name
from burgomaster.web.look import Look
from burgomaster.web.say import Say
from burgomaster.web.spyrium.cards import event_face, face_of
from burgomaster.web.spyrium.choices import Way, can_read, reading_marks, reading_part, seat_of
from burgomaster.web.spyrium.offers import refusal_text
from burgomaster.web.spyrium.panels import Panel, may_act, moves_of


def find_move(look: Look, code: int) -> Move | None:
    """The move with a code, if it is legal."""
    return next((move for move in look.moves if move.code == code), None)


def way_of(look: Look, code: int, way: Way, say: Say) -> Way:
    """A way with its button, or with the reason why there is none."""
    move = find_move(look, code)
    if move is None:
        return replace(way, reason=refusal_text(look, code, say))
    return replace(way, notation=move.notation, said=move.text(say.language))


# Own buildings


def building_panels(look: Look, say: Say) -> list[Panel]:
    """A panel for each different own building."""
    if look.seat is None:
        return []
    player = look.state.players[look.seat]
    different = [index for index in range(player.n_buildings) if is_first_of_equal(player, index)]
    return [building_panel(look, index, say) for index in different]


def building_panel(look: Look, index: int, say: Say) -> Panel:
    """An own building: every way to use it, also for a second time."""
    shown = look.view["players"][seat_of(look)]["buildings"][index]
    face = face_of(shown["card"], say)
    place = say("panel.used" if shown["rotated"] else "panel.district")
    panel = Panel(f"own-{index}", face.name, place, face)
    if not may_act(look) or not has_use(look, index):
        return panel
    if look.view["decision"] == "main_i":
        return replace(panel, notes=(say("panel.use_in_phase_ii"),))
    ways = use_ways(look, index, bool(shown["rotated"]), say) + again_ways(look, index, say)
    return replace(panel, ways=tuple(ways))


def card_of_building(look: Look, index: int) -> int:
    """The card of an own building."""
    return int(look.state.players[seat_of(look)].buildings[index].card)


def has_use(look: Look, index: int) -> bool:
    """Whether a building can be used at all."""
    return bool(CARDS[card_of_building(look, index)].n_effects > 0)


def use_ways(look: Look, index: int, is_rotated: bool, say: Say) -> list[Way]:
    """Use a building in each of its ways; a rotated one by Taylorism."""
    label = say("do.use_again" if is_rotated else "do.use")
    ways = []
    for alt in range(CARDS[card_of_building(look, index)].n_effects):
        code = int(pack_use(index, alt, int(is_rotated)))
        ways.append(way_of(look, code, use_way(look, index, alt, label, say), say))
    return ways


def use_way(look: Look, index: int, alt: int, label: str, say: Say) -> Way:
    """What one alternative of an own building takes and brings now."""
    player, card = look.state.players[seat_of(look)], card_of_building(look, index)
    effect = int(CARDS[card].first_effect) + alt
    n_workers = int(workers_for(player, card, effect))
    more = int(engineering_points(player, card, n_workers))
    note = say("panel.engineering", n=more) if more else ""
    does = alternative_text(effect, say.language, n_workers=n_workers)
    return Way(f"{label}: {does}", tone="use", icon="ui-reuse", note=note)


def again_ways(look: Look, index: int, say: Say) -> list[Way]:
    """Use a rotated building again by the event."""
    found = [move for move in moves_of(look, Verb.EVENT) if building_of(move.code) == index]
    label = say("do.use_by_event", event=event_name_now(look, say))
    return [
        replace(
            use_way(look, index, use_alt_of(move.code), label, say),
            notation=move.notation,
            said=move.text(say.language),
        )
        for move in found
    ]


# The event


def event_name_now(look: Look, say: Say) -> str:
    """The name of the current event."""
    return event_face(look.view["event"]["event"], say).name


def event_panel(look: Look, say: Say) -> Panel | None:
    """The current event: its alternatives, each with its button or the reason why there is none."""
    shown = look.view["event"]
    if shown is None:
        return None
    face = event_face(shown["event"], say)
    tokens = (shown["token"],) if shown["token"] else ()
    panel = Panel("event", face.name, say("panel.event_now"), face, tokens=tokens)
    if not may_act(look):
        return panel
    effects = range(EVENTS[EVENT_OF[shown["event"]]].n_effects)
    first = EFFECTS[int(EVENTS[EVENT_OF[shown["event"]]].first_effect)]
    if first.reuse:
        return replace(panel, ways=tuple(reuse_ways(look, say)))
    if first.place:
        return place_panel(look, panel, say)
    readings = readings_of(look, shown["token"])
    ways = (event_way(look, alt, read, len(readings) > 1, say) for read in readings for alt in effects)
    return replace(panel, parts=(reading_part(say),) if len(readings) > 1 else (), ways=tuple(ways))


def readings_of(look: Look, token: int | None) -> list[int]:
    """The numbers as which the event's token may be counted; 0 is its own."""
    if not token or not can_read(look, seat_of(look)) or look.view["players"][seat_of(look)]["event_used"]:
        return [0]
    return [0, *(digit for digit in range(1, DIGITS + 1) if digit != token)]


def event_way(look: Look, alt: int, read: int, by_reading: bool, say: Say) -> Way:
    """One alternative of the event."""
    shown = look.view["event"]
    effect = int(EVENTS[EVENT_OF[shown["event"]]].first_effect) + alt
    label = alternative_text(effect, say.language, read or shown["token"] or 0)
    marks = (("read", reading_marks(shown["token"], read)),) if by_reading else ()
    way = Way(label[:1].upper() + label[1:], tone="use", icon="ui-event", marks=marks)
    return way_of(look, int(pack_event(alt, read, NONE, NONE, 0)), way, say)


def reuse_ways(look: Look, say: Say) -> list[Way]:
    """Every building that the event can use again; if there is none, why."""
    ways = []
    player = look.state.players[seat_of(look)]
    turned = [index for index in range(player.n_buildings) if player.buildings[index].is_rotated]
    for index in (index for index in turned if is_first_of_equal(player, index)):
        for alt in range(CARDS[card_of_building(look, index)].n_effects):
            label = card_name(card_of_building(look, index), say.language)
            code = int(pack_event(0, 0, NONE, index, alt))
            ways.append(way_of(look, code, use_way(look, index, alt, label, say), say))
    if ways:
        return ways
    return [way_of(look, int(pack_event(0, 0, NONE, NONE, 0)), Way(say("do.event"), icon="ui-event"), say)]


def place_panel(look: Look, panel: Panel, say: Say) -> Panel:
    """The event that places a worker: the gaps of the market have the buttons."""
    if moves_of(look, Verb.EVENT):
        return replace(panel, notes=(say("panel.late_choose"),))
    way = Way(say("do.place_late"), icon="ui-worker")
    return replace(panel, ways=(way_of(look, int(pack_event(0, 0, 0, NONE, 0)), way, say),))


def can_use_event(look: Look) -> bool:
    """Whether the event is among the moves."""
    return bool(moves_of(look, Verb.EVENT))


# Questions, switching, passing


def answer_ways(look: Look, say: Say) -> list[Way]:
    """The answers to a question: a step or points, a worker or money."""
    if look.view["decision"] not in ("residence", "bonus"):
        return []
    return [answer_way(look, move, say) for move in look.moves]


def answer_way(look: Look, move: Move, say: Say) -> Way:
    """One answer, with what it means for later."""
    player = look.view["players"][seat_of(look)]
    track, words = look.view["residence_track"], move.text(say.language)
    match Verb(verb_of(move.code)):
        case Verb.ADVANCE:
            value = track[player["residence_index"] + 1]
            note = say("answer.advance", now=player["residence"], then=value)
            return Way(words, move.notation, words, "use", icon="ui-residence", note=note)
        case Verb.POINTS:
            return Way(words, move.notation, words, "buy", icon="ui-points")
        case Verb.WORKER:
            workers = player["workers"]
            note = say("answer.worker" if workers["reserve"] else "answer.worker_lost", n=workers["own"] + 1)
            return Way(words, move.notation, words, "use", icon="ui-worker", note=note)
        case _:
            note = say("answer.money", now=player["money"], then=player["money"] + REWARD_MONEY)
            return Way(words, move.notation, words, "buy", icon="ui-earn", note=note)


def turn_way(look: Look, say: Say) -> Way | None:
    """To go to phase II, or to pass; or why that is not possible."""
    if not may_act(look):
        return None
    verb = Verb.SWITCH if look.view["decision"] == "main_i" else Verb.PASS
    name = verb.name.lower()
    icon = "ui-phase" if verb == Verb.SWITCH else "ui-pass"
    way = Way(say(f"move.{name}"), icon=icon, note=turn_note(look, say))
    return way_of(look, int(pack(int(verb), NONE, NONE)), way, say)


def turn_note(look: Look, say: Say) -> str:
    """What a switch or a pass means now."""
    player = look.view["players"][seat_of(look)]
    if look.view["decision"] == "main_i":
        return say("ask.switch_note", n=player["workers"]["active"])
    others = [one for one in look.view["players"] if not one["passed"] and one["seat"] != look.seat]
    return "" if others else say("ask.pass_ends")
