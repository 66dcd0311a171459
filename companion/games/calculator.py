"""A calculator: a form and a function that answers it with sentences."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wtforms import BooleanField, Form, IntegerField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional, ValidationError

from companion.forms import CompanionForm
from companion.i18n import gettext, ngettext

MOST_NUMBERS = 20


def number(label: str, low: int, high: int, default: int | None = None) -> IntegerField:
    """Make an integer field with limits; with a default it may stay empty."""
    presence = InputRequired() if default is None else Optional()
    return IntegerField(label, default=default, validators=[presence, NumberRange(low, high)])


def checkbox(label: str) -> BooleanField:
    return BooleanField(label)


class Numbers(StringField):
    """Several small numbers on one line, such as 3 5 5 6; empty means none."""

    def __init__(self, label: str, low: int = 0, high: int = 99, most: int = MOST_NUMBERS, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.low, self.high, self.most = low, high, most

    @property
    def values(self) -> list[int]:
        return [int(part) for part in re.split(r"[\s,;+]+", self.data or "") if part]

    def pre_validate(self, form: Form) -> None:
        try:
            values = self.values
        except ValueError:
            raise ValidationError(gettext("Type whole numbers separated by spaces.")) from None
        if len(values) > self.most:
            raise ValidationError(
                ngettext("At most one number fits here.", "At most %(num)d numbers fit here.", self.most)
            )
        if any(not self.low <= value <= self.high for value in values):
            message = gettext("Each number must be between %(low)s and %(high)s.", low=self.low, high=self.high)
            raise ValidationError(message)


@dataclass(frozen=True)
class FilledCalculator:
    form: CompanionForm
    answers: Sequence[str] = ()
    problems: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Calculator:
    name: str
    title: str
    hint: str
    form: type[CompanionForm]
    answer: Callable[[Any], Sequence[str]]  # from the form to sentences in the current language

    def fill(self, given: Any, asked: bool) -> FilledCalculator:
        """Fill the form in with the given values, and answer it if this calculator was asked."""
        form = apply_defaults(self.form(given))
        if not asked:
            return FilledCalculator(form)
        if not form.validate():
            return FilledCalculator(form, problems={name: texts[0] for name, texts in form.errors.items()})
        return FilledCalculator(form, self.answer(form))


def apply_defaults(form: CompanionForm) -> CompanionForm:
    """Set the fields that are missing, empty or blank in the URL to their defaults."""
    for each in form:
        if not (each.raw_data and str(each.raw_data[0]).strip()):
            each.process_data(each.default() if callable(each.default) else each.default)
            each.raw_data = None
    return form
