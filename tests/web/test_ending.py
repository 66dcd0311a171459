"""After the last turn: podium, story, PDF, transcript, log, rematch; and the same on the TV page."""

import re
import subprocess
import time
from datetime import UTC, datetime
from io import BytesIO
from random import Random

import pikepdf
import pytest
from PIL import Image

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.drawing.finished import format_sum
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.games.dice_charmers.pages.ending import Finished
from companion.games.dice_charmers.rules import measure_gap, parse_transcript, play_transcript
from companion.games.dice_charmers.rules.scoring import have_met
from companion.games.kept import Kept
from companion.games.table_game import Visitor
from companion.i18n import format_halves
from companion.render import codes
from companion.render.pdf import PdfUnavailable
from companion.render.svg import draw_text, outline_texts
from companion.web.identity import make_signer, name_cookie
from tests.tables.conftest import meet, opened


@pytest.fixture(scope="module")
def evening(tmp_path_factory, worker_processes):
    """An app with one finished game of three, one of them on paper."""
    from companion.settings import Settings

    folder = tmp_path_factory.mktemp("evening")
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'c.db'}", secret_key="for tests only")
    with opened(settings, worker_processes) as app:
        table = meet(app, 3, paper="green")
        table.play_on(Random(3))
        yield app, table


def page(evening, path: str = "", **headers: str):
    app, table = evening
    return app.test_client().get(f"/t/{table.code}{path}", headers=headers)


def test_the_podium_names_everybody_with_place_and_points(evening):
    text = page(evening).text
    result = evening[1].show()["result"]
    for player in result["players"]:
        assert player["name"] in text
        assert f"{format_halves(player['score'])} points" in text
    assert re.search(rf"<h1[^>]*>{result['winners'][0]}", text)


def test_the_page_speaks_russian_too(evening):
    assert "Победа" in page(evening, **{"Accept-Language": "ru"}).text


def test_sheets_are_shown_of_all_who_did_not_write_on_paper(evening, monkeypatch):
    # Form tokens contain the second in which they were made, and the tag of a page depends on them.
    monkeypatch.setattr("itsdangerous.timed.TimestampSigner.get_timestamp", lambda self: 1_800_000_000)
    text = page(evening).text
    assert len(re.findall(r'class="card final-sheet"', text)) == 2
    links = re.findall(r'href="(/t/[A-Z0-9]+/sheets/[a-z]+)"', text)
    assert len(links) == 2
    client = evening[0].test_client()
    for link in links:
        shown = client.get(link)
        assert '<div class="paper"' in shown.text and "<svg" in shown.text
        assert client.get(link, headers={"If-None-Match": shown.headers["ETag"]}).status_code == 304
    assert client.get(links[0].rpartition("/")[0] + "/green").status_code == 422, "who wrote on paper has no sheet here"


def as_seat(evening, seat: str, path: str = "", **headers: str) -> str:
    """Return a page as the device of a seat sees it."""
    app, table = evening
    client = app.test_client()
    with app.test_request_context():
        client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens[seat]]))
    return client.get(f"/t/{table.code}{path}", headers=headers).text


def test_the_winner_reads_you_won_and_the_others_who_has(evening):
    result = evening[1].show()["result"]
    [winner] = result["winners"]
    for seat in ("red", "blue"):
        won = f"Player {seat}" == winner
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", as_seat(evening, seat))[1]
        assert heading == ("You won!" if won else f"{winner} has won!")
        said = re.search(r"<h1[^>]*>(.*?)</h1>", as_seat(evening, seat, **{"Accept-Language": "ru"}))[1]
        assert said == ("Вы победили!" if won else f"Победа: {winner}!")


def test_who_shares_the_victory_reads_with_whom(evening, monkeypatch):
    standings = [{"seat": "red", "name": "Anna", "rank": 1}, {"seat": "blue", "name": "Boris", "rank": 1}]
    monkeypatch.setattr(Finished, "standings", standings)
    monkeypatch.setattr(Finished, "solo", None)
    game = Finished(*[None] * 5)
    assert game.describe_winners(Visitor(("red",))) == "You won together with Boris!"
    assert game.describe_winners(Visitor(("red", "blue"))) == "Anna, Boris have won!"
    assert game.describe_winners() == "Anna, Boris have won!"


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ((29, 64, 39, 22), "29 + 32 − 39 = 22"),
        ((29, 65, 39, 22.5), "29 + 32½ − 39 = 22½"),
        ((2, 1, 39, -36.5), "2 + ½ − 39 = −36½"),
        ((0, 0, 39, -39), "0 + 0 − 39 = −39"),
    ],
)
def test_the_formula_of_the_points(figures, said):
    assert format_sum(*figures) == said


def test_everyone_reads_how_their_points_add_up(evening):
    told = page(evening).text
    for player in evening[1].show()["result"]["players"]:
        assert f"= {format_halves(player['score'])}</span>" in told


def test_the_moment_at_which_the_lines_met_is_told(evening):
    app, _ = evening
    table = meet(app, 2)
    table.play_on(Random(4))
    states = [
        step.after.position.state
        for step in app.extensions["companion"].tables.steps(table.code)
        if step.after.position is not None
    ]
    first = next(state for state in states if have_met(state))
    seat = next(seat for seat in first.players if measure_gap(first, seat) >= 0)
    told = page((app, table)).text
    assert f"The lines of Player {seat} met in round {first.round}." in told


def test_the_sheets_carry_name_and_date_and_no_corner_markers(evening):
    shown = page(evening, "/sheets/red").text
    date = datetime.fromtimestamp(time.time(), UTC).date().isoformat()
    assert ">Player red<" in shown.partition("<svg")[2] and date in shown
    corner = load_sheet("sun").geometry.markers.top_left
    marker = codes.draw_marker(corner.id, corner.box)
    assert marker not in shown and marker in arrange_for_paper(load_sheet("sun"))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_result_is_a_picture_to_share(evening, lang):
    answer = page(evening, "/result.png", **{"Accept-Language": lang})
    assert answer.mimetype == "image/png" and len(answer.data) < 200_000
    with Image.open(BytesIO(answer.data)) as picture:
        assert picture.width == 1080 and len(picture.getcolors(maxcolors=1 << 24)) > 20
    assert f'href="/t/{evening[1].code}/result.png"' in page(evening).text


def test_a_name_that_our_fonts_lack_stays_text_in_the_picture():
    drawn = outline_texts(draw_text(0, 0, "वीणा", 5, "#000") + draw_text(0, 0, "Вина ½", 5, "#000"))
    assert drawn.count("<text") == 1 and "वीणा" in drawn and "<path" in drawn


def test_the_qr_code_leads_to_the_result(evening):
    told = page(evening).text
    assert 'class="qr"' in told and f'data-link="http://localhost/t/{evening[1].code}"' in told


def test_the_result_page_is_small_and_cheap(worker_processes, settings):
    """All players request it at the same time, and anyone with the code may request it repeatedly."""
    with opened(settings, worker_processes) as app:
        table = meet(app, 5)
        table.play_on(Random(5))
        client = app.test_client()
        costs = []
        for _ in range(6):
            begun = time.process_time()
            answer = client.get(f"/t/{table.code}")
            costs.append(time.process_time() - begun)
        assert len(answer.data) < 60_000, "it was 674 kB"
        assert min(costs) < 0.02, "it was 139 ms"


def test_the_pdf_has_a_page_for_each_sheet(evening):
    answer = page(evening, "/sheets.pdf")
    assert answer.mimetype == "application/pdf"
    with pikepdf.open(BytesIO(answer.data)) as pdf:
        assert len(pdf.pages) == 2


def read_text(pdf: bytes) -> str:
    read = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return " ".join(read.stdout.decode().split())


@pytest.mark.parametrize(
    ("paper", "language", "words"),
    [
        ("a4", "en", ("How the points add up", "on paper", "The best turns", "What decided this game?")),
        ("letter", "ru", ("Из чего сложились очки", "на бумаге", "Лучшие ходы", "Что решило эту партию?")),
    ],
)
def test_the_report_has_result_and_analysis_as_flowing_text(evening, paper, language, words):
    answer = page(evening, f"/report.pdf?paper={paper}", **{"Accept-Language": language})
    assert answer.mimetype == "application/pdf"
    read = read_text(answer.data)
    assert [each for each in words if each not in read] == []
    for player in evening[1].show()["result"]["players"]:
        assert f"{player['name']}" in read and format_halves(player["score"]) in read
    with pikepdf.open(BytesIO(answer.data)) as pdf:
        size = {tuple(round(float(side) * 25.4 / 72) for side in each.mediabox[2:]) for each in pdf.pages}
        assert size == {(210, 297) if paper == "a4" else (216, 279)}
        described = [str(part.Alt) for part in pdf.objects if isinstance(part, pikepdf.Dictionary) and "/Alt" in part]
        assert f"http://localhost/t/{evening[1].code}" in described and str(pdf.Root.Lang) == language


def test_without_pango_the_report_is_a_page_that_the_browser_prints(evening, monkeypatch):
    def missing(*_):
        raise PdfUnavailable

    monkeypatch.setattr("companion.web.sharing.run_job", missing)
    answer = page(evening, "/report.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert 'id="print-here"' in answer.text and "What decided this game?" in answer.text
    assert "style=" not in answer.text and "<style" not in answer.text, "the policy for pages forbids it"


def test_the_transcript_plays_to_the_same_end(evening):
    app, table = evening
    text = page(evening, "/transcript.txt").text
    sheet = app.extensions["companion"].printables["sun"].definition.sheet
    state, fault = play_transcript(sheet, parse_transcript(text))
    assert fault is None
    assert state == app.extensions["companion"].tables.get(table.code).position.state


def test_the_log_reveals_the_seed_that_was_committed_to(evening):
    from companion.games.fair_dice import compute_commitment

    log = page(evening, "/log.json").json
    assert compute_commitment(log["seed"]) == log["commitment"] == evening[1].show()["commitment"]


def test_the_end_shows_the_fingerprint_and_the_number_behind_it(evening):
    log = page(evening, "/log.json").json
    assert log["commitment"] in page(evening).text and log["seed"] in page(evening).text


def test_the_fingerprint_is_shown_before_the_first_roll(evening):
    table = meet(evening[0])
    told = page((evening[0], table)).text
    assert table.show()["commitment"] in told


def test_with_real_dice_nothing_is_said_of_rolls_by_the_companion(evening):
    table = meet(evening[0], dice="real")
    fingerprint = table.show()["commitment"]
    assert fingerprint not in page((evening[0], table)).text
    table.play_on(Random(3))
    told = page((evening[0], table)).text
    assert "How the points add up" in told
    assert fingerprint not in told and "log.json" not in told


@pytest.mark.parametrize("path", ["/sheets.pdf", "/transcript.txt", "/log.json", "/result.png", "/report.pdf"])
def test_no_copy_of_it_is_kept_on_the_way(evening, path):
    assert page(evening, path).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/sheets.pdf", "/transcript.txt", "/log.json", "/result.png", "/report.pdf"])
def test_nothing_of_it_is_told_before_the_end(evening, path):
    app, _ = evening
    table = meet(app, 2)
    assert app.test_client().get(f"/t/{table.code}{path}").status_code == 422


def test_the_story_is_told_round_by_round(evening):
    from companion.games.dice_charmers.texts.ending import tell_story

    app, table = evening
    steps = app.extensions["companion"].tables.steps(table.code)
    states = [step.after.position.state for step in steps if step.after.position is not None]
    told = tell_story(states)
    final = table.show()["sheets"]
    assert set(told.gaps) == {"red", "blue"}
    for seat, gaps in told.gaps.items():
        assert len(gaps) == states[-1].round
        assert gaps[-1] == final[seat]["gap"]
        assert list(gaps) == sorted(gaps)
    assert [turn.points for turn in told.best_turns] == sorted((t.points for t in told.best_turns), reverse=True)


def test_a_best_turn_tells_only_what_it_brought(evening, monkeypatch):
    from companion.games.dice_charmers.texts.ending import Story, StoryTurn

    turns = StoryTurn("red", 9, 0, 14), StoryTurn("red", 8, 3, 0), StoryTurn("blue", 7, 1, 2)
    monkeypatch.setattr("companion.games.dice_charmers.pages.ending.tell_story", lambda states: Story({}, turns))
    monkeypatch.setattr("companion.games.dice_charmers.pages.ending.FINISHED", Kept(1))
    told = re.search(r'<ol class="best">.*?</ol>', page(evening).text, re.DOTALL)[0]
    assert re.findall(r"in round (\d): ([^<]+)<", told) == [
        ("9", "+14 money"),
        ("8", "+3 fame"),
        ("7", "+1 fame, +2 money"),
    ]


class TestRematch:
    @pytest.fixture
    def phone(self, evening):
        """A browser that holds red's seat of the finished game."""
        app, table = evening
        client = app.test_client()
        with app.test_request_context():
            client.set_cookie(name_cookie(table.code), make_signer("seats").dumps([table.tokens["red"]]))
        token = re.search(r'name="csrf-token" content="([^"]+)"', client.get(f"/t/{table.code}").text)[1]
        return client, token

    def test_brings_the_same_people_to_a_new_table_and_the_next_one_starts(self, evening, phone):
        _, table = evening
        client, token = phone
        answer = client.post(f"/t/{table.code}/rematch", data={"csrf_token": token}, follow_redirects=True)
        code = answer.request.path.rpartition("/")[2]
        assert code != table.code
        fresh = client.get(f"/api/tables/{code}").json
        assert fresh["phase"] == "lobby"
        assert [seat["seat"] for seat in fresh["seats"]] == ["blue", "green", "red"]
        assert [seat["kind"] for seat in fresh["seats"]] == ["phone", "paper", "phone"]
        assert fresh["you"]["seats"] == ["red"]
        again = client.post(f"/t/{table.code}/rematch", data={"csrf_token": token})
        assert again.location.endswith(code), "the second one who presses the button comes to the same table"
        blue = client.get(f"/api/tables/{code}", headers={"Authorization": f"Bearer {table.tokens['blue']}"})
        assert blue.json["you"]["seats"] == ["blue"]

    def test_is_not_for_strangers(self, evening):
        app, table = evening
        client = app.test_client()
        token = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)[1]
        assert client.post(f"/t/{table.code}/rematch", data={"csrf_token": token}).status_code == 403
        assert client.get(f"/t/{table.code}/rematch/CDFGHJ").status_code == 404


class TestTheLargeScreen:
    def test_is_found_from_the_lobby_and_from_the_game(self, evening):
        app, _ = evening
        lobby = app.test_client().post("/api/tables", json={"game": "dice-charmers"}).json["code"]
        for code in (lobby, meet(app, 2).code):
            assert f'href="/t/{code}/tv"' in app.test_client().get(f"/t/{code}").text

    def test_invites_before_the_start(self, evening):
        app, _ = evening
        code = app.test_client().post("/api/tables", json={"game": "dice-charmers"}).json["code"]
        text = app.test_client().get(f"/t/{code}/tv").text
        assert code in text and 'class="qr"' in text

    def test_shows_dice_lines_and_news_during_the_game(self, evening):
        app, _ = evening
        table = meet(app, 2)
        table.play("roll")
        table.play(table.offers("red")[0]["move"])
        text = app.test_client().get(f"/t/{table.code}/tv/live").text
        assert text.count('class="tv-track"') == 2
        assert text.count("tv-die-") == 8 - 1  # one lies in a depot
        assert "Take the" in text
        assert "Roll the dice" not in text  # everybody saw it

    def test_ends_with_the_podium(self, evening):
        assert 'class="podium"' in page(evening, "/tv").text
