"""Results as PDF: describe the result here, print it in a worker process."""

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, request

from companion.games.game import Game
from companion.games.scoring import describe_winners, format_points
from companion.i18n import get_language, gettext
from companion.render.geometry import DEFAULT_PAPER, PAPERS
from companion.render.result_sheet import Part, Player, Scored, print_result
from companion.rules.ranking import Result
from companion.web.companion import print_pdf

HOUR = 3600


def send_result_pdf(game: Game, totals: Mapping[str, Any], result: Result, address: str) -> Response:
    scored = Scored(
        title=game.title,
        icon=game.icon,
        colours=game.colours,
        headline=describe_winners(result),
        players=tuple(
            Player(
                rank=player["rank"],
                name=player["name"],
                score=format_points(player["score"]),
                parts=tuple(Part(line.title, line.why, format_points(line.points)) for line in lines),
            )
            for player, lines in game.scoring.list_standings(totals, result)
        ),
        ties=tuple(game.scoring.describe_ties(result)),
        total=gettext("Together"),
        link=address,
        language=get_language(),
    )
    paper = request.args.get("paper", DEFAULT_PAPER)
    if paper not in PAPERS:
        abort(404)
    pdf = print_pdf((scored, paper), print_result, scored, paper)
    headers = {
        "Content-Disposition": f'inline; filename="{game.name}-result.pdf"',
        "Cache-Control": f"private, max-age={HOUR}",
        "Vary": "Cookie, Accept-Language",
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)
