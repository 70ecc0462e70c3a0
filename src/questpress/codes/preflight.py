"""Codes of the P family: what preflight finds in a PDF."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {
    "P100": Code(
        "not a PDF that can be read",
        "Preflight was given a file that does not begin like a PDF, or that the system does not let it read.",
        "Give the path of a PDF.",
    ),
    "P101": Code(
        "an encrypted file",
        "A file with a password or with restrictions. A print house cannot process it, and PDF/X forbids encryption.",
        "Save it without a password and without restrictions.",
    ),
    "P102": Code(
        "a file that is cut off",
        "The last line of a PDF, %%EOF, is not there: the file was not written or copied to its end. Viewers guess "
        "what is missing; a print house should not have to.",
        "Copy or export the file again.",
    ),
    "P103": Code(
        "a damaged file",
        "qpdf, which looks at the syntax of the whole file, found something that is not as the format says.",
        "Export the file anew; `qpdf --check FILE` tells the same.",
    ),
    "P104": Code(
        "drawings without an end",
        "A form is drawn inside itself, or forms lie in each other deeper than any program makes them. No one who "
        "prints the page comes to its end.",
        "Export the file anew.",
    ),
    "P105": Code(
        "more than is looked at",
        "A few bytes of a PDF can stand for gigabytes, or for millions of drawing operators. Preflight stops there and "
        "says so; what it did not look at is not judged.",
        "Simplify the page, or split the file.",
    ),
    "P110": Code(
        "another PDF/X than is asked for",
        "The file does not claim the PDF/X standard that the target asks for, so a print house will not treat it so.",
        "Export it to that standard.",
    ),
    "P111": Code(
        "a PDF version too new",
        "Each PDF/X standard rests on one version of PDF: X-4 on 1.6, X-1a and X-3 on 1.3 or 1.4.",
        "Save it as that version.",
    ),
    "P112": Code(
        "no document ID",
        "PDF/X asks for two identifiers in the file's trailer, by which a print house tells versions of a file apart.",
        "Save the file anew with a program that writes them.",
    ),
    "P113": Code(
        "metadata missing",
        "PDF/X-4 says what it is in XMP metadata: title, dates, document ID.",
        "Export it anew as PDF/X-4.",
    ),
    "P114": Code(
        "trapped or not is not said",
        "A print house must know whether the art is trapped already. PDF/X asks for True or False, the same wherever "
        "it is said.",
        "Set /Trapped to /False unless the art is trapped.",
    ),
    "P115": Code(
        "no output intent for a press",
        "An output intent says for which press the colours are meant, by a CMYK output profile. Without it CMYK "
        "numbers have no meaning.",
        "Export with the ICC profile that the print house names.",
    ),
    "P116": Code(
        "two output intents",
        "A file can be meant for one press only; PDF/X allows one output intent of its kind.",
        "Keep the one that the print house names.",
    ),
    "P120": Code(
        "no trim box",
        "Without a TrimBox nobody but you knows where the page is cut.",
        "Give every page its finished size as its TrimBox.",
    ),
    "P121": Code(
        "page boxes that do not lie in each other",
        "The trim has a size and lies in the bleed, and the bleed in the page.",
        "Correct the boxes of that page.",
    ),
    "P122": Code(
        "bleed smaller than asked for",
        "Cutting is off by a millimetre now and then. Where the page does not reach that far beyond the trim, a white "
        "edge shows.",
        "Extend art and BleedBox beyond the trim, as far as the target asks.",
    ),
    "P123": Code(
        "a trim box that is not the component's",
        "Our files say what component lies on a page and how large it is. The TrimBox says something else: the "
        "file was changed after it was built.",
        "Build the file anew.",
    ),
    "P130": Code(
        "a font that is not embedded",
        "Another machine prints another font in its place, or none.",
        "Export with all fonts embedded.",
    ),
    "P131": Code(
        "a font embedded whole",
        "Nothing is wrong in print; a subset makes a smaller file.",
        "Export with subsets, if size matters.",
    ),
    "P132": Code(
        "text that cannot be read as text",
        "The file shows glyphs and does not say which letters they are: it cannot be searched, copied or checked.",
        "Export with ToUnicode tables.",
    ),
    "P140": Code(
        "RGB in a file for the press",
        "Colours in RGB are converted by whoever prints, as they see fit: black text becomes a mix of four inks, and "
        "declared colours change. It counts wherever it hides: in nested forms, images, masks, patterns, groups.",
        "Convert to CMYK with the press's profile, or declare the colour's CMYK values.",
    ),
    "P141": Code(
        "a spot colour that nobody asked for",
        "Each spot colour is a plate of its own, with a price of its own. The target names the ones it takes.",
        "Name it in the target's `spots:`, or draw it with process colours.",
    ),
    "P142": Code(
        "one spot colour, two definitions",
        "Two colours with one name print on one plate, so what they look like elsewhere must be the same too.",
        "Define the spot colour once, or give the two different names.",
    ),
    "P150": Code(
        "an image far too coarse",
        "Under 200 pixels an inch at printed size, single pixels show.",
        "Use larger art, or place it smaller.",
    ),
    "P151": Code(
        "an image under 300 pixels an inch",
        "It prints, a little soft.",
        "Use larger art where there is some.",
    ),
    "P152": Code(
        "an image whose data does not fit",
        "What an image says of its size, colour space and bits asks for so many bytes, and it has fewer, or those "
        "of another colour space. It prints as noise, is cut off, or is not printed at all.",
        "Export the file anew, or save the picture in another format.",
    ),
    "P160": Code(
        "too much ink",
        "Paper takes only so much: more ink than the press's limit does not dry, sets off on other sheets and smears. "
        "It is measured on plates of 100 pixels an inch, inside the trims: 99.9 % of a piece must keep to the limit.",
        "Take colour out under dark black, or convert with a profile that has the limit.",
    ),
    "P161": Code(
        "too much ink in spots",
        "Less than a thousandth of a piece is over the press's ink limit. A print house may pass it, or ask.",
        "Look at the place; most often it is black text or a dark line over dark art.",
    ),
    "P162": Code(
        "ink that was not measured",
        "The page is larger than what is drawn at 100 pixels an inch.",
        "Split the page, or measure it elsewhere.",
    ),
    "P163": Code(
        "small text in a black of several inks",
        "Four plates never lie exactly on each other; small letters get coloured edges and fill up.",
        "Set black text in K 100 alone. A palette colour `#000000` with several inks makes all plain text so: give the "
        'rich black `srgb: "#010101"`.',
    ),
    "P164": Code(
        "black text that does not overprint",
        "The colours under it are cleared in the shape of each letter, so a white rim shows where plates are not in "
        "register.",
        "Let K 100 text overprint.",
    ),
    "P165": Code(
        "white that overprints",
        "White is paper left free. Where it overprints, nothing is cleared, and it is not there in print, though "
        "viewers may show it.",
        "Switch overprint off for white.",
    ),
    "P170": Code(
        "a line too thin",
        "A press does not hold a line much under 0.25 pt: it breaks up or vanishes. What counts is its width on paper.",
        "Draw it thicker, or scale the art less.",
    ),
    "P171": Code(
        "text too small",
        "Under 5 pt letters fill up. What counts is the size on paper.",
        "Set it larger.",
    ),
    "P172": Code(
        "text near the trim",
        "Cutting is off by a millimetre now and then. What counts is the ink of the letters, as far as it is shown.",
        "Move the text inward, beyond the ring that the target keeps safe.",
    ),
    "P173": Code(
        "text over the trim",
        "Letters reach over the line where the piece is cut.",
        "Move the text inward.",
    ),
    "P174": Code(
        "no bleed",
        "Art reaches the trim, and beyond it the paper is white: a knife that is a little off leaves a white edge. An "
        "edge that is white on both sides of the trim is left alone.",
        "Let the art go on beyond the trim. In a game of yours, draw it into the bleed.",
    ),
    "P175": Code(
        "too little bleed",
        "Art goes on beyond the trim, but not as far as the target asks.",
        "Let it go on as far as that.",
    ),
    "P180": Code(
        "transparency where it is forbidden",
        "PDF/X-1a and X-3 allow no opacity, soft mask, blend mode or transparency group.",
        "Flatten the art, or deliver PDF/X-4, which allows them.",
    ),
    "P181": Code(
        "something that acts",
        "Actions, scripts, form fields and attached files have no place in a file for the press.",
        "Leave them out.",
    ),
    "P182": Code(
        "an annotation on what is printed",
        "Whether it is printed is anybody's guess; PDF/X allows annotations outside of the bleed only.",
        "Remove it, or make what it shows part of the page.",
    ),
    "P183": Code(
        "LZW compression",
        "PDF/X forbids it.",
        "Save with Flate (ZIP) compression.",
    ),
    "P190": Code(
        "a file that preflight rejected",
        "A file for a press is looked at before it is put in place. One with an error is left beside, as "
        "`<name>.rejected.pdf`, with its report. No file of the game is put in place then: earlier ones stay.",
        "Mend what the errors name, and build again: the rejected file goes when a good one is put in place.",
    ),
    "P191": Code(
        "a target of pictures",
        "The target's print house takes a PNG picture of each face. A PDF would be sent back, however good it is, and "
        "preflight looks at PDFs alone.",
        "Build the pictures with `questpress build --target NAME`, or name a target of PDFs.",
    ),
    "P184": Code(
        "something that PDF/X forbids in a page",
        "PostScript code, OPI and other references, alternate images, transfer functions and halftone phases make a "
        "page look different from printer to printer.",
        "Export the page without it.",
    ),
}
