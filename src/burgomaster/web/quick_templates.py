"""Templates that are drawn in half the time: without what Jinja asks at every call and ours never need.

A call in a template is a call in Python: no function of ours wants to be handed the context. A macro whose
arguments stand in their order is its function. What is put out is escaped without being wrapped first, and
without a call where it needs none. What `say` says without values is at hand.

Every macro is written twice. In the first form `a.b` is the attribute and `a[b]` the item, as in Python: so
it is with nearly everything that we draw. What is the other of the two after all shows itself as an error,
and from then on the macro is drawn in the second form, which looks for both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from keyword import iskeyword
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro, markup_join
from jinja2.utils import missing
from markupsafe import Markup, escape

from burgomaster.web.pieces import Piece

MOST_TEXTS = 4096
SAY = "say"  # what templates call the translator
PLAIN = frozenset((str, int))
NUMBERS = (int, float)
OTHER_WAY = (AttributeError, LookupError, TypeError)  # an attribute is an item, or an item an attribute
# what is put out, as its kind wants it: the kinds that are seen without a call, and all others
ANYTHING = "(escape_text(quick_out) if (quick_kind := type(quick_out := "
ESCAPED = (
    ")) is str else quick_out if quick_kind is Markup or quick_kind is Piece"
    " else str(quick_out) if quick_kind is int else escape(quick_out))"
)


class QuickCodeGenerator(CodeGenerator):
    """Writes calls as calls."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call; Jinja would look whether the function wants to be handed the context."""
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(one.key) for one in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        if key := plain_key(node):
            self.write(f".texts[{key!r}]")
            return
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    _is_direct = False  # whether the first form of a macro is being written

    def visit_Macro(self, node: nodes.Macro, frame: Frame) -> None:
        """Write a macro in its two forms."""
        was_direct, self._is_direct = self._is_direct, True
        self.macro_body(node, frame)
        self._is_direct = was_direct
        self.writeline("direct_macro = macro")
        super().visit_Macro(node, frame)
        self.writeline(f"{frame.symbols.ref(node.name)}.set_direct(direct_macro)")

    def write_commons(self) -> None:
        """Write how every function begins; names are looked up in one dictionary."""
        super().write_commons()
        self.writeline("resolve = names_of(context)")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Begin to put something out; what is safe or plain is seen without a call."""
        if not self._is_escaped(frame, finalize):
            super()._output_child_pre(node, frame, finalize)
            return
        begin, self._end = escaping(node)
        self.write(begin)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """End it as it was begun: the expression may have become a simpler one."""
        if self._is_escaped(frame, finalize):
            self.write(self._end)
        else:
            super()._output_child_post(node, frame, finalize)

    _end = ""

    def _is_escaped(self, frame: Frame, finalize: Any) -> bool:
        """Tell whether what is put out is escaped, and nothing else is done to it."""
        return bool(frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write the look at an attribute; what has none is asked for an item, as Jinja does."""
        if self._is_direct and node.ctx == "load" and not iskeyword(node.attr):
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
            return
        if node.ctx != "load":
            super().visit_Getattr(node, frame)
            return
        self.write("(quick_value if (quick_value := getattr(quick_thing := ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r}, missing)) is not missing else")
        self.write(f" item_of(environment, quick_thing, {node.attr!r}))")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        """Write the look at an item."""
        if not self._is_direct or isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        """Write a test; for None Jinja would call a function."""
        if node.name != "none":
            super().visit_Test(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(" is None)")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        """Write a choice; where there is nothing else, Jinja would make an object that says so."""
        nothing = nodes.Const("", lineno=node.lineno)
        given = node if node.expr2 is not None else nodes.CondExpr(node.test, node.expr1, nothing)
        super().visit_CondExpr(given, frame)


def escaping(node: nodes.Expr) -> tuple[str, str]:
    """Choose what stands before and behind an expression that is put out."""
    if is_safe_choice(node):
        return "", ""
    return ("escape_text(", ")") if plain_key(node) else (ANYTHING, ESCAPED)


def is_safe_choice(node: nodes.Node | None) -> bool:
    """Tell whether an expression is one of some fixed texts, none of which is another one when escaped."""
    if isinstance(node, nodes.CondExpr):
        return is_safe_choice(node.expr1) and (node.expr2 is None or is_safe_choice(node.expr2))
    return isinstance(node, nodes.Const) and isinstance(node.value, str) and node.value == escape(node.value)


def plain_key(node: nodes.Node) -> str:
    """Find the key of a text that is said without values, which a translator has at hand; "" of others."""
    if not isinstance(node, nodes.Call) or node.dyn_args or node.dyn_kwargs:
        return ""
    if node.kwargs or len(node.args) != 1 or not isinstance(node.node, nodes.Name) or node.node.name != SAY:
        return ""
    key = node.args[0]
    return str(key.value) if isinstance(key, nodes.Const) else ""


class QuickMacro(Macro):
    """A macro that is called with its arguments in their order, most of the time."""

    def __init__(self, environment: Environment, func: Any, name: str, *given: Any) -> None:
        super().__init__(environment, func, name, *given)
        self._is_plain = not (self.catch_kwargs or self.catch_varargs or self.caller)
        self._direct: Any = None
        if self._is_plain:
            func.__defaults__ = (missing,) * self._argument_count  # as Macro hands over what is not given

    def set_direct(self, func: Any) -> None:
        """Learn the form in which everything is an attribute."""
        if self._is_plain:
            func.__defaults__ = self._func.__defaults__
            self._direct = func

    def __call__(self, *given: Any, **named: Any) -> str:
        """Draw it."""
        if self._direct is not None and not named:
            try:
                return _safe(Markup, self._direct(*given))
            except OTHER_WAY:  # something is an item and no attribute, here and surely again
                self._direct = None
        if named or not self._is_plain:
            return super().__call__(*given, **named)
        return _safe(Markup, self._func(*given))


_safe = str.__new__  # what is known to be a text of ours needs no look at what it is
_escape_text = lru_cache(maxsize=MOST_TEXTS)(escape)  # called with plain texts only: safe ones equal them


def quick_escape(thing: Any) -> str:
    """Escape what is put out: mostly pieces that are safe, numbers, and the same few thousand texts."""
    kind = type(thing)
    if kind is Piece or kind is Markup:
        return thing  # type: ignore[no-any-return]
    if kind is str:
        return _escape_text(thing)
    return str(thing) if kind in NUMBERS else escape(thing)


def quick_join(things: tuple[Any, ...]) -> str:
    """Join with `~`: mostly words and numbers, none of which is safe already."""
    if PLAIN.issuperset(map(type, things)):
        return "".join(map(str, things))
    return markup_join(things)


def item_of(environment: Environment, thing: Any, name: str) -> Any:
    """Find an item of something that has no such attribute; what stands for nothing if there is none."""
    try:
        return thing[name]
    except OTHER_WAY:
        return environment.undefined(obj=thing, name=name)


class Names(dict[str, Any]):
    """What a template knows by name."""

    def __missing__(self, name: str) -> Any:
        """Say as Jinja does that there is nothing of that name."""
        return missing


def names_of(context: Context) -> Callable[[str], Any]:
    """Make what looks a name up: in one step, and without a call of Python."""
    return Names(context.parent, **context.vars).__getitem__


class QuickTemplate(Template):
    """A compiled template that escapes and calls macros in our way."""

    @classmethod
    def from_code(cls, environment: Environment, code: Any, _globals: Any, uptodate: Any = None) -> Template:
        """Make the template of compiled code; its globals are those of all, at hand and not looked up."""
        made = super().from_code(environment, code, environment.globals, uptodate)
        quick = {"escape": quick_escape, "markup_join": quick_join, "Macro": QuickMacro}
        quick |= {"escape_text": _escape_text, "Piece": Piece, "names_of": names_of}
        quick |= {"item_of": item_of}
        made.root_render_func.__globals__.update(quick)
        return made


class QuickEnvironment(Environment):
    """An environment whose templates are quick; its functions must not ask for the context."""

    code_generator_class = QuickCodeGenerator
    template_class = QuickTemplate

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._at_hand: dict[str, Template] = {}

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> Template:
        """Find a template; one that was loaded is at hand: none is loaded again, all globals are one."""
        found = self._at_hand.get(name) if type(name) is str else None
        if found is None:
            found = super().get_template(name, parent, globals)
            if type(name) is str and not self.auto_reload:
                self._at_hand[name] = found
        return found
