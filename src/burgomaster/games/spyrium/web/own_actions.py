"""The choices away from the market: own buildings, the event, answers to questions, switching and passing."""

from __future__ import annotations

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import (
    NONE,
    Verb,
    building_of,
    pack,
    pack_event,
    pack_use,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.cards import CARDS, DIGITS, EFFECTS, EVENT_OF, EVENTS, REWARD_MONEY
from burgomaster.games.spyrium.rules.effects import engineering_points, is_first_of_equal, workers_for
from burgomaster.games.spyrium.rules.text import alternative_text, card_name
from burgomaster.games.spyrium.web.cards import event_face, face_of
from burgomaster.games.spyrium.web.choices import (
    ActionButton,
    can_read,
    legal_by_code,
    reading_marks,
    reading_part,
    seat_of,
)
from burgomaster.games.spyrium.web.offers import refusal_text
from burgomaster.games.spyrium.web.panels import Panel, may_act, moves_of


def find_move(seat_view: SeatView, code: int) -> Move | None:
    """Find the move with a code, if it is legal."""
    return legal_by_code(seat_view).get(code)


def button_of(seat_view: SeatView, code: int, button: ActionButton, say: Translator) -> ActionButton:
    """Complete a button with its move, or with the reason why there is none."""
    move = find_move(seat_view, code)
    if move is None:
        return button._replace(reason=refusal_text(seat_view, code, say))
    return button._replace(notation=move.notation, description=move.board_text(say.language))


# Own buildings


def building_panels(seat_view: SeatView, say: Translator) -> list[Panel]:
    """Make a panel for each different building of the viewer."""
    if seat_view.seat is None:
        return []
    player = seat_view.state.players[seat_view.seat]
    different = [index for index in range(player.n_buildings) if is_first_of_equal(player, index)]
    return [building_panel(seat_view, index, say) for index in different]


def building_panel(seat_view: SeatView, index: int, say: Translator) -> Panel:
    """Make the panel of an own building: every use of it, also a second one."""
    shown = seat_view.view["players"][seat_of(seat_view)]["buildings"][index]
    face = face_of(shown["card"], say)
    place = say("panel.used" if shown["rotated"] else "panel.district")
    panel = Panel(f"own-{index}", face.name, place, face)
    if not may_act(seat_view) or not has_use(seat_view, index):
        return panel
    if seat_view.view["decision"] == "main_i":
        return panel._replace(notes=(say("panel.use_in_phase_ii"),))
    buttons = use_buttons(seat_view, index, bool(shown["rotated"]), say) + again_buttons(
        seat_view, index, say
    )
    return panel._replace(buttons=tuple(buttons))


def card_of_building(seat_view: SeatView, index: int) -> int:
    """Find the card of an own building."""
    return int(seat_view.state.players[seat_of(seat_view)].buildings[index].card)


def has_use(seat_view: SeatView, index: int) -> bool:
    """Tell whether a building can be used at all."""
    return bool(CARDS[card_of_building(seat_view, index)].n_effects > 0)


def use_buttons(seat_view: SeatView, index: int, is_rotated: bool, say: Translator) -> list[ActionButton]:
    """Make a button for each use of a building; a rotated one is used by Taylorism."""
    label = say("do.use_again" if is_rotated else "do.use")
    buttons = []
    for alt in range(CARDS[card_of_building(seat_view, index)].n_effects):
        code = int(pack_use(index, alt, int(is_rotated)))
        buttons.append(button_of(seat_view, code, use_button(seat_view, index, alt, label, say), say))
    return buttons


def use_button(seat_view: SeatView, index: int, alt: int, label: str, say: Translator) -> ActionButton:
    """Describe what one alternative of an own building takes and brings now."""
    player, card = seat_view.state.players[seat_of(seat_view)], card_of_building(seat_view, index)
    effect = int(CARDS[card].first_effect) + alt
    n_workers = int(workers_for(player, card, effect))
    more = int(engineering_points(player, card, n_workers))
    note = say("panel.engineering", n=more) if more else ""
    does = alternative_text(effect, say.language, n_workers=n_workers)
    return ActionButton(f"{label}: {does}", tone="use", icon="ui-reuse", note=note)


def again_buttons(seat_view: SeatView, index: int, say: Translator) -> list[ActionButton]:
    """Make the buttons that use a rotated building again by the event."""
    found = [move for move in moves_of(seat_view, Verb.EVENT) if building_of(move.code) == index]
    label = say("do.use_by_event", event=event_name_now(seat_view, say))
    return [
        use_button(seat_view, index, use_alt_of(move.code), label, say)._replace(
            notation=move.notation, description=move.board_text(say.language)
        )
        for move in found
    ]


# The event


def event_name_now(seat_view: SeatView, say: Translator) -> str:
    """Name the current event."""
    return event_face(seat_view.view["event"]["event"], say).name


def event_panel(seat_view: SeatView, say: Translator) -> Panel | None:
    """Make the panel of the current event: each alternative with its button or a reason."""
    shown = seat_view.view["event"]
    if shown is None:
        return None
    face = event_face(shown["event"], say)
    tokens = (shown["token"],) if shown["token"] else ()
    panel = Panel("event", face.name, say("panel.event_now"), face, tokens=tokens)
    if not may_act(seat_view):
        return panel
    effects = range(EVENTS[EVENT_OF[shown["event"]]].n_effects)
    first = EFFECTS[int(EVENTS[EVENT_OF[shown["event"]]].first_effect)]
    if first.reuse:
        return panel._replace(buttons=tuple(reuse_buttons(seat_view, say)))
    if first.place:
        return place_panel(seat_view, panel, say)
    readings = readings_of(seat_view, shown["token"])
    buttons = (
        event_button(seat_view, alt, read, len(readings) > 1, say) for read in readings for alt in effects
    )
    return panel._replace(parts=(reading_part(say),) if len(readings) > 1 else (), buttons=tuple(buttons))


def readings_of(seat_view: SeatView, token: int | None) -> list[int]:
    """List the numbers as which the event's token may be counted; 0 is its own."""
    if (
        not token
        or not can_read(seat_view, seat_of(seat_view))
        or seat_view.view["players"][seat_of(seat_view)]["event_used"]
    ):
        return [0]
    return [0, *(digit for digit in range(1, DIGITS + 1) if digit != token)]


def event_button(seat_view: SeatView, alt: int, read: int, by_reading: bool, say: Translator) -> ActionButton:
    """Make the button of one alternative of the event."""
    shown = seat_view.view["event"]
    effect = int(EVENTS[EVENT_OF[shown["event"]]].first_effect) + alt
    label = alternative_text(effect, say.language, read or shown["token"] or 0)
    marks = (("read", reading_marks(shown["token"], read)),) if by_reading else ()
    button = ActionButton(label[:1].upper() + label[1:], tone="use", icon="ui-event", marks=marks)
    return button_of(seat_view, int(pack_event(alt, read, NONE, NONE, 0)), button, say)


def reuse_buttons(seat_view: SeatView, say: Translator) -> list[ActionButton]:
    """Make a button for every building that the event can use again; if there is none, explain why."""
    buttons = []
    player = seat_view.state.players[seat_of(seat_view)]
    turned = [index for index in range(player.n_buildings) if player.buildings[index].is_rotated]
    for index in (index for index in turned if is_first_of_equal(player, index)):
        for alt in range(CARDS[card_of_building(seat_view, index)].n_effects):
            label = card_name(card_of_building(seat_view, index), say.language)
            code = int(pack_event(0, 0, NONE, index, alt))
            buttons.append(button_of(seat_view, code, use_button(seat_view, index, alt, label, say), say))
    if buttons:
        return buttons
    return [
        button_of(
            seat_view,
            int(pack_event(0, 0, NONE, NONE, 0)),
            ActionButton(say("do.event"), icon="ui-event"),
            say,
        )
    ]


def place_panel(seat_view: SeatView, panel: Panel, say: Translator) -> Panel:
    """Make the panel of the event that places a worker: the gaps of the market have the buttons."""
    if moves_of(seat_view, Verb.EVENT):
        return panel._replace(notes=(say("panel.late_choose"),))
    button = ActionButton(say("do.place_late"), icon="ui-worker")
    return panel._replace(buttons=(button_of(seat_view, int(pack_event(0, 0, 0, NONE, 0)), button, say),))


def can_use_event(seat_view: SeatView) -> bool:
    """Tell whether the event is among the moves."""
    return bool(moves_of(seat_view, Verb.EVENT))


# Questions, switching, passing


def answer_buttons(seat_view: SeatView, say: Translator) -> list[ActionButton]:
    """List the answers to a question: a step or points, a worker or money."""
    if seat_view.view["decision"] not in ("residence", "bonus"):
        return []
    return [answer_button(seat_view, move, say) for move in seat_view.moves]


def answer_button(seat_view: SeatView, move: Move, say: Translator) -> ActionButton:
    """Make the button of one answer, with what it means for later."""
    player = seat_view.view["players"][seat_of(seat_view)]
    track, words = seat_view.view["residence_track"], move.board_text(say.language)
    match Verb(verb_of(move.code)):
        case Verb.ADVANCE:
            value = track[player["residence_index"] + 1]
            note = say("answer.advance", now=player["residence"], then=value)
            return ActionButton(words, move.notation, words, "use", icon="ui-residence", note=note)
        case Verb.POINTS:
            return ActionButton(words, move.notation, words, "buy", icon="ui-points")
        case Verb.WORKER:
            workers = player["workers"]
            note = say("answer.worker" if workers["reserve"] else "answer.worker_lost", n=workers["own"] + 1)
            return ActionButton(words, move.notation, words, "use", icon="ui-worker", note=note)
        case _:
            note = say("answer.money", now=player["money"], then=player["money"] + REWARD_MONEY)
            return ActionButton(words, move.notation, words, "buy", icon="ui-earn", note=note)


def turn_button(seat_view: SeatView, say: Translator) -> ActionButton | None:
    """Make the button to go to phase II or to pass, or give the reason why that is not possible."""
    if not may_act(seat_view):
        return None
    verb = Verb.SWITCH if seat_view.view["decision"] == "main_i" else Verb.PASS
    name = verb.name.lower()
    icon = "ui-phase" if verb == Verb.SWITCH else "ui-pass"
    button = ActionButton(say(f"move.{name}"), icon=icon, note=turn_note(seat_view, say))
    return button_of(seat_view, int(pack(int(verb), NONE, NONE)), button, say)


def turn_note(seat_view: SeatView, say: Translator) -> str:
    """Say what a switch or a pass means now."""
    player = seat_view.view["players"][seat_of(seat_view)]
    if seat_view.view["decision"] == "main_i":
        return say("ask.switch_note", n=player["workers"]["active"])
    others = [one for one in seat_view.view["players"] if not one["passed"] and one["seat"] != seat_view.seat]
    return "" if others else say("ask.pass_ends")
