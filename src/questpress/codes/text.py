"""Codes of the T family."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {
    "T001": Code(
        "template syntax",
        "Jinja cannot read the template: a block that is not closed, an unknown tag or filter.",
        "Close what was opened: `{% if card.cost %} … {% endif %}`.",
    ),
    "T002": Code(
        "template not found",
        "A kind, `extends`, `import` or `include` names a template that no template folder has.",
        'Write the name from the `templates` folder on: `{% extends "shared/face.svg.j2" %}`.',
    ),
    "T003": Code(
        "unknown name or field in a template",
        "A misspelt field would print nothing; so undefined names are errors.",
        "Spell the field as kinds.yaml declares it: `{{ card.cost }}`; for one that may be missing: `{{ "
        "card.cost|default('') }}`.",
    ),
    "T004": Code(
        "not allowed in a template",
        "Templates are data: they read values and write text. They cannot reach Python's insides or change what "
        "they were given.",
        "Build a new value instead: `{% set more = list + [3] %}`.",
    ),
    "T005": Code(
        "an expression in a template failed",
        "The expression does something that its values cannot do: divide by zero, add text to a number.",
        "Check the values: `{{ card.cost|int + 1 }}`.",
    ),
    "T006": Code(
        "a template asks for too much",
        "Loops, texts and output of one face are bounded, so that a slip cannot fill the memory.",
        "Make the loop smaller; a face needs far less than the bound.",
    ),
    "T007": Code(
        "endless recursion in templates",
        "A template includes or extends itself, or a macro calls itself without an end.",
        "Give the inner call a case in which it stops.",
    ),
    "T008": Code(
        "unknown named character",
        "XML knows five named characters; HTML's are accepted too; this is none of them.",
        "Write the character itself, or its number: `&#8211;`.",
    ),
    "T009": Code(
        "control character in a face",
        "An invisible control character, usually pasted from a PDF, cannot stand in SVG.",
        "Delete it: retype the text around it.",
    ),
    "T010": Code(
        "a face is not well-formed XML",
        "A tag is not closed, or a quote is missing, in what the template wrote.",
        "Close every element: `<rect … />`; quote every attribute.",
    ),
    "T011": Code(
        "a template outside the template folders",
        "Templates are read from inside the project and from the shipped ones only.",
        "Copy the file into `templates/` and name it from there, with forward slashes.",
    ),
    "T013": Code(
        "an expression in card text cannot be read",
        "Card text may quote rule numbers in double braces; this is no expression.",
        "Write `{{ rules.group.number }}` and close both braces.",
    ),
    "T030": Code(
        "unusable font file",
        "The file is damaged, is a web font or a collection, or holds pictures in place of outlines.",
        "Put a .ttf or .otf file with outlines into templates/fonts/.",
    ),
    "T031": Code(
        "font file missing",
        "fonts.yaml lists a file that is not there; only fonts of the project print the same everywhere.",
        "Copy the file into templates/fonts/, or correct its name in fonts.yaml.",
    ),
    "T032": Code(
        "font may not be embedded",
        "The font's own licence bits (OS/2 fsType) forbid embedding a subset, which every printed PDF needs.",
        "Use another font, or the licence with embedding.",
    ),
    "T033": Code(
        "unknown font family",
        "No font of the project or of the press has this family; the machine's own fonts are never used.",
        "Correct the name: `font='Alegreya Sans'`, or put the font into templates/fonts/.",
    ),
    "T034": Code(
        "unknown weight or style",
        "The family has no file in this weight or slant; the press never fakes one.",
        "Use one that exists: `weight='bold'`, or add its file to templates/fonts/fonts.yaml.",
    ),
    "T035": Code(
        "missing glyph",
        "Neither the chosen font nor any fallback font has the character; it would print as a box or not at all.",
        "Add a font that has it and name its family under `fallback` in fonts.yaml, or use an icon: `:heart:`.",
    ),
    "T036": Code(
        "text does not fit its box",
        "Even at the least size allowed some lines stick out at the bottom.",
        "Shorten the text, make the box higher, or allow a smaller `min`.",
    ),
    "T037": Code(
        "word wider than its line",
        "A word cannot be broken and sticks out at the side even at the least size allowed.",
        "Shorten it, tell where it may break with `&shy;`, or make the box wider.",
    ),
    "T038": Code(
        "markup that does not add up",
        "A tag is not closed, closes nothing, crosses another, or is not one of <b> and <i>.",
        "Close every tag inside the one around it: `<b>Fire <i>bolt</i></b>`; a plain < before a tag's name is `&lt;`.",
    ),
    "T039": Code(
        "unknown icon",
        "No icon file has this name.",
        "Correct it: `:heart:`, or put the drawing into templates/icons/; a plain colon is `&colon;`.",
    ),
    "T040": Code(
        "unusable icon",
        "An icon may only hold plain shapes in a viewBox, so that it takes the colour of the text around it.",
        '`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 12h16"/></svg>`.',
    ),
    "T041": Code(
        "control character in text",
        "The text holds a character that cannot be printed, mostly pasted from a PDF or a word processor.",
        "Delete it; the message says after which words it stands.",
    ),
    "T042": Code(
        "wrong argument of a text function",
        "`textbox`, `label`, `icon` or `image` got an argument that it does not have, or a value it cannot use.",
        "`textbox(card.text, 6, 50, 51, 20, size=9, min=7, align='justify')`.",
    ),
    "T043": Code(
        "label wider than allowed",
        "A label is one line; even at the least size it is wider than its max_width.",
        "Shorten it, or allow a smaller `min`.",
    ),
    "T044": Code(
        "fonts.yaml is not of the right form",
        "The list of fonts has an unknown key, a style that does not exist, or a value of the wrong kind.",
        "`families: {Alegreya: {regular: Alegreya-Regular.ttf, italic: Alegreya-Italic.ttf}}`.",
    ),
    "T045": Code(
        "plain text that cannot be set",
        "An SVG <text> uses something the text engine does not do: a path, a rotation of letters, a broken number.",
        "Use `label` or `textbox`, or a plain <text x y> with tspans.",
    ),
    "T046": Code(
        "text outside the trim",
        "The knife cuts the face at its trim: what lies beyond is lost, and a word that reaches over it loses letters.",
        "Move the text, shorten it, or give its label a `max_width`.",
    ),
    "T047": Code(
        "text in the safe ring",
        "Cutters and printers drift by about a millimetre; text closer to the trim than the kind's `safe` may be cut.",
        "Move the text inwards, or state the `safe` that the kind really needs.",
    ),
    "T050": Code(
        "booklet does not fit its pages",
        "Even at the least size allowed the text needs more pages than `pages` says.",
        "Shorten the text, allow more pages, or a smaller least size.",
    ),
    "T051": Code(
        "Markdown that is not set",
        "The booklet's source uses something the press does not print, such as raw HTML.",
        "Use headings, paragraphs, lists, tables, quotes, rules and figures.",
    ),
    "T052": Code(
        "block larger than its frame",
        "A figure or a table row is larger than any frame of the page.",
        'Make it smaller: `![caption](figure:board "width=60mm")`, or the frame larger.',
    ),
    "T053": Code(
        "unknown figure",
        "No figure has this name.",
        "Correct the name in `![caption](figure:NAME)`.",
    ),
    "T054": Code(
        "unusable booklet style",
        "`styles` of a booklet names a block or a property that does not exist, or gives it an impossible value.",
        "`styles: {paragraph: {size: 9.5, leading: 1.3}}`.",
    ),
    "T055": Code(
        "a frame outside the page",
        "Text flows through a booklet's frames; what stands beyond the page's trim would be cut away.",
        "`frames: [[12, 20, 83.5, 228]]`: x, y, width, height in mm from the page's corner.",
    ),
    "T056": Code(
        "a booklet without text",
        "The booklet's source is empty, so there is no page to print.",
        "Write its text in Markdown, or correct `source`.",
    ),
    "T057": Code(
        "a booklet's page without its text",
        "The page's template never prints the text that was set for it, so it would be missing from the print.",
        "Write `{{ page.body }}` into the template's art, on every page.",
    ),
    "T058": Code(
        "a reference to a heading or mark that is not there",
        'Links `[…](#name)` and `{{ page("name") }}` print the page of a heading or of a mark `<!-- M4.4 -->`.',
        "Name a heading by its words, in small letters and joined by `-`, or a mark by its own name.",
    ),
    "T060": Code(
        "a face without a proper root",
        "A face is one <svg> with width and height in millimetres and a viewBox that covers trim and bleed.",
        'Extend the shipped ground: `{% extends "shared/face.svg.j2" %}`.',
    ),
    "T061": Code(
        "unknown or misplaced element",
        "The element does not exist in SVG, or does nothing where it stands.",
        "Spell it as SVG does, and put stops into gradients, shapes into clip paths.",
    ),
    "T062": Code(
        "unknown attribute",
        "Misspelt attributes would be ignored and the face drawn without them.",
        "Spell it as SVG does: `stroke-width`, not `strokeWidth`.",
    ),
    "T063": Code(
        "a feature that the press does not draw",
        "Filters, masks, blend modes and some text properties are dropped by the drawing library, so a face "
        "that uses them is refused instead of printed wrong.",
        "Use what the message names: a picture with transparency, a clip path, a second shape.",
    ),
    "T064": Code(
        "a value that cannot be read",
        "A number list, path, transform or word is malformed.",
        'Write it as SVG does: `transform="translate(3 4) rotate(45)"`.',
    ),
    "T065": Code(
        "unknown colour",
        "A colour that cannot be read would be black.",
        "Write `#rrggbb`, `rgb(…)`, `hsl(…)` or a CSS colour name.",
    ),
    "T066": Code(
        "unknown or unsuitable length",
        "Inside a face one unit is a millimetre; other units, decimal commas and relative sizes do not mean on "
        "paper what they seem to.",
        'Write a bare number with a point: `width="63.5"`.',
    ),
    "T067": Code(
        "a face of the wrong size",
        "The root must be exactly the trim and the bleed of its kind, else it would be scaled or show bare edges.",
        "Extend `shared/face.svg.j2`, or take width and height from `trim`.",
    ),
    "T068": Code(
        "a root measured in pixels",
        "A number without a unit is 1/96 inch in SVG, which is rarely what was meant for paper.",
        'Write the unit: `width="69mm"`.',
    ),
    "T069": Code(
        "a style sheet richer than the press reads",
        "Rules may select by element, class or id; at-rules do nothing here.",
        "Write `.title { fill: #102030; }`, or attributes where they are used.",
    ),
    "T070": Code(
        "a reference to nothing",
        "No element of the face has that id, or it is of the wrong kind; the part would be missing.",
        "Define it in `defs` and spell the id the same.",
    ),
    "T071": Code(
        "a reference in a circle",
        "An element refers to itself, directly or through others.",
        "Remove one of the references.",
    ),
    "T072": Code(
        "a face too large to draw",
        "Elements, nesting and repetition are bounded, so that a hostile or runaway file cannot stop the press.",
        "Repeat less, or draw the repeated part as one path.",
    ),
    "T073": Code(
        "a document type or entity declaration",
        "They can read files and grow without end; faces need none.",
        "Delete the DOCTYPE line.",
    ),
    "T074": Code(
        "art or a definition outside the project",
        "Art is read from inside the project only, never from the network.",
        'Copy the file into the project and name it from its folder: `href="art/dragon.png"`.',
    ),
    "T075": Code(
        "missing art",
        "The file that an image names is not in the project.",
        "Check the spelling; the path starts at the project's folder.",
    ),
    "T076": Code(
        "art named in a way that breaks elsewhere",
        "Backslashes, and capitals that differ from the file's, work on some systems only.",
        "Write forward slashes and the very letters of the file.",
    ),
    "T077": Code(
        "art that cannot be used",
        "The file is no picture that can be read, is damaged, or is too large.",
        "Export it again as PNG, JPEG or SVG.",
    ),
    "T078": Code(
        "an id given twice",
        "References would lead to the first of them only.",
        "Give each element an id of its own.",
    ),
    "T080": Code(
        "text that cannot be drawn",
        "Glyph runs are written by label() and textbox(); these are damaged or stand where no fonts are known.",
        "Use label() or textbox().",
    ),
    "T081": Code(
        "a font file that cannot be opened",
        "FreeType cannot open the file when the face is drawn.",
        "Replace the font file.",
    ),
    "T082": Code(
        "a face that cairo gives up on",
        "Numbers so large or so small that the drawing library cannot hold them.",
        "Look for a scale or a coordinate out of all measure.",
    ),
    "T083": Code(
        "art too coarse for the print",
        "At its printed size the picture has fewer pixels an inch than the target's `ppi` asks for; it looks soft.",
        "Export it larger, print it smaller, or draw it as SVG; `image-rendering: pixelated` says that it is meant so.",
    ),
    "T090": Code(
        "a drawing that cannot be given the target's colours",
        "Gradients over meshes and calculated ones, and colours in Lab, have no like among inks here.",
        "Draw it otherwise, or print it with an RGB target.",
    ),
}
