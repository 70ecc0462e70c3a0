"""Escort Quest: the rules as the rules page states them (clauses EQ-1 to EQ-29), layouts, legality, the puzzle.

board, tiles, options    the words: cells and directions, kinds of tiles, what a table may choose
layout                   what lies where at the start, as a value and as text
shelf, reading           files become layouts and remember their places
legality                 every breach at once
goblin, rules            play: the goblin's way, phases, turns, outcomes
alone                    a quick proof that a layout is hopeless
picture                  a position as text and as values for a template
puzzle                   play as the solver sees it
fast                     the same answers sooner: from one start, and for a whole board
certificate, replaying, proving   a stored winning strategy, replayed by the readable rules
judging                  what commands and build call
means                    what of this machine the engine can use
trail, describe          a winning strategy told turn by turn, and as plain values for print
bank                     a puzzle file opened whole: layout, rules, strategy
table                    a puzzle laid out for playing in a terminal
features, grading        how hard a puzzle is, measured, and its grade by the bands of the rules
canonical, naming        when two puzzles are the same, and what to call one
proposing, wishing       puzzles proposed and improved toward what is asked for
"""

from questpress.games.escort_quest.bank import describe, ease, grades, lay, measured, summary, trace
from questpress.games.escort_quest.judging import check, is_layout, judge, option_values, renewed, verify
from questpress.games.escort_quest.means import parts
from questpress.games.escort_quest.options import NAME
from questpress.games.escort_quest.wishing import attempts, file_of, key_of, unfound

__all__ = [
    "NAME",
    "attempts",
    "check",
    "describe",
    "ease",
    "file_of",
    "grades",
    "is_layout",
    "judge",
    "key_of",
    "lay",
    "measured",
    "option_values",
    "parts",
    "renewed",
    "summary",
    "trace",
    "unfound",
    "verify",
]
