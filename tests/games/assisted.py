"""Helpers for tests of assisted games; `parse` is the game's own."""

import pytest

from companion.rules.refusal import IllegalMove


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
        if game.check(player, move) is None:
            game = game.apply(player, move)
            yield game, player


def legal_moves_and_check_agree(parse, game, texts):
    for player in game.boards.players:
        legal = set(game.legal_moves(player))
        for move in legal:
            assert game.check(player, move) is None
            assert parse(str(move)) == move
        for text in texts:
            assert (parse(text) in legal) == (game.check(player, parse(text)) is None)
