"""The base class of every form. It does not depend on Flask: pages fill it from a request, tests from a dict."""

from functools import cache
from typing import Any

from wtforms import Form
from wtforms.i18n import get_translations

from companion.i18n import get_language


class CompanionForm(Form):  # type: ignore[misc]
    """A plain WTForms form with messages in the current language.

    It carries no CSRF token: the web checks the token of every POST before a view runs (CSRFProtect in app.py).
    """

    class Meta:
        locales = ("en",)
        cache_translations = False

        def get_translations(self, form: Form) -> Any:
            return find_messages(get_language())


@cache
def find_messages(spoken: str) -> Any:
    """Load the messages of WTForms in a language."""
    return get_translations((spoken,))
