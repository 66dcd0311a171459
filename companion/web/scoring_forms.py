"""The scoring forms: what a page asks for, and how it becomes the totals that the rules score.

A field keeps what was typed, right or wrong; the rules alone say whether it can be right. So the page, the JSON and the
command refuse the same things with the same sentences.
"""

# mypy: disallow-subclassing-any=False
# (WTForms has no types of its own.)

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wtforms import BooleanField, Field, FieldList, Form, FormField, RadioField, StringField

from companion.forms import CompanionForm
from companion.games.agra.rules import scoring as agra
from companion.games.agra.rules.goods import GOODS, MOST_RUPEES, PLAYER_MARKERS
from companion.games.agra.rules.notables import GUILDS, KNOWN_GUILDS, NOTABLES, guild_of
from companion.games.agra.rules.orders import ORDERS_IN_A_COLUMN
from companion.games.cards_karma.rules import scoring as cards_karma
from companion.games.cards_karma.rules.tokens import SCORING_CARDS
from companion.games.dice_charmers.rules import totals as dice_charmers
from companion.games.dice_charmers.rules.state import MOST_PLAYERS as MOST_DICE_CHARMERS
from companion.games.rajas.rules import scoring as rajas
from companion.games.rajas.rules.tracks import LAST_FAME, LAST_MONEY
from companion.i18n.scoring import problems_of
from companion.rules.ranking import Result
from companion.rules.scores import SCORES
from companion.rules.scoring_input import FEWEST_PLAYERS, BadScoring

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
NO_SYMBOL = "unknown"  # a notable is there, but nobody has told its guild
Entry = tuple[str, Field, object]  # where the rules look for it, the field, what was entered


class Count(StringField):
    """A number by stepper or keyboard."""

    def __init__(self, high: int, low: int = 0, default: str = "", **more: Any) -> None:
        super().__init__(default=default, filters=[tidy], **more)
        self.low, self.high = low, high

    def entered(self, path: str) -> Iterator[Entry]:
        typed = (self.data or "").replace("−", "-")
        if typed:
            yield path, self, int(typed) if WHOLE_NUMBER.fullmatch(typed) else typed


class Name(StringField):
    def __init__(self, **more: Any) -> None:
        super().__init__(default="", filters=[tidy], **more)

    def entered(self, path: str) -> Iterator[Entry]:
        yield path, self, self.data or ""


class Yes(BooleanField):
    def entered(self, path: str) -> Iterator[Entry]:
        if self.data:
            yield path, self, True


class Tapped(RadioField):
    """One of a few, or nothing."""

    def __init__(self, choices: Iterable[str], **more: Any) -> None:
        super().__init__(choices=[*choices], default="", validate_choice=False, **more)

    def entered(self, path: str) -> Iterator[Entry]:
        if self.data:
            yield path, self, self.data


class PriceStep(Tapped):
    def entered(self, path: str) -> Iterator[Entry]:
        for where, field, step in super().entered(path):
            yield where, field, {"+1": 1, "-1": -1}.get(str(step), step)


class Part(FormField):
    """An object inside the totals."""

    def entered(self, path: str) -> Iterator[Entry]:
        for field in self.form:
            yield from field.entered(f"{path}.{field.short_name}")


class Notables(FormField):
    """The notables of one player: a tap on the guild symbol seen on the card takes the card, too."""

    def entered(self, path: str) -> Iterator[Entry]:
        held = [field for field in self.form if field.data]
        for position, field in enumerate(held):
            place = f"{path}[{position}]"
            yield f"{place}.name", field, field.short_name
            if field.data != NO_SYMBOL:
                yield f"{place}.guild", field, field.data


def tidy(typed: object) -> str:
    return "" if typed is None else str(typed).strip()


def small_form(fields: Mapping[str, Field]) -> type[Form]:
    return type("SmallForm", (Form,), dict(fields))


def each(things: Iterable[str], high: int) -> type[Form]:
    return small_form({thing: Count(high) for thing in things})


def so_many(field: Field, number: int) -> FieldList:
    return FieldList(field, min_entries=number, max_entries=number)


class DiceCharmersPlayer(Form):
    name = Name()
    fame = Count(dice_charmers.FAME_PLACES)
    money = Count(dice_charmers.MONEY_PLACES)
    karma_circled = Count(dice_charmers.KARMA_PLACES, default="1")  # circled from the start
    karma_used = Count(dice_charmers.KARMA_PLACES, default="0")


class RajasPlayer(Form):
    name = Name()
    fame = Count(LAST_FAME)
    money = Count(LAST_MONEY)


class CardsKarmaPlayer(Form):
    name = Name()
    turned = Count(SCORING_CARDS)
    fame = Count(cards_karma.MOST_FAME, default="0")
    coins = Count(cards_karma.MOST_COINS, default="0")
    karma = Count(cards_karma.MOST_KARMA, default="0")


class AgraPlayer(Form):
    name = Name()
    rupees = Count(MOST_RUPEES)
    influence = Part(each(GUILDS, agra.LAST_INFLUENCE))
    orders = Part(each(GUILDS, ORDERS_IN_A_COLUMN))
    notables = Notables(
        small_form(
            {
                notable: Tapped(["", KNOWN_GUILDS[notable]] if notable in KNOWN_GUILDS else ["", *GUILDS, NO_SYMBOL])
                for notable in NOTABLES
            }
        )
    )
    akbar = Count(agra.AKBAR_SPACES)
    cover_tiles = Count(agra.COVER_TILES)
    meditation_complete = Yes()
    goods = Part(each(GOODS, PLAYER_MARKERS))
    favour = Count(PLAYER_MARKERS)


class ScoreForm(CompanionForm):
    """All players of one game. `validate()` scores it: then there is a `result`, or there are `problems`."""

    game: str
    most_players: int
    players: FieldList

    result: Result | None = None
    problems: Mapping[str, str] = {}  # field id: sentence; "" is the form as a whole

    @classmethod
    def of_totals(cls, totals: Mapping[str, Any]) -> "ScoreForm":
        """The form filled in with totals that have been scored before."""
        return cls(data={**totals, "players": [_as_typed(player) for player in totals["players"]]})

    @classmethod
    def of_names(cls, names: Sequence[str]) -> "ScoreForm":
        return cls(data={"players": [{"name": name} for name in names[: cls.most_players]]})

    @property
    def seated(self) -> list[FormField]:
        """The players who are meant: the first two, and everyone about whom something was entered."""
        return [
            player
            for position, player in enumerate(self.players)
            if position < FEWEST_PLAYERS or any(_touched(field) for field in player.form)
        ]

    def totals(self) -> dict[str, Any]:
        totals: dict[str, Any] = {"players": [{} for _ in self.seated]}
        for path, _, value in self.entered():
            put(totals, path, value)
        return totals

    def entered(self) -> Iterator[Entry]:
        for position, player in enumerate(self.seated):
            for field in player.form:
                yield from field.entered(f"players[{position}].{field.short_name}")

    def validate(self, extra_validators: Any = None) -> bool:
        if not super().validate(extra_validators):
            return False
        try:
            self.result = SCORES[self.game](self.totals())
        except BadScoring as error:
            self.problems = self.beside_their_fields(error)
        return self.result is not None

    def beside_their_fields(self, error: BadScoring) -> Mapping[str, str]:
        """The first sentence for every field that has one."""
        places = {path: field.id for path, field, _ in self.entered()}
        for position, player in enumerate(self.seated):
            places |= {f"players[{position}].{field.short_name}": field.id for field in player.form}
        found: dict[str, str] = {}
        for path, sentence in problems_of(error):
            found.setdefault(places.get(path, ""), sentence)
        return found


class DiceCharmersForm(ScoreForm):
    game = "dice-charmers"
    most_players = MOST_DICE_CHARMERS
    players = so_many(FormField(DiceCharmersPlayer), most_players)


class RajasForm(ScoreForm):
    game = "rajas"
    most_players = rajas.MOST_PLAYERS
    players = so_many(FormField(RajasPlayer), most_players)
    met_order = so_many(StringField(default=""), most_players)  # who, counted from 0

    @classmethod
    def of_totals(cls, totals: Mapping[str, Any]) -> ScoreForm:
        names = [player["name"].strip() for player in totals["players"]]
        order = [str(names.index(name.strip())) for name in totals.get("met_order") or ()]
        return super().of_totals({**totals, "met_order": order})

    def entered(self) -> Iterator[Entry]:
        yield from super().entered()
        named = [field for field in self.met_order if field.data]
        names = {str(position): player.form["name"].data for position, player in enumerate(self.players)}
        for position, field in enumerate(named):
            yield f"met_order[{position}]", field, names.get(field.data, "")


class CardsKarmaForm(ScoreForm):
    game = "cards-karma"
    most_players = cards_karma.MOST_PLAYERS
    players = so_many(FormField(CardsKarmaPlayer), most_players)


class AgraForm(ScoreForm):
    game = "agra"
    most_players = agra.MOST_PLAYERS
    players = so_many(FormField(AgraPlayer), most_players)
    price_tokens = Part(small_form({good: PriceStep(["-1", "", "+1"]) for good in GOODS}))

    @classmethod
    def of_totals(cls, totals: Mapping[str, Any]) -> ScoreForm:
        tokens = {good: f"{step:+d}" for good, step in (totals.get("price_tokens") or {}).items() if step}
        return super().of_totals({**totals, "price_tokens": tokens})

    def entered(self) -> Iterator[Entry]:
        yield from super().entered()
        yield from self.price_tokens.entered("price_tokens")

    def beside_their_fields(self, error: BadScoring) -> Mapping[str, str]:
        found = dict(super().beside_their_fields(error))
        if any(problem.field == "price_tokens" for problem in error.problems):
            found[self.price_tokens.id] = found.pop("")
        return found


FORMS: Mapping[str, type[ScoreForm]] = {
    form.game: form for form in (DiceCharmersForm, RajasForm, CardsKarmaForm, AgraForm)
}


def _touched(field: Field) -> bool:
    if isinstance(field, FormField):
        return any(_touched(inner) for inner in field.form)
    return (field.data or "") != (field.default or "")


def _as_typed(player: Mapping[str, Any]) -> dict[str, Any]:
    """A player's totals as the fields hold them."""
    held = {entry["name"]: entry.get("guild") for entry in player.get("notables") or ()}
    return {**player, "notables": {name: guild_of(name, guild) or NO_SYMBOL for name, guild in held.items()}}


STEP = re.compile(r"(\w[\w-]*)|\[(\d+)\]")


def put(totals: dict[str, Any], path: str, value: object) -> None:
    """Set `players[0].influence.artisans`, making what is missing on the way there."""
    steps: list[str | int] = [name or int(position) for name, position in STEP.findall(path)]
    here: Any = totals
    for step, following in pairwise(steps):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(step, int) and step == len(here):
            here.append(empty)
        here = here[step] if isinstance(step, int) else here.setdefault(step, empty)
    if isinstance(steps[-1], int):
        here.append(value)
    else:
        here[steps[-1]] = value
