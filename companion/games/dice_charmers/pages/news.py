"""What has just happened at a table of The Dice Charmers, for those who were not looking."""

from collections.abc import Sequence
from itertools import takewhile

from companion.games.dice_charmers.rules.moves import EndTurn, Roll, parse_move
from companion.games.dice_charmers.table import DiceCharmers
from companion.games.dice_charmers.table.news import News, news
from companion.storage import Event
from companion.tables.table import BOT, Table
from companion.tables.trail import Step
from companion.web.companion import companion

NEWS = 6  # for the screen in the room


def newest(table: Table) -> list[News]:
    """The last moves, the newest first."""
    told = [step for step in companion().tables.trails.leading_to(table) if worth_telling(step.event)]
    return in_words(table, told[-NEWS:])[::-1]


def meanwhile(table: Table) -> list[News]:
    """What the bots have done since somebody else's last move, in order."""
    bots = {seat.seat for seat in table.seats if seat.kind == BOT}
    if not bots or table.phase != "playing" or not isinstance(table.game, DiceCharmers):
        return []
    steps = companion().tables.trails.leading_to(table)
    theirs = list(takewhile(lambda step: step.event.seat in bots, reversed(steps)))
    return in_words(table, [step for step in reversed(theirs) if worth_telling(step.event)])


def worth_telling(event: Event) -> bool:
    return event.kind == "move" and not isinstance(parse_move(event.body["move"]), Roll | EndTurn)


def in_words(table: Table, steps: Sequence[Step]) -> list[News]:
    assert isinstance(table.game, DiceCharmers)
    around = [(step.before.position.state, step.event, step.after.position.state) for step in steps]
    return list(news(table.game.things(table.position), around))
