"""The pages that only The Dice Charmers has: play, ending, analysis, replay, photos, games alone, how to play."""

from importlib import import_module

from flask import Blueprint

from companion.games.dice_charmers.pages import ending, play
from companion.games.dice_charmers.pages.board import make_ink_preface
from companion.web.table_pages import TablePages

TABLE_PAGES = TablePages(play.render_page, play.render_parts, play.render_screen, make_ink_preface)


def make_blueprint(offline: bool) -> Blueprint:
    """Return all pages of the game, or those that a phone can show without the server."""
    pages = Blueprint("dice_charmers", __name__)
    pages.register_blueprint(play.play)
    pages.register_blueprint(ending.ending)
    if not offline:
        # Imported here, because a phone lacks what these need: worker processes, the history, pydantic.
        from companion.games.dice_charmers.pages import alone, photo, replay

        import_module("companion.games.dice_charmers.pages.api")  # adds its routes to the JSON API
        for blueprint in (alone.alone, photo.photo, replay.replay):
            pages.register_blueprint(blueprint)
    return pages
