"""The words for what is wrong with the end of a game as it was typed in."""

from companion.games.agra.rules.scoring import Code as AgraCode
from companion.games.dice_charmers.rules.totals import Code as DiceCharmersCode
from companion.games.rajas.rules.scoring import Code as RajasCode
from companion.i18n import N_, gettext
from companion.i18n.totals import thing_name
from companion.rules.scoring_input import BadScoring, Code, Problem

SENTENCES = {
    Code.MISSING: N_("This is missing."),
    Code.UNKNOWN: N_("There is no such field."),
    Code.NOT_AN_OBJECT: N_("This must be an object with named fields."),
    Code.NOT_A_LIST: N_("This must be a list."),
    Code.NOT_A_TEXT: N_("This must be a text."),
    Code.NOT_A_WHOLE_NUMBER: N_("This must be a whole number."),
    Code.NOT_YES_OR_NO: N_("This must be true or false."),
    Code.NOT_ONE_OF: N_("This must be one of: %(options)s."),
    Code.OUT_OF_LIMITS: N_("This must be a number from %(low)s to %(high)s."),
    Code.TOO_FEW_PLAYERS: N_("There must be at least %(low)s players."),
    Code.TOO_MANY_PLAYERS: N_("There can be at most %(high)s players."),
    Code.NAME_EMPTY: N_("Every player needs a name."),
    Code.NAME_TOO_LONG: N_("A name can have at most %(high)s characters."),
    Code.NAME_UNPRINTABLE: N_("A name cannot contain invisible control characters."),
    Code.NAME_TAKEN: N_("Two players have this name. Give everyone a name of their own."),
    DiceCharmersCode.MORE_USED_THAN_CIRCLED: N_("More karma is crossed out (%(used)s) than was circled (%(circled)s)."),
    RajasCode.NOT_A_PLAYER: N_("None of the players has this name."),
    RajasCode.NOT_MET: N_("The markers of this player have not met."),
    RajasCode.NAMED_TWICE: N_("This player is named twice."),
    AgraCode.NOTABLE_TAKEN: N_("Every notable exists only once; this one is already with a player."),
    AgraCode.OTHER_GUILD: N_("This notable belongs to another guild: %(guild)s."),
    AgraCode.TOO_MANY_AT_AKBAR: N_("Akbar has room for %(high)s goods of all players together."),
    AgraCode.TOO_MANY_ORDERS: N_("This guild has %(high)s orders for all players together."),
    AgraCode.TOO_MANY_TOKENS: N_("There are only %(high)s price tokens."),
}


def problem_words(problem: Problem) -> str:
    params = dict(problem.params)
    if "guild" in params:
        params["guild"] = thing_name(str(params["guild"]))
    return gettext(SENTENCES[problem.code], **params)


def problems_of(error: BadScoring) -> list[tuple[str, str]]:
    """The field and the sentence of everything that is wrong."""
    return [(problem.field, problem_words(problem)) for problem in error.problems]
