"""Words that every printed page shares, in the language of the page."""

from companion.i18n import N_, gettext, speaking

SHEET = N_("%(title)s: sheet")
DATE = N_("Date")
SCORE = N_("Score")
PLACE = N_("Place")


def said(message: str, language: str, **values: object) -> str:
    with speaking(language):
        return gettext(message, **values)


def points(score: float) -> str:
    """A score can be a half."""
    whole = int(abs(score))
    half = "½" if abs(score) != whole else ""
    return f"{'−' if score < 0 else ''}{whole if whole or not half else ''}{half}"
