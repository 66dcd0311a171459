"""Calculators for Agra: farm, meditation, trader, sailor, notables, building, orders, prices."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from wtforms.validators import ValidationError

from companion.forms import CompanionForm
from companion.games.agra.names import GOODS as GOODS_NAMES
from companion.games.agra.names import term
from companion.games.agra.rules.actions import (
    BUILDING_VALUES,
    award_contract,
    count_delivery_pay,
    count_meditation_points,
    count_produced_goods,
    find_order_reward,
    list_ways_to_build,
)
from companion.games.agra.rules.checks import LAST_MEDITATION
from companion.games.agra.rules.goods import GOODS, PLAYER_MARKERS, value
from companion.games.agra.rules.scoring import LAST_INFLUENCE
from companion.games.agra.rules.trading import (
    Code,
    check_exchange,
    check_voyage,
    compute_trader_budget,
    count_deliveries,
    count_leftover_rupees,
)
from companion.games.calculator import Calculator, Choice, Numbers, checkbox, number
from companion.i18n import N_, gettext
from companion.rules.refusal import Refusal

MOST_ORDERED = 3  # goods of a notable
NO_GOOD = {"": N_("none")}
MOVED = {"0": N_("as printed"), "1": N_("+1"), "-1": N_("−1")}
REFUSALS = {
    Code.GIVE_ONE_TO_THREE: N_("The trader takes one to three goods."),
    Code.WRONG_VALUE: N_("The new goods must be worth %(value)s in total."),
    Code.PAYS_ONE_GOOD: N_("Only the Portuguese Trader lets you pay with several goods."),
    Code.PAYS_TOO_MUCH: N_("The goods you pay with may be worth at most %(high)s in total."),
    Code.TOO_FEW_DELIVERIES: N_("You have not paid for that many deliveries: at most %(deliveries)s."),
}


def make_good_field(label: str) -> Choice:
    return Choice(label, {**NO_GOOD, **GOODS_NAMES})


class PricesForm(CompanionForm):
    """The price tokens that are on goods now."""

    token_1 = make_good_field(N_("First price token on"))
    moved_1 = Choice(N_("changes the value by"), MOVED)
    token_2 = make_good_field(N_("Second price token on"))
    moved_2 = Choice(N_("changes the value by"), MOVED)
    token_3 = make_good_field(N_("Third price token on"))
    moved_3 = Choice(N_("changes the value by"), MOVED)

    def validate_token_2(self, field: Choice) -> None:
        self.refuse_a_second(field, self.token_1)

    def validate_token_3(self, field: Choice) -> None:
        self.refuse_a_second(field, self.token_1, self.token_2)

    def refuse_a_second(self, field: Choice, *before: Choice) -> None:
        if field.data and field.data in (other.data for other in before):
            raise ValidationError(gettext("There can be only one price token on each good."))

    def read_prices(self) -> dict[str, int]:
        tokens = {self[f"token_{n}"].data: int(self[f"moved_{n}"].data) for n in (1, 2, 3)}
        return {good: moved for good, moved in tokens.items() if good and moved}


def read_selected(form: CompanionForm, kind: str) -> list[str]:
    return [field.data for field in form if field.name.startswith(f"{kind}_") and field.data]


def format_goods(goods: Sequence[str]) -> str:
    return ", ".join(f"{count} × {term(good)}" if count > 1 else term(good) for good, count in Counter(goods).items())


def describe_refusal(refusal: Refusal) -> str:
    return gettext(REFUSALS[Code(refusal.code)], **refusal.details)


class FarmForm(CompanionForm):
    first = number(N_("Spaces to one farmer"), 0, 8, 0)
    second = number(N_("Spaces to the other farmer"), 0, 8, 0)
    covered = number(N_("of these, under cover tiles"), 0, 8, 0)
    extra = checkbox(N_("I have the Mahout or the Khatib for this good"))


def answer_farm(form: FarmForm) -> Sequence[str]:
    spaces = form.first.data + form.second.data
    if form.covered.data > spaces:
        return [gettext("That is more than the spaces between the farmers: %(count)s.", count=spaces)]
    goods = count_produced_goods((form.first.data, form.second.data), form.covered.data, int(form.extra.data))
    return [gettext("You produce: %(count)s", count=goods)]


class MeditationForm(CompanionForm):
    printed = Numbers(N_("Values on the track up to your tracker, from the start"), 0, 9, most=LAST_MEDITATION)
    workers = number(N_("Workers you lay down"), 0, 10, 1)
    muezzin = checkbox(N_("I have the Muezzin"))


def answer_meditation(form: MeditationForm) -> Sequence[str]:
    points = count_meditation_points(form.printed.values, form.workers.data, int(form.muezzin.data))
    return [gettext("Meditation points: %(count)s", count=points)]


class TraderForm(PricesForm):
    given_1 = make_good_field(N_("You give"))
    given_2 = make_good_field(N_("and"))
    given_3 = make_good_field(N_("and"))
    taken_1 = make_good_field(N_("You want to take"))
    taken_2 = make_good_field(N_("and"))
    taken_3 = make_good_field(N_("and"))
    taken_4 = make_good_field(N_("and"))
    taken_5 = make_good_field(N_("and"))
    taken_6 = make_good_field(N_("and"))


def answer_trader(form: TraderForm) -> Sequence[str]:
    given, taken = read_selected(form, "given"), read_selected(form, "taken")
    prices = form.read_prices()
    budget = gettext("You may take goods worth: %(value)s", value=compute_trader_budget(given, prices))
    refusal = check_exchange(given, taken, prices)
    if refusal:
        return [budget, describe_refusal(refusal)]
    return [budget, gettext("This exchange is possible.")]


class SailorForm(PricesForm):
    paid_1 = make_good_field(N_("You pay the sailor with"))
    paid_2 = make_good_field(N_("and"))
    paid_3 = make_good_field(N_("and"))
    paid_4 = make_good_field(N_("and"))
    used = number(N_("Goods you deliver"), 0, 7, 1)
    jagirdar = checkbox(N_("I have the Jagirdar"))
    portuguese = checkbox(N_("I have the Portuguese Trader"))


def answer_sailor(form: SailorForm) -> Sequence[str]:
    paid, prices, jagirdar = read_selected(form, "paid"), form.read_prices(), form.jagirdar.data
    refusal = check_voyage(paid, form.used.data, prices, jagirdar, form.portuguese.data)
    if refusal:
        return [describe_refusal(refusal)]
    return [
        gettext("Deliveries: at most %(count)s", count=count_deliveries(paid, prices, jagirdar)),
        gettext(
            "Rupees for deliveries paid for but not used: %(count)s",
            count=count_leftover_rupees(paid, form.used.data, prices, jagirdar),
        ),
    ]


class DeliveryForm(CompanionForm):
    markers = number(N_("Markers already on the notable"), 0, 8, 0)
    double = checkbox(N_("Second marker of a double delivery"))


def answer_delivery(form: DeliveryForm) -> Sequence[str]:
    return [gettext("Rupees you receive: %(count)s", count=count_delivery_pay(form.markers.data, form.double.data))]


class ContractForm(CompanionForm):
    ordered = Numbers(N_("Who delivered each good, topmost first (players 1 to 4)"), 1, 4, most=MOST_ORDERED)
    doubles = Numbers(N_("Who has a second marker next to the first"), 1, 4, most=MOST_ORDERED)


def answer_contract(form: ContractForm) -> Sequence[str]:
    ordered, doubles = (list(map(str, field.values)) for field in (form.ordered, form.doubles))
    if not ordered or not set(doubles) <= set(ordered):
        return [gettext("Enter at least one delivery; a second marker needs a first one.")]
    result = award_contract(ordered, doubles)
    favour = [
        gettext("Player %(player)s takes %(count)s favour.", player=player, count=count)
        for player, count in result.favour.items()
    ]
    return [gettext("Player %(player)s gets the contract.", player=result.winner), *favour]


class BuildForm(CompanionForm):
    cost = number(N_("Cost of the building"), 1, 12)
    sandstone = number(N_("Your sandstone"), 0, PLAYER_MARKERS, 0)
    wood = number(N_("Your wood"), 0, PLAYER_MARKERS, 0)
    cement = number(N_("Your cement"), 0, PLAYER_MARKERS, 0)
    planks = number(N_("Your planks"), 0, PLAYER_MARKERS, 0)
    takshaka = checkbox(N_("I have the Takshaka"))


def answer_build(form: BuildForm) -> Sequence[str]:
    stock = {material: form[material].data for material in BUILDING_VALUES}
    ways = list_ways_to_build(stock, form.cost.data, int(form.takshaka.data))
    return [format_goods(way) for way in ways[:4]] or [gettext("You do not have enough materials.")]


class OrderForm(CompanionForm):
    printed = number(N_("Rupees next to your step"), 0, 20)
    mine = number(N_("Your step on the guild’s track"), 0, LAST_INFLUENCE)
    others = Numbers(N_("Steps of the other players"), 0, LAST_INFLUENCE, most=3)


def answer_order(form: OrderForm) -> Sequence[str]:
    reward = find_order_reward(form.printed.data, form.mine.data, form.others.values)
    if reward is None:
        return [gettext("This guild gives no orders until you reach the first step on its track.")]
    steps = [gettext("Then your marker moves up a step.")] if reward.steps else []
    return [gettext("Rupees you receive: %(count)s", count=reward.rupees), *steps]


def answer_prices(form: PricesForm) -> Sequence[str]:
    tokens = form.read_prices()
    by_value: dict[int, list[str]] = {}
    for good in GOODS:
        by_value.setdefault(value(good, tokens), []).append(term(good))
    return [f"{worth}: {', '.join(goods)}" for worth, goods in sorted(by_value.items())]


CALCULATORS = (
    Calculator(
        "farm", N_("Production"), N_("Open spaces between a symbol and its two farmers."), FarmForm, answer_farm
    ),
    Calculator(
        "meditation", N_("Meditation points"), N_("For laying down workers."), MeditationForm, answer_meditation
    ),
    Calculator(
        "trader", N_("Trader"), N_("New goods are worth one less than those you give."), TraderForm, answer_trader
    ),
    Calculator(
        "sailor", N_("Sailor"), N_("One delivery is free; the good you pay with buys more."), SailorForm, answer_sailor
    ),
    Calculator(
        "delivery",
        N_("Pay for a delivery"),
        N_("Depends on the markers on the notable."),
        DeliveryForm,
        answer_delivery,
    ),
    Calculator(
        "contract",
        N_("Who gets the contract"),
        N_("Most markers win; a tie goes to the topmost good."),
        ContractForm,
        answer_contract,
    ),
    Calculator("build", N_("Materials for a building"), N_("Two kinds of material count +1."), BuildForm, answer_build),
    Calculator(
        "order", N_("Reward for an order"), N_("Depends on your place on the guild’s track."), OrderForm, answer_order
    ),
    Calculator("prices", N_("Values of all goods"), N_("With the current price tokens."), PricesForm, answer_prices),
)


def fill_in(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of form fields that are known from a player's board at a table."""
    materials = {material: sheet["goods"][material] for material in BUILDING_VALUES if "goods" in sheet}
    for token, (good, step) in enumerate(sheet.get("price_tokens", {}).items(), start=1):
        materials |= {f"token_{token}": good, f"moved_{token}": step}
    return materials
