"""Names of players: which of them people can read, and which look the same."""

import unicodedata

LONGEST = 24  # letters of a name at a table
MOST_MARKS = 3  # accents and vowel signs on one letter; no language needs more

# These join letters or choose how one is drawn: allowed, but not seen.
JOINERS = {"\u200c", "\u200d", "\ufe0e", "\ufe0f"}
CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # categories: controls, directions, half letters, line breaks
BLANKS = {
    chr(code)
    for codes in (
        (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0),
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE0E),
        range(0xFFF0, 0xFFF9),
        range(0xE0000, 0xE1000),
    )
    for code in codes
}

# Letters of other alphabets and the Latin ones that they look like, in upper or lower case.
LOOK_ALIKES = dict(
    zip("авекмнорстухѕіјԁԛԝ" + "αβεζηικμνορτυχ" + "ıɡ", "abekmhopctyxsijdqw" + "abezhikmnoptyx" + "ig", strict=True)
)
LATIN = str.maketrans(LOOK_ALIKES | {letter.upper(): latin.upper() for letter, latin in LOOK_ALIKES.items()})


def tidy(name: str) -> str:
    """Join the words of a name with single spaces, and letters with their accents."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_readable(name: str) -> bool:
    """Check whether every part of a name can be seen: no control or blank characters, no stacks of accents."""
    marks, visible = 0, False
    for letter in unicodedata.normalize("NFC", name):
        if letter in JOINERS:
            continue
        category = unicodedata.category(letter)
        if category in CONTROLS or letter in BLANKS:
            return False
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return False
        visible = visible or category[0] not in "MZ"
    return visible


def make_skeleton(name: str) -> str:
    """Reduce a name to what people see of it: two names with one skeleton look the same."""
    seen = "".join(letter for letter in tidy(name) if letter not in JOINERS and letter not in BLANKS)
    plain = unicodedata.normalize("NFKC", seen).translate(LATIN)
    return tidy("".join(letter for letter in plain if unicodedata.category(letter) not in CONTROLS))


def make_showable(text: str) -> str:
    """Replace control characters with question marks, so that a name cannot manipulate a terminal."""
    return "".join(
        "?" if letter not in JOINERS and unicodedata.category(letter) in CONTROLS else letter for letter in text
    )


def is_taken(name: str, others: list[str]) -> bool:
    """Check whether a name looks like one of the others, in capital or small letters."""
    return make_skeleton(name).casefold() in {make_skeleton(other).casefold() for other in others}
