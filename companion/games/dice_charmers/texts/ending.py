"""Describe why a game ended, how a tie was broken, and the current position."""

from collections.abc import Mapping, Sequence

from companion.games.dice_charmers.names import Namer
from companion.games.dice_charmers.rules import Ending, Outcome, State, Tiebreak, measure_gap, outcome, to_move
from companion.games.dice_charmers.rules.scoring import lines_meet
from companion.games.dice_charmers.solo import SoloResult
from companion.i18n import N_, gettext, ngettext

ENDINGS = {
    Ending.LINES_MET: N_("Fame and money have met, and everyone has had the same number of turns."),
    Ending.NOBODY_CAN_GO_ON: N_("No die can help any player any more."),
    Ending.NOBODY_WENT_ON: N_("Nobody has taken a die for thirty rounds."),
}

TIEBREAKS = {
    Tiebreak.KARMA_CIRCLED: N_("Equal points: the player with more circled karma wins."),
    Tiebreak.KARMA_USED: N_("Equal points and circled karma: the player who crossed out more karma wins."),
    Tiebreak.SHARED: N_("Equal in points and karma: the victory is shared."),
}


# Why a game ended whose player was alone
ENDINGS_ALONE = {
    Ending.LINES_MET: N_("Your fame and money have met."),
    Ending.NOBODY_CAN_GO_ON: N_("No die can help you any more, and your lines have not met."),
    Ending.NOBODY_WENT_ON: N_("You have not taken a die for thirty rounds."),
}


def describe_ending(ending: Ending, alone: bool = False) -> str:
    """Describe why the game ended."""
    return gettext((ENDINGS_ALONE if alone else ENDINGS)[ending])


def describe_solo(result: SoloResult) -> str:
    """Say in one line how well a player did alone."""
    rounds = ngettext("%(num)d round", "%(num)d rounds", result.rounds)
    if not result.has_met:
        return gettext("The lines have not met")
    return f"{result.title}: {rounds}" if result.title else rounds


def describe_last_turns(namer: Namer, state: State, mine: str | None = None) -> str:
    """Say whose lines have met and who still has a turn; empty before that. `mine` is the player who reads it."""
    met = [player for player in state.players if lines_meet(state.sheet, state.find_seat(player))]
    if not met or state.ending:
        return ""
    names = {player: namer.name_player(player) for player in state.players}
    told = (
        gettext("Your lines have met!")
        if met == [mine]
        else gettext("The lines of %(names)s have met!", names=", ".join(names[player] for player in met))
    )
    left = [gettext("you") if player == mine else names[player] for player in _list_last_turns(state, met)]
    then = gettext("Last turn: %(names)s.", names=", ".join(left)) if left else gettext("This turn is the last.")
    return f"{told} {then}"


def _list_last_turns(state: State, met: Sequence[str]) -> list[str]:
    """List the seats that still have a turn before the game ends, without the one whose lines have just met."""
    players = len(state.players)
    left = players - state.turn % players
    order = [state.players[(state.mover + step) % players] for step in range(left)]
    return order[1:] if order[0] in met else order


def describe_tiebreak(tiebreak: str) -> str:
    """Describe what broke a tie; `tiebreak` is the value in a result."""
    return gettext(TIEBREAKS[Tiebreak(tiebreak)])


def describe_summary(state: State, players: Mapping[str, str]) -> list[str]:
    """Describe the position of a game in a few lines; `players` are their names by seat."""
    decided = outcome(state)
    if decided:
        return _describe_outcome(state, decided, players)
    seat = to_move(state)
    now = [gettext("%(player)s is playing.", player=players[seat])] if seat else []
    gaps = [f"{players[player]}: {_format_points(measure_gap(state, player))}" for player in state.players]
    return [gettext("Round %(round)d.", round=state.round), *now, *gaps]


def _describe_outcome(state: State, decided: Outcome, players: Mapping[str, str]) -> list[str]:
    ranking = [
        f"{standing['rank']}. {players[standing['name']]}: {_format_points(standing['score'])}"
        for standing in decided.standings
    ]
    tie = [describe_tiebreak(decided.tiebreak)] if decided.tiebreak else []
    return [
        gettext("The game ended in round %(round)d.", round=state.round),
        describe_ending(decided.ending, state.is_solo),
        *ranking,
        *tie,
    ]


def _format_points(points: float | None) -> str:
    return "?" if points is None else f"{points:g}"
