"""Whole games, kept as transcripts, play to the result noted in their first line."""

from pathlib import Path

import pytest

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.rules import outcome, parse_transcript, play_transcript

GAMES = sorted(Path(__file__).parent.glob("*.txt"))
PAD = Path(__file__).parents[1] / "definition" / "pad.toml"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_recorded_game_plays_to_its_result(game):
    text = game.read_text()
    transcript = parse_transcript(text)
    definition = load_sheet(PAD if transcript.sheet == "pad" else transcript.sheet)
    state, fault = play_transcript(definition.sheet, transcript)
    assert fault is None
    standings = outcome(state).standings
    result = ", ".join(f"{found['rank']}. {found['name']} {found['score']:g}" for found in standings)
    assert text.splitlines()[0] == f"# result: {result}"


def test_games_of_every_sort_are_kept():
    transcripts = [parse_transcript(game.read_text()) for game in GAMES]
    assert {len(transcript.started.players) for transcript in transcripts} == {2, 3, 4, 5}
    assert {transcript.started.dice for transcript in transcripts} == {"virtual", "real"}
    assert any(transcript.started.paper for transcript in transcripts)
