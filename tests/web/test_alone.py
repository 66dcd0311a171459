"""Play alone: one page to choose an opponent, a game without opponents, its result, and the same dice again."""

import random
import re

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.texts.ending import RANKS, SoloResult, find_thresholds
from companion.tables import exports, permissions
from tests.conftest import play_bots_at_once, served
from tests.web.test_bots import press


@pytest.fixture
def app(pages, settings):
    with served(pages, settings) as app:
        play_bots_at_once(app)
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def tables(app):
    return app.extensions["companion"].tables


def begin(client, **chosen):
    answer = press(client, "/alone", client.get("/alone").text, game="dice-charmers", **chosen)
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


def start_alone(tables, **settings):
    game = tables.games["dice-charmers"]
    chosen = {"sheet": "sun", "dice": "virtual", "hints": "on"} | dict(game.solo_settings) | settings
    table, token = tables.create_alone(game.name, chosen, "Mira")
    return table.code, [token]


def play_on(tables, code, tokens, seed=1):
    """Play like a simple bot to the end; return the table."""
    chance = random.Random(seed)
    while (table := tables.get(code)).phase == "playing":
        if table.settings["dice"] == "real":
            move = str(chance.choice(permissions.list_moves(table, tokens)).move)
        else:
            move = table.game.choose_bot_move(table.position, "red", chance)
        tables.submit(code, tokens, move, table.version)
    return table


def play_bot_to_the_end(tables, code, seed=1):
    chance = random.Random(seed)
    while (table := tables.get(code)).phase == "playing":
        tables.play_bot(code, "red", table.game.choose_bot_move(table.position, "red", chance), table.version)


def rolls(tables, code):
    return [
        event.body.get("faces") or event.body["die"]
        for event in tables.log.read(code)
        if event.kind in ("rolled", "drawn")
    ]


@pytest.mark.parametrize(
    ("opponent", "seats"),
    [
        ("solo", ["Mira"]),
        ("level-1", ["Mira", "Portuguese"]),
        ("level-4", ["Mira", "Great Mogul"]),
    ],
)
def test_one_form_begins_the_game_at_once(client, tables, opponent, seats):
    table = tables.get(begin(client, opponent=opponent, name="Mira", sheet="moon"))
    assert [seat.name for seat in table.seats] == seats
    assert (table.phase, table.settings["sheet"]) == ("playing", "moon")
    assert table.game.is_solo(table.settings) is (opponent == "solo")


@pytest.mark.parametrize("wrong", [{"opponent": "level-9"}, {"sheet": "mars"}, {"name": "x" * 30}], ids=str)
def test_what_cannot_be_chosen_is_refused(client, wrong):
    assert press(client, "/alone", client.get("/alone").text, game="dice-charmers", **wrong).status_code == 422


@pytest.mark.parametrize(("lang", "words"), [("en", "Play alone"), ("ru", "Играть в одиночку")])
def test_the_start_page_leads_to_it(client, lang, words):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    assert re.search(rf'href="/alone".*{words}', client.get("/").text)
    assert words in client.get("/alone").text


@pytest.mark.parametrize("dice", ["virtual", "real"])
def test_a_game_alone_comes_to_a_result_that_can_be_verified(tables, dice):
    code, tokens = start_alone(tables, dice=dice)
    table = play_on(tables, code, tokens)
    (player,) = table.result["players"]
    assert (player["name"], player["rank"], table.result["winners"], table.result["tiebreak"]) == (
        "Mira",
        1,
        ["Mira"],
        None,
    )
    assert sum(player["breakdown"].values()) == player["score"]
    seen = table.game.make_view(table.position)
    assert seen["solo"]["rounds"] == seen["round"]
    log = exports.export_log(table, tables.log)
    rolled = sum(event["kind"] == "rolled" for event in log["events"])
    assert exports.verify(exports.read_export(log), tables.games) == rolled
    assert (rolled > 0) is (dice == "virtual")
    assert exports.unpack(exports.pack(code, tables.log), tables.games)[0] == table
    drawn = next(event for event in log["events"] if event["kind"] == "drawn")
    drawn["die"] = "blue-1" if drawn["die"] != "blue-1" else "blue-2"
    with pytest.raises((exports.WrongRoll, exports.WrongEntry)):
        exports.verify(exports.read_export(log), tables.games)


def play_again(client, code, **same):
    return press(client, f"/t/{code}/again", client.get(f"/t/{code}").text, **same)


def test_the_same_dice_fall_again_whatever_is_entered(client, tables):
    code = begin(client)
    play_bot_to_the_end(tables, code)
    again, other = (play_again(client, code, **same).location.rpartition("/")[2] for same in ({"same": "1"}, {}))
    assert (tables.get(again).settings["again"], tables.get(again).commitment) == (code, tables.get(code).commitment)
    assert "again" not in tables.get(other).settings and tables.get(other).commitment != tables.get(again).commitment
    for fresh in (again, other):
        play_bot_to_the_end(tables, fresh, seed=2)
    whole = [faces for faces in rolls(tables, code) if len(faces) != 2]
    both = min(len(whole), 12)
    assert [faces for faces in rolls(tables, again) if len(faces) != 2][:both] == whole[:both]
    assert [faces for faces in rolls(tables, other) if len(faces) != 2][:both] != whole[:both]


def test_again_is_for_the_player_and_after_the_end(app, client, tables):
    code = begin(client)
    assert play_again(client, code).status_code == 422
    play_bot_to_the_end(tables, code)
    assert play_again(app.test_client(), code).status_code == 403


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_page_after_the_end_has_the_result_and_leads_on(client, tables, lang):
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    code = begin(client)
    table = tables.get(code)
    chance = random.Random(3)
    page = client.get(f"/t/{code}").text
    while (table := tables.get(code)).phase == "playing":
        move = table.game.choose_bot_move(table.position, "red", chance)
        press(client, f"/t/{code}/moves", page, move=move, version=str(table.version), seat="red")
    page = client.get(f"/t/{code}").text
    rounds = table.position.state.round
    assert f'data-rounds="{rounds}"' in page and "data-counts" in page
    assert client.get(f"/t/{code}/result.png").status_code == 200
    assert client.get(f"/t/{code}/tv").status_code == 200
    again = press(client, f"/t/{code}/again", page, same="1")
    assert again.status_code == 303
    assert tables.get(again.location.rpartition("/")[2]).settings["again"] == code
    assert 'data-acting="red"' in client.get(again.location).text


THRESHOLDS = (16, 14, 12, 10)


@pytest.mark.parametrize(
    ("rounds", "rank"), [(20, 1), (17, 1), (16, 2), (15, 2), (14, 3), (13, 3), (12, 4), (11, 4), (10, 5), (8, 5)]
)
def test_fewer_rounds_give_a_higher_rank(rounds, rank):
    result = SoloResult(rounds, 2.5, has_met=True, thresholds=THRESHOLDS)
    assert (result.rank, result.title) == (rank, RANKS[rank - 1])
    assert result.ranks[0] == ("Maharaja", 10) and result.ranks[-1] == ("Guest of the palace", None)


def test_lines_that_never_met_and_sheets_without_figures_have_no_rank():
    assert SoloResult(9, -3, has_met=False, thresholds=THRESHOLDS).rank == 0
    assert SoloResult(9, 3, has_met=True, thresholds=()).rank == 0


@pytest.mark.parametrize("name", ["sun", "moon"])
def test_our_own_sheets_have_five_ranks_each_harder_than_the_one_before(name):
    thresholds = find_thresholds(load_sheet(name).sheet)
    assert len(thresholds) == len(RANKS) - 1
    assert sorted(set(thresholds), reverse=True) == list(thresholds)
