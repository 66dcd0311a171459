"""Names as people see them."""

import pytest

from companion.rules.player_names import is_readable, is_taken, make_skeleton, tidy


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Zoë",
        "Жюль Верн",
        "Nguyễn",
        "מֹשֶׁה",
        "محمد",
        "می‌خواهم",
        "क्षितिज",
        "น้ำผึ้ง",
        "李",
        "👩‍🌾",
        "❤️",
        "🏳️‍🌈 Lee",
        "7",
        "&",
        "…",
    ],
)
def test_names_of_all_languages_are_readable(name):
    assert is_readable(tidy(name))


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200d",
        "\u3164",
        "\u115f\u1160",
        "\u2800",
        "\ufe0f",
        "\u0301",
        "An\u200bna",
        "Anna\u00ad",
        "\ufeffAnna",
        "Anna\u2060",
        "\u202eannA",
        "\u2066Anna\u2069",
        "Anna\u200e",
        "An\u034fna",
        "Anna\U000e0041",
        "Anna\U000e0100",
        "Anna\n",
        "An\u2028na",
        "Anna\x1b[31m",
        "Anna\x00",
        "An\ud800na",
        "e" + "\u0301" * 5,
        "A" + "\u0489" * 4 + "nna",
    ],
    ids=ascii,
)
def test_names_with_something_invisible_are_not(name):
    assert not is_readable(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anna "),
        ("Anna", "An\u200dna"),
        ("Anna", "Anna\ufe0f"),
        ("Anna", "An\u200bna"),
        ("Anna", "Аnna"),
        ("Anna", "Аппа".replace("п", "n")),
        ("Tom", "Том"),
        ("Zoë", "Zoe\u0308"),
        ("Anna", "Ａｎｎａ"),
        ("Anna B", "Anna\u00a0B"),
        ("Eva", "Ενa".replace("ν", "v")),
    ],
    ids=ascii,
)
def test_names_that_look_the_same_have_one_skeleton(one, other):
    assert make_skeleton(one) == make_skeleton(other)
    assert is_taken(other, [one])


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("Zoe", "Zoë"), ("Anna", "Анна"), ("Anna B", "AnnaB")])
def test_names_that_look_different_are_different(one, other):
    assert not is_taken(one, [other])


def test_capital_letters_do_not_make_a_name_another_one():
    assert is_taken("ВЕРА", ["вера"]) and is_taken("anna", ["Anna"])
    assert make_skeleton("anna") != make_skeleton("Anna")
