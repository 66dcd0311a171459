"""What BG Stats gets: every field of the right type, every boolean there, ids that stay the same."""

import json
import re
import uuid
from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import list_games
from companion.history import bgstats
from companion.history.record import Player, Record, make_person
from companion.i18n import use_language
from companion.rules.player_names import LONGEST, is_readable
from tests.history.records import played

BGG = {"dice-charmers": 318553, "rajas": 220877, "agra": 230085, "cards-karma": None}
PLAY = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": str,
    "durationMin": int,
    "location": str,
    "board": str,
    "comments": str,
    "game": dict,
    "players": list,
}
GAME = {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool}
PLAYER = {
    "name": str,
    "sourcePlayerId": str,
    "startPlayer": bool,
    "winner": bool,
    "rank": int,
    "score": (int, float),
    "role": str,
}


def fits(described: dict, fields: dict) -> bool:
    return described.keys() == fields.keys() and all(
        isinstance(described[name], kind) and isinstance(described[name], bool) == (kind is bool)
        for name, kind in fields.items()
    )


def read(link: str) -> dict:
    assert re.fullmatch(r"https://app\.bgstatsapp\.com/createPlay\.html\?data=[\w.~%-]+", link, re.ASCII)
    return json.loads(unquote(link.partition("=")[2]))


def check(play: dict, record: Record) -> None:
    assert fits(play, PLAY), play
    bgg = play["game"].pop("bggId", None)
    assert bgg == BGG[record.game] and not isinstance(bgg, str)
    assert fits(play["game"], GAME)
    assert all(fits(player, PLAYER) for player in play["players"]), play["players"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert len({player["sourcePlayerId"] for player in play["players"]}) == len(record.players)


EVENINGS = {
    "a tie": played(1, ("Anna", 7.5, 1), ("Boris", 7.5, 1), ("Chandra", -2, 3)),
    "a paper seat": replace(
        played(1, ("Anna", 3, 1), ("Boris", 1, 2)),
        players=(
            Player("Anna", make_person("Anna"), "paper", "red", 3, 1, True),
            Player("Great Mogul", "bot-level-4", "bot", "blue", 1, 2),
        ),
    ),
    "any script": played(1, ("Ёжик 🦔", 3, 1), ("שרה", 2, 2), ("美咲", 1, 3), ('علي "&?#%+=', 0, 4)),
    "typed totals": replace(
        played(1),
        minutes=None,
        players=(Player("A", make_person("A"), "typed", "", 1.0, 1), Player("B", make_person("B"), "typed", "", 0, 2)),
    ),
    "deleted names": played(1, ("Anna", 3, 1), ("Boris", 1, 2)).erase(make_person("Anna")).erase(make_person("Boris")),
}


@pytest.mark.parametrize("game", BGG)
@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_link_says_everything(game, evening, language):
    record = replace(EVENINGS[evening], game=game, settings={"sheet": "sun"})
    with use_language(language):
        play = read(bgstats.make_link(record))
    check(play, record)
    assert play["board"] == "Sun" and play["playDate"] == "2027-01-16 08:00:00"
    with use_language("en"):
        assert play["game"]["name"] == list_games()[game].title
    assert [player["winner"] for player in play["players"]] == [player.rank == 1 for player in record.players]
    assert [player["score"] for player in play["players"]] == [player.score for player in record.players]


@given(
    st.lists(st.text(min_size=1, max_size=LONGEST).filter(is_readable), min_size=1, max_size=4, unique_by=make_person)
)
def test_any_name_arrives(names):
    record = played(1, *((name, 1, 1) for name in names))
    play = read(bgstats.make_link(record))
    check(play, record)
    assert [player["name"] for player in play["players"]] == names


def test_ids_stay_the_same_in_every_language_and_spelling():
    record = EVENINGS["a tie"]
    other = played(1, ("ANNA", 7.5, 1), ("boris", 7.5, 1), ("Chandra", -2, 3))
    with use_language("ru"):
        later = bgstats.describe_play(other)
    first = bgstats.describe_play(record)
    assert later["sourcePlayId"] == first["sourcePlayId"]
    assert [each["sourcePlayerId"] for each in later["players"]] == [
        each["sourcePlayerId"] for each in first["players"]
    ]
    assert make_person("Anna") == "72d2c5837b78451a"


def test_nobody_has_won_alone():
    assert read(bgstats.make_link(played(1, ("Anna", 3, 1))))["players"][0]["winner"] is False


def test_a_file_holds_many_games():
    records = [
        replace(record, id=f"{i:016x}", game=game)
        for i, (record, game) in enumerate(zip(EVENINGS.values(), [*BGG, "agra"], strict=True))
    ]
    file = json.loads(bgstats.write_file(records))
    assert len(file["plays"]) == 5 and len(file["games"]) == 4
    games, people = ({each["id"]: each for each in file[kind]} for kind in ("games", "players"))
    assert {games[play["gameRefId"]].get("bggId") for play in file["plays"]} == set(BGG.values())
    for play, record in zip(file["plays"], records, strict=True):
        names = [people[score["playerRefId"]]["name"] for score in play["playerScores"]]
        assert names == [player.name or "Somebody" for player in record.players]
        for score in play["playerScores"]:
            assert isinstance(score["winner"], bool) and isinstance(score["startPlayer"], bool)
            assert float(score["score"]) in {player.score for player in record.players}
    for each in (*file["games"], *file["players"], *file["plays"]):
        assert uuid.UUID(each["uuid"])
    assert file == json.loads(bgstats.write_file(records)), "the same ids every time"
