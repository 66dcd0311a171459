"""The adapter that makes The Dice Charmers playable at live tables, with its pages."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games.copies import number_copy
from companion.games.dice_charmers.analysis.report import Report, measure_accuracy
from companion.games.dice_charmers.drawing.copies import print_copies
from companion.games.dice_charmers.drawing.phone import AREAS, draw_print_picture, write_stylesheet
from companion.games.dice_charmers.pages import analysis, ending, views
from companion.games.dice_charmers.pages import film as films
from companion.games.dice_charmers.pages.film import Film
from companion.games.dice_charmers.pages.ink import make_ink_preface
from companion.games.dice_charmers.table.playing import Playing
from companion.games.dice_charmers.texts.analysis import describe_report, write_report
from companion.games.table_game import (
    PAPER,
    Page,
    SeenTable,
    Step,
    Visit,
    Work,
)
from companion.i18n import get_language


class DiceCharmers(Playing):
    screen_styles = ("css/play.css", "css/ending.css", "css/games/dice_charmers/tv.css")
    questions: Mapping[str, Callable[[Visit], Page]] = {"about": views.about, "preview": views.preview}

    def make_page(self, visit: Visit) -> Page:
        return ending.make_ending_page(visit) if visit.table.phase == "over" else views.play_page(visit)

    def make_parts(self, visit: Visit) -> Page:
        return views.play_parts(visit)

    def make_screen(self, visit: Visit) -> Page:
        return views.screen(visit)

    def announce(self, table: SeenTable, look: Callable[[int], SeenTable]) -> Callable[[int], bytes]:
        return make_ink_preface(table, look)

    def make_stylesheet(self, name: str) -> str | None:
        """Return the CSS of a sheet by its key: its colours in light and dark theme, and the shapes of its areas."""
        return write_stylesheet(self.definitions[name]) if name in self.definitions else None

    def print_picture(self, name: str, part: str, language: str, dark: bool) -> str | None:
        if name not in self.definitions or part not in AREAS:
            return None
        return draw_print_picture(self.definitions[name], part, language, dark)

    def print_sheets(self, table: SeenTable, paper: str, ink: str) -> Work | None:
        copies = tuple((seat.name, number_copy(table.code, seat.seat)) for seat in table.seats if seat.kind == PAPER)
        if not copies:
            return None
        arguments = (self.find_chosen_definition(table.settings), copies, paper, get_language(), ink)
        return Work(print_copies, arguments, ("copies", *arguments))

    def print_finished(self, visit: Visit, paper: str, ink: str, analysis: Report | None = None) -> Work:
        return ending.make_print_job(visit, paper, ink, analysis)

    def analyse(self, table: SeenTable, steps: Iterable[Step[SeenTable]]) -> Work | None:
        return analysis.make_work(table, steps)

    def describe_analysis(self, table: SeenTable, found: Report) -> Mapping[str, Any]:
        return describe_report(self.make_namer(table.position), found)

    def write_analysis(self, table: SeenTable, found: Report) -> Iterable[str]:
        return write_report(self.make_namer(table.position), found)

    def make_analysis_page(self, visit: Visit, found: Report) -> Page:
        return analysis.make_page(visit, found)

    def make_film(self, table: SeenTable, steps: Iterable[Step[SeenTable]]) -> Work | None:
        return films.make_work(table, steps)

    def make_film_page(self, made: Film, context: Mapping[str, Any]) -> Page:
        sheet = made.definition.sheet
        return films.make_page(made, {**context, "sheet_key": self.find_sheet_key(sheet.name, sheet.version)})

    def describe_turns(self, table: SeenTable, found: Report) -> Mapping[str, Any]:
        return analysis.describe_turns(self.make_namer(table.position), found)

    def rate_players(self, found: Report) -> Mapping[str, tuple[float, float]]:
        return {player.seat: (player.account.luck, measure_accuracy(player)) for player in found.players}

    def make_finished_sheet(self, visit: Visit, seat: str) -> Page | None:
        return ending.make_sheet_page(visit, seat)

    def draw_result(self, visit: Visit) -> str:
        return ending.draw_picture(visit)

    def write_transcript(self, visit: Visit) -> str:
        return ending.write_game(visit)
