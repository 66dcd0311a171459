"""The pages after the last turn: podium, chart, every player's sheet, analysis, report, PDF and transcript."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.dice_charmers.analysed import can_be_analysed, make_analysis_work
from companion.games.dice_charmers.analysis.study import Report, measure_accuracy
from companion.games.dice_charmers.copies import list_waiting
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing import finished
from companion.games.dice_charmers.drawing.finished import Line, draw_chances, draw_result, make_entry, print_finished
from companion.games.dice_charmers.drawing.sheet import PrintableSheet, arrange_for_paper
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.pages.board import make_board
from companion.games.dice_charmers.rules import State, describe_marks, outcome, write_transcript
from companion.games.dice_charmers.rules.scoring import find_figures
from companion.games.dice_charmers.table.log import describe_read_marks, read_game
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.texts.analysis import format_percent, tell_report
from companion.games.dice_charmers.texts.ending import (
    SoloResult,
    Story,
    describe_ending,
    describe_solo,
    describe_tiebreak,
    rate_game,
    tell_story,
)
from companion.games.kept import Kept
from companion.games.table_game import Visitor
from companion.history.record import make_table_id
from companion.i18n import get_language, gettext, ngettext
from companion.jobs import Kind, NotDone, Prepare
from companion.render.codes import can_encode, draw_qr
from companion.render.svg import Box, write_svg
from companion.seat_colours import SEAT_COLOURS
from companion.storage import StorageError
from companion.tables.errors import NoSuchTable, Refused
from companion.tables.table import Table
from companion.web.companion import companion, print_pdf, read_print_choices, run_job
from companion.web.limits import find_client_address
from companion.web.sharing import send_document
from companion.web.table_pages import Visit, breathe, expensive_work, open_finished_game, render_finished

FOLDER = "games/dice_charmers"
MEGABYTE = 1024 * 1024
RATED = "rated"  # instead of a device, in the memory of what was linked
# A game takes a few seconds, and its analysis is kept for the other players of the table.
ANALYSING = Kind(
    "analysis",
    places=12,
    places_per_address=2,
    seconds=180,
    memory_bytes=1024 * MEGABYTE,
    result_bytes=4 * MEGABYTE,
    kept_bytes=8 * MEGABYTE,
)

ending = Blueprint("ending", __name__)


@dataclass(frozen=True)
class Finished:
    """A finished game with what its pages show."""

    table: Table
    state: State
    definition: SheetDefinition
    story: Story
    link: str

    @classmethod
    def from_visit(cls, visit: Visit) -> "Finished":
        kept = FINISHED.get(identify(visit.table))
        if kept is None:
            with expensive_work():  # which another request may have done meanwhile
                kept = FINISHED.find(identify(visit.table), lambda: cls.replay(visit))
        return replace(kept, link=visit.link)

    @classmethod
    def replay(cls, visit: Visit) -> "Finished":
        states = [step.after.position.state for step in visit.all_steps() if step.after.position is not None]
        definition: SheetDefinition = make_board(visit.table, visit.visitor).definition
        return cls(visit.table, states[-1], definition, tell_story(states), visit.link)

    @property
    def names(self) -> Mapping[str, str]:
        return {seat.seat: seat.name for seat in self.table.seats}

    @property
    def standings(self) -> list[dict[str, Any]]:
        decided = outcome(self.state)
        assert decided is not None
        return [
            {"seat": standing["name"], "name": self.names[standing["name"]], "rank": standing["rank"]}
            | {"score": standing["score"], "paper": self.state.find_seat(standing["name"]).paper}
            | {"has_marks": self.describe_marks(standing["name"]) is not None}
            | self.find_figures(standing["name"])
            | {"sum": self.format_sum(standing["name"], standing["score"])}
            for standing in decided.standings
        ]

    def find_figures(self, seat: str) -> dict[str, int]:
        """Return the figures a seat has scored with."""
        found = find_figures(self.state.find_seat(seat))
        assert found is not None
        return found._asdict()

    def format_sum(self, seat: str, score: float) -> str:
        """Format how the points of a seat add up."""
        figures = self.find_figures(seat)
        return finished.format_sum(figures["fame"], figures["money"], self.state.sheet.tracks.fame, score)

    @property
    def solo(self) -> SoloResult | None:
        """The result of a player who was alone."""
        return rate_game(self.state)

    def describe_winners(self, visitor: Visitor | None = None) -> str:
        """Say who has won; to a device with one seat that has won: you. Of a player who was alone, say the rank."""
        if self.solo:
            return describe_solo(self.solo)
        winners = [each for each in self.standings if each["rank"] == 1]
        own = [each for each in winners if visitor and visitor.seats == (each["seat"],)]
        others = ", ".join(each["name"] for each in winners if each not in own)
        if not own:
            return ngettext("%(names)s has won!", "%(names)s have won!", len(winners), names=others)
        return gettext("You won together with %(names)s!", names=others) if others else gettext("You won!")

    @property
    def moment(self) -> str:
        """The moment at which the lines met; empty if they did not."""
        met = self.story.meeting
        if met is None:
            return ""
        return gettext("The lines of %(name)s met in round %(round)s.", name=self.names[met.seat], round=met.round)

    @property
    def date(self) -> str:
        return datetime.fromtimestamp(self.table.changed_at / 1000, UTC).date().isoformat()

    @property
    def tiebreak(self) -> str:
        decided = outcome(self.state)
        return describe_tiebreak(decided.tiebreak) if decided and decided.tiebreak else ""

    def make_printed_game(self) -> finished.FinishedGame:
        """Return the game for printing."""
        link = self.link.upper()
        players = tuple(
            finished.FinishedPlayer(
                name=each["name"],
                colour=each["seat"],
                place=each["rank"],
                fame=each["fame"],
                money=each["money"],
                score=each["score"],
                marks=self.describe_marks(each["seat"]),
                gaps=self.story.gaps.get(each["seat"], ()),
            )
            for each in self.standings
        )
        return finished.FinishedGame(self.definition, players, self.date, link if can_encode(link) else "")

    def describe_marks(self, seat: str) -> Mapping[str, Any] | None:
        """Describe the marks on a sheet; None for a paper sheet that was not read from a photo."""
        if self.state.find_seat(seat).paper:
            return describe_read_marks(self.state, self.table.position.sheets, seat)
        return describe_marks(self.state, seat)

    def draw_chart(self) -> str:
        """Draw the gaps round by round; empty if every player played on paper."""
        if not self.story.gaps:
            return ""
        key = (*identify(self.table), get_language(), "chart")
        return DRAWINGS.find(key, lambda: finished.draw_gaps(self.make_printed_game(), get_language()))

    @property
    def can_be_analysed(self) -> bool:
        return not self.solo and bool(self.story.gaps)

    def explain_ending(self) -> str:
        return describe_ending(self.state.ending, self.state.is_solo) if self.state.ending else ""


# A five-player game takes 140 ms to replay and draw; a sheet has 130 kB.
FINISHED: Kept[Finished] = Kept(64)
DRAWINGS: Kept[str] = Kept(128)
# To read an analysis from the worker's answer takes 10 ms, to put it into words and draw its chart 45 ms.
REPORTS: Kept[Report] = Kept(32)
TOLD: Kept[tuple[Sequence[Any], str]] = Kept(32)


def identify(table: Table) -> tuple[object, ...]:
    return (table.code, table.version, table.changed_at)


def render_ending(visit: Visit) -> str:
    """Render the table's page once the game is over."""
    game = Finished.from_visit(visit)
    with expensive_work():  # one by one, so that moves of other tables come in between
        return render_template(
            f"{FOLDER}/ending.html",
            table=visit.table,
            visitor=visit.visitor,
            game=game,
            best=game.story.best_turns,
            why=game.explain_ending(),
            chart=game.draw_chart(),
            correctable=list_waiting(visit.table, visit.visitor),
            qr=draw_link(visit.link),
            link=visit.link,
        )


def draw_link(link: str) -> str:
    """Draw the QR code of a link; empty if it is too long."""
    link = link.upper()
    if not can_encode(link):
        return ""
    label = gettext("QR code: scan it with another phone to see this result")
    return write_svg(draw_qr(link, Box(0, 0, 40, 40)), 40, 40, class_="qr", role="img", aria_label=label)


def open_own_game(code: str) -> Visit:
    """Return the visit to a table where this game is over. Raises NoSuchTable or Refused."""
    visit = open_finished_game(code)
    if not isinstance(visit.table.game, DiceCharmers):
        raise NoSuchTable
    return visit


@ending.get("/t/<code>/sheets.pdf")
def print_sheets(code: str) -> ResponseReturnValue:
    """Send a PDF with the sheet of every player. Raises NoSuchTable if none was tracked here or read from a photo."""
    visit = open_own_game(code)
    table, game, (paper, ink) = visit.table, Finished.from_visit(visit).make_printed_game(), read_print_choices()
    if all(player.marks is None for player in game.players):
        raise NoSuchTable
    key = ("finished", table.code, table.version, paper, ink, get_language(), game.link)
    printed = print_pdf(key, print_finished, game, paper, get_language(), ink)
    headers = {"Content-Disposition": f'inline; filename="{table.code}.pdf"', "Cache-Control": "no-store"}
    return Response(printed, mimetype="application/pdf", headers=headers)


@ending.get("/t/<code>/sheets/<seat>")
def show_sheet(code: str, seat: str) -> ResponseReturnValue:
    """Show a player's finished sheet, which the result page fetches when somebody opens it."""
    visit = open_own_game(code)
    game, language = Finished.from_visit(visit), get_language()
    player = next((each for each in game.make_printed_game().players if each.colour == seat), None)
    if player is None or player.marks is None:
        raise Refused("no-such-seat", field="seat")
    marks, entry = player.marks, make_entry(player, game.date)
    drawn = DRAWINGS.find(
        (*identify(visit.table), language, seat),
        lambda: arrange_for_paper(game.definition, marks, code=None, entry=entry, markers=False, language=language),
    )
    response = render_finished(f"{FOLDER}/sheet.html", table=visit.table, name=player.name, sheet=drawn)
    response.add_etag()
    return response.make_conditional(request)


@ending.get("/t/<code>/result.png")
def draw_picture(code: str) -> ResponseReturnValue:
    """Send the result as one picture to share."""
    visit = open_own_game(code)
    game, language = Finished.from_visit(visit), get_language()
    order = (game.make_printed_game(), game.describe_winners(), game.moment, language)
    drawn = print_pdf(("picture", *identify(visit.table), language), draw_result, *order)
    return Response(drawn, mimetype="image/png", headers={"Cache-Control": "no-store"})


@ending.get("/t/<code>/transcript.txt")
def send_transcript(code: str) -> ResponseReturnValue:
    """Send the whole game as text, to read and for `companion replay`."""
    visit = open_own_game(code)
    with expensive_work():
        started, events = read_game(visit.all_steps())
    assert started is not None
    written = write_transcript(visit.table.settings["sheet"], started, events)
    return Response(written, mimetype="text/plain", headers={"Cache-Control": "no-store"})


@ending.get("/t/<code>/report.pdf")
def print_report(code: str) -> ResponseReturnValue:
    """Send the result as a document, with the analysis if there is one; that takes a few seconds the first time."""
    visit = open_own_game(code)
    report: Report | None = None
    with suppress(Refused, NotDone):
        report = wait_for_analysis(visit)
    key = ("report", *identify(visit.table), bool(report))
    return send_document(
        f"{FOLDER}/report.html", lambda: describe_report(visit, report), f"{visit.table.code}-report", visit.link, key
    )


def describe_report(visit: Visit, report: Report | None) -> dict[str, Any]:
    game, language = Finished.from_visit(visit), get_language()
    namer, printed = Namer(game.definition, game.names), game.make_printed_game()
    chances = draw_chances(game.definition, list_lines(namer, report), language, finished.PAPER) if report else ""
    return {
        "title": PrintableSheet(game.definition).full_title(language),
        "headline": game.describe_winners(),
        "game": game,
        "why": game.explain_ending(),
        "best": game.story.best_turns,
        "seat_colours": SEAT_COLOURS,
        "gaps": finished.draw_gaps(printed, language, finished.PAPER) if game.story.gaps else "",
        "analysed": tell_report(namer, report) if report else (),
        "chances": chances,
    }


# The analysis


@ending.get("/t/<code>/analysis")
def show_analysis(code: str) -> ResponseReturnValue:
    """Show the analysis of the game; it takes a few seconds the first time."""
    visit = open_finished_game(code)
    report, board, own = wait_for_analysis(visit), make_board(visit.table, visit.visitor), visit.visitor.seats
    told, chart = TOLD.find(
        (*identify(visit.table), get_language()),
        lambda: (
            tell_report(board.namer, report),
            draw_chances(board.definition, list_lines(board.namer, report), get_language()),
        ),
    )
    tracked = report.study.tracked
    return render_finished(
        f"{FOLDER}/analysis.html",
        table=visit.table,
        players=sorted(told, key=lambda player: player.seat not in own),  # the visitor's own first
        own=own,
        chart=chart,
        rounds=[
            [
                format_percent(share)
                for share, seat in zip(chances, report.study.players, strict=True)
                if seat in tracked
            ]
            for chances in report.rounds
        ],
        names={seat: board.namer.name_player(seat) for seat in tracked},
    )


def list_lines(namer: Namer, report: Report) -> tuple[Line, ...]:
    """List the chances of the players round by round, in percent."""
    seats = report.study.players
    return tuple(
        (namer.name_player(seat), seat, tuple(100 * chances[seats.index(seat)] for chances in report.rounds))
        for seat in report.study.tracked
    )


def wait_for_analysis(visit: Visit) -> Report:
    """Return the analysis of a finished game from a worker process. Raises Refused or NotDone."""
    return keep_report(visit, REPORTS.get(identify(visit.table)) or run_job(ANALYSING, *find_analysis_work(visit)))


def poll_analysis(visit: Visit) -> Report | None:
    """Return the analysis, or None while a worker process makes it. Raises Refused or NotDone."""
    found: Report | None = REPORTS.get(identify(visit.table)) or companion().jobs.poll(
        ANALYSING, *find_analysis_work(visit), find_client_address()
    )
    return found and keep_report(visit, found)


def find_analysis_work(visit: Visit) -> tuple[tuple[object, ...], Prepare]:
    """Return the key of the analysis, and what replays the game for it. Raises Refused."""
    table, steps = visit.table, companion().tables.steps(visit.table.code)
    if not isinstance(table.game, DiceCharmers) or not can_be_analysed(table):
        raise Refused("no-analysis")

    def prepare() -> tuple[Callable[..., Report], tuple[Any, ...]]:
        work = make_analysis_work(table, breathe(steps))
        assert work is not None
        return work.run, work.arguments

    return ("analysis", *identify(table)), prepare


def keep_report(visit: Visit, found: Report) -> Report:
    """Keep and return the analysis. Add luck (gained chances to win) and accuracy (share of best decisions) of the
    players to the history, once."""
    here, table = companion(), visit.table
    REPORTS.keep(identify(table), found)
    if here.links.keep((RATED, table.code), True):
        ratings = {player.seat: (player.account.luck, measure_accuracy(player)) for player in found.players}
        with suppress(StorageError):
            opening = here.tables.log.read(table.code, 0, 1)[0]
            here.history.rate_players(make_table_id(table.code, opening.at), ratings)
    return found
