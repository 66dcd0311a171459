"""The assistant of a cardboard game at a live table: entries, undo, announcements, set-up, pages.

A game brings its rules (a TrackedGame and its entries), what its pages show, and templates in templates/games/GAME/;
docs/assist.md lists them. Undo is "replay the entries without that one". It reaches back through the whole game; if a
later entry would become impossible, it is refused and names that entry.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from companion.games.fair_dice import FairDice, Roller
from companion.games.scoring import Scoring
from companion.games.setup import FactKind, Group, Question, Setup
from companion.games.table_game import Offer, Player, TableGame
from companion.i18n import gettext
from companion.rules.assistant import (
    SETUP,
    Facts,
    First,
    GameEntry,
    SetUp,
    TrackedGame,
    clockwise,
    make_setup,
    parse_opening,
    read_facts,
)
from companion.rules.messages import N_, Coded, Happening, IllegalMove, Message, News, Refusal, Unreadable
from companion.rules.scoring import Result
from companion.rules.text_form import TextForm, make_parser
from companion.storage import Entry, Event

# Position: what is known, and the entries it follows from

NOTHING_TO_UNDO = Message("nothing-to-undo", "There is nothing to undo.")
NEEDED_LATER = Message(
    "needed-later", "This cannot be undone alone: “%(entry)s” of %(player)s depends on it. Undo that first."
)
TOO_MANY_ENTRIES = Message("too-many-entries", "This table has too many entries. Open another one.")
TOO_MANY_CORRECTIONS = Message(
    "too-many-corrections", "Too many old entries were undone. Undo the latest ones, or set the right number."
)
# A game has about 300 entries. The limits bound what it costs to read a table that somebody fills on purpose.
MOST_ENTRIES = 1500
MOST_REPLAYS = 100  # entries undone that were not the last one


@dataclass(frozen=True)
class Known:
    """What the entries have established."""

    facts: Facts = field(default_factory=dict)
    first: str | None = None  # the seat that began
    game: TrackedGame | None = None  # None before the first turn


@dataclass(frozen=True)
class JournalLine:
    """An entry in the journal."""

    number: int  # of the event in the table's log
    seat: str
    move: str
    before: Known = field(compare=False, repr=False)
    rolled: bool = False  # by the companion
    news: tuple[News, ...] = ()
    undone: bool = False


Enter = Callable[[Known, str, str], Known]  # (what is known, seat, move); raises IllegalMove


@dataclass(frozen=True)
class Position:
    players: tuple[Player, ...]  # clockwise
    settings: Mapping[str, str]
    known: Known
    lines: tuple[JournalLine, ...] = ()
    replays: int = 0

    @property
    def game(self) -> TrackedGame | None:
        return self.known.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def name(self, seat: str) -> str:
        return next(player.name for player in self.players if player.seat == seat)

    def seat(self, name: str) -> str:
        return next(player.seat for player in self.players if player.name == name)

    def clockwise(self, first: str) -> tuple[str, ...]:
        return clockwise(self.names, first)

    def is_on_paper(self, seat: str) -> bool:
        return any(player.paper for player in self.players if player.seat == seat)

    def turn_to_paper(self, seat: str) -> "Position":
        """Let the other players enter for this seat."""
        players = (replace(player, paper=True) if player.seat == seat else player for player in self.players)
        return replace(self, players=tuple(players))

    def find_line(self, seats: Sequence[str], number: int | None = None) -> JournalLine | None:
        """Return the entry with this number, or else the latest one of these seats, unless it is undone."""
        lines = (line for line in reversed(self.lines) if line.seat in seats and not line.undone)
        return next((line for line in lines if number in (None, line.number)), None)

    def add(self, enter: Enter, number: int, seat: str, move: str, rolled: bool = False) -> "Position":
        """Return the position after an entry. Raises IllegalMove."""
        if len(self.lines) >= MOST_ENTRIES:
            raise IllegalMove(Refusal(TOO_MANY_ENTRIES))
        known = enter(self.known, seat, move)
        line = JournalLine(number, seat, move, self.known, rolled, known.game.news if known.game else ())
        return replace(self, known=known, lines=(*self.lines, line))

    def undo(self, enter: Enter, undone: JournalLine, describe: Callable[[str], str]) -> "Position":
        """Return the position as if this entry had never been made. Raises IllegalMove if a later one needs it."""
        index = self.lines.index(undone)
        lines, known = [*self.lines[:index], replace(undone, undone=True)], undone.before
        later = self.lines[index + 1 :]
        replays = self.replays + any(not line.undone for line in later)
        if replays > MOST_REPLAYS:
            raise IllegalMove(Refusal(TOO_MANY_CORRECTIONS))
        for line in later:
            if line.undone:
                lines.append(line)
                continue
            try:
                after = enter(known, line.seat, line.move)
            except IllegalMove:
                needed = Refusal(NEEDED_LATER, player=self.name(line.seat), entry=describe(line.move))
                raise IllegalMove(needed) from None
            lines.append(replace(line, before=known, news=after.game.news if after.game else ()))
            known = after
        return replace(self, known=known, lines=tuple(lines), replays=replays)


# The table

NOT_BEGUN = Message("not-begun", "The game has not begun yet: first choose who begins.")
HAS_BEGUN = Message("has-begun", "The game has already begun; this can only be entered before it starts.")
NO_SUCH_PLAYER = Message("no-such-player", "No player at this table has that colour.")
NO_SUCH_FACT = Message("no-such-fact", "This is not part of the set-up of this game.")
IMPOSSIBLE_FACT = Message("impossible-fact", "This set-up is not possible. Check what you entered.")
NOTHING_TO_ROLL = Message("nothing-to-roll", "Everything is rolled already.")
ONE_BY_ONE = Message("one-by-one", "Here entries can only be undone one at a time.")
NOTHING_TO_SKIP = Message("nothing-to-skip", "Only the current player’s turn can be skipped.")
ALREADY_PAPER = Message("already-paper", "The other players already enter for this seat.")
CHOOSE_FIRST = Message("choose-first", "Who begins?")
READY_TO_BEGIN = Message("ready-to-begin", "%(player)s begins. Tap to start.")

UNREADABLE = "unreadable"
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SHOWN_LINES = 12  # of the journal; people can ask for all
ANNOUNCED_ENTRIES = 3  # the latest entries whose announcements are on the page


class Roll(TextForm):
    """A request that the companion answers with dice and with the entry that follows; its form begins with `roll`."""

    label: ClassVar[str] = ""

    def make_entry(self, position: Position, roll: Roller) -> TextForm | None:
        """Roll the dice and return the entry; None if the request is not possible now."""
        raise NotImplementedError

    @classmethod
    def answered_by(cls, entry: TextForm) -> Self | None:
        """Return the request that this entry answers; None if it answers another kind."""
        raise NotImplementedError


class RollSetUp(Roll):
    """Roll everything of the set-up that is missing; the table makes the entry, because it knows its set-up."""

    form = "roll setup"
    label = N_("Roll everything that is missing")

    @classmethod
    def answered_by(cls, entry: TextForm) -> Self | None:
        return cls() if isinstance(entry, SetUp) else None


class AssistedGame(TableGame):
    """Base class of assisted games."""

    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    paper_seats = True
    assisted = True
    pages = "companion.games.assistant_pages"
    scoring: Scoring
    setup: Setup
    folder: str  # of its templates, such as "games/GAME"
    own_styles = ""  # a style sheet of this game in static/, besides assistant.css
    own_script = ""  # a module of this game in static/, besides js/assistant/main.js
    start_marker: str  # icon of the start player's piece
    entries: tuple[type[GameEntry], ...]
    examples: str  # of entries, for programs that send others
    rolls: tuple[type[Roll], ...] = (RollSetUp,)
    skipping: str = ""  # the entry that ends an absent player's turn

    # What a game brings

    @abstractmethod
    def new_game(self, position: Position, first: str) -> TrackedGame:
        """Create the state of the rules; the player named `first` begins. Raises IllegalMove."""

    @abstractmethod
    def suggest(self, position: Position, player: str) -> Iterable[GameEntry | Roll]:
        """List typical entries to offer, legal or not. Playing only offered ones reaches the end of the game."""

    @abstractmethod
    def show_player(self, position: Position, player: str) -> Mapping[str, Any]:
        """Return what is known of one player, for JSON and pages."""

    @abstractmethod
    def show_table(self, position: Position) -> Mapping[str, Any]:
        """Return round, stage and everything else the players share.

        "elephant": {"holder": seat} is the start player; "notices" are sentences that stay until they no longer
        hold, such as the last round; phones and the TV show them in large print.
        """

    def term(self, word: str) -> str:
        """Translate the name of a thing of this game."""
        return gettext(word)

    def describe_entry(self, entry: GameEntry | Roll) -> str:
        """Describe an entry for buttons and the journal: its label, filled in with its fields."""
        return self.fill_in(entry.label, vars(entry))

    def find_first_player(self, position: Position) -> str | None:
        """Return the name of the player who begins, if the set-up has decided it."""
        number = position.known.facts.get("first")
        return position.names[int(number[0]) - 1] if number else None

    # Rules

    @cached_property
    def parse(self) -> Callable[[str], GameEntry]:
        return make_parser(self.entries, self.examples)

    @cached_property
    def parse_known_roll(self) -> Callable[[str], Roll]:
        return make_parser(self.rolls, "roll setup")

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> Position:
        """Begin with the facts of the set-up that the table was opened with, if they fit these players."""
        position = Position(tuple(players), dict(settings), Known())
        given = read_facts(settings.get(SETUP, ""))
        possible = self.setup.keep_possible(replace(self.make_group(position), facts=given))
        return replace(position, known=Known(facts=possible))

    def submit(self, position: Position, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        roll, request = Roller(dice), self.parse_roll(move)
        if isinstance(request, RollSetUp):
            drawn = self.setup.draw_missing(self.make_group(position), roll)
            if not drawn:
                raise IllegalMove(Refusal(NOTHING_TO_ROLL))
            entry: TextForm | None = make_setup(drawn)
        else:
            entry = request.make_entry(position, roll) if request else None
        text = str(entry) if entry else str(self.parse_any(move))
        self.add(position, 0, seat, text)
        rolled = {"faces": roll.rolled, "nonce": dice.nonce, "counter": dice.counter} if entry else {}
        return [Entry("rolled" if entry else "move", {"move": text, **rolled}, seat=seat)]

    def apply(self, position: Position, event: Event) -> Position:
        assert event.seat
        match event.kind:
            case "move" | "rolled" | "skipped":
                return self.add(position, event.seq, event.seat, event.body["move"], event.kind == "rolled")
            case "undo":
                return self.undo_line(position, event.seat, event.body.get("entry"))
            case "turned-to-paper":
                return position.turn_to_paper(event.seat)
        raise Unreadable(event.kind)

    def add(self, position: Position, number: int, seat: str, move: str, rolled: bool = False) -> Position:
        return position.add(lambda known, *entry: self.enter(position, known, *entry), number, seat, move, rolled)

    def enter(self, position: Position, known: Known, seat: str, move: str) -> Known:
        """Return what is known after an entry. Raises IllegalMove."""
        match self.parse_any(move):
            case First(first):
                if known.game is not None:
                    raise IllegalMove(Refusal(HAS_BEGUN))
                if first not in (player.seat for player in position.players):
                    raise IllegalMove(Refusal(NO_SUCH_PLAYER))
                game = self.new_game(replace(position, known=known), position.name(first))
                return replace(known, first=first, game=replace(game, facts=known.facts))
            case SetUp(facts):
                kinds = self.list_kinds(replace(position, known=known))
                for fact in facts:
                    if fact.name not in kinds:
                        raise IllegalMove(Refusal(NO_SUCH_FACT))
                    if not kinds[fact.name].is_possible(fact.values):
                        raise IllegalMove(Refusal(IMPOSSIBLE_FACT))
                    if known.game is not None and not kinds[fact.name].printed:
                        raise IllegalMove(Refusal(HAS_BEGUN))
                entered = {**known.facts, **{fact.name: fact.values for fact in facts}}
                game_now = known.game and replace(known.game, facts=entered, news=())
                return replace(known, facts=entered, game=game_now)
            case entry:
                if known.game is None:
                    raise IllegalMove(Refusal(NOT_BEGUN))
                after = known.game.apply(position.name(seat), entry)
                return replace(known, game=after, facts=after.facts)  # an entry can show what is printed on the copy

    def undo(self, position: Position, seat: str, whole_turn: bool, entry: int | None = None) -> Sequence[Entry]:
        if whole_turn:
            raise IllegalMove(Refusal(ONE_BY_ONE))
        line = position.find_line([seat], entry)
        if line is None:
            raise IllegalMove(Refusal(NOTHING_TO_UNDO))
        self.undo_line(position, seat, line.number)
        return [Entry("undo", {"turn": False, "entry": line.number}, seat=seat)]

    def undo_line(self, position: Position, seat: str, number: int | None) -> Position:
        line = position.find_line([seat], number)
        if line is None:
            raise IllegalMove(Refusal(NOTHING_TO_UNDO))
        return position.undo(
            lambda known, *entry: self.enter(position, known, *entry),
            line,
            lambda move: self.describe_move(position, move),
        )

    def manage(self, position: Position, action: str, seat: str) -> Sequence[Entry]:
        match action:
            case "skip":
                game = position.game
                if not self.skipping or game is None or game.turn != position.name(seat):
                    raise IllegalMove(Refusal(NOTHING_TO_SKIP))
                self.add(position, 0, seat, self.skipping)
                return [Entry("skipped", {"move": self.skipping}, seat=seat)]
            case "paper":
                if position.is_on_paper(seat):
                    raise IllegalMove(Refusal(ALREADY_PAPER))
                return [Entry("turned-to-paper", seat=seat)]
        raise Unreadable(action, "skip, paper")

    def is_allowed(self, position: Position, seat: str, move: str) -> bool:
        game = position.game
        return game is not None and game.check(position.name(seat), self.parse(move)) is None

    def list_moves(self, position: Position, seat: str) -> Sequence[Offer]:
        if position.game is None:
            first = self.find_first_player(position)
            names = [first] if first else position.names
            texts = [f"first {position.seat(name)}" for name in names]
            texts += [str(RollSetUp())] if self.setup.list_missing(self.make_group(position)) else []
        else:
            suggested = self.suggest(position, position.name(seat))
            texts = [
                str(each) for each in suggested if isinstance(each, Roll) or self.is_allowed(position, seat, str(each))
            ]
        return [
            Offer(text, self.describe_move(position, text), extra={"kind": text.partition(" ")[0]}) for text in texts
        ]

    def describe_turn(self, position: Position) -> Mapping[str, Any] | None:
        if position.game is None:
            first = self.find_first_player(position)
            player, prompt = first or position.names[0], Happening(CHOOSE_FIRST)
            if first:
                prompt = Happening(READY_TO_BEGIN, player=first)
        else:
            player, prompt = position.game.turn or position.names[0], position.game.prompt()
        return {"seat": position.seat(player), "prompt": self.describe(prompt), "code": str(prompt.code)}

    def make_view(self, position: Position) -> Mapping[str, Any]:
        begun = position.game is not None
        return {
            "dice": None,
            "elephant": None,
            "begun": begun,
            "facts": {name: list(values) for name, values in position.known.facts.items()},
            **(self.show_table(position) if begun else {}),
            "sheets": {
                player.seat: dict(self.show_player(position, player.name)) if begun else {}
                for player in position.players
            },
            "undo": [player.seat for player in position.players if position.find_line([player.seat])],
            "scoring": position.game and position.game.scoring_input(),
            "journal": [self.describe_line(position, line) for line in position.lines[-SHOWN_LINES:]],
        }

    def find_result(self, position: Position) -> Result | None:
        if position.game is None or not position.game.finished:
            return None
        return self.scoring.score(position.game.scoring_input())

    def find_first(self, position: Position) -> str | None:
        return position.known.first

    def explain_refusal(self, error: Exception, position: Position | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            return error.refusal.code.value, self.describe(error.refusal)
        assert isinstance(error, Unreadable)
        expected = {"text": error.text, "expected": error.expected}
        return UNREADABLE, gettext("“%(text)s” cannot be read. Examples: %(expected)s.", **expected)

    def summarize(self, position: Position) -> list[str]:
        result = self.find_result(position)
        return self.scoring.summarize(result) if result else super().summarize(position)

    # Recognising duplicate entries, verifying rolls

    def parse_roll(self, move: str) -> Roll | None:
        """Parse a move that requests a roll; return None for every other move. Raises IllegalMove."""
        if move.split()[:1] != ["roll"]:
            return None
        try:
            return self.parse_known_roll(move)
        except Unreadable:
            return None

    def parse_any(self, move: str) -> SetUp | First | GameEntry:
        """Parse an entry before or during the game. Raises Unreadable or IllegalMove."""
        try:
            return parse_opening(move)
        except Unreadable:
            return self.parse(move)

    def normalise_move(self, position: Position, move: str) -> str:
        return str(self.parse_roll(move) or self.parse_any(move))

    def find_sent_move(self, position: Position, event: Event) -> str | None:
        if event.kind != "rolled":
            return super().find_sent_move(position, event)
        entry = self.parse_any(event.body["move"])
        requests = (kind.answered_by(entry) for kind in self.rolls)
        request = next((request for request in requests if request), None)
        if request is None:
            raise Unreadable(event.body["move"])
        return str(request)

    def recompute_roll(self, position: Position, event: Event, seed: str) -> Entry:
        """Recompute a roll; its counter is the number of the event, because request and roll are one entry."""
        assert event.seat
        sent = self.find_sent_move(position, event)
        assert sent
        (entry,) = self.submit(position, event.seat, sent, FairDice(seed, event.seq, event.body["nonce"]))
        return entry

    # Facts of the set-up

    def make_group(self, position: Position) -> Group:
        """Return the players with everything that is known about the set-up."""
        return Group(position.names, position.settings, position.known.facts)

    def list_kinds(self, position: Position) -> Mapping[str, FactKind]:
        return {kind.name: kind for kind in self.setup.kinds(self.make_group(position))}

    def list_questions(self, position: Position, printed: bool) -> list[Question]:
        """List the choices that enter facts: those printed on the owners' copy, or those drawn by hand."""
        kinds = self.list_kinds(position).values()
        return [question for kind in kinds if kind.printed == printed for question in kind.questions]

    def list_printed_facts(self, position: Position) -> Facts:
        """Return what is known of the owners' copy, which the installation remembers for later tables."""
        kinds, facts = self.list_kinds(position), position.known.facts
        return {name: values for name, values in facts.items() if name in kinds and kinds[name].printed}

    def describe_facts(self, position: Position, facts: Facts | None = None) -> list[str]:
        """Describe facts, or else all that are known, one line each."""
        group, kinds = self.make_group(position), self.list_kinds(position)
        known = position.known.facts if facts is None else facts
        return [kinds[name].describe(values, group) for name, values in known.items() if name in kinds]

    def show_facts(self, position: Position) -> list[str]:
        """Describe the facts that the page lists."""
        return self.describe_facts(position)

    # Texts

    def fill_in(self, message: str, details: Mapping[str, Any]) -> str:
        """Translate a message and fill in its details; things are translated, names of players and numbers are not."""
        spoken = {
            name: value if name in ("player", "entry") or isinstance(value, int) else self.term(str(value))
            for name, value in details.items()
        }
        return gettext(message) % spoken

    def describe(self, coded: Coded) -> str:
        """Word a refusal or a happening."""
        assert isinstance(coded.code, Message), coded
        return self.fill_in(coded.code.text, coded.details)

    def describe_move(self, position: Position, move: str) -> str:
        """Describe an entry, or a request for a roll, for buttons and the journal."""
        request = self.parse_roll(move)
        if request:
            return self.describe_entry(request)
        match self.parse_any(move):
            case SetUp(facts):
                known = {fact.name: fact.values for fact in facts}
                return gettext("Set-up: %(facts)s", facts="; ".join(self.describe_facts(position, known)))
            case First(seat):
                return gettext("%(name)s begins", name=position.name(seat))
            case entry:
                return self.describe_entry(entry)

    def describe_line(self, position: Position, line: JournalLine) -> dict[str, Any]:
        return {
            "number": line.number,
            "seat": line.seat,
            "by": "" if line.move.startswith("first ") else position.name(line.seat),  # “Leila begins” names somebody
            "text": self.describe_move(position, line.move),
            "rolled": line.rolled,
            "taken_back": line.undone,
            "news": [
                {
                    "code": str(happening.code),
                    "for": None if player is None else position.seat(player),
                    "text": self.describe(happening),
                }
                for player, happening in line.news
            ],
        }

    # Pages

    def list_announcements(self, position: Position) -> list[dict[str, Any]]:
        """Return the news of the latest entries, the newest first; what was said longer ago is in the journal."""
        latest = [line for line in position.lines if not line.undone][-ANNOUNCED_ENTRIES:]
        return [self.describe_line(position, line) for line in reversed(latest) if line.news]
