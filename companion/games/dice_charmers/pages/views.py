"""Each page of a running game: its template and what the template shows."""

from companion.games.dice_charmers.pages.board import Board, face_icons, look
from companion.games.dice_charmers.pages.ending import Finished
from companion.games.dice_charmers.pages.news import meanwhile, newest
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.table_game import Page, Visit
from companion.render.icons import load_symbols
from companion.rules.refusal import Unreadable

FOLDER = "games/dice_charmers"


def board_of(visit: Visit) -> Board:
    """Return the board from the seat the device looks from, with the sheet it wants to see."""
    return look(visit.table, visit.visitor, visit.asked.get("mine"), visit.asked.get("show"))


def play_page(visit: Visit) -> Page:
    board = board_of(visit)
    return Page(
        f"{FOLDER}/play.html",
        {
            "board": board,
            "table": visit.table,
            "visitor": visit.visitor,
            "problem": visit.problem,
            "sprite": load_symbols(),
            "meanwhile": meanwhile(visit, board.things),
        },
    )


def play_parts(visit: Visit) -> Page:
    """Return everything that changes; strokes and dice that the phone has already are left out."""
    board = board_of(visit)
    return Page(
        f"{FOLDER}/_board.html",
        {
            "board": board,
            "table": visit.table,
            "visitor": visit.visitor,
            "drawn": visit.asked.get("drawn") != board.drawn,
            "laid": visit.asked.get("laid") != board.laid,
            "meanwhile": meanwhile(visit, board.things),
        },
    )


def screen(visit: Visit) -> Page:
    """Return what the large screen shows: dice and lines, then the podium."""
    table = visit.table
    if table.phase == "over":
        finished = Finished.of(visit)
        return Page(f"{FOLDER}/_final_screen.html", {"table": table, "game": finished, "chart": finished.chart()})
    board = look(table, visit.visitor)
    dice = [{**die, "icons": face_icons(die["die"], die["face"] or "")} for die in board.view["dice"]]
    return Page(
        f"{FOLDER}/_screen.html",
        {
            "table": table,
            "view": board.view,
            "turn": board.turn if board.turn["seat"] else None,
            "names": {seat.seat: seat.name for seat in table.seats},
            "news": newest(visit, board.things),
            "dice": dice,
            "tracks": board.state.sheet.tracks,
        },
    )


# Looking ahead, and rules at hand


def preview(visit: Visit) -> Page:
    """Show what a die would do, and what could follow. Raises Unreadable for an unknown die."""
    die, board = visit.asked.get("die", ""), board_of(visit)
    if die not in DICE:
        raise Unreadable(die)
    seat = board.acting or board.mine or board.shown
    position = visit.table.position
    seen = board.game.preview(position, seat, die)
    title, text = board.game.about(position, seat, f"die {die}")
    return Page(
        f"{FOLDER}/_preview.html",
        {
            "board": board,
            "seen": seen,
            # Who watches is told what a die does; why it cannot be taken is said to players, as "you".
            "refusal": board.game.refusal_of(position, seen.refusal) if seen.refusal and board.mine else "",
            "title": title,
            "text": text,
            "offers": [offer for offer in board.offers if f"die {die}" in offer.targets],
            "die": board.die(die),
        },
    )


def about(visit: Visit) -> Page:
    """Explain what something on the sheet is, and why it cannot be entered now. Raises Unreadable."""
    target, board = visit.asked.get("target", ""), board_of(visit)
    position = visit.table.position
    title, text = board.game.about(position, board.shown, target)
    why = board.game.why_not_at(position, board.mine, target) if board.mine and board.mine == board.shown else ""
    return Page(
        f"{FOLDER}/_about.html",
        {"board": board, "title": title, "text": text, "why": why, "given_up": board.only_given_up(target)},
    )
