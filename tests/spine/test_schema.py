"""Declared types give scalars their meaning; every fault is told with a remedy."""

import pytest

from questpress import schema as s
from questpress.diagnostics import Report
from questpress.source import parse


def read(text: str, kind: s.Type):
    report = Report()
    return s.read(parse(f"v: {text}\n", "x.yaml"), s.Record({"v": s.Field(kind)}), report), report.findings


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("no", s.Text(), "no"),
        ("010", s.Word(), "010"),
        ("1e3", s.Text(), "1e3"),
        ("'  a '", s.Text(), "  a "),
        ("12", s.Whole(), 12),
        ("010", s.Whole(), 10),
        ("2.50", s.Number(), 2.5),
        ("63.5mm", s.Length(), 63.5),
        ("1in", s.Length(), 25.4),
        ("true", s.Flag(), True),
        ('"#ABC"', s.Colour(), "#aabbcc"),
        ("[1, 2]", s.CELL, [1, 2]),
        ("{a: x}", s.MapOf(s.Text()), {"a": "x"}),
        ("letter", s.AnyOf((s.Choice(("letter",)), s.ListOf(s.Length(), 2, 2))), "letter"),
        ("[100mm, 2in]", s.AnyOf((s.Choice(("letter",)), s.ListOf(s.Length(), 2, 2))), [100.0, 50.8]),
    ],
)
def test_read(text, kind, value):
    assert read(text, kind) == ({"v": value}, [])


@pytest.mark.parametrize(
    ("text", "kind", "code", "words"),
    [
        ("three", s.Whole(1), "D021", "v must be a whole number of 1 or more, found 'three'"),
        ("0", s.Whole(1), "D021", "1 or more"),
        ("1.5", s.Whole(), "D021", "whole number"),
        ("63,5mm", s.Length(), "D023", "decimal comma"),
        ("63.5", s.Length(), "D023", "no unit"),
        ("63px", s.Length(), "D023", "pixels"),
        ("-1mm", s.Length(), "D021", "from 0 mm"),
        ("yes", s.Flag(), "D021", "true or false"),
        ("#ff0000", s.Colour(), "D022", "empty value"),
        ("", s.Text(), "D022", "empty value"),
        ("blue", s.Colour(), "D021", "colour"),
        ("elow", s.Choice(("yellow", "red")), "D021", "one of yellow, red"),
        ("a b", s.Word(), "D021", "name of letters"),
        ("../x", s.FileName(), "D024", "inside the project"),
        ("art\\x.png", s.FileName(), "D024", "forward slashes"),
        ("3", s.ListOf(s.Text()), "D021", "list"),
        ("[1]", s.CELL, "D021", "exactly 2"),
        ("[1, x]", s.CELL, "D021", "found 'x'"),
        ("{}", s.Text(), "D021", "a mapping"),
        ('"a\\x0bb"', s.Text(), "D025", "U+000B"),
    ],
)
def test_faults(text, kind, code, words):
    value, findings = read(text, kind)
    assert value is s.INVALID
    assert [f.code for f in findings] == [code]
    assert words in findings[0].message
    assert findings[0].span.line == 1


def test_an_unquoted_colour_is_explained():  # pitfall 46
    _, (finding,) = read("#ff0000", s.Colour())
    assert "quote the colour" in finding.help


def test_all_faults_of_a_mapping_at_once():
    report = Report()
    kind = s.Record({"name": s.Field(s.Text()), "life": s.Field(s.Whole()), "power": s.Field(s.Whole(), 0)})
    assert s.read(parse("lif: 3\nlife: x\n", "x.yaml"), kind, report) is s.INVALID
    assert [f.code for f in report.findings] == ["D012", "D011", "D021"]
    assert report.findings[0].help == "did you mean 'life'?"


def test_optional_fields_take_their_default_also_when_empty():
    kind = s.Record({"a": s.Field(s.Text(), None), "b": s.Field(s.Whole(), 3)})
    assert s.read(parse("a:\n", "x.yaml"), kind, Report()) == {"a": None, "b": 3}


def test_expressions_are_worked_out_before_the_type():
    report = Report()
    kind = s.Record({"life": s.Field(s.Whole())})
    node = parse('life: "{{ rules.life }}"\n', "x.yaml")
    assert s.read(node, kind, report, lambda scalar: "7") == {"life": 7}
    assert s.read(node, kind, report, lambda scalar: "many") is s.INVALID


def test_json_schemas_are_valid_and_accept_what_is_read():
    import jsonschema

    from questpress.schemas import all_schemas

    schemas, findings = all_schemas(None)
    assert not findings
    for value in schemas.values():
        jsonschema.Draft202012Validator.check_schema(value)
    jsonschema.validate({"deck": "heroes", "kind": "card", "cards": [{"id": "a"}]}, schemas["deck.json"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"deck": "heroes", "kind": "card", "crads": []}, schemas["deck.json"])
    tiles = {"tilesheet": "letter", "kind": "tile", "tiles": {"village": {"quantity": 2}, "warp": None}}
    jsonschema.validate(tiles, schemas["tilesheet.json"])
    matrix = {
        "axes": {"colour": ["red", "green"], "class": {"mage": {"life": 3}, "monk": None}},
        "id": "{colour}-{class}",
    }
    jsonschema.validate({"deck": "heroes", "kind": "card", "matrix": matrix}, schemas["deck.json"])


@pytest.mark.parametrize(
    "part",
    [{"cards": "two"}, {"cards": ["a"]}, {"defaults": []}, {"matrix": {"axis": {}}}, {"matrix": {"axes": {"a": "b"}}}],
)
def test_the_schema_of_a_deck_says_what_its_parts_are(part):
    import jsonschema

    from questpress.schemas import all_schemas

    schemas, _ = all_schemas(None)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"deck": "heroes", "kind": "card", **part}, schemas["deck.json"])


@pytest.mark.parametrize(
    ("text", "kind", "help"),
    [
        ("16mm", s.Length(-15, 15), "the nearest that is taken is 15mm"),
        ("-16mm", s.Length(-15, 15), "the nearest that is taken is -15mm"),
        ("410", s.Number(100, 400), "write a number from 100 to 400"),
        ("3", s.Number(5), "write 5 or more"),
    ],
)
def test_what_is_beyond_a_limit_has_help(text, kind, help):
    _, (finding,) = read(text, kind)
    assert (finding.code, finding.help) == ("D021", help)
