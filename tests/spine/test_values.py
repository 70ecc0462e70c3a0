"""What a template read of the values it was given is noted so that any change of it shows."""

import pytest

from questpress.artifacts import digest
from questpress.values import GROUP, Values, look_up

TREE = {"life": 3, "name": "Bruna", "skills": ["axe"], "heroes": {"mage": {"life": 2}}}


def test_each_read_is_noted_with_what_it_gave():
    seen: dict = {}
    card = Values(TREE, seen, "card")
    assert (card.life, card["name"], card.heroes.mage.life) == (3, "Bruna", 2)
    assert seen == {"card.life": 3, "card.name": "Bruna", "card.heroes": GROUP, "card.heroes.mage": GROUP} | {
        "card.heroes.mage.life": 2
    }
    assert all(look_up({"card": TREE}, key) == value for key, value in seen.items())


@pytest.mark.parametrize(
    "later",
    [
        {"name": "Bruna"},  # the group is gone
        {"heroes": 3},  # it is a value
        {"heroes": {"rogue": {"life": 2}}},  # another name in it
    ],
)
def test_a_group_that_was_asked_for_and_is_another_shows(later: dict):
    seen: dict = {}
    assert "mage" in Values(TREE, seen, "card").heroes
    assert any(look_up({"card": later}, key) != value for key, value in seen.items())


def test_the_order_of_names_counts_where_it_was_gone_through():
    seen: dict = {}
    assert list(Values({"sea": 1, "sand": 2}, seen, "palette")) == ["sea", "sand"]
    assert look_up({"palette": {"sand": 2, "sea": 1}}, "palette.*") != seen["palette.*"]


def test_a_name_that_was_missing_shows_when_it_comes():
    seen: dict = {}
    with pytest.raises(AttributeError):
        _ = Values(TREE, seen, "card").mana
    later = {**TREE, "mana": 1}
    assert any(look_up({"card": later}, key) != value for key, value in seen.items())


def test_a_group_is_no_text():
    with pytest.raises(TypeError, match=r"card\.heroes"):
        str(Values(TREE, {}, "card").heroes)


def test_a_text_has_another_digest_than_the_number_it_looks_like():
    values = [5, "5", True, "true", None, "null", "", [], "[]", 5.5, "5.5"]
    assert len({digest(value) for value in values}) == len(values)
