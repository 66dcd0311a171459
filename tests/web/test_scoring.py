"""Score a finished game: the page, the JSON and the link refuse and explain the same things."""

import contextlib
import json
import re
import subprocess
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from html import unescape
from io import BytesIO
from random import Random
from urllib.parse import urlencode

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.app import create_app
from companion.games.agra.rules.scoring import GOODS, GUILDS, KNOWN_GUILDS, NOTABLES
from companion.games.agra.scoring import AgraForm
from companion.games.game import list_games
from companion.games.scoring import format_points
from companion.i18n import use_language
from companion.rules.player_names import is_readable, make_skeleton
from companion.web import sharing
from companion.web.sharing import LINK_HEAD, LONGEST_LINK, VERSION, BrokenLink, list_vocabularies, pack, unpack
from tests.testgame import games

LEAST = {
    "dice-charmers": {"fame": 21, "money": 40, "karma_circled": 1, "karma_used": 0},
    "rajas": {"fame": 30, "money": 65},
    "cards-karma": {"turned": 6, "fame": 0, "coins": 0, "karma": 0},
    "agra": {"rupees": 36},
}
RULEBOOK = {
    "dice-charmers": {
        "players": [
            {"name": "Rajesh", "fame": 21, "money": 40, "karma_circled": 1, "karma_used": 0},
            {"name": "Leila", "fame": 16, "money": 51, "karma_circled": 1, "karma_used": 0},
        ]
    },
    "rajas": {
        "players": [{"name": "Anna", "fame": 30, "money": 65}, {"name": "Boris", "fame": 37, "money": 52}],
        "met_order": ["Boris", "Anna"],
    },
    "cards-karma": {
        "players": [
            {"name": "Anna", "turned": 6, "fame": 1, "coins": 2, "karma": 0},
            {"name": "Boris", "turned": 6, "fame": 0, "coins": 3, "karma": 2},
        ]
    },
    "agra": {
        "players": [
            {
                "name": "Anna",
                "rupees": 36,
                "notables": [{"name": "subadar", "guild": "merchants"}, {"name": "grand-imam"}, {"name": "mullah"}],
                "influence": {"artisans": 4, "merchants": 0, "scholars": 7},
                "orders": {"artisans": 2, "scholars": 2},
                "cover_tiles": 5,
                "akbar": 5,
            },
            {"name": "Boris", "rupees": 40, "influence": {"artisans": 5, "scholars": 2}},
        ]
    },
}
OUTCOMES = {
    "dice-charmers": (["Leila"], [2, 2.5]),
    "rajas": (["Boris"], [2, 2]),
    "cards-karma": (["Anna"], [6, 6]),
    "agra": (["Anna"], [66, 40]),
}
GAMES = list(RULEBOOK)


def score(game, totals):
    return list_games()[game].scoring.score(totals)


def typed(game, totals):
    """Return the totals as a browser sends the form."""
    form = list_games()[game].scoring.form.from_totals(totals)
    return {control.name: control.data for control in leaves(form) if control.data not in (None, False, "")}


def leaves(form):
    for field in form:
        if hasattr(field, "entries"):
            yield from leaves(field)
        elif hasattr(field, "form"):
            yield from leaves(field.form)
        else:
            yield field


@pytest.fixture
def app(app):
    app.config["WTF_CSRF_ENABLED"] = False  # test_security.py holds it
    return app


@pytest.fixture
def send(app, client):
    def send(game, totals, **changed):
        with app.test_request_context():
            fields = typed(game, totals) | changed
        return client.post(f"/score/{game}", data=urlencode(fields), content_type="application/x-www-form-urlencoded")

    return send


def text(answer):
    """Return the visible text of the page."""
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(answer.text)).split())


def beside(answer, field):
    """Return the message of a field."""
    found = re.search(rf'id="{re.escape(field)}-problem">([^<]+)<', answer.text)
    return unescape(found[1]) if found else None


class TestTheRulebooksExamples:
    @pytest.mark.parametrize("game", GAMES)
    def test_by_json(self, client, game):
        answer = client.post(f"/api/score/{game}", json=RULEBOOK[game])
        assert answer.status_code == 200
        assert (answer.json["winners"], [player["score"] for player in answer.json["players"]]) == OUTCOMES[game]
        assert answer.json == score(game, RULEBOOK[game])

    @pytest.mark.parametrize("game", GAMES)
    def test_on_the_page(self, client, send, game):
        answer = send(game, RULEBOOK[game])
        assert answer.status_code == 303
        shown = text(client.get(answer.location))
        winners, scores = OUTCOMES[game]
        assert f"{winners[0]} wins" in shown
        assert all(f" {score} " in shown for score in scores)

    def test_what_each_part_of_agra_contributed_is_said(self, client, send):
        shown = text(client.get(send("agra", RULEBOOK["agra"]).location))
        for part in (
            "Subadar 1 for each of 4 orders. 4",
            "Grand Imam Scholars: 1 for each order (2) and each notable (2, this one included). 4",
            "Influence: Artisans Second place: 1 per order (2 orders). 2",
            "Influence: Scholars Alone on top: 2 per order (2 orders). 4",
            "Cover tiles removed 1 rupee each. 5",
            "Goods at Akbar 5 goods: 1, 3, 5 for the first three, then 3 more for each. 11",
        ):
            assert part in shown

    def test_rajas_asks_whose_markers_met_first_before_a_victory_is_shared(self, client, send):
        tied = {"players": RULEBOOK["rajas"]["players"]}
        asked = send("rajas", tied)
        assert asked.status_code == 422
        assert "Anna and Boris are tied: whose markers met first?" in text(asked)
        assert 'id="met-first" open' in asked.text and 'id="forgotten"' in asked.text
        shared = send("rajas", tied, forgotten="y")
        assert "Anna and Boris share the victory" in text(client.get(shared.location))
        apart = {"players": [{"name": "Anna", "fame": 3, "money": 4}, {"name": "Boris", "fame": 3, "money": 4}]}
        assert send("rajas", apart).status_code == 303, "nobody has met"

    @pytest.mark.parametrize(
        ("game", "sentence"),
        [
            ("rajas", "Boris and Anna are tied on points; decided by whose markers met first."),
            (
                "cards-karma",
                "Anna and Boris are tied on points; decided by more fame and coins left, fame counting double (4 : 3).",
            ),
        ],
    )
    def test_a_tie_is_put_in_words(self, client, send, game, sentence):
        assert sentence in text(client.get(send(game, RULEBOOK[game]).location))


FROM_TO = "This must be a number from {} to {}."
LIMITS = [
    pytest.param("rajas", "fame", "-1", FROM_TO.format(0, 60), id="negative fame"),
    pytest.param("rajas", "fame", "61", FROM_TO.format(0, 60), id="61 fame"),
    pytest.param("rajas", "money", "121", FROM_TO.format(0, 120), id="121 money"),
    pytest.param("rajas", "money", "twelve", "This must be a whole number.", id="no number"),
    pytest.param("rajas", "money", "2.5", "This must be a whole number.", id="half a coin"),
    pytest.param("rajas", "money", "999999999999999999999", "This must be a whole number.", id="far too many digits"),
    pytest.param("rajas", "fame", "", "This is missing.", id="no fame"),
    pytest.param("rajas", "name", "", "Every player needs a name.", id="no name"),
    pytest.param("rajas", "name", " Anna ", "Two players have this name. Give every player a different name.", id="one name twice"),
    pytest.param("rajas", "name", "x" * 41, "A name can have at most 40 characters.", id="an endless name"),
    pytest.param("rajas", "name", "a\u2028b", "A name cannot contain invisible characters or stacks of accents.", id="a line break in a name"),
    pytest.param("dice-charmers", "fame", "40", FROM_TO.format(0, 39), id="40 fame on the sheet"),
    pytest.param("dice-charmers", "money", "79", FROM_TO.format(0, 78), id="79 money on the sheet"),
    pytest.param("dice-charmers", "karma_circled", "6", FROM_TO.format(0, 5), id="six karma"),
    pytest.param("dice-charmers", "karma_used", "2", "More karma is crossed out (2) than was circled (1).", id="more used than circled"),
    pytest.param("cards-karma", "turned", "7", FROM_TO.format(0, 6), id="7 turned cards"),
    pytest.param("cards-karma", "fame", "11", FROM_TO.format(0, 10), id="11 fame tokens"),
    pytest.param("cards-karma", "coins", "21", FROM_TO.format(0, 20), id="21 coins"),
    pytest.param("cards-karma", "karma", "3", FROM_TO.format(0, 2), id="3 karma"),
    pytest.param("agra", "cover_tiles", "9", FROM_TO.format(0, 8), id="9 cover tiles"),
    pytest.param("agra", "akbar", "13", FROM_TO.format(0, 12), id="13 goods at Akbar"),
    pytest.param("agra", "rupees", "1000", FROM_TO.format(0, 999), id="1000 rupees"),
    pytest.param("agra", "orders-scholars", "7", FROM_TO.format(0, 6), id="7 orders of a guild"),
    pytest.param("agra", "goods-oil", "23", FROM_TO.format(0, 22), id="more goods than markers"),
    pytest.param("agra", "favour", "-2", FROM_TO.format(0, 22), id="negative favour"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "field", "value", "sentence"), LIMITS)
def test_nonsense_is_refused_beside_its_field_and_stays_there(send, game, field, value, sentence):
    totals = {"players": [{"name": name, **LEAST[game]} for name in ("Anna", "Boris")]}
    answer = send(game, totals, **{f"players-1-{field}": value})
    assert answer.status_code == 422
    assert beside(answer, f"players-1-{field}") == sentence
    assert f'name="players-1-{field}" value="{value.strip()}"' in unescape(answer.text)
    assert 'name="players-0-name" value="Anna"' in answer.text


@pytest.mark.parametrize(
    ("players", "field", "sentence"),
    [
        pytest.param(
            [{"akbar": 7}, {"akbar": 6}], "akbar", "Akbar has room for only 12 goods from all players together.",
            id="more goods at Akbar than 12 altogether",
        ),
        pytest.param(
            [{"orders": {"artisans": 4}}, {"orders": {"artisans": 3}}], "orders-artisans",
            "This guild has only 6 orders for all players together.", id="more orders than a guild has",
        ),
    ],
)  # fmt: skip
def test_what_the_players_share_is_counted_together(send, players, field, sentence):
    totals = {"players": [{"name": n, "rupees": 1, **p} for n, p in zip(("Anna", "Boris"), players, strict=True)]}
    answer = send("agra", totals)
    assert answer.status_code == 422
    assert beside(answer, f"players-1-{field}") == sentence


def test_there_are_three_price_tokens(send):
    totals = {"players": [{"name": "Anna", "rupees": 1}, {"name": "Boris", "rupees": 1}]}
    four = {f"price_tokens-{good}": "+1" for good in GOODS[:4]}
    assert beside(send("agra", totals, **four), "price_tokens") == "There are only 3 price tokens."


@pytest.mark.parametrize(
    ("order", "field", "sentence"),
    [
        pytest.param(["0", "0"], "met_order-1", "This player is named twice.", id="twice"),
        pytest.param(["1"], "met_order-0", "This player’s markers have not met.", id="not met"),
        pytest.param(["3"], "met_order-0", "No player has this name.", id="nobody"),
    ],
)
def test_the_order_of_meetings_must_fit_the_players(send, order, field, sentence):
    totals = {"players": [{"name": "Anna", "fame": 40, "money": 50}, {"name": "Boris", "fame": 1, "money": 1}]}
    named = {f"met_order-{position}": who for position, who in enumerate(order)}
    assert beside(send("rajas", totals, **named), field) == sentence


def test_all_that_is_wrong_is_said_at_once(client):
    answer = client.post("/score/rajas", data={"players-0-fame": "99", "players-1-name": "Boris"})
    said = {field: beside(answer, f"players-{field}") for field in ("0-name", "0-fame", "0-money", "1-fame")}
    assert said == {
        "0-name": "Every player needs a name.",
        "0-fame": FROM_TO.format(0, 60),
        "0-money": "This is missing.",
        "1-fame": "This is missing.",
    }


def test_blocks_left_empty_are_no_players(client, send):
    answer = send("cards-karma", RULEBOOK["cards-karma"], **{"players-3-name": "", "players-3-coins": "0"})
    assert text(client.get(answer.location)).count("Scoring cards turned over") == 2


def test_a_number_without_a_name_is_asked_about(send):
    answer = send("rajas", RULEBOOK["rajas"], **{"players-2-name": "", "players-3-fame": "12"})
    assert beside(answer, "players-3-name") == "Every player needs a name."


class TestKnownNames:
    """The players of the last game are filled in; others are offered."""

    def names(self, client, game="agra"):
        page = client.get(f"/score/{game}").text
        filled = re.findall(r'name="players-\d-name" value="([^"]+)"', page)
        return filled, json.loads(unescape(re.search(r'data-known="([^"]*)"', page)[1]))

    def test_from_the_last_game_scored(self, client, send):
        assert self.names(client) == ([], [])
        send("rajas", RULEBOOK["rajas"])
        assert self.names(client) == (["Anna", "Boris"], ["Anna", "Boris"])

    def test_from_the_history_of_this_device(self, app, client, send):
        for game, others in (("agra", ("Zoë & Co", "Anna")), ("rajas", ("Anna", "Chandra"))):
            totals = {"players": [{"name": name, **LEAST[game]} for name in others]}
            kept = client.post("/history/scored", data={"game": game, "link": pack(totals)})
            assert kept.status_code == 303
        filled, known = self.names(client, "rajas")
        assert filled == ["Anna", "Chandra"]
        assert known[0] == "Anna" and sorted(known) == ["Anna", "Chandra", "Zoë & Co"]
        send("rajas", RULEBOOK["rajas"])
        assert self.names(client, "rajas")[0] == ["Anna", "Boris"]
        assert self.names(app.test_client()) == ([], []), "nobody else's device"


class TestAgraAsks:
    def totals(self, **anna):
        return {"players": [{"name": "Anna", "rupees": 1, **anna}, {"name": "Boris", "rupees": 2}]}

    @pytest.mark.parametrize(
        ("anna", "places", "question"),
        [
            ({"orders": {"artisans": 2}}, {}, "Anna has orders of the Artisans, but no influence."),
            ({"orders": {"artisans": 2}, "influence": {"scholars": 3}}, {}, "Anna has orders of the Artisans, but no influence."),
            ({}, {"players-1-influence-scholars": "2"}, "Scholars: nobody is first."),
        ],
        ids=["no influence", "influence elsewhere", "a second without a first"],
    )  # fmt: skip
    def test_about_what_looks_odd(self, send, anna, places, question):
        asked = send("agra", self.totals(**anna), **places)
        assert asked.status_code == 422 and "Is this right?" in text(asked) and question in text(asked)
        assert send("agra", self.totals(**anna), **places, as_it_is="y").status_code == 303

    def test_nothing_else(self, send):
        assert send("agra", self.totals(orders={"artisans": 2}, influence={"artisans": 1})).status_code == 303
        assert send("agra", self.totals(orders={"artisans": 0})).status_code == 303

    def test_players_with_the_same_place_are_tied(self, client, send):
        totals = self.totals(orders={"artisans": 2}, influence={"artisans": 7})
        totals["players"][1] |= {"orders": {"artisans": 1}, "influence": {"artisans": 7}}
        shown = text(client.get(send("agra", totals).location))
        assert "Tied on top: 1 per order (2 orders). 2" in shown and "Tied on top: 1 per order (1 order). 1" in shown

    def test_known_guilds_are_offered_but_do_not_replace_what_was_seen(self, app):
        with app.test_request_context():
            form = AgraForm.from_totals(self.totals(notables=[{"name": "sufi", "guild": "scholars"}]))
            form.offer_guilds({"sufi": "artisans", "cook": "merchants"})
            chosen = {field.short_name: field.form.guild.data for field in form.notables.form if field.form.guild.data}
        assert chosen == {"sufi": "scholars", "cook": "merchants", "court-artist": "artisans", "dewan": "merchants"}


@pytest.mark.parametrize("cookie", ["", "x", "[1,2]", "{}", "%5B%22" + "a" * 3500, "[" * 2000, "%5B%22%5Cud800%22%5D"])
def test_a_strange_cookie_of_names_harms_nobody(client, cookie):
    client.set_cookie("score_names", cookie)
    assert client.get("/score/rajas").status_code == 200


class TestJson:
    @pytest.mark.parametrize(
        ("game", "body", "status", "code", "field"),
        [
            ("chess", {"players": []}, 404, "not-found", None),
            ("rajas", [], 400, "not-json", None),
            (
                "agra",
                {"players": [{"name": n, "notables": [{"name": "nobody"}]} for n in "AB"]},
                422,
                "invalid-field",
                "players[0].notables[0].name",
            ),
            ("rajas", {}, 422, "invalid-field", "players"),
            ("rajas", {"players": [{"name": "A", "fame": 1, "money": 121}, {"name": "B", "fame": 1, "money": 1}]}, 422, "invalid-field", "players[0].money"),
            ("agra", {"players": [{"name": "A", "rupees": 1}, {"name": "A", "rupees": 1}]}, 422, "invalid-field", "players[1].name"),
            ("cards-karma", {"players": [], "luck": 1}, 422, "invalid-field", "players"),
        ],
    )  # fmt: skip
    def test_errors_have_the_one_shape(self, client, game, body, status, code, field):
        answer = client.post(f"/api/score/{game}", json=body)
        error = answer.json["error"]
        assert (answer.status_code, error["code"], error.get("field")) == (status, code, field)
        assert error["message"]

    @pytest.mark.parametrize("text", ["[" * 60_000, '{"players":' * 5000, '{"players": [' + "9" * 5000 + "]}", "{"])
    def test_text_that_is_not_json_is_named(self, client, text):
        answer = client.post("/api/score/rajas", data=text, content_type="application/json")
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-json")

    def test_needs_no_form_token_for_it_changes_nothing(self, settings):
        app = create_app(settings, games())
        assert app.test_client().post("/api/score/rajas", json=RULEBOOK["rajas"]).status_code == 200
        app.extensions["companion"].tables.log.close()


# Any game the rules accept


names = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=12).filter(is_readable)
people = st.lists(names, min_size=2, max_size=4, unique_by=make_skeleton)


def figures(**highest):
    return st.fixed_dictionaries({name: st.integers(0, high) for name, high in highest.items()})


PLAYERS = {
    "dice-charmers": figures(fame=39, money=78, karma_circled=5).flatmap(
        lambda of: st.integers(0, of["karma_circled"]).map(lambda used: {**of, "karma_used": used})
    ),
    "rajas": figures(fame=60, money=120),
    "cards-karma": figures(turned=6, fame=10, coins=20, karma=2),
}


def some(things, values):
    return st.dictionaries(st.sampled_from(things), values, max_size=4)


def agra_player(cards):
    """Generate a player; `cards` are the notables that are available."""
    guild = st.sampled_from(GUILDS)
    held = [
        st.none() | (st.just(KNOWN_GUILDS[card]) if card in KNOWN_GUILDS else guild) | st.just("")
        for card in cards
    ]  # fmt: skip
    notables = st.tuples(*held).map(
        lambda seen: [
            {"name": card} | ({"guild": symbol} if symbol else {})
            for card, symbol in zip(cards, seen, strict=True)
            if symbol is not None
        ]
    )
    return st.fixed_dictionaries(
        {"rupees": st.integers(0, 999)},
        optional={
            "notables": notables,
            "influence": some(GUILDS, st.integers(0, 12)),
            "orders": some(GUILDS, st.integers(0, 1)),
            "goods": some(GOODS, st.integers(0, 22)),
            "akbar": st.integers(0, 3),
            "cover_tiles": st.integers(0, 8),
            "favour": st.integers(0, 22),
            "meditation_complete": st.booleans(),
        },
    )


@st.composite
def finished_games(draw):
    game = draw(st.sampled_from(GAMES))
    seated = draw(people)
    if game == "agra":
        players = [draw(agra_player(NOTABLES[position::4])) for position in range(len(seated))]
        shared = {"price_tokens": draw(st.dictionaries(st.sampled_from(GOODS), st.sampled_from([-1, 1]), max_size=3))}
    else:
        players, shared = [draw(PLAYERS[game]) for _ in seated], {}
    return game, {"players": [{"name": n, **p} for n, p in zip(seated, players, strict=True)], **shared}


@given(finished_games())
def test_a_result_link_opens_as_what_it_was_made_from(finished):
    _, totals = finished
    assert unpack(pack(totals)) == totals


def test_a_new_game_even_with_copied_words_changes_no_link(monkeypatch):
    before = {game: pack(totals) for game, totals in RULEBOOK.items()}
    rajas = list_games()["rajas"]
    other = replace(rajas.scoring, link_words=b'"castles":3,')
    more = {"copy": replace(rajas, name="copy"), "other": replace(rajas, name="other", scoring=other)}
    monkeypatch.setattr(sharing, "list_games", lambda: {**more, **list_games()})
    list_vocabularies.cache_clear()
    try:
        assert {game: unpack(link) for game, link in before.items()} == RULEBOOK
    finally:
        list_vocabularies.cache_clear()


@given(finished_games(), st.sampled_from(["en", "ru"]))
def test_every_point_is_explained(finished, lang):
    game, totals = finished
    result, scoring = score(game, totals), list_games()[game].scoring
    with use_language(lang):
        explained = [
            scoring.explain(player, points, totals)
            for player, points in zip(totals["players"], result["players"], strict=True)
        ]
        sentences = scoring.describe_ties(result)
    assert [sum(line.points for line in own) for own in explained] == [player["score"] for player in result["players"]]
    assert len(sentences) == len(result["ties"])


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(finished=finished_games())
def test_the_page_scores_as_the_rules_do(client, send, finished):
    game, totals = finished
    answer = send(game, totals, forgotten="y", as_it_is="y")  # whatever is asked
    assert answer.status_code == 303, text(answer)
    entered = unpack(answer.location.rpartition("/")[2])
    expected, found = score(game, totals), score(game, entered)
    for player in expected["players"]:
        player["name"] = player["name"].strip()
    assert [(p["name"], p["score"], p["rank"]) for p in found["players"]] == [
        (p["name"], p["score"], p["rank"]) for p in expected["players"]
    ]
    again = client.get(f"{answer.location}/edit")
    assert again.status_code == 200


class TestLiveTotals:
    """The last row of the pad, while it is being filled in."""

    @pytest.mark.parametrize(
        ("game", "typed", "totals", "best"),
        [
            pytest.param("rajas", {"0-fame": "30"}, {}, [], id="half of a player"),
            pytest.param("rajas", {"0-fame": "30", "0-money": "65", "1-fame": "x"}, {"0": "2"}, [], id="one player"),
            pytest.param("rajas", {"0-fame": "30", "0-money": "65", "1-fame": "", "2-fame": "20", "2-money": "40"}, {"0": "2", "2": "−21"}, ["0"], id="an empty column between"),
            pytest.param("rajas", {"0-fame": "30", "0-money": "65", "1-fame": "61", "1-money": "1"}, {"0": "2"}, [], id="beyond the track"),
            pytest.param("dice-charmers", {"1-fame": "16", "1-money": "51", "0-karma_used": "3"}, {"1": "2.5"}, [], id="halves"),
            pytest.param("agra", {"0-rupees": "3", "0-influence-artisans": "1", "0-orders-artisans": "2", "1-orders-artisans": "1", "1-rupees": "5"}, {"0": "7", "1": "6"}, ["0"], id="influence"),
            pytest.param("agra", {"0-rupees": "3", "0-orders-artisans": "4", "1-rupees": "5", "1-orders-artisans": "4"}, {"0": "7"}, [], id="more orders than there are"),
        ],
    )  # fmt: skip
    def test_count_what_is_there(self, client, game, typed, totals, best):
        sent = {f"players-{name}": value for name, value in typed.items()}
        answer = client.post(f"/score/{game}/totals", data=sent).json
        assert answer["totals"] == {f"players-{column}": points for column, points in totals.items()}
        assert answer["best"] == [f"players-{column}" for column in best]

    @settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(finished=finished_games())
    def test_are_the_points_of_the_result(self, app, client, finished):
        game, totals = finished
        with app.test_request_context():
            sent = typed(game, totals)
        found = client.post(f"/score/{game}/totals", data=sent).json["totals"]
        assert list(found.values()) == [format_points(player["score"]) for player in score(game, totals)["players"]]

    def test_nonsense_does_no_harm(self, client):
        sent = {"notables-sufi-holder": "0", "notables-sufi-guild": "thieves"}
        assert client.post("/score/agra/totals", data=sent).json == {"totals": {}, "best": []}
        assert client.post("/score/chess/totals", data=sent).status_code == 404


class TestLinks:
    def test_tampering_gets_the_normal_validation(self, client):
        link = pack({"players": [{"name": "A", "fame": 99, "money": 1}, {"name": "B", "fame": 1, "money": 1}]})
        answer = client.get(f"/score/rajas/r/{link}")
        assert answer.status_code == 422
        assert "players[0].fame: This must be a number from 0 to 60." in text(answer)

    def test_a_link_of_another_game_is_refused(self, client):
        assert client.get(f"/score/agra/r/{pack(RULEBOOK['rajas'])}").status_code == 422

    @pytest.mark.parametrize("link", ["", "1", "2abc", "1!!!!", "1AAAA", "1" + "A" * 5000, "1w", "привет"])
    def test_a_broken_link_is_called_broken(self, client, link):
        with pytest.raises(BrokenLink):
            unpack(link)
        if link:
            answer = client.get(f"/score/rajas/r/{link}")
            assert answer.status_code == 400
            assert "incomplete or was changed" in text(answer)

    @pytest.mark.parametrize("padding", [b"x", b"x" * 500, b"x" * 1000])
    def test_nothing_can_be_appended_to_a_link(self, client, padding):
        link = pack(RULEBOOK["rajas"])
        squeezed = urlsafe_b64decode(link[LINK_HEAD:] + "=" * (-len(link[LINK_HEAD:]) % 4))
        padded = link[:LINK_HEAD] + urlsafe_b64encode(squeezed + padding).decode().rstrip("=")
        assert client.get(f"/score/rajas/r/{link}").status_code == 200
        assert client.get(f"/score/rajas/r/{padded}").status_code == 400

    @pytest.mark.parametrize(
        ("text", "level"),
        [
            (b'{"players":[{"name":"A","fame":1, "money":1},{"name":"B","fame":1,"money":1}]}', 9),
            (b'{"players":[{"name":"A","fame":1,"fame":1,"money":1},{"name":"B","fame":1,"money":1}]}', 9),
            (b'{"players":[{"name":"\\u0041","fame":1,"money":1},{"name":"B","fame":1,"money":1}]}', 9),
            (b'{"players":[{"name":"A","fame":1,"money":1},{"name":"B","fame":1,"money":1}]}', 0),
        ],
        ids=["a space", "a field twice", "an escaped letter", "not compressed"],
    )
    def test_there_is_one_link_for_a_result(self, text, level):
        key, words = next(iter(list_vocabularies().items()))
        squeezer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=words)
        squeezed = squeezer.compress(text) + squeezer.flush()
        with pytest.raises(BrokenLink):
            unpack(VERSION + key + urlsafe_b64encode(squeezed).decode().rstrip("="))

    def test_unused_bits_of_the_last_letter_are_zero(self):
        link = next(
            link
            for name in ("A", "Ab", "Abc")
            if (len(link := pack(RULEBOOK["rajas"] | {"met_order": [name]})) - LINK_HEAD) % 4
        )
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        changed = link[:-1] + letters[letters.index(link[-1]) + 1]
        with pytest.raises(BrokenLink):
            unpack(changed)

    def test_a_link_of_the_right_form_has_its_bounds_too(self, client):
        """Whatever is in it: nothing is computed from a longer one."""
        luck = Random(1)
        name = "".join(chr(luck.randrange(0x20000, 0x2A000)) for _ in range(900))
        link = pack({"players": [{"name": name, "fame": 1, "money": 1}, {"name": "B", "fame": 1, "money": 1}]})
        assert len(link) > LONGEST_LINK
        assert client.get(f"/score/rajas/r/{link}").status_code == 400

    def test_a_very_long_result_shows_its_link_instead_of_a_code(self, client):
        luck = Random(1)
        names = ["".join(chr(luck.randrange(0x20000, 0x2A000)) for _ in range(40)) for _ in range(4)]
        link = pack({"players": [{"name": name, "fame": 1, "money": 1} for name in names]})
        assert len(link) > 600
        page = client.get(f"/score/rajas/r/{link}").text
        assert 'class="qr"' not in page
        assert f"/score/rajas/r/{link}</a>" in page

    def test_a_link_cannot_unpack_into_a_flood(self):
        with pytest.raises(BrokenLink):
            unpack(pack({"players": ["x" * 1_000_000]}))

    @given(st.text(max_size=60), st.binary(max_size=60))
    def test_no_text_at_all_does_harm(self, noise, more):
        for link in (noise, "1" + noise, "1" + more.hex()):
            with contextlib.suppress(BrokenLink):
                assert isinstance(unpack(link), dict)

    @pytest.mark.parametrize("game", GAMES)
    def test_the_totals_can_be_edited(self, app, client, game):
        page = client.get(f"/score/{game}/r/{pack(RULEBOOK[game])}/edit").text
        with app.test_request_context():
            fields = typed(game, RULEBOOK[game])
        for name, value in fields.items():
            if name.startswith("met_order"):
                assert re.search(rf'name="{name}".*?value="{value}" selected', page, re.S)
            elif "notables" in name:
                assert f'name="{name}" value="{value}" checked' in page
            elif "influence" in name:
                assert re.search(rf'name="{name}"[^\0]*?value="{value}" selected', page)
            else:
                assert f'name="{name}" value="{value}"' in page


def test_every_game_can_be_chosen(client):
    page = client.get("/score").text
    assert all(f'href="/score/{game}"' in page for game in GAMES)
    assert all(client.get(f"/score/{game}").status_code == 200 for game in GAMES)
    assert client.get("/score/chess").status_code == 404


def test_in_russian(client, send):
    client.set_cookie("lang", "ru")
    answer = send("dice-charmers", RULEBOOK["dice-charmers"])
    shown = text(client.get(answer.location))
    assert "Побеждает Leila" in shown and "2,5" in shown


class TestPrint:
    def pages(self, answer):
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        with pikepdf.open(BytesIO(answer.data)) as pdf:
            return [tuple(round(float(side)) for side in page.mediabox[2:]) for page in pdf.pages]

    def words(self, answer, tmp_path):
        file = tmp_path / "printed.pdf"
        file.write_bytes(answer.data)
        read = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True)
        return " ".join(read.stdout.split())

    @pytest.mark.parametrize("game", GAMES)
    def test_the_form_leads_to_blank_pads(self, client, game):
        link = unescape(re.search(r'blank-pads" href="(/print[^"]*)"', client.get(f"/score/{game}").text)[1])
        assert f'value="{game}" checked' in client.get(link).text

    @pytest.mark.parametrize("game", GAMES)
    def test_the_result_is_one_page_with_text_that_is_text(self, client, tmp_path, game):
        answer = client.get(f"/score/{game}/r/{pack(RULEBOOK[game])}.pdf")
        assert self.pages(answer) == [(595, 842)]
        read = self.words(answer, tmp_path)
        assert f"{OUTCOMES[game][0][0]} wins" in read
        assert all(player["name"] in read for player in RULEBOOK[game]["players"])

    def test_in_russian(self, client, tmp_path):
        client.set_cookie("lang", "ru")
        answer = client.get(f"/score/agra/r/{pack(RULEBOOK['agra'])}.pdf?paper=letter")
        assert self.pages(answer) == [(612, 792)]
        assert "Побеждает Anna" in self.words(answer, tmp_path)

    def test_names_are_only_ever_text(self, client, tmp_path):
        names = ["<b>Anna</b> & <script>", "<img src=/etc/passwd>", "Zoë 🎲"]
        link = pack({"players": [{"name": name, **LEAST["rajas"]} for name in names]})
        answer = client.get(f"/score/rajas/r/{link}.pdf")
        read = self.words(answer, tmp_path)
        assert names[0] in read and names[1] in read
        assert read.count("Zoë •") >= 2  # also in the sentence on who shares the victory
        with pikepdf.open(BytesIO(answer.data)) as pdf:
            described = [
                str(part.Alt) for part in pdf.objects if isinstance(part, pikepdf.Dictionary) and "/Alt" in part
            ]
        assert f"http://localhost/score/rajas/r/{link}" in described  # of the QR code

    @pytest.mark.parametrize("lang", ["en", "ru"])
    def test_the_result_is_a_picture_too(self, client, lang):
        client.set_cookie("lang", lang)
        pictures = [client.get(f"/score/{game}/r/{pack(RULEBOOK[game])}.png") for game in ("rajas", "agra")]
        for answer in pictures:
            assert (answer.status_code, answer.mimetype) == (200, "image/png")
            assert Image.open(BytesIO(answer.data)).size == (1080, 860)
        assert pictures[0].data != pictures[1].data
        page = client.get(f"/score/rajas/r/{pack(RULEBOOK['rajas'])}").text
        assert re.search(r'id="picture" href="/score/rajas/r/[^"]+\.png" download', page)
        assert client.get("/score/rajas/r/1zzz.png").status_code == 400

    def test_other_paper_and_broken_links_are_refused(self, client):
        assert client.get(f"/score/rajas/r/{pack(RULEBOOK['rajas'])}.pdf?paper=a0").status_code == 404
        assert client.get("/score/rajas/r/1zzz.pdf").status_code == 400
