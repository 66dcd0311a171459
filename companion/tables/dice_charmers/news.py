"""The last things that happened at a table, in a sentence each, for those who watch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.i18n.dice_charmers import Things, effect_words, move_words
from companion.rules.dice_charmers import Played, State, changes
from companion.storage import Event
from companion.tables.dice_charmers.entries import as_event

Step = tuple[State, Event, State]  # before, what happened, after


@dataclass(frozen=True)
class News:
    seat: str
    text: str
    effects: tuple[str, ...] = ()


def last_news(things: Things, steps: Iterable[Step], most: int) -> list[News]:
    """The newest first."""
    told = list(news(things, steps))
    return told[: -most - 1 : -1]


def news(things: Things, steps: Iterable[Step]) -> Iterator[News]:
    for before, event, after in steps:
        if event.kind != "move" or not event.seat:
            continue
        played = as_event(event.kind, event.seat, event.body)
        assert isinstance(played, Played)
        effects = changes(before, after, event.seat)
        yield News(
            event.seat,
            move_words(things, before, played.move),
            tuple(effect_words(things, effect) for effect in effects),
        )
