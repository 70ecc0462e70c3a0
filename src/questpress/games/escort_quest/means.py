"""What of this machine the engine can use: the compiled kernel of fast/, or a compiler to make it."""

from __future__ import annotations

from questpress.games.escort_quest.fast.kernel import SETTING, state
from questpress.machine import Part


def parts() -> tuple[Part, ...]:
    """The kernel, with how it stands. It is never needed: without it the same answers take longer."""
    in_use, how = state()
    remedy = f"{how}; install a C compiler (Debian and Ubuntu: sudo apt-get install gcc) and leave {SETTING} unset"
    purpose = "solves whole boards some forty times sooner; without it plain Python gives the same answers"
    return (Part("solver kernel", how if in_use else "", False, purpose, remedy),)
