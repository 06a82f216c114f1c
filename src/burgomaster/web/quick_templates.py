"""Templates that are drawn in half the time: without what Jinja asks at every call and ours never need.

A call in a template is a call in Python: no function of ours wants to be handed the context. A macro whose
arguments stand in their order is its function. What is put out is escaped without being wrapped first.
"""

from __future__ import annotations

from functools import lru_cache
from keyword import iskeyword
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro, markup_join
from jinja2.utils import missing
from markupsafe import Markup, escape

MOST_TEXTS = 16384
PLAIN = (str, int)
NUMBERS = (int, float)


class QuickCodeGenerator(CodeGenerator):
    """Writes calls as calls."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call; Jinja would look whether the function wants to be handed the context."""
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(one.key) for one in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write the look at an attribute; only what has none is looked at in Jinja's way."""
        if not is_path(node):
            super().visit_Getattr(node, frame)
            return
        self.write("(quick_value if (quick_value := getattr(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r}, missing)) is not missing else ")
        super().visit_Getattr(node, frame)
        self.write(")")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        """Write a choice; where there is nothing else, Jinja would make an object that says so."""
        nothing = nodes.Const("", lineno=node.lineno)
        given = node if node.expr2 is not None else nodes.CondExpr(node.test, node.expr1, nothing)
        super().visit_CondExpr(given, frame)


def is_path(node: nodes.Node) -> bool:
    """Tell whether an expression only names a thing, or a part of a thing: it can be looked at twice."""
    while isinstance(node, nodes.Getattr):
        node = node.node
    return isinstance(node, nodes.Name)


class QuickMacro(Macro):
    """A macro that is called with its arguments in their order, most of the time."""

    def __init__(self, environment: Environment, func: Any, name: str, *given: Any) -> None:
        super().__init__(environment, func, name, *given)
        self._is_plain = not (self.catch_kwargs or self.catch_varargs or self.caller)
        if self._is_plain:
            func.__defaults__ = (missing,) * self._argument_count  # as Macro hands over what is not given

    def __call__(self, *given: Any, **named: Any) -> str:
        """Draw it."""
        if named or not self._is_plain:
            return super().__call__(*given, **named)
        return _safe(Markup, self._func(*given))


_safe = str.__new__  # what is known to be a text of ours needs no look at what it is
_escape_text = lru_cache(maxsize=MOST_TEXTS)(escape)  # called with plain texts only: safe ones equal them


def quick_escape(thing: Any) -> str:
    """Escape what is put out: mostly pieces that are safe, numbers, and the same few thousand texts."""
    kind = type(thing)
    if kind is Markup:
        return thing  # type: ignore[no-any-return]
    if kind is str:
        return _escape_text(thing)
    return str(thing) if kind in NUMBERS else escape(thing)


def quick_join(things: tuple[Any, ...]) -> str:
    """Join with `~`: mostly words and numbers, none of which is safe already."""
    if all(type(thing) in PLAIN for thing in things):
        return "".join(map(str, things))
    return markup_join(things)


class QuickTemplate(Template):
    """A compiled template that escapes and calls macros in our way."""

    @classmethod
    def from_code(cls, environment: Environment, code: Any, _globals: Any, uptodate: Any = None) -> Template:
        """Make the template of compiled code; its globals are those of all, at hand and not looked up."""
        made = super().from_code(environment, code, environment.globals, uptodate)
        quick = {"escape": quick_escape, "markup_join": quick_join, "Macro": QuickMacro}
        made.root_render_func.__globals__.update(quick)
        return made


class QuickEnvironment(Environment):
    """An environment whose templates are quick; its functions must not ask for the context."""

    code_generator_class = QuickCodeGenerator
    template_class = QuickTemplate
