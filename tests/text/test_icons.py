"""Icons: read safely, drawn in the text's colour, missing ones told with the nearest name."""

import re
import xml.etree.ElementTree as ET

import pytest
from paper import ICONS

from questpress.press.text.icons import IconSet, NoIcon

PATH = '<path d="M4 4h16v16H4z"/>'


def icon_set(tmp_path, body=PATH, box="0 0 24 24", more=""):
    (tmp_path / "x.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{more}>{body}</svg>')
    return IconSet([tmp_path])


def test_every_shipped_icon_draws():
    icons = IconSet([ICONS])
    assert {"heart", "bolt", "boot", "die", "star", "check", "cross", "arrow-north-east"} <= set(icons.names)
    for name in icons.names:
        group = ET.fromstring(icons.draw(name, 10, 10, 4, "#123456"))
        assert group.get("fill") == "#123456" and len(group)
        assert icons.width(name) == 1


def test_it_is_centred_and_scaled(tmp_path):
    icons = icon_set(tmp_path, box="0 0 512 256")
    found = re.match(r'<g transform="translate\((.*?) (.*?)\) scale\((.*?)\)"', icons.draw("x", 10, 20, 4, "#000"))
    assert [float(number) for number in found.groups()] == pytest.approx([8, 19, 4 / 512])


def test_colours(tmp_path):
    icons = icon_set(
        tmp_path, '<g style="stroke:currentColor;fill:none"><path d="M0 0h9"/></g><circle r="3" fill="#fff"/>'
    )
    drawn = icons.draw("x", 0, 0, 1, '"><script>')
    root = ET.fromstring(drawn)
    assert root.find("g").get("stroke") == '"><script>' and root.find("g").get("fill") == "none"
    assert root.find("circle").get("fill") == "#fff"


def test_the_first_folder_wins(tmp_path):
    icon_set(tmp_path)
    (tmp_path / "x.svg").rename(tmp_path / "heart.svg")
    assert IconSet([tmp_path, ICONS]).path("heart").parent == tmp_path


@pytest.mark.parametrize("name", ["hart", "../x", "/etc/passwd", "", "HEART", "x" * 5000])
def test_missing(tmp_path, name):
    with pytest.raises(NoIcon) as absent:
        IconSet([ICONS]).draw(name, 0, 0, 1, "#000")
    assert absent.value.code == "T039"
    if name == "hart":
        assert "'heart'" in absent.value.remedy


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "no shapes"),
        ("<text>a</text>", "<text>"),
        ('<image href="file:///etc/passwd"/>', "<image>"),
        ("<script>1</script>", "<script>"),
        ('<use href="#a"/>', "<use>"),
        ('<path d="M0 0" fill="url(#g)"/>', "fill='url(#g)'"),
        ('<path d="M0 0&quot; onload=&quot;x"/>', "d="),
        ("<g>" * 12 + PATH + "</g>" * 12, "groups within groups"),
        (PATH * 500, "more than 400"),
        ("<path", "not well-formed"),
    ],
)
def test_unusable(tmp_path, body, words):
    with pytest.raises(NoIcon) as bad:
        icon_set(tmp_path, body).draw("x", 0, 0, 1, "#000")
    assert bad.value.code == "T040" and words in str(bad.value)


@pytest.mark.parametrize(
    "source",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 24 24"><path d="M0 0"/></svg>',
        f'<svg xmlns="http://www.w3.org/2000/svg">{PATH}</svg>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 24">{PATH}</svg>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 24">{PATH}</svg>',
        f"<html>{PATH}</html>",
        "x" * 70_000,
        "",
    ],
)
def test_hostile_files(tmp_path, source):
    (tmp_path / "x.svg").write_text(source)
    with pytest.raises(NoIcon) as bad:
        IconSet([tmp_path]).draw("x", 0, 0, 1, "#000")
    assert bad.value.code == "T040"
