"""Scoring of totals that were typed in, for a game that was played on paper alone."""

from collections.abc import Mapping

from companion.rules.dice_charmers.refusals import Code
from companion.rules.dice_charmers.scoring import Figures, as_result, rank
from companion.rules.dice_charmers.state import FEWEST_PLAYERS, MOST_PLAYERS
from companion.rules.refusal import Refusal

FAME_PLACES, MONEY_PLACES, KARMA_PLACES = 39, 78, 5  # of the published sheet


class InvalidTotals(ValueError):
    """Typed-in totals that cannot be right; the refusal names the field."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


_LIMITS = {
    "fame": FAME_PLACES,
    "money": MONEY_PLACES,
    "karma_circled": KARMA_PLACES,
    "karma_used": KARMA_PLACES,
}


def score_totals(players: object) -> dict[str, object]:
    """The result for `[{name, fame, money, karma_circled, karma_used}, …]`; players keep their order."""
    figures = _read_players(players)
    standings = {standing.name: standing for standing in rank(figures, FAME_PLACES)}
    return as_result(standings[name] for name in figures)


def _read_players(players: object) -> dict[str, Figures]:
    if not isinstance(players, list):
        raise _invalid(Code.NOT_A_RESULT, "players")
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise InvalidTotals(
            Refusal(
                Code.WRONG_NUMBER_OF_PLAYERS,
                field="players",
                players=len(players),
                low=FEWEST_PLAYERS,
                high=MOST_PLAYERS,
            )
        )
    figures: dict[str, Figures] = {}
    for i, player in enumerate(players):
        name = _read_name(player, f"players[{i}]")
        if name in figures:
            raise InvalidTotals(Refusal(Code.NAME_TWICE, field=f"players[{i}].name", name=name))
        figures[name] = _read_figures(player, f"players[{i}]")
    return figures


def _read_name(player: object, path: str) -> str:
    if not isinstance(player, dict):
        raise _invalid(Code.NOT_A_RESULT, path)
    for key in player:
        if key not in ("name", *_LIMITS):
            raise _invalid(Code.FIELD_UNKNOWN, f"{path}.{key}")
    for key in ("name", *_LIMITS):
        if key not in player:
            raise _invalid(Code.FIELD_MISSING, f"{path}.{key}")
    name = player["name"]
    if not isinstance(name, str) or not name.strip():
        raise _invalid(Code.NOT_A_NAME, f"{path}.name")
    return name


def _read_figures(player: Mapping[str, object], path: str) -> Figures:
    figures = Figures(*(_read_number(player[key], f"{path}.{key}", high) for key, high in _LIMITS.items()))
    if figures.karma_used > figures.karma_circled:
        raise InvalidTotals(
            Refusal(
                Code.MORE_USED_THAN_CIRCLED,
                field=f"{path}.karma_used",
                used=figures.karma_used,
                circled=figures.karma_circled,
            )
        )
    return figures


def _read_number(value: object, path: str, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _invalid(Code.NOT_A_WHOLE_NUMBER, path)
    if not 0 <= value <= high:
        raise InvalidTotals(Refusal(Code.NUMBER_OUT_OF_RANGE, field=path, amount=value, low=0, high=high))
    return value


def _invalid(code: Code, path: str) -> InvalidTotals:
    return InvalidTotals(Refusal(code, field=path))
