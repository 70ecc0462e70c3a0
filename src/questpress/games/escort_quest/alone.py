"""A quick proof that a layout is hopeless: even with no goblin on the board the villager never gets home.

Escort and villager alone are a far smaller game than all three tokens: thousands of pairs where there are hundreds
of thousands of positions. It is played here more kindly than the rules allow: the goblin neither catches nor blocks,
and wherever there is a guardian tile the player may have any coming turn immune or not (the goblin might have met it).
So whoever cannot win alone cannot win at all; that a pair can win alone proves nothing.
"""

from __future__ import annotations

from questpress.games.escort_quest.rules import RESCUED, Rules, Standing
from questpress.games.escort_quest.tiles import GUARDIAN

MOST_PAIRS = 400_000  # beyond it the look would not be quick
Pair = tuple[Standing, Standing, bool]  # escort, villager, whether the turn is immune


def pairs_that_get_home(rules: Rules) -> set[Pair] | None:
    """Of all pairs that can come up from the start, those from which the villager can get home without a goblin.

    None where there are more than MOST_PAIRS of them.
    """
    guarded = any(tile.kind == GUARDIAN for _, tile in rules.layout.tiles)
    escort, villager, *_ = rules.start()
    start = (escort, villager, False)
    before: dict[Pair, list[Pair]] = {start: []}
    waiting, home = [start], []
    while waiting:
        pair = waiting.pop()
        if len(before) > MOST_PAIRS:
            return None
        for after in _turns(rules, pair, guarded):
            if after is None:
                home.append(pair)
            elif after in before:
                before[after].append(pair)
            else:
                before[after] = [pair]
                waiting.append(after)
    found = set(home)
    while home:
        for pair in before[home.pop()]:
            if pair not in found:
                found.add(pair)
                home.append(pair)
    return found


def _turns(rules: Rules, pair: Pair, guarded: bool) -> list[Pair | None]:
    """The pairs that may follow, None for a villager that gets home."""
    escort, villager, immune = pair
    follows = rules.villager_phases(villager, immune)
    found: list[Pair | None] = []
    for step in rules.escort_phases(escort, immune):
        follow = follows[step.way]
        if step.outcome is None and follow.outcome is None:
            found.append((step.after, follow.after, False))
            if guarded and not immune:
                found.append((Standing(step.after.cell), Standing(follow.after.cell), True))
        elif step.outcome is None and follow.outcome is RESCUED:
            found.append(None)
    return found
