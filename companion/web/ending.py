"""After the last turn: the podium, how it came to it, everyone's sheet, the PDF, the log, and another game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing import finished
from companion.games.dice_charmers.drawing.finished import print_finished
from companion.games.dice_charmers.drawing.heading import Entry
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.games.dice_charmers.drawing.summary import gaps_on_screen
from companion.games.dice_charmers.rules import State, outcome
from companion.games.dice_charmers.table import DiceCharmers
from companion.games.dice_charmers.table.drawn import drawn_marks
from companion.games.dice_charmers.table.entries import transcript
from companion.games.dice_charmers.table.game import starting
from companion.games.dice_charmers.table.story import Story, story
from companion.games.dice_charmers.texts import ending_words, tiebreak_words
from companion.games.kept import Kept
from companion.i18n import language
from companion.render.codes import fits
from companion.render.words import points
from companion.tables.errors import NoSuchTable, Refused
from companion.tables.public_log import exported
from companion.tables.table import CHANGES, Table, Visitor
from companion.web.companion import companion, find_table, public_url, to_table
from companion.web.identity import cookie_tokens, remember
from companion.web.print_jobs import print_pdf

ending = Blueprint("ending", __name__)

ABOUT_THE_TABLE = CHANGES.keys() - {"turned-to-paper"}  # the rest are the game's own


@dataclass(frozen=True)
class Finished:
    """A finished game of The Dice Charmers and everything told about it."""

    table: Table
    state: State
    definition: SheetDefinition
    story: Story
    started: Table  # as it was after the start

    @classmethod
    def of(cls, table: Table) -> "Finished":
        if table.phase != "over" or not isinstance(table.game, DiceCharmers):
            raise Refused("not-over")
        return FINISHED.find(identify(table), lambda: cls.replayed(table))

    @classmethod
    def replayed(cls, table: Table) -> "Finished":
        assert isinstance(table.game, DiceCharmers)
        in_play = [each for each in companion().tables.history(table.code) if each.position is not None]
        states = [each.position.state for each in in_play]
        definition = table.game.definitions[table.settings["sheet"]]
        return cls(table, states[-1], definition, story(states), in_play[0])

    @property
    def names(self) -> Mapping[str, str]:
        return {seat.seat: seat.name for seat in self.table.seats}

    @property
    def standings(self) -> list[dict[str, Any]]:
        decided = outcome(self.state)
        assert decided is not None
        return [
            {"seat": standing.name, "name": self.names[standing.name], "rank": standing.rank}
            | {"score": standing.points, "paper": self.state.seat(standing.name).paper}
            | standing.figures._asdict()
            for standing in decided.standings
        ]

    @property
    def tiebreak(self) -> str:
        decided = outcome(self.state)
        return tiebreak_words(decided.tiebreak) if decided and decided.tiebreak else ""

    def for_print(self) -> finished.Game:
        link = public_url("tables.table", code=self.table.code).upper()
        players = tuple(
            finished.Player(
                name=each["name"],
                colour=each["seat"],
                place=each["rank"],
                fame=each["fame"],
                money=each["money"],
                score=each["score"],
                karma_circled=each["karma_circled"],
                karma_used=each["karma_used"],
                marks=None if each["paper"] else drawn_marks(self.state, each["seat"]),
                gaps=self.story.gaps.get(each["seat"], ()),
            )
            for each in self.standings
        )
        turns = tuple(
            finished.Turn(self.names[turn.seat], turn.round, turn.fame, turn.money) for turn in self.story.best_turns
        )
        date = datetime.fromtimestamp(self.table.changed_at / 1000, UTC).date().isoformat()
        return finished.Game(self.definition, players, date, link if fits(link) else "", self.tiebreak, turns)

    def chart(self) -> str:
        """Draw how the lines came together; nothing when everybody played on paper."""
        if not self.story.gaps:
            return ""
        key = (*identify(self.table), language(), "chart")
        return DRAWINGS.find(key, lambda: drawing(gaps_on_screen(self.for_print(), language())))

    def sheet(self, seat: str) -> Markup:
        """Draw a player's final sheet. Raises Refused when there is none."""
        shown = {player.colour: player for player in self.for_print().players}.get(seat)
        if shown is None or shown.marks is None:
            raise Refused("no-such-seat", field="seat")
        draw = partial(arrange_for_paper, self.definition, shown.marks, code=None, entry=entry(shown))
        key = (*identify(self.table), language(), seat)
        return DRAWINGS.find(key, lambda: drawing(draw(language=language())))


# A five-player game takes 140 ms to replay and draw, and 130 kB for each sheet.
FINISHED: Kept[Finished] = Kept(64)
DRAWINGS: Kept[Markup] = Kept(128)


def identify(table: Table) -> tuple[object, ...]:
    return (table.code, table.seed, table.version, table.changed_at)


def ending_page(table: Table, visitor: Visitor) -> str:
    """The table's page once the game is over."""
    game = Finished.of(table)
    return render_template(
        "ending/index.html",
        table=table,
        visitor=visitor,
        game=game,
        best=game.story.best_turns,
        why=ending_words(game.state.ending) if game.state.ending else "",
        chart=game.chart(),
    )


@ending.get("/t/<code>/sheets/<seat>")
def sheet(code: str, seat: str) -> ResponseReturnValue:
    """Show a player's final sheet."""
    table, _ = find_table(code)
    game = Finished.of(table)
    drawn = game.sheet(seat)
    response = make_response(render_template("ending/sheet.html", table=table, name=game.names[seat], sheet=drawn))
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def drawing(svg: str) -> Markup:
    return Markup(svg)  # noqa: S704 - our own drawing, in which every name is escaped


def entry(player: finished.Player) -> Entry:
    return Entry(score=points(player.score), place=str(player.place))


@ending.get("/t/<code>/sheets.pdf")
def pdf(code: str) -> ResponseReturnValue:
    """One page for every player, and the result."""
    table, _ = find_table(code)
    game = Finished.of(table).for_print()
    paper = "letter" if request.args.get("paper") == "letter" else "a4"
    ink = "saver" if request.args.get("ink") == "saver" else "full"
    key = ("finished", table.code, table.version, paper, ink, language(), game.link)
    printed = print_pdf(key, print_finished, game, paper, language(), ink)
    headers = {"Content-Disposition": f'inline; filename="{table.code}.pdf"'}
    return Response(printed, mimetype="application/pdf", headers=headers)


@ending.get("/t/<code>/transcript.txt")
def text(code: str) -> ResponseReturnValue:
    """The whole game to read, and for `companion replay`."""
    table, _ = find_table(code)
    started = Finished.of(table).started
    events = companion().tables.log.read(table.code, started.version)
    played = [event for event in events if event.kind not in ABOUT_THE_TABLE]
    told = transcript(table.settings["sheet"], starting(table.settings, started.players()), played)
    return Response(told, mimetype="text/plain")


@ending.get("/t/<code>/log.json")
def log(code: str) -> ResponseReturnValue:
    """The log with the revealed seed, for `companion verify`."""
    table, _ = find_table(code)
    answer = jsonify(exported(table, companion().tables.log))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.code}.json"'
    return answer


@ending.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    table, _ = find_table(code)
    fresh = companion().tables.rematch(table.code, cookie_tokens(table.code))
    return redirect(url_for("ending.follow", code=table.code, fresh=fresh.code), 303)


@ending.get("/t/<code>/rematch/<fresh>")
def follow(code: str, fresh: str) -> ResponseReturnValue:
    """To the new table, where the tokens of the old one count as well."""
    table, _ = find_table(code)
    if table.rematch != fresh:
        raise NoSuchTable
    return remember(to_table(companion().tables.look(fresh)), fresh, cookie_tokens(table.code))
