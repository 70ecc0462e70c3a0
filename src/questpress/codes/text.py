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
}
