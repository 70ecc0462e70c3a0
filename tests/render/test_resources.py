"""A part that a face shows many times is listed once in its page's resources, and the page stays readable."""

import io

import pikepdf

from questpress.press.render.chunk import draw
from questpress.press.render.inspect import Page
from questpress.press.render.resources import listed_once


def test_a_face_that_repeats_one_part_forty_times_keeps_its_resources() -> None:
    star = "".join(f'<path d="M{n} 0L{n + 1} 1L{n} 2Z" fill="#101010" stroke="#202020"/>' for n in range(8))
    places = "".join(f'<g transform="translate({n} {n})"><g>{star}</g></g>' for n in range(40))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="60mm" height="60mm">{places}</svg>'
    pdf = draw([Page(svg, 60, 60, "stars")], {}).pdf
    with pikepdf.open(io.BytesIO(pdf)) as read:
        assert not read.get_warnings()
        forms = read.pages[0].obj.Resources.XObject
        assert len(forms.keys()) == 1


def test_only_lists_of_forms_are_touched_and_no_offset_moves() -> None:
    before = b"9 0 obj << /XObject << /x5 5 0 R /x7 7 0 R /x5 5 0 R >> >> (/x5 5 0 R /x5 5 0 R)"
    after = listed_once(before)
    assert after == b"9 0 obj << /XObject << /x5 5 0 R /x7 7 0 R" + b" " * 11 + b">> >> (/x5 5 0 R /x5 5 0 R)"
    assert len(after) == len(before)
