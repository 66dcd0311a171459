"""The pages of a running game: the board of a phone, the TV page, answers to taps; and how to play."""

import re
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.dice_charmers.copies import number_copy
from companion.games.dice_charmers.definition import SheetDefinition
from companion.games.dice_charmers.drawing.phone import AREAS, draw_print_picture, write_stylesheet
from companion.games.dice_charmers.drawing.sheet import print_copies
from companion.games.dice_charmers.lesson import LESSON_ROLLS, NUMBER_OF_STEPS
from companion.games.dice_charmers.pages.board import (
    Board,
    find_last_turns,
    find_latest_news,
    find_next,
    make_board,
)
from companion.games.dice_charmers.pages.ending import Finished, render_ending
from companion.games.dice_charmers.rules import make_prompt
from companion.games.dice_charmers.rules.play import Ask
from companion.games.dice_charmers.rules.sheet import DICE, list_face_icons
from companion.games.dice_charmers.table.playing import SHEET, DiceCharmers
from companion.games.dice_charmers.table.preview import Preview
from companion.games.dice_charmers.texts.ending import describe_last_turns
from companion.games.dice_charmers.texts.lookup import HOW_TO_PLAY
from companion.games.game import list_games
from companion.games.table_game import PAPER
from companion.i18n import DEFAULT, LANGUAGES, get_language
from companion.render.svg import load_symbols
from companion.rules.messages import Unreadable
from companion.tables.errors import BadInput, NoSuchTable, Refused, TableError
from companion.web.companion import companion, find_table, print_pdf, read_print_choices
from companion.web.errors import answer_with_sentence
from companion.web.table_pages import Visit

FOLDER = "games/dice_charmers"
NAME = DiceCharmers.name

play = Blueprint("play", __name__)
play.register_error_handler(TableError, answer_with_sentence)


def make_visit_board(visit: Visit) -> Board:
    """Make the board for the seat and the sheet that the device asks for."""
    return make_board(visit.table, visit.visitor, visit.asked.get("mine"), visit.asked.get("show"))


# What tables show at their shared addresses


def render_page(visit: Visit) -> str:
    """Render the page of a phone."""
    if visit.table.phase == "over":
        return render_ending(visit)
    context = collect_context(visit, make_visit_board(visit))
    return render_template(f"{FOLDER}/play.html", problem=visit.problem, sprite=load_symbols(), **context)


def render_parts(visit: Visit) -> str:
    """Render the parts that change, without strokes and dice that the phone already has."""
    board = make_visit_board(visit)
    return render_template(
        f"{FOLDER}/_board.html",
        new_strokes=visit.asked.get("drawn") != board.strokes_checksum,
        new_dice=visit.asked.get("laid") != board.dice_checksum,
        **collect_context(visit, board),
    )


def collect_context(visit: Visit, board: Board) -> dict[str, Any]:
    """Collect what both the page and the parts that change show."""
    position = visit.table.position
    guided = position.lesson
    return {
        "board": board,
        "table": visit.table,
        "visitor": visit.visitor,
        "last_turns": find_last_turns(visit, board),
        "next_seat": find_next(board),
        # What the lesson of a guided game says to the visitor who has the turn
        "lesson": guided.find_step(position.history) if guided and board.acting else None,
        "lesson_steps": NUMBER_OF_STEPS,
        # Whether it continues after the bot's turn; no other tip is shown in between
        "lesson_waits": bool(guided) and not board.acting and position.state.round in LESSON_ROLLS,
    }


def render_screen(visit: Visit) -> str:
    """Render the TV page: dice and lines, then the podium."""
    table = visit.table
    if table.phase == "over":
        finished = Finished.from_visit(visit)
        return render_template(f"{FOLDER}/_final_screen.html", table=table, game=finished, chart=finished.draw_chart())
    board = make_board(table, visit.visitor)
    return render_template(
        f"{FOLDER}/_screen.html",
        table=table,
        view=board.view,
        turn=board.turn if board.turn["seat"] else None,
        names={seat.seat: seat.name for seat in table.seats},
        news=find_latest_news(visit, board.namer),
        dice=[{**die, "icons": list_face_icons(die["die"], die["face"] or "")} for die in board.view["dice"]],
        tracks=board.state.sheet.tracks,
        last_turn=describe_last_turns(board.namer, board.state),
    )


# Answers to taps


def open_running(code: str) -> tuple[Visit, Board]:
    """Return the visit to a table where this game is being played. Raises NoSuchTable or Refused."""
    table, visitor = find_table(code)
    if table.phase == "lobby" or table.game.name != NAME:
        raise NoSuchTable
    if table.phase != "playing":
        raise Refused("game-over")
    visit = Visit(table, visitor)
    return visit, make_visit_board(visit)


@play.get("/t/<code>/preview")
def preview(code: str) -> ResponseReturnValue:
    """Preview what a die would do and what could follow. Raises BadInput for an unknown die."""
    visit, board = open_running(code)
    die = visit.asked.get("die", "")
    if die not in DICE:
        raise BadInput("bad-request")
    seat = board.acting or board.mine or board.shown
    position = visit.table.position
    seen = board.game.preview(position, seat, die)
    title, text = board.game.explain_target(position, seat, f"die {die}")
    return render_template(
        f"{FOLDER}/_preview.html",
        board=board,
        seen=seen,
        # Only players see why a die cannot be taken: the text says "you".
        refusal=board.game.describe_refusal(position, seen.refusal) if seen.refusal and board.mine else "",
        title=title,
        text=text,
        offers=[offer for offer in board.offers if f"die {die}" in offer.targets],
        die=board.describe_die(die),
        gives=[board.make_bonus_picture(bonus) for bonus in seen.gives],
        ends=leaves_nothing(board, seen),
        to_elephant=board.describe_die(seen.to_elephant) if seen.to_elephant else None,
    )


def leaves_nothing(board: Board, seen: Preview) -> bool:
    """Check whether taking the die leaves only the end of the turn. Never before a bot: its move cannot be undone."""
    if seen.taken is None or make_prompt(seen.taken).code != Ask.END_TURN:
        return False
    following = find_next(board)
    return following is not None and board.find_player(following).kind != "bot"


@play.get("/t/<code>/about")
def about(code: str) -> ResponseReturnValue:
    """Explain a target on the sheet, and why nothing can be entered there now. Raises BadInput."""
    visit, board = open_running(code)
    target, position = visit.asked.get("target", ""), visit.table.position
    try:
        title, text = board.game.explain_target(position, board.shown, target)
        why = board.game.why_not_at(position, board.mine, target) if board.mine and board.mine == board.shown else ""
    except Unreadable:
        raise BadInput("bad-request") from None
    give_ups = board.list_give_ups(target)
    return render_template(f"{FOLDER}/_about.html", board=board, title=title, text=text, why=why, give_ups=give_ups)


# Sheets


def get_game() -> DiceCharmers:
    game = companion().tables.games.get(NAME)
    if not isinstance(game, DiceCharmers):  # not installed here
        raise NoSuchTable
    return game


def find_sheet(name: str) -> SheetDefinition | None:
    """Return the sheet that tables keep under the hash in `contents`; else today's sheet of this name, if any."""
    game, digest = get_game(), request.args.get("contents", "")
    today = game.definitions.get(name)
    if re.fullmatch("[0-9a-f]{64}", digest) and (today is None or today.digest != digest):
        with suppress(LookupError, ValueError):  # it is in no table's log: the replay of a file
            kept = game.furnish({SHEET: digest}, companion().tables.log.read_contents)
            assert isinstance(kept, DiceCharmers)
            return kept.definitions[name]
    return today


@play.get("/sheets/<name>.css")
def send_stylesheet(name: str) -> ResponseReturnValue:
    """Send the CSS of a sheet: its colours in light and dark theme, and the shapes of its areas."""
    sheet = find_sheet(name)
    if sheet is None:
        raise NoSuchTable
    return send_drawn(write_stylesheet(sheet), "text/css")


@play.get("/sheets/<name>/<part>.svg")
def print_picture(name: str, part: str) -> ResponseReturnValue:
    """Send the print of a part of a sheet in the language `lang`; with `dark`, in the colours of the dark theme."""
    language, sheet = request.args.get("lang", DEFAULT), find_sheet(name)
    if sheet is None or part not in AREAS or language not in LANGUAGES:
        raise NoSuchTable
    drawn = draw_print_picture(sheet, part, language, "dark" in request.args)
    return send_drawn(drawn, "image/svg+xml")


def send_drawn(drawn: str, kind: str) -> ResponseReturnValue:
    response = Response(drawn, mimetype=kind, headers={"Cache-Control": "no-cache"})
    response.add_etag()  # revalidated like other files, so that a phone never mixes two versions
    return response.make_conditional(request)


@play.get("/print/t/<code>.pdf")
def print_sheets(code: str) -> ResponseReturnValue:
    """Send the blank sheets of a table's paper seats: each with the player's name, and a number that finds the seat."""
    table, _ = find_table(code)
    copies = tuple((seat.name, number_copy(table.code, seat.seat)) for seat in table.seats if seat.kind == PAPER)
    if not copies or not isinstance(table.game, DiceCharmers):
        raise Refused("nobody-on-paper")
    paper, ink = read_print_choices()
    order = (table.game.definitions[table.settings[SHEET]], copies, paper, get_language(), ink)
    headers = {"Content-Disposition": f'inline; filename="{table.code}.pdf"', "Cache-Control": "no-store"}
    return Response(print_pdf(("copies", *order), print_copies, *order), mimetype="application/pdf", headers=headers)


# How to play


@play.get(f"/learn/{NAME}")
def show_cards() -> ResponseReturnValue:
    """Explain the game on a few cards to swipe through."""
    return render_template(f"{FOLDER}/learn/cards.html", game=list_games()[NAME], how_to_play=HOW_TO_PLAY)
