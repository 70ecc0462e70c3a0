"""Codes of the L family: layouts that break a game's rules, or that nobody can win. They exit with 5.

L0nn is clause EQ-nn of Escort Quest; from L020 on the codes belong to every game.
"""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {
    "L001": Code(
        "the board is too small (EQ-1)",
        "On a board that wraps, a side under three cells would make one neighbour of two directions.",
        "Give the board more columns or rows.",
    ),
    "L004": Code(
        "a barrier off the board (EQ-4)",
        "Barriers are printed on the board's cells, counted from [0, 0] at the top left.",
        "Correct `at: [column, row]`, or make the board larger.",
    ),
    "L006": Code(
        "a tile or token off the board, or two warp tiles with one arrow (EQ-6)",
        "A warp sends a token to the one tile with the arrow of its direction; two of them would be a riddle.",
        "Move the thing named onto the board; turn or remove all but one warp tile of an arrow.",
    ),
    "L007": Code(
        "two tokens on one cell (EQ-7)",
        "Escort, villager and goblin start on three different cells.",
        "Move one of the two tokens named.",
    ),
    "L008": Code(
        "a village too near the villager (EQ-8)",
        "With a village next door there is no puzzle. Steps may wrap unless the option village_distance is planar.",
        "Move the village or the villager, and think of the board's edges.",
    ),
    "L009": Code(
        "the goblin is not on a diagonal of the villager (EQ-9)",
        "The goblin starts as many columns as rows away, on the flat board; edges do not count.",
        "Move the goblin so that both differences are equal, and not 0.",
    ),
    "L010": Code(
        "no village (EQ-10)",
        "Without a village nothing can be won.",
        "Put a V into the grid, three king moves or more from the villager.",
    ),
    "L011": Code(
        "more tiles than the tilesheet holds (EQ-11)",
        "A player who prints the named sheet once could not lay the puzzle out.",
        "Use fewer tiles of the kind named, or name another tilesheet.",
    ),
    "L012": Code(
        "few or many tiles (EQ-12, advice)",
        "Tiles on about half of the cells play best. This is a warning; the layout is legal.",
        "Add or remove tiles, or leave it as it is.",
    ),
    "L020": Code(
        "the layout cannot be won",
        "Every line of play was followed: whatever the player does, there is an answer that never lets him win.",
        "Change the layout; `questpress solve FILE --first-plies` shows what a change does. Under "
        "`goblin_ties: adversary` the player must win against every tie.",
    ),
    "L021": Code(
        "nobody knows whether the layout can be won",
        "The search was stopped at its limit of positions. What is not proved winnable is not printed.",
        "Make the board smaller, or let `questpress solve FILE` run without a limit to learn more.",
    ),
    "L022": Code(
        "the stored solution does not win",
        "A puzzle's solution is replayed by the rules, every equally good step of the goblin answered. The ply named "
        "is not allowed, loses, or comes after the win. The layout, an option or the solution was changed.",
        "Undo the change, or let `questpress verify --renew FILE` store a new solution.",
    ),
    "L023": Code(
        "the stored solution is cut short",
        "The solution ends before the game is won, or has no line for an equally good step of the goblin.",
        "Restore the lines that are missing, or let `questpress verify --renew FILE` store a new solution.",
    ),
    "L024": Code(
        "a layout that was changed after its solution was stored",
        "The digest in the solution (`of`) is of other tiles, barriers or tokens. The solution still wins, so this "
        "only warns; depth, features and grade may have changed.",
        "Let `questpress verify --renew FILE` store a new solution, and measure the puzzle again.",
    ),
    "L025": Code(
        "the stored solution takes other turns than it says, or than are needed",
        "A solution states in how many turns it wins, and that is the puzzle's depth: the fewest that are certain.",
        "Let `questpress verify --renew FILE` store a solution of the fewest turns.",
    ),
    "L026": Code(
        "no solution is stored",
        "`questpress verify` replays the `solution:` of a layout file; this file has none.",
        "Let `questpress verify --renew FILE` solve the layout and store its solution.",
    ),
    "L030": Code(
        "the grade is not what the features say",
        "A grade is worked out from a puzzle's features by the bands in the rules file (`grades`); the file states "
        "another. The bands or the features were changed, or the grade was written by hand.",
        "Write the grade named, or let `questpress catalogue --measure` write it.",
    ),
    "L031": Code(
        "a feature is not what is measured",
        "The features that a puzzle's file states were not measured on this layout: tiles, tokens or options were "
        "changed after it was graded, or a number was written by hand.",
        "Let `questpress catalogue --measure` measure the puzzle again.",
    ),
    "L032": Code(
        "the features cannot be read",
        "A puzzle's features are a number or a flag for each measure; one is missing, unknown or of another kind.",
        "Delete `features:` and let `questpress catalogue --measure` write them.",
    ),
    "L033": Code(
        "no puzzle found",
        "The search made its attempts, or its time ran out, and nothing that was asked for came up.",
        "Ask for another grade, less depth, another seed or more time, or let a larger board or more tiles be used.",
    ),
}
