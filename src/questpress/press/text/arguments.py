"""The arguments of the text functions, judged: templates pass numbers, words and texts of any kind."""

from __future__ import annotations

from questpress.diagnostics import nearest
from questpress.press.text.markup import Slip

FARTHEST = 1e5  # mm or points; nothing printed is larger


class Arguments:
    """Reads arguments; what is wrong with them is T042 in `slips`, and a value that does no harm comes back."""

    def __init__(self) -> None:
        self.slips: list[Slip] = []

    def wrong(self, name: str, message: str, remedy: str = "") -> None:
        """Notes that the argument `name` cannot be used."""
        self.slips.append(Slip("T042", f"{name}: {message}", remedy, name))

    def number(self, name: str, value: object) -> float:
        try:
            if isinstance(value, bool):
                raise ValueError
            number = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            self.wrong(name, f"expected a number, found '{value}'", "write millimetres or points as a number")
            return 1.0
        if abs(number) <= FARTHEST:
            return number
        self.wrong(name, f"expected a number from -{FARTHEST:.0f} to {FARTHEST:.0f}, found {value}")
        return 1.0

    def size(self, name: str, value: object) -> float:
        """A number above 0."""
        number = self.number(name, value)
        if number <= 0:
            self.wrong(name, f"expected a number above 0, found {value}")
            return 1.0
        return number

    def sizes(self, size: object, least: object) -> tuple[float, float]:
        """The largest and the least type size; None as the least is the largest."""
        biggest = self.size("size", size)
        smallest = biggest if least is None else self.size("min", least)
        if smallest > biggest:
            self.wrong("min", f"{smallest:g} pt is more than size, {biggest:g} pt", "exchange them")
        return biggest, smallest

    def choice(self, name: str, value: object, known: tuple[str, ...]) -> str:
        if value in known:
            return str(value)
        near = nearest(str(value), known)
        self.wrong(name, f"expected {', '.join(known)}, found '{value}'", f"did you mean '{near}'?" if near else "")
        return known[0]

    def text(self, value: object, name: str = "text") -> str:
        """`value` as it is to be printed: None is empty, whole floats lose their point, flags and lists are wrong."""
        if isinstance(value, str):
            return value
        if value is None:
            return ""
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        if (isinstance(value, (int, float)) and not isinstance(value, bool)) or hasattr(value, "__html__"):
            return str(value)
        kinds = {"bool": "a flag", "list": "a list", "dict": "a record", "tuple": "a list"}
        kind = kinds.get(type(value).__name__, "no text")
        self.wrong(name, f"expected text, found {kind}: '{value}'", "print one of its values, or join them")
        return ""
