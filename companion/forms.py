"""The base of every form. It knows nothing of the web: pages fill it from a request, tests from a dict."""

from functools import cache
from typing import Any

from wtforms import Form
from wtforms.i18n import get_translations

from companion.i18n import current_language


class CompanionForm(Form):  # type: ignore[misc]
    """A plain WTForms form whose messages come in the spoken language.

    It carries no CSRF token: the web checks the token of every POST before a view runs (CSRFProtect in app.py).
    """

    class Meta:
        locales = ("en",)
        cache_translations = False

        def get_translations(self, form: Form) -> Any:
            return find_messages(current_language())


@cache
def find_messages(spoken: str) -> Any:
    """Return WTForms' own messages in a language."""
    return get_translations((spoken,))
