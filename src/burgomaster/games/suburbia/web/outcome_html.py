"""Outcomes as HTML. There are dozens on a page, each with its values and causes: functions, not macros."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from burgomaster.core.cache import cached
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.web.outcomes import Choice, Line, Outcome, Value, minus

MOST_PARTS = 16384


def draw_outcomes(say: Translator, kind: str, outcomes: Iterable[Outcome], can_press: bool) -> Markup:
    """Draw the outcomes of a topic as items of a list."""
    go = escape(say(f"go.{kind}"))
    return Markup("".join(_outcome(say, kind, one, go, can_press) for one in outcomes))


def _outcome(say: Translator, kind: str, one: Outcome, go: str, can_press: bool) -> str:
    title = f"<h5>{escape(one.title)}</h5>" if one.title else ""
    follows = "" if kind == "dale" else _what_follows(say, one)
    choices = "".join([_choice(choice, go, can_press) for choice in one.choices])
    return f'<li class="outcome" data-brief="{one.brief}">{title}{follows}<p class="cells">{choices}</p></li>'


def _what_follows(say: Translator, one: Outcome) -> str:
    """Draw the four values, and every cause."""
    values = "".join([_value(say, value) for value in one.values])
    causes = "".join([_cause(line) for line in one.lines])
    return f'<ul class="values">{values}</ul>\n<ul class="causes">{causes}</ul>'


@cached(MOST_PARTS)
def _choice(choice: Choice, go: str, can_press: bool) -> str:
    """Draw a cell that can be chosen."""
    beside = escape(choice.beside)
    if not can_press:
        return f'<span class="act-text" data-cell="{choice.cell}">{beside}</span>'
    words = f' <small class="beside">{beside}</small>' if choice.beside else ""
    move = f'name="move" value="{choice.notation}" data-cell="{choice.cell}"'
    return f'<button class="act-button buy" {move}>{go}{words}</button>'


@cached(MOST_PARTS)
def _value(say: Translator, one: Value) -> str:
    """Draw one of the four values after a move."""
    name = escape(say(f"stat.{one.stat}"))
    sum_of = f'<span class="eq">{one.sum} →</span>' if one.sum else ""
    shown = f'<span class="sr">{name}: </span>{sum_of}<b>{minus(one.after)}</b>'
    if one.next_turn is not None:
        shown += f"<small>{escape(say('outcome.next'))} {_signed(one.next_turn)}</small>"
    return f'<li class="s-{one.stat}">{shown}</li>'


def _signed(number: int) -> str:
    """Write a number with its sign; nothing is added as +0."""
    return f"−{-number}" if number < 0 else f"+{number}"


@cached(MOST_PARTS)
def _cause(line: Line) -> str:
    """Draw what causes a change."""
    owner = f"<em>{escape(line.owner)}:</em> " if line.owner else ""
    why = f" <small>{escape(line.why)}</small>" if line.why else ""
    cause = f"<span>{owner}{escape(line.name)}{why}</span><b>{escape(line.amounts)}</b>"
    return f'<li class="c-{line.kind}">{cause}</li>'
