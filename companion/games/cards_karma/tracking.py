"""Full tracking of Cards & Karma."""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.mode import MODE
from companion.games.assist.position import Position
from companion.games.cards_karma.mode import CardsKarmaMode, find_round_happenings
from companion.games.cards_karma.rules.board import Board
from companion.games.cards_karma.rules.display import (
    BUILDINGS,
    COINS,
    GOODS,
    SHIPS,
    Resolution,
    count_goods,
    find_last_ship,
)
from companion.games.cards_karma.rules.effects import ADMINISTRATOR, PALACE, REWARDS, SHIP_REWARD, shows_good
from companion.games.cards_karma.rules.game import Game, list_ships, new_game
from companion.games.cards_karma.rules.moves import Move, parse
from companion.games.cards_karma.rules.tokens import LAYABLE, SCORING_CARD_OF, SCORING_CARDS, list_bonuses_left
from companion.games.cards_karma.setup import NIGHT, SIDE
from companion.games.cards_karma.words import FREE, TRACKING, describe_bonus, describe_palace, describe_reward
from companion.i18n import gettext
from companion.rules.coded import Happening


class Tracking(CardsKarmaMode[Game, Move]):
    folder = "games/cards_karma/full"
    parse = staticmethod(parse)
    words = TRACKING
    skipping = "end"
    # For the templates
    buildings = tuple("+".join(kinds) for most in (1, 2) for kinds in combinations_with_replacement(BUILDINGS, most))
    goods, coins, ships, palace = GOODS, COINS, SHIPS, PALACE
    good_names = tuple(f"{good}{value}" for good in GOODS for value in COINS)
    ship_names = tuple(f"ship{number}" for number in SHIPS)
    rewards = tuple(reward for reward in REWARDS if not shows_good(reward))
    rewards_with_good = tuple(reward for reward in REWARDS if shows_good(reward))
    describe_bonus = staticmethod(describe_bonus)
    describe_reward = staticmethod(describe_reward)
    describe_palace = staticmethod(describe_palace)

    def describe_free(self, due: str) -> str:
        return gettext(FREE[due])

    def new_game(self, position: Position[Game], first: str) -> Game:
        """Begin a game; tables of earlier versions, which have no mode, count no hands."""
        night = position.settings.get(SIDE) == NIGHT
        return new_game(position.list_clockwise(first), count_hands=MODE in position.settings, night=night)

    def suggest_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        board = game.boards[player]
        yield "finish"
        if game.may_finish and not board.choices and not board.tokens.unrevealed:
            return  # late entries can still be typed
        yield from (f"choose {option + 1}" for option in range(len(board.choices)))
        if board.tokens.unrevealed:
            yield from (f"reveal {bonus}" for bonus in SCORING_CARD_OF)
        elif board.hand is None:
            yield from list_earlier_moves(board)
        else:
            yield "done"
            yield from (f"forgo {due}" for due in dict.fromkeys(board.due))
            yield from (f"administrator {use}" for use in ADMINISTRATOR)
            yield from list_actions(game, player)

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        yield from find_own_happenings(before, after, player)
        yield from ((None, happening) for happening in find_shared_happenings(before, after))
        if after.start_player != player:  # a new stage has given them a karma
            yield from find_own_happenings(before, after, after.start_player)

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        board = position.running.boards[player]
        tokens = board.tokens
        counted = {"hand": board.hand, "actions": board.actions, "due": list(board.due), "order": list(tokens.order)}
        return {
            "fame": tokens.fame,
            "coins": tokens.coins,
            "karma": tokens.karma,
            "administrators": tokens.administrators,
            "turned": tokens.turned,
            "cards": list_turned_cards(tokens.turned_left, tokens.turned_right),
            "unrevealed": list(tokens.unrevealed),
            "bonuses": list(tokens.bonuses),
            "bonuses_left": list(list_bonuses_left(tokens)),
            "display": [str(card) for card in board.display],
            "goods": count_goods(board.display),
            "choices": [describe_resolution(way) for way in board.choices],
            **({} if board.hand is None else counted),
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        return {
            **super().describe_shared(position),
            "middle": game.middle,
            "stack": game.stack,
            "ships": sorted(list_ships(game)),
            "last_ships": list(list_last_ships(position)),
            "to_lay": list(LAYABLE) if game.night else [],
        }


def list_earlier_moves(board: Board) -> Iterator[str]:
    """List what tables of earlier versions were offered."""
    yield "end"
    if board.tokens.turned < SCORING_CARDS:  # afterwards tokens only pile up
        yield from ("fame 1", "fame 2", "coins 1", "coins 2", "coins 3", "karma 1", "karma 2", "administrators 1")
        yield "palace 4"


def list_actions(game: Game, player: str) -> Iterator[str]:
    """List an example of every kind of card, with the usual payments."""
    board = game.boards[player]
    if not board.due and (player != game.turn or not board.actions):
        return
    ship = next((number for number in SHIPS if number not in list_ships(game)), None)
    payments = {"1": board.hand, "joker": board.tokens.administrators, "nothing": board.due}
    yield "die"
    for paid in (paid for paid, possible in payments.items() if possible):
        yield from (f"buy {building} for {paid}" for building in Tracking.buildings)
        yield from (f"buy ship{ship} for {paid} gives {reward}" for reward in Tracking.rewards if ship)
        for action in PALACE:
            rewards = game.list_last_rewards() if action == SHIP_REWARD else ()
            yield from (f"pay {paid} for palace {action} gives {reward}" for reward in rewards if reward)
            yield f"pay {paid} for palace {action}"
    yield from (f"goods {good}2{coin}" for good in GOODS for coin in ("", " coin"))


def list_last_ships(position: Position[Game]) -> Iterator[dict[str, Any]]:
    """List the last ship of every row, for palace action 5."""
    for player in position.players:
        ship = find_last_ship(position.running.boards[player.name].display)
        if ship:
            yield {"seat": player.seat, "ship": ship.ship, "reward": ship.reward}


def list_turned_cards(left: int, right: int) -> list[bool]:
    """Return for each of the six scoring cards, from the left, whether it is turned over."""
    return [place < left or place >= SCORING_CARDS - right for place in range(SCORING_CARDS)]


def describe_resolution(way: Resolution) -> dict[str, Any]:
    return {
        "sets": list(way.kinds),
        "coins": way.coins,
        "administrators": way.administrators,
        "cards": [str(card) for card in way.discarded],
    }


def make_token_happening(code: str) -> Happening:
    kind, _, rest = code.partition("-")
    if kind != "turned":
        return Happening(code)
    card, _, bonus = rest.partition("-")
    return (
        Happening("turned-known", card=int(card), bonus=f"bonus-{bonus}") if bonus else Happening(kind, card=int(card))
    )


def find_own_happenings(before: Game, after: Game, player: str) -> Iterator[News]:
    board = after.boards[player]
    if board != before.boards[player]:
        yield from ((player, happening) for happening in board.news)
        yield from ((player, make_token_happening(code)) for code in board.tokens.news)


def find_shared_happenings(before: Game, after: Game) -> Iterator[Happening]:
    if after.start_karma > before.start_karma:
        yield Happening("start-karma", player=after.start_player)
    if after.laid_out_again > before.laid_out_again:
        yield Happening("middle-empty")
    yield from find_round_happenings(before, after)
    if len(after.piles) > len(before.piles) and not after.may_finish:
        yield Happening("reshuffle")
