"""Cards & Karma: final scoring, set-up, and the assistant, which follows the displays."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from wtforms import Form, FormField

from companion.games.assistant import AssistedGame, Position, Roll
from companion.games.cards_karma.lookup import LOOKUP
from companion.games.cards_karma.rules import cards as scoring
from companion.games.cards_karma.rules import entries as entering
from companion.games.cards_karma.rules.cards import (
    ADMINISTRATOR,
    BUILDINGS,
    CARDS_IN_THE_GRID,
    COINS,
    GOODS,
    KNOWN_SHIPS,
    LAYABLE,
    MOST_PLAYERS,
    PALACE,
    REWARDS,
    SCORING_CARDS,
    SHIP_REWARD,
    SHIPS,
    STARTING_DICE_CARDS,
    Card,
    count_goods,
    count_grid_cards,
    find_last_ship,
    parse_card,
    read_ships,
    shows_good,
)
from companion.games.cards_karma.rules.game import COUNTERS, CardsKarmaGame, new_game
from companion.games.game import Game
from companion.games.options import Choice, Option
from companion.games.scoring import Count, Line, Name, PadRow, Scoring, ScoringForm, TieBreak, Totals, repeat
from companion.games.setup import FactKind, Group, Setup, never_draw
from companion.i18n import N_, gettext, ngettext, translate
from companion.render.palette import Character
from companion.rules.assistant import GameEntry
from companion.rules.messages import IllegalMove, Refusal
from companion.rules.scoring import PlayerResult

# Final scoring

FIGURES = {
    "turned": N_("Scoring cards turned over"),
    "fame": N_("Fame left"),
    "coins": N_("Coins left"),
    "karma": N_("Karma left"),
}


class CardsKarmaColumn(Form):
    name = Name()
    turned = Count(SCORING_CARDS)
    fame = Count(scoring.MOST_FAME, default="0")
    coins = Count(scoring.MOST_COINS, default="0")
    karma = Count(scoring.MOST_KARMA, default="0")


class CardsKarmaForm(ScoringForm):
    players = repeat(FormField(CardsKarmaColumn), scoring.MOST_PLAYERS)


def explain(player: Totals, points: PlayerResult, totals: Totals) -> list[Line]:
    return [Line(translate(FIGURES["turned"]), gettext("One point each."), points["breakdown"]["turned"])]


SCORING = Scoring(
    score=scoring.score,
    form=CardsKarmaForm,
    figures=FIGURES,
    explain=explain,
    pad=(
        PadRow(FIGURES["turned"], N_("1 point each")),
        PadRow(N_("Fame and coins left"), N_("for ties; fame counts 2, a coin 1"), tie=True),
        PadRow(FIGURES["karma"], N_("for further ties"), tie=True),
    ),
    tiebreaks={
        "fame_and_coins": TieBreak(N_("more fame and coins left, fame counting double")),
        "karma": TieBreak(N_("more karma left")),
    },
    link_words=b'"turned":6,"fame":0,"coins":0,"karma":0},',
)


# Set-up

SIDE = "side"  # the name of the option
DAY, NIGHT = "day", "night"

OPTIONS: Mapping[str, Option] = {
    SIDE: Option(
        N_("Scoring cards"),
        (
            Choice(DAY, N_("Day side up"), N_("The bonuses are a surprise.")),
            Choice(NIGHT, N_("Night side up"), N_("Everyone sees the bonuses and chooses their order.")),
        ),
    ),
}


def describe_steps(group: Group) -> list[str]:
    columns, rows = CARDS_IN_THE_GRID[group.players]
    words = {
        "hand": STARTING_DICE_CARDS,
        "cards": count_grid_cards(group.players),
        "columns": columns,
        "rows": rows,
    }
    night = group.options.get(SIDE) == NIGHT
    steps = (
        N_("Everyone takes the six scoring cards and the overview cards of one colour."),
        N_("Look at the night sides of your scoring cards, choose their order and lay them in a row, night side up.")
        if night
        else N_("Shuffle your scoring cards without looking at the night side and lay them in a row, day side up."),
        N_("Shuffle the 144 cards into one stack, action side up."),
        N_("Everyone draws a hand of %(hand)s cards, dice side towards them."),
        N_("Lay out %(cards)s cards in the middle, %(columns)s by %(rows)s, action side up."),
        N_("Put administrators, coins, fame tokens and karma within reach."),
        N_("The oldest player takes the elephant, green side up, and begins."),
    )
    return [gettext(step) % words for step in steps]


def are_ships(values: Sequence[str]) -> bool:
    try:
        return bool(read_ships(values))
    except (ValueError, IllegalMove):  # Unreadable is a ValueError
        return False


SHIPS_OF_OUR_COPY = FactKind(
    KNOWN_SHIPS,
    draw=never_draw,
    is_possible=are_ships,
    describe=lambda values, group: gettext("Ships whose reward is known: %(count)s", count=len(values)),
    printed=True,  # learned when a ship is taken
)
SETUP = Setup(describe_steps, kinds=lambda group: (SHIPS_OF_OUR_COPY,))


# The assistant

SYMBOLS = {
    "red": N_("red building"),
    "yellow": N_("yellow building"),
    "white": N_("white building"),
    "silk": N_("silk"),
    "tea": N_("tea"),
    "spices": N_("spices"),
    "ship": N_("ship"),
}
PALACE_WORDS = {
    2: N_("2 dice cards"),
    3: N_("2 karma + 1 dice card"),
    4: N_("1 coin per good"),
    5: N_("1 karma + ship reward"),
    6: N_("top card of the stack"),
}
# What refusals and announcements name
TERMS = {
    "dice": N_("dice cards"),
    "karma": N_("karma"),
    "administrators": N_("administrators"),
    "counter-fame": N_("Fame tokens"),
    "counter-coins": N_("Coins"),
    "counter-karma": N_("Karma"),
    "counter-administrators": N_("Administrators"),
    "counter-hand": N_("Dice cards in hand"),
    "counter-left": N_("Turned over from the left"),
    "counter-right": N_("Turned over from the right"),
    "counter-middle": N_("Cards in the middle"),
    "counter-stack": N_("Cards in the stack"),
    "bonus-karma": N_("2 karma"),
    "bonus-coins": N_("2 coins"),
    "bonus-palace": N_("1 palace action"),
    "bonus-fame": N_("1 fame token"),
    "bonus-ship": N_("1 ship"),
    "bonus-administrator": N_("1 administrator"),
    "bonus-dice": N_("2 dice cards"),
    "bonus-turn": N_("another turn"),
    "bonus-coins-or-palace": N_("2 coins or a palace action"),
    "bonus-fame-or-ship": N_("1 fame token or a ship"),
    "reward-karma": N_("2 karma"),
    "reward-dice": N_("2 dice cards"),
    "reward-coins": N_("3 coins"),
    "reward-coins-fame": N_("2 coins + fame token"),
    "reward-goods": N_("1–2 goods cards"),
    "reward-goods-die": N_("goods card + die"),
    "reward-palace": N_("1 palace action"),
    "reward-die-good": N_("1 dice card"),
    "reward-fame-good": N_("1 fame token"),
    "reward-karma-good": N_("1 karma"),
    "free-goods": N_("a goods card from the middle"),
    "free-ship": N_("a ship from the middle, with its reward"),
    "free-palace": N_("a palace action from the middle"),
    "free-top": N_("the top card of the stack, whatever it is"),
    "use-again": N_("another action"),
    "use-dice": N_("2 dice cards from the stack"),
    "to-choose": N_("choose between the sets that share a symbol"),
    "to-reveal": N_("enter the bonus of the scoring card just turned over"),
    "to-take-goods": N_("take the free goods card, or decline it"),
    "to-take-ship": N_("take the free ship, or decline it"),
    "to-take-palace": N_("carry out the free palace action, or decline it"),
    "to-take-top": N_("carry out the top card of the stack, or decline it"),
    "to-act": N_("take another action, or end the turn"),
    "same-buildings": N_("three buildings of a kind"),
    "different-buildings": N_("three different buildings"),
    "same-goods": N_("three goods of a kind"),
    "different-goods": N_("three different goods"),
    "ships": N_("three ships in a row"),
}


def describe_card(card: Card) -> str:
    ship = [("ship", card.ship)] if card.ship is not None else []
    symbols = [*ship, *((building, "") for building in card.buildings), *card.goods]
    return " + ".join(f"{gettext(SYMBOLS[name])} {number}".rstrip() for name, number in symbols)


def describe_paid(paid: entering.Paid) -> str:
    dice = ngettext("%(count)s dice card", "%(count)s dice cards", paid.dice, count=paid.dice) if paid.dice else ""
    karma = gettext("karma: %(count)s", count=paid.karma) if paid.karma else ""
    jokers = [gettext("administrator as a joker")] * paid.administrators
    return ", ".join(filter(None, [dice, karma, *jokers])) or gettext("for free")


def describe_tokens(token: str, count: int) -> str:
    """Name a number of tokens that somebody takes or puts back."""
    match token:
        case "fame":
            return ngettext("%(count)s fame token", "%(count)s fame tokens", count, count=count)
        case "coins":
            return ngettext("%(count)s coin", "%(count)s coins", count, count=count)
        case "karma":
            return ngettext("%(count)s karma", "%(count)s karma", count, count=count)
        case _:
            return ngettext("%(count)s administrator", "%(count)s administrators", count, count=count)


def describe_part(word: str) -> str:
    token, _, count = word.partition(":")
    if count:
        return describe_tokens(token, int(count))
    return gettext(TERMS[word]) if word in TERMS else describe_card(parse_card(word))


class CardsKarma(AssistedGame):
    name = "cards-karma"
    folder = "games/cards_karma"
    options = OPTIONS
    scoring = SCORING
    setup = SETUP
    own_styles = "css/games/cards_karma/assist.css"
    screen_styles = ("css/games/cards_karma/tv.css",)
    start_marker = "elephant"
    entries = entering.ENTRIES
    examples = entering.EXAMPLES
    skipping = "skip"
    # For the templates
    buildings = tuple("+".join(kinds) for most in (1, 2) for kinds in combinations_with_replacement(BUILDINGS, most))
    goods, coins, ships, palace = GOODS, COINS, SHIPS, PALACE
    good_names = tuple(f"{good}{value}" for good in GOODS for value in COINS)
    ship_names = tuple(f"ship{number}" for number in SHIPS)
    rewards = tuple(reward for reward in REWARDS if not shows_good(reward))
    rewards_with_good = tuple(reward for reward in REWARDS if shows_good(reward))

    def new_game(self, position: Position, first: str) -> CardsKarmaGame:
        return new_game(position.clockwise(first), night=position.settings.get(SIDE) == NIGHT)

    def suggest(self, position: Position, player: str) -> Iterator[GameEntry | Roll]:
        """List every kind of entry with the usual payments, but no corrections."""
        game = running(position)
        board = game.boards[player]
        yield entering.FinishCardsKarma()
        yield from (entering.Choose(option + 1) for option in range(len(board.choices)))
        yield from (entering.Reveal(bonus) for bonus in board.list_bonuses_left() if board.unrevealed)
        yield from (entering.Forgo(due) for due in dict.fromkeys(board.due))
        if game.over:
            return
        yield entering.EndTurn()
        yield from (entering.UseAdministrator(use) for use in ADMINISTRATOR)
        yield entering.TakeDie()
        ship = next((number for number in SHIPS if not game.has_ship(number)), None)
        for paid in (entering.Paid(1), entering.Paid(administrators=1), entering.Paid()):
            yield from (entering.Buy(parse_card(building), paid) for building in self.buildings)
            yield from (entering.Buy(Card(ship=ship), paid, reward) for reward in self.rewards if ship)
            for action in PALACE:
                rewards = game.find_last_rewards() if action == SHIP_REWARD else ()
                yield from (entering.Palace(paid, action, reward) for reward in rewards if reward)
                yield entering.Palace(paid, action)
        yield from (entering.TakeGoods(Card(goods=((good, 2),)), coin) for good in GOODS for coin in (False, True))

    def show_player(self, position: Position, player: str) -> Mapping[str, Any]:
        game = running(position)
        board = game.boards[player]
        begun = game.begin_turn(player, to_act=True)  # also if the entry would end the turn before
        own, acts = board, ""
        if not isinstance(begun, Refusal):
            own = begun.boards[player]
            acts = ("next" if begun.turns > game.turns else "now") if own.actions and not board.choices else ""
        return {
            **{counter: game.count(player, counter) for counter in COUNTERS},
            "limits": {counter: list(game.find_limits(player, counter)) for counter in COUNTERS},
            "turned": board.turned,
            "cards": [board.is_turned(card) for card in range(1, SCORING_CARDS + 1)],
            "unrevealed": list(board.unrevealed),
            "bonuses": {str(card): bonus for card, bonus in board.bonuses},
            "bonuses_left": list(board.list_bonuses_left()),
            "order": list(board.order),
            "display": [str(card) for card in board.display],
            "goods": count_goods(board.display),
            "choices": [
                {"sets": list(way.kinds), "gains": way.gains, "cards": [str(card) for card in way.discarded]}
                for way in board.choices
            ],
            "due": list(board.due),
            "acts": acts,  # "next": with the first entry of the next turn
            "pays": {"hand": own.hand, "karma": own.karma, "administrators": own.administrators},
            "may_end": entering.EndTurn().check(game, player) is None,
        }

    def show_table(self, position: Position) -> Mapping[str, Any]:
        game = running(position)
        following = game.end_turn()
        last_ships = [(player, find_last_ship(game.boards[player.name].display)) for player in position.players]
        return {
            "elephant": {"holder": position.seat(game.turn_order[0])},
            "notices": [self.describe(notice) for notice in game.list_notices()],
            "round": game.round,
            "stage": game.stage,
            "grid": count_grid_cards(len(game.players)),
            "middle": game.middle,
            "stack": game.stack,
            "ending": game.last_stage is not None,
            "over": game.over,
            "may_finish": entering.FinishCardsKarma().check(game, game.current) is None,
            "next": None if following.over else position.seat(following.current),
            "ships": sorted(card.ship for board in game.boards.values() for card in board.display if card.ship),
            "last_ships": [
                {"seat": player.seat, "ship": ship.ship, "reward": ship.reward} for player, ship in last_ships if ship
            ],
            "known_ships": sorted(game.known_ships),
            "to_lay": list(LAYABLE) if game.night else [],
        }

    # Words

    def term(self, word: str) -> str:
        """Translate a thing of the game, or several joined by commas: cards, sets, numbers of tokens, what is to do."""
        return ", ".join(map(describe_part, word.split(",")))

    def describe_palace(self, action: int) -> str:
        return gettext(PALACE_WORDS[action])

    def describe_entry(self, entry: GameEntry | Roll) -> str:
        details: dict[str, Any] = vars(entry)
        match entry:
            case entering.Buy(card, paid, reward):
                gives = f" → {self.term(f'reward-{reward}')}" if reward else ""
                details = {"card": f"{describe_card(card)}{gives} ({describe_paid(paid)})"}
            case entering.BuyKnownShip(paid, number):
                details = {"number": number, "paid": describe_paid(paid)}
            case entering.TakeGoods(card, coin):
                details = {"card": " + ".join([describe_card(card), *([gettext("1 coin")] if coin else [])])}
            case entering.Palace(paid, action, reward):
                gives = f" → {self.term(f'reward-{reward}')}" if reward else ""
                effect = f"{self.describe_palace(action)}{gives} ({describe_paid(paid)})"
                details = {"action": action, "effect": effect}
            case entering.UseAdministrator(use):
                details = {"use": self.term(f"use-{use}")}
            case entering.Reveal(bonus):
                details = {"bonus": self.term(f"bonus-{bonus}")}
            case entering.Forgo(due):
                details = {"due": self.term(f"free-{due}")}
            case entering.LayScoringCard(name):
                details = {"card": self.term(f"bonus-{name}")}
            case entering.SetCounter(counter, value):
                details = {"counter": self.term(f"counter-{counter}"), "value": value}
            case entering.CounterStep(counter, steps):
                signed = f"+{steps}" if steps >= 0 else f"−{-steps}"
                details = {"counter": self.term(f"counter-{counter}"), "steps": signed}
            case entering.Gain(token, amount):
                details = {"gains": describe_tokens(token, amount)}
            case entering.AddCard(card) | entering.RemoveCard(card):
                details = {"card": describe_card(card)}
        return gettext(entry.label) % details


def running(position: Position) -> CardsKarmaGame:
    assert isinstance(position.game, CardsKarmaGame)
    return position.game


GAME = Game(
    name="cards-karma",
    text=N_("Cards & Karma"),
    icon="karma",
    colours=Character("sun", "#f6fbfa", "#14403f", "#1f8583"),
    players=range(2, MOST_PLAYERS + 1),
    load_table_game=lambda own_sheets: CardsKarma(),
    scoring=SCORING,
    lookup=LOOKUP,
    setup=SETUP,
)
