"""What holds for every assistant, whatever people enter: the state equals a replay, undo equals never entered."""

from functools import reduce
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fair_dice import FairDice
from companion.games.game import load_table_games
from companion.games.table_game import Player
from companion.i18n import use_language
from companion.rules.messages import IllegalMove
from companion.storage import Event
from tests.tally import TallyTable

GAMES = [TallyTable(), *(game for game in load_table_games().values() if game.assisted)]
LONGEST = 3000  # entries; offers always lead to the end
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
luck = st.integers(0, 2**32).map(Random)


def test_three_games_fit_into_few_lines():
    """The assistants replaced modes of 13,187 lines; docs/assist.md has the figure."""
    package = Path(__file__).parents[2] / "companion"
    folders = [package / "rules", *(package / "games" / name for name in ("rajas", "cards_karma", "agra"))]
    files = [*(package / "games").glob("assistant*.py"), *(file for folder in folders for file in folder.rglob("*.py"))]
    lines = sum(len(file.read_text().splitlines()) for file in files)
    assert len(files) >= 25 and lines <= 7_500


class Evening:
    """A table at which people enter offers at random; every change is an event."""

    seed = "11" * 32
    seats = ("red", "blue", "green", "yellow")

    def __init__(self, game, luck, players):
        self.game, self.luck = game, luck
        options = {option: luck.choice(choices) for option, choices in game.options.items()}
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

    def undo(self, seat, entry=None):
        """Undo an entry, or else the latest one of the seat; return the refusal, if any."""
        try:
            self.write(self.game.undo(self.position, seat, whole_turn=False, entry=entry))
        except IllegalMove as error:
            return error.refusal
        return None

    def write(self, entries):
        for entry in entries:
            self.events.append(Event.of(entry, len(self.events) + 1, 0))
            self.position = self.game.apply(self.position, self.events[-1])

    def replay(self):
        return reduce(self.game.apply, self.events, self.start)

    def look(self):
        """Return everything that people see of the game, except the journal of what they entered."""
        view = dict(self.game.make_view(self.position))
        del view["journal"], view["undo"]
        return view, self.game.describe_turn(self.position)


@every_game
@settings(max_examples=3, deadline=None)
@given(luck=luck, players=st.integers(2, 4))
def test_offers_lead_to_the_end_and_a_replay_gives_the_same_table(game, luck, players):
    evening = Evening(game, luck, players)
    while not game.find_result(evening.position):
        assert evening.enter_any() and len(evening.events) < LONGEST
    result = game.find_result(evening.position)
    assert result == game.scoring.score(game.make_view(evening.position)["scoring"])
    assert {player["name"] for player in result["players"]} == set(evening.position.names)
    assert evening.replay() == evening.position


@every_game
@settings(max_examples=5, deadline=None)
@given(luck=luck, players=st.integers(2, 4))
def test_undoing_an_entry_at_any_depth_equals_never_having_entered_it(game, luck, players):
    evening = Evening(game, luck, players)
    for _ in range(40):
        if game.find_result(evening.position) or not evening.enter_any():
            break
    if game.find_result(evening.position):
        evening.events.pop()
        evening.position = evening.replay()
    undone = luck.choice([line for line in evening.position.lines if not line.undone])
    before = evening.position
    refusal = evening.undo(undone.seat, undone.number)
    if refusal:
        assert refusal.code == "needed-later" and refusal.details["entry"] and evening.position == before
        return
    without = Evening(game, Random(0), players)
    without.start = without.position = evening.start
    for event in evening.events:
        if event.kind in ("move", "rolled") and event.seq != undone.number:
            without.write([event])
    assert evening.look() == without.look()
    assert evening.replay() == evening.position


@every_game
@settings(max_examples=3, deadline=None)
@given(luck=luck, players=st.integers(2, 4))
def test_undo_reaches_back_to_the_start_entry_by_entry(game, luck, players):
    evening = Evening(game, luck, players)
    seen = [evening.look()]
    for _ in range(25):
        evening.enter_any()
        if game.find_result(evening.position):
            evening.events.pop()
            evening.position = evening.replay()
            break
        seen.append(evening.look())
    while lines := [line for line in evening.position.lines if not line.undone]:
        assert evening.look() == seen.pop()
        assert evening.undo(lines[-1].seat) is None
    assert evening.look() == seen.pop() and not seen


@every_game
@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_that_happens_is_worded(game, language):
    if game.name == "tally" and language != "en":
        pytest.skip("only a test game")
    with use_language(language):
        evening = Evening(game, Random(5), 3)
        for _ in range(80):
            turn = game.describe_turn(evening.position)
            lines = [game.describe_line(evening.position, line) for line in evening.position.lines[-1:]]
            texts = [text for line in lines for text in (line["text"], *(news["text"] for news in line["news"]))]
            offers = [offer.label for offer in game.list_moves(evening.position, turn["seat"])]
            for text in (turn["prompt"], *texts, *offers):
                assert text.strip() and "%(" not in text and "{" not in text
            if evening.enter_any() is None or game.find_result(evening.position):
                return
