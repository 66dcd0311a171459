"""A running cardboard game on everybody's phone: the page, its live part, and entries without a script."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.assist.table import Accompanied
from companion.games.cards_karma.words import bonus_words
from companion.games.game import registered_games
from companion.games.table_game import TableGame
from companion.i18n.words import table_error
from companion.rules.refusal import IllegalMove, Unreadable
from companion.tables.errors import NotAllowed, Refused, Stale
from companion.tables.service import acting_seat
from companion.tables.table import Table, Visitor
from companion.web.companion import companion, find_table
from companion.web.errors import STATUS
from companion.web.identity import cookie_tokens
from companion.web.result_link import packed

accompany = Blueprint("accompany", __name__)
accompany.add_app_template_global(bonus_words)


@accompany.app_template_test()
def accompanied(game: TableGame) -> bool:
    return isinstance(game, Accompanied)


def accompanied_here(found: Table) -> bool:
    """Whether this page can show the table's game."""
    return found.phase != "lobby" and accompanied(found.game)


def accompanied_table(code: str) -> tuple[Table, Visitor]:
    found, visitor = find_table(code)
    if not accompanied_here(found):
        raise Refused("not-started")
    return found, visitor


def accompany_page(found: Table, visitor: Visitor, problems: Mapping[str, str]) -> str:
    """The table of an accompanied game, from the first round to the result."""
    return render_template("accompany/page.html", problems=problems, **context(found, visitor))


@accompany.get("/t/<code>/counters")
def counters(code: str) -> ResponseReturnValue:
    """The part of the page that changes, for the live update."""
    return render_template("accompany/_live.html", **context(*accompanied_table(code)))


@accompany.post("/t/<code>/enter")
def enter(code: str) -> ResponseReturnValue:
    """An entry from a browser without a script: always about the newest state of the table.

    When it is refused, the page comes back with the sentence and with everything that was typed.
    """
    found, visitor = accompanied_table(code)
    here, asker, seat = companion().tables, cookie_tokens(found.code), request.form.get("seat")

    def entered() -> None:
        if "undo" in request.form:
            here.undo(found.code, asker, found.version, seat)
        else:
            here.submit(found.code, asker, entry_text(request.form), found.version, seat)

    return page_after(entered, found, visitor, seat)


@accompany.post("/t/<code>/absent")
def absent(code: str) -> ResponseReturnValue:
    """The host about a player who has left: `do` is "skip" or "paper"."""
    found, visitor = accompanied_table(code)
    here, asker, about = companion().tables, cookie_tokens(found.code), request.form.get("about", "")
    return page_after(lambda: here.manage(found.code, asker, request.form.get("do", ""), about), found, visitor)


def page_after(
    change: Callable[[], object], found: Table, visitor: Visitor, seat: str | None = None
) -> ResponseReturnValue:
    """The table as it is then, or as it was with the sentence that says why not."""
    try:
        change()
    except (IllegalMove, Unreadable) as error:
        return accompany_page(found, visitor, {"": found.game.refusal(error)[1]}), 422
    except (NotAllowed, Refused, Stale) as error:
        return accompany_page(*find_table(found.code), {"": table_error(error)}), STATUS[type(error)]
    return redirect(url_for("tables.table", code=found.code, seat=seat), 303)


def entry_text(form: MultiDict[str, str]) -> str:
    """The parts of an entry in the order of the form; the symbols of a card are joined by +."""
    card = "+".join(parts(form, "card"))
    return " ".join([*parts(form, "move"), *([card] if card else [])])


def parts(form: MultiDict[str, str], kind: str) -> list[str]:
    """A field is called after what it is a part of and after itself: `move.fame-typed`."""
    return [value for name, value in form.items(multi=True) if value and name.partition(".")[0] == kind]


@accompany.app_template_global()
def typed(field: str) -> str | None:
    """What stood in a field of the entry that has just been refused."""
    return request.form.get(f"move.{field}", request.form.get(f"card.{field}"))


def context(found: Table, visitor: Visitor) -> dict[str, Any]:
    game = found.game
    assert isinstance(game, Accompanied)
    shown = shown_seat(found, visitor)
    mine = found.phase == "playing" and may_enter(found, shown)
    seen = game.view(found.position)
    return {
        "table": found,
        "visitor": visitor,
        "game": game,
        "view": seen,
        "turn": game.turn(found.position) if found.phase == "playing" else None,
        "shown": found.seat(shown),
        "mine": mine,
        "sheet": seen["sheets"][shown],
        "can": permission(found, shown) if mine else lambda text: False,
        "totals": packed(seen["scoring"]) if seen["scoring"] else None,
        "known": known_values(game.name, {**seen, **seen["sheets"][shown]}) if seen["begun"] else {},
        "folder": game.name.replace("-", "_"),
    }


def known_values(name: str, board: Mapping[str, Any]) -> dict[str, Any]:
    """What the board already knows of the fields of the game's calculators."""
    game = registered_games().get(name)
    return game.fill_calculators(board) if game and game.fill_calculators else {}


def shown_seat(found: Table, visitor: Visitor) -> str:
    """The seat somebody asked for, else their own, else the first."""
    asked = request.args.get("seat") or request.form.get("seat") or ""
    if found.seat(asked):
        return asked
    return visitor.seats[0] if visitor.seats else found.seats[0].seat


def may_enter(found: Table, seat: str) -> bool:
    try:
        return acting_seat(found, cookie_tokens(found.code), seat) == seat
    except (NotAllowed, Refused):
        return False


def permission(found: Table, seat: str) -> Callable[[str], bool]:
    """Whether an entry would be accepted now, so that a page can show it."""
    game = found.game
    assert isinstance(game, Accompanied)

    def can(text: str) -> bool:
        return found.position.game is not None and game.allowed(found.position, seat, text)

    return can
