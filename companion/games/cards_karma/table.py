"""Live assist for Cards & Karma."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.assist.journal import News
from companion.games.assist.position import Position
from companion.games.assist.table import AssistedGame
from companion.games.cards_karma.rules.display import (
    BUILDINGS,
    COINS,
    GOODS,
    SHIPS,
    Card,
    Resolution,
    add_card,
    count_goods,
    find_resolutions,
)
from companion.games.cards_karma.rules.game import Board, Game, new_game
from companion.games.cards_karma.rules.moves import Choose, Move, Reveal, Take, parse
from companion.games.cards_karma.rules.setup import count_grid_cards
from companion.games.cards_karma.rules.tokens import SCORING_CARD_OF, SCORING_CARDS, list_bonuses_left
from companion.games.cards_karma.scoring import SCORING
from companion.games.cards_karma.words import CARDS_KARMA, describe_bonus
from companion.rules.coded import Happening

TO_CARRY_OUT = ("palace", "ship", "dice", "turn")  # bonuses that are actions, not tokens


class CardsKarma(AssistedGame[Game, Move]):
    name = "cards-karma"
    parse = staticmethod(parse)
    scoring = SCORING
    words = CARDS_KARMA
    skipping = "end"
    # Symbols of cards, for the templates
    buildings = BUILDINGS
    goods = tuple(f"{good}{coins}" for good in GOODS for coins in COINS)
    ships = tuple(f"ship{number}" for number in SHIPS)
    describe_bonus = staticmethod(describe_bonus)

    def new_game(self, position: Position[Game], first: str) -> Game:
        return new_game(position.clockwise_from(first))

    def opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        return [f"first {player.seat}" for player in position.players]

    def typical_moves(self, position: Position[Game], player: str) -> Iterator[str]:
        game = position.running
        board = game.boards[player]
        yield "finish"
        if game.may_finish and not board.choices and not board.tokens.unrevealed:
            return  # late entries can still be typed
        yield from (f"choose {option + 1}" for option in range(len(board.choices)))
        if board.tokens.unrevealed:
            yield from (f"reveal {bonus}" for bonus in SCORING_CARD_OF)
            return
        yield "end"
        if board.tokens.turned < SCORING_CARDS:  # afterwards tokens only pile up
            yield from ("fame 1", "fame 2", "coins 1", "coins 2", "coins 3", "karma 1", "karma 2", "administrators 1")
            yield "palace 4"

    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterator[News]:
        yield from ((player, happening) for happening in find_display_happenings(before.boards[player], move))
        for name in dict.fromkeys((player, after.start_player)):
            if after.boards[name] != before.boards[name]:
                yield from ((name, make_token_happening(code)) for code in after.boards[name].tokens.news)
        yield from ((None, happening) for happening in find_shared_happenings(before, after))

    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        game = position.game
        if game is None:
            return position.names[0], Happening("choose-first")
        if game.may_finish:
            return game.start_player, Happening("last-stage-done")
        return game.turn, Happening("turn", player=game.turn)

    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        board = position.running.boards[player]
        tokens = board.tokens
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
        }

    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        game = position.running
        return {
            "elephant": {"holder": position.seat(game.start_player)},
            "round": game.round,
            "stage": game.stage,
            "grid": count_grid_cards(len(position.players)),
            "ending": game.last_stage is not None,
            "may_finish": game.may_finish,
        }


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
    kind, _, card = code.partition("-")
    return Happening("turned", card=int(card)) if kind == "turned" else Happening(code)


def find_display_happenings(board: Board, move: Move) -> Iterator[Happening]:
    match move:
        case Take(card):
            display = add_card(board.display, card)
            lost = [old for old in board.display if old not in display]
            if lost:
                yield Happening("row-lost", cards=join_cards(lost))
            ways = find_resolutions(display)
            if len(ways) == 1:
                yield make_set_happening(ways[0])
            elif ways:
                yield Happening("choice")
        case Choose(option):
            yield make_set_happening(board.choices[option - 1])
        case Reveal(bonus) if bonus in TO_CARRY_OUT:
            yield Happening(f"bonus-{bonus}")


def make_set_happening(way: Resolution) -> Happening:
    cards, sets = join_cards(way.discarded), ",".join(way.kinds)
    return Happening("set", sets=sets, coins=way.coins, administrators=way.administrators, cards=cards)


def join_cards(cards: Sequence[Card]) -> str:
    return ",".join(str(card) for card in cards)


def find_shared_happenings(before: Game, after: Game) -> Iterator[Happening]:
    if after.start_karma > before.start_karma:
        yield Happening("start-karma", player=after.start_player)
    for player in after.boards.players:
        complete = after.boards[player].tokens.turned == SCORING_CARDS
        if complete and before.boards[player].tokens.turned < SCORING_CARDS:
            yield Happening("end-triggered", player=player)
    if after.may_finish and not before.may_finish:
        yield Happening("last-stage-done")
    elif after.round > before.round:
        cards = count_grid_cards(len(after.boards.players))
        yield Happening("round-begins", round=after.round, player=after.start_player, cards=cards)
