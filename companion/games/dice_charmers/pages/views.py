"""The pages of a running game: template and context."""

from typing import Any

from companion.games.dice_charmers.kinds.moves import list_face_icons
from companion.games.dice_charmers.lesson import NUMBER_OF_STEPS, ROLLS, Step
from companion.games.dice_charmers.pages.board import Board, make_board
from companion.games.dice_charmers.pages.ending import Finished
from companion.games.dice_charmers.pages.news import find_last_turns, find_latest_news, find_next
from companion.games.dice_charmers.rules import make_prompt
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.prompt import Ask
from companion.games.dice_charmers.table.preview import Preview
from companion.games.dice_charmers.texts import describe_last_turns
from companion.games.table_game import Page, Visit
from companion.render.icons import load_symbols
from companion.rules.refusal import Unreadable

FOLDER = "games/dice_charmers"


def make_visit_board(visit: Visit) -> Board:
    """Make the board for the seat and the sheet that the device asks for."""
    return make_board(visit.table, visit.visitor, visit.asked.get("mine"), visit.asked.get("show"))


def play_page(visit: Visit) -> Page:
    """Return the page of a phone."""
    board = make_visit_board(visit)
    return Page(
        f"{FOLDER}/play.html",
        {
            **collect_context(visit, board),
            "problem": visit.problem,
            "sprite": load_symbols(),
        },
    )


def collect_context(visit: Visit, board: Board) -> dict[str, Any]:
    """Collect what both the page and the parts that change show."""
    return {
        "board": board,
        "table": visit.table,
        "visitor": visit.visitor,
        "last_turns": find_last_turns(visit, board),
        "next_seat": find_next(board),
        "lesson": find_lesson_step(visit, board),
        "lesson_steps": NUMBER_OF_STEPS,
        "lesson_waits": is_lesson_waiting(visit, board),
    }


def find_lesson_step(visit: Visit, board: Board) -> Step | None:
    """Return what the lesson of a guided game says to the visitor who has the turn."""
    position = visit.table.position
    return position.lesson.find_step(position.history) if position.lesson and board.acting else None


def is_lesson_waiting(visit: Visit, board: Board) -> bool:
    """Check whether a lesson continues after the bot's turn; no other tip is shown in between."""
    position = visit.table.position
    return bool(position.lesson) and not board.acting and position.state.round in ROLLS


def play_parts(visit: Visit) -> Page:
    """Return the parts that change, without strokes and dice that the phone already has."""
    board = make_visit_board(visit)
    return Page(
        f"{FOLDER}/_board.html",
        {
            **collect_context(visit, board),
            "new_strokes": visit.asked.get("drawn") != board.strokes_checksum,
            "new_dice": visit.asked.get("laid") != board.dice_checksum,
        },
    )


def screen(visit: Visit) -> Page:
    """Return the TV page: dice and lines, then the podium."""
    table = visit.table
    if table.phase == "over":
        finished = Finished.from_visit(visit)
        return Page(f"{FOLDER}/_final_screen.html", {"table": table, "game": finished, "chart": finished.draw_chart()})
    board = make_board(table, visit.visitor)
    dice = [{**die, "icons": list_face_icons(die["die"], die["face"] or "")} for die in board.view["dice"]]
    return Page(
        f"{FOLDER}/_screen.html",
        {
            "table": table,
            "view": board.view,
            "turn": board.turn if board.turn["seat"] else None,
            "names": {seat.seat: seat.name for seat in table.seats},
            "news": find_latest_news(visit, board.namer),
            "dice": dice,
            "tracks": board.state.sheet.tracks,
            "last_turn": describe_last_turns(board.namer, board.state),
        },
    )


# Answers to taps


def preview(visit: Visit) -> Page:
    """Preview what a die would do and what could follow. Raises Unreadable for an unknown die."""
    die, board = visit.asked.get("die", ""), make_visit_board(visit)
    if die not in DICE:
        raise Unreadable(die)
    seat = board.acting or board.mine or board.shown
    position = visit.table.position
    seen = board.game.preview(position, seat, die)
    title, text = board.game.explain_target(position, seat, f"die {die}")
    return Page(
        f"{FOLDER}/_preview.html",
        {
            "board": board,
            "seen": seen,
            # Only players see why a die cannot be taken: the text says "you".
            "refusal": board.game.describe_refusal(position, seen.refusal) if seen.refusal and board.mine else "",
            "title": title,
            "text": text,
            "offers": [offer for offer in board.offers if f"die {die}" in offer.targets],
            "die": board.describe_die(die),
            "gives": [board.make_bonus_picture(bonus) for bonus in seen.gives],
            "ends": leaves_nothing(board, seen),
            "to_elephant": board.describe_die(seen.to_elephant) if seen.to_elephant else None,
        },
    )


def leaves_nothing(board: Board, seen: Preview) -> bool:
    """Check whether taking the die leaves only the end of the turn. Never before a bot: its move cannot be undone."""
    if seen.taken is None or make_prompt(seen.taken).code != Ask.END_TURN:
        return False
    following = find_next(board)
    return following is not None and board.find_player(following).kind != "bot"


def about(visit: Visit) -> Page:
    """Explain a target on the sheet, and why nothing can be entered there now. Raises Unreadable."""
    target, board = visit.asked.get("target", ""), make_visit_board(visit)
    position = visit.table.position
    title, text = board.game.explain_target(position, board.shown, target)
    why = board.game.why_not_at(position, board.mine, target) if board.mine and board.mine == board.shown else ""
    return Page(
        f"{FOLDER}/_about.html",
        {"board": board, "title": title, "text": text, "why": why, "give_ups": board.list_give_ups(target)},
    )
