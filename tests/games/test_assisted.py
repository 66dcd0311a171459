"""What holds for every assisted game in every mode, whatever people enter."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.game import load_table_games
from companion.i18n import use_language
from tests.games.assisted import Evening

MODES = [
    pytest.param(game, mode, id=f"{game.name}-{mode}")
    for game in load_table_games().values()
    if game.assisted
    for mode in game.modes
]
LONGEST = 3000  # entries; offers always lead to the end
luck = st.integers(0, 2**32).map(Random)


@pytest.mark.parametrize(("game", "mode"), MODES)
@settings(max_examples=2, deadline=None)
@given(luck=luck, players=st.integers(2, 4))
def test_offers_lead_to_the_end_and_a_replay_gives_the_same_table(game, mode, luck, players):
    evening = Evening(game, luck, players, mode=mode)
    while evening.enter_any():
        assert len(evening.events) < LONGEST
    result = game.find_result(evening.position)
    assert result == game.scoring.score(game.make_view(evening.position)["scoring"])
    assert {player["name"] for player in result["players"]} == set(evening.position.names)
    assert evening.replay() == evening.position


@pytest.mark.parametrize(("game", "mode"), MODES)
@settings(max_examples=2, deadline=None)
@given(luck=luck, players=st.integers(2, 4))
def test_undo_restores_what_was_there_and_the_entry_counts_once_again(game, mode, luck, players):
    evening = Evening(game, luck, players, mode=mode)
    for _ in range(25):
        before = evening.look()
        seat = evening.enter_any()
        after = evening.look()
        if seat is None:
            return
        if not game.find_undoable(evening.position, evening.position.name(seat)):
            continue  # it has begun or ended the game
        move = evening.events[-1].body["move"]
        evening.undo(seat)
        assert evening.look() == before, move
        evening.enter(seat, move)
        assert evening.look() == after, move


@pytest.mark.parametrize(("game", "mode"), MODES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_that_happens_is_worded(game, mode, language):
    with use_language(language):
        evening = Evening(game, Random(5), 3, mode=mode)
        for _ in range(80):
            turn = game.describe_turn(evening.position)
            lines = [game.describe_line(evening.position, line) for line in evening.position.journal[-1:]]
            texts = [text for line in lines for text in (line["text"], *(news["text"] for news in line["news"]))]
            offers = [offer.label for offer in game.list_moves(evening.position, turn["seat"])]
            for text in (turn["prompt"], *texts, *offers):
                assert text.strip() and "%(" not in text and "{" not in text
            if evening.enter_any() is None or game.find_result(evening.position):
                return
