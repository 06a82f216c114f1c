"""The course of a game as an animated svg: no scripts, and where nothing shall move, the end.

Curves are uncovered from left to right, a dot runs along each of them, and a number beside every name counts
along. One animation for each of these, by style rules alone.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from burgomaster.web.picture.course import (
    Axis,
    Course,
    axis_of,
    changes_of,
    label_places,
    line_of,
    round_starts,
    score_lines,
)
from burgomaster.web.picture.layout import Box
from burgomaster.web.picture.letters import drawable, fitted
from burgomaster.web.picture.pieces import seat_color
from burgomaster.web.picture.result import DASHES

WIDTH, HEIGHT = 720, 420
CHART = Box(54, 74, 438, 276)
LINE = 34  # height of a number that counts along
RUN, REST = 14.0, 5.0  # seconds: the game, and how long its end is looked at
LIGHT_SEATS = ("#6aaee6", "#f0a830", "#3fbf9f", "#e07fb2", "#b3aa9c")  # on a dark ground
LOOK = """
.g{{font-family:Vollkorn,Georgia,'PT Serif',serif;font-weight:600;
--ink:#2a2118;--soft:#66573f;--line:#d3c4a5;--paper:#f7f0e1;{seats}}}
@media (prefers-color-scheme:dark){{.g{{--ink:#f2e8d5;--soft:#b9a88c;--line:#42372a;--paper:#221c16;{dark}}}}}
.g text{{fill:var(--ink)}}.g .soft{{fill:var(--soft)}}
.g .grid{{stroke:var(--line)}}.g .ground{{fill:var(--paper)}}
.a{{animation-duration:{whole:g}s;animation-iteration-count:infinite;animation-timing-function:linear}}
#veil{{transform-origin:{left:g}px 0;animation-name:veil}}
@keyframes veil{{0%{{transform:scaleX(0)}}{end:g}%,100%{{transform:scaleX(1)}}}}
@media (prefers-reduced-motion:reduce){{.a{{animation:none}}}}
"""


class Words(NamedTuple):
    """The words of an animation."""

    title: str
    about: str
    rounds: str


def animate(course: Course, words: Words) -> str:
    """Draw the course of a game as a whole svg that moves."""
    axis = axis_of(course, CHART)
    seats = range(len(course.names))
    rules = LOOK.format(
        whole=RUN + REST,
        end=percent(course.last, course),
        left=CHART.x,
        seats="".join(f"--s{seat}:{seat_color(seat)};" for seat in seats),
        dark="".join(f"--s{seat}:{LIGHT_SEATS[seat % len(LIGHT_SEATS)]};" for seat in seats),
    )
    rules += "".join(seat_rules(course, seat, axis) for seat in seats)
    drawn = "".join(
        draw_seat(course, seat, axis, y)
        for seat, y in zip(seats, label_places(course, axis, 40), strict=True)
    )
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    clip = (
        f'<clipPath id="seen"><rect id="veil" class="a" x="{CHART.x - 4:g}" y="0" '
        f'width="{CHART.width + 8:g}" height="{HEIGHT}"/></clipPath>'
    )
    curves = "".join(draw_curve(course, seat, axis) for seat in reversed(course.order))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" class="g">'
        f"<title>{escape(words.title)}</title><style>{rules}</style><defs>{clip}</defs>"
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="16"/>'
        f"{headline(words)}{draw_axis(course, axis, words)}"
        f'<g clip-path="url(#seen)">{curves}</g>{drawn}</svg>'
    )


def percent(moment: int, course: Course) -> float:
    """Tell when a moment of the game is shown, in hundredths of the whole."""
    return round(100 * RUN / (RUN + REST) * moment / max(1, course.last), 3)


def headline(words: Words) -> str:
    """Write what this is."""
    title, size = fitted(drawable(words.title), 26, WIDTH - 200)
    about, small = fitted(drawable(words.about), 15, WIDTH - 60)
    brand = write("Burgomaster", WIDTH - 28, 34, 16, "end")
    return f'<text x="28" y="36" font-size="{size:g}">{escape(title)}</text>{brand}' + write(
        about, 28, 58, small
    )


def write(text: object, x: float, y: float, size: float, anchor: str = "start") -> str:
    """Write something that is not the main thing."""
    where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text class="soft" {where}>{escape(str(text))}</text>'


def draw_axis(course: Course, axis: Axis, words: Words) -> str:
    """Draw lines of equal scores, and where rounds begin."""
    right, low = axis.box.x + axis.box.width, axis.box.y + axis.box.height
    drawn = []
    for score in score_lines(axis):
        y = axis.y(score)
        drawn.append(f'<path class="grid" d="M{axis.box.x:g} {y:g}H{right:g}"/>')
        drawn.append(write(score, axis.box.x - 8, y + 5, 15, "end"))
    drawn += [
        write(number, axis.x(moment), low + 22, 15, "middle") for number, moment in round_starts(course)
    ]
    return "".join(drawn) + write(words.rounds, axis.box.x + axis.box.width / 2, low + 46, 15, "middle")


def draw_curve(course: Course, seat: int, axis: Axis) -> str:
    """Draw the curve of a seat."""
    dash = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if DASHES[seat % len(DASHES)] else ""
    look = f'fill="none" stroke="var(--s{seat})" stroke-width="3.5" stroke-linejoin="round"{dash}'
    return f'<polyline points="{line_of(course, seat, axis)}" {look}/>'


# What moves for each seat


def seat_rules(course: Course, seat: int, axis: Axis) -> str:
    """Write how the dot of a seat runs along its curve, and how its number counts."""
    changes = changes_of(course, seat)
    end = percent(course.last, course)
    steps = [
        f"{percent(moment, course):g}%{{transform:translateY(-{LINE * n}px)}}"
        for n, (moment, _) in enumerate(changes)
    ]
    last = f"100%{{transform:translateY(-{LINE * (len(changes) - 1)}px)}}"
    runs = [
        f"{percent(moment, course):g}%{{{at(moment, score, axis)}}}"
        for moment, score in corners(course, seat)
    ]
    final = at(course.last, course.scores[-1][seat], axis)
    return (
        f"#n{seat}{{transform:translateY(-{LINE * (len(changes) - 1)}px);"
        f"animation-name:n{seat};animation-timing-function:step-end}}"
        f"@keyframes n{seat}{{{''.join(steps)}{last}}}"
        f"#d{seat}{{{final};animation-name:d{seat}}}"
        f"@keyframes d{seat}{{{''.join(runs)}{end:g}%,100%{{{final}}}}}"
    )


def corners(course: Course, seat: int) -> list[tuple[int, int]]:
    """List where the curve of a seat changes its direction."""
    changes, found = changes_of(course, seat), []
    for number, (moment, score) in enumerate(changes):
        if number and moment - 1 > changes[number - 1][0]:
            found.append((moment - 1, changes[number - 1][1]))
        if moment < course.last:
            found.append((moment, score))
    return found


def at(moment: int, score: int, axis: Axis) -> str:
    """Write where a dot is."""
    return f"transform:translate({axis.x(moment):g}px,{axis.y(score):g}px)"


def draw_seat(course: Course, seat: int, axis: Axis, y: float) -> str:
    """Draw the dot of a seat, its name, and the strip of its numbers of which one is seen."""
    color, x = f"var(--s{seat})", axis.box.x + axis.box.width + 22
    changes = changes_of(course, seat)
    name, size = fitted(drawable(course.names[seat], str(seat + 1)), 17, WIDTH - x - 84)
    top = y - 12
    strip = "".join(
        f'<text x="{WIDTH - 26}" y="{top + 22 + LINE * n:g}" font-size="25" text-anchor="end">{score}</text>'
        for n, (_, score) in enumerate(changes)
    )
    seen = f'x="{WIDTH - 90}" y="{top:g}" width="80" height="{LINE - 6}"'
    window = f'<clipPath id="w{seat}"><rect {seen}/></clipPath>'
    crown = ' <tspan fill="#d2a03a">•</tspan>' if seat in course.winners else ""
    return (
        f'{window}<g clip-path="url(#w{seat})"><g id="n{seat}" class="a">{strip}</g></g>'
        f'<circle id="d{seat}" class="a" r="7" fill="{color}" stroke="#fffaf0" stroke-width="2"/>'
        f'<rect x="{x:g}" y="{top:g}" width="6" height="{LINE - 6}" rx="3" fill="{color}"/>'
        f'<text x="{x + 14:g}" y="{top + 19:g}" font-size="{size:g}">{escape(name)}{crown}</text>'
    )
