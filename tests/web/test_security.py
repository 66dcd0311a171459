"""Access control, and pages that run or load only our own files."""

import re

import pytest

from companion.tables.errors import NotAllowed
from companion.tables.table import Seat
from companion.web.identity import make_move_key, read_move_key
from companion.web.pages.lobby import make_move_link
from tests.web.conftest import ApiTable

NASTY = "<img src=x onerror=x()>"


@pytest.fixture
def phone(app):
    """A browser with its own cookies, and the CSRF token of the page it has open."""

    class Phone:
        def __init__(self) -> None:
            self.client = app.test_client()

        def get(self, path):
            return self.client.get(path)

        def post(self, path, **form):
            page = self.client.get("/").text
            token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
            return self.client.post(path, data={"csrf_token": token, **form})

    return Phone


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/nowhere", "/api/nowhere", "/static/css/companion.css", "/healthz"])
    def test_every_answer_has_a_strict_policy(self, client, path):
        with client.get(path) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Frame-Options"] == "DENY"

    def test_pages_are_never_kept_by_a_cache(self, client):
        assert client.get("/").headers["Cache-Control"] == "no-store"

    def test_a_phone_never_mixes_the_files_of_two_versions(self, client):
        with client.get("/static/css/companion.css") as style, client.get("/static/js/lib/live.js") as script:
            assert style.headers["Cache-Control"] == script.headers["Cache-Control"] == "no-cache"
            assert style.headers["ETag"] and script.headers["ETag"]
        with client.get("/static/fonts/philosopher-bold-2.001.woff2") as font:
            assert "max-age=31536000" in font.headers["Cache-Control"]

    def test_no_template_has_inline_script_style_or_foreign_addresses(self, app):
        for name in app.jinja_env.list_templates():
            source = app.jinja_env.loader.get_source(app.jinja_env, name)[0]
            assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", source), name
            assert not re.search(r"<script(?![^>]*(src=|application/json))", source), name
            assert not re.search(r"(src|href|action)=[\"'](https?:)?//", source), name


class TestCsrf:
    def test_every_form_needs_its_token(self, app, client):
        """Check every page that takes a POST, including future ones."""
        for rule in app.url_map.iter_rules():
            if "POST" in rule.methods and not rule.rule.startswith("/api/"):
                path = re.sub(r"<[^>]+>", "CCCCCC", rule.rule)
                answer = client.post(path, data={"name": "x"})
                assert answer.status_code == 400, path
                assert "too old" in answer.text, path

    def test_a_form_without_it_is_refused_in_the_askers_language(self, client):
        answer = client.post("/tables", headers={"Accept-Language": "ru"})
        assert '<html lang="ru">' in answer.text
        assert "Эта форма устарела" in answer.text

    def test_a_cookie_alone_does_not_write_through_the_api(self, app, phone):
        host = phone()
        code = host.post("/tables", game="race").location[-6:]
        host.post(f"/t/{code}/join", name="Leila", colour="red")
        answer = host.client.post(f"/api/tables/{code}/order", json={})
        assert answer.status_code == 403

    def test_a_cookie_with_the_pages_token_does(self, app, phone):
        host = phone()
        code = host.post("/tables", game="race").location[-6:]
        page = host.get(f"/t/{code}").text
        token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
        answer = host.client.post(f"/api/tables/{code}/order", json={}, headers={"X-CSRFToken": token})
        assert answer.status_code == 200


class TestCookies:
    def test_are_signed_http_only_and_same_site(self, phone):
        answer = phone().post("/tables", game="race")
        (cookie,) = [value for name, value in answer.headers if name == "Set-Cookie" and "companion_" in value]
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie

    @pytest.mark.parametrize("change", ["cut", "swap", "other table"])
    def test_a_forged_one_is_nobody(self, phone, change):
        host, other = phone(), phone()
        code = host.post("/tables", game="race").location[-6:]
        code2 = other.post("/tables", game="race").location[-6:]
        value = host.client.get_cookie(f"companion_{code}").value
        forged = {
            "cut": value[:-2],
            "swap": value[:10] + ("A" if value[10] != "A" else "B") + value[11:],
            "other table": other.client.get_cookie(f"companion_{code2}").value,
        }[change]
        thief = phone()
        thief.client.set_cookie(f"companion_{code}", forged)
        assert thief.post(f"/t/{code}/arrange", do="shuffle").status_code == 403

    def test_an_expired_one_is_nobody(self, phone, monkeypatch):
        host = phone()
        code = host.post("/tables", game="race").location[-6:]
        assert host.post(f"/t/{code}/arrange", do="shuffle").status_code == 303
        monkeypatch.setattr("companion.web.identity.COOKIE_DAYS", -1)
        assert host.post(f"/t/{code}/arrange", do="shuffle").status_code == 403


class TestNames:
    def test_markup_in_a_name_is_text(self, table, client):
        table.join(NASTY)
        for path in (f"/t/{table.code}", f"/t/{table.code}/seats"):
            page = client.get(path).text
            assert "<img src=x" not in page and "&lt;img" in page

    def test_a_name_cannot_end_a_header(self, phone):
        host = phone()
        code = host.post("/tables", game="race").location[-6:]
        answer = host.post(f"/t/{code}/join", name="a\r\nSet-Cookie: x=1", colour="red")
        assert "x=1" not in str(answer.headers)


class TestMovingASeat:
    def test_only_its_owner_gets_the_link(self, phone):
        host, stranger = phone(), phone()
        code = host.post("/tables", game="race").location[-6:]
        host.post(f"/t/{code}/join", name="Leila", colour="red")
        assert host.get(f"/t/{code}/seats/red/move").status_code == 200
        assert stranger.get(f"/t/{code}/seats/red/move").status_code == 403
        assert host.get(f"/t/{code}/seats/blue/move").status_code == 403

    def test_the_link_moves_the_seat_once_and_ends_the_old_token(self, app, phone):
        old, new, late = phone(), phone(), phone()
        code = old.post("/tables", game="race").location[-6:]
        old.post(f"/t/{code}/join", name="Leila", colour="red")
        link = re.search(rf"/t/{code}/continue/[\w.-]+", old.get(f"/t/{code}/seats/red/move").text)[0]
        assert "Leila" in new.get(link).text  # only asks
        assert old.get(f"/t/{code}/seats/red/move").status_code == 200
        assert new.post(link).status_code == 303
        assert new.get(f"/t/{code}/seats/red/move").status_code == 200
        assert old.get(f"/t/{code}/seats/red/move").status_code == 403
        assert late.post(link).status_code == 403

    @pytest.mark.parametrize("seats", [("red",), ("red", "blue")], ids=["one seat", "two seats on the old device"])
    def test_the_host_role_moves_along_with_the_creators_seat(self, app, phone, seats):
        old, new = phone(), phone()
        code = old.post("/tables", game="race").location[-6:]
        for seat in seats:
            old.post(f"/t/{code}/join", name=f"Leila {seat}", colour=seat)
        link = re.search(rf"/t/{code}/continue/[\w.-]+", old.get(f"/t/{code}/seats/red/move").text)[0]
        assert new.post(link).status_code == 303
        assert new.client.get(f"/api/tables/{code}").json["you"] == {"seats": ["red"], "host": True}
        assert old.client.get(f"/api/tables/{code}").json["you"] == {"seats": [*seats[1:]], "host": False}
        new.post(f"/t/{code}/arrange", do="remove", seat="red")
        assert not old.client.get(f"/api/tables/{code}").json["you"]["host"], "nor when the seat is given up"
        assert new.client.get(f"/api/tables/{code}").json["you"]["host"]

    def test_the_host_role_moves_along_when_the_phone_is_lost(self, app, phone):
        """The link comes from `companion links`, which knows only the seats."""
        lost, new = phone(), phone()
        code = lost.post("/tables", game="race").location[-6:]
        lost.post(f"/t/{code}/join", name="Leila", colour="red")
        with app.test_request_context():
            link = make_move_link(code, app.extensions["companion"].tables.get(code).find_seat("red"))
        assert new.post(link.removeprefix("http://localhost")).status_code == 303
        assert new.client.get(f"/api/tables/{code}").json["you"] == {"seats": ["red"], "host": True}
        assert lost.client.get(f"/api/tables/{code}").json["you"] == {"seats": [], "host": False}

    def test_another_seat_takes_no_role_along(self, app, phone):
        host, new = phone(), phone()
        code = host.post("/tables", game="race").location[-6:]
        host.post(f"/t/{code}/join", name="Leila", colour="red")
        host.post(f"/t/{code}/join", name="Rajesh", colour="blue")
        link = re.search(rf"/t/{code}/continue/[\w.-]+", host.get(f"/t/{code}/seats/blue/move").text)[0]
        assert new.post(link).status_code == 303
        assert new.client.get(f"/api/tables/{code}").json["you"] == {"seats": ["blue"], "host": False}
        assert host.client.get(f"/api/tables/{code}").json["you"] == {"seats": ["red"], "host": True}

    def test_an_old_or_foreign_link_is_refused(self, phone, monkeypatch):
        host = phone()
        code = host.post("/tables", game="race").location[-6:]
        code2 = host.post("/tables", game="race").location[-6:]
        host.post(f"/t/{code}/join", name="Leila", colour="red")
        link = re.search(rf"/t/{code}/continue/[\w.-]+", host.get(f"/t/{code}/seats/red/move").text)[0]
        assert phone().get(link.replace(code, code2)).status_code == 403
        assert phone().get(link[:-3]).status_code == 403
        monkeypatch.setattr("companion.web.identity.LINK_SECONDS", -1)
        assert phone().get(link).status_code == 403

    def test_a_link_is_of_one_table_also_where_the_same_people_play_again(self, app):
        """In a rematch every seat keeps its token."""
        with app.test_request_context():
            link = make_move_key("CCCCCC", Seat("red", "Leila", "phone", "key"))
            assert read_move_key("CCCCCC", link) == ("red", "key")
            with pytest.raises(NotAllowed):
                read_move_key("DDDDDD", link)


class TestLanguageSwitch:
    @pytest.mark.parametrize("target", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x"])
    def test_never_leads_away(self, phone, target):
        assert phone().post("/language/ru", next=target).location == "/"

    def test_is_kept_and_wins_over_the_browser(self, phone):
        someone = phone()
        someone.post("/language/ru", next="/")
        page = someone.client.get("/", headers={"Accept-Language": "en"}).text
        assert '<html lang="ru"' in page

    @pytest.mark.parametrize(("asked", "spoken"), [("ru", "ru"), ("de, ru;q=0.5", "ru"), ("de", "en"), ("", "en")])
    def test_without_a_choice_the_browser_decides(self, client, asked, spoken):
        assert f'<html lang="{spoken}"' in client.get("/", headers={"Accept-Language": asked}).text


def test_an_unexpected_error_is_a_calm_500_and_tells_nothing(app, client, monkeypatch):
    def broken(code, after=0):
        raise RuntimeError("secret detail")

    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(app.extensions["companion"].tables.log, "read", broken)
    answer = client.get("/api/tables/CDFGHJ")
    assert (answer.status_code, answer.json["error"]["code"]) == (500, "internal")
    assert "secret detail" not in answer.text


def test_a_database_that_does_not_answer_is_a_503_that_says_when_to_try_again(app, client, monkeypatch):
    from companion.storage import Unavailable

    def gone(code, after=0):
        raise Unavailable("locked")

    monkeypatch.setattr(app.extensions["companion"].tables.log, "read", gone)
    answer = client.get("/api/tables/CDFGHJ")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0


def test_forwarded_addresses_are_believed_only_behind_a_trusted_proxy(settings):
    from dataclasses import replace

    from companion.app import create_app
    from tests.testgame import games

    for trusted, last in ((0, 429), (1, 404)):
        app = create_app(replace(settings, trusted_proxies=trusted, wrong_codes_per_minute=2), games())
        tries = [
            app.test_client().get("/api/tables/CCCCCC", headers={"X-Forwarded-For": f"198.51.100.{n}"})
            for n in range(3)
        ]
        assert tries[-1].status_code == last
        app.extensions["companion"].tables.log.close()


def test_the_api_speaks_the_askers_language(client):
    answer = ApiTable(client, "CCCCCC", "").client.get("/api/tables/CCCCCC", headers={"Accept-Language": "ru"})
    assert re.search("[а-я]", answer.json["error"]["message"])
