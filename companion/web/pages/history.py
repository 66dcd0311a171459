"""The history: finished games of this device or of everybody, people and their statistics, exports."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from babel.dates import format_date
from flask import Blueprint, Response, abort, g, redirect, render_template, request, stream_with_context, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import BroughtAbout, Game, choose_title, is_known, list_games
from companion.games.scoring import format_points, join_names
from companion.history import bgstats, files, statistics
from companion.history.index import Cursor, Filter, Scope, TooManySpellings, is_passphrase
from companion.history.record import Record, is_same_game, make_person, make_scored_record, make_table_id
from companion.history.statistics import GameStatistics, Rival, Statistics, compute_statistics
from companion.i18n import format_number, get_language, gettext, ngettext
from companion.jobs import Kind
from companion.render.scores import CardPlayer
from companion.rules.scoring import BadScoring
from companion.tables.errors import BadInput
from companion.web.admission import accept_up_to
from companion.web.companion import companion, find_table, run_job
from companion.web.devices import (
    SHARED_COOKIE,
    find_scope,
    link_game,
    link_remembered_tables,
    link_table,
    read_shared_hash,
    unlock,
)
from companion.web.http import find_cookie_path
from companion.web.sharing import BrokenLink, make_card, send_picture, unpack

history = Blueprint("history", __name__)

KEY = re.compile("[0-9a-z-]{1,40}")  # ids of games and persons
PAGE = 20  # games
LOOKED_THROUGH = 100  # latest games whose players are offered
MOST_GAMES = 400  # latest games that statistics are computed from
SHOWN_PLACES = 30
MOST_IMPORTED_BYTES = 8 * 1024 * 1024
# Reading and writing files of many games; imports change the database, so their results are not kept.
FILES = Kind("history", places=8, places_per_address=2, seconds=120, kept_bytes=0)
DAY_MS = 86_400_000
SAME_EVENING_MS = DAY_MS // 2  # a game scored this soon after its table ended is the table's game

history.add_app_template_global(list_games, "games_by_name")


@history.app_template_global()
def about_game(record: Record) -> Game | BroughtAbout:
    """Return title, icon and colours of the game of a record."""
    return list_games().get(record.game) or BroughtAbout(record.game, choose_title(record.titles))


@history.app_template_filter()
def day(ms: int) -> str:
    """Format the day of a moment, in UTC."""
    return format_date(datetime.fromtimestamp(ms / 1000, UTC), "long", locale=get_language())


@history.app_template_filter()
def moment(ms: int) -> str:
    """Format a moment for the `datetime` attribute of a page."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")


@history.app_template_filter()
def percent(share: float) -> str:
    return f"{round(100 * share)} %"


@history.app_template_filter()
def player_name(player: Any) -> str:
    return player.name or gettext("Somebody")


# The list


@history.get("/history")
def index() -> ResponseReturnValue:
    link_remembered_tables()
    scope, wanted, before = find_scope(), read_filter(), read_cursor()
    kept = companion().history
    latest = kept.find_games(scope, wanted, before, LOOKED_THROUGH)
    games = latest[:PAGE]
    return render_template(
        "history/index.html",
        games=games,
        people=list_people(latest if not before else games),
        next=Cursor(games[-1].ended, games[-1].id) if len(latest) > PAGE else None,
        scope=scope,
        wanted=wanted,
        asked=request.args,
        is_filtered=wanted != Filter(),
        has_shared=read_shared_hash() is not None,
    )


def read_filter() -> Filter:
    """Read what to show from the query. A name is found in any spelling that looks the same."""
    name = request.args.get("name", "").strip()
    game = request.args.get("game", "")
    since, until = read_day("from"), read_day("to")
    person = find_person(name) if name else ""
    return Filter(game if game in list_games() else "", person, since, None if until is None else until + DAY_MS)


def find_person(name: str) -> str:
    person = make_person(name)
    return companion().history.load_spellings(find_scope()).find_person(person)


def read_day(field: str) -> int | None:
    """Read the first moment of a day in milliseconds; None if there is none."""
    try:
        chosen = date.fromisoformat(request.args.get(field, ""))
    except ValueError:
        return None
    return (
        datetime(chosen.year, chosen.month, chosen.day, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    ) // timedelta(milliseconds=1)


def read_cursor() -> Cursor | None:
    """Read after which game the page begins; None for the first page."""
    ended, _, id = request.args.get("before", "").partition("-")
    return Cursor(int(ended), id) if ended.isdecimal() and len(ended) < 16 and id.isalnum() else None


def list_people(records: list[Record]) -> dict[str, str]:
    """List the people of these games with their latest names, the most frequent first."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for player in (player for record in records for player in record.players):
        if player.person and not player.is_bot:
            names.setdefault(player.person, player.name)
            counts[player.person] = counts.get(player.person, 0) + 1
    return {person: names[person] for person in sorted(names, key=lambda person: -counts[person])}


# One game


@history.get("/history/games/<id>")
def show_game(id: str) -> ResponseReturnValue:
    record = find_record(id)
    return render_template(
        "history/game.html",
        record=record,
        game=about_game(record),
        headline=describe_result(record),
        bgstats_link=bgstats.make_link(record),
        has_table=bool(record.table) and has_table(record),
        scope=find_scope(),
    )


@history.get("/t/<code>/history")
def show_game_of_table(code: str) -> ResponseReturnValue:
    """Redirect from a finished table to its game in the history."""
    table, _ = find_table(code)
    for finished in g.pop("finished", ()):
        link_table(finished)
    opening = companion().tables.log.read(table.code, 0, 1)[0]
    return redirect(url_for("history.show_game", id=find_record(make_table_id(table.code, opening.at)).id), 303)


def find_record(id: str) -> Record:
    """Return a game that this device may see. Aborts with 404."""
    record = companion().history.find_game(find_scope(), id) if KEY.fullmatch(id) else None
    if record is None or not is_known(record.game):
        abort(404)
    return record


def has_table(record: Record) -> bool:
    """Check whether the table of a game is still there; its code may have been given again."""
    opening = companion().tables.log.read(record.table, 0, 1)
    return bool(opening) and opening[0].at <= record.ended


def describe_result(record: Record) -> str:
    """Say who won; of a player who was alone, how many points."""
    names = [player.name or gettext("Somebody") for player in record.winners]
    if record.is_solo:
        return gettext("%(name)s, alone", name=names[0])
    return ngettext("%(names)s wins", "%(names)s share the victory", len(names), names=join_names(names))


@history.post("/history/games/<id>/delete")
def delete_game(id: str) -> ResponseReturnValue:
    find_record(id)
    companion().history.delete_game(find_scope(), id)
    return redirect(url_for("history.index"), 303)


@history.post("/history/games/<id>/confirm")
def confirm_game(id: str) -> ResponseReturnValue:
    """Let a result count that a stranger has typed in, for those who know the passphrase."""
    find_record(id)
    if not find_scope().is_shared:
        abort(404)
    companion().history.confirm(id)
    return redirect(url_for("history.show_game", id=id), 303)


@history.get("/history/games/<id>.png")
def draw_picture(id: str) -> ResponseReturnValue:
    """Send the result as a picture to share."""
    record = find_record(id)
    players = (
        CardPlayer(
            player.rank,
            player.name or gettext("Somebody"),
            format_points(player.score),
            player.colour,
            {"bot": gettext("bot"), "paper": gettext("on paper")}.get(player.kind, ""),
        )
        for player in record.ranking
    )
    card = make_card(about_game(record), describe_result(record), day(record.ended), players)
    return send_picture(card, f"{record.game}-{record.id[:6]}.png")


@history.post("/history/scored")
def keep_scored() -> ResponseReturnValue:
    """Keep the result of a game that was scored from its totals."""
    here = companion()
    chosen = list_games().get(request.form.get("game", "")) or abort(404)
    link = request.form.get("link", "")
    try:
        result = chosen.scoring.score(unpack(link))
    except (BrokenLink, BadScoring) as error:
        raise BadInput("broken-link") from error
    here.limits.count_table()
    record = make_scored_record(chosen.name, link, result, int(here.tables.now() * 1000), find_scope().is_shared)
    known = find_same_game(record)
    if known is None:
        known = here.history.find_game(Scope("", is_shared=True), record.id) or record
        if known is record or (record.confirmed and not known.confirmed):
            known = replace(record, ended=known.ended)
            here.history.keep(known, again=True)
        link_game(known)
    return redirect(url_for("history.show_game", id=known.id), 303)


def find_same_game(record: Record) -> Record | None:
    """Find the game of a table whose totals were now scored again."""
    link_remembered_tables()
    recent = Filter(record.game, since=record.ended - SAME_EVENING_MS)
    played = companion().history.find_games(Scope(find_scope().device), recent)
    return next((other for other in played if other.table and is_same_game(other, record)), None)


# People


@history.get("/history/people/<person>")
def show_person(person: str) -> ResponseReturnValue:
    scope, kept = find_scope(), companion().history
    records = kept.find_games(scope, Filter(person=person), most=MOST_GAMES) if KEY.fullmatch(person) else []
    if not records:
        abort(404)
    # What strangers have typed in is listed in the shared history, but does not count there.
    counted = [record for record in records if record.confirmed or not scope.is_shared]
    found = compute_statistics(counted or records, person)
    merged = kept.load_spellings(scope).list_persons(person)[1:]
    return render_template(
        "history/person.html",
        person=person,
        found=found,
        drawn=draw_charts(found),
        count=kept.count_games(scope, person) if len(records) == MOST_GAMES else len(records),
        most=MOST_GAMES,
        merged=len(merged),
        people={key: name for key, name in list_people(records).items() if key != person},
        problem=request.args.get("problem", ""),
    )


@history.post("/history/people/<person>/delete")
def delete_person(person: str) -> ResponseReturnValue:
    here = companion()
    here.history.delete_name(find_scope(), find_visible_person(person), here.tables)
    return redirect(url_for("history.index"), 303)


@history.post("/history/people/<person>/merge")
def merge(person: str) -> ResponseReturnValue:
    """Let this person count as the one with the given name, who must have played as well."""
    scope, kept = find_scope(), companion().history
    own = find_visible_person(person)
    other = find_person(request.form.get("name", "").strip())
    games = kept.find_games(scope, Filter(person=other), most=1)
    if not games or other == own:
        return redirect(url_for("history.show_person", person=own, problem="unknown"), 303)
    player = games[0].find([other])
    assert player
    try:
        kept.merge(scope, own, other, player.name)
    except TooManySpellings:
        return redirect(url_for("history.show_person", person=own, problem="many"), 303)
    return redirect(url_for("history.show_person", person=other), 303)


@history.post("/history/people/<person>/split")
def split(person: str) -> ResponseReturnValue:
    companion().history.split(find_scope(), find_visible_person(person))
    return redirect(url_for("history.show_person", person=person), 303)


def find_visible_person(person: str) -> str:
    """Return the person if this device may see a game of theirs. Aborts with 404."""
    if not KEY.fullmatch(person) or not companion().history.find_games(find_scope(), Filter(person=person), most=1):
        abort(404)
    return person


# Charts, with their texts


def draw_charts(found: Statistics) -> dict[str, Any]:
    """Draw the charts of a person."""
    contests = [play for play in found.plays if not play.record.is_solo]
    places = [(play.own.rank, play.has_won) for play in contests[-SHOWN_PLACES:]]
    won = sum(won for _, won in places)
    drawn: dict[str, Any] = {
        "scores": {each.game: draw_scores(each) for each in found.games},
        "rivals": [(rival, draw_rival(rival)) for rival in found.rivals],
    }
    if places:
        share = gettext(
            "%(wins)s of %(games)s games won, %(share)s",
            wins=found.wins,
            games=found.contests,
            share=percent(found.share_of_wins),
        )
        drawn["wins"] = statistics.draw_ring(found.share_of_wins, share, percent(found.share_of_wins))
        listed = gettext(
            "Games: %(games)s, won: %(wins)s. Places, the latest last: %(places)s",
            games=len(places),
            wins=won,
            places=", ".join(str(place) for place, _ in places),
        )
        drawn["places"] = statistics.draw_places(places, listed)
    if found.analysed:
        luck = [play.own.luck or 0.0 for play in found.analysed]
        accuracy = [(100 * (play.own.accuracy or 0.0), play.has_won) for play in found.analysed]
        drawn["luck"] = statistics.draw_luck(
            luck, gettext("Luck: on average %(luck)s, games: %(games)s", games=len(luck), luck=format_luck(found.luck))
        )
        mean = percent(found.accuracy)
        said = gettext("Accuracy: on average %(share)s, games: %(games)s", games=len(accuracy), share=mean)
        drawn["accuracy"] = statistics.draw_scores(
            accuracy, 100 * found.accuracy, str(round(100 * found.accuracy)), said
        )
    return drawn


def draw_scores(each: GameStatistics) -> str:
    mean = format_average(each.average)
    label = gettext(
        "%(title)s, games: %(games)s. Points: on average %(average)s, at best %(best)s, last %(last)s",
        title=about_game(each.best.record).title,
        games=len(each.plays),
        average=mean,
        best=format_points(each.best.own.score),
        last=format_points(each.plays[-1].own.score),
    )
    return statistics.draw_scores([(play.own.score, play.has_won) for play in each.plays], each.average, mean, label)


def draw_rival(rival: Rival) -> str:
    label = gettext(
        "Against %(name)s: %(better)s better, %(equal)s equal, %(worse)s worse",
        name=rival.name,
        better=rival.better,
        equal=rival.equal,
        worse=rival.worse,
    )
    return statistics.draw_balance(rival.better, rival.equal, rival.worse, label)


@history.app_template_filter()
def format_luck(luck: float) -> str:
    """Format luck in percentage points: "+4"."""
    points = round(100 * luck)
    return f"+{points}" if points > 0 else format_number(points, get_language())


@history.app_template_filter()
def format_average(value: float) -> str:
    return format_number(round(value, 1), get_language())


# The shared history


@history.post("/history/unlock")
def open_shared() -> ResponseReturnValue:
    here = companion()
    stored = read_shared_hash()
    if stored is None:
        abort(404)
    here.limits.check_passphrases()
    if not is_passphrase(stored, request.form.get("passphrase", "")):
        here.limits.count_wrong_passphrase()
        return redirect(url_for("history.index", wrong=1) + "#shared", 303)
    return unlock(Response(status=303, headers={"Location": url_for("history.index")}), stored)


@history.post("/history/lock")
def close_shared() -> ResponseReturnValue:
    response = redirect(url_for("history.index"), 303)
    response.delete_cookie(SHARED_COOKIE, path=find_cookie_path())
    return response


# Files


def send_file(pieces: Iterator[bytes], name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(stream_with_context(pieces), mimetype=kind, headers=headers)


def run_in_worker(work: Callable[..., Any], *arguments: object) -> Any:
    """Return what `work` returns for the database and these arguments. Raises NotDone and what it raises."""
    return run_job(FILES, object(), lambda: (work, (companion().settings.database_url, *arguments)))


@history.get("/history/games.csv")
def send_csv() -> ResponseReturnValue:
    return send_file(
        files.write_csv(companion().history.find_all(find_scope(), read_filter())), "games.csv", "text/csv"
    )


@history.get("/history/games.bgsplay")
def send_bgsplay() -> ResponseReturnValue:
    wanted = (find_scope(), read_filter(), get_language())
    return send_file(iter([run_in_worker(files.export_plays, *wanted)]), "games.bgsplay", "application/octet-stream")


@history.get("/history/history.json")
def send_json() -> ResponseReturnValue:
    scope, kept = find_scope(), companion().history
    written = files.write_json(kept.find_all(scope, as_stored=True), kept.load_spellings(scope))
    return send_file(written, "history.json", "application/json")


@history.post("/history/import")
@accept_up_to(MOST_IMPORTED_BYTES)
def import_games() -> ResponseReturnValue:
    """Bring games back from a file: into the shared history all of them, else those that this device has removed."""
    scope = find_scope()
    if scope.sees_nothing:
        abort(404)
    sent = request.files.get("file")
    try:
        count = run_in_worker(files.import_file, scope, sent.read() if sent else b"")
    except files.BadHistory:
        return redirect(url_for("history.index", restored="no") + "#files", 303)
    return redirect(url_for("history.index", restored=count) + "#files", 303)
