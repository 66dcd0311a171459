"""The live-table adapter shared by all assisted cardboard games.

Each player's phone keeps that player's counters. The rules keep one history per player, so players can undo their last
entry whatever the others entered meanwhile.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from companion.games.assist.journal import Line, News, add_line, strike_out_last
from companion.games.assist.position import Game, Position
from companion.games.assist.words import Words, describe_opening_move
from companion.games.fair_dice import FairDice
from companion.games.scoring import Scoring, describe_winners
from companion.games.table_game import Offer, Page, Player, TableGame, Visit
from companion.rules import opening
from companion.rules.coded import Happening
from companion.rules.opening import Code, Experienced, First, StartingDice
from companion.rules.ranking import Result
from companion.rules.refusal import IllegalMove, Refusal, Unreadable
from companion.storage import Entry, Event

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
UNREADABLE = "unreadable"
SHOWN_LINES = 30


Move = TypeVar("Move")
Read = TypeVar("Read", covariant=True)


class Parse(Protocol[Read]):
    def __call__(self, text: str) -> Read: ...


def can_parse(parse: Parse[object], text: str) -> bool:
    """Check whether the text is a move; numbers in it may be out of range."""
    try:
        parse(text)
    except Unreadable:
        return False
    except IllegalMove:
        pass
    return True


class AssistedGame(TableGame, Generic[Game, Move]):
    """Base class of assisted games. `Game` is the Tracker of its rules, `Move` the result of `parse`."""

    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    paper_seats = True
    assisted = True
    parse: Parse[Move]
    words: Words[Move]
    scoring: Scoring
    skipping: str  # the move that ends an absent player's turn

    # To be implemented by each game

    @abstractmethod
    def new_game(self, position: Position[Game], first: str) -> Game:
        """Create the state of the rules; the player named `first` begins. Raises IllegalMove."""

    @abstractmethod
    def opening_moves(self, position: Position[Game], seat: str) -> Iterable[str]:
        """List the entries to offer to a seat during the opening."""

    @abstractmethod
    def typical_moves(self, position: Position[Game], player: str) -> Iterable[str]:
        """List typical entries to offer, legal or not; players can type any other legal entry.

        Payments and other steps back are left out, so that playing only offered moves reaches the end of the game.
        """

    @abstractmethod
    def find_happenings(self, before: Game, after: Game, player: str, move: Move) -> Iterable[News]:
        """Find what an entry triggered, for its player, another player or everyone."""

    @abstractmethod
    def describe_turn(self, position: Position[Game]) -> tuple[str, Happening]:
        """Return whose turn it is and what to do."""

    @abstractmethod
    def describe_board(self, position: Position[Game], player: str) -> Mapping[str, Any]:
        """Return one player's counters, for JSON and pages."""

    @abstractmethod
    def describe_shared(self, position: Position[Game]) -> Mapping[str, Any]:
        """Return round, stage and everything else the players share."""

    def make_roll(self, position: Position[Game], move: str, dice: FairDice) -> tuple[str, tuple[int, ...]] | None:
        """Roll for a move that requests it: return the entry and the faces; None for every other move."""
        return None

    def find_roll_request(self, entry: str) -> str:
        """Return the move that requested the roll of this entry."""
        return "roll"

    def describe_roll(self, words: list[str]) -> str | None:
        """Describe a move that requests a roll; None for every other move."""
        return None

    # The TableGame interface

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position[Game]:
        return Position(tuple(players), dict(settings))

    def submit(self, position: Position[Game], seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        roll = self.make_roll(position, move, dice)
        text, body = self.check_text(position, roll[0] if roll else move), {}
        if roll:
            body = {"faces": list(roll[1]), "nonce": dice.nonce, "counter": dice.counter}
        self.enter(position, seat, text)
        return [Entry("rolled" if roll else "move", {"move": text, **body}, seat=seat)]

    def recompute_roll(self, position: Position[Game], event: Event, seed: str) -> Entry:
        """Recompute a roll; its counter is the number of the event, because request and roll are one entry."""
        assert event.seat
        dice = FairDice(seed, event.seq, event.body["nonce"])
        (entry,) = self.submit(position, event.seat, self.find_roll_request(event.body["move"]), dice)
        return entry

    def apply(self, position: Position[Game], event: Event) -> Position[Game]:
        assert event.seat
        match event.kind:
            case "move" | "rolled" | "skipped":
                after = self.enter(position, event.seat, event.body["move"])
                return self.add_to_journal(position, after, event)
            case "undo":
                return self.undo_entry(position, event.seat)
            case "turned-to-paper":
                return position.turn_to_paper(event.seat)
        raise Unreadable(event.kind)

    def undo(self, position: Position[Game], seat: str, whole_turn: bool) -> Sequence[Entry]:
        if whole_turn:
            raise IllegalMove(Refusal(Code.ONE_BY_ONE))
        self.undo_entry(position, seat)
        return [Entry("undo", {"turn": False}, seat=seat)]

    def manage(self, position: Position[Game], action: str, seat: str) -> Sequence[Entry]:
        match action:
            case "skip":
                if position.game is None or self.describe_turn(position)[0] != position.name(seat):
                    raise IllegalMove(Refusal(Code.NOTHING_TO_SKIP))
                self.enter(position, seat, self.skipping)
                return [Entry("skipped", {"move": self.skipping}, seat=seat)]
            case "paper":
                if position.on_paper(seat):
                    raise IllegalMove(Refusal(Code.ALREADY_PAPER))
                return [Entry("turned-to-paper", seat=seat)]
        raise Unreadable(action, "skip, paper")

    def moves(self, position: Position[Game], seat: str) -> Sequence[Offer]:
        if position.game is None:
            texts = list(self.opening_moves(position, seat))
        else:
            typical = self.typical_moves(position, position.name(seat))
            texts = [text for text in typical if self.is_allowed(position, seat, text)]
        return [Offer(text, self.describe(position, text), extra={"kind": text.partition(" ")[0]}) for text in texts]

    def turn(self, position: Position[Game]) -> Mapping[str, Any] | None:
        player, prompt = self.describe_turn(position)
        return {"seat": position.seat(player), "prompt": self.words.describe_happening(prompt), "code": prompt.code}

    def view(self, position: Position[Game]) -> Mapping[str, Any]:
        begun = position.game is not None
        return {
            "dice": None,
            "elephant": None,
            "begun": begun,
            "opening": {
                "dice": {position.seat(name): list(values) for name, values in position.opening.rolls},
                "experienced": [position.seat(name) for name in position.opening.experienced],
            },
            **(self.describe_shared(position) if begun else {}),
            "sheets": {
                player.seat: dict(self.describe_board(position, player.name)) if begun else {}
                for player in position.players
            },
            "undo": [player.seat for player in position.players if self.can_undo(position, player.name)],
            "scoring": self.scoring_form(position),
            "journal": [self.describe_line(position, line) for line in position.journal[-SHOWN_LINES:]],
        }

    def result(self, position: Position[Game]) -> Result | None:
        if position.game is None or not position.game.finished:
            return None
        return self.scoring.score(position.game.scoring_form())

    def refusal(self, error: Exception, position: Position[Game] | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            return error.refusal.code.value, self.words.describe_refusal(error.refusal)
        assert isinstance(error, Unreadable)
        return UNREADABLE, self.words.describe_unreadable(error)

    def summary(self, position: Position[Game]) -> list[str]:
        result = self.result(position)
        return self.scoring.summarize(result) if result else super().summary(position)

    # Recognising duplicate entries

    def normalise_move(self, move: str) -> str:
        words = move.split()
        if self.describe_roll(words):
            return " ".join(words)
        return str(self.parse_any(move))

    def find_sent_move(self, event: Event) -> str | None:
        if event.kind == "rolled":
            return self.find_roll_request(event.body["move"])
        return super().find_sent_move(event)

    def parse_any(self, move: str) -> opening.Move | Move:
        """Parse an entry of the opening or of the game. Raises Unreadable or IllegalMove."""
        try:
            return opening.parse(move)
        except Unreadable:
            return self.parse(move)

    # Changing a position

    def check_text(self, position: Position[Game], move: str) -> str:
        """Parse an entry and return its canonical text. Raises Unreadable or IllegalMove."""
        begun = position.game is not None
        own: Parse[object] = self.parse
        now, otherwise = (own, opening.parse) if begun else (opening.parse, own)
        try:
            return str(now(move))
        except Unreadable:
            if not can_parse(otherwise, move):
                raise
            raise IllegalMove(Refusal(Code.HAS_BEGUN if begun else Code.NOT_BEGUN)) from None

    def enter(self, position: Position[Game], seat: str, text: str) -> Position[Game]:
        """Return the position after an entry. Raises IllegalMove."""
        player = position.name(seat)
        if position.game is not None:
            return replace(position, game=position.game.apply(player, self.parse(text)))
        match opening.parse(text):
            case First(first):
                if first not in (known.seat for known in position.players):
                    raise IllegalMove(Refusal(Code.NO_SUCH_PLAYER))
                return replace(position, game=self.new_game(position, position.name(first)))
            case move:
                return replace(position, opening=self.enter_opening(position, player, move))

    def enter_opening(self, position: Position[Game], player: str, move: StartingDice | Experienced) -> opening.Opening:
        """Return the opening after an entry. Raises IllegalMove, always for games without starting dice."""
        raise IllegalMove(Refusal(Code.NOT_BEGUN))

    def add_to_journal(self, before: Position[Game], after: Position[Game], event: Event) -> Position[Game]:
        """Return the position after an event with its line in the journal."""
        assert event.seat
        player = before.name(event.seat)
        text = event.body["move"]
        news: tuple[News, ...] = ()
        if before.game is not None:
            news = tuple(self.find_happenings(before.game, after.running, player, self.parse(text)))
        line = Line(event.seq, player, text, event.kind == "rolled", news)
        return replace(after, journal=add_line(before.journal, line))

    def undo_entry(self, position: Position[Game], seat: str) -> Position[Game]:
        """Return the position without the seat's last entry. Raises IllegalMove."""
        player = position.name(seat)
        if not self.can_undo(position, player):
            raise IllegalMove(Refusal(Code.NOTHING_TO_UNDO))
        if position.game is None:
            journal = strike_out_last(position.journal, player, kind="starting dice")
            return replace(position, opening=position.opening.remove_roll(player), journal=journal)
        journal = strike_out_last(position.journal, player)
        return replace(position, game=position.game.undo(player), journal=journal)

    def can_undo(self, position: Position[Game], player: str) -> bool:
        if position.game is None:
            return player in position.opening.dice
        return position.game.can_undo(player)

    def is_allowed(self, position: Position[Game], seat: str, text: str) -> bool:
        return position.running.check(position.name(seat), self.parse(text)) is None

    # Texts

    def describe(self, position: Position[Game], text: str) -> str:
        """Describe an entry for the journal or an offer."""
        rolling = self.describe_roll(text.split())
        if rolling:
            return rolling
        match self.parse_any(text):
            case StartingDice() | Experienced() | First() as move:
                return describe_opening_move(move, position.named)
            case move:
                return self.words.describe_move(move)

    def scoring_form(self, position: Position[Game]) -> Mapping[str, Any] | None:
        """Return the input of the final scoring, filled in with what is known."""
        return None if position.game is None else position.game.scoring_form()

    def describe_line(self, position: Position[Game], line: Line) -> dict[str, Any]:
        return {
            "number": line.number,
            "seat": position.seat(line.player),
            "text": self.describe(position, line.move),
            "rolled": line.rolled,
            "taken_back": line.taken_back,
            "news": [
                {
                    "code": happening.code,
                    "for": None if player is None else position.seat(player),
                    "text": self.words.describe_happening(happening),
                    "big": happening.code in self.words.big,
                }
                for player, happening in line.news
            ],
        }

    # Pages

    @property
    def folder(self) -> str:
        """The template folder of this game."""
        return f"games/{self.name.replace('-', '_')}"

    def page(self, visit: Visit) -> Page:
        return Page("assist/page.html", self.collect_context(visit))

    def parts(self, visit: Visit) -> Page:
        return Page("assist/parts.html", self.collect_context(visit))

    def screen(self, visit: Visit) -> Page:
        table = visit.table
        seen = self.view(table.position)
        context = {
            "table": table,
            "game": self,
            "folder": self.folder,
            "view": seen,
            "turn": self.turn(table.position) if table.phase == "playing" else None,
            "names": {seat.seat: seat.name for seat in table.seats},
            "mine": False,
        }
        if table.result is not None:
            context |= {
                "seat_of": {seat.name: seat.seat for seat in table.seats},
                "headline": describe_winners(table.result),
                "standings": self.scoring.standings(seen["scoring"], table.result),
                "ties": self.scoring.describe_ties(table.result),
            }
        return Page("assist/screen.html", context)

    def collect_context(self, visit: Visit) -> dict[str, Any]:
        """Collect the template context for a visitor."""
        table, visitor = visit.table, visit.visitor
        wanted = table.seat(visit.asked.get("show") or visit.asked.get("seat") or "")
        shown = wanted or table.seat(visitor.seats[0] if visitor.seats else "") or table.seats[0]
        playing = table.phase == "playing"
        mine = playing and visitor.enters_for(shown)
        seen = self.view(table.position)
        return {
            "table": table,
            "visitor": visitor,
            "problem": visit.problem,
            "game": self,
            "folder": self.folder,
            "view": seen,
            "turn": self.turn(table.position) if playing else None,
            "shown": shown,
            "mine": mine,
            "sheet": seen["sheets"][shown.seat],
            "can": lambda text: mine and seen["begun"] and self.is_allowed(table.position, shown.seat, text),
        }
