"""Records of games that nobody played."""

from companion.history.record import Player, Record, make_id, make_person

DAY = 86_400_000
EVENING = 1_800_000_000_000


def played(number: int, *players: tuple[str, float, int], game: str = "agra", **more: object) -> Record:
    """The game of an evening: `played(3, ("Anna", 31, 1), ("Boris", 28, 2))`."""
    colours = ("red", "blue", "green", "yellow")
    seats = tuple(
        Player(name, make_person(name), "phone", colour, score, rank, first=colour == "red")
        for (name, score, rank), colour in zip(players, colours, strict=False)
    )
    return Record(make_id("test", game, str(number)), game, EVENING + number * DAY, 40, seats, **more)
