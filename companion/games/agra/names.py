"""What the goods, guilds and notables of Agra are called: as on the scoring form, and favour."""

from companion.i18n import gettext
from companion.i18n.totals import thing_name


def term(name: str) -> str:
    return gettext("Favour") if name == "favour" else thing_name(name)
