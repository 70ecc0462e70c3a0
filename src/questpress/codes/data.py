"""Codes of the D family: project files, YAML and the values in them."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {
    "D001": Code(
        "a file cannot be read",
        "A file that the project names, or one in its folders, is missing or may not be read.",
        "Check the spelling of the name (upper and lower case count on every system) and the file's rights.",
    ),
    "D002": Code(
        "a file is not UTF-8 text, or too large",
        "Files are read as UTF-8; anything else would print wrong letters.",
        "Save the file as UTF-8 (a byte-order mark is accepted).",
    ),
    "D003": Code(
        "not YAML",
        "The file breaks YAML's grammar at the place shown, or shortly before it.",
        "Indent with blanks, put texts that hold `: ` or start with `{`, `*`, `&`, `!`, `%`, `@` in quotes.",
    ),
    "D004": Code(
        "a key stands twice",
        "YAML readers usually keep the last one silently, so a value would be lost.",
        "Remove or rename one of the two lines.",
    ),
    "D005": Code("a second document", "A project file holds one document.", "Remove the line `---` or split the file."),
    "D006": Code(
        "too deep or too large",
        "Nesting, size and the expansion of aliases are bounded, so that no file can exhaust the machine.",
        "Split the file; avoid aliases that repeat large parts.",
    ),
    "D007": Code(
        "an alias that means nothing",
        "`*name` repeats what `&name` marked further up; it cannot stand before it or inside it.",
        "Define the anchor first, or write the value out.",
    ),
    "D008": Code("a YAML tag", "Tags such as `!python/object` are never followed.", "Write a plain value."),
    "D009": Code(
        "a merge key",
        "`<<` is not part of YAML 1.2 and hides where a value comes from.",
        "State shared fields once under `defaults:`.",
    ),
    "D010": Code(
        "a key that is not a name",
        "Usually an unquoted `{{ … }}`: YAML reads the braces as a mapping.",
        'Put the value in quotes: `text: "{{ rules.hand }}"`.',
    ),
    "D011": Code(
        "a key is missing", "The file's schema needs this key.", "Add it; `questpress schema` writes the schemas."
    ),
    "D012": Code(
        "an unknown key",
        "A misspelt key would otherwise be ignored silently.",
        "Use the name that the message suggests, or declare the field in the kind's `fields:`.",
    ),
    "D013": Code(
        "a file that says nothing of itself",
        "The first key of a file under cards/ and layouts/ says what it is: deck, board, tilesheet or booklet.",
        "Start the file with, for example, `deck: heroes`.",
    ),
    "D014": Code(
        "two things with one name",
        "Ids name output files and components; two of the same could not be told apart.",
        "Rename one of them.",
    ),
    "D015": Code(
        "a name that nothing has",
        "The file refers to a kind, sheet, target, deck or card that the project does not have.",
        "Use the nearest name given, or add the missing file.",
    ),
    "D016": Code(
        "no such game, or no project here",
        "questpress works in a folder that holds templates/ with cards/ or layouts/.",
        "Change to the project's folder or name it with `--project`; games are named as their folders.",
    ),
    "D017": Code(
        "a file for printing is outside the project, or a link leads out of it",
        "Art, templates and data are read only from inside the project.",
        "Copy the file into the project.",
    ),
    "D021": Code("a value of the wrong type", "The field declares another type.", "Write what the message expects."),
    "D022": Code(
        "an empty value",
        "The key is there but has no value; often an unquoted `#ff0000`, which YAML takes for a comment.",
        'Write the value, in quotes if it starts with `#`: `fill: "#ff0000"`.',
    ),
    "D023": Code(
        "a bad length",
        "A length needs a number, a point (not a comma) and a unit.",
        "Write `63.5mm`, `2.5in` or `8pt`.",
    ),
    "D024": Code(
        "a bad file name",
        "File names use forward slashes, are relative, and stay inside the project on every system.",
        "Write `art/dragon.png`.",
    ),
    "D025": Code(
        "a control character in a text",
        "Control characters have no shape; they usually come along when text is pasted from a PDF.",
        "Delete the character at the place shown.",
    ),
    "D026": Code(
        "too many cards or copies",
        "Quantities and matrices are bounded, so that a slip of the keyboard does not print a forest.",
        "Lower the quantity or split the deck.",
    ),
    "D027": Code(
        "a rule number or option that does not exist",
        "`{{ rules.… }}` and `{{ options.… }}` read rules/<game>.yaml; `--set` names its options.",
        "Use the nearest name given, or add the number to the rules file.",
    ),
    "D029": Code(
        "a name that Windows keeps for a device",
        "Games and decks name folders and files, and Windows cannot store one called con, prn, aux, nul, com1 … com9 "
        "or lpt1 … lpt9, whatever ending follows.",
        "Choose another name.",
    ),
    "D028": Code(
        "components of different sizes in one deck",
        "What is printed together is cut together, so the components of a deck share one trim.",
        "Make a deck (or tilesheet) for each size.",
    ),
    "D040": Code(
        "a number of players that the game is not for",
        "`players:` in rules/<game>.yaml says how few and how many can play; --players prints what such a table needs.",
        "Choose a number of that range, or leave --players out for the whole box.",
    ),
    "D041": Code(
        "a module that the game does not have",
        "`modules:` in rules/<game>.yaml names the parts of the game that a table may leave out.",
        "Use the nearest name given, or declare the module.",
    ),
    "D042": Code(
        "a translation of something that the game does not say",
        "cards/<game>/text.<language>.yaml names texts by deck, component and field; this one is not there.",
        "Use the nearest name given; `questpress text` writes the file with every text in its place.",
    ),
    "D043": Code(
        "a text that changed after it was translated",
        "Beside each translation stands the text that was translated; the game says something else by now.",
        "Mend the translation and state today's text beside it; `questpress text` shows both.",
    ),
    "D044": Code(
        "texts without a translation",
        "They are printed in the language that the game is written in.",
        "Translate them, or mark those that read the same in both languages: `same: true`.",
    ),
    "D045": Code(
        "a language that the game does not have",
        "A language has a file cards/<game>/text.<language>.yaml; `xx` is made up on the fly.",
        "Use one of those named, or begin the file with `questpress text GAME --lang LANGUAGE`.",
    ),
    "D046": Code(
        "a number of the rules written out in a text",
        "It would stay as it is when the rules change, and the cards would contradict each other.",
        'Write `{{ rules.… }}`. A number that happens to be equal is marked: `{{ 3 }}`, or `{{ "three" }}` in words.',
    ),
    "D047": Code(
        "a check of the component's kind does not hold",
        "`checks:` in kinds.yaml states what must hold between a component's fields and other components.",
        "Mend the component, or the check.",
    ),
    "D048": Code(
        "a table of components that is not what is printed",
        "A table below `<!-- inventory -->` in a booklet is held to what the game prints.",
        "Let the table say `{{ inventory.heroes }}` and the like; name rows by titles, or in a comment.",
    ),
    "D049": Code(
        "icons that nothing explains",
        "A player must find out what each icon means.",
        "Show it in the rulebook as `:name:`, or add it to `legend:` in cards/<game>/text.en.yaml; '' needs no words.",
    ),
    "D050": Code(
        "cards of two decks with one id",
        "In a text, a list or a talk about the game nobody could tell which of the two is meant.",
        "Give one of them another id. Both print: their full names, deck/id, differ.",
    ),
    "D060": Code(
        "a spot colour that is not declared",
        "A colour of the palette names the plate that it is printed with, and `spots:` does not have it.",
        "Declare it with the inks that stand for it on screens: `spots: {CutContour: {cmyk: [0, 100, 0, 0]}}`.",
    ),
    "D061": Code(
        "a palette colour with more ink than the target takes",
        "Too much ink on one place does not dry and comes off on the next sheet; print houses send such files back.",
        "Take the grey out of cyan, magenta and yellow into black, or choose a lighter colour.",
    ),
    "D062": Code(
        "one sRGB value for two colours",
        "Templates draw with sRGB values, and each is the key of the inks that are printed for it.",
        "Change one of the two values by a step.",
    ),
    "D063": Code(
        "a spot colour with the name of a process plate",
        "All, None, Cyan, Magenta, Yellow and Black mean the plates that are there anyway.",
        "Name the plate as your print house does: CutContour, White, Gold.",
    ),
    "D064": Code(
        "a rich black for all text",
        "Templates draw text that states no colour with #000000. Where the palette gives that value other inks than "
        "black, small letters are printed from several plates, get coloured edges and fill up (P163).",
        'Let the rich black be a colour of its own, a step beside: `srgb: "#010101", cmyk: [60, 40, 40, 100]`.',
    ),
    "D070": Code(
        "a hexagon that is not regular",
        "The trim is the box around the hexagon. A regular one that stands on an edge is 0.866 times as high as wide, "
        "one that stands on a corner 1.155 times; print houses cut no others.",
        "Take the height that the message names, or state the kind's `outline` where a stretched hexagon is meant.",
    ),
    "D071": Code(
        "an outline that cannot be cut along",
        "An outline of a kind is SVG path data in millimetres, from the top left corner of the trim: closed parts of "
        "lines and curves. A part inside another is a hole.",
        "Mend the path at the place that the message quotes; end each part with Z.",
    ),
    "D072": Code(
        "an outline that is not of the trim's size",
        "Pieces are placed and marked by their trim, which is the box around the outline.",
        "Begin the outline at 0, 0 and state its own width and height as `trim`.",
    ),
    "D073": Code(
        "an outline that is not that of one piece",
        "A piece is cut along one closed line; parts inside it are holes. A line that crosses or touches itself, parts "
        "that cross each other, lie apart, are there twice or enclose nothing cannot be cut so. The message says "
        "where, in millimetres from the trim's top left corner.",
        "Mend the path at the place that the message names; in a drawing program, unite the shapes first.",
    ),
}
