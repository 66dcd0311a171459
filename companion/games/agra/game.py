"""Agra: calculators, and the assistant, which is the table's memory."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Self

from companion.forms import CompanionForm
from companion.games.agra import names
from companion.games.agra.lookup import LOOKUP
from companion.games.agra.names import term
from companion.games.agra.rules.game import (
    BONUS_STEPS,
    DIE,
    ENTRIES,
    EXAMPLES,
    PIERS,
    AgraGame,
    Meditation,
    MoveBuilder,
    MoveMerchant,
    Price,
    Serve,
    SetNumber,
    SetTurn,
    list_offers,
    new_game,
)
from companion.games.agra.rules.scoring import (
    AKBAR_SPACES,
    BUILDINGS,
    GOODS,
    GUILDS,
    LEVELS,
    MOST_PLAYERS,
    ONCE_PER_TURN,
    PLAYER_MARKERS,
    PRICE_TOKENS,
    value,
)
from companion.games.agra.scoring import SCORING
from companion.games.agra.setup import SETUP
from companion.games.assistant import AssistedGame, Position, Roll, RollSetUp
from companion.games.calculator import Calculator, Numbers, checkbox, number
from companion.games.fair_dice import Roller
from companion.games.game import Game
from companion.i18n import N_, gettext
from companion.render.palette import Character
from companion.rules.assistant import GameEntry
from companion.rules.text_form import TextForm

# Calculators, and the rules behind them: meditation, contracts, building

BUILDING_VALUES: Mapping[str, int] = {"sandstone": 1, "wood": 1, "cement": 2, "planks": 2}
TWO_SORTS = 1


def count_meditation_points(printed: Sequence[int], workers: int, extra: int = 0) -> int:
    """Count the points for laying down workers; `printed` is the track up to the tracker's space.

    The first worker gives the value of the tracker's space, each further one the value of the space before it, and
    every worker at least 1. `extra` is the Muezzin's point, which needs at least one worker.
    """
    values = [max(1, value) for value in reversed(printed)]
    points = sum(values[:workers]) + max(0, workers - len(values))
    return points + extra if workers else 0


def count_building_value(materials: Sequence[str], extra: int = 0) -> int:
    """Add up the materials, +1 for at least two sorts; `extra` is the Takshaka's. Price tokens do not count."""
    bonus = TWO_SORTS if len(set(materials)) > 1 else 0
    return _count_value(materials) + bonus + extra


def list_ways_to_build(stock: Mapping[str, int], cost: int, extra: int = 0) -> tuple[tuple[str, ...], ...]:
    """List the materials from the stock that pay the cost, least waste first, without unnecessary ones."""
    most = {material: min(stock.get(material, 0), cost) for material in BUILDING_VALUES}
    counts = product(*(range(count + 1) for count in most.values()))
    payments = (tuple(Counter(dict(zip(most, count, strict=True))).elements()) for count in counts)
    needed = [paid for paid in payments if count_building_value(paid, extra) >= cost and _is_minimal(paid, cost, extra)]
    return tuple(sorted(needed, key=lambda paid: (_count_value(paid), len(paid), paid)))


def _count_value(materials: Sequence[str]) -> int:
    return sum(BUILDING_VALUES[material] for material in materials)


def _is_minimal(paid: tuple[str, ...], cost: int, extra: int) -> bool:
    """Check that no single material could be left out; fewer materials never count more."""
    return all(count_building_value(paid[:one] + paid[one + 1 :], extra) < cost for one in range(len(paid)))


@dataclass(frozen=True)
class Award:
    winner: str
    favour: Mapping[str, int]  # the others take their markers back as favour


def award_contract(ordered: Sequence[str], doubles: Sequence[str] = ()) -> Award:
    """Find the winner of a contract: the player with the most markers, or of those tied the one further up.

    `ordered`: the player who delivered each good, topmost first; `doubles`: the owners of second markers.
    """
    markers = Counter([*ordered, *doubles])
    most = max(markers.values())
    winner = next(player for player in ordered if markers[player] == most)
    return Award(winner, {player: count for player, count in markers.items() if player != winner})


MOST_ORDERED = 3  # goods of a notable
LAST_MEDITATION = 12  # spaces of the track; the rulebook does not give its length


def format_goods(goods: Sequence[str]) -> str:
    return ", ".join(f"{count} × {term(good)}" if count > 1 else term(good) for good, count in Counter(goods).items())


class MeditationForm(CompanionForm):
    printed = Numbers(N_("Values on the track up to your tracker, from the start"), 0, 9, most=LAST_MEDITATION)
    workers = number(N_("Workers you lay down"), 0, 10, 1)
    muezzin = checkbox(N_("I have the Muezzin"))


def answer_meditation(form: MeditationForm) -> Sequence[str]:
    points = count_meditation_points(form.printed.values, form.workers.data, int(form.muezzin.data))
    return [gettext("Meditation points: %(count)s", count=points)]


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


CALCULATORS = (
    Calculator(
        "meditation", N_("Meditation points"), N_("For laying down workers."), MeditationForm, answer_meditation
    ),
    Calculator(
        "contract",
        N_("Who gets the contract"),
        N_("Most markers win; a tie goes to the topmost good."),
        ContractForm,
        answer_contract,
    ),
    Calculator("build", N_("Materials for a building"), N_("Two kinds of material count +1."), BuildForm, answer_build),
)


# The assistant

WORKERS = range(1, 7)  # columns of the table of meditation points


class RollMerchant(Roll):
    form = "roll merchant"
    label = N_("Roll for the merchant")

    def make_entry(self, position: Position, roll: Roller) -> MoveMerchant | None:
        return MoveMerchant(roll(DIE)) if position.game else None

    @classmethod
    def answered_by(cls, entry: TextForm) -> Self | None:
        return cls() if isinstance(entry, MoveMerchant) else None


class RollBuilder(Roll):
    form = "roll builder"
    label = N_("Roll for the builder")

    def make_entry(self, position: Position, roll: Roller) -> MoveBuilder | None:
        return MoveBuilder(roll(DIE)) if position.game else None

    @classmethod
    def answered_by(cls, entry: TextForm) -> Self | None:
        return cls() if isinstance(entry, MoveBuilder) else None


class Agra(AssistedGame):
    name = "agra"
    folder = "games/agra"
    own_styles = "css/games/agra/assist.css"
    screen_styles = ("css/assistant.css", "css/games/agra/assist.css", "css/games/agra/tv.css")
    scoring = SCORING
    setup = SETUP
    start_marker = "flag"
    entries = ENTRIES
    examples = EXAMPLES
    rolls = (RollSetUp, RollMerchant, RollBuilder)
    skipping = "done"

    def new_game(self, position: Position, first: str) -> AgraGame:
        return new_game(position.clockwise(first), position.known.facts)

    def suggest(self, position: Position, player: str) -> Iterator[GameEntry | Roll]:
        game = position.game
        assert isinstance(game, AgraGame)
        yield from list_offers(game, player)
        if game.turn == player and not game.turns_over:
            yield from (
                roll() for who, roll in (("merchant", RollMerchant), ("builder", RollBuilder)) if who in game.dice_due
            )

    def show_player(self, position: Position, player: str) -> Mapping[str, Any]:
        game = position.game
        assert isinstance(game, AgraGame)
        board = game.boards[player]
        heights = {guild: [other.influence[guild] for other in game.boards.values()] for guild in GUILDS}
        return {
            "orders": dict(board.orders),
            "influence": dict(board.influence),
            "places": {guild: find_place(board.influence[guild], heights[guild]) for guild in GUILDS},
            "notables": [{"notable": notable, "guild": game.find_guild(notable)} for notable in board.notables],
            "once_per_turn": [notable for notable in board.notables if notable in ONCE_PER_TURN],
            "akbar": len(board.served),
            "covers": board.covers,
            "meditation": board.meditation,
            "rupees": board.rupees,
            "left": dict(board.left),
        }

    def show_table(self, position: Position) -> Mapping[str, Any]:
        game = position.game
        assert isinstance(game, AgraGame)
        tied = game.tied
        return {
            "elephant": {"holder": position.seat(game.players[0])},
            "notices": list_notices(game),
            "round": game.round,
            "last_round": game.last_round,
            "turns_over": game.turns_over,
            "next": position.seat(game.next_player),
            "pier": game.pier,
            "piers": list(PIERS),
            "order_limit": game.order_limit,
            "reach": PIERS[game.pier].reach,
            "to_go": describe_way(game),
            "columns": {guild: game.count_orders(guild) for guild in GUILDS},
            "order_markers": {guild: game.find_order_marker(guild) for guild in GUILDS},
            "top": game.top,
            "bonus_steps": list(BONUS_STEPS),
            "served": len(game.served),
            "bowls_left": game.bowls_left,
            "free_bowls": list(game.free_bowls),
            "bowls_known": len(game.bowls) == AKBAR_SPACES,
            "river": [
                {"notable": each, "guild": game.find_guild(each), "level": LEVELS[each]} for each in game.waiting
            ],
            "unknown_guilds": [
                {"notable": notable, "moves": {guild: write_guilds(game, notable, guild) for guild in GUILDS}}
                for board in game.boards.values()
                for notable in board.notables
                if game.find_guild(notable) is None
            ],
            "buildings": [
                {
                    "good": good,
                    "built": good in game.built,
                    "merchant": good == game.merchant,
                    "builder": good == game.builder,
                    "passed": good in game.passed,
                }
                for row in range(4)
                for good in BUILDINGS[row::4]
            ],
            "dice_due": sorted(game.dice_due),
            "builder_gone": not game.unbuilt,
            "prices": dict(game.prices),
            "tokens_left": PRICE_TOKENS - len(game.prices),
            "goods": [{"good": good, "value": value(good, game.prices)} for good in GOODS],
            "meditation_points": list_meditation_points(game),
            "counted": all(board.rupees is not None for board in game.boards.values()),
            "tied": [position.seat(player) for player in tied],
            "end_entered": bool(game.triggers),
        }

    def term(self, word: str) -> str:
        return names.term(word)

    def describe_entry(self, entry: GameEntry | Roll) -> str:
        match entry:
            case Serve(good):
                return gettext("To Akbar: %(good)s", good=self.term(good)) if good else gettext("A good to Akbar")
            case Meditation(complete):
                return gettext("Meditation track completed") if complete else gettext("Meditation track not completed")
            case SetNumber(what, number):
                return f"{names.describe_number(what)}: {number}"
            case SetTurn(number):
                return gettext("My turn, in round %(round)s", round=number) if number else gettext("My turn")
            case Price(good, 0):
                return gettext("%(good)s: no price token", good=self.term(good))
        return super().describe_entry(entry)


def find_place(mine: int, heights: list[int]) -> str:
    """Return a player's place on an influence track as it counts for orders: first, tied, second or nothing."""
    top = max(heights)
    if not mine:
        return ""
    if mine == top:
        return "first" if heights.count(top) == 1 else "tied"
    second = max(height for height in heights if height < top)
    return "second" if mine == second and heights.count(top) == 1 else ""


def describe_way(game: AgraGame) -> str:
    """Say which contracts bring the boat to the next pier."""
    ahead = PIERS.get(game.pier + 1)
    if ahead is None:
        return ""
    held = sum(LEVELS[notable] == ahead.level for board in game.boards.values() for notable in board.notables)
    implied = max(
        (pier.contracts for number, pier in PIERS.items() if number <= game.pier and pier.level == ahead.level),
        default=0,
    )
    missing, level = ahead.contracts - max(held, implied), "I" * ahead.level if ahead.level < 4 else "IV"
    return gettext("next pier: %(count)s of level %(level)s", count=missing, level=level)


def list_notices(game: AgraGame) -> list[str]:
    """List what holds until the last turns are over."""
    if game.last_round is None or game.turns_over:
        return []
    if game.round == game.last_round:
        return [gettext("Last round: everyone has one last turn.")]
    return [gettext("The end is near: round %(round)s is the last one.", round=game.last_round)]


def write_guilds(game: AgraGame, notable: str, guild: str) -> str:
    """Write the entry that adds a notable's guild to what is known of this copy."""
    known = [value for value in game.facts.get("guilds", ()) if value.partition(":")[0] != notable]
    return "setup guilds=" + ",".join([*known, f"{notable}:{guild}"])


def list_meditation_points(game: AgraGame) -> list[tuple[int, list[int]]]:
    """List the points for laying down workers: for every value of the track, for one worker, two, and so on."""
    track = list(map(int, game.facts.get("meditation", ())))
    return [
        (space, [count_meditation_points(track[:space], workers) for workers in WORKERS])
        for space in range(1, len(track) + 1)
    ]


GAME = Game(
    name="agra",
    text=N_("Agra"),
    icon="palace",
    colours=Character("sun", "#fdf7f5", "#4b1d1d", "#b04a3a"),
    players=range(2, MOST_PLAYERS + 1),
    load_table_game=lambda own_sheets: Agra(),
    scoring=SCORING,
    lookup=LOOKUP,
    setup=SETUP,
    calculators=CALCULATORS,
    bgg_id=230085,
)
