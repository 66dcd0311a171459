"""Final scoring of Agra: the form, the score pad and the explanation of a score."""

from collections.abc import Iterator, Mapping
from typing import Any

from wtforms import Form, FormField

from companion.games.agra.names import GUILDS as GUILD_NAMES
from companion.games.agra.names import NOTABLES as NOTABLE_NAMES
from companion.games.agra.names import term
from companion.games.agra.rules import scoring
from companion.games.agra.rules.goods import GOODS, MOST_RUPEES, PLAYER_MARKERS
from companion.games.agra.rules.notables import (
    FINAL_REWARDS,
    GUILDS,
    KNOWN_GUILDS,
    LIKELY_GUILDS,
    NOTABLES,
    ORDERS_IN_A_COLUMN,
    find_guild,
)
from companion.games.agra.rules.scoring import Code
from companion.games.scoring import Line, PadRow, Scoring, TieBreak, Totals
from companion.games.scoring_form import (
    Count,
    Entry,
    Name,
    Part,
    ScoringForm,
    Tap,
    Yes,
    make_counts,
    make_part,
    repeat,
)
from companion.i18n import N_, gettext, ngettext, translate
from companion.phrase import Phrase
from companion.rules.ranking import PlayerResult

NO_SYMBOL = "unknown"  # choice for a notable whose guild the player does not know
INFLUENCE = N_("Influence: %(guild)s")

FIGURES = {
    "rupees": N_("Rupees"),
    "meditation_complete": N_("Meditation track completed"),
    "cover_tiles": N_("Cover tiles removed"),
    "akbar": N_("Goods at Akbar"),
    "favour": N_("Favour"),
}

# The form


class PriceStep(Tap):
    def read_entries(self, path: str) -> Iterator[Entry]:
        for where, field, step in super().read_entries(path):
            yield where, field, {"+1": 1, "-1": -1}.get(str(step), step)


class Notables(FormField):
    """A player's notables: choosing the guild symbol seen on a card also selects the card."""

    def read_entries(self, path: str) -> Iterator[Entry]:
        held = [field for field in self.form if field.data]
        for position, field in enumerate(held):
            place = f"{path}[{position}]"
            yield f"{place}.name", field, field.short_name
            if field.data != NO_SYMBOL:
                yield f"{place}.guild", field, field.data


def _list_guild_choices(notable: str) -> list[str]:
    return ["", KNOWN_GUILDS[notable]] if notable in KNOWN_GUILDS else ["", *GUILDS, NO_SYMBOL]


class Player(Form):
    name = Name()
    rupees = Count(MOST_RUPEES)
    influence = Part(make_counts(GUILDS, scoring.LAST_INFLUENCE))
    orders = Part(make_counts(GUILDS, ORDERS_IN_A_COLUMN))
    notables = Notables(make_part({notable: Tap(_list_guild_choices(notable)) for notable in NOTABLES}))
    akbar = Count(scoring.AKBAR_SPACES)
    cover_tiles = Count(scoring.COVER_TILES)
    meditation_complete = Yes()
    goods = Part(make_counts(GOODS, PLAYER_MARKERS))
    favour = Count(PLAYER_MARKERS)


class AgraForm(ScoringForm):
    players = repeat(FormField(Player), scoring.MOST_PLAYERS)
    price_tokens = Part(make_part({good: PriceStep(["-1", "", "+1"]) for good in GOODS}))

    # For the templates
    guilds = GUILDS
    likely_guilds = LIKELY_GUILDS
    no_symbol = NO_SYMBOL
    with_reward = tuple(FINAL_REWARDS)

    @classmethod
    def from_totals(cls, totals: Mapping[str, Any]) -> ScoringForm:
        tokens = {good: f"{step:+d}" for good, step in (totals.get("price_tokens") or {}).items() if step}
        players = [_to_form_data(player) for player in totals["players"]]
        return super().from_totals({**totals, "players": players, "price_tokens": tokens})

    def read_entries(self) -> Iterator[Entry]:
        yield from super().read_entries()
        yield from self.price_tokens.read_entries("price_tokens")


def _to_form_data(player: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a player's totals to form data."""
    held = {entry["name"]: entry.get("guild") for entry in player.get("notables") or ()}
    return {**player, "notables": {name: find_guild(name, guild) or NO_SYMBOL for name, guild in held.items()}}


# The score pad

REWARDS = {
    "dutch-trader": N_("1 / 3 / 6 for orders from 1 / 2 / 3 guilds"),
    "subadar": N_("1 per order"),
    "sadr-us-sudur": N_("1 per good of the player at Akbar"),
    "grand-mufti": N_("3 per set of all three guild symbols"),
    "grand-imam": N_("1 per notable and order of the Scholars"),
    "court-artist": N_("1 per notable and order of the Artisans"),
    "dewan": N_("1 per notable and order of the Merchants"),
}
PER_ORDER = N_("per order: alone on top 2, second 1; tied on top 1, second nothing")
PAD = (
    PadRow(FIGURES["rupees"]),
    *(PadRow(NOTABLE_NAMES[notable], REWARDS[notable]) for notable in FINAL_REWARDS),
    *(PadRow(Phrase(INFLUENCE, guild=Phrase(GUILD_NAMES[guild])), PER_ORDER) for guild in GUILDS),
    PadRow(FIGURES["meditation_complete"], Phrase("%(points)s points", points=scoring.MEDITATION_COMPLETE)),
    PadRow(FIGURES["cover_tiles"], N_("1 each, at most 8")),
    PadRow(FIGURES["akbar"], N_("1 / 3 / 5 for 1 / 2 / 3, then 3 more for each")),
    PadRow(N_("Goods and favour left"), N_("for ties"), tie=True),
)

# The explanation


def explain(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
    parts = points["breakdown"]
    rewards = [
        Line(term(notable), _explain_notable(notable, player), parts[f"notable:{notable}"])
        for notable in FINAL_REWARDS
        if f"notable:{notable}" in parts
    ]
    influence = [
        Line(
            gettext(INFLUENCE, guild=term(guild)),
            _explain_influence(guild, player, totals),
            parts[f"influence:{guild}"],
        )
        for guild in GUILDS
        if _count_orders(player, guild)
    ]
    others = [
        Line(translate(FIGURES["meditation_complete"]), "", parts["meditation"]),
        Line(translate(FIGURES["cover_tiles"]), gettext("1 rupee each."), parts["cover_tiles"]),
        Line(translate(FIGURES["akbar"]), _explain_akbar(player.get("akbar") or 0), parts["akbar"]),
    ]
    rupees = Line(translate(FIGURES["rupees"]), gettext("Coins at the end of the game."), parts["rupees"])
    return [rupees, *rewards, *influence, *(line for line in others if line.points)]


def _explain_akbar(goods: int) -> str:
    return ngettext(
        "%(num)d good: 1, 3, 5 for the first three, then 3 more for each.",
        "%(num)d goods: 1, 3, 5 for the first three, then 3 more for each.",
        goods,
    )


def _explain_influence(guild: str, player: Totals, totals: Totals) -> str:
    heights = [_read_influence(each, guild) for each in totals["players"]]
    mine, top = _read_influence(player, guild), max(heights)
    alone = heights.count(top) == 1
    second = max((height for height in heights if height < top), default=top)
    orders = ngettext("%(num)d order", "%(num)d orders", _count_orders(player, guild))
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


def _explain_notable(notable: str, player: Totals) -> str:
    orders = sum(_count_orders(player, guild) for guild in GUILDS)
    if notable == "dutch-trader":
        guilds = sum(_count_orders(player, guild) > 0 for guild in GUILDS)
        return ngettext("Orders from %(num)d guild.", "Orders from %(num)d guilds.", guilds)
    if notable == "subadar":
        return ngettext("1 for %(num)d order.", "1 for each of %(num)d orders.", orders)
    if notable == "sadr-us-sudur":
        at_akbar = player.get("akbar") or 0
        return ngettext("1 for %(num)d good at Akbar.", "1 for each of %(num)d goods at Akbar.", at_akbar)
    if notable == "grand-mufti":
        sets = min(_count_symbols(player, guild) for guild in GUILDS)
        return ngettext(
            "3 for %(num)d set of all three guild symbols on orders and notables.",
            "3 for each of %(num)d sets of all three guild symbols on orders and notables.",
            sets,
        ) + _mention_unknown_symbols(player)
    guild = _find_guilds(player)[notable]
    assert guild is not None
    return gettext(
        "%(guild)s: 1 for each order (%(orders)d) and each notable (%(notables)d, this one included).",
        guild=term(guild),
        orders=_count_orders(player, guild),
        notables=_count_symbols(player, guild) - _count_orders(player, guild),
    ) + _mention_unknown_symbols(player)


def _mention_unknown_symbols(player: Totals) -> str:
    unknown = sum(guild is None for guild in _find_guilds(player).values())
    if not unknown:
        return ""
    return " " + ngettext(
        "%(num)d notable has no guild symbol entered and counts for none.",
        "%(num)d notables have no guild symbol entered and count for none.",
        unknown,
    )


def _find_guilds(player: Totals) -> Mapping[str, str | None]:
    return {held["name"]: find_guild(held["name"], held.get("guild")) for held in player.get("notables") or ()}


def _count_symbols(player: Totals, guild: str) -> int:
    return _count_orders(player, guild) + sum(own == guild for own in _find_guilds(player).values())


def _count_orders(player: Totals, guild: str) -> int:
    return int((player.get("orders") or {}).get(guild) or 0)


def _read_influence(player: Totals, guild: str) -> int:
    return int((player.get("influence") or {}).get(guild) or 0)


LINK_WORDS = (  # old links need every byte of it, also the one word of another game
    b'"portuguese-trader""sufi""takshaka""mahout""khatib""french-trader""dyer""cook""muezzin""jagirdar""caliph"'
    b'"calligrapher""mullah""english-trader""mosaic-maker""mujtahida""painter""dutch-trader""subadar""sadr-us-sudur"'
    b'"grand-mufti""grand-imam""court-artist""dewan""price_tokens":{"sandstone":"wood":"turmeric":"cotton":"cement":'
    b'"bricks":"planks":"paper":"curry":"dye":"oil":"cloth":"statue":"book":"painting":"clothes":"met_order":["'
    b'"meditation_complete":true,"favour":"cover_tiles":"akbar":"goods":{"guild":"scholars"},{"name":"'
    b'"guild":"merchants"},{"name":""guild":"artisans"},{"name":""notables":[{"name":"'
    b'"influence":{"artisans":0,"merchants":0,"scholars":0},"orders":{"artisans":0,"merchants":0,"scholars":0},"rupees":'
)

SCORING = Scoring(
    score=scoring.score,
    form=AgraForm,
    figures=FIGURES,
    explain=explain,
    pad=PAD,
    tiebreaks={"goods_and_favour": TieBreak(N_("more value in goods left over, plus favour"))},
    problems={
        Code.NOTABLE_TAKEN: N_("Each notable exists only once; another player already has this one."),
        Code.OTHER_GUILD: N_("This notable belongs to another guild: %(guild)s."),
        Code.TOO_MANY_AT_AKBAR: N_("Akbar has room for only %(high)s goods from all players together."),
        Code.TOO_MANY_ORDERS: N_("This guild has only %(high)s orders for all players together."),
        Code.TOO_MANY_TOKENS: N_("There are only %(high)s price tokens."),
    },
    name_thing=term,
    player_template="games/agra/scoring_player.html",
    table_template="games/agra/scoring_table.html",
    styles="css/games/agra/scoring.css",
    unknown_at_table=frozenset({"rupees"}),
    link_words=LINK_WORDS,
)
