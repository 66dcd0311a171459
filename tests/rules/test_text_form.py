"""Entries declared by a text form are written and parsed back."""

from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.messages import IllegalMove, Refusal, Unreadable
from companion.rules.text_form import OUT_OF_LIMITS, Between, OneOf, ReadBy, TextForm, Times, make_parser

COLOURS = ("red", "blue")


class Die(TextForm):
    form = "{colour} {value}"
    colour: Annotated[str, OneOf(COLOURS)]
    value: Annotated[int, Between(1, 6)]


class Pay(TextForm):
    form = "pay {amount} {what}"
    amount: Annotated[int, Between(1, 9)]
    what: Literal["money", "karma"]


class Give(TextForm):
    form = "give {die} [turned]"
    die: Die
    turned: bool = False


class Quarry(TextForm):
    form = "quarry {tile} pay {dice} [for {money}] [no-yield]"
    tile: Annotated[str, OneOf(["small hut", "small", "tower"])]
    dice: tuple[Die, ...]
    money: Annotated[int, Between(0, 5)] | None = None
    no_yield: bool = False


class Price(TextForm):
    form = "price {step}"
    step: Annotated[int, OneOf({"up": 1, "down": -1})]


class Start(TextForm):
    form = "start {values}"
    values: Annotated[tuple[Annotated[int, Between(1, 6)], ...], Times(2, 3)]


class Name(TextForm):
    form = "name {letters}"
    letters: Annotated[str, ReadBy(str.lower, "[A-Za-z]+")]


parse = make_parser((Pay, Give, Quarry, Price, Start, Name), "pay 2 money")

dice = st.builds(Die, st.sampled_from(COLOURS), st.integers(1, 6))
entries = st.one_of(
    st.builds(Pay, st.integers(1, 9), st.sampled_from(["money", "karma"])),
    st.builds(Give, dice, st.booleans()),
    st.builds(
        Quarry,
        st.sampled_from(["small hut", "small", "tower"]),
        st.lists(dice, min_size=1, max_size=3).map(tuple),
        st.none() | st.integers(0, 5),
        st.booleans(),
    ),
    st.builds(Price, st.sampled_from([1, -1])),
    st.builds(Start, st.lists(st.integers(1, 6), min_size=2, max_size=3).map(tuple)),
)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("pay 2 karma", Pay(2, "karma")),
        ("give blue 4", Give(Die("blue", 4))),
        ("give blue 4 turned", Give(Die("blue", 4), turned=True)),
        ("quarry tower pay red 1", Quarry("tower", (Die("red", 1),))),
        ("quarry small hut pay red 1 blue 6 for 3", Quarry("small hut", (Die("red", 1), Die("blue", 6)), 3)),
        ("quarry small pay red 1 no-yield", Quarry("small", (Die("red", 1),), no_yield=True)),
        ("price down", Price(-1)),
        ("start 6 1 1", Start((6, 1, 1))),
        ("name anna", Name("anna")),
    ],
)
def test_an_entry_and_its_text(text, entry):
    assert parse(text) == entry
    assert str(entry) == text


@given(entries)
def test_every_entry_parses_back(entry):
    assert parse(str(entry)) == entry


@pytest.mark.parametrize(
    ("text", "canonical"), [("  pay   02\tkarma ", "pay 2 karma"), ("name ANNA", "name anna")], ids=["spaces", "case"]
)
def test_different_spellings_have_one_text(text, canonical):
    assert str(parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("pay 10 money", 1, 9),
        ("pay x money", 1, 9),
        ("pay ٣ money", 1, 9),
        ("pay money", 1, 9),
        ("pay 1 1 money", 1, 9),
        ("give blue", 1, 6),
        ("give blue 4 over", 1, 6),
        ("give blue 7 turned", 1, 6),
        ("start 1 7", 1, 6),
        ("start 1 x", 1, 6),
        ("quarry tower pay red 1 for 6", 0, 5),
        ("quarry tower pay red 7", 1, 6),
    ],
)
def test_a_wrong_or_missing_number_is_refused_with_its_limits(text, low, high):
    with pytest.raises(IllegalMove) as caught:
        parse(text)
    assert caught.value.refusal == Refusal(OUT_OF_LIMITS, low=low, high=high)


@pytest.mark.parametrize(
    "text",
    ["", "pay", "pay 2 gold", "give", "give green 4", "quarry tower", "price 1", "start 1", "name 7"],
)
def test_other_text_is_unreadable(text):
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert caught.value.expected == "pay 2 money"
