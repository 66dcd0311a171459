"""sheets/README.md explains everything the loader accepts, and its examples work."""

import re
import tomllib

from companion.files import SHEETS
from companion.games.dice_charmers.definition import LARGEST_FILE, LONGEST_LINE, read_definition
from companion.games.dice_charmers.definition.areas import KINDS
from companion.games.dice_charmers.definition.values import Notes, TomlTable
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS
from companion.games.dice_charmers.rules.sheet import PEOPLE

README = (SHEETS / "README.md").read_text(encoding="utf-8")
IN_CODE = set(re.findall(r"`([^`\n]+)`", README))


def accepted_keys() -> set[str]:
    notes = Notes("sun.toml")
    with TomlTable(notes, "", tomllib.loads((SHEETS / "sun.toml").read_text(encoding="utf-8"))) as root:
        read_definition(root)
    return set(notes.keys)


def test_every_key_is_explained():
    assert accepted_keys() - IN_CODE == set()


def test_every_explained_key_is_accepted():
    explained = set(re.findall(r"^\| `([a-z_.*]+)`", README, re.MULTILINE))
    assert explained - accepted_keys() - set(BONUS_KINDS) == set()


def test_every_bonus_is_explained():
    for kind in set(BONUS_KINDS) - {"fame", "money", "person"}:
        for argument in BONUS_KINDS[kind].arguments:
            assert f"{kind} {argument}".strip() in IN_CODE


def test_every_word_is_explained():
    assert {*KINDS, *PEOPLE} - IN_CODE == set()


def test_the_limits_are_named():
    assert f"at most {LARGEST_FILE // 1024} kB, a line at most {LONGEST_LINE} characters" in README


def test_the_examples_together_are_the_tiny_sheet(tiny_text):
    examples = "\n".join(re.findall(r"```toml\n(.*?)```", README, re.DOTALL))
    assert tomllib.loads(examples) == tomllib.loads(tiny_text)
