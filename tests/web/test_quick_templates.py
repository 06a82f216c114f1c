"""Our quick templates draw what Jinja's own draw: calls, macros, escaping."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from burgomaster.web.pieces import Piece
from burgomaster.web.quick_templates import QuickEnvironment
from burgomaster.web.templates import environment

MACROS = """
{%- macro plain(a, b="x & y", c=none) -%}[{{ a }}|{{ b }}|{{ c }}]{%- endmacro -%}
{%- macro around(title) -%}<b title="{{ title }}">{{ caller() }}</b>{%- endmacro -%}
{%- macro many(first) -%}{{ first }}{{ varargs | join("+") }}{{ kwargs.last }}{%- endmacro -%}
"""
TEMPLATES = [
    "{{ text }}{{ safe }}{{ number }}{{ nothing }}{{ share }}{{ yes }}{{ drawn }}{{ listed }}",
    "{{ plain(text) }}{{ plain(safe, number) }}{{ plain(1, c=2) }}{{ plain(b=text, a=safe) }}",
    "{{ plain(1, 2, 3) }}{{ plain(none, none, none) }}",
    "{% call around(text) %}{{ text }}<i>{% endcall %}",
    "{{ many(1, text, safe, last=number) }}",
    "{{ plain(*listed) }}{{ plain(**named) }}{{ call(class=text) }}",
    "{% for one in listed %}{{ loop.index }}{{ loop.cycle('<', '>') }}{{ one }}{{ plain(one) }}{% endfor %}",
    "{{ text ~ safe }}{{ text ~ number }}{{ number ~ 1 }}{{ nothing ~ safe }}{{ 'a' ~ share }}",
    "{% set kept = plain(text) %}{{ kept }}{{ kept ~ text }}{{ kept | length }}",
    "{{ named.a }}{{ named['b'] }}{{ text.upper() }}{{ safe.unescape() }}{{ call(1, other=text) }}",
    "{{ 'a<' if yes }}{{ 'b' if nothing }}{{ ('c' if nothing) ~ number }}{{ 'd' if nothing else share }}",
    "{{ nothing is none }}{{ text is not none }}{{ 1 if nothing is none }}{{ 'a\"' if yes else 'b' }}",
    "{{ listed[1] }}{{ named['c']['d'] }}{{ named['missing'] is defined }}{{ drawn['part'] }}",
    "{{ listed[0:2] }}{{ text[0] }}",
    "{% macro both(a) %}{{ a[0] }}{{ a[2] }}{% endmacro %}{{ both(listed) }}{{ both({0: text, 2: safe}) }}",
    "{% macro part(a) %}{{ a['part'].name }}{% endmacro %}{{ part({'part': drawn.part}) }}{{ part(drawn) }}",
    "{{ piece }}{{ piece ~ text }}{{ '<i>' | safe if yes else '</i>' | safe }}",
    "{{ 'a' ~ 'b' if yes else 'c<' }}{{ 'a' if yes else 'c<' }}",
    "{{ drawn.missing is defined }}{{ named.missing is defined }}{{ drawn.part.name }}{{ named.c.d }}",
    "{% import 'macros' as m %}{{ m.plain(text) }}{{ m.plain(text, b=safe) }}",
    "{% include 'part' %}{% block inner %}{{ text }}{% endblock %}{{ self.inner() }}",
    "{% autoescape false %}{{ text }}{{ plain(text) }}{{ text ~ safe }}{% endautoescape %}",
]


class Drawn:
    part = SimpleNamespace(name="<name>")

    def __html__(self) -> str:
        return "<u>drawn</u>"

    def __str__(self) -> str:
        return "not <this>"


VALUES: dict[str, Any] = {
    "text": "<a> & 'b' \"c\"",
    "safe": Markup("<s>safe</s>"),
    "piece": Piece("<p>"),
    "number": -3,
    "nothing": None,
    "share": 0.5,
    "yes": True,
    "drawn": Drawn(),
    "listed": ["<", Markup("<br>"), 7],
    "named": {"a": "<", "b": 2, "c": {"d": "<"}},
    "call": lambda *given, **named: f"{given}{named}<",
}


def drawn_by(kind: type[Environment], source: str) -> str:
    loader = DictLoader({"macros": MACROS, "part": "{{ text }}", "page": MACROS + source})
    made = kind(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return made.get_template("page").render(VALUES)


@pytest.mark.parametrize("source", TEMPLATES)
def test_quick_templates_draw_what_others_draw(source: str) -> None:
    assert drawn_by(QuickEnvironment, source) == drawn_by(Environment, source)


PART = """
{%- macro part(say, thing) -%}
{{ say("<a>") }}{{ say("b", n=thing.number) }}{{ thing.name }}{{ thing.part.name if thing.part }}
{%- endmacro -%}
"""


class Say:
    def __init__(self) -> None:
        self.texts = {"<a>": "<a>!"}

    def __call__(self, key: str, **values: Any) -> str:
        return f"{key}{values}" if values else self.texts[key]


def test_a_macro_takes_attributes_until_something_is_an_item() -> None:
    attributes = SimpleNamespace(name="<", number=1, part=SimpleNamespace(name=Markup("<br>")))
    items = {"name": "&", "number": 2, "part": {"name": 3}}
    quick, usual = (
        kind(autoescape=True, undefined=StrictUndefined).from_string(PART).module.part  # type: ignore[attr-defined]
        for kind in (QuickEnvironment, Environment)
    )
    for thing, is_direct in ((attributes, True), (items, False), (attributes, False)):
        assert quick(Say(), thing) == usual(Say(), thing)
        assert (quick._direct is not None) == is_direct
    with pytest.raises(UndefinedError):
        quick(Say(), {"number": 1})


def test_what_is_not_there_is_an_error() -> None:
    for source in ("{{ missing }}", "{{ plain() }}", "{{ named.missing }}", "{{ missing(1) }}"):
        with pytest.raises(UndefinedError):
            drawn_by(QuickEnvironment, source)
    for source in ("{{ plain(1, 2, 3, 4) }}", "{{ plain(1, other=2) }}"):
        with pytest.raises(TypeError):
            drawn_by(QuickEnvironment, source)


def test_no_function_of_our_templates_wants_the_context() -> None:
    """Calls are plain calls: what asks for the context would be handed none."""
    for name, known in environment().globals.items():
        assert not hasattr(known, "jinja_pass_arg"), name
