"""Results as PDF: the words put together, the printing left to the press."""

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, request

from companion.i18n import gettext, language, results
from companion.i18n.names import game_title
from companion.render.pad import PAPERS
from companion.render.result_sheet import Part, Player, Scored, print_result
from companion.rules.ranking import Result
from companion.web.companion import companion

HOUR = 3600


def result_sheet(game: str, entered: Mapping[str, Any], result: Result, address: str) -> Response:
    scored = Scored(
        game=game,
        title=game_title(game),
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
        link=address,
        language=language(),
    )
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        abort(404)
    pdf = companion().press.printed((scored, paper), print_result, scored, paper)
    headers = {
        "Content-Disposition": f'inline; filename="{game}-result.pdf"',
        "Cache-Control": f"private, max-age={HOUR}",
        "Vary": "Cookie, Accept-Language",
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
