"""The guided first game: its script is legal, its dice are fixed and marked, its bot never surprises."""

import random

import pytest

from companion.games.dice_charmers.game import GAME
from companion.games.dice_charmers.lesson import (
    ASTRAY,
    FAREWELL,
    LESSON_ROLLS,
    LESSON_SETTINGS,
    NUMBER_OF_STEPS,
    SCRIPT,
    SEATS,
)
from companion.games.dice_charmers.rules import compare_states, describe_marks, to_move
from companion.games.fair_dice import FairDice
from companion.games.table_game import Player
from companion.storage import Event

PLAYERS = [Player("red", "Guest", False), Player("blue", "Tara", False)]
VISITOR, BOT = SEATS


@pytest.fixture(scope="module")
def game():
    return GAME.load_table_game(None)


class Play:
    """A lesson at a table; the seed and the bot's chance differ from test to test."""

    def __init__(self, game, seed="ab" * 32, **settings):
        self.game, self.seed, self.rolls = game, seed, []
        self.position = game.begin({"dice": "virtual", **LESSON_SETTINGS, **settings}, PLAYERS)
        self.seq = 4

    def enter(self, seat, move):
        for entry in self.game.submit(self.position, seat, move, FairDice(self.seed, self.seq + 1, "cafe")):
            self.seq += 1
            if entry.kind == "rolled":
                again = self.game.recompute_roll(self.position, self.event(entry), self.seed)
                assert again == entry
                self.rolls.append(entry.body)
            self.position = self.game.apply(self.position, self.event(entry))
        return self.position

    def event(self, entry):
        return Event(self.seq, 0, entry.kind, entry.body, entry.seat)

    def let_the_bot_play(self):
        while to_move(self.position.state) == BOT:
            self.enter(BOT, self.game.choose_bot_move(self.position, BOT, random.Random(self.seed)))

    @property
    def step(self):
        return self.position.lesson.find_step(self.position.history)


def test_the_lesson_is_played_to_its_end(game):
    play, numbers = Play(game), []
    for move, text in SCRIPT:
        play.let_the_bot_play()
        if text:
            assert play.step.text == text
            numbers.append(play.step.number)
            play.enter(VISITOR, move)
    play.let_the_bot_play()
    assert numbers == list(range(1, NUMBER_OF_STEPS + 1))
    assert play.step.text == FAREWELL and play.step.last
    assert play.position.state.round == max(LESSON_ROLLS) + 1
    assert [roll["fixed"] for roll in play.rolls] == [True] * 3
    play.enter(VISITOR, "roll")
    assert "fixed" not in play.rolls[-1]
    assert play.step is None


def test_each_colour_a_chain_karma_and_the_elephant_come_up(game):
    states = Play(game).position.lesson.states
    moves = [move for move, text in SCRIPT if text]
    assert {move.split()[1].partition("-")[0] for move in moves if move.startswith("take")} == {
        "purple", "orange", "green", "blue",
    }  # fmt: skip
    assert any(move.startswith("use ") for move in moves) and any(move.startswith("karma ") for move in moves)
    marks = describe_marks(states[-1], VISITOR)
    assert (marks["fame"], marks["money"], marks["river"]) == (2, 4, [1, 5])
    assert (marks["karma_circled"], marks["karma_used"]) == (2, 1)
    assert compare_states(states[0], states[-1], VISITOR)


def test_the_marked_places_can_be_tapped(game):
    play = Play(game)
    for move, text in SCRIPT:
        play.let_the_bot_play()
        if text:
            offers = {str(offer.move): offer for offer in game.list_moves(play.position, VISITOR)}
            assert set(play.step.spots) == set(offers[move].targets)
            play.enter(VISITOR, move)


def test_who_leaves_the_lesson_can_undo_or_play_on_with_the_same_dice(game):
    play = Play(game)
    play.enter(VISITOR, "roll")
    play.enter(VISITOR, "take purple-2")
    assert play.step.text == ASTRAY and play.step.number == 0
    play.enter(VISITOR, "end turn")
    moves = []
    for seed in ("12" * 32, "34" * 32):
        again = Play(game, seed)
        for move in ("roll", "take purple-2", "end turn"):
            again.enter(VISITOR, move)
        again.let_the_bot_play()
        moves.append(again.position.state)
        assert again.step is None
    assert moves[0] == moves[1]


def test_an_ordinary_table_has_no_lesson_and_fair_dice(game):
    for settings in ({"lesson": ""}, {"lesson": "2"}, {"sheet": "moon"}):
        play = Play(game, **settings)
        assert play.position.lesson is None
        play.enter(VISITOR, "roll")
        assert "fixed" not in play.rolls[0]


def test_the_first_turn_says_that_a_tap_explains_everything():
    texts = [text for _, text in SCRIPT if text]
    assert any("Tap anything to learn what it is." in text for text in texts[:3])
