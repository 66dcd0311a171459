"""A result in words: where every point comes from, and how ties were settled."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.agra.rules.notables import FINAL_REWARDS, GUILDS, guild_of
from companion.i18n import N_, gettext, language, ngettext
from companion.i18n.totals import figure_name, thing_name
from companion.rules.ranking import PlayerResult, Points, Result, Tie

Totals = Mapping[str, Any]  # as they were scored


class Line(NamedTuple):
    """One part of a score. `why` says how it comes to these points; empty when there is nothing to say."""

    title: str
    why: str
    points: Points


def number(points: Points) -> str:
    """A score can be a half; a minus is a minus, and the Russian comma a comma."""
    text = f"{points:g}".replace("-", "−")
    return text.replace(".", ",") if language() == "ru" else text


def lines(totals: Totals, result: Result) -> list[list[Line]]:
    """For every player, in the order of the result, what the score is made of."""
    explain = EXPLAINED[result["game"]]
    return [
        explain(player, points, totals) for player, points in zip(totals["players"], result["players"], strict=True)
    ]


def standings(totals: Totals, result: Result) -> list[tuple[PlayerResult, list[Line]]]:
    """Everyone with the lines of the score, the best first."""
    explained = zip(result["players"], lines(totals, result), strict=True)
    return sorted(explained, key=lambda standing: standing[0]["rank"])


def headline(result: Result) -> str:
    names = listed(result["winners"])
    return ngettext("%(names)s wins", "%(names)s share the victory", len(result["winners"]), names=names)


def summary(result: Result) -> list[str]:
    """A result in a few lines: everyone's place and points, the best first, and how ties were settled."""
    ranked = sorted(result["players"], key=lambda player: player["rank"])
    return [
        *(f"{player['rank']}. {player['name']}: {number(player['score'])}" for player in ranked),
        *tie_sentences(result),
    ]


def _meeting_tracks(game: str, counted: str) -> Callable[[Totals, PlayerResult, Totals], list[Line]]:
    """The two games in which fame and money run towards each other."""

    def explained(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
        parts = points["breakdown"]
        money = gettext(counted, money=player["money"])
        meeting = gettext("Fame and money together must cover this many places to meet.")
        return [
            Line(figure_name(game, "fame"), "", parts["fame"]),
            Line(figure_name(game, "money"), money, parts["money"]),
            Line(gettext("Meeting point"), meeting, parts["meeting_point"]),
        ]

    return explained


def _cards_karma(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
    return [Line(figure_name("cards-karma", "turned"), gettext("One point each."), points["breakdown"]["turned"])]


def _agra(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
    parts = points["breakdown"]
    rewards = [
        Line(thing_name(notable), _notable_reason(notable, player), parts[f"notable:{notable}"])
        for notable in FINAL_REWARDS
        if f"notable:{notable}" in parts
    ]
    influence = [
        Line(_influence_title(guild), _influence_reason(guild, player, totals), parts[f"influence:{guild}"])
        for guild in GUILDS
        if _orders(player, guild)
    ]
    others = [
        Line(figure_name("agra", "meditation_complete"), "", parts["meditation"]),
        Line(figure_name("agra", "cover_tiles"), gettext("1 rupee each."), parts["cover_tiles"]),
        Line(figure_name("agra", "akbar"), _akbar_reason(player.get("akbar") or 0), parts["akbar"]),
    ]
    rupees = Line(figure_name("agra", "rupees"), gettext("Coins at the end of the game."), parts["rupees"])
    return [rupees, *rewards, *influence, *(line for line in others if line.points)]


def _akbar_reason(goods: int) -> str:
    return ngettext(
        "%(num)d good: 1, 3, 5 for the first three, then 3 more for each.",
        "%(num)d goods: 1, 3, 5 for the first three, then 3 more for each.",
        goods,
    )


def _influence_title(guild: str) -> str:
    return gettext("Influence: %(guild)s", guild=thing_name(guild))


def _influence_reason(guild: str, player: Totals, totals: Totals) -> str:
    heights = [_influence(each, guild) for each in totals["players"]]
    mine, top = _influence(player, guild), max(heights)
    alone = heights.count(top) == 1
    second = max((height for height in heights if height < top), default=top)
    orders = ngettext("%(num)d order", "%(num)d orders", _orders(player, guild))
    if mine == top:
        place = N_("Alone on top: 2 per order (%(orders)s).") if alone else N_("Tied on top: 1 per order (%(orders)s).")
    elif mine == second:
        place = (
            N_("Second place: 1 per order (%(orders)s).")
            if alone
            else N_("The top is shared, so second place gets nothing (%(orders)s).")
        )
    else:
        place = N_("Neither first nor second: nothing (%(orders)s).")
    return gettext(place, orders=orders)


def _notable_reason(notable: str, player: Totals) -> str:
    orders = sum(_orders(player, guild) for guild in GUILDS)
    if notable == "dutch-trader":
        guilds = sum(_orders(player, guild) > 0 for guild in GUILDS)
        return ngettext("Orders from %(num)d guild.", "Orders from %(num)d guilds.", guilds)
    if notable == "subadar":
        return ngettext("1 for %(num)d order.", "1 for each of %(num)d orders.", orders)
    if notable == "sadr-us-sudur":
        at_akbar = player.get("akbar") or 0
        return ngettext("1 for %(num)d good at Akbar.", "1 for each of %(num)d goods at Akbar.", at_akbar)
    if notable == "grand-mufti":
        sets = min(_symbols(player, guild) for guild in GUILDS)
        return ngettext(
            "3 for %(num)d set of all three guild symbols on orders and notables.",
            "3 for each of %(num)d sets of all three guild symbols on orders and notables.",
            sets,
        ) + _unknown_symbols(player)
    guild = _guilds(player)[notable]
    assert guild is not None
    return gettext(
        "%(guild)s: 1 for each order (%(orders)d) and each notable (%(notables)d, this one included).",
        guild=thing_name(guild),
        orders=_orders(player, guild),
        notables=_symbols(player, guild) - _orders(player, guild),
    ) + _unknown_symbols(player)


def _unknown_symbols(player: Totals) -> str:
    unknown = sum(guild is None for guild in _guilds(player).values())
    if not unknown:
        return ""
    return " " + ngettext(
        "%(num)d notable has no guild symbol entered and counts for none.",
        "%(num)d notables have no guild symbol entered and count for none.",
        unknown,
    )


def _guilds(player: Totals) -> Mapping[str, str | None]:
    return {held["name"]: guild_of(held["name"], held.get("guild")) for held in player.get("notables") or ()}


def _symbols(player: Totals, guild: str) -> int:
    return _orders(player, guild) + sum(own == guild for own in _guilds(player).values())


def _orders(player: Totals, guild: str) -> int:
    return int((player.get("orders") or {}).get(guild) or 0)


def _influence(player: Totals, guild: str) -> int:
    return int((player.get("influence") or {}).get(guild) or 0)


EXPLAINED: Mapping[str, Callable[[Totals, PlayerResult, Totals], list[Line]]] = {
    "dice-charmers": _meeting_tracks("dice-charmers", N_("%(money)s money: two make one place.")),
    "rajas": _meeting_tracks("rajas", N_("%(money)s money: two spaces lie beside one of fame, rounded up.")),
    "cards-karma": _cards_karma,
    "agra": _agra,
}

# What is compared between players with equal scores, and who is better off.
TIEBREAKS = {
    ("dice-charmers", "karma_circled"): N_("more karma circled"),
    ("dice-charmers", "karma_used"): N_("more karma crossed out"),
    ("rajas", "met_first"): N_("whose markers met first"),
    ("cards-karma", "fame_and_coins"): N_("more fame and coins left, fame counting double"),
    ("cards-karma", "karma"): N_("more karma left"),
    ("agra", "goods_and_favour"): N_("more value in goods left over, plus favour"),
}


def tie_sentences(result: Result) -> list[str]:
    """One sentence for every tie."""
    return [_tie_sentence(tie, result) for tie in result["ties"]]


def _tie_sentence(tie: Tie, result: Result) -> str:
    tied = [player for name in tie["players"] for player in result["players"] if player["name"] == name]
    names = listed([player["name"] for player in tied])
    shared = len({player["rank"] for player in tied}) < len(tied)
    if not tie["decided_by"]:
        return gettext("%(names)s are equal in everything and share the place.", names=names)
    reasons = listed([_with_figures(result["game"], key, tied) for key in tie["decided_by"]])
    sentence = gettext("%(names)s have equal points; what decides: %(reasons)s.", names=names, reasons=reasons)
    return sentence + (" " + gettext("Who is equal in that, too, shares the place.") if shared else "")


def _with_figures(game: str, key: str, tied: Sequence[PlayerResult]) -> str:
    """`more karma left (2 to 1)`; who met first is said without figures."""
    reason = gettext(TIEBREAKS[game, key])
    if key == "met_first":
        return reason
    figures = " : ".join(number(player["tiebreaks"][key]) for player in tied)
    return f"{reason} ({figures})"


def listed(names: Sequence[str]) -> str:
    """`Anna, Boris and Chandra`."""
    if len(names) == 1:
        return names[0]
    return gettext("%(some)s and %(last)s", some=", ".join(names[:-1]), last=names[-1])
