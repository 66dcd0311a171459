"""The pages of score sheets: choose, make, share, print and start one, and the table where it is filled in."""

from flask import Blueprint

from companion.games.scores.pages import table
from companion.web.table_pages import TablePages

TABLE_PAGES = TablePages(table.render_page, table.render_parts, table.render_screen)


def make_blueprint(offline: bool) -> Blueprint | None:
    """Return all pages; a phone without the server continues a table, but keeps no sheets."""
    if offline:
        return None
    # Imported here, because a phone lacks what these need: files, worker processes, pydantic.
    from companion.games.scores.pages.editor import editor
    from companion.games.scores.pages.sheets import BadScoreSheet, refuse_link, sheets

    pages = Blueprint("scores", __name__, url_prefix="/scores")
    pages.register_error_handler(BadScoreSheet, refuse_link)
    pages.register_blueprint(sheets)
    pages.register_blueprint(editor)
    return pages
