"""Commands print messages in the language that is set, even if a setting is wrong."""

import re

import pytest

WRONG = {
    "an unknown sheet": (("print", "venus", "-o", "p.pdf"), {}),
    "too many pages": (("print", "sun", "--pages", "999", "-o", "p.pdf"), {}),
    "no place to print to": (("print", "sun", "-o", "no/p.pdf"), {}),
    "no sheet file": (("check-sheet", "no.toml"), {}),
    "an unknown strategy": (("simulate", "sun", "--strategy", "luck"), {}),
    "a strategy too many": (("simulate", "sun", "--players", "3", "--strategy", "greedy,random"), {}),
    "a sheet to simulate": (("simulate", "venus"), {}),
    "a sheet of a transcript": (("replay", "-"), {"stdin": "sheet: venus\nplayers: red blue\n"}),
    "nothing to back up": (("backup", "copy.db"), {}),
    "another database": (("cleanup", "--days", "1"), {"database_url": "mysql://host/name"}),
    "a database URL": (("cleanup", "--days", "1"), {"database_url": "nonsense"}),
    "a port": (("cleanup", "--days", "1"), {"port": "99999"}),
    "a port that is not a number": (("cleanup", "--days", "1"), {"port": "many"}),
    "a log": (("cleanup", "--days", "1"), {"log": "loud"}),
    "an address": (("links", "CCCCCC"), {"public_url": "ftp://here"}),
    "a data folder": (("links", "CCCCCC"), {"data_dir": "/dev/null/x"}),
}


@pytest.mark.parametrize(("arguments", "more"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_the_language_that_is_set(monkeypatch, refused, arguments, more):
    monkeypatch.setattr("companion.render.pad.render_pdf", lambda *_: b"")
    monkeypatch.setattr("companion.render.pad.repeat_pages", lambda *_, **__: b"")
    english, russian = refused(*arguments, **more), refused(*arguments, lang="ru", **more)
    assert not re.search("[а-я]", english)
    assert re.search("[а-я]{3}", russian) and not re.search("expected|cannot|must", russian)


def test_a_file_of_settings_that_cannot_be_read_is_named_in_the_language_of_the_environment(refused, tmp_path):
    (tmp_path / "companion.toml").write_text("port = ")
    assert refused("cleanup", "--days", "1", lang="ru").startswith("Не удаётся прочитать ")


def test_the_language_may_stand_in_the_file(refused, monkeypatch, tmp_path):
    (tmp_path / "companion.toml").write_text('lang = "ru"\nport = 99999')
    assert refused("cleanup", "--days", "1", lang="").startswith("COMPANION_PORT: нужно число")


def test_an_unknown_language_is_named_in_english(refused):
    assert refused("cleanup", "--days", "1", lang="tlh") == "COMPANION_LANG must be one of en, ru, not 'tlh'."
