"""Choose the language of a page: from the cookie, else the browser's, else the one in the settings."""

from flask import Blueprint, Flask, redirect, request
from flask.typing import ResponseReturnValue

from companion.i18n import LANGUAGES, get_language, load_translations, set_language
from companion.web.companion import companion
from companion.web.http import find_cookie_path, match_language, read_cookie

COOKIE = "lang"
YEAR = 365 * 86400

language_choice = Blueprint("language", __name__)


def choose_language() -> str:
    chosen = read_cookie(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return match_language(request.headers.get("Accept-Language", "")) or companion().settings.lang


@language_choice.post("/language/<chosen>")
def choose(chosen: str) -> ResponseReturnValue:
    target = request.form.get("next", "")
    if not target.startswith("/") or target.startswith(("//", "/\\")) or not target.isprintable():
        target = request.script_root + "/"  # no open redirect
    response = redirect(target, 303)
    if chosen in LANGUAGES:
        response.set_cookie(COOKIE, chosen, max_age=YEAR, samesite="Lax", httponly=True, path=find_cookie_path())
    return response


def register(app: Flask) -> None:
    app.before_request(lambda: set_language(choose_language()))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    # Templates use the same catalogue as the code.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: load_translations(get_language()).gettext(text),
        ngettext=lambda one, many, number: load_translations(get_language()).ngettext(one, many, number),
        pgettext=lambda context, text: load_translations(get_language()).pgettext(context, text),
        newstyle=True,
    )
    app.register_blueprint(language_choice)
    app.jinja_env.globals.update(language=get_language, languages=LANGUAGES)
