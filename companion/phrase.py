"""English text that remembers its template and values, so that it can be translated later, and errors made of it."""


class Phrase(str):
    """A text for users made by code that does not know their language.

    `Phrase("missing; expected %(what)s", what=Phrase("a number"))` is the English string;
    `i18n.translate_phrase` translates it together with its nested phrases.
    """

    message: str
    details: dict[str, object]

    def __new__(cls, message: str, **details: object) -> "Phrase":
        phrase = super().__new__(cls, message % details if details else message)
        phrase.message = message
        phrase.details = details
        return phrase


class UserError(Exception):
    """An error to be shown to a user. Its argument is a Phrase, or a sentence that is translated already."""
