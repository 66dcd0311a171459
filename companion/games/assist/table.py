"""The live-table adapter shared by all assisted cardboard games.

Each player's phone keeps that player's counters. The rules keep one history per player, so players can undo their last
entry whatever the others entered meanwhile.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.assist.journal import Line, News, add_line, list_entries, strike_out
from companion.games.assist.mode import FULL, MODE, Mode, Parse, can_parse
from companion.games.assist.position import Position
from companion.games.assist.rolls import Roll, RollSetUp, parse_roll
from companion.games.assist.words import describe_opening_move, describe_unreadable
from companion.games.fair_dice import FairDice, Roller
from companion.games.scoring import Scoring, describe_winners
from companion.games.setup import FactKind, Group, Question, Setup
from companion.games.table_game import Offer, Page, Player, Seat, TableGame, Visit
from companion.i18n import gettext
from companion.rules import opening
from companion.rules.opening import Code, Experienced, Fact, First, SetUp, StartingDice
from companion.rules.ranking import Result
from companion.rules.refusal import IllegalMove, Refusal, Unreadable
from companion.storage import Entry, Event

AnyMode = Mode[Any, Any]
AnyPosition = Position[Any]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
UNREADABLE = "unreadable"
SETUP = "setup"  # a setting with the facts that a table was opened with
STARTING_DICE = "dice-"  # followed by the number of the player
SHOWN_LINES = 30


class AssistedGame(TableGame):
    """Base class of assisted games. What the companion tracks depends on the mode of the table."""

    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    paper_seats = True
    assisted = True
    modes: Mapping[str, AnyMode]  # by name, as in the option that `offer_modes` makes of them
    earlier: AnyMode | None = None  # of tables of earlier versions, which have no setting; else full tracking
    scoring: Scoring
    setup: Setup
    own_styles = ""  # a style sheet of this game in static/, besides assist.css

    def find_mode(self, position: AnyPosition) -> AnyMode:
        """Return the mode of a table; those of earlier versions have no such setting and track everything."""
        return self.modes[position.settings[MODE]] if MODE in position.settings else self.earlier or self.modes[FULL]

    # The TableGame interface

    def begin(self, settings: Mapping[str, str], players: Sequence[Player]) -> AnyPosition:
        """Begin with the facts of the set-up that the table was opened with, if they fit these players."""
        position: AnyPosition = Position(tuple(players), dict(settings))
        given = opening.read_facts(settings.get(SETUP, ""))
        possible = self.setup.keep_possible(replace(self.make_group(position), facts=given))
        return self.enter_facts(position, opening.make_facts(possible))

    def submit(self, position: AnyPosition, seat: str, move: str, dice: FairDice) -> Sequence[Entry]:
        request, roll = self.parse_roll(position, move), Roller(dice)
        entry = request and self.make_rolled_entry(position, request, roll)
        text = self.check_text(position, str(entry or move))
        self.enter(position, seat, text)
        rolled = {"faces": roll.rolled, "nonce": dice.nonce, "counter": dice.counter} if entry else {}
        return [Entry("rolled" if entry else "move", {"move": text, **rolled}, seat=seat)]

    def recompute_roll(self, position: AnyPosition, event: Event, seed: str) -> Entry:
        """Recompute a roll; its counter is the number of the event, because request and roll are one entry."""
        assert event.seat
        dice = FairDice(seed, event.seq, event.body["nonce"])
        (entry,) = self.submit(position, event.seat, self.find_roll_request(position, event), dice)
        return entry

    def apply(self, position: AnyPosition, event: Event) -> AnyPosition:
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

    def undo(self, position: AnyPosition, seat: str, whole_turn: bool) -> Sequence[Entry]:
        if whole_turn:
            raise IllegalMove(Refusal(Code.ONE_BY_ONE))
        self.undo_entry(position, seat)
        return [Entry("undo", {"turn": False}, seat=seat)]

    def manage(self, position: AnyPosition, action: str, seat: str) -> Sequence[Entry]:
        match action:
            case "skip":
                mode = self.find_mode(position)
                if position.game is None or mode.describe_turn(position)[0] != position.name(seat):
                    raise IllegalMove(Refusal(Code.NOTHING_TO_SKIP))
                self.enter(position, seat, mode.skipping)
                return [Entry("skipped", {"move": mode.skipping}, seat=seat)]
            case "paper":
                if position.is_on_paper(seat):
                    raise IllegalMove(Refusal(Code.ALREADY_PAPER))
                return [Entry("turned-to-paper", seat=seat)]
        raise Unreadable(action, "skip, paper")

    def list_moves(self, position: AnyPosition, seat: str) -> Sequence[Offer]:
        mode = self.find_mode(position)
        if position.game is None:
            texts = list(self.find_opening_moves(position, seat))
        else:
            typical = mode.suggest_moves(position, position.name(seat))
            texts = [text for text in typical if self.is_allowed(position, seat, text)]
        return [Offer(text, self.describe(position, text), extra={"kind": text.partition(" ")[0]}) for text in texts]

    def describe_turn(self, position: AnyPosition) -> Mapping[str, Any] | None:
        mode = self.find_mode(position)
        player, prompt = mode.describe_turn(position)
        return {
            "seat": position.find_seat(player),
            "prompt": mode.words.describe_happening(prompt),
            "code": prompt.code,
        }

    def make_view(self, position: AnyPosition) -> Mapping[str, Any]:
        mode, begun = self.find_mode(position), position.game is not None
        return {
            "dice": None,
            "elephant": None,
            "begun": begun,
            "opening": {
                "dice": {position.find_seat(name): list(values) for name, values in position.opening.rolls},
                "experienced": [position.find_seat(name) for name in position.opening.experienced],
            },
            **(mode.describe_shared(position) if begun else {}),
            "sheets": {
                player.seat: dict(mode.describe_board(position, player.name)) if begun else {}
                for player in position.players
            },
            "undo": [player.seat for player in position.players if self.find_undoable(position, player.name)],
            "scoring": self.fill_scoring_form(position),
            "journal": [self.describe_line(position, line) for line in position.journal[-SHOWN_LINES:]],
        }

    def find_result(self, position: AnyPosition) -> Result | None:
        if position.game is None or not position.game.finished:
            return None
        return self.scoring.score(position.game.fill_scoring_form())

    def find_first(self, position: AnyPosition) -> str | None:
        return position.first

    def explain_refusal(self, error: Exception, position: AnyPosition | None = None) -> tuple[str, str]:
        if isinstance(error, IllegalMove):
            return error.refusal.code.value, self.describe_refusal(error.refusal, position)
        assert isinstance(error, Unreadable)
        return UNREADABLE, describe_unreadable(error)

    def summarize(self, position: AnyPosition) -> list[str]:
        result = self.find_result(position)
        return self.scoring.summarize(result) if result else super().summarize(position)

    # Recognising duplicate entries

    def normalise_move(self, position: AnyPosition, move: str) -> str:
        return str(self.parse_roll(position, move) or self.parse_any(position, move))

    def find_sent_move(self, position: AnyPosition, event: Event) -> str | None:
        if event.kind == "rolled":
            return self.find_roll_request(position, event)
        return super().find_sent_move(position, event)

    def parse_any(self, position: AnyPosition, move: str) -> Any:
        """Parse an entry of the opening or of the game. Raises Unreadable or IllegalMove."""
        try:
            return opening.parse(move)
        except Unreadable:
            return self.find_mode(position).parse(move)

    # Changing a position

    def check_text(self, position: AnyPosition, move: str) -> str:
        """Parse an entry and return its canonical text. Raises Unreadable or IllegalMove."""
        begun = position.game is not None
        own: Parse[object] = self.find_mode(position).parse
        now, otherwise = (own, opening.parse) if begun else (opening.parse, own)
        try:
            return str(now(move))
        except Unreadable:
            if not can_parse(otherwise, move):
                raise
            raise IllegalMove(Refusal(Code.HAS_BEGUN if begun else Code.NOT_BEGUN)) from None

    def enter(self, position: AnyPosition, seat: str, text: str) -> AnyPosition:
        """Return the position after an entry. Raises IllegalMove."""
        player, mode = position.name(seat), self.find_mode(position)
        if position.game is not None:
            return replace(position, game=position.game.apply(player, mode.parse(text)))
        match opening.parse(text):
            case First(first):
                if first not in (known.seat for known in position.players):
                    raise IllegalMove(Refusal(Code.NO_SUCH_PLAYER))
                return replace(position, game=mode.new_game(position, position.name(first)), first=first)
            case SetUp(facts):
                return self.enter_facts(position, facts)
            case move:
                return replace(position, opening=mode.enter_opening(position, player, move))

    def add_to_journal(self, before: AnyPosition, after: AnyPosition, event: Event) -> AnyPosition:
        """Return the position after an event with its line in the journal."""
        assert event.seat
        player = before.name(event.seat)
        text = event.body["move"]
        news: tuple[News, ...] = ()
        if before.game is not None:
            mode = self.find_mode(before)
            news = tuple(mode.find_happenings(before.game, after.running, player, mode.parse(text)))
        line = Line(event.seq, player, text, event.kind == "rolled", news)
        return replace(after, journal=add_line(before.journal, line))

    def undo_entry(self, position: AnyPosition, seat: str) -> AnyPosition:
        """Return the position without the seat's last entry. Raises IllegalMove."""
        player = position.name(seat)
        line = self.find_undoable(position, player)
        if line is None:
            raise IllegalMove(Refusal(Code.NOTHING_TO_UNDO))
        after = replace(position, journal=strike_out(position.journal, line))
        if position.game is not None:
            return replace(after, game=position.game.undo(player))
        match opening.parse(line.move):
            case SetUp(facts):
                return self.remove_facts(after, facts)
            case _:
                return replace(after, opening=position.opening.remove_roll(player))

    def find_undoable(self, position: AnyPosition, player: str) -> Line | None:
        """Return the entry that the player can undo; in the opening, only dice and facts of the set-up."""
        if position.game is not None:
            return next(list_entries(position.journal, player), None) if position.game.can_undo(player) else None
        lines = list_entries(position.journal, player)
        return next((line for line in lines if isinstance(opening.parse(line.move), StartingDice | SetUp)), None)

    def is_allowed(self, position: AnyPosition, seat: str, text: str) -> bool:
        return position.running.check(position.name(seat), self.find_mode(position).parse(text)) is None

    # Facts of the set-up

    def make_group(self, position: AnyPosition) -> Group:
        """Return the players with everything that is known about the set-up."""
        rolls = position.opening.dice
        dice = {
            f"{STARTING_DICE}{number}": tuple(map(str, rolls[name]))
            for number, name in enumerate(position.names, start=1)
            if name in rolls
        }
        return Group(position.names, position.settings, {**position.opening.facts, **dice})

    def find_kinds(self, group: Group) -> Mapping[str, FactKind]:
        """Return the kinds of facts of a set-up by name; none at tables of earlier versions."""
        return {kind.name: kind for kind in self.setup.kinds(group)} if MODE in group.options else {}

    def list_missing(self, position: AnyPosition) -> list[str]:
        """List the facts that have to be drawn and are not known yet."""
        group = self.make_group(position)
        return [kind.name for kind in self.setup.list_missing(group)] if MODE in group.options else []

    def list_questions(self, position: AnyPosition, seen: bool) -> list[Question]:
        """List the choices that enter facts: those seen on drawn cards, or those drawn by hand instead of rolled."""
        kinds = self.find_kinds(self.make_group(position)).values() if position.game is None else ()
        return [question for kind in kinds if kind.seen == seen for question in kind.questions]

    def enter_facts(self, position: AnyPosition, facts: tuple[Fact, ...]) -> AnyPosition:
        """Return the position with facts of the set-up. Raises IllegalMove."""
        kinds = self.find_kinds(self.make_group(position))
        entered = position.opening.add_facts(facts) if facts else position.opening
        for fact in facts:
            if fact.name not in kinds:
                raise IllegalMove(Refusal(Code.NO_SUCH_FACT))
            if not kinds[fact.name].is_possible(fact.values):
                raise IllegalMove(Refusal(Code.IMPOSSIBLE_FACT))
            player = find_roller(position, fact)
            if player in entered.dice:
                raise IllegalMove(Refusal(Code.HAS_ROLLED))
            if player:
                entered = entered.add_roll(player, tuple(map(int, fact.values)))
        return replace(position, opening=entered)

    def remove_facts(self, position: AnyPosition, facts: tuple[Fact, ...]) -> AnyPosition:
        """Return the position without an entry of facts."""
        left = position.opening.remove_facts(facts)
        for player in filter(None, (find_roller(position, fact) for fact in facts)):
            left = left.remove_roll(player)
        return replace(position, opening=left)

    def find_opening_moves(self, position: AnyPosition, seat: str) -> Iterator[str]:
        """List the entries to offer during the opening; who begins may be known from the set-up."""
        first = position.opening.facts.get("first")
        if first:
            yield f"first {position.players[int(first[0]) - 1].seat}"
        else:
            yield from self.find_mode(position).list_opening_moves(position, seat)
        if self.list_missing(position):
            yield str(RollSetUp())

    # Requests for a roll

    def parse_roll(self, position: AnyPosition, text: str) -> Roll | None:
        """Parse a move that requests a roll; return None for every other move. Raises IllegalMove."""
        return parse_roll(self.find_mode(position).rolls, text)

    def make_rolled_entry(self, position: AnyPosition, request: Roll, roll: Roller) -> object:
        """Roll and return the entry; None if the request is not possible now. Raises IllegalMove."""
        if not isinstance(request, RollSetUp):
            return request.make_entry(position, roll)
        if position.game is not None or MODE not in position.settings:
            return None
        drawn = self.setup.draw_missing(self.make_group(position), roll)
        if not drawn:
            raise IllegalMove(Refusal(Code.NOTHING_TO_ROLL))
        return SetUp(opening.make_facts(drawn))

    def find_roll_request(self, position: AnyPosition, event: Event) -> str:
        """Return the move that requested this roll. Raises Unreadable."""
        entry = self.parse_any(position, event.body["move"])
        requests = (kind.find_request(entry) for kind in self.find_mode(position).rolls)
        request = next((request for request in requests if request), None)
        if request is None:
            raise Unreadable(event.body["move"])
        return str(request)

    # Texts

    def describe_facts(self, position: AnyPosition) -> list[str]:
        """Describe what is known about the set-up besides the starting dice, one line each."""
        facts = opening.make_facts(position.opening.facts)
        return self.describe_each(position, (fact for fact in facts if not find_roller(position, fact)))

    def describe_each(self, position: AnyPosition, facts: Iterable[Fact]) -> list[str]:
        group = self.make_group(position)
        kinds = self.find_kinds(group)
        return [kinds[fact.name].describe(fact.values, group) for fact in facts if fact.name in kinds]

    def describe(self, position: AnyPosition, text: str) -> str:
        """Describe an entry for the journal or an offer."""
        request = self.parse_roll(position, text)
        if request:
            return request.describe()
        match self.parse_any(position, text):
            case SetUp(facts):
                return gettext("Set-up: %(facts)s", facts="; ".join(self.describe_each(position, facts)))
            case StartingDice() | Experienced() | First() as move:
                return describe_opening_move(move, position.named)
            case move:
                return self.find_mode(position).words.describe_move(move)

    def describe_refusal(self, refusal: Refusal, position: AnyPosition | None) -> str:
        """Word a refusal. Without a position, use the first mode that knows it."""
        modes = self.modes.values() if position is None else (self.find_mode(position),)
        return next(mode for mode in modes if mode.words.knows(refusal)).words.describe_refusal(refusal)

    def fill_scoring_form(self, position: AnyPosition) -> Mapping[str, Any] | None:
        """Return the input of the final scoring, filled in with what is known."""
        return None if position.game is None else position.game.fill_scoring_form()

    def describe_line(self, position: AnyPosition, line: Line) -> dict[str, Any]:
        words = self.find_mode(position).words
        return {
            "number": line.number,
            "seat": position.find_seat(line.player),
            "text": self.describe(position, line.move),
            "rolled": line.rolled,
            "taken_back": line.taken_back,
            "news": [
                {
                    "code": happening.code,
                    "for": None if player is None else position.find_seat(player),
                    "text": words.describe_happening(happening),
                    "big": happening.code in words.big,
                }
                for player, happening in line.news
            ],
        }

    # Pages

    def make_page(self, visit: Visit) -> Page:
        return Page("assist/page.html", self.collect_context(visit))

    def make_parts(self, visit: Visit) -> Page:
        return Page("assist/parts.html", self.collect_context(visit))

    def make_screen(self, visit: Visit) -> Page:
        table = visit.table
        seen, mode = self.make_view(table.position), self.find_mode(table.position)
        context = {
            "table": table,
            "game": self,
            "mode": mode,
            "folder": mode.folder,
            "view": seen,
            "turn": self.describe_turn(table.position) if table.phase == "playing" else None,
            "names": {seat.seat: seat.name for seat in table.seats},
            "mine": False,
        }
        if table.result is not None:
            context |= {
                "seat_of": {seat.name: seat.seat for seat in table.seats},
                "headline": describe_winners(table.result),
                "standings": self.scoring.list_standings(seen["scoring"], table.result),
                "ties": self.scoring.describe_ties(table.result),
            }
        return Page("assist/screen.html", context)

    def find_undo_offer(self, visit: Visit, shown: str) -> Mapping[str, str] | None:
        """Return which seat can undo and what. A phone that enters for everybody undoes the last entry of all."""
        position = visit.table.position
        seats = [player.seat for player in position.players] if is_shared_phone(visit) else [shown]
        lines = (self.find_undoable(position, position.name(seat)) for seat in seats)
        line = max(filter(None, lines), key=lambda line: line.number, default=None)
        if line is None:
            return None
        text, seat = self.describe(position, line.move), position.find_seat(line.player)
        return {"seat": seat, "text": text if seat == shown else f"{line.player}: {text}"}

    def collect_context(self, visit: Visit) -> dict[str, Any]:
        """Collect the template context for a visitor."""
        table, visitor = visit.table, visit.visitor
        playing = table.phase == "playing"
        turn = self.describe_turn(table.position) if playing else None
        shared = is_shared_phone(visit)
        follows = shared and turn is not None and has_turn_changed(visit, turn["seat"])
        shown = table.find_seat(turn["seat"]) if follows and turn else find_shown_seat(visit)
        assert shown
        mine = playing and visitor.enters_for(shown)
        seen, mode = self.make_view(table.position), self.find_mode(table.position)
        return {
            "table": table,
            "visitor": visitor,
            "problem": visit.problem,
            "game": self,
            "mode": mode,
            "folder": mode.folder,
            "view": seen,
            "turn": turn,
            "shown": shown,
            "shared": shared,
            "follows": follows,
            "mine": mine,
            "undo": self.find_undo_offer(visit, shown.seat) if mine else None,
            "facts": self.describe_facts(table.position),
            "missing": self.list_missing(table.position),
            "sheet": seen["sheets"][shown.seat],
            "can": lambda text: mine and seen["begun"] and self.is_allowed(table.position, shown.seat, text),
        }


def find_roller(position: AnyPosition, fact: Fact) -> str:
    """Return the player whose starting dice a fact states; "" for another fact."""
    kind, _, number = fact.name.partition(STARTING_DICE)
    return "" if kind or not number else position.names[int(number) - 1]


def is_shared_phone(visit: Visit) -> bool:
    """Check whether this phone enters for everybody at the table."""
    return all(visit.visitor.enters_for(seat) for seat in visit.table.seats)


def find_shown_seat(visit: Visit) -> Seat:
    """Return the seat whose board a visitor asks for, or else their own."""
    table, visitor = visit.table, visit.visitor
    wanted = table.find_seat(visit.asked.get("show") or visit.asked.get("seat") or "")
    return wanted or table.find_seat(visitor.seats[0] if visitor.seats else "") or table.seats[0]


def has_turn_changed(visit: Visit, turn: str) -> bool:
    """Check whether another player has the turn than the page shows; a page just loaded shows none yet."""
    seen = visit.asked.get("turn-seen")
    return seen != turn if seen else not visit.asked.get("seat")
