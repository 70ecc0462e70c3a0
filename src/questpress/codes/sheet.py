"""Codes of the S family: sheets of paper, targets and written files."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {
    "S001": Code(
        "the grid does not fit the paper",
        "A sheet states more columns or rows than the paper holds inside its margin, so pieces would overlap or be cut "
        "off. What counts is the trim and the smallest gutter, not the bleed.",
        "Take the largest grid that the message names, write `grid: auto`, or choose a larger paper.",
    ),
    "S002": Code(
        "a piece is larger than the paper",
        "Not one piece fits inside the margin of the paper, neither upright nor across.",
        "Choose a larger paper with --paper, or make the piece smaller. Where the bare paper would hold it and your "
        "printer prints to the edge, set `margin: 0mm` in the sheet.",
    ),
    "S003": Code(
        "slots overlap",
        "Two slots of a sheet take the same place, so one piece would cover the other.",
        "Move one of them: `x` and `y` are the top left corner of the trim, `turn` counts clockwise.",
    ),
    "S004": Code(
        "a slot reaches into the margin",
        "The trim of a piece in this slot would lie in the edge that is not printed on, or beyond the paper.",
        "Move the slot inward, choose a larger paper, or state the printer's real `margin`.",
    ),
    "S005": Code(
        "no such paper",
        "--paper names neither a known paper nor a size.",
        "Write letter, legal, tabloid, a5, a4, a3, sra3, or a size such as 100x150mm.",
    ),
    "S006": Code(
        "the least gutter is more than the gutter",
        "`gutter` is what you prefer, `least_gutter` is down to where it may shrink.",
        "Swap the two values, or leave `least_gutter` out.",
    ),
    "S007": Code(
        "two outputs have one name",
        "The second file would overwrite the first. Names that differ only in case count as one, since many systems "
        "see them so.",
        "Add `{deck}` or `{game}` to the target's `file:` pattern.",
    ),
    "S008": Code(
        "a file pattern that gives no file name",
        "The target's `file:` pattern names something that the output does not have, or makes a name that not every "
        "system can store.",
        'Use names in braces and letters, digits, `-`, `_`, `.`: `file: "{game}/{deck}.pdf"`.',
    ),
    "S009": Code(
        "no room for a label",
        "The pieces leave no free band for the ruler or for what the sheet says of itself; the pieces are printed all "
        "the same.",
        "Fewer pieces on the sheet, a smaller gutter, or larger paper leave room.",
    ),
    "S010": Code(
        "an output cannot be written",
        "The folder or the file refuses it; the message has the path and the system's reason. What was there before is "
        "untouched.",
        "Close programs that hold the file open, make room, or choose another folder with --out.",
    ),
    "S011": Code(
        "marks in the printer's margin",
        "There is no room for crop marks between the pieces and the edge that many printers leave white, so some marks "
        "may be missing on paper. The pieces themselves print whole.",
        "Fewer pieces on the sheet, a smaller gutter, or larger paper leave room.",
    ),
    "S012": Code(
        "a sheet label lacks letters",
        "The labels beside the pieces are set in Alegreya Sans, which has Latin, Greek and Cyrillic letters; others "
        "are left out there. The pieces are not touched.",
        "Give game and deck a title in one of these scripts.",
    ),
    "S013": Code(
        "a grid and slots",
        "A sheet counts its places in a grid or states each of them, not both.",
        "Keep `grid:` or `slots:`.",
    ),
    "S014": Code(
        "nothing to print",
        "No piece of the deck has a quantity of 1 or more.",
        "State a quantity, or remove the deck.",
    ),
    "S015": Code(
        "a label font is missing",
        "Rulers and labels are set in a font that ships with the press and is embedded in every file.",
        "Put the font file back into templates/fonts/, or install questpress again.",
    ),
    "S017": Code(
        "pages too large to fold into a booklet",
        "A folded booklet has two pages side by side on paper that lies across.",
        "Make the pages half the paper or smaller (139.7 × 210 mm fold out of Letter and A4), or choose another sheet.",
    ),
    "S050": Code(
        "pieces do not fold onto their backs",
        "With `fold`, every front and its back lie on one side of the paper with the fold line half way between them, "
        "so a grid needs an even number of columns (vertical) or rows (horizontal), fronts and backs together.",
        "State an even number, write `grid: auto`, choose a larger paper, or try the other fold. Where the target or "
        "--fold asked for it, the deck is printed on two sides instead.",
    ),
    "S051": Code(
        "a slot beyond the fold line",
        "On a sheet that is folded the slots are those of the fronts, in the left half of the paper (vertical fold) or "
        "in its top half (horizontal fold); the backs lie behind them in the other half.",
        "Move the slot, or leave it out.",
    ),
    "S052": Code(
        "no backs to print",
        "Only backs are asked for, and the deck has none, so no file is made of it.",
        "Print it without `--stacks backs`; with `--stacks apart` decks without backs are one file.",
    ),
    "S053": Code(
        "a calibration for other sheets",
        "What a printer's backs are moved by was measured on sheets that lie and turn in one way. A landscape sheet "
        "goes through the printer turned, and one that flips on its other edge is printed the other way up, so the "
        "numbers do not hold for it, and its backs are not moved.",
        "Print a test sheet that lies and turns so (`calibrate sheet --orientation landscape --flip short`), store it "
        "under a name of its own, and give both: --calibration A --calibration B.",
    ),
    "S054": Code(
        "two calibrations for the same sheets",
        "Each calibration holds for sheets that lie and turn in one way; two for the same way contradict each other.",
        "Name only the one of the printer that you print on.",
    ),
    "S055": Code(
        "readings that do not fit",
        "From the readings of a test sheet one shift, one turn and one stretch are worked out. These readings go with "
        "none (most often a sign was lost at one letter), or a corner lacks.",
        "Read the sheet once more: right and down count as +, as you look at the back. M alone gives the shift.",
    ),
    "S056": Code(
        "a board is split over pages",
        "The board is larger than the paper, so it is printed in parts that overlap, after a page with the plan of how "
        "they are glued together. Boards are split of themselves, other components where their sheet says so.",
        "Nothing, or choose a larger paper with --paper; `split: false` in the sheet refuses it, `overlap` is how much "
        "there is for the glue.",
    ),
    "S057": Code(
        "a scale for pictures",
        "The target makes one picture a face, of the pixels that its print house asks for; there is nothing to scale.",
        "Leave --scale out, or take a target that prints sheets.",
    ),
    "S058": Code(
        "a board that cannot be split",
        "Either the pages have no room for two overlaps, or the board would take more than 26 columns or 200 pages.",
        "Choose a larger paper, a smaller `overlap` in the sheet, or a smaller --scale.",
    ),
    "S059": Code(
        "printed larger or smaller than drawn",
        "--scale prints whole components at another size: trim, bleed, safe zone and type. The message says how large "
        "the smallest type becomes; a warning says that it falls under 5 pt, which many printers do not render well.",
        "Choose a scale at which the type stays legible, or set it larger in the template.",
    ),
    "S060": Code(
        "backs moved out of the printable area",
        "A calibration moves every back by what the printer is off. One this large moves some of them to where the "
        "printer does not print, or off the paper; the message says how far.",
        "Set the guides of the printer's tray so that it is less far off, and measure once more; or leave more room: a "
        "larger paper, fewer pieces on the sheet.",
    ),
    "S016": Code(
        "backs that are not printed",
        "The sheet or the target prints one side only, but some pieces have a back.",
        "Write `sides: auto` to print them.",
    ),
    "S030": Code(
        "a CMYK target without an output profile",
        "What inks look like depends on press and paper; without a profile nobody knows which inks make a colour, and "
        "a PDF/X file must name it as its output intent.",
        "Ask the print house, and name the profile: `profile: ISOcoated_v2_300_bas`.",
    ),
    "S031": Code(
        "no such output profile",
        "Profiles are ICC files in templates/sheets/profiles/, alone or with a YAML file that says what they are.",
        "Check the name, or put the ICC file there.",
    ),
    "S032": Code(
        "a profile that is not for CMYK output",
        "An RGB profile, or that of a monitor or scanner, does not say which inks a press prints; a damaged one says "
        "nothing.",
        "Ask your print house for the profile of its press.",
    ),
    "S033": Code(
        "PDF/X without CMYK",
        "PDF/X files are made here for CMYK presses alone, with an output intent.",
        "Write `colour: cmyk` with a `profile:`, or `pdf: plain`.",
    ),
    "S034": Code(
        "live transparency in a PDF/X-1a file",
        "PDF/X-1a is of a time when presses could not print see-through things; flattening them here would alter the "
        "art. Opacity, masks, see-through pictures and gradients to transparent are live transparency.",
        "Draw the components that the message names without them, or ask the print house whether it takes PDF/X-4.",
    ),
    "S035": Code(
        "pictures in inks",
        "PNG pictures have red, green and blue, or grey; houses that take them make the inks themselves.",
        "Write `colour: rgb`, or `format: pdf`.",
    ),
    "S036": Code(
        "art in a spot colour that the target does not print",
        "A spot colour is a plate of its own, and a target prints those that its `spots:` name. What the palette draws "
        "with others (a cut line, white ink, a foil) is left out, on every target.",
        "Where it is to be printed, name it: `spots: [CutContour]`. Else all is well.",
    ),
    "S037": Code(
        "a spot colour of a target that no palette declares",
        "Nothing can be drawn with it, so its plate is never made; most often its name is spelt in another way.",
        "Spell it as the palette's `spots:` do, or declare it there.",
    ),
    "S040": Code(
        "a print house has no stock for a component",
        "A print house cuts what it has dies for. The deck is left out of what is made for the house; everything else "
        "is made. The message names the nearest stock that the house has.",
        "Give the component the trim and shape of the stock that the message names, or add the stock to a copy of the "
        "house's file in templates/sheets/houses/ if the house does have it.",
    ),
    "S041": Code(
        "nothing that the print house takes",
        "Every deck was left out: the house has no stock for any of them, or they lack the bleed that it asks for.",
        "Mend one of the warnings above, or choose another target.",
    ),
    "S042": Code(
        "less bleed than the target asks for",
        "Cutters miss the trim by up to a millimetre or two; where the art ends at the trim, white shows. A print "
        "house refuses such files, so the deck is left out; everything else is made.",
        "Let the art reach further and state the kind's `bleed`, or `white_edge: true` where the paper's white beyond "
        "the trim is what you mean. A sheet with `bleed: 0mm` means to have none.",
    ),
    "S043": Code(
        "a little bleed is made",
        "The art ends a little before the edge that the target asks for; the target's `makes_bleed` allows to repeat "
        "the art's outermost strip there. It lies beyond the trim and is cut off.",
        "Nothing has to be done. Art that reaches the whole bleed is cleaner.",
    ),
    "S044": Code(
        "a target that asks for what does not go together",
        "Pictures (`format: png`) and proofs (`proof: true`) are of one component each, and a proof is a PDF.",
        "Write `imposed: false` in the target; leave out `format: png` or `proof: true` where both stand there.",
    ),
    "S048": Code(
        "a cut on a plate that is printed",
        "The line of the cut goes to a plate of its own, which is not printed; the four inks and All are printed.",
        "Write the name that the print house gives its cut plate: CutContour, Thru-cut, die-cut.",
    ),
    "S047": Code(
        "a picture that is too large",
        "A picture is made in memory, nine bytes for each pixel; one this large would take more than a gigabyte.",
        "State a smaller `ppi` in the target, or make the piece smaller.",
    ),
    "S046": Code(
        "no cut files or cut lines of pictures",
        "A cut file belongs to a sheet, a plate for the cut to a PDF; a picture of one face has neither.",
        "Ask for cuts together with a target that makes PDFs.",
    ),
    "S045": Code(
        "text outside a print house's safe zone",
        "The house asks for more room between text and the cut than the kind's own `safe`, since its cutters miss by "
        "more. The text prints, but may come to lie at the very edge.",
        "Move the text inward, or raise the kind's `safe` so that it is told of wherever it prints.",
    ),
}
