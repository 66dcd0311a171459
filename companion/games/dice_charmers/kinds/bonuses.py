"""The profile of every kind of bonus: name, description, picture and value for bots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games.dice_charmers.kinds import check_complete
from companion.games.dice_charmers.names import name_thing
from companion.games.dice_charmers.rules.bonuses import ANY_PERSON, BONUS_KINDS
from companion.games.dice_charmers.rules.market import parse_buyer
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.i18n import N_, gettext, ngettext


@dataclass(frozen=True)
class Look:
    """An icon and the place of its caption."""

    icon: str
    hue: str
    x: float = 12.0  # middle of the caption on the icon's 24-unit grid
    y: float = 12.0
    room: float = 13.0
    solid: bool = True  # the caption is on a filled area


@dataclass(frozen=True)
class BonusProfile:
    name: str  # in the look-up; also in sentences, unless `describe` is given
    about: str  # what it does, in one or two sentences
    look: Look
    value: float  # for bots, in half points: fame counts two, money one
    use: int  # bots use bonuses with low numbers first: they make the later ones more valuable
    describe: Callable[[Bonus], str] | None = None  # the name with its argument
    caption: str | Callable[[Bonus, int], str] | None = None  # on the icon, by edition; None means the argument
    value_per_unit: bool = False  # multiply the value by the amount
    sample: str = ""  # the argument that the quick reference shows
    icon: Callable[[Bonus], str] | None = None  # if it depends on the argument


def _describe_person(bonus: Bonus) -> str:
    return gettext("a person of your choice") if bonus.argument == ANY_PERSON else name_thing(bonus.argument)


def _describe_sale(bonus: Bonus) -> str:
    most = int(bonus.argument.rpartition("-")[2])
    return ngettext("sell %(num)d good of any kind", "sell up to %(num)d goods of any kind", most)


def _caption_sale(bonus: Bonus, edition: int) -> str:
    buyer = parse_buyer(bonus.argument, edition)
    return f"{buyer.low}–{buyer.high}" if buyer.low < buyer.high else str(buyer.high)


BACK = {
    "1": N_("1 space back on the river"),
    "1-2": N_("1 or 2 spaces back on the river"),
    "any": N_("back on the river to any free space"),
}

SALES = {
    "": N_("sell 1–3 goods, all of one kind or all different"),
    "same": N_("sell 1–3 goods of one kind"),
    "different": N_("sell 1–3 different goods"),
}

BONUSES: Mapping[str, BonusProfile] = {
    "person": BonusProfile(
        N_("person"),
        N_("Cross out a space of this person and do what the person does."),
        Look("person-any", "orange"),
        value=5.0,
        use=60,
        sample="any",
        describe=_describe_person,
        caption="",
        icon=lambda bonus: "person-any" if bonus.argument == ANY_PERSON else bonus.argument,
    ),
    "upgrade": BonusProfile(
        N_("upgrade"),
        N_("One kind of building gives more fame from now on; buildings already erected do not change."),
        Look("upgrade", "accent"),
        value=4.0,
        use=10,
    ),
    "karma": BonusProfile(
        N_("karma"),
        N_("Circle one more karma. Use it at the start of a turn to reroll two dice."),
        Look("karma", "karma"),
        value=4.0,
        use=70,
    ),
    "fame": BonusProfile(
        N_("fame"),
        N_("You get this much fame immediately."),
        Look("fame", "fame"),
        value=2.0,
        value_per_unit=True,
        use=120,
        sample="3",
        describe=lambda bonus: ngettext("%(num)d fame", "%(num)d fame", bonus.amount),
    ),
    "money": BonusProfile(
        N_("money"),
        N_("You get this much money immediately."),
        Look("money", "money"),
        value=1.0,
        value_per_unit=True,
        use=130,
        sample="4",
        describe=lambda bonus: ngettext("%(num)d money", "%(num)d money", bonus.amount),
    ),
    "goods-die": BonusProfile(
        N_("goods of a purple die"),
        N_("Choose a purple die, wherever it is: you get both of its goods."),
        Look("goods-die", "purple"),
        value=3.5,
        use=20,
    ),
    "goods": BonusProfile(
        N_("goods"),
        N_("You get this many goods, all different."),
        Look("goods", "purple", y=15.2),
        value=2.0,
        use=30,
        sample="2",
        describe=lambda bonus: ngettext("%(num)d good", "%(num)d different goods", bonus.amount),
    ),
    "sell-any": BonusProfile(
        N_("sell goods"),
        N_("Sell up to this many goods of any kind from your stock."),
        Look("sell", "purple", x=14.6),
        value=2.5,
        use=150,
        sample="2",
        describe=_describe_sale,
        caption=_caption_sale,
    ),
    "sell-1-3": BonusProfile(
        N_("sell 1–3 goods, all of one kind or all different"),
        N_("Sell 1 to 3 goods from your stock: all of one kind, or all different."),
        Look("stall", "purple", y=15.3, room=15.0, solid=False),
        value=3.0,
        use=140,
        describe=lambda bonus: gettext(SALES[bonus.argument]),
        caption=lambda bonus, edition: "" if bonus.argument else "1–3",
        icon=lambda bonus: f"market-{bonus.argument}" if bonus.argument else "stall",
    ),
    "sell-2-different": BonusProfile(
        N_("sell 2 different goods"),
        N_("Sell two goods of different kinds from your stock."),
        Look("sell-different", "purple"),
        value=2.5,
        use=160,
    ),
    "half-road": BonusProfile(
        N_("half-road"),
        N_("Add one more branch to a road. Together, two half-roads can make a new straight or bend."),
        Look("half-road", "green"),
        value=1.5,
        use=110,
    ),
    "straight": BonusProfile(
        N_("straight"),
        N_("Draw a straight on an empty space."),
        Look("straight", "green"),
        value=4.0,
        use=100,
    ),
    "fork": BonusProfile(
        N_("fork"),
        N_("Draw a road with three branches on an empty space."),
        Look("fork", "green"),
        value=4.5,
        use=90,
    ),
    "intersection": BonusProfile(
        N_("intersection"),
        N_("Draw a road with four branches on an empty space."),
        Look("intersection", "green"),
        value=5.0,
        use=80,
    ),
    "river-advance": BonusProfile(
        N_("1 space ahead on the river"),
        N_("Your boat sails one space ahead; you get what that space shows."),
        Look("river-advance", "blue", y=16.4),
        value=4.0,
        use=40,
        caption="1",
    ),
    "river-back": BonusProfile(
        N_("back on the river"),
        N_("Mark a free space behind your boat and get what it shows. The boat itself stays where it is."),
        Look("river-back", "blue", y=16.4),
        value=4.0,
        use=50,
        sample="1-2",
        describe=lambda bonus: gettext(BACK[bonus.argument]),
    ),
}
check_complete("bonuses", BONUSES, BONUS_KINDS)


def describe_bonus(bonus: Bonus) -> str:
    """Describe a bonus as part of a sentence: "2 fame"."""
    profile = BONUSES[bonus.kind]
    return profile.describe(bonus) if profile.describe else gettext(profile.name)


def find_icon(bonus: Bonus) -> str:
    profile = BONUSES[bonus.kind]
    return profile.icon(bonus) if profile.icon else profile.look.icon


def format_caption(bonus: Bonus, edition: int) -> str:
    """Format the caption of the icon in an edition: the amount, or a question mark if the player chooses."""
    caption = BONUSES[bonus.kind].caption
    if caption is None:
        return "?" if bonus.argument == "any" else bonus.argument.replace("-", "–")
    return caption if isinstance(caption, str) else caption(bonus, edition)


def estimate_value(bonus: Bonus) -> float:
    """Estimate the value of a bonus for bots, in half points."""
    profile = BONUSES[bonus.kind]
    return profile.value * bonus.amount if profile.value_per_unit else profile.value
