"""What The Dice Charmers adds to the JSON API: hints, the analysis, photographed sheets."""

import time
from collections.abc import Mapping
from typing import Any

from flask import jsonify, request
from flask.typing import ResponseReturnValue

from companion.games.dice_charmers.analysed import describe_analysis
from companion.games.dice_charmers.bots.levels import find_hint, find_thorough_hint
from companion.games.dice_charmers.pages.ending import identify, poll_analysis
from companion.games.dice_charmers.pages.photo import enter_for_seat, open_marks, read_picture
from companion.games.dice_charmers.paper.reader import READER
from companion.games.dice_charmers.table.playing import ON, DiceCharmers
from companion.games.dice_charmers.texts.analysis import describe_hint, describe_second
from companion.games.dice_charmers.texts.wording import describe_move
from companion.games.kept import Kept
from companion.i18n import get_language
from companion.jobs import NotDone
from companion.tables.errors import Refused
from companion.tables.permissions import find_acting_seat, require_paper_seat, require_playing
from companion.web.admission import accepts_picture
from companion.web.companion import THINKING, api, companion, find_table, read_object, run_job
from companion.web.identity import read_tokens
from companion.web.table_pages import open_finished_game

DESCRIBED: Kept[Mapping[str, Any]] = Kept(32)  # analyses in words: 20 ms each


@api.get("/tables/<code>/hint")
def give_hint(code: str) -> ResponseReturnValue:
    """Return the best move of a seat that has the turn: the first answer at once, with `refined` a better one."""
    table, _ = find_table(code)
    seat = find_acting_seat(table, read_tokens(table.code), request.args.get("seat"))
    require_playing(table)
    game, position = table.game, table.position
    if not isinstance(game, DiceCharmers) or table.settings.get("hints") != ON:
        raise Refused("hints-off")
    if game.find_mover(position) != seat:
        raise Refused("not-your-turn")
    found, better = find_hint(position.state, seat), None
    if found is None:
        raise Refused("no-hint")
    if request.args.get("refined"):
        try:
            work = (find_thorough_hint, position.state, seat)
            better = run_job(THINKING, object(), lambda: (work[0], work[1:]), f"hint {table.code}")
        except NotDone:  # the first hint is good enough
            better = None
    hint = better or found
    namer, state, move = game.make_namer(position), position.state, hint.moves[0]
    return jsonify(
        version=table.version,
        seat=seat,
        refined=better is not None,
        move=str(move),
        label=describe_move(namer, state, move),
        targets=move.targets(state),
        why=describe_hint(state, seat, hint),
        next_best=describe_second(namer, state, hint) or None,
    )


@api.get("/tables/<code>/analysis")
def analyse(code: str) -> ResponseReturnValue:
    """Return the analysis of a finished game; 202 while it is being made."""
    visit = open_finished_game(code)
    found = poll_analysis(visit)
    if found is None:
        return jsonify(ready=False), 202, {"Retry-After": "2"}
    key = (*identify(visit.table), get_language())
    return jsonify(DESCRIBED.find(key, lambda: describe_analysis(visit.table, found)))


@api.post("/read")
@accepts_picture
def read_sheet() -> ResponseReturnValue:
    """Describe the sheet with most marks in a photo; with `all`, a list of all sheets in it."""
    began, own = time.monotonic(), companion().settings.own_sheets
    readings = read_picture(request.args.get("sheet"))
    found = [READER.describe(reading, time.monotonic() - began, own) for reading in readings]
    return jsonify(found if "all" in request.args else found[0])


@api.post("/tables/<code>/sheets/<seat>")
def enter_sheet(code: str, seat: str) -> ResponseReturnValue:
    """Enter a reading for a paper seat: {"cells", "sheet"?, "version"?, "serial"?}, as `read` returns it."""
    table, visitor = find_table(code, to_change=True)
    require_paper_seat(table, visitor, seat)
    given = read_object()
    name = given.get("sheet", table.settings.get("sheet"))
    kept = table.game.find_definition(table.position) if isinstance(table.game, DiceCharmers) else None
    sheet = open_marks(name, given.get("version"), given.get("serial"), given.get("cells"), kept=kept)
    changed = enter_for_seat(table, seat, sheet)
    return jsonify(version=changed.version, phase=changed.phase, totals=sheet.figures)
