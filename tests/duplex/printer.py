"""A printer whose backs drift, and a person who reads its test sheet: by lines, numbers and letters on the paper."""

from __future__ import annotations

import math
from pathlib import Path

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from questpress.press.movement import Movement
from tests.duplex.rasters import DPI, rasters

MM = 72 / 25.4


def printed(path: Path, drift: Movement, to: Path) -> Path:
    """The paper that comes out: every second page, a back, is shifted, turned and stretched on its way."""
    with pikepdf.open(path) as pdf:
        for page in pdf.pages[1::2]:
            left, bottom, right, top = (float(edge) for edge in page.mediabox.as_list())
            matrix = drift.matrix(((right - left) / MM, (top - bottom) / MM))
            page.contents_add(f"q {' '.join(f'{value:.8f}' for value in matrix)} cm".encode(), prepend=True)
            page.contents_add(b"Q")
        pdf.save(to)
    return to


def crosses(path: Path, near: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Where the crosses of the front are: the darkest row and column about 10 mm around each place of `near` (mm)."""
    front = rasters(path)[0]
    found = {}
    for name, (x, y) in near.items():
        left, top = round((x - 10) * DPI / 25.4), round((y - 10) * DPI / 25.4)
        side = round(20 * DPI / 25.4)
        crop = front.crop((left, top, left + side, top + side))
        columns = crop.resize((side, 1), 4).tobytes()  # 4: box, the mean of each column
        rows = crop.resize((1, side), 4).tobytes()
        column, row = _dip(columns), _dip(rows)
        found[name] = ((left + column) * 25.4 / DPI, (top + row) * 25.4 / DPI)
    return found


def _dip(profile: bytes) -> float:
    """The middle of the darkest line of a profile."""
    darkest = min(range(len(profile)), key=lambda n: profile[n])
    near = range(max(0, darkest - 2), min(len(profile), darkest + 3))
    weight = {n: 255 - profile[n] for n in near}
    ground = min(weight.values())
    return sum((n + 0.5) * (w - ground) for n, w in weight.items()) / sum(w - ground for w in weight.values())


def read(path: Path, holes: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """What a person reads on the back at each letter, where the pin went through at `holes` (mm, seen on the back).

    The lines of each field are numbered by the numbers printed beside them; nothing else is known of the sheet.
    """
    pdf = pypdfium2.PdfDocument(path)
    page = pdf[1]
    high = page.get_height()
    lines = []
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = thing.get_bounds()
        box = (left / MM, (high - top) / MM, right / MM, (high - bottom) / MM)
        lines.append(box)
    labels = _words(page, high)
    pdf.close()
    readings = {}
    for name, (x, y) in holes.items():
        near = [box for box in lines if math.hypot((box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y) < 18]
        upright = [box for box in near if box[3] - box[1] > 11 and box[2] - box[0] < 2]
        level = [box for box in near if box[2] - box[0] > 11 and box[3] - box[1] < 2]
        numbers = [
            (float(t.replace("−", "-")), u, v) for t, u, v in labels if t.replace("−", "-").lstrip("+-").isdigit()
        ]
        numbers = [entry for entry in numbers if math.hypot(entry[1] - x, entry[2] - y) < 18]
        top_row = min(v for _, _, v in numbers)
        left_row = min(u for _, u, _ in numbers)
        above = {n: u for n, u, v in numbers if v < top_row + 1.2 and u > left_row + 1.2}
        beside = {n: v for n, u, v in numbers if u < left_row + 1.6 and v > top_row + 0.8}
        across = {n: min(upright, key=lambda box, u=u: abs((box[0] + box[2]) / 2 - u)) for n, u in above.items()}
        down = {n: min(level, key=lambda box, v=v: abs((box[1] + box[3]) / 2 - v)) for n, v in beside.items()}
        assert {-6, 0, 6} <= {*across} and {-6, 0, 6} <= {*down}, (name, sorted(across), sorted(down))
        (ax, ay), (bx, by), (ox, oy) = (_middle(across[n]) for n in (-6, 6, 0))
        (cx, cy), (dx, dy) = (_middle(down[n]) for n in (-6, 6))
        u, v = ((bx - ax) / 12, (by - ay) / 12), ((dx - cx) / 12, (dy - cy) / 12)
        # How many steps to the right and down the hole is from the field's middle.
        det = u[0] * v[1] - u[1] * v[0]
        right = ((x - ox) * v[1] - (y - oy) * v[0]) / det
        below = (u[0] * (y - oy) - u[1] * (x - ox)) / det
        readings[name] = (right, below)
    return readings


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _words(page: pypdfium2.PdfPage, high: float) -> list[tuple[str, float, float]]:
    """Runs of letters that stand close together, with their middles."""
    text = page.get_textpage()
    found: list[tuple[str, float, float, float, float]] = []
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        left, bottom, right, top = text.get_charbox(index)
        if not letter.strip() or right <= left:
            continue
        box = (left / MM, (high - top) / MM, right / MM, (high - bottom) / MM)
        last = found[-1] if found else None
        if last and -0.3 < box[0] - last[3] < 0.35 and letter not in "+−" and last[2] < box[3] and box[1] < last[4]:
            found[-1] = (last[0] + letter, last[1], min(last[2], box[1]), box[2], max(last[4], box[3]))
        else:
            found.append((letter, *box))
    return [(word, (a + c) / 2, (b + d) / 2) for word, a, b, c, d in found]
