"""A text for people from where no language is known: English, and remembers how it was put together."""


class Phrase(str):
    """`Phrase("missing; expected %(what)s", what=Phrase("a number"))` is that text in English; `i18n.said` finds the
    same in the language that is spoken, its parts included."""

    message: str
    details: dict[str, object]

    def __new__(cls, message: str, **details: object) -> "Phrase":
        phrase = super().__new__(cls, message % details if details else message)
        phrase.message = message
        phrase.details = details
        return phrase
