"""The JSON API of a table, from opening it to the log of a finished game."""

import pytest

from companion.storage import open_log
from companion.tables.service import Tables
from companion.tables.table import ALPHABET
from tests.testgame import games


def error(answer) -> str:
    assert set(answer.json) == {"error"}
    assert {"code", "message"} <= set(answer.json["error"]) <= {"code", "message", "field"}
    return answer.json["error"]["code"]


class TestOpening:
    def test_a_table_has_a_short_code_without_lookalikes_a_link_and_a_host_token(self, client):
        answer = client.post("/api/tables", json={"game": "race", "sheet": "long", "dice": "real"})
        assert answer.status_code == 201
        assert set(answer.json["code"]) <= set(ALPHABET) and len(answer.json["code"]) == 6
        assert answer.json["url"].endswith("/t/" + answer.json["code"])
        shown = client.get("/api/tables/" + answer.json["code"]).json
        assert shown["settings"] == {"sheet": "long", "dice": "real"}
        assert (shown["phase"], shown["sheet"], shown["turn"], shown["result"]) == ("lobby", "long", None, None)
        assert shown["sheets"] == {} and shown["seats"] == [] and shown["version"] == 1

    def test_what_is_not_chosen_is_the_games_default(self, table):
        assert table.show()["settings"] == {"sheet": "short", "dice": "virtual"}

    def test_the_public_url_is_used_for_links(self, settings):
        from dataclasses import replace

        from companion.app import create_app

        app = create_app(replace(settings, public_url="https://play.example/"), games())
        answer = app.test_client().post("/api/tables", json={"game": "race"})
        assert answer.json["url"] == f"https://play.example/t/{answer.json['code']}"
        app.extensions["companion"].tables.log.close()

    @pytest.mark.parametrize(
        ("body", "status", "field"),
        [
            pytest.param({}, 422, "game", id="no game"),
            pytest.param({"game": "chess"}, 422, "game", id="a game we do not have"),
            pytest.param({"game": "chess", "sheet": "long"}, 422, "game", id="a game we do not have, with its options"),
            pytest.param({"sheet": "long", "dice": "real"}, 422, "game", id="options of no game"),
            pytest.param({"game": ["race"]}, 422, "game", id="a list for a game"),
            pytest.param({"game": "race", "sheet": "../../etc/passwd"}, 422, "sheet", id="a path for a sheet"),
            pytest.param({"game": "race", "dice": "loaded"}, 422, "dice", id="dice we do not have"),
            pytest.param({"game": "race", "hue": "red"}, 422, "hue", id="a field we do not know"),
        ],
    )
    def test_a_table_that_cannot_be_is_refused_by_field(self, client, body, status, field):
        answer = client.post("/api/tables", json=body)
        assert answer.status_code == status
        assert answer.json["error"]["field"] == field

    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"race"', b"\xff\xfe", b"null"])
    def test_a_body_that_is_not_a_json_object_is_refused(self, client, body):
        answer = client.post("/api/tables", data=body, content_type="application/json")
        assert (answer.status_code, error(answer)) == (400, "not-json")

    def test_a_body_beyond_the_bound_is_refused(self, client):
        answer = client.post("/api/tables", json={"game": "race", "sheet": "x" * 70_000})
        assert (answer.status_code, error(answer)) == (413, "too-large")


class TestJoining:
    def test_seats_are_named_by_their_colour(self, table):
        assert table.join("Leila", colour="blue") == "blue"
        assert table.show()["seats"] == [{"seat": "blue", "name": "Leila", "colour": "blue", "kind": "phone"}]

    def test_without_a_colour_the_first_free_one_is_given(self, table):
        table.join("Leila", colour="red")
        assert table.join("Rajesh") == "blue"

    def test_a_name_is_tidied(self, table):
        table.join("  Leila \n of  Agra ")
        assert table.show()["seats"][0]["name"] == "Leila of Agra"

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            pytest.param({}, "name", id="no name"),
            pytest.param({"name": "   "}, "name", id="only spaces"),
            pytest.param({"name": "x" * 25}, "name", id="too long"),
            pytest.param({"name": "a\u202eb"}, "name", id="turns the text around"),
            pytest.param({"name": "a\x00b"}, "name", id="a control character"),
            pytest.param({"name": {"a": 1}}, "name", id="an object for a name"),
            pytest.param({"name": "Leila", "colour": "mauve"}, "colour", id="a colour we do not have"),
            pytest.param({"name": "Leila", "kind": "robot"}, "kind", id="a kind we do not have"),
            pytest.param({"name": "Mira", "colour": "red"}, "colour", id="a colour that is taken"),
            pytest.param({"name": "ravi"}, "name", id="a name that is taken, whatever the case"),
        ],
    )
    def test_a_bad_seat_is_refused_by_field_and_changes_nothing(self, table, body, field):
        table.join("Ravi", colour="red")
        before = table.show()
        answer = table.call("POST", "/seats", **body)
        assert answer.status_code == 422
        assert answer.json["error"]["field"] == field
        assert table.show() == before

    def test_a_full_table_takes_nobody_more(self, table):
        for name in ("a", "b", "c", "d"):
            table.join(name)
        answer = table.call("POST", "/seats", name="e")
        assert (answer.status_code, error(answer)) == (422, "table-full")

    def test_nobody_joins_a_game_that_has_started(self, game):
        answer = game.call("POST", "/seats", name="late")
        assert (answer.status_code, error(answer)) == (422, "already-started")

    @pytest.mark.parametrize("name", ["<b>Leila</b>", "Лейла 🐘", "'; DROP TABLE events;--", "{{ 7*7 }}"])
    def test_any_printable_name_is_kept_as_it_is(self, table, name):
        table.join(name)
        assert table.show()["seats"][0]["name"] == name


class TestTheHost:
    def test_orders_the_seats(self, table):
        table.join("a", colour="red"), table.join("b", colour="blue")
        answer = table.call("POST", "/order", table.host, order=["blue", "red"])
        assert [seat["seat"] for seat in answer.json["seats"]] == ["blue", "red"]

    def test_shuffles_the_seats(self, table):
        for name in "abcd":
            table.join(name)
        orders = set()
        for _ in range(30):
            answer = table.call("POST", "/order", table.host)
            orders.add(tuple(seat["seat"] for seat in answer.json["seats"]))
        assert len(orders) > 3

    @pytest.mark.parametrize("order", [["red"], ["red", "red"], ["red", "green"], "red", [1, 2]])
    def test_an_order_names_every_seat_once(self, table, order):
        table.join("a", colour="red"), table.join("b", colour="blue")
        answer = table.call("POST", "/order", table.host, order=order)
        assert (answer.status_code, error(answer)) == (422, "order-every-seat")

    def test_removes_a_seat_before_the_start(self, table):
        table.join("a", colour="red")
        assert table.call("DELETE", "/seats/red", table.host).json["seats"] == []
        assert table.call("GET", "/moves", table.tokens["red"]).status_code == 403

    def test_a_player_may_get_up_but_not_remove_another(self, table):
        table.join("a", colour="red"), table.join("b", colour="blue")
        assert table.call("DELETE", "/seats/blue", table.tokens["red"]).status_code == 403
        assert table.call("DELETE", "/seats/red", table.tokens["red"]).status_code == 200

    def test_starts_only_with_enough_players(self, table):
        table.join("a")
        answer = table.start()
        assert (answer.status_code, error(answer)) == (422, "wrong-number-of-players")
        assert "2 to 4" in answer.json["error"]["message"]

    def test_hands_the_role_over(self, table):
        table.join("a", colour="red"), table.join("b", colour="blue")
        assert table.call("POST", "/host", table.host, seat="blue").json["host"] == "blue"
        assert table.start().status_code == 403
        assert table.call("POST", "/start", table.tokens["blue"]).status_code == 200

    def test_a_new_host_is_told_with_the_same_answer(self, app, game):
        app.extensions["companion"].tables.presence.away_seconds = 0
        seen = game.show(game.tokens["blue"])
        assert (seen["host"], seen["you"]) == ("blue", {"seats": ["blue"], "host": True})

    @pytest.mark.parametrize("path", ["/start", "/order", "/host", "/manage"])
    def test_nobody_else_acts_as_host(self, game, path):
        for token in (None, game.tokens["red"], "forged"):
            answer = game.call("POST", path, token, seat="blue", action="skip")
            assert (answer.status_code, error(answer)) == (403, "only-the-host")

    def test_skips_the_turn_of_a_player_who_left(self, game):
        assert game.call("POST", "/manage", game.host, action="skip", seat="red").json["turn"]["seat"] == "blue"

    def test_turns_the_seat_of_a_player_who_left_into_a_paper_seat(self, game):
        game.call("POST", "/manage", game.host, action="paper", seat="red")
        assert game.show()["seats"][0]["kind"] == "paper"
        answer = game.call(
            "POST", "/moves", game.tokens["blue"], move="roll", seat="red", version=game.show()["version"]
        )
        assert answer.status_code == 200


class TestPlaying:
    def test_moves_are_offered_to_whose_turn_it_is(self, game):
        assert game.moves("red") == ["roll"]
        assert game.moves("blue") == []

    def test_a_game_is_played_to_its_end_by_what_is_offered(self, game):
        for _ in range(500):
            seat = next((seat for seat in ("red", "blue") if game.moves(seat)), None)
            if seat is None:
                break
            answer = game.play(seat, game.moves(seat)[0])
            assert answer.status_code == 200
            assert answer.json["version"] == game.show()["version"]
        shown = game.show()
        assert shown["phase"] == "over" and shown["turn"] is None and shown["result"]["winners"]
        log = game.call("GET", "/log").json
        assert log["events"][-1]["seq"] == shown["version"] and len(log["seed"]) == 64

    def test_an_old_version_is_refused_and_says_the_new_one(self, game):
        version = game.show()["version"]
        assert game.play("red", "roll").status_code == 200
        answer = game.play("red", "add", version)
        assert (answer.status_code, error(answer)) == (409, "stale-version")

    def test_a_double_tap_enters_one_mark(self, game):
        version = game.show()["version"]
        assert [game.play("red", "roll", version).json["version"] for _ in range(2)] == [version + 1] * 2
        assert game.show()["version"] == version + 1

    def test_a_refused_move_says_why_and_changes_nothing(self, game):
        before = game.show()
        answer = game.play("red", "add")
        assert (answer.status_code, error(answer)) == (422, "roll-first")
        assert game.show() == before

    def test_what_nobody_can_read_is_another_error_than_what_is_not_allowed(self, game):
        answer = game.play("red", "dance")
        assert (answer.status_code, error(answer)) == (400, "unreadable")

    def test_another_seats_token_does_not_play(self, game):
        answer = game.play("blue", "roll")
        assert (answer.status_code, error(answer)) == (422, "not-your-turn")
        version = game.show()["version"]
        answer = game.call("POST", "/moves", game.tokens["blue"], move="roll", version=version, seat="red")
        assert (answer.status_code, error(answer)) == (403, "not-your-seat")

    @pytest.mark.parametrize("token", [None, "", "forged", "host"])
    def test_only_a_seat_plays(self, game, token):
        token = game.host if token == "host" else token
        answer = game.call("POST", "/moves", token, move="roll", version=game.show()["version"])
        assert (answer.status_code, error(answer)) == (403, "not-your-seat")
        assert game.call("GET", "/moves", token).status_code == 403

    def test_a_token_of_another_table_does_not_play(self, game, client):
        other = client.post("/api/tables", json={"game": "race"}).json
        token = client.post(f"/api/tables/{other['code']}/seats", json={"name": "x", "colour": "red"}).json["token"]
        assert game.call("POST", "/moves", token, move="roll", version=game.show()["version"]).status_code == 403

    def test_anyone_at_the_table_enters_for_a_paper_seat(self, table):
        table.join("Leila", colour="red", kind="paper")
        table.join("Rajesh", colour="blue")
        table.start()
        answer = table.call("GET", "/moves?seat=red", table.tokens["blue"])
        assert [offer["move"] for offer in answer.json["moves"]] == ["roll"]
        answer = table.call("POST", "/moves", table.tokens["blue"], move="roll", seat="red", version=4)
        assert answer.status_code == 200

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"version": 4}, "move"),
            ({"move": "roll"}, "version"),
            ({"move": "roll", "version": "x"}, "version"),
            ({"move": "roll", "version": -1}, "version"),
            ({"move": "x" * 1001, "version": 4}, "move"),
            ({"move": "roll", "version": 4, "nonce": "n" * 65}, "nonce"),
            ({"move": "roll", "version": 4, "seat": "mauve"}, "seat"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_a_malformed_move_is_refused_by_field(self, game, body, field):
        answer = game.call("POST", "/moves", game.tokens["red"], **body)
        assert answer.status_code == 422
        assert answer.json["error"]["field"] == field


class TestBesideOtherProcesses:
    """This process has cached the game as it was before another process changed it."""

    @pytest.fixture
    def other(self, settings, game):
        log = open_log(settings.database_url)
        yield Tables(log, games())
        log.close()

    def test_a_move_goes_on_from_theirs(self, game, other):
        played = other.submit(game.code, [game.tokens["red"]], "roll", other.get(game.code).version)
        assert game.play("red", "add", played.version).status_code == 200

    def test_a_move_that_does_not_know_theirs_is_stale(self, game, other):
        version = other.get(game.code).version
        other.submit(game.code, [game.tokens["red"]], "roll", version)
        assert game.play("red", "add", version).status_code == 409

    def test_a_seat_that_was_moved_to_another_device_no_longer_plays(self, game, other):
        other.move_seat(game.code, "red", other.get(game.code).find_seat("red").key)
        assert game.play("red", "roll", other.get(game.code).version).status_code == 403

    def test_a_table_that_was_deleted_is_gone(self, game, other):
        version = other.get(game.code).version
        other.log.delete([game.code])
        assert game.play("red", "roll", version).status_code == 404


class TestUndo:
    def test_takes_back_the_last_mark(self, game):
        game.play("red", "roll")
        before = game.show()["sheets"]
        game.play("red", "add")
        answer = game.call("POST", "/undo", game.tokens["red"], version=game.show()["version"])
        assert answer.status_code == 200
        assert game.show()["sheets"] == before

    def test_never_reaches_behind_a_roll(self, game):
        game.play("red", "roll")
        answer = game.call("POST", "/undo", game.tokens["red"], version=game.show()["version"])
        assert (answer.status_code, error(answer)) == (422, "nothing-to-undo")

    def test_resets_the_whole_turn(self, game):
        game.play("red", "roll")
        before = game.show()["sheets"]
        game.play("red", "add"), game.play("red", "end")
        answer = game.call("POST", "/undo", game.tokens["red"], version=game.show()["version"], turn=True)
        assert answer.json["turn"]["seat"] == "red"
        assert game.show()["sheets"] == before

    def test_is_not_for_others(self, game):
        game.play("red", "roll"), game.play("red", "add")
        answer = game.call("POST", "/undo", game.tokens["blue"], version=game.show()["version"])
        assert answer.status_code == 422


class TestSecrets:
    def test_the_seed_is_committed_to_before_and_shown_only_after_the_game(self, game):
        assert len(game.show()["commitment"]) == 64
        answer = game.call("GET", "/log")
        assert (answer.status_code, error(answer)) == (422, "game-not-over")

    def test_no_answer_carries_a_token_a_fingerprint_or_the_seed(self, game, app):
        live = app.extensions["companion"].tables
        table = live.get(game.code)
        secrets = [table.seed, table.host_key, *(seat.key for seat in table.seats), game.host, *game.tokens.values()]
        shown = game.call("GET", "", game.tokens["red"]).text + game.call("GET", "/moves", game.tokens["red"]).text
        shown += "".join(str(event.hide_secrets()) for event in live.log.read(game.code))
        assert not [secret for secret in secrets if secret in shown]


class TestCodes:
    @pytest.mark.parametrize("typed", ["{}", " {} ", "{}".lower()])
    def test_a_code_is_found_however_it_is_typed(self, table, client, typed):
        spelled = typed.format(table.code[:3] + "-" + table.code[3:].lower())
        assert client.get(f"/api/tables/{spelled}").json["code"] == table.code

    def test_codes_cannot_be_guessed_by_brute_force(self, table, client, settings):
        answers = [client.get(f"/api/tables/CCC{n:03d}".replace("0", "D").replace("1", "F")) for n in range(40)]
        wrong = settings.wrong_codes_per_minute
        assert [answer.status_code for answer in answers] == [404] * wrong + [429] * (40 - wrong)
        assert int(answers[-1].headers["Retry-After"]) > 0
        # Not even a right guess is told from a wrong one any more …
        assert client.get(f"/api/tables/{table.code}").status_code == 429
        # … but who has a seat goes on playing.
        assert (
            client.get(f"/api/tables/{table.code}", headers={"Authorization": f"Bearer {table.host}"}).status_code
            == 200
        )

    def test_changes_of_one_table_are_bounded(self, table):
        table.join("Leila", colour="red")
        table.join("Rajesh", colour="blue")
        answers = [table.call("POST", "/order", table.host) for _ in range(100)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert table.show()["version"] <= 65
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert answers[-1].json["error"]["code"] == "too-many-entries"

    def test_strangers_do_not_use_up_what_the_players_may_do(self, app, table):
        """Somebody who knows the code sends what is refused, a hundred times; the others still join."""
        stranger = app.test_client()
        tried = [
            stranger.post(
                f"/api/tables/{table.code}/start",
                headers={"Authorization": "Bearer guessed"},
                environ_base={"REMOTE_ADDR": "192.0.2.7"},
            ).status_code
            for _ in range(100)
        ]
        assert set(tried) == {403, 429}
        table.join("Leila", colour="red")
        assert table.call("POST", "/order", table.host).status_code == 200

    def test_moves_of_one_table_are_bounded_too(self, game, app):
        limit = app.extensions["companion"].limits.in_play
        while limit.count(game.code):
            pass
        before = game.show()
        answer = game.call("POST", "/moves", game.tokens["red"], move="roll", version=before["version"])
        assert (answer.status_code, answer.json["error"]["code"]) == (429, "too-many-entries")
        assert game.show() == before

    def test_tables_per_address_are_bounded(self, settings):
        from dataclasses import replace

        from companion.app import create_app

        app = create_app(replace(settings, tables_per_hour=3), games())
        answers = [app.test_client().post("/api/tables", json={"game": "race"}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        app.extensions["companion"].tables.log.close()
