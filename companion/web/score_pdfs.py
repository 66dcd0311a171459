"""Blank score pads and results as PDF: the words put together, the printing left to the press."""

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, request

from companion.i18n import gettext, language, results
from companion.i18n.names import game_title
from companion.i18n.score_pads import pad_rows
from companion.render.pad import PAPERS
from companion.render.scores import Pad, Part, Player, Row, Scored, print_result, print_score_pad
from companion.rules.ranking import Result
from companion.web.companion import companion

TABLES_ON_A_PAGE = {"dice-charmers": 3, "rajas": 4, "cards-karma": 4, "agra": 1}
HOUR = 3600


def score_pad(game: str, players: int) -> Response:
    pad = Pad(
        game=game_title(game),
        name=gettext("Name"),
        rows=tuple(Row(*row) for row in pad_rows(game)),
        total=gettext("Together"),
        players=players,
        times=TABLES_ON_A_PAGE[game],
        language=language(),
    )
    return as_pdf(f"{game}-score-pad", print_score_pad, pad)


def result_sheet(game: str, entered: Mapping[str, Any], result: Result) -> Response:
    scored = Scored(
        game=game_title(game),
        headline=results.headline(result),
        players=tuple(
            Player(
                rank=player["rank"],
                name=player["name"],
                score=results.number(player["score"]),
                parts=tuple(Part(line.title, line.why, results.number(line.points)) for line in lines),
            )
            for player, lines in results.standings(entered, result)
        ),
        ties=tuple(results.tie_sentences(result)),
        total=gettext("Together"),
        language=language(),
    )
    return as_pdf(f"{game}-result", print_result, scored)


def as_pdf(name: str, job: Any, sheet: Pad | Scored) -> Response:
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        abort(404)
    pdf = companion().press.printed((sheet, paper), job, sheet, paper)
    headers = {
        "Content-Disposition": f'inline; filename="{name}.pdf"',
        "Cache-Control": f"private, max-age={HOUR}",
        "Vary": "Cookie, Accept-Language",
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
