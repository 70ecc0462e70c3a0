"""The rules engines, a package a game. They are found by name: nobody keeps a list.

A game without a package here is a game that the press prints and that nobody has taught to play.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from types import ModuleType


def engine(name: str) -> ModuleType | None:
    """The engine of the game `name` (`escort-quest` or `escort_quest`), or None where it has none.

    What an engine offers is `questpress.play.game.Engine`. A fault inside an engine's module is not hidden.
    """
    folder = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", folder):
        return None
    package = f"{__name__}.{folder}"
    if importlib.util.find_spec(package) is None:
        return None
    return importlib.import_module(package)


def names() -> list[str]:
    """The names of all games that have an engine, sorted, as people write them."""
    return sorted(found.name.replace("_", "-") for found in pkgutil.iter_modules(__path__) if found.ispkg)
