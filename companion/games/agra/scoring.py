"""Final scoring of Agra: the form, the score pad and the explanation of a score."""

from collections.abc import Iterator, Mapping
from typing import Any

from wtforms import Form, FormField

from companion.games.agra.names import GOODS as GOOD_NAMES
from companion.games.agra.names import GUILDS as GUILD_NAMES
from companion.games.agra.names import NOTABLES as NOTABLE_NAMES
from companion.games.agra.names import term
from companion.games.agra.rules import scoring
from companion.games.agra.rules.scoring import (
    FINAL_REWARDS,
    GOODS,
    GUILDS,
    KNOWN_GUILDS,
    LIKELY_GUILDS,
    MOST_RUPEES,
    NOTABLES,
    ORDERS_IN_A_COLUMN,
    PLAYER_MARKERS,
    find_guild,
)
from companion.games.scoring import (
    Count,
    Cycle,
    Entry,
    Line,
    Name,
    PadRow,
    Part,
    Scoring,
    ScoringForm,
    Tap,
    TieBreak,
    Totals,
    Yes,
    make_counts,
    make_part,
    repeat,
)
from companion.i18n import N_, gettext, ngettext, translate
from companion.phrase import Phrase
from companion.rules.scoring import PlayerResult, Result

INFLUENCE = N_("Influence: %(guild)s")
ORDERS = N_("Orders: %(guild)s")
PLACES = {"": "–", "1": N_("1st"), "2": N_("2nd"), "3": N_("3rd")}  # 3rd: any influence, but neither first nor second
HEIGHTS = {"1": 3, "2": 2, "3": 1}  # influence that stands for a place: only the order counts

FIGURES = {
    "rupees": N_("Rupees"),
    "meditation_complete": N_("Meditation track completed"),
    "cover_tiles": N_("Cover tiles removed"),
    "akbar": N_("Goods at Akbar"),
    "favour": N_("Favour"),
    **{f"influence-{guild}": Phrase(INFLUENCE, guild=Phrase(name)) for guild, name in GUILD_NAMES.items()},
    **{f"orders-{guild}": Phrase(ORDERS, guild=Phrase(name)) for guild, name in GUILD_NAMES.items()},
    **{f"goods-{good}": name for good, name in GOOD_NAMES.items()},
}

# The form


class PriceStep(Tap):
    def read_entries(self, path: str) -> Iterator[Entry]:
        for where, field, step in super().read_entries(path):
            yield where, field, {"+1": 1, "-1": -1}.get(str(step), step)


class Place(Cycle):
    """A player's place on the influence track of a guild; players with the same place are tied."""

    def __init__(self, **more: Any) -> None:
        super().__init__(PLACES, **more)

    def read_entries(self, path: str) -> Iterator[Entry]:
        for where, field, place in super().read_entries(path):
            yield where, field, HEIGHTS.get(str(place), place)


def _make_notable(notable: str) -> Part:
    """Who has a notable, by column of the pad, and the guild symbol seen on the card."""
    columns = [str(column) for column in range(scoring.MOST_PLAYERS)]
    return Part(make_part({"holder": Tap(["", *columns]), "guild": Tap(["", *GUILDS])}))


class AgraColumn(Form):
    name = Name()
    rupees = Count(MOST_RUPEES)
    influence = Part(make_part({guild: Place() for guild in GUILDS}))
    orders = Part(make_counts(GUILDS, ORDERS_IN_A_COLUMN))
    akbar = Count(scoring.AKBAR_SPACES)
    cover_tiles = Count(scoring.COVER_TILES)
    meditation_complete = Yes()
    favour = Count(PLAYER_MARKERS)
    goods = Part(make_counts(GOODS, PLAYER_MARKERS))


class AgraForm(ScoringForm):
    players = repeat(FormField(AgraColumn), scoring.MOST_PLAYERS)
    notables = Part(make_part({notable: _make_notable(notable) for notable in NOTABLES}))
    price_tokens = Part(make_part({good: PriceStep(["-1", "", "+1"]) for good in GOODS}))
    as_it_is = Yes(default=False)  # what looks odd is right
    only_for_ties = frozenset({"goods", "favour"})

    # For the templates
    guilds = GUILDS
    known_guilds = KNOWN_GUILDS
    likely_guilds = LIKELY_GUILDS
    with_reward = tuple(FINAL_REWARDS)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.offer_guilds(LIKELY_GUILDS)

    def offer_guilds(self, guilds: Mapping[str, str]) -> None:
        """Choose these guilds for notables whose guild nobody has chosen."""
        for notable, guild in guilds.items():
            field = self.notables.form[notable].form.guild
            field.data = field.data or guild

    @classmethod
    def from_totals(cls, totals: Mapping[str, Any]) -> ScoringForm:
        tokens = {good: f"{step:+d}" for good, step in (totals.get("price_tokens") or {}).items() if step}
        notables = {
            held["name"]: {"holder": str(column), "guild": held.get("guild") or ""}
            for column, player in enumerate(totals["players"])
            for held in player.get("notables") or ()
        }
        influence: list[dict[str, str]] = [{} for _ in totals["players"]]
        for guild in GUILDS:
            heights = [_read_influence(player, guild) for player in totals["players"]]
            ordered = sorted(set(heights), reverse=True)
            for places, height in zip(influence, heights, strict=True):
                places[guild] = str(min(ordered.index(height) + 1, 3)) if height else ""
        players = [{**player, "influence": places} for player, places in zip(totals["players"], influence, strict=True)]
        return super().from_totals({**totals, "players": players, "notables": notables, "price_tokens": tokens})

    def is_named(self, column: int) -> bool:
        return any(notable.form.holder.data == str(column) for notable in self.notables.form)

    def read_entries(self) -> Iterator[Entry]:
        yield from super().read_entries()
        for position, player in enumerate(self.seated):
            column = player.name.rpartition("-")[2]
            held = [notable for notable in self.notables.form if notable.form.holder.data == column]
            for number, notable in enumerate(held):
                place = f"players[{position}].notables[{number}]"
                yield f"{place}.name", notable.form.holder, notable.short_name
                if notable.form.guild.data:
                    yield f"{place}.guild", notable.form.guild, notable.form.guild.data
        yield from self.price_tokens.read_entries("price_tokens")

    def ask(self, result: Result) -> str:
        """Ask about orders without influence, because every order gives a step, and about a second without a first."""
        if self.as_it_is.data:
            return ""
        doubts = []
        for guild in GUILDS:
            places = {player: player.form.influence.form[guild].data for player in self.seated}
            if "1" not in places.values() and any(places.values()):
                doubts.append(gettext("%(guild)s: nobody is first.", guild=term(guild)))
            for player, place in places.items():
                if not place and (player.form.orders.form[guild].data or "0").strip("0"):
                    name = player.form["name"].data
                    doubts.append(
                        gettext("%(name)s has orders of the %(guild)s, but no influence.", name=name, guild=term(guild))
                    )
        self.doubts = tuple(doubts)
        return gettext("Is this right?") if doubts else ""


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
    name_thing=term,
    template="games/agra/scoring.html",
    styles="css/games/agra/scoring.css",
    unknown_at_table=frozenset({"rupees"}),
    link_words=LINK_WORDS,
)
