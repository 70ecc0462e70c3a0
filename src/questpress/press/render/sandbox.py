"""The Jinja environment for face templates: sandboxed, strict, bounded, and the same on every run.

A template is data from somebody's repository. It may read the values it is given and write text; it may not reach
into Python, change what it was given, loop or grow without end, or draw lots (no `random`). What a template asked
for too much of raises `Exhausted`; a name that does not exist raises `MissingName`, which remembers where it looked.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from jinja2 import Undefined, nodes, pass_eval_context
from jinja2.exceptions import SecurityError, TemplateSyntaxError, UndefinedError
from jinja2.runtime import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from questpress.press.render.calls import marked, misfit
from questpress.values import Values

MOST_OUTPUT = 8_000_000  # characters written by one render; a full board is under 1,000,000
MOST_TURNS = 300_000  # loop turns in one render, nested loops together
MOST_RANGE = 20_000  # one `range`
MOST_TEXT = 1_000_000  # characters of one value built by an operator or a filter
MOST_VALUES = 100_000  # in a list and the lists inside it, when it is turned into text
MOST_DIGITS = 300  # of a whole number built by ** or *

READERS = frozenset({"items", "keys", "values", "get"})  # methods of a mapping that a template may call
ABSENT = frozenset({"random", "lipsum"})


class Exhausted(Exception):
    """A template asked for more than a render may use; the message names the bound."""


class MissingName(UndefinedError):
    """A name or field that does not exist: `name`, and `known`, the fields of the object that was asked (or None)."""

    def __init__(self, message: str, name: str, known: tuple[str, ...] | None) -> None:
        super().__init__(message)
        self.name = name
        self.known = known


def _fields(value: object) -> tuple[str, ...]:
    if isinstance(value, Mapping):
        return tuple(str(key) for key in value)
    if isinstance(value, types.ModuleType):
        return tuple(name for name in vars(value) if _offered(value, name))
    return tuple(name for name in dir(value) if not name.startswith("_"))


class Strict(StrictUndefined):
    """An undefined value that any use but `is defined` and `default` turns into MissingName."""

    __slots__ = ()

    def _fail_with_undefined_error(self, *args: object, **kwargs: object) -> Any:
        name = str(self._undefined_name)
        if self._undefined_exception is SecurityError:
            raise SecurityError(self._undefined_message)
        if self._undefined_hint:
            raise MissingName(self._undefined_hint, name, None)
        top = self._undefined_obj is _MISSING
        raise MissingName(
            f"no {'name' if top else 'field'} '{name}'", name, None if top else _fields(self._undefined_obj)
        )

    __iter__ = __str__ = __len__ = __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error  # type: ignore
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = (  # type: ignore
        _fail_with_undefined_error
    )
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pos__ = __neg__ = __call__ = __getitem__ = (  # type: ignore
        _fail_with_undefined_error
    )
    __lt__ = __le__ = __gt__ = __ge__ = __int__ = __float__ = __complex__ = __pow__ = __rpow__ = (  # type: ignore
        _fail_with_undefined_error
    )
    __contains__ = __html__ = _fail_with_undefined_error

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._fail_with_undefined_error()


_MISSING = Undefined()._undefined_obj


def _offered(module: types.ModuleType, name: str) -> bool:
    """Whether a template may use `name` of a module of functions: what it defines itself, not what it imports."""
    value = vars(module).get(name)
    return not name.startswith("_") and isinstance(value, types.FunctionType) and value.__module__ == module.__name__


class _Counted:
    """An iterable that spends the render's loop turns."""

    def __init__(self, values: Iterable[Any], sandbox: Sandbox) -> None:
        self._values = values
        self._sandbox = sandbox

    def __len__(self) -> int:
        return len(self._values)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        for value in self._values:
            self._sandbox.spend_turn()
            yield value


def plain(value: object) -> object:
    """What `{{ value }}` writes: nothing for None and False, `true` for True, numbers without needless digits."""
    if value is None or value is False:
        return ""
    if value is True:
        return "true"
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError("a calculation gave no number (infinite or undefined)")
        text = f"{value:.6f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return value


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment as the module's text says. `recorder` gets the name of every template that is loaded."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(undefined=Strict, finalize=self._write, auto_reload=False, cache_size=-1, **options)
        self.recorder: set[str] | None = None
        self.marking = False  # whether what functions write says which line called them
        self.turns = 0
        self.written = 0
        for name in ABSENT:
            self.globals.pop(name, None)
            self.filters.pop(name, None)
        self.globals["range"] = self._range
        self.filters = {name: _Bounded(function, self) for name, function in self.filters.items()}
        self.filters["counted__"] = lambda values: _Counted(values, self)
        self.filters["joined__"] = self._join

    def restart(self) -> None:
        """Gives the next render its full measure."""
        self.turns = self.written = 0

    def spend_turn(self) -> None:
        self.turns += 1
        if self.turns > MOST_TURNS:
            raise Exhausted(f"more than {MOST_TURNS} loop turns in one face")

    @pass_eval_context  # else Jinja writes constants (`{{ none }}`) without asking
    def _write(self, _: object, value: object) -> object:
        if isinstance(value, (list, tuple, Mapping)):
            kind = "mapping" if isinstance(value, Mapping) else "list"
            raise TypeError(f"a {kind} cannot be printed: name one of its values, or join them with |join(', ')")
        value = plain(value)
        if isinstance(value, str):
            self.written += len(value)
            if self.written > MOST_OUTPUT:
                raise Exhausted(f"more than {MOST_OUTPUT} characters in one face")
        return value

    def concat(self, parts: Iterable[str]) -> str:  # type: ignore[override]
        """The joined output of a template, a macro or a block, within bounds."""
        kept: list[str] = []
        length = 0
        for part in parts:
            length += len(part)
            if length > MOST_OUTPUT:
                raise Exhausted(f"more than {MOST_OUTPUT} characters in one face")
            kept.append(part)
        return "".join(kept)

    def weigh(self, value: object) -> None:
        """Raises Exhausted where lists within lists hold more than the bound: as text they would fill the memory."""
        seen = 0
        waiting = [value]
        while waiting:
            current = waiting.pop()
            if isinstance(current, (list, tuple, Mapping)):
                seen += len(current)
                if seen > MOST_VALUES:
                    raise Exhausted(f"lists within lists of more than {MOST_VALUES} values")
                waiting += current.values() if isinstance(current, Mapping) else current
        self.turns += seen // 100

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        if len(numbers) > MOST_RANGE:
            raise Exhausted(f"range of {len(numbers)} numbers; the most is {MOST_RANGE}")
        return numbers

    def _join(self, values: list[Any]) -> str:
        self.weigh(values)
        values = [plain(value) for value in values]
        if any(hasattr(value, "__html__") for value in values):
            return bounded(Markup("").join(values))
        return bounded("".join(map(str, values)))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """`left operator right`; refuses results that no face can need."""
        if operator == "**":
            if isinstance(right, (int, float)) and abs(right) > MOST_DIGITS:
                raise Exhausted(f"a power of {right}")
        elif operator == "*":
            long, times = (left, right) if hasattr(left, "__len__") else (right, left)
            if hasattr(long, "__len__") and isinstance(times, int) and len(long) * times > MOST_TEXT:
                raise Exhausted(f"a value repeated to more than {MOST_TEXT} places")
        elif operator == "%" and isinstance(left, str):
            check_widths(left)
            self.weigh(right)
        return bounded(super().call_binop(context, operator, left, right))

    def call(__self, __context: Any, __function: Any, *args: Any, **kwargs: Any) -> Any:
        """The value of a call in a template; text methods that make text longer are bounded."""
        method = getattr(__function, "__wrapped__", __function)  # Jinja wraps str.format
        owner = getattr(method, "__self__", None)
        if isinstance(owner, str):
            __self.weigh(args)
            __self.weigh(kwargs)
            for argument in chain(args, kwargs.values()):
                if isinstance(argument, int) and argument > MOST_TEXT:
                    raise Exhausted(f"a text of {argument} characters")
            if method.__name__ == "replace" and len(args) > 1:
                check_growth(owner, args[1])
            elif method.__name__ in ("format", "format_map"):
                check_widths(owner)
        try:
            value = bounded(super().call(__context, __function, *args, **kwargs))
        except TypeError:
            wrong = misfit(__function, args, kwargs)
            if wrong is None:
                raise
            raise wrong from None
        if __self.marking and isinstance(__function, types.FunctionType) and hasattr(value, "__html__"):
            return marked(value, args, kwargs)
        return value

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`: for a mapping its entry first, then its reading methods; else a public attribute."""
        if type(obj) is Values and attribute[:1] != "_":  # has names, and nothing beside them that is public
            try:
                return obj[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        if isinstance(obj, Mapping):
            try:
                return obj[attribute]
            except (KeyError, TypeError):
                if attribute in READERS:
                    return getattr(obj, attribute)
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`obj[argument]`; text keys of other things than mappings are looked up as attributes."""
        if isinstance(obj, Mapping):
            try:
                return obj[argument]
            except (KeyError, TypeError):
                return self.undefined(obj=obj, name=str(argument))
        return super().getitem(obj, argument)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may read `attr` of `obj`."""
        if isinstance(obj, types.ModuleType):
            return _offered(obj, attr)
        return super().is_safe_attribute(obj, attr, value)

    def is_safe_callable(self, obj: Any) -> bool:
        """Whether a template may call `obj`: functions, macros and methods, but no classes."""
        return super().is_safe_callable(obj) and (
            not isinstance(obj, type) or obj in self.globals.values()  # dict, namespace, cycler, joiner
        )

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            if loop.recursive:
                raise TemplateSyntaxError("recursive loops are not offered: call a macro", loop.lineno, name, filename)
            loop.iter = nodes.Filter(loop.iter, "counted__", [], [], None, None, lineno=loop.lineno)
        _bound_joins(tree)
        tree.set_environment(self)
        return tree

    def _load_template(self, name: str, globals: Any) -> Any:
        if self.recorder is not None:
            self.recorder.add(name)
        return super()._load_template(name, globals)


def _bound_joins(node: nodes.Node) -> None:
    """Turns every `a ~ b` below `node` into a filter that knows its bounds."""
    for field, value in list(node.iter_fields()):
        if isinstance(value, nodes.Node):
            _bound_joins(value)
            if isinstance(value, nodes.Concat):
                setattr(node, field, _joined(value))
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                if isinstance(entry, nodes.Node):
                    _bound_joins(entry)
                    if isinstance(entry, nodes.Concat):
                        value[index] = _joined(entry)


def _joined(join: nodes.Concat) -> nodes.Filter:
    parts = nodes.List(join.nodes, lineno=join.lineno)
    return nodes.Filter(parts, "joined__", [], [], None, None, lineno=join.lineno)


class _Bounded:
    """A filter whose arguments and result are bounded; wants the same kind of context as the filter itself."""

    def __init__(self, function: Any, sandbox: Sandbox) -> None:
        self._function = function
        self._sandbox = sandbox
        if hasattr(function, "jinja_pass_arg"):
            self.jinja_pass_arg = function.jinja_pass_arg

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for argument in chain(args, kwargs.values()):
            if isinstance(argument, int):
                if argument > MOST_TEXT:
                    raise Exhausted(f"a text of {argument} characters")
            elif isinstance(argument, (list, tuple, dict)):
                self._sandbox.weigh(argument)
        name = getattr(self._function, "__name__", "")
        if name == "do_format":
            check_widths(str(args[0]))
        elif name == "do_replace" and len(args) > 3:
            check_growth(str(args[1]), str(args[3]))
        return bounded(self._function(*args, **kwargs))


def check_growth(text: str, new: object) -> None:
    """Raises Exhausted where replacing pieces of `text` by `new` could pass the bound."""
    if (len(text) + 1) * len(str(new)) > 4 * MOST_TEXT:
        raise Exhausted(f"a replacement that may grow past {MOST_TEXT} characters")


def check_widths(pattern: str) -> None:
    """Raises Exhausted where a format pattern asks for a width of more than six digits, or for one from a value."""
    digits = 0
    for character in pattern:
        digits = digits + 1 if character.isdigit() else 0
        if digits > 6:
            raise Exhausted("a format width of more than six digits")
    if "*" in pattern and "%" in pattern:
        raise Exhausted("a format width taken from a value")


def bounded(value: Any) -> Any:
    """`value` itself; raises Exhausted where it is a text or number that no face can need."""
    if isinstance(value, str):
        if len(value) > MOST_TEXT:
            raise Exhausted(f"a text of {len(value)} characters; the most is {MOST_TEXT}")
    elif isinstance(value, int) and value.bit_length() > MOST_DIGITS * 4:
        raise Exhausted(f"a number of more than {MOST_DIGITS} digits")
    elif isinstance(value, (list, tuple)) and len(value) > MOST_TEXT:
        raise Exhausted(f"a list of {len(value)} entries")
    return value
