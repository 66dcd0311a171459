"""The pages after the last turn: podium, chart, every player's sheet, PDF and transcript."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from companion.games.dice_charmers.analysis.report import Report
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing import finished_game
from companion.games.dice_charmers.drawing.finished import make_entry, print_finished
from companion.games.dice_charmers.drawing.picture import draw_result
from companion.games.dice_charmers.drawing.sheet import arrange_for_paper
from companion.games.dice_charmers.drawing.summary import draw_gaps_for_screen, format_sum
from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.pages.analysis import make_printed_analysis
from companion.games.dice_charmers.pages.board import make_board
from companion.games.dice_charmers.rules import State, describe_marks, outcome, write_transcript
from companion.games.dice_charmers.rules.scoring import find_figures
from companion.games.dice_charmers.solo import SoloResult, rate_game
from companion.games.dice_charmers.table.entries import read_game
from companion.games.dice_charmers.table.paper import describe_read_marks
from companion.games.dice_charmers.table.story import Story, tell_story
from companion.games.dice_charmers.texts import describe_ending, describe_solo, describe_tiebreak
from companion.games.kept import Kept
from companion.games.table_game import Page, SeenTable, Visit, Visitor, Work
from companion.i18n import get_language, gettext, ngettext
from companion.render.codes import can_encode, draw_qr
from companion.render.geometry import Box
from companion.render.svg import write_svg


@dataclass(frozen=True)
class Finished:
    """A finished game with what its pages show."""

    table: SeenTable
    state: State
    definition: SheetDefinition
    story: Story
    link: str

    @classmethod
    def from_visit(cls, visit: Visit) -> "Finished":
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
        return format_sum(figures["fame"], figures["money"], self.state.sheet.tracks.fame, score)

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

    def make_printed_game(self) -> finished_game.Game:
        """Return the game for printing."""
        link = self.link.upper()
        players = tuple(
            finished_game.Player(
                name=each["name"],
                colour=each["seat"],
                place=each["rank"],
                fame=each["fame"],
                money=each["money"],
                score=each["score"],
                karma_circled=each["karma_circled"],
                karma_used=each["karma_used"],
                marks=self.describe_marks(each["seat"]),
                gaps=self.story.gaps.get(each["seat"], ()),
            )
            for each in self.standings
        )
        turns = tuple(
            finished_game.Turn(self.names[turn.seat], turn.round, turn.fame, turn.money)
            for turn in self.story.best_turns
        )
        return finished_game.Game(
            self.definition, players, self.date, link if can_encode(link) else "", self.tiebreak, turns
        )

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
        return DRAWINGS.find(key, lambda: draw_gaps_for_screen(self.make_printed_game(), get_language()))


# A five-player game takes 140 ms to replay and draw; a sheet has 130 kB.
FINISHED: Kept[Finished] = Kept(64)
DRAWINGS: Kept[str] = Kept(128)


def identify(table: SeenTable) -> tuple[object, ...]:
    return (table.code, table.version, table.changed_at)


def make_ending_page(visit: Visit) -> Page:
    """Return the table's page once the game is over."""
    game = Finished.from_visit(visit)
    return Page(
        "games/dice_charmers/ending.html",
        {
            "table": visit.table,
            "visitor": visit.visitor,
            "game": game,
            "best": game.story.best_turns,
            "why": describe_ending(game.state.ending, game.state.is_solo) if game.state.ending else "",
            "chart": game.draw_chart(),
            "qr": draw_link(visit.link),
            "link": visit.link,
        },
    )


def draw_link(link: str) -> str:
    """Draw the QR code of a link; empty if it is too long."""
    link = link.upper()
    if not can_encode(link):
        return ""
    label = gettext("QR code: scan it with another phone to see this result")
    return write_svg(draw_qr(link, Box(0, 0, 40, 40)), 40, 40, class_="qr", role="img", aria_label=label)


def draw_picture(visit: Visit) -> str:
    """Draw the result as one picture to share."""
    game, language = Finished.from_visit(visit), get_language()
    draw = partial(draw_result, game.make_printed_game(), game.describe_winners(), game.moment, language)
    return DRAWINGS.find((*identify(visit.table), language, "picture"), draw)


def make_sheet_page(visit: Visit, seat: str) -> Page | None:
    """Return the page with one finished sheet, which the result page fetches when somebody opens it."""
    game = Finished.from_visit(visit)
    player = next((each for each in game.make_printed_game().players if each.colour == seat), None)
    if player is None or player.marks is None:
        return None
    draw = partial(
        arrange_for_paper,
        game.definition,
        player.marks,
        code=None,
        entry=make_entry(player, game.date),
        for_screen=True,
    )
    drawn = DRAWINGS.find((*identify(visit.table), get_language(), seat), lambda: draw(language=get_language()))
    return Page("games/dice_charmers/sheet.html", {"table": visit.table, "name": player.name, "sheet": drawn})


def make_print_job(visit: Visit, paper: str, ink: str, report: Report | None = None) -> Work:
    """Return the PDF job for every player's sheet, the result and the analysis, if there is one."""
    found, table = Finished.from_visit(visit), visit.table
    game = found.make_printed_game()
    if report is not None:
        namer = Namer(found.definition, found.names)
        game = replace(game, analysis=make_printed_analysis(namer, report))
    key = ("finished", table.code, table.version, paper, ink, get_language(), game.link, report is not None)
    return Work(print_finished, (game, paper, get_language(), ink), key)


def write_game(visit: Visit) -> str:
    """Return the whole game as text that `companion replay` reads."""
    started, events = read_game(visit.all_steps())
    assert started is not None
    return write_transcript(visit.table.settings["sheet"], started, events)
