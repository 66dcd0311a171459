"""Rajas of the Ganges: the fame track and the money track, which run in opposite directions, and scoring.

Bonuses follow the markers. Fame never falls by the rules, so fame that is entered lower is a correction and its bonuses
go back. Money falls whenever somebody pays: its bonuses stay, and only `return money-12` takes one back.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from companion.rules.assistant import GameEntry, TrackedGame, clockwise
from companion.rules.messages import N_, Happening, Message, Refusal
from companion.rules.scoring import Result, ScoringInput, Standing, rank_players
from companion.rules.text_form import OUT_OF_LIMITS, Between, OneOf

LAST_FAME = 60
LAST_MONEY = 120
MEETING = LAST_FAME + 1  # fame spaces that both markers have to cover together


def convert_to_fame_spaces(money: int) -> int:
    """Convert money to fame spaces: two money spaces are next to one fame space, rounded up."""
    return (money + 1) // 2


def count_beyond_meeting(fame: int, money: int) -> int:
    """Count the fame spaces by which the markers have passed each other; negative: spaces still to go."""
    return fame + convert_to_fame_spaces(money) - MEETING


@dataclass(frozen=True)
class TrackBonus:
    """A bonus given once, when the marker first reaches or passes the space."""

    track: str  # "fame" or "money"
    space: int
    gives: str  # "upgrade", "worker", "karma", "boat" or "dice"

    @property
    def name(self) -> str:
        return f"{self.track}-{self.space}"


TRACK_BONUSES = (
    TrackBonus("fame", 5, "upgrade"),  # counts from the next turn on
    TrackBonus("fame", 15, "worker"),
    TrackBonus("fame", 24, "karma"),  # two levels
    TrackBonus("fame", 31, "boat"),  # to the next free river space
    TrackBonus("money", 12, "boat"),
    TrackBonus("money", 20, "worker"),
    TrackBonus("money", 33, "dice"),  # any two
    TrackBonus("money", 44, "boat"),
    TrackBonus("money", 55, "dice"),
)

# Final scoring

MOST_PLAYERS = 4
WORDS = {"met_first": "whose markers met first"}


# Problems with the order in which the markers met
NOT_A_PLAYER = Message("not-a-player", "No player has this name.")
MARKERS_APART = Message("not-met", "This player’s markers have not met.")
NAMED_TWICE = Message("named-twice", "This player is named twice.")


def score(data: Mapping[str, object]) -> Result:
    """Score the totals of all players, in fame spaces beyond the meeting point. Raises BadScoring.

    Negative points are spaces still to go.
    """
    form = ScoringInput(data)
    breakdowns: dict[str, dict[str, int]] = {}
    met: dict[str, bool] = {}
    for name, player in form.read_players(MOST_PLAYERS):
        wrong = len(form.problems)
        breakdowns[name] = make_breakdown(
            player.read_number("fame", 0, LAST_FAME), player.read_number("money", 0, LAST_MONEY)
        )
        unclear = len(form.problems) > wrong  # that is reported already
        met[name] = unclear or sum(breakdowns[name].values()) >= 0
    met_order = _read_met_order(form, met)
    form.finish()
    standings = [
        Standing(name, points, {"met_first": _rate_earliness(name, met_order)}) for name, points in breakdowns.items()
    ]
    return rank_players("rajas", standings, WORDS)


def make_breakdown(fame: int, money: int) -> dict[str, int]:
    """Split a score: fame, money in fame spaces, minus the meeting point."""
    return {"fame": fame, "money": convert_to_fame_spaces(money), "meeting_point": -MEETING}


def _read_met_order(form: ScoringInput, met: Mapping[str, bool]) -> list[str]:
    order: list[str] = []
    for position, name in enumerate(form.read_list("met_order")):
        field = f"met_order[{position}]"
        known = name.strip() if isinstance(name, str) else None
        if known is None or known not in met:
            form.refuse(field, NOT_A_PLAYER)
        elif known in order:
            form.refuse(field, NAMED_TWICE)
        elif not met[known]:
            form.refuse(field, MARKERS_APART)
        else:
            order.append(known)
    return order


def _rate_earliness(name: str, met_order: Sequence[str]) -> int:
    """Return a higher number for a player who met earlier; 0 for players not in the order."""
    return len(met_order) - met_order.index(name) if name in met_order else 0


# The assistant: where the markers are, what they have reached, and how the game ends

Counter = Literal["fame", "money", "karma"]
MOST: Mapping[Counter, int] = {"fame": LAST_FAME, "money": LAST_MONEY, "karma": 3}
STARTING_MONEY = (3, 4, 5, 6)  # in turn order
STARTING_WORKERS, FIVE_WORKERS, SIX_WORKERS = 3, 5, 6
KARMA_OF_FAME_24 = 2
MOGUL_FAME = 2

BRIDGE = "bridge"
BONUSES: Mapping[str, TrackBonus] = {bonus.name: bonus for bonus in TRACK_BONUSES}
WORKER_PLACES = ("fame-15", "money-20", BRIDGE)
MONEY_BONUSES = tuple(bonus.name for bonus in TRACK_BONUSES if bonus.track == "money")
MARKED_BONUSES = tuple(name for name in MONEY_BONUSES if name not in WORKER_PLACES)  # where the bonus marker waits


class Variant(StrEnum):
    BASIC = "basic"
    NAVARATNAS = "navaratnas"
    MIXED = "mixed"  # experienced players among beginners


REACHED = {
    "fame-5": Message(
        "fame-5", "Fame %(old)s → %(new)s: upgrade a building of your choice. It counts from your next turn on."
    ),
    "fame-15": Message(
        "fame-15", "Fame %(old)s → %(new)s: take your worker from fame 15. You may still place it this round."
    ),
    "fame-24": Message("fame-24", "Fame %(old)s → %(new)s: raise your karma by 2, up to 3."),
    "fame-31": Message(
        "fame-31", "Fame %(old)s → %(new)s: your boat goes to the next free river space; take what is shown there."
    ),
    "money-12": Message(
        "money-12",
        "Money %(old)s → %(new)s: bonus marker to 33. Your boat goes to the next free river space; take what is shown"
        " there.",
    ),
    "money-20": Message(
        "money-20", "Money %(old)s → %(new)s: take your worker from money 20. You may still place it this round."
    ),
    "money-33": Message("money-33", "Money %(old)s → %(new)s: bonus marker to 44. Take any two dice and roll them."),
    "money-44": Message(
        "money-44",
        "Money %(old)s → %(new)s: bonus marker to 55. Your boat goes to the next free river space; take what is shown"
        " there.",
    ),
    "money-55": Message(
        "money-55", "Money %(old)s → %(new)s: the bonus marker leaves the game. Take any two dice and roll them."
    ),
    BRIDGE: Message(BRIDGE, "Your boat has passed the bridge: take your worker from there. You may still place it."),
}
LAST_WORKER_LEAVES = Message(
    "last-worker-leaves", "You have five workers now. Your sixth one leaves the game; it stands here: %(place)s."
)
LAST_WORKER_RETURNS = Message("last-worker-returns", "Your sixth worker returns to its place: %(place)s.")
RETURNED = Message("returned", "This bonus was not reached; put it back on the table: %(bonus)s.")
STAYS = Message(
    "bonus-stays",
    "Bonuses already taken stay, as after paying: %(spaces)s. If one was never reached, tap the money and return it.",
)
MET = Message("met", "%(player)s’s markers have met! Last turns: %(others)s.")
MET_LAST = Message("met-last", "%(player)s’s markers have met, and nobody has a turn after that.")
MET_TOO = Message("met-too", "%(player)s’s markers have met as well.")
NOT_MET = Message("not-met-after-all", "%(player)s’s markers have not met after all.")
ROUND_BEGINS = Message(
    "round-begins", "Round %(round)s: all workers go home. %(player)s takes the elephant and begins."
)

PLAYING = Message("playing", "Round %(round)s")
LAST_TURNS = Message("last-turns", "Last turns: %(others)s. Then finish the game.")
ALL_PLAYED = Message("all-played", "The last turn is over. Check the markers, then finish the game.")

NO_CHANGE = Message("no-change", "Nothing changes with this.")
BELOW_ZERO = Message("below-zero", "That is too much: only %(number)s is there.")
MOGUL_VISITED = Message("mogul-visited", "%(player)s has already visited the Great Mogul in this round.")
OTHER_ROUND = Message("other-round", "Round %(round)s has only just begun.")
NO_NEW_ROUND = Message("no-new-round", "The markers have met: there is no new round.")
NOBODY_MET = Message("nobody-met", "The game goes on: nobody’s markers have met.")
MARKER_BEYOND = Message("marker-beyond", "Your money marker is on this space or beyond. Correct the money first.")


@dataclass(frozen=True)
class Markers:
    """One player's markers and the bonuses that they have brought."""

    fame: int = 0
    money: int = 0
    karma: int = 1
    reached: frozenset[str] = frozenset()  # bonuses, and the bridge
    karma_of_fame: int = 0  # levels that fame 24 has given

    @property
    def beyond_meeting(self) -> int:
        return count_beyond_meeting(self.fame, self.money)


@dataclass(frozen=True)
class RajasGame(TrackedGame):
    markers: Mapping[str, Markers]
    start_player: str
    acting: str  # who entered something last
    most_workers: int = FIVE_WORKERS
    round: int = 1
    at_mogul: str | None = None  # begins the next round
    entered: bool = False  # something in this round
    met_order: tuple[str, ...] = ()

    @property
    def turn(self) -> str:
        return self.acting

    @property
    def next_start_player(self) -> str:
        """The visitor of the Great Mogul, or else the next player clockwise."""
        return self.at_mogul or clockwise(self.players, self.start_player)[1]

    @property
    def last_turns(self) -> tuple[str, ...]:
        """The players who still have a turn after the first meeting: those before the start player."""
        if not self.met_order:
            return ()
        order = clockwise(self.players, self.start_player)
        return order[order.index(self.met_order[0]) + 1 :]

    def count_workers(self, player: str) -> int:
        won = sum(place in self.markers[player].reached for place in WORKER_PLACES)
        return min(self.most_workers, STARTING_WORKERS + won)

    def count_yield_tiles(self, player: str) -> int:
        """Count the yield tiles (Navaratnas) that a player takes each round for having fewer workers."""
        most = max(map(self.count_workers, self.players))
        return most - self.count_workers(player) if self.most_workers == SIX_WORKERS else 0

    def find_lost_worker(self, player: str) -> str | None:
        """Return the place of the worker that left the game, because the player has five without it."""
        left = [place for place in WORKER_PLACES if place not in self.markers[player].reached]
        return left[0] if len(left) == 1 and self.most_workers == FIVE_WORKERS else None

    def prompt(self) -> Happening:
        if not self.met_order:
            return Happening(PLAYING, round=self.round)
        return Happening(LAST_TURNS, others=", ".join(self.last_turns)) if self.last_turns else Happening(ALL_PLAYED)

    def scoring_input(self) -> Mapping[str, object]:
        players = [{"name": name, "fame": seen.fame, "money": seen.money} for name, seen in self.markers.items()]
        return {"players": players, "met_order": list(self.met_order)}

    # Changes

    def put(self, player: str, markers: Markers) -> Self:
        return replace(self, markers={**self.markers, player: markers}, acting=player, entered=True)

    def move(self, player: str, counter: Counter, new: int) -> Self:
        """Move a marker, give or take back what follows from it, and see whether the markers meet."""
        old = getattr(self.markers[player], counter)
        moved: dict[str, Any] = {counter: new}
        game = self.put(player, replace(self.markers[player], **moved))
        for bonus in TRACK_BONUSES if counter != "karma" else ():
            has = bonus.name in game.markers[player].reached
            if bonus.track == counter and new >= bonus.space and not has:
                game = game.reach(player, bonus.name, old=old, new=new)
            elif bonus.track == counter == "fame" and new < bonus.space and has:
                game = game.take_back(player, bonus.name)
        return game.note_meeting(player)

    def reach(self, player: str, name: str, **numbers: int) -> Self:
        """Give a bonus, unless it is a worker that has left the game."""
        seen = self.markers[player]
        if name == "fame-24":
            karma = min(MOST["karma"], seen.karma + KARMA_OF_FAME_24)
            seen = replace(seen, karma=karma, karma_of_fame=karma - seen.karma)
        game = self.put(player, replace(seen, reached=seen.reached | {name}))
        if name not in WORKER_PLACES:
            return game.announce(player, REACHED[name], **numbers)
        if game.count_workers(player) == self.count_workers(player):
            return game
        game = game.announce(player, REACHED[name], **numbers)
        lost = game.find_lost_worker(player)
        return game.announce(player, LAST_WORKER_LEAVES, place=f"place {lost}") if lost else game

    def take_back(self, player: str, name: str) -> Self:
        """Take back a bonus that was not reached after all."""
        seen = self.markers[player]
        if name == "fame-24":
            seen = replace(seen, karma=max(0, seen.karma - seen.karma_of_fame), karma_of_fame=0)
        game = self.put(player, replace(seen, reached=seen.reached - {name}))
        if name in WORKER_PLACES and game.count_workers(player) == self.count_workers(player):
            return game
        game = game.announce(player, RETURNED, bonus=name)
        lost = self.find_lost_worker(player) if name in WORKER_PLACES else None
        return game.announce(player, LAST_WORKER_RETURNS, place=f"place {lost}") if lost else game

    def note_meeting(self, player: str) -> Self:
        met, noted = self.markers[player].beyond_meeting >= 0, player in self.met_order
        if met == noted:
            return self
        if noted:
            order = tuple(name for name in self.met_order if name != player)
            return replace(self, met_order=order).announce(None, NOT_MET, player=player)
        game = replace(self, met_order=(*self.met_order, player))
        if self.met_order:
            return game.announce(None, MET_TOO, player=player)
        if game.last_turns:
            return game.announce(None, MET, player=player, others=", ".join(game.last_turns))
        return game.announce(None, MET_LAST, player=player)


def new_game(players: tuple[str, ...], first: str, variant: Variant) -> RajasGame:
    """Begin: fame 0, and more money for those who come later in turn order."""
    money = dict(zip(clockwise(players, first), STARTING_MONEY, strict=False))
    return RajasGame(
        players,
        markers={name: Markers(money=money[name]) for name in players},
        start_player=first,
        acting=first,
        most_workers=SIX_WORKERS if variant is Variant.NAVARATNAS else FIVE_WORKERS,
    )


# Entries. One that changes nothing is allowed: otherwise it would stand in the way when an earlier one is undone.


class TrackStep(GameEntry):
    """Move a marker forwards, or back with a negative amount; it stops on the last space."""

    form = "{counter} {amount}"
    counter: Counter
    amount: Annotated[int, Between(-LAST_MONEY, LAST_MONEY)]

    def check(self, game: RajasGame, player: str) -> Refusal | None:
        if self.amount == 0:
            return Refusal(NO_CHANGE)
        now = getattr(game.markers[player], self.counter)
        return Refusal(BELOW_ZERO, number=now) if now + self.amount < 0 else None

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        now = getattr(game.markers[player], self.counter)
        return game.move(player, self.counter, min(MOST[self.counter], now + self.amount))


class SetTrack(GameEntry):
    """Say where the marker is on the board."""

    form = "set {counter} {number}"
    counter: Counter
    number: Annotated[int, Between(0, LAST_MONEY)]

    def check(self, game: RajasGame, player: str) -> Refusal | None:
        most = MOST[self.counter]
        return Refusal(OUT_OF_LIMITS, low=0, high=most) if self.number > most else None

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        kept = [str(BONUSES[name].space) for name in self.find_passed(game, player)]
        after = game.move(player, self.counter, self.number)
        return after.announce(player, STAYS, spaces=", ".join(kept)) if kept else after

    def find_passed(self, game: RajasGame, player: str) -> Iterator[str]:
        """Find the bonuses of the money track that the marker falls behind: forgotten payments, or never reached?"""
        seen = game.markers[player]
        for name in MONEY_BONUSES if self.counter == "money" else ():
            if name in seen.reached and self.number < BONUSES[name].space <= seen.money:
                yield name


class VisitMogul(GameEntry):
    form = "mogul"
    label = N_("Great Mogul: fame +2, begins the next round")

    def check(self, game: RajasGame, player: str) -> Refusal | None:
        return Refusal(MOGUL_VISITED, player=game.at_mogul) if game.at_mogul else None

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        fame = min(LAST_FAME, game.markers[player].fame + MOGUL_FAME)
        return replace(game, at_mogul=player).move(player, "fame", fame)


class ReachBonus(GameEntry):
    """Note the bridge, or a bonus that the money marker reached unnoticed before it fell back."""

    form = "reached {bonus}"
    bonus: Annotated[str, OneOf((BRIDGE, *MONEY_BONUSES))]

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        if self.bonus in game.markers[player].reached:
            return game
        space = BONUSES[self.bonus].space if self.bonus != BRIDGE else 0
        return game.reach(player, self.bonus, old=game.markers[player].money, new=space)


class ReturnBonus(GameEntry):
    """Take back the bridge or a bonus of the money track that was never reached."""

    form = "return {bonus}"
    bonus: Annotated[str, OneOf((BRIDGE, *MONEY_BONUSES))]

    def check(self, game: RajasGame, player: str) -> Refusal | None:
        beyond = self.bonus != BRIDGE and game.markers[player].money >= BONUSES[self.bonus].space
        return Refusal(MARKER_BEYOND) if beyond else None

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        return game.take_back(player, self.bonus) if self.bonus in game.markers[player].reached else game


class NextRound(GameEntry):
    """Begin the round with this number."""

    form = "round {number}"
    label = N_("Round %(number)s")
    number: Annotated[int, Between(2, 99)]

    def check(self, game: RajasGame, player: str) -> Refusal | None:
        if game.met_order:
            return Refusal(NO_NEW_ROUND)
        wrong = self.number != game.round + 1 or not game.entered  # a second tap would begin one more
        return Refusal(OTHER_ROUND, round=game.round) if wrong else None

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        first = game.next_start_player
        after = replace(game, round=self.number, start_player=first, acting=first, at_mogul=None, entered=False)
        return after.announce(None, ROUND_BEGINS, round=self.number, player=first)


class TakeElephant(GameEntry):
    """Correct who began this round."""

    form = "elephant"
    label = N_("Has the elephant: began this round")

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        return replace(game, start_player=player, entered=True)


class FinishRajas(GameEntry):
    form = "finish"
    label = N_("Finish the game")

    def check(self, game: RajasGame, player: str) -> Refusal | None:
        return None if game.met_order else Refusal(NOBODY_MET)

    def enter(self, game: RajasGame, player: str) -> RajasGame:
        return replace(game, finished=True)


ENTRIES = (TrackStep, SetTrack, VisitMogul, ReachBonus, ReturnBonus, NextRound, TakeElephant, FinishRajas)
EXAMPLES = "fame 3, money -4, set money 33, karma 1, mogul, reached bridge, return money-12, round 2, elephant, finish"
