"""The last things that happened at a table, in a sentence each, for those who watch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.games.dice_charmers.kinds.moves import MOVES
from companion.games.dice_charmers.rules import Played, State, changes
from companion.games.dice_charmers.table.entries import as_event
from companion.games.dice_charmers.texts import Things, effect_words, move_words
from companion.storage import Event

Step = tuple[State, Event, State]  # before, what happened, after


@dataclass(frozen=True)
class News:
    seat: str
    text: str
    effects: tuple[str, ...] = ()


def news(things: Things, steps: Iterable[Step]) -> Iterator[News]:
    for before, event, after in steps:
        if event.kind != "move" or not event.seat:
            continue
        played = as_event(event.kind, event.seat, event.body)
        assert isinstance(played, Played)
        said = MOVES[type(played.move)].says
        effects = [effect for effect in changes(before, after, event.seat) if effect.code is not said]
        yield News(
            event.seat,
            move_words(things, before, played.move),
            tuple(effect_words(things, effect) for effect in effects),
        )
