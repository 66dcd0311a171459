"""The code of a printed sheet says what it is; codes printed earlier stay readable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_charmers.drawing.printed_code import PrintedCode, read_code
from companion.i18n import LANGUAGES
from companion.render.palette import INKS

NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True)  # as sheet files may be called
LAST = 36**6 - 1  # serial number

CODES = {
    "RWC:SUN:1:RU": PrintedCode("sun", 1, "ru"),
    "RWC:MOON:2:EN:F:00000A": PrintedCode("moon", 2, "en", "full", 10),
    "RWC:MY-PAD-2:17:EN:S:ZZZZZZ": PrintedCode("my-pad-2", 17, "en", "saver", LAST),
}


@pytest.mark.parametrize(("text", "said"), CODES.items())
def test_both_forms_of_the_code_are_read_and_written(text, said):
    assert read_code(text) == said
    assert str(said) == text


@given(
    st.builds(
        PrintedCode,
        NAMES,
        st.integers(1, 9999),
        st.sampled_from([*LANGUAGES]),
        st.sampled_from(INKS),
        st.integers(0, LAST),
    )
)
def test_every_code_reads_back(code):
    assert read_code(str(code)) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://table.example/t/qwerty",
        "RWC:SUN:1",
        "RWC:SUN:0:EN",
        "RWC:SUN:1:EN:F",
        "RWC:SUN:1:EN:G:00000A",
        "RWC:SUN:1:EN:F:0000A",
        "RWC:../SUN:1:EN",
        "rwc:sun:1:en",
        "RWC:SUN:1:EN\n",
        "RWC:SUN:٣:EN",
    ],
    ids=repr,
)
def test_other_codes_are_not_ours(text):
    assert read_code(text) is None
