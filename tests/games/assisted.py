"""Helpers for tests of assisted games; `parse` is the game's own."""

from functools import reduce

import pytest

from companion.games.fair_dice import FairDice
from companion.games.table_game import Player
from companion.rules.refusal import IllegalMove
from companion.storage import Event


def play(parse, game, transcript):
    """Apply a transcript with lines like `Anna: fame 3, money 5`."""
    for line in transcript.strip().splitlines():
        player, _, moves = line.strip().partition(": ")
        for move in moves.split(", "):
            game = game.apply(player, parse(move))
    return game


def refused(parse, game, player, move):
    refusal = game.check(player, parse(move))
    with pytest.raises(IllegalMove):
        game.apply(player, parse(move))
    return refusal


def states(parse, game, entries):
    """Yield the initial game, then the game after every legal entry with the player who made it."""
    yield game, None
    for player, text in entries:
        move = parse(text)
        assert parse(str(move)) == move
        if game.check(player, move) is None:
            game = game.apply(player, move)
            yield game, player


class Evening:
    """A table of an assisted game at which people enter offers at random; every change is an event."""

    seed = "11" * 32
    seats = ("red", "blue", "green", "yellow")

    def __init__(self, game, luck, players, **chosen):
        self.game, self.luck = game, luck
        options = {option: luck.choice(choices) for option, choices in game.options.items()} | chosen
        people = [Player(seat, seat.title(), False) for seat in self.seats[:players]]
        self.start = self.position = game.begin(options, people)
        self.events = []

    def enter_any(self):
        """Enter one of the offers to anybody; return the seat, or None when the game is over."""
        seats = [player.seat for player in self.position.players]
        for seat in self.luck.sample(seats, len(seats)):
            offers = self.game.list_moves(self.position, seat)
            if offers:
                move = self.luck.choice(offers).move
                assert self.game.normalise_move(self.position, move) == move
                self.enter(seat, move)
                return seat
        return None

    def enter(self, seat, move):
        dice = FairDice(self.seed, len(self.events) + 1, "nonce")
        self.write(self.game.submit(self.position, seat, move, dice))

    def undo(self, seat):
        self.write(self.game.undo(self.position, seat, whole_turn=False))

    def write(self, entries):
        for entry in entries:
            self.events.append(Event.of(entry, len(self.events) + 1, 0))
            self.position = self.game.apply(self.position, self.events[-1])

    def replay(self):
        return reduce(self.game.apply, self.events, self.start)

    def look(self):
        """Return everything that people see of the game, except the journal of what they entered."""
        position, mode = self.position, self.game.find_mode(self.position)
        seen = {"opening": position.opening, "turn": mode.describe_turn(position)}
        if position.game is None:
            return seen
        boards = {name: mode.describe_board(position, name) for name in position.names}
        scoring = position.game.fill_scoring_form()
        return seen | {"boards": boards, "shared": mode.describe_shared(position), "scoring": scoring}
