"""The card of a finished game: who won, everybody's points, and how they came about."""

from __future__ import annotations

from typing import NamedTuple

from burgomaster.web.picture.course import Axis, Course, axis_of, line_of, round_starts, score_lines
from burgomaster.web.picture.layout import Box
from burgomaster.web.picture.letters import set_text
from burgomaster.web.picture.paint import FACES, HEAD, HEIGHT, MARGIN, WIDTH, heading, sheet
from burgomaster.web.picture.parts import Art, Frame
from burgomaster.web.picture.pieces import CARD, GOLD, GOLD_INK, LINE, SHEET, SOFT, badge, rounded, seat_color
from burgomaster.web.picture.sheets import definitions, use

DASHES = ("", "14 5", "5 5", "16 5 4 5", "3 7")  # as in the other charts: not by colour alone
LIST = 430  # how wide the list of places is
HIGHEST = 104.0  # of a place


class Words(NamedTuple):
    """The words of a card."""

    rounds: str  # below the chart


def paint_result(frame: Frame, course: Course, ranks: list[int], words: Words) -> str:
    """Paint the card of a finished game."""
    faces = [Art(FACES, face) for face in course.faces if face]
    top = HEAD + 14
    high = HEIGHT - top - MARGIN
    places = Box(MARGIN, top, LIST, high)
    chart = Box(MARGIN + LIST + 14, top, WIDTH - 2 * MARGIN - LIST - 14, high)
    drawn = heading(frame) + list_places(course, ranks, places) + draw_chart(course, chart, words)
    return sheet(definitions(faces, {}), drawn)


def list_places(course: Course, ranks: list[int], box: Box) -> str:
    """List everybody as they ended."""
    order = sorted(course.order, key=lambda seat: ranks[seat])
    gap = 10
    high = min(HIGHEST, (box.height - gap * (len(order) - 1)) / len(order))
    drawn = []
    for line, seat in enumerate(order):
        drawn.append(
            draw_place(course, seat, ranks[seat], Box(box.x, box.y + line * (high + gap), box.width, high))
        )
    return "".join(drawn)


def draw_place(course: Course, seat: int, rank: int, box: Box) -> str:
    """Draw one player: place, face, name, points."""
    has_won = seat in course.winners
    edge = f'stroke="{GOLD}" stroke-width="5"' if has_won else f'stroke="{LINE}"'
    middle, size = box.y + box.height / 2, min(68.0, box.height - 16)
    score = str(course.scores[-1][seat])
    face = course.faces[seat] if seat < len(course.faces) else ""
    left = box.x + 66 + (size + 12 if face else 0)
    return "".join(
        [
            rounded(box, 14, CARD, edge),
            rounded(Box(box.x, box.y, 9, box.height), 4, seat_color(seat)),
            badge(str(rank + 1), box.x + 40, middle, 19, GOLD if has_won else "#cbbd9f", GOLD_INK),
            use(Art(FACES, face), box.x + 68, middle - size / 2, size, size) if face else "",
            set_text(course.names[seat], left, middle + 9, 27, box.x + box.width - left - 96),
            set_text(score, box.x + box.width - 20, middle + 15, 44, 90, seat_color(seat), "end"),
        ]
    )


def draw_chart(course: Course, box: Box, words: Words) -> str:
    """Draw everybody's points over the game, with the rounds below."""
    axis = axis_of(course, Box(box.x + 62, box.y + 26, box.width - 96, box.height - 92))
    ground = rounded(box, 14, SHEET, f'stroke="{LINE}"')
    curves = "".join(draw_curve(course, seat, axis) for seat in reversed(course.order))
    label = set_text(
        words.rounds, axis.box.x + axis.box.width / 2, box.y + box.height - 14, 20, 300, SOFT, "middle"
    )
    return ground + draw_axis(course, axis) + curves + label


def draw_axis(course: Course, axis: Axis) -> str:
    """Draw lines of equal scores, and where rounds begin."""
    left, right, low = axis.box.x, axis.box.x + axis.box.width, axis.box.y + axis.box.height
    drawn = []
    for score in score_lines(axis):
        y = axis.y(score)
        drawn.append(f'<path d="M{left:g} {y:g}H{right:g}" stroke="{LINE}" stroke-width="1.5"/>')
        drawn.append(set_text(str(score), left - 12, y + 7, 21, fill=SOFT, anchor="end"))
    for number, moment in round_starts(course):
        x = axis.x(moment)
        drawn.append(f'<path d="M{x:g} {low:g}v8" stroke="{SOFT}" stroke-width="2"/>')
        drawn.append(set_text(str(number), x, low + 29, 20, fill=SOFT, anchor="middle"))
    return "".join(drawn)


def draw_curve(course: Course, seat: int, axis: Axis) -> str:
    """Draw the curve of a seat, with a dot at its end."""
    color, dash = seat_color(seat), DASHES[seat % len(DASHES)]
    look = f'fill="none" stroke="{color}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"'
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    x, y = axis.x(course.last), axis.y(course.scores[-1][seat])
    line = f'<polyline points="{line_of(course, seat, axis)}" {look}{dashes}/>'
    return line + f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{color}" stroke="{CARD}" stroke-width="3"/>'
