"""YAML with places: what the author wrote stays, faults point at the character."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.diagnostics import Failed
from questpress.source import Map, Scalar, Seq, load, parse


def scalar(text: str, key: str = "a") -> Scalar:
    node = parse(text, "x.yaml").entries[key]
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    "written", ["no", "on", "Yes", "12:30", "010", "007", "1_000", "1.0", "1e3", "2026-01-02", "0x1F"]
)
def test_scalars_stay_what_the_author_wrote(written):  # pitfalls 42, 43, 44, 48
    assert scalar(f"a: {written}\n").text == written
    assert list(parse(f"{written}: 1\n", "x.yaml").entries) == [written]


def test_every_value_knows_file_line_and_column():
    node = parse("deck: heroes\ncards:\n  - id: red\n    life: 10\n", "cards/g/h.yaml")
    life = node.entries["cards"].items[0].entries["life"]
    assert (life.span.file, life.span.line, life.span.column, life.span.end_column) == ("cards/g/h.yaml", 4, 11, 13)
    assert life.span.text == "    life: 10"


def fault(text: str):
    with pytest.raises(Failed) as caught:
        parse(text, "x.yaml")
    return caught.value.diagnostics


def test_a_second_key_names_both_lines():  # pitfall 45
    (finding,) = fault("card:\n  atk: 1\n  atk: 2\n")
    assert finding.code == "D004" and finding.span.line == 3 and "line 2" in finding.message


def test_all_duplicate_keys_are_told_at_once():
    assert [f.span.line for f in fault("a: 1\na: 2\nb: 1\nb: 2\n")] == [2, 4]


def test_unquoted_braces_get_a_remedy():  # pitfall 47
    (finding,) = fault("text: {{ name }}\n")
    assert finding.code == "D010" and '"{{ name }}"' in finding.help


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [1, 2\n", "D003"),
        ("a: b: c\n", "D003"),
        ("\ta: 1\n", "D003"),
        ("a: !!python/object:os.system x\n", "D008"),
        ("a: !thing 3\n", "D008"),
        ("---\na: 1\n---\nb: 1\n", "D005"),
        ("a: *b\n", "D007"),
        ("a: &x [*x]\n", "D007"),
        ("<<: {a: 1}\n", "D009"),
        ("? [a]\n: 1\n", "D010"),
        ("a: \x07\n", "D003"),
    ],
)
def test_refused_with_a_place(text, code):
    findings = fault(text)
    assert [f.code for f in findings] == [code]
    assert findings[0].span.line >= 1


def test_depth_is_bounded():
    assert fault("[" * 500)[0].code == "D006"
    assert fault("[" * 50_000)[0].code in ("D003", "D006")


def test_an_alias_bomb_ends_early():
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9))
    assert fault(bomb)[0].code == "D006"


def test_a_byte_order_mark_and_crlf_are_read(tmp_path):  # pitfall 49
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: x\r\nqty: 2\r\n")
    assert list(load(path, "a.yaml").entries) == ["name", "qty"]


def test_other_encodings_name_the_line(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes("ok: 1\nname: Žluť\n".encode("cp1250"))
    with pytest.raises(Failed) as caught:
        load(path, "a.yaml")
    (finding,) = caught.value.diagnostics
    assert finding.code == "D002" and finding.span.line == 2


def test_a_missing_file_is_a_finding(tmp_path):
    with pytest.raises(Failed) as caught:
        load(tmp_path / "none.yaml", "none.yaml")
    assert caught.value.diagnostics[0].code == "D001"


def test_an_empty_file_is_an_empty_mapping():
    node = parse("", "x.yaml")
    assert isinstance(node, Map) and not node.entries


def test_places_inside_a_literal_block():
    node = scalar("a: |\n  . . V\n  S . .\n")
    span = node.place(1, 2)
    assert (span.line, span.column, span.text) == (3, 5, "  S . .")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_no_text_crashes_the_reader(text):
    try:
        node = parse(text, "x.yaml")
    except Failed as failed:
        assert failed.diagnostics
    else:
        assert isinstance(node, Map | Seq | Scalar)
