"""The same dice again: the challenge of the week, the dice of a word, or those of a finished game."""

import hashlib
from datetime import UTC, date, datetime
from itertools import islice
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.table_game import CHALLENGE, SOLO
from companion.history.index import Filter
from companion.history.record import Record
from companion.i18n import gettext
from companion.rules import player_names
from companion.tables.errors import NoSuchTable, Unplayable
from companion.tables.tokens import is_code
from companion.web.companion import choose_game, companion, find_table, list_solo_games, redirect_to_table
from companion.web.devices import find_scope, keep_table
from companion.web.identity import add_tokens
from companion.web.inputs import make_alone_model, read_form
from companion.web.table_pages import open_finished_game

challenge = Blueprint("challenge", __name__)

MOST_LOOKED_AT = 2000  # games of the device's history, the newest first
MOST_SHOWN = 20
LONGEST_WORD = 40


class Week(NamedTuple):
    """A week of the calendar, from Monday in UTC."""

    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> "Week":
        return cls(*day.isocalendar()[:2])

    @property
    def name(self) -> str:
        return f"{self.year}-W{self.number:02}"


def make_seed(name: str) -> str:
    """Return the seed of a challenge: the same for the same name, on every installation."""
    return hashlib.sha256(f"challenge {name}".encode()).hexdigest()


@challenge.get("/challenge")
def choose() -> ResponseReturnValue:
    return show_choice()


def show_choice(problem: str = "", status: int = 200) -> ResponseReturnValue:
    games, week = list_solo_games(), find_week()
    game = choose_game(games)
    return render_template(
        "challenge/choose.html",
        game=game,
        games=games,
        week=week,
        weekly=game.describe_weekly(week.number),
        options=[(name, game.options[name]) for name in game.choose_weekly(week.number)],
        results=find_results(game.name, week.name),
        problem=problem,
        longest=LONGEST_WORD,
    ), status


def find_week() -> Week:
    return Week.of(datetime.now(UTC).date())


@challenge.post("/challenge")
def start() -> ResponseReturnValue:
    here, game = companion(), choose_game(list_solo_games())
    given = read_form(make_alone_model(here.tables.games, game.name)).model_dump()
    settings = {option: given[option] for option in game.options}
    week = find_week()
    name = week.name
    if request.form.get("dice_of") == "word":
        name = player_names.tidy(request.form.get("word", ""))[:LONGEST_WORD].casefold()
        if not name:
            return show_choice(gettext("Type a word first."), 422)
    else:
        settings |= game.choose_weekly(week.number)
    here.limits.count_table()
    rivals = {bot.title: bot.name for bot in game.bots if bot.name == given["opponent"]}
    if given["opponent"] == SOLO:
        settings |= game.solo_settings
    settings |= {CHALLENGE: name}
    player = given["name"] or gettext("Guest")
    table, token = here.tables.create_alone(game.name, settings, player, rivals, make_seed(name))
    return add_tokens(redirect_to_table(table), table.code, [token])


@challenge.post("/t/<code>/challenge")
def challenge_others(code: str) -> ResponseReturnValue:
    """Open a table where the dice of a finished game fall again, for anyone to join."""
    table, _ = find_table(code)
    companion().limits.count_table()
    fresh, token = companion().tables.open_challenge(table.code)
    return add_tokens(redirect_to_table(fresh), fresh.code, [token])


@challenge.get("/t/<code>/same-dice")
def compare(code: str) -> ResponseReturnValue:
    """List the results of all games with the dice of this one that the device may see, and of this one."""
    visit = open_finished_game(code)
    own = keep_table(visit.table)  # type: ignore[arg-type]
    if own is None:
        return redirect(url_for("lobby.show", code=visit.table.code))
    others = [record for record in find_results(own.game, own.challenge) if record.id != own.id]
    results = [own, *others, *find_first(own, others)]
    return render_template("challenge/compare.html", table=visit.table, own=own, results=results)


def find_results(game: str, name: str) -> list[Record]:
    """Find the finished games of a challenge that this device may see, the newest first."""
    seen = companion().history.find_all(find_scope(), Filter(game=game))
    return list(islice((record for record in islice(seen, MOST_LOOKED_AT) if record.challenge == name), MOST_SHOWN))


def find_first(own: Record, others: list[Record]) -> list[Record]:
    """Find the game that the challenge repeats: its players may compare their results with it."""
    if own.challenge == own.table or any(record.table == own.challenge for record in others):
        return []
    if not is_code(own.challenge):  # the name of a week, or a word
        return []
    try:
        first = companion().tables.get(own.challenge)
    except (NoSuchTable, Unplayable):
        return []
    record = keep_table(first) if first.phase == "over" else None
    return [record] if record else []
