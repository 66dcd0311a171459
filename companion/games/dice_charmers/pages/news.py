"""What has just happened at a table, for those who were not looking."""

from collections.abc import Sequence
from itertools import takewhile

from companion.games.dice_charmers.rules.moves import EndTurn, Roll, parse_move
from companion.games.dice_charmers.table.news import News, news
from companion.games.dice_charmers.texts import Things
from companion.games.table_game import BOT, SeenTable, Step, Visit
from companion.storage import Event

NEWS = 6  # for the screen in the room


def tell_newest(visit: Visit, things: Things) -> list[News]:
    """Word the last moves, the newest first."""
    told = [step for step in visit.last_steps() if is_worth_telling(step.event)]
    return word_steps(things, told[-NEWS:])[::-1]


def tell_meanwhile(visit: Visit, things: Things) -> list[News]:
    """Word what the bots have done since somebody else's last move, in order."""
    bots = {seat.seat for seat in visit.table.seats if seat.kind == BOT}
    if not bots or visit.table.phase != "playing":
        return []
    theirs = list(takewhile(lambda step: step.event.seat in bots, reversed(visit.last_steps())))
    return word_steps(things, [step for step in reversed(theirs) if is_worth_telling(step.event)])


def is_worth_telling(event: Event) -> bool:
    return event.kind == "move" and not isinstance(parse_move(event.body["move"]), Roll | EndTurn)


def word_steps(things: Things, steps: Sequence[Step[SeenTable]]) -> list[News]:
    return list(news(things, ((step.before.position.state, step.event, step.after.position.state) for step in steps)))
