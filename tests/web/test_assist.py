"""Assisted games over HTTP: whole games through the JSON API, the page, and its help."""

import html
import re
from html import unescape
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from companion.tables.errors import Stale
from tests.web.conftest import ApiTable

GAMES = ("rajas", "cards-karma", "agra")
BEGIN = {
    "rajas": [("red", "starting dice 1 1 1 1"), ("blue", "starting dice 2 2 2 2"), ("red", "first red")],
    "cards-karma": [("red", "first red")],
    "agra": [("red", "first red")],
}


@pytest.fixture
def opened(client):
    def open_table(game: str, **chosen: str) -> ApiTable:
        answer = client.post("/api/tables", json={"game": game, "mode": "full", **chosen})
        assert answer.status_code == 201, answer.json
        table = ApiTable(client, answer.json["code"], answer.json["host_token"])
        table.join("Leila", colour="red")
        table.join("Rajesh", colour="blue")
        assert table.start().status_code == 200
        return table

    return open_table


@pytest.fixture
def begun(opened):
    def begin(game: str, **chosen: str) -> ApiTable:
        table = opened(game, **chosen)
        for seat, move in BEGIN[game]:
            assert table.play(seat, move).status_code == 200
        return table

    return begin


def seated(app, table: ApiTable, seat: str):
    """Return a browser with this seat's cookie."""
    from companion.web.identity import make_signer, name_cookie

    browser = app.test_client()
    with app.test_request_context():
        browser.set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens[seat]]))
    return browser


def csrf(page: str) -> str:
    return re.search(r'name="csrf-token" content="([^"]+)"', page)[1]


class TestTheContract:
    @pytest.mark.parametrize("game", GAMES)
    def test_playing_offered_moves_in_turn_ends_the_game_with_a_result(self, opened, game):
        table = opened(game)
        table.play_on(Random(7))
        shown = table.show()
        assert {player["name"] for player in shown["result"]["players"]} == {"Leila", "Rajesh"}
        assert table.moves("red") == table.moves("blue") == []
        log = table.call("GET", "/log").json
        assert log["events"][-1]["move"] == "finish"

    @pytest.mark.parametrize("game", GAMES)
    def test_everyone_sees_all_boards(self, begun, game):
        shown = begun(game).show()
        assert set(shown["sheets"]) == {"red", "blue"}
        assert shown["turn"]["seat"] == "red" and shown["turn"]["prompt"].endswith(".")
        assert shown["elephant"]["holder"] == "red"

    def test_a_stale_entry_is_told_and_enters_nothing(self, begun):
        table = begun("rajas")
        version = table.show()["version"]
        assert table.play("blue", "fame 1").status_code == 200
        assert table.play("red", "fame 3", version=version).status_code == 409
        assert table.show()["sheets"]["red"]["fame"] == 0

    def test_nobody_enters_for_somebody_with_a_phone(self, begun):
        table = begun("rajas")
        body = {"move": "fame 3", "version": table.show()["version"], "seat": "blue"}
        assert table.call("POST", "/moves", table.tokens["red"], **body).status_code == 403

    def test_everyone_enters_for_somebody_without_a_phone(self, begun):
        table = begun("rajas")
        assert table.call("POST", "/manage", table.host, action="paper", seat="blue").status_code == 200
        body = {"move": "fame 3", "version": table.show()["version"], "seat": "blue"}
        assert table.call("POST", "/moves", table.tokens["red"], **body).status_code == 200
        assert table.show()["sheets"]["blue"]["fame"] == 3

    @pytest.mark.parametrize(
        ("move", "status", "said"),
        [
            ("pay 9", 422, ("not-enough-money", "You cannot pay that: your money is 3.")),
            ("fame 99", 422, ("out-of-limits", "Enter a whole number from 1 to 30.")),
            ("nonsense", 400, ("unreadable", "“nonsense” cannot be read. Examples: ")),
        ],
    )
    def test_a_refusal_is_a_sentence_and_changes_nothing(self, begun, move, status, said):
        table = begun("rajas")
        before = table.show()
        answer = table.play("red", move)
        error = answer.json["error"]
        assert (answer.status_code, error["field"]) == (status, "move")
        assert error["code"] == said[0] and error["message"].startswith(said[1])
        assert table.show() == before

    def test_undo_over_the_contract(self, begun):
        table = begun("cards-karma")
        table.play("red", "coins 4")
        answer = table.call("POST", "/undo", table.tokens["red"], version=table.show()["version"])
        assert answer.status_code == 200
        assert table.show()["sheets"]["red"]["coins"] == 0


class TestThePage:
    @pytest.mark.parametrize("game", GAMES)
    def test_a_table_has_reminders_unless_full_tracking_is_chosen(self, app, client, game):
        code = client.post("/api/tables", json={"game": game}).json["code"]
        assert app.extensions["companion"].tables.get(code).settings["mode"] == "reminders"

    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_a_player_has_buttons_and_a_spectator_only_looks(self, app, client, begun, game, language):
        table = begun(game)
        heading = {"Accept-Language": language}
        own = seated(app, table, "red").get(f"/t/{table.code}", headers=heading)
        watched = client.get(f"/t/{table.code}", headers=heading)
        assert own.status_code == watched.status_code == 200
        assert 'class="entry' in own.text and 'class="entry' not in watched.text
        assert "Leila" in watched.text and "Rajesh" in watched.text

    @pytest.mark.parametrize(
        ("game", "chosen", "moves"),
        [
            ("rajas", {"variant": "navaratnas"}, ["tile brown bends", "tile brown workers", "fame 5"]),
            ("cards-karma", {}, ["take red+tea2", "fame 3"]),
            ("agra", {}, ["price wood up", "influence artisans"]),
            ("rajas", {}, ["use outer terrace"]),
        ],
        ids=[*GAMES, "rajas, dice to roll again"],
    )
    def test_every_button_and_field_has_a_name_of_its_own(self, app, begun, game, chosen, moves):
        """The page uses it to find the button that waits for its entry after the board was replaced."""
        table = begun(game, **chosen)
        for move in moves:
            assert table.play("red", move).status_code == 200
        page = seated(app, table, "red").get(f"/t/{table.code}/board").text
        forms = "".join(re.findall(r'<form class="entry.*?</form>', page, re.DOTALL))
        ids = re.findall(r'<button [^>]*?id="([^"]+)"', forms)
        assert len(ids) == forms.count("<button") > 20
        every = re.findall(r' id="([^"]+)"', page)
        assert [name for name in set(every) if every.count(name) > 1] == []

    def test_the_result_says_how_a_tie_was_broken(self, app, begun):
        table = begun("cards-karma", mode="reminders")
        for seat, move in (
            *(("red", "done turned 6"), ("blue", "done turned 6")),
            *(("red", f"left {kind}") for kind in ("fame 1", "coins 2", "karma 0")),
            *(("blue", f"left {kind}") for kind in ("fame 2", "coins 0", "karma 2")),
            ("red", "finish"),
        ):
            assert table.play(seat, move).status_code == 200, move
        page = seated(app, table, "red").get(f"/t/{table.code}/board").text
        (tie,) = app.extensions["companion"].tables.games["cards-karma"].scoring.describe_ties(table.show()["result"])
        assert f'<p class="soft">{tie}</p>' in html.unescape(page)

    def test_a_closed_balcony_says_why(self, app, begun):
        table = begun("rajas")
        for move in ("use balcony orange 1 for green", "then dice green 1 green 1", "done"):
            assert table.play("red", move).status_code == 200
        page = seated(app, table, "blue").get(f"/t/{table.code}/board").text
        assert '<p class="place-why">Balcony, orange → green: Occupied by Leila.</p>' in html.unescape(page)

    @pytest.mark.parametrize(("river", "shown"), [("ganga", True), ("plain", False)])
    def test_symbols_of_river_tiles_can_be_named_where_their_spaces_are_unknown(self, app, begun, river, shown):
        table = begun("rajas", river=river)
        for move in ("die green 2", "use harbour 0 green 2 1"):
            assert table.play("red", move).status_code == 200
        page = seated(app, table, "red").get(f"/t/{table.code}/board").text
        assert page.count('id="earn-one-kind-3"') == 1 and ('id="earn-sail-on"' in page) == shown

    def test_the_scoring_form_knows_who_met_first_from_the_reminders(self, app, begun):
        table = begun("rajas", mode="reminders")
        assert table.play("red", "done met").status_code == 200
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        form = app.test_client().get(unescape(re.search(r'id="to-score" href="([^"]+)"', page)[1]))
        assert form.status_code == 200 and re.search(r'id="met_order-0".*?value="0" selected', form.text, re.DOTALL)

    def test_the_calculators_know_what_brown_yield_tiles_count(self, app, begun):
        table = begun("rajas", variant="navaratnas")
        for move in ("upgrade fort", "tile white", "connect white"):
            assert table.play("red", move).status_code == 200
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        calculators = unescape(re.search(r'href="(/calculate/rajas[^"]*)"', page)[1])
        answers = app.test_client().get(f"{calculators}&calc=brown").text
        assert "Brown: yields: Money +4" in answers and "Brown: upgrades: Money +2" in answers

    def test_the_calculators_know_where_the_price_tokens_lie(self, app, begun):
        table = begun("agra")
        table.play("red", "price wood up")
        table.play("blue", "price oil down")
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        assert "Price tokens: Wood +1, Oil −1" in page
        calculators = unescape(re.search(r'href="(/calculate/agra[^"]*)"', page)[1])
        answers = app.test_client().get(f"{calculators}&calc=prices&token_3=&moved_3=0").text
        assert "2: Wood, " in answers and "1: Sandstone, Turmeric, Cotton, Oil<" in answers

    @pytest.mark.parametrize("game", GAMES)
    def test_before_the_first_round_it_is_settled_who_begins(self, app, opened, game):
        table = opened(game)
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        assert f"/setup/{game}?" in page and ('value="roll"' in page) == (game != "cards-karma")

    @pytest.mark.parametrize("game", GAMES)
    def test_it_leads_to_the_large_screen_and_to_another_device(self, app, begun, game):
        table = begun(game)
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        assert f'href="/t/{table.code}/tv"' in page
        assert f'href="/t/{table.code}/seats/red/move"' in page
        assert '/move"' not in app.test_client().get(f"/t/{table.code}").text, "a spectator has no seat to move"

    @pytest.mark.parametrize("game", GAMES)
    def test_the_host_goes_on_without_a_player_who_has_left(self, app, begun, game):
        table = begun(game)
        table.call("POST", "/host", table.host, seat="red")
        host, other = seated(app, table, "red"), seated(app, table, "blue")
        for move in {"rajas": ("use outer terrace", "done")}.get(game, ("end",)):
            table.play("red", move)
        page = host.get(f"/t/{table.code}").text
        assert 'id="skip-blue"' in page and 'id="paper-red"' not in page
        assert 'id="absent"' not in other.get(f"/t/{table.code}").text, "only the host's page has it"
        form = {"csrf_token": csrf(page), "about": "blue"}
        address = f"/t/{table.code}/manage"
        assert host.post(address, data={**form, "action": "skip"}).status_code == 303
        assert table.show()["turn"]["seat"] == "red"
        again = host.post(address, data={**form, "action": "skip"})
        assert again.status_code == 422 and "Only the current player’s turn can be skipped" in again.text
        assert host.post(address, data={**form, "action": "paper"}).status_code == 303
        assert 'id="undo"' in host.get(f"/t/{table.code}?seat=blue").text, "from now on everybody enters for blue"

    def test_nobody_else_skips_a_turn(self, app, begun):
        table = begun("rajas")
        browser = seated(app, table, "blue")
        form = {"csrf_token": csrf(browser.get(f"/t/{table.code}").text), "about": "red", "action": "skip"}
        assert browser.post(f"/t/{table.code}/manage", data=form).status_code == 403

    @pytest.mark.parametrize("game", GAMES)
    def test_calculators_and_scoring_have_different_signs(self, app, begun, game):
        table = begun(game)
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        signs = dict(re.findall(r'href="/(calculate|score)/[^>]*>(<svg.*?</svg>)', page, re.DOTALL))
        assert signs["calculate"] != signs["score"]

    def test_every_good_has_its_picture(self, app, opened):
        table = opened("agra")
        for move in ("first red", "wood 1", "oil 1"):
            assert table.play("red", move).status_code == 200
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        drawn = set(re.findall(r'<symbol id="good-(\w+)"', page))
        used = set(re.findall(r'href="#good-(\w+)"', page))
        assert used == drawn and len(drawn) == 17, "sixteen goods and favour"

    def test_the_board_of_another_player_can_be_looked_at(self, app, begun):
        table = begun("rajas")
        page = seated(app, table, "red").get(f"/t/{table.code}/board?show=blue").text
        assert "Rajesh’s board" in page and 'id="fame-1"' not in page

    def test_an_entry_without_a_script(self, app, begun):
        table = begun("rajas")
        browser = seated(app, table, "red")
        token = csrf(browser.get(f"/t/{table.code}").text)
        body = {"csrf_token": token, "seat": "red"}
        answer = browser.post(f"/t/{table.code}/moves", data={**body, "move": ["fame", "7"]})
        assert answer.status_code == 303
        assert table.show()["sheets"]["red"]["fame"] == 7
        refused = browser.post(f"/t/{table.code}/moves", data={**body, "move": "pay 30"})
        assert refused.status_code == 422 and "your money is 3" in refused.text
        assert browser.post(f"/t/{table.code}/undo", data=body).status_code == 303
        assert table.show()["sheets"]["red"]["fame"] == 0
        foreign = browser.post(f"/t/{table.code}/moves", data={**body, "seat": "blue", "move": "fame 1"})
        assert foreign.status_code == 403

    @pytest.mark.parametrize(
        ("game", "entry", "said", "kept"),
        [
            ("rajas", {"move": "money", "move.money-typed": "121"}, "from 1 to 30", ['value="121" aria-invalid="true"']),
            ("rajas", {"move": "fame", "move.fame-typed": "31"}, "from 1 to 30", ['id="corrections" open', 'value="31"']),
            ("cards-karma", {"move": "take", "card.take-good-1": "tea2", "card.take-good-2": "tea3"}, "There is no such card",
             ['id="correct" open', 'value="tea2" checked', 'value="tea3" checked']),
        ],
    )  # fmt: skip
    def test_nothing_typed_is_lost_on_a_refusal_without_a_script(self, app, begun, game, entry, said, kept):
        table = begun(game)
        browser = seated(app, table, "red")
        token = csrf(browser.get(f"/t/{table.code}").text)
        before = table.show()
        refused = browser.post(f"/t/{table.code}/moves", data={"csrf_token": token, "seat": "red", **entry})
        assert refused.status_code == 422 and said in refused.text
        assert [part for part in kept if part not in refused.text] == []
        assert table.show() == before

    def test_nor_when_somebody_else_was_faster(self, app, begun, monkeypatch):
        def overtaken(*_):
            raise Stale(9)

        table = begun("rajas")
        browser = seated(app, table, "red")
        entry = {"csrf_token": csrf(browser.get(f"/t/{table.code}").text), "move": "fame", "move.fame-typed": "7"}
        monkeypatch.setattr(app.extensions["companion"].tables, "submit", overtaken)
        answer = browser.post(f"/t/{table.code}/moves", data={**entry, "seat": "red"})
        assert answer.status_code == 409 and 'value="7"' in answer.text and "The table has changed." in answer.text

    def test_an_entry_without_a_choice_is_refused_in_plain_words(self, app, begun):
        table = begun("rajas")
        browser = seated(app, table, "red")
        entry = {"csrf_token": csrf(browser.get(f"/t/{table.code}").text), "seat": "red", "move": "use quarry 1"}
        answer = browser.post(f"/t/{table.code}/moves", data={**entry, "move.tile-word": "tile"})
        assert answer.status_code == 400
        assert "Check what you have chosen." in answer.text and "cannot be read" not in answer.text

    def test_a_good_that_the_river_gives_can_be_taken(self, app, opened):
        table = opened("agra")
        contracts = [f"contract {each} artisans" for each in ("sufi", "cook", "caliph", "muezzin", "painter")]
        for move in ("first red", *contracts):
            assert table.play("red", move).status_code == 200, move
        page = seated(app, table, "red").get(f"/t/{table.code}").text
        assert [good for good in ("sandstone", "wood", "turmeric", "cotton", "oil") if f'id="due-{good}"' in page] == [
            "sandstone", "wood", "turmeric", "cotton",
        ]  # fmt: skip

    def test_a_fourth_favour_tile_replaces_the_one_that_is_chosen(self, app, opened):
        table = opened("agra")
        steps = [f"influence {guild}" for guild in ("artisans", "merchants", "scholars") for _ in range(3)]
        tiles = [f"take tile {tile}" for tile in ("sell", "peon", "farmers")]
        for move in ("first red", *steps, *tiles, *(["influence artisans"] * 3)):
            assert table.play("red", move).status_code == 200, move
        browser = seated(app, table, "red")
        page = browser.get(f"/t/{table.code}").text
        assert page.count('name="move.other"') == 3
        form = {"csrf_token": csrf(page), "seat": "red", "move": "take tile", "move.tile": "exchange-tile"}
        answer = browser.post(f"/t/{table.code}/moves", data={**form, "move.other": "instead of peon"})
        assert answer.status_code == 303
        assert set(table.show()["sheets"]["red"]["tiles"]) == {"sell", "farmers", "exchange-tile"}

    def test_before_the_start_there_is_nothing_to_enter(self, app, client):
        opened = client.post("/api/tables", json={"game": "rajas", "mode": "full"}).json
        table = ApiTable(client, opened["code"], opened["host_token"])
        browser = seated(app, table, table.join("Leila"))
        token = csrf(browser.get(f"/t/{table.code}").text)
        assert browser.post(f"/t/{table.code}/moves", data={"csrf_token": token, "move": "fame 3"}).status_code == 422

    def test_the_symbols_of_a_card_are_joined(self, app, begun):
        table = begun("cards-karma")
        browser = seated(app, table, "red")
        token = csrf(browser.get(f"/t/{table.code}").text)
        card = {"csrf_token": token, "seat": "red", "move": "take", "card": ["red", "", "tea3"]}
        assert browser.post(f"/t/{table.code}/moves", data=card).status_code == 303
        assert table.show()["sheets"]["red"]["display"] == ["red+tea3"]

    def test_after_an_entry_without_a_script_the_same_board_is_shown(self, app, begun):
        table = begun("rajas")
        browser = seated(app, table, "red")
        body = {
            "csrf_token": csrf(browser.get(f"/t/{table.code}").text),
            "seat": "red",
            "show": "blue",
            "move": "fame 1",
        }
        assert browser.post(f"/t/{table.code}/moves", data=body).location == f"/t/{table.code}?show=blue"

    def test_an_entry_with_a_script_answers_with_the_board_after_it(self, app, begun):
        table = begun("rajas")
        browser = seated(app, table, "red")
        body = {
            "seat": "red",
            "show": "red",
            "move": "fame",
            "move.fame-typed": "7",
            "version": table.show()["version"],
        }
        headers = {"X-Parts": "1", "X-CSRFToken": csrf(browser.get(f"/t/{table.code}").text)}
        parts = browser.post(f"/t/{table.code}/moves", data=body, headers=headers)
        assert parts.status_code == 200 and parts.text.lstrip().startswith('<div class="live" id="live-board"')
        assert '<output class="value" id="fame">7</output>' in parts.text and "aria-invalid" not in parts.text
        refused = browser.post(f"/t/{table.code}/moves", data={**body, "move": "pay", "version": ""}, headers=headers)
        assert (refused.status_code, refused.mimetype) == (400, "text/plain")

    def test_a_page_of_the_earlier_version_goes_on(self, app, begun):
        """It requests its counters, and without JavaScript it sends forms to URLs that have moved."""
        table = begun("rajas")
        table.call("POST", "/host", table.host, seat="red")
        browser = seated(app, table, "red")
        token = {"csrf_token": csrf(browser.get(f"/t/{table.code}").text)}
        counters = browser.get(f"/t/{table.code}/counters?seat=blue")
        assert counters.status_code == 301
        assert 'id="live-board"' in browser.get(counters.location).text and "show=blue" in counters.location
        for path, form in (
            ("enter", {"seat": "red", "move": ["fame", "7"]}),
            ("enter", {"seat": "red", "undo": "1"}),
            ("absent", {"about": "blue", "do": "paper"}),
        ):
            answer = browser.post(f"/t/{table.code}/{path}", data={**token, **form})
            assert answer.status_code == 308
            assert browser.post(answer.location, data={**token, **form}).status_code == 303
        log = app.extensions["companion"].tables.log.read(table.code)
        assert [event.kind for event in log[-3:]] == ["move", "undo", "turned-to-paper"]


def open_as_host(browser, game: str, **chosen: str) -> tuple[str, str]:
    """Open a table with full tracking from the start page; return its address and the token for further forms."""
    token = csrf(browser.get("/").text)
    form = {"csrf_token": token, "game": game, "mode": "full", **chosen}
    return browser.post("/tables", data=form).location, token


def browser_first(page: str) -> str:
    """Return the entry of the button that begins the game."""
    return re.search(r'name="move" value="(first \w+)"', page)[1]


class TestTheSetUp:
    def test_a_table_is_opened_with_the_set_up_of_the_page(self, client):
        """What the page has rolled is known at the table, and its checklist shows the same."""
        page = client.get("/setup/agra?players=2&roll=abc&sufi=scholars").text
        written = unescape(re.search(r'name="setup" value="([^"]+)"', page)[1])
        first = re.search(r"first=(\d)", written)[1]
        lobby, token = open_as_host(client, "agra", setup=written)
        assert (
            client.post(f"{lobby}/together", data={"csrf_token": token, "player": ["Leila", "Rajesh"]}).status_code
            == 303
        )
        board = client.get(lobby).text
        assert f'id="first-{("red", "blue")[int(first) - 1]}"' in board and 'id="roll-setup"' not in board
        steps = client.get(f"/setup/agra?table={lobby.removeprefix('/t/')}").text
        order = re.search(r"Order markers, from the top: [^<]+", page)[0]
        assert order in steps

    def test_what_is_missing_is_rolled_at_the_table(self, app, opened):
        table = opened("agra")
        browser = seated(app, table, "red")
        assert "Not everything is rolled yet" in browser.get(f"/setup/agra?table={table.code}").text
        assert 'id="roll-setup"' in browser.get(f"/t/{table.code}").text
        assert table.play("red", "roll setup").status_code == 200
        assert "Order markers" in browser.get(f"/setup/agra?table={table.code}").text
        assert "Merchant: building" in browser.get(f"/t/{table.code}").text

    def test_what_was_drawn_by_hand_is_tapped_on_the_page(self, app, opened):
        table = opened("agra")
        browser = seated(app, table, "red")
        page = browser.get(f"/t/{table.code}").text
        names = set(re.findall(r'name="(fact\.[^"]+)"', page))
        assert {"fact.merchant", "fact.orders.artisans", "fact.akbar", "fact.notables"} <= names
        form = MultiDict({"csrf_token": csrf(page), "seat": "red", "move": "setup", "fact.merchant": "2"})
        form.update({f"fact.orders.{guild}": ["3", "1", "5"] for guild in ("artisans", "merchants", "scholars")})
        form.update({"fact.akbar": ["left:1", "right:4"], "fact.builder": "2,3"})
        assert browser.post(f"/t/{table.code}/moves", data=form).status_code == 303
        board = browser.get(f"/t/{table.code}").text
        assert "Order markers: Artisans 3, Merchants 3, Scholars 3" in board and "Merchant: building 2" in board
        assert "left 1; right 4" in board and "Builder: column 2, building 3" in board
        assert 'id="roll-setup"' in board, "who begins and the notables are still missing"

    def test_guilds_are_told_once_the_notables_are_known(self, app, opened):
        table = opened("agra")
        browser = seated(app, table, "red")
        assert 'id="seen-enter"' not in browser.get(f"/t/{table.code}").text
        assert table.play("red", "roll setup").status_code == 200
        page = browser.get(f"/t/{table.code}").text
        asked = dict.fromkeys(re.findall(r'name="(fact\.guilds\.[^"]+)"', page), "scholars")
        assert asked and "fact.guilds.mullah" not in asked, "the rulebook names his guild"
        form = {"csrf_token": csrf(page), "seat": "red", "move": "setup", **asked}
        assert browser.post(f"/t/{table.code}/moves", data=form).status_code == 303
        assert table.play("red", browser_first(browser.get(f"/t/{table.code}").text)).status_code == 200
        river = table.show()["river"]
        assert river and {each["guild"] for each in river if f"fact.guilds.{each['notable']}" in asked} == {"scholars"}
        assert table.show()["turn"]

    def test_the_goods_under_neutral_markers_are_told_and_akbar_refuses_them(self, app, opened):
        table = opened("agra", mode="full")
        browser = seated(app, table, "red")
        assert table.play("red", "setup akbar=left:1,right:4").status_code == 200
        page = browser.get(f"/t/{table.code}").text
        form = MultiDict({"csrf_token": csrf(page), "seat": "red", "move": "setup", "fact.bowls": "oil"})
        assert "fact.bowls" in page and browser.post(f"/t/{table.code}/moves", data=form).status_code == 422
        form.add("fact.bowls", "paper")
        assert browser.post(f"/t/{table.code}/moves", data=form).status_code == 303
        assert "covered bowls: Oil, Paper" in browser.get(f"/t/{table.code}").text
        for move in ("setup first=1", "first red", "oil 1"):
            assert table.play("red", move).status_code == 200
        assert (table.show()["covered_bowls"], table.show()["bowls_left"]) == (["oil", "paper"], 10)
        assert table.play("red", "akbar oil").status_code == 422

    @pytest.mark.parametrize("setup", ["nonsense", "first", "first=1;2", "x" * 2000])
    def test_a_value_that_is_not_a_set_up_is_refused(self, client, setup):
        answer = client.post("/api/tables", json={"game": "agra", "setup": setup})
        assert (answer.status_code, answer.json["error"]["field"]) == (422, "setup")

    def test_another_table_or_game_has_no_check_list(self, client, opened):
        table = opened("agra")
        assert client.get(f"/setup/rajas?table={table.code}").status_code == 404
        assert client.get("/setup/agra?table=CCCCCC").status_code == 404


class TestOnePhone:
    @pytest.fixture
    def shared(self, client):
        address, token = open_as_host(client, "cards-karma")
        assert "One phone for everybody" in client.get(address).text
        assert (
            client.post(
                f"{address}/together", data={"csrf_token": token, "player": ["Leila", " Rajesh ", ""]}
            ).status_code
            == 303
        )
        return address

    def test_it_enters_for_everybody_and_follows_the_turn(self, client, shared):
        headers = {"X-Parts": "1", "X-CSRFToken": csrf(client.get(shared).text)}

        def enter(**form):
            return client.post(f"{shared}/moves", data=form, headers=headers).text

        assert enter(seat="red", move="first red").count('id="live-board"') == 1
        board = client.get(shared).text
        assert 'data-shown="red"' in board and 'data-turn="red"' in board
        after = enter(seat="red", move="end", **{"show": "red", "turn-seen": "red"})
        assert 'data-shown="blue"' in after and "data-follows" in after
        looked = client.get(f"{shared}/board?show=red&turn-seen=blue").text
        assert 'data-shown="red"' in looked and "data-follows" not in looked

    def test_undo_names_the_last_entry_of_all(self, client, shared):
        for form in ({"seat": "red", "move": "first red"}, {"seat": "red", "move": "end"}):
            client.post(f"{shared}/moves", data={"csrf_token": csrf(client.get(shared).text), **form})
        board = client.get(shared).text
        assert 'data-shown="blue"' in board
        bar = re.search(r'<form class="entry undo".*?</form>', board, re.DOTALL)[0]
        assert 'name="seat" value="red"' in bar and "Undo: " in bar

    @pytest.mark.parametrize(
        ("names", "said"),
        [
            (["Leila"], "2 to 4"),
            (["Leila", "leila"], "taken"),
            (["Leila", "x" * 30], "at most 24"),
        ],
        ids=["one", "twice", "long"],
    )
    def test_nobody_is_seated_when_a_name_is_wrong(self, client, names, said):
        address, token = open_as_host(client, "agra")
        answer = client.post(f"{address}/together", data={"csrf_token": token, "player": names})
        assert answer.status_code == 422 and said in answer.text
        assert "Nobody has sat down yet" in answer.text

    def test_only_the_host_seats_everybody(self, app, client):
        address, _ = open_as_host(client, "agra")
        other = app.test_client()
        form = {"csrf_token": csrf(other.get(address).text), "player": ["Leila", "Rajesh"]}
        answer = other.post(f"{address}/together", data=form)
        assert answer.status_code == 403


class TestTheLargeScreen:
    @pytest.mark.parametrize(
        ("game", "seat", "move", "shown"),
        [
            ("rajas", "red", "fame 23", "<strong>23"),
            ("cards-karma", "blue", "coins 5", "<strong>5"),
            ("agra", "blue", "influence scholars", "<td>1</td>"),
        ],
        ids=GAMES,
    )
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_it_shows_everybodys_counters_and_changes_nothing(self, client, begun, game, seat, move, shown, language):
        table = begun(game)
        for path in ("/tv", "/tv/live"):
            before = client.get(f"/t/{table.code}{path}", headers={"Accept-Language": language}).text
            assert before.count('<article class="tv-board') == 2
            assert before.count("#elephant") == (game != "agra"), "Agra has no elephant"
            assert "Leila" in before and "Rajesh" in before and 'class="entry' not in before
        assert shown not in before
        table.play(seat, move)
        assert shown in client.get(f"/t/{table.code}/tv/live").text

    def test_it_shows_what_is_rolled_before_the_first_round(self, client, opened):
        table = opened("rajas")
        table.play("blue", "starting dice 1 2 3 4")
        assert "1 + 2 + 3 + 4 = 10" in client.get(f"/t/{table.code}/tv").text

    def test_it_says_when_the_end_is_triggered_and_who_has_won(self, client, begun):
        table = begun("agra")
        for seat, move in (("red", "influence artisans"), ("red", "top artisans")):
            table.play(seat, move)
        assert "<strong>last turns in round 2</strong>" in client.get(f"/t/{table.code}/tv/live").text
        for seat in ("red", "blue") * 2:
            table.play(seat, "end")
        for seat, move in (("red", "rupees 31"), ("blue", "rupees 40"), ("blue", "finish")):
            assert table.play(seat, move).status_code == 200
        page = client.get(f"/t/{table.code}/tv").text
        assert "Rajesh wins" in page
        assert re.findall(r'class="tv-who">(\w+)</span><strong>(\d+)', page) == [("Rajesh", "40"), ("Leila", "31")]


class TestIntoTheScoringForm:
    def filled(self, client, page: str) -> str:
        href = unescape(re.search(r'id="to-score" href="([^"]+)"', page)[1])
        answer = client.get(href)
        assert answer.status_code == 200, href
        return answer.text

    def test_a_running_game_fills_in_what_is_known(self, client, begun):
        table = begun("rajas")
        table.play("red", "fame 23")
        form = self.filled(client, client.get(f"/t/{table.code}").text)
        assert 'value="Leila"' in form and 'value="23"' in form

    def test_the_rupees_of_agra_are_left_open(self, client, begun):
        table = begun("agra")
        table.play("red", "favour 4")
        form = self.filled(client, client.get(f"/t/{table.code}").text)
        assert 'value="Rajesh"' in form and 'value="4"' in form

    @pytest.mark.parametrize("link", ["", "1abc", "1" + "A" * 50])
    def test_a_broken_filling_is_refused(self, client, link):
        assert client.get(f"/score/rajas?fill={link}").status_code == 400

    def test_what_cannot_be_right_is_refused(self, client):
        from companion.web.result_link import pack

        for totals in ({"players": [{"name": "A", "fame": 99, "money": 0}]}, {}, {"players": "x"}):
            assert client.get(f"/score/rajas?fill={pack(totals)}").status_code == 400

    @pytest.mark.parametrize("game", GAMES)
    def test_a_finished_game_leads_to_every_point_explained(self, client, opened, game):
        table = opened(game)
        table.play_on(Random(3))
        page = client.get(f"/t/{table.code}").text
        href = unescape(re.search(r'id="explained" href="([^"]+)"', page)[1])
        explained = client.get(href)
        assert explained.status_code == 200
        for player in table.show()["result"]["players"]:
            assert player["name"] in page and player["name"] in explained.text

    def test_the_same_people_play_again(self, app, opened):
        table = opened("cards-karma")
        table.play_on(Random(3))
        browser = seated(app, table, "red")
        page = browser.get(f"/t/{table.code}").text
        assert 'id="rematch"' in page
        followed = browser.post(f"/t/{table.code}/rematch", data={"csrf_token": csrf(page)}, follow_redirects=True)
        assert "Leila" in followed.text and "Rajesh" in followed.text
        fresh = followed.request.path.removeprefix("/t/")
        assert f"/t/{table.code}/rematch/{fresh}" in seated(app, table, "blue").get(f"/t/{table.code}").text


class TestHelp:
    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_set_up_rolls_once_and_keeps_it(self, client, game, players):
        first = client.get(f"/setup/{game}?players={players}")
        assert first.status_code == 303
        page = client.get(first.location)
        assert page.text.count('id="step-') > 5
        again, before = (
            re.sub('name="csrf_token" value="[^"]+"', "", each.text) for each in (client.get(first.location), page)
        )
        assert again.split("<main")[1] == before.split("<main")[1]

    def test_the_set_up_follows_the_variant(self, client):
        page = client.get("/setup/rajas?players=3&variant=navaratnas&river=ganga&roll=1234").text
        assert "8 dice" in page and "Ganga: the dice show" in page and "Three players" in page
        drawn = re.findall(r"player \d: (Brown: \w+)", page)
        assert len(set(drawn)) == len(drawn) == 3

    @pytest.mark.parametrize("query", ["players=9", "players=x&roll=ok", "roll=" + "a" * 99, "variant=none&roll=1"])
    def test_nonsense_falls_back_to_what_there_is(self, client, query):
        assert client.get(f"/setup/rajas?{query}", follow_redirects=True).status_code == 200

    def test_notables_are_exchanged_until_the_guilds_are_balanced(self, client):
        address = "/setup/agra?players=2&roll=feed"
        page = client.get(address).text
        drawn = re.findall(r'name="([a-z-]+)" value="artisans"', page)
        assert len(drawn) == 10 and "Fill in every guild" in page
        known = {"mullah": "scholars", "grand-imam": "scholars", "jagirdar": "merchants"}
        guilds = "&".join(f"{name}={known.get(name, 'artisans')}" for name in drawn)
        unbalanced = client.get(f"{address}&{guilds}").text
        leaving = re.search(r'<button class="quiet" name="out" value="([a-z-]+)"', unbalanced)[1]
        exchanged = re.findall(
            r'name="([a-z-]+)" value="artisans"', client.get(f"{address}&{guilds}&out={leaving}").text
        )
        assert leaving not in exchanged and len(exchanged) == 10

    @pytest.mark.parametrize(
        ("address", "language", "found", "not_found"),
        [
            ("/rules/dice-charmers?q=portuguese", "en", "two nearest free spaces behind your boat", "Great Mogul"),
            ("/rules/rajas?q=yogi", "en", "2 karma and a die", "Outer terrace"),
            ("/rules/rajas?q=танцовщица", "ru", "белый жетон дохода", "Внешняя терраса"),
            ("/rules/cards-karma?q=palace+goods", "en", "Palace 4", "Palace 2"),
            ("/rules/agra?q=imam", "en", "Grand Imam", "Botanist"),
        ],
    )
    def test_everything_can_be_looked_up(self, client, address, language, found, not_found):
        page = client.get(address, headers={"Accept-Language": language}).text
        assert found in page and not_found not in page

    @pytest.mark.parametrize(
        ("game", "topics"),
        [
            ("rajas", ["A covered tile", "Mixed group", "Too many dice", "No free worker", "Ties", "Terrace"]),
            ("cards-karma", ["More than eight dice cards", "Nothing suitable in the middle", "Tie"]),
            (
                "agra",
                ["Favour actions", "No free worker", "End of the turn", "What counts as delivered", "Tie at the end"],
            ),
        ],
        ids=GAMES,
    )
    def test_the_look_up_answers_what_people_ask(self, client, game, topics):
        assert [topic for topic in topics if f"<dt>{topic}</dt>" not in client.get(f"/rules/{game}").text] == []

    @pytest.mark.parametrize("game", ["dice-charmers", *GAMES])
    def test_the_whole_look_up_is_worded_in_russian(self, client, game):
        page = client.get(f"/rules/{game}", headers={"Accept-Language": "ru"}).text
        texts = re.findall(r"<dd>(.*?)</dd>", page)
        assert len(texts) > 30
        assert all(re.search("[а-я]", text) for text in texts)

    def test_there_is_no_help_for_other_games(self, client):
        for kind in ("rules", "setup", "calculate"):
            assert client.get(f"/{kind}/chess").status_code == 404
        assert client.get("/rules").status_code == 200


RAJAS, KARMA, AGRA = "/calculate/rajas?calc=", "/calculate/cards-karma?calc=", "/calculate/agra?calc="
NO_TOKENS = "token_1=&moved_1=0&token_2=&moved_2=0&token_3=&moved_3=0"
DEAR_WOOD = "token_1=wood&moved_1=1&token_2=&moved_2=0&token_3=&moved_3=0"
LEVELS = "temple_level=2&palace_level=2&fort_level=2&mill_level=3"


@pytest.mark.parametrize(
    ("address", "answers"),
    [
        pytest.param(RAJAS + "pay&blue=3+5+2&karma=0&colour=blue&cost=7", ["2 + 5 (exactly)", "3 + 5 (1 too many)"], id="blue 7 with the least waste"),
        pytest.param(RAJAS + "pay&blue=2&karma=1&colour=blue&cost=5", ["2 → 5 (exactly, karma: 1)"], id="a die turned by karma"),
        pytest.param(RAJAS + "pay&blue=2&karma=0&colour=blue&cost=5", ["Your dice are not enough for this tile."], id="not enough"),
        pytest.param(
            RAJAS + f"tile&temple=1&mill=1&{LEVELS}&special_dice=1&special_upgrade=1",
            ["The tile gives: fame +5, money +0.", "Then the special yields: new dice, rolled immediately: 1.", "Then the special yields: upgrades of your choice, for later tiles only: 1."],
            id="temple and upgraded mill, then two special yields",
        ),
        pytest.param(
            RAJAS + "tile&markets=2+3&special_fame=6&special_money=5&special_karma=2&special_boat=1",
            [
                "The tile gives: fame +0, money +5.", "Then the special yields: fame +6.", "Then the special yields: money +5.",
                "Then the special yields: karma +2, up to level 3.", "Then the special yields: boat moves, each to the next free space: 1.",
            ],
            id="two markets, then every other special yield",
        ),
        pytest.param(RAJAS + "tile&temple=2&fort=1", ["A tile has at most 2 buildings."], id="no tile has three buildings"),
        pytest.param(RAJAS + "markets&silk=2&tea=3+2+2&spices=&die=4", ["Assorted goods: money +5.", "Goods of one kind (tea): money +7."], id="the two market actions"),
        pytest.param(RAJAS + "river&boat=3&others=4+6&last=22&die=3", ["Harbour: to space 5, 7, 8.", "Portuguese: to space 11.", "Boat bonus: to space 5."], id="occupied spaces do not count"),
        pytest.param(RAJAS + "river&boat=16&others=17&last=22", ["Harbour: to space 18, 19, 20.", "Portuguese: no move possible.", "Boat bonus: to space 18."], id="five free spaces are too few for the Portuguese"),
        pytest.param(RAJAS + "river&boat=3&others=23&last=22", ["No boat can be beyond the last space, 22."], id="a boat beyond the river"),
        pytest.param(RAJAS + "overbuild&purple=2&orange=5&karma=0&old_cost=4&new_cost=6&colour=purple", ["Difference to pay: 2", "For the master builder orange 5; for the tile 2 (exactly)"], id="master builder"),
        pytest.param(KARMA + "building&dice=5&cost=11&karma=0&administrators=1", ["5 + administrator as a joker (exactly)"], id="a joker for the blue 6"),
        pytest.param(KARMA + "exact&dice=3&asked=2&karma=1&administrators=0", ["3 (exactly, karma: 1)"], id="karma for a ship"),
        pytest.param(AGRA + "farm&first=1&second=1&covered=0", ["You produce: 2"], id="farm"),
        pytest.param(AGRA + "farm&first=1&second=1&covered=3", ["That is more than the spaces between the farmers: 2."], id="more covered than there is"),
        pytest.param(AGRA + "meditation&printed=1+2+3&workers=4", ["Meditation points: 7"], id="meditation"),
        pytest.param(AGRA + f"trader&given_1=wood&given_2=wood&given_3=&taken_1=statue&taken_2=&taken_3=&{DEAR_WOOD}", ["You may take goods worth: 3", "This exchange is possible."], id="trader with dear wood"),
        pytest.param(AGRA + f"trader&given_1=wood&given_2=&given_3=&taken_1=statue&taken_2=&taken_3=&{NO_TOKENS}", ["You may take goods worth: 0", "The new goods must be worth 0 in total."], id="a trade that is not possible"),
        pytest.param(AGRA + "trader&given_1=book&given_2=book&taken_1=wood&taken_2=oil&taken_3=wood&taken_4=wood", ["You may take goods worth: 5", "This exchange is possible."], id="two books for four goods"),
        pytest.param(AGRA + f"sailor&paid_1=painting&paid_2=&paid_3=&paid_4=&used=2&{NO_TOKENS}", ["Deliveries: at most 4", "Rupees for deliveries paid for but not used: 2"], id="sailor paid with a painting"),
        pytest.param(AGRA + "delivery&markers=2", ["Rupees you receive: 3"], id="third marker on a notable"),
        pytest.param(AGRA + "contract&ordered=1+2&doubles=2", ["Player 2 gets the contract.", "Player 1 takes 1 favour."], id="double delivery wins"),
        pytest.param(AGRA + "build&cost=4&wood=1&cement=1&sandstone=0&planks=0", ["Wood, Cement"], id="two sorts count one more"),
        pytest.param(AGRA + "order&printed=3&mine=1&others=2", ["Rupees you receive: 2", "Then your marker moves up a step."], id="order behind the leader"),
    ],
)  # fmt: skip
def test_calculators(client, address, answers):
    page = client.get(address).text
    assert [unescape(answer) for answer in re.findall(r"<li>(.*?)</li>", page)] == answers


@pytest.mark.parametrize(
    ("query", "problems"),
    [
        ("pay&blue=1+2+3+4+5+6+1+2+3+4+5&karma=1&colour=blue&cost=7", ["At most 10 numbers fit here."]),
        ("pay&blue=3+9&karma=1&colour=blue&cost=7", ["Each number must be between 1 and 6."]),
        ("pay&blue=x&karma=4&colour=blue&cost=7", ["Type whole numbers separated by spaces.", "Number must be between 0 and 3."]),
        ("pay&blue=1&karma=1&colour=blue&cost=", ["This field is required."]),
        ("tile&temple=2&markets=1+2+3", ["At most 2 numbers fit here."]),
        ("tile&temple=3&special_boat=-1", ["Number must be between 0 and 2."] * 2),
    ],
)  # fmt: skip
def test_a_calculator_names_what_is_wrong_and_keeps_what_was_typed(client, query, problems):
    page = client.get(RAJAS + query).text
    assert re.findall(r'class="problem"[^>]*>(.*?)<', page) == problems
    typed = re.search("(?:blue|temple)=([^&]+)", query)[1].replace("+", " ")
    assert f'value="{typed}"' in page


def test_two_price_tokens_never_lie_on_one_good(client):
    page = client.get(AGRA + "prices&token_1=wood&moved_1=1&token_2=wood&moved_2=1").text
    assert re.findall(r'class="problem"[^>]*>(.*?)<', page) == ["There can be only one price token on each good."]
