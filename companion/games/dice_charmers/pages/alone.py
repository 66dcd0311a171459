"""Play alone: without opponents, or against a bot; with this week's dice, the dice of a word or of a finished game."""

import hashlib
from datetime import UTC, date, datetime
from itertools import islice
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.dice_charmers.pages.play import FOLDER, get_game
from companion.games.dice_charmers.rules.state import VIRTUAL
from companion.games.dice_charmers.table.log import CHALLENGE_ROLLS, WEEKLY_SHEETS, write_rolls
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.texts.lookup import HOW_TO_PLAY
from companion.games.options import list_choice_titles
from companion.games.table_game import CHALLENGE, SAME_DICE, SOLO
from companion.history.index import Filter
from companion.history.record import Record
from companion.i18n import gettext
from companion.rules import player_names
from companion.storage import Entry
from companion.tables.errors import NoSuchTable, NotAllowed, Refused, Unplayable
from companion.tables.service import make_seat_entry
from companion.tables.table import fingerprint, is_code, new_token
from companion.web.companion import companion, find_table, redirect_to_table
from companion.web.devices import find_scope, keep_table
from companion.web.identity import add_tokens, read_cookie_tokens
from companion.web.inputs import make_alone_model, read_form
from companion.web.table_pages import open_finished_game

alone = Blueprint("alone", __name__)

MOST_LOOKED_AT = 2000  # games of the device's history, the newest first
MOST_SHOWN = 20
LONGEST_WORD = 40


@alone.get("/alone")
def choose() -> ResponseReturnValue:
    return render_template(f"{FOLDER}/alone.html", game=get_game(), card=HOW_TO_PLAY.alone)


@alone.post("/alone")
def start() -> ResponseReturnValue:
    """Start a game of one player; it begins at once."""
    return start_game({})


def start_game(fixed: dict[str, str], seed: str | None = None) -> ResponseReturnValue:
    """Start the game that the form asks for, with fixed settings. Raises InvalidField or TooMany."""
    here, game = companion(), get_game()
    given = read_form(make_alone_model(here.tables.games, game.name)).model_dump()
    here.limits.count_table()
    settings = {option: given[option] for option in game.options} | fixed
    rivals = {bot.title: bot.name for bot in game.bots if bot.name == given["opponent"]}
    if given["opponent"] == SOLO:
        settings |= game.solo_settings
    player = given["name"] or gettext("Guest")
    table, token = here.tables.create_alone(game.name, settings, player, rivals, seed)
    return add_tokens(redirect_to_table(table), table.code, [token])


@alone.post("/t/<code>/again")
def play_again(code: str) -> ResponseReturnValue:
    """Start another game of a player who was alone; with `same`, the dice fall as before."""
    over, visitor = find_table(code)
    if not visitor.belongs_here:
        raise NotAllowed("not-your-seat")
    if over.phase != "over" or not over.game.is_solo(over.settings):
        raise Refused("not-over")
    companion().limits.count_table()
    settings = {name: value for name, value in {**over.settings, **over.hidden}.items() if name != SAME_DICE}
    same_dice = bool(request.form.get("same"))
    if same_dice:
        settings[SAME_DICE] = over.settings.get(SAME_DICE, over.code)
    (player,) = over.seats
    entries = [make_seat_entry(player.seat, player.name, player.kind, player.key), Entry("started")]
    seed = over.seed if same_dice else None
    contents = over.game.find_contents(settings)  # the same dice mean something else on another sheet
    fresh = companion().tables.open(over.game.name, settings, over.host_key, entries, seed, contents)
    return add_tokens(redirect_to_table(fresh), fresh.code, read_cookie_tokens(over.code))


# The same dice for everybody


class Week(NamedTuple):
    """A week of the calendar, from Monday in UTC."""

    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> "Week":
        return cls(*day.isocalendar()[:2])

    @classmethod
    def now(cls) -> "Week":
        return cls.of(datetime.now(UTC).date())

    @property
    def name(self) -> str:
        return f"{self.year}-W{self.number:02}"

    @property
    def sheet(self) -> str:
        """The sheet of its challenge, the same everywhere."""
        return WEEKLY_SHEETS[self.number % len(WEEKLY_SHEETS)]


def make_seed(name: str) -> str:
    """Return the seed of a challenge: the same for the same name, on every installation."""
    return hashlib.sha256(f"challenge {name}".encode()).hexdigest()


@alone.get("/challenge")
def choose_challenge() -> ResponseReturnValue:
    return show_challenges()


def show_challenges(problem: str = "", status: int = 200) -> ResponseReturnValue:
    game, week = get_game(), Week.now()
    sheet, *_ = (*list_choice_titles(game.options, {"sheet": week.sheet}), week.sheet)
    return render_template(
        f"{FOLDER}/challenge/choose.html",
        game=game,
        week=week,
        weekly=gettext("On the sheet %(sheet)s", sheet=sheet),
        sheets=game.options["sheet"],
        results=find_results(game.name, week.name),
        problem=problem,
        longest=LONGEST_WORD,
    ), status


@alone.post("/challenge")
def start_challenge() -> ResponseReturnValue:
    week = Week.now()
    if request.form.get("dice_of") != "word":
        return start_game({"sheet": week.sheet, CHALLENGE: week.name}, make_seed(week.name))
    word = player_names.tidy(request.form.get("word", ""))[:LONGEST_WORD].casefold()
    if not word:
        return show_challenges(gettext("Type a word first."), 422)
    return start_game({CHALLENGE: word}, make_seed(word))


@alone.post("/t/<code>/challenge")
def challenge_others(code: str) -> ResponseReturnValue:
    """Open a table where the dice of a finished game fall again, for anyone to join."""
    over, _ = find_table(code)
    here, game = companion(), over.game
    here.limits.count_table()
    if over.phase != "over" or not isinstance(game, DiceCharmers):
        raise Refused("not-over")
    chosen = {option: value for option, value in over.settings.items() if option in game.options}
    name = over.settings.get(CHALLENGE) or over.settings.get(SAME_DICE) or over.code
    settings = {**chosen, CHALLENGE_ROLLS: write_rolls(here.tables.steps(over.code)), "dice": VIRTUAL, CHALLENGE: name}
    token = new_token()
    fresh = here.tables.open(
        game.name, settings, fingerprint(token), seed=over.seed, contents=game.find_contents(settings)
    )
    return add_tokens(redirect_to_table(fresh), fresh.code, [token])


@alone.get("/t/<code>/same-dice")
def compare(code: str) -> ResponseReturnValue:
    """List the results of all games with the dice of this one that the device may see, and of this one."""
    table = open_finished_game(code).table
    own = keep_table(table)
    if own is None:
        return redirect(url_for("lobby.show", code=table.code))
    others = [record for record in find_results(own.game, own.challenge) if record.id != own.id]
    results = [own, *others, *find_first(own, others)]
    return render_template(f"{FOLDER}/challenge/compare.html", table=table, own=own, results=results)


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
