"""Artifacts are right as long as their sources are, and a damaged store only costs time."""

import pytest

from questpress.artifacts import Store, digest, write_atomically


def test_an_artifact_knows_which_source_changed(tmp_path):
    store = Store(tmp_path)
    store.remember("face", {"file:a": "1", "card.life": "2"}, ["x"])
    store.save()
    artifact = Store(tmp_path).recall("face")
    assert artifact.result == ["x"]
    today = {"file:a": "1", "card.life": "3"}
    assert artifact.changed(lambda name: today[name]) == ["card.life"]


def test_blobs_come_back_whole_or_not_at_all(tmp_path):
    store = Store(tmp_path)
    name = store.put(b"art" * 100)
    assert store.get(name) == b"art" * 100
    path = next((tmp_path / "blobs").glob("??/*"))
    path.write_bytes(path.read_bytes()[:-3])
    assert store.get(name) is None
    assert store.get("0" * 64) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"form": 99}', b"\xff\xfe"])
def test_a_damaged_index_is_forgotten(tmp_path, content):
    (tmp_path / "artifacts.json").write_bytes(content)
    assert Store(tmp_path).recall("face") is None


def test_unused_blobs_are_swept(tmp_path):
    store = Store(tmp_path)
    kept, lost = store.put(b"kept"), store.put(b"lost")
    store.remember("face", {}, kept)
    store.save()
    assert store.get(kept) == b"kept" and store.get(lost) is None


def test_digests_do_not_depend_on_the_order_of_keys():
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1}) != digest({"a": 1, "b": [3]})


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "board.pdf"
    write_atomically(path, b"old")

    def broken(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old" and [p.name for p in tmp_path.iterdir()] == ["board.pdf"]
