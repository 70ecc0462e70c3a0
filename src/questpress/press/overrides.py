"""What one print asks for in place of what sheets and targets say. Values only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from questpress.press.sheets import Sheet
    from questpress.press.targets import Target


@dataclass(frozen=True, slots=True)
class Overrides:
    """Options of the command line; None: as sheet and target say."""

    flip: str | None = None
    fold: str | None = None
    stacks: str | None = None
    back_order: str | None = None
    cut: bool | None = None
    scales: tuple[tuple[str, float], ...] = ()  # by deck; '' is all but booklets

    def scale(self, deck: str, booklet: bool = False) -> float:
        """How large a deck is printed beside how it is drawn."""
        named = dict(self.scales)
        return named.get(deck, 1.0 if booklet else named.get("", 1.0))

    def sheet(self, sheet: Sheet) -> Sheet:
        """The sheet without what is asked for otherwise, so that the target's word holds."""
        flip = sheet.flip if self.flip is None else None
        fold = sheet.fold if self.fold is None else None
        return replace(sheet, flip=flip, fold=fold)

    def target(self, target: Target) -> Target:
        """The target with what is asked for."""
        wanted = {name: getattr(self, name) for name in ("flip", "fold", "stacks", "back_order", "cut")}
        return replace(target, **{name: value for name, value in wanted.items() if value is not None})


AS_STATED = Overrides()
