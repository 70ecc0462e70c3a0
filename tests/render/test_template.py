"""Face templates: what they may read, what they may not do, and where their faults are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from questpress.codes import CODES
from questpress.diagnostics import Diagnostic, Failed, Span
from questpress.press.render.template import Studio
from questpress.press.render.tidy import mark_elements

SHIPPED = Path(__file__).parents[2] / "templates"
CARD = {"cost": 3, "items": [1, 2], "nothing": None, "third": 3.0, "name": "Sword & <Shield>", "on": True, "off": False}


class Desk:
    """A folder of templates and a way to render them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "templates"
        self.folder.mkdir()
        self.root = folder

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def render(self, text: str, **context: object) -> str:
        self.write("t.svg.j2", text)
        return Studio([self.folder], root=self.root).render("t.svg.j2", {"card": CARD, **context}, "the card").svg

    def fault(self, text: str, **context: object) -> Diagnostic:
        with pytest.raises(Failed) as caught:
            self.render(text, **context)
        finding = caught.value.diagnostics[0]
        assert finding.code in CODES
        assert finding.subject == "the card"
        return finding


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_card_text_is_escaped(desk: Desk) -> None:
    assert desk.render("<svg>{{ card.name }}</svg>") == "<svg>Sword &amp; &lt;Shield&gt;</svg>"


def test_values_print_as_people_write_them(desk: Desk) -> None:
    text = "<svg>[{{ card.nothing }}|{{ card.third }}|{{ card.off }}|{{ card.on }}|{{ 0.1 + 0.2 }}|{{ -0.0 }}]</svg>"
    assert desk.render(text) == "<svg>[|3||true|0.3|0]</svg>"


def test_a_field_may_be_called_like_a_method(desk: Desk) -> None:
    assert desk.render("<svg>{{ card.items|join('+') }}</svg>") == "<svg>1+2</svg>"


def test_a_misspelt_field_is_named_with_its_neighbour_and_place(desk: Desk) -> None:
    finding = desk.fault("<svg>\n  {{ card.cosst }}</svg>")
    assert finding.code == "T003"
    assert finding.message == "no field 'cosst', did you mean 'cost'?"
    assert finding.span == Span("templates/t.svg.j2", 2, 11, 16, "  {{ card.cosst }}</svg>")


@pytest.mark.parametrize("use", ["{% if card.cosst %}{% endif %}", "{{ card.cosst ~ 'a' }}", "{{ card.cosst + 1 }}"])
def test_any_use_of_an_unknown_field_is_an_error(desk: Desk, use: str) -> None:
    assert desk.fault(f"<svg>{use}</svg>").code == "T003"


def test_unknown_fields_may_be_asked_for(desk: Desk) -> None:
    assert desk.render("<svg>{{ card.cosst is defined }}{{ card.cosst|default(7) }}</svg>") == "<svg>7</svg>"


def test_a_misspelt_name_of_the_context(desk: Desk) -> None:
    assert "did you mean 'card'?" in desk.fault("<svg>{{ crad.cost }}</svg>").message


def test_a_fault_in_a_macro_is_placed_in_the_macro_file(desk: Desk) -> None:
    desk.write("m.svg.j2", "{% macro box() %}\n<g>\n{{ card.coost }}</g>{% endmacro %}")
    finding = desk.fault("{% import 'm.svg.j2' as m with context %}<svg>{{ m.box() }}</svg>")
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("templates/m.svg.j2", 3)


@pytest.mark.parametrize(
    "text",
    [
        "{{ ().__class__ }}",
        "{{ card.items.append(3) }}",
        "{{ card.update({'cost': 1}) }}",
        "{{ card.__class__ }}",
        "{{ ''.join.__self__ }}",
        "{{ tools.path }}",
        "{{ random() }}",
        "{{ [1, 2]|random }}",
    ],
)
def test_the_sandbox_holds(desk: Desk, text: str) -> None:
    import os as tools

    before = repr(CARD)
    assert desk.fault(f"<svg>{text}</svg>", tools=tools).code in ("T001", "T003", "T004")
    assert repr(CARD) == before


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% for a in range(10**9) %}{% endfor %}",
        "{{ 'a' * 10**9 }}",
        "{{ [1] * 10**8 }}",
        "{{ 9 ** 99999 }}",
        "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
        "{% set n = namespace(x='ab') %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}",
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x %}{{ n.x }}{{ n.x }}{% endset %}{% endfor %}",
        "{{ '%999999999d'|format(1) }}",
        "{{ '%*d'|format(999999999, 1) }}",
        "{{ '{:999999999}'.format(1) }}",
        "{{ 'a'.ljust(999999999) }}",
        "{{ 'a'|center(999999999) }}",
        "{{ ('a' * 9999).replace('a', 'b' * 9999) }}",
        "{% for a in range(9999) %}" + "x" * 5000 + "{% endfor %}",
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x|string }}",
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x ~ 'a' }}",
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ '%s' % n.x }}",
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}"
        "{{ '{}'.format(n.x) }}",
    ],
)
def test_a_template_cannot_grow_without_end(desk: Desk, text: str) -> None:
    assert desk.fault(f"<svg>{text}</svg>").code == "T006"


@pytest.mark.parametrize("text", ["{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "{% include 't.svg.j2' %}"])
def test_recursion_ends(desk: Desk, text: str) -> None:
    assert desk.fault(f"<svg>{text}</svg>").code == "T007"


@pytest.mark.parametrize("text", ["{{ 1 / 0 }}", "{{ 1 + 'a' }}", "{{ card.cost(1) }}"])
def test_expressions_that_fail(desk: Desk, text: str) -> None:
    assert desk.fault(f"<svg>{text}</svg>").code == "T005"


def test_a_fault_of_our_own_code_is_a_traceback(desk: Desk) -> None:
    def broken() -> None:
        {}["no such key"]

    with pytest.raises(KeyError):
        desk.render("<svg>{{ broken() }}</svg>", broken=broken)


def test_wrong_arguments_of_a_function_are_the_templates_fault(desk: Desk) -> None:
    def box(width: float) -> str:
        return f"{width}"

    finding = desk.fault("<svg>\n{{ box(wdth=3) }}</svg>", box=box)
    assert finding.code == "T042"
    assert finding.span is not None and finding.span.line == 2


def test_lists_are_not_printed_as_python_writes_them(desk: Desk) -> None:
    finding = desk.fault("<svg>{{ card['items'] }}</svg>")
    assert finding.code == "T005" and "|join" in finding.message
    assert desk.fault("<svg>{{ card }}</svg>").code == "T005"


def test_recursive_loops_are_refused(desk: Desk) -> None:
    finding = desk.fault("<svg>\n{% for a in [[1]] recursive %}{{ loop(a) }}{% endfor %}</svg>")
    assert finding.code == "T001" and finding.span is not None and finding.span.line == 2


def test_syntax(desk: Desk) -> None:
    finding = desk.fault("<svg>\n{% if %}</svg>")
    assert finding.code == "T001"
    assert finding.span is not None and (finding.span.line, finding.span.text) == (2, "{% if %}</svg>")


def test_html_characters_and_what_stands_before_the_declaration(desk: Desk) -> None:
    text = "{# a comment line #}\n\n<?xml version='1.0'?><svg>a&nbsp;b&rarr;&amp;</svg>"
    assert desk.render(text) == "<?xml version='1.0'?><svg>a&#160;b&#8594;&amp;</svg>"


def test_unknown_character_names(desk: Desk) -> None:
    finding = desk.fault("<svg>&nbp;</svg>")
    assert (finding.code, finding.help) == ("T008", "did you mean '&nbsp;'?")


def test_control_characters_name_the_field(desk: Desk) -> None:
    card = {"name": "ok", "text": ["fine", "a\x0bb"]}
    finding = desk.fault("<svg>{{ card.text|join }}</svg>", card=card)
    assert finding.code == "T009"
    assert "U+000B in the field 'text.2'" in finding.message


def test_missing_and_outside_templates(desk: Desk) -> None:
    desk.write("base.svg.j2", "<svg/>")
    assert desk.fault("{% extends 'bse.svg.j2' %}").help == "did you mean 'base.svg.j2'?"
    (desk.root / "secret.j2").write_text("x")
    for name in ("../secret.j2", "/etc/passwd", "C:/x.j2"):
        assert desk.fault(f"{{% include '{name}' %}}").code == "T011"
    finding = desk.fault("{% include 'shared\\\\face.svg.j2' %}")
    assert (finding.code, finding.help) == ("T011", "write shared/face.svg.j2")


def test_a_link_that_leads_out_is_not_followed(desk: Desk) -> None:
    (desk.root / "secret.j2").write_text("x")
    (desk.folder / "in.j2").symlink_to(desk.root / "secret.j2")
    assert desk.fault("{% include 'in.j2' %}").code == "T002"


def test_the_files_read_are_exact_for_every_render(desk: Desk) -> None:
    desk.write("c.j2", "{% macro three() %}3{% endmacro %}")
    desk.write("b.j2", "{% import 'c.j2' as c %}{% macro two() %}{{ c.three() }}{% endmacro %}")
    desk.write("a.j2", "<svg>{% block art %}{% endblock %}</svg>")
    top = desk.write(
        "top.svg.j2",
        "{% extends 'a.j2' %}{% import 'b.j2' as b %}"
        "{% block art %}{{ b.two() }}{% if card.cost > 5 %}{% include 'd.j2' %}{% endif %}{% endblock %}",
    )
    desk.write("d.j2", "<g/>")
    studio = Studio([desk.folder])
    for _ in range(2):
        rendered = studio.render("top.svg.j2", {"card": {"cost": 1}})
        assert [file.name for file in rendered.files] == ["a.j2", "b.j2", "c.j2", "top.svg.j2"]
    assert top in rendered.files
    assert desk.folder / "d.j2" in studio.render("top.svg.j2", {"card": {"cost": 9}}).files


def test_the_first_folder_wins_and_the_places_looked_at_are_told(desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "shipped"
    other.mkdir()
    (other / "face.j2").write_text("<svg>shipped</svg>")
    rendered = Studio([desk.folder, other]).render("face.j2", {})
    assert rendered.svg == "<svg>shipped</svg>"
    assert rendered.absent == (desk.folder / "face.j2",)
    desk.write("face.j2", "<svg>own</svg>")
    assert Studio([desk.folder, other]).render("face.j2", {}).svg == "<svg>own</svg>"


def test_a_games_own_template_comes_before_the_shared_one(desk: Desk) -> None:
    desk.write("tile.svg.j2", "<svg/>")
    studio = Studio([desk.folder])
    assert studio.find("tile.svg.j2", "chess") == "tile.svg.j2"
    desk.write("chess/tile.svg.j2", "<svg/>")
    assert studio.find("tile.svg.j2", "chess") == "chess/tile.svg.j2"
    with pytest.raises(Failed) as caught:
        studio.find("tyle.svg.j2", "chess", Span("templates/chess/kinds.yaml", 3, 2))
    assert caught.value.diagnostics[0].span == Span("templates/chess/kinds.yaml", 3, 2)


def test_expressions_in_card_text(desk: Desk) -> None:
    studio = Studio([desk.folder])
    rules = {"rules": {"move": {"king": 3}}}
    assert studio.expression("Move {{ rules.move.king }} <b>&</b> {# kept", rules) == "Move 3 <b>&</b> {# kept"
    assert studio.expression("no braces", {}) == "no braces"
    text = "text: Move {{ rules.move.kng }}"
    for wrong, code in (("Move {{ rules.move.kng }}", "T003"), ("Move {{ rules.move", "T013"), ("{{ 1/0 }}", "T005")):
        with pytest.raises(Failed) as caught:
            studio.expression(wrong, rules, Span("cards/x.yaml", 4, 7, 30, text), "hero red")
        finding = caught.value.diagnostics[0]
        assert (finding.code, finding.subject) == (code, "hero red")
        assert finding.span is not None and finding.span.line == 4


def test_marks_stand_in_every_start_tag_that_is_plain_text() -> None:
    source = "{# <a> #}<svg\n a='1'><g>{{ '<x>' }}{% if a < b %}<rect/>{% endif %}</g>\n<!-- <p> --></svg>"
    assert mark_elements(source, "t") == (
        '{# <a> #}<svg q-at="t:1"\n a=\'1\'><g q-at="t:2">{{ \'<x>\' }}{% if a < b %}<rect q-at="t:2"/>'
        "{% endif %}</g>\n<!-- <p> --></svg>"
    )


def test_the_base_face_has_the_size_of_trim_and_bleed() -> None:
    trim = {"width": 63.0, "height": 88.0, "bleed": 3.0, "safe": 2.0, "corner": 3.0}
    svg = Studio([SHIPPED]).render("shared/face.svg.j2", {"trim": trim}).svg
    assert 'width="69mm" height="94mm" viewBox="-3 -3 69 94"' in svg


def test_the_shared_parts_draw(desk: Desk) -> None:
    desk.write(
        "t.svg.j2",
        "{% import 'shared/macros.svg.j2' as parts with context %}<svg>{{ parts.ground('#ffffff') }}"
        "{{ parts.frame(4, '#102030', 2) }}{{ parts.frame(4, '#102030') }}{{ parts.grid(5, 5, 8, 10, 3) }}"
        "{% call parts.panel(6, 6, 20, 9) %}<g id='body'/>{% endcall %}{{ parts.pill(1, 2, 9, 4, '#ff0000') }}"
        "{{ parts.fold_line(0, 5, 9, 5) }}{{ parts.cut_line(0, 6, 9, 6) }}</svg>",
    )
    trim = {"width": 63.0, "height": 88.0, "bleed": 3.0, "safe": 2.0, "corner": 3.0}
    svg = Studio([desk.folder, SHIPPED]).render("t.svg.j2", {"trim": trim}).svg
    assert svg.count("<rect") == 3 and svg.count("<path") == 5 and "id='body'" in svg
