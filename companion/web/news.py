"""What has just happened at a table of The Dice Charmers, for those who were not looking."""

from itertools import takewhile

from companion.rules.dice_charmers.moves import EndTurn, Roll, parse_move
from companion.storage import Event
from companion.tables.dice_charmers import DiceCharmers
from companion.tables.dice_charmers.news import News, Step, news
from companion.tables.table import BOT, Table
from companion.web.companion import companion

NEWS = 6  # for the screen in the room


def newest(table: Table) -> list[News]:
    """The last moves, the newest first."""
    assert isinstance(table.game, DiceCharmers)
    told = [step for step in steps(table.code) if worth_telling(step[1])]
    return list(news(table.game.things(table.position), told[-NEWS:]))[::-1]


def meanwhile(table: Table) -> list[News]:
    """What the bots have done since somebody else's last move, in order."""
    bots = {seat.seat for seat in table.seats if seat.kind == BOT}
    if not bots or table.phase != "playing" or not isinstance(table.game, DiceCharmers):
        return []
    theirs = list(takewhile(lambda step: step[1].seat in bots, reversed(steps(table.code))))
    return list(news(table.game.things(table.position), [step for step in reversed(theirs) if worth_telling(step[1])]))


def worth_telling(event: Event) -> bool:
    return event.kind == "move" and not isinstance(parse_move(event.body["move"]), Roll | EndTurn)


def steps(code: str) -> list[Step]:
    """Every event of the game with the states around it."""
    here = companion().tables
    states = {each.version: each.position.state for each in here.history(code) if each.position is not None}
    events = {event.seq: event for event in here.log.read(code)}
    return [(states[seq - 1], events[seq], state) for seq, state in states.items() if seq - 1 in states]
