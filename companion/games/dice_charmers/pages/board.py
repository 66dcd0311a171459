"""The board: what a phone shows of a running game, as values for the templates; the latest moves; new strokes."""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from companion.games.dice_charmers.copies import list_waiting
from companion.games.dice_charmers.drawing.phone import PhoneArea, draw_printed_areas, draw_strokes
from companion.games.dice_charmers.names import Namer, name_die
from companion.games.dice_charmers.rules import Phase, Played, State, apply, describe_marks
from companion.games.dice_charmers.rules.bonuses import BONUS_KINDS, find_icon, format_caption
from companion.games.dice_charmers.rules.effects import EffectKind
from companion.games.dice_charmers.rules.play import parse_move
from companion.games.dice_charmers.rules.rounds import Roll, count_turns
from companion.games.dice_charmers.rules.scoring import have_met
from companion.games.dice_charmers.rules.sheet import DICE, Bonus, list_face_icons
from companion.games.dice_charmers.rules.state import AUTOMA, ELEPHANT, MIDDLE, ButtonPlace, TaskMove
from companion.games.dice_charmers.rules.turn import EndTurn
from companion.games.dice_charmers.table.playing import ON, DiceCharmers
from companion.games.dice_charmers.table.preview import list_answers
from companion.games.dice_charmers.table.view import find_prompt
from companion.games.dice_charmers.texts.ending import describe_last_turns
from companion.games.dice_charmers.texts.wording import describe_bonus, describe_played
from companion.games.kept import Kept
from companion.games.table_game import BOT, RESEEDED, THOUGHTLESS, Offer, Seat, Step, Visitor
from companion.i18n import get_language, gettext, ngettext
from companion.storage import Event
from companion.tables.table import Table
from companion.web.companion import companion
from companion.web.table_pages import Visit

# The effects of simple bonuses, which can be used all together.
PLAIN = {
    EffectKind.BONUS_USED,
    EffectKind.FAME,
    EffectKind.MONEY,
    EffectKind.KARMA_CIRCLED,
    EffectKind.RELEASES,
    EffectKind.LINES_MEET,
}

# In the order of the areas on the page
AREA_ICONS = {
    "tracks": "fame",
    "province": "intersection",
    "market": "stall",
    "palace": "person-any",
    "river": "boat",
    "upgrades": "upgrade",
    "karma": "karma",
}
MOST_AT_ONCE = 10  # choices of all bonuses together
NEWS = 6  # on the TV page
FIRST_PHASES = (Phase.ROLL, Phase.TYPING, Phase.CHOOSE)  # of a turn


@dataclass(frozen=True)
class BonusUse:
    """A usable bonus, with its choices if they can be made together with using it."""

    offer: Offer
    after: State
    choices: Sequence[Offer]


@dataclass(frozen=True)
class Board:
    """A table as seen from one device."""

    table: Table
    visitor: Visitor
    mine: str | None  # the seat of this device
    shown: str  # the seat whose sheet is in view

    @property
    def game(self) -> DiceCharmers:
        assert isinstance(self.table.game, DiceCharmers)
        return self.table.game

    @property
    def state(self) -> State:
        state: State = self.table.position.state
        return state

    @cached_property
    def view(self) -> Mapping[str, Any]:
        return self.game.make_view(self.table.position)

    @cached_property
    def turn(self) -> Mapping[str, Any]:
        return self.game.describe_turn(self.table.position) or {"seat": None, "prompt": "", "code": "", "details": {}}

    @cached_property
    def acting(self) -> str | None:
        """The seat that has the turn, if this device enters its moves."""
        seat = self.turn["seat"]
        return seat if self.enters_for(seat) else None

    @cached_property
    def undoing(self) -> str | None:
        """The seat whose last mark this device can undo."""
        return next((seat for seat in self.view["undo"] if self.enters_for(seat)), None)

    @property
    def bot_plays(self) -> bool:
        """Whether players wait for a bot, whose pauses they can skip."""
        seat = self.turn["seat"]
        return bool(seat and not self.acting and self.visitor.seats and self.find_player(seat).kind == BOT)

    @property
    def can_ask_for_hint(self) -> bool:
        """Whether this device can ask what to do: in its own turn, where hints were chosen, if there is a choice."""
        asked = self.acting in self.phones and self.turn["code"] not in ("face", "confirm", "total")
        return asked and self.table.settings.get("hints") == ON and len(self.listed_moves) > 1

    def enters_for(self, seat: str | None) -> bool:
        """Check whether this device enters the moves of a seat."""
        helps = self.game.needs_people(self.table.position)
        return seat is not None and self.visitor.enters_for(self.find_player(seat), helps)

    def is_paper(self, seat: str) -> bool:
        return self.find_player(seat).kind == "paper"

    def find_player(self, seat: str) -> Seat:
        found = self.table.find_seat(seat)
        assert found is not None
        return found

    @cached_property
    def phones(self) -> list[str]:
        """The seats that share this device."""
        return [seat for seat in self.visitor.seats if not self.is_paper(seat)]

    @cached_property
    def tip(self) -> str:
        """The code of the tip that fits what is asked."""
        return str(find_prompt(self.state).code)

    @cached_property
    def last_turn(self) -> str:
        """Whose lines have met and who still has a turn; empty before that."""
        return describe_last_turns(self.namer, self.state, self.mine if len(self.phones) == 1 else None)

    # Moves

    @cached_property
    def offers(self) -> Sequence[Offer]:
        return self.game.list_moves(self.table.position, self.acting) if self.acting else ()

    def find_kind(self, offer: Offer) -> str:
        return str(offer.extra["kind"])

    @cached_property
    def faces(self) -> list[Offer]:
        """The faces that a real die can show."""
        return [offer for offer in self.offers if self.find_kind(offer) == "face"]

    def name_face(self, offer: Offer) -> str:
        return self.namer.name_face(offer.move.die, offer.move.face)

    @property
    def namer(self) -> Namer:
        return self.game.make_namer(self.table.position)

    @cached_property
    def asks_total(self) -> bool:
        return self.turn["code"] == "total" and self.acting is not None

    @cached_property
    def photo_seats(self) -> list[Seat]:
        """The paper seats whose sheet this device can photograph now."""
        return list_waiting(self.table, self.visitor)

    @cached_property
    def listed_moves(self) -> list[Offer]:
        """All moves for the list, except the totals of a paper sheet, which are typed in."""
        return [offer for offer in self.offers if self.find_kind(offer) != "total"]

    @cached_property
    def buttons(self) -> list[Offer]:
        """The moves with a button at the foot of the page."""
        return [offer for offer in self.offers if offer.move.button is ButtonPlace.FOOT]

    @cached_property
    def asides(self) -> list[Offer]:
        """The moves with a small button: passing, declaring a meeting, giving something up."""
        return [offer for offer in self.offers if offer.move.button is ButtonPlace.ASIDE and not offer.targets]

    def list_give_ups(self, target: str) -> list[Offer]:
        """List what can be given up at a target of the sheet in view."""
        here = [offer for offer in self.offers if target in offer.targets and self.acting == self.shown]
        return [offer for offer in here if self.find_kind(offer) == "give"]

    def find_answer(self, offer: Offer) -> str:
        """Return how a move that completes a task is best chosen: on the "map" or in a "list"; empty for others."""
        if not isinstance(offer.move, TaskMove):
            return ""
        return "map" if offer.move.is_on_map else "list"

    def leads_on(self, offer: Offer) -> bool:
        """Check whether a bonus does nothing by itself but lead to a choice."""
        return self.find_kind(offer) == "use" and len(offer.effects) == 1

    @cached_property
    def usable_bonuses(self) -> list[Offer]:
        return [offer for offer in self.offers if self.find_kind(offer) == "use"]

    @cached_property
    def simple_bonuses(self) -> list[Offer]:
        """The usable bonuses that only give fame, money or karma."""
        return [offer for offer in self.usable_bonuses if not self.leads_on(offer) and find_codes(offer) <= PLAIN]

    @cached_property
    def bonus_uses(self) -> list[BonusUse]:
        """The usable bonuses when they are asked for; the shortest choices first, until there are too many."""
        if self.turn["code"] != "bonuses" or self.acting is None:
            return []
        found, room = [], MOST_AT_ONCE
        for use in sorted(map(self.find_use, self.usable_bonuses), key=lambda use: len(use.choices)):
            room -= len(use.choices)
            found.append(use if room >= 0 else replace(use, choices=()))
        return found

    def find_use(self, offer: Offer) -> BonusUse:
        assert self.acting
        after = apply(self.state, Played(self.acting, offer.move))
        return BonusUse(offer, after, list_answers(self.namer, after, self.acting))

    def list_effects(self, offer: Offer) -> list[str]:
        """List the effects of a move that its label does not name."""
        named = offer.move.named_effect
        codes = [effect["code"] for effect in offer.extra["effect_codes"]]
        return [words for words, code in zip(offer.effects, codes, strict=True) if code != named]

    @cached_property
    def bonuses(self) -> list[dict[str, Any]]:
        """The circled bonuses for the row at the foot."""
        seat = self.acting or self.mine
        if seat is None or self.is_paper(seat):
            return []
        places = self.state.find_seat(seat).marks.circled
        return [{"place": place, **self.make_bonus_picture(self.state.plan.bonuses[place])} for place in places]

    # Pictures

    def make_bonus_picture(self, bonus: Bonus) -> dict[str, Any]:
        look = BONUS_KINDS[bonus.kind].look
        return {
            "icon": find_icon(bonus),
            "hue": look.hue,
            "caption": format_caption(bonus),
            "x": look.x,
            "y": look.y,
            "solid": look.solid,
            "label": describe_bonus(bonus),
        }

    def make_picture(self, offer: Offer, state: State | None = None) -> dict[str, Any]:
        """Return what is drawn on the button of a move, now or in another state."""
        found: dict[str, Any] = offer.move.picture(state or self.state)
        if "bonus" in found:
            return {"bonus": self.make_bonus_picture(self.state.plan.bonuses[found["bonus"]])}
        if "die" in found:
            die, face = found["die"], found.get("face")
            return {
                "die": self.describe_die(die) | ({"face": face, "icons": list_face_icons(die, face)} if face else {})
            }
        return found

    def name_die(self, die: str) -> str:
        return name_die(die)

    def describe_die(self, die: str) -> dict[str, Any]:
        shown = self.view["dice"][DICE.index(die)]
        return {**shown, "icons": list_face_icons(die, shown["face"] or "")}

    @cached_property
    def dice(self) -> dict[str, list[dict[str, Any]]]:
        """The dice by place: the middle, the elephant, or the depot of a seat."""
        places: dict[str, list[dict[str, Any]]] = {MIDDLE: [], ELEPHANT: [], AUTOMA: []}
        places |= {player: [] for player in self.state.players}
        for die in DICE:
            shown = self.describe_die(die)
            places[shown["place"]].append(shown)
        return places

    @cached_property
    def asked_die(self) -> str:
        """The real die whose face has to be typed in now."""
        return str(self.turn["details"].get("die", "")) if self.turn["code"] == "face" else ""

    @cached_property
    def dice_checksum(self) -> str:
        """A checksum of the dice and of the question next to them, to send them only if they changed."""
        asked = self.turn["details"] if self.faces or self.asks_total else ""
        return compute_checksum(f"{self.view['round']} {self.view['dice']} {self.asked_die} {asked} {self.photo_seats}")

    # The sheet

    @cached_property
    def area_chips(self) -> list[tuple[str, str, str]]:
        """The areas of the sheet, each with its icon and its name."""
        about = self.game.explain_target
        return [
            (area, icon, about(self.table.position, self.shown, f"area {area}")[0]) for area, icon in AREA_ICONS.items()
        ]

    @cached_property
    def areas(self) -> tuple[PhoneArea, ...]:
        return draw_printed_areas(self.definition, get_language())

    @property
    def definition(self) -> Any:
        return self.game.find_definition(self.table.position)

    @cached_property
    def strokes(self) -> dict[str, str]:
        return draw_strokes(self.definition, describe_marks(self.state, self.shown))

    @cached_property
    def strokes_checksum(self) -> str:
        """A checksum of the strokes, to send them only if they changed."""
        return compute_checksum("".join(self.strokes.values()))


def find_codes(offer: Offer) -> set[str]:
    return {effect["code"] for effect in offer.extra["effect_codes"]}


def compute_checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):x}"


def make_board(table: Table, visitor: Visitor, seat: str | None = None, shown: str | None = None) -> Board:
    """Make the board of a device, seen from the requested seat or from the one of its seats that plays next."""
    order = [each.seat for each in table.seats]
    own = [each.seat for each in table.seats if each.seat in visitor.seats and each.kind == "phone"]
    turn = table.game.describe_turn(table.position)
    mover = turn["seat"] if turn else None
    if mover in own:
        mine = mover
    elif seat in own:
        mine = seat
    else:
        start = order.index(mover) if mover in order else 0
        mine = min(own, key=lambda each: (order.index(each) - start) % len(order), default=None)
    if shown not in order:
        shown = mine or mover or order[0]
    assert shown
    return Board(table, visitor, mine, shown)


# The latest moves, for the TV page and for players who were not looking


@dataclass(frozen=True)
class News:
    """A move and what it did, as text."""

    seat: str
    text: str
    effects: tuple[str, ...] = ()


DESCRIBED: Kept[News] = Kept(4096)  # moves that were described lately: every phone of a table asks for the same ones


def find_latest_news(visit: Visit, namer: Namer) -> list[News]:
    """Describe the last moves, the latest first."""
    steps = [step for step in visit.last_steps() if is_newsworthy(step.event)]
    return describe_steps(namer, steps[-NEWS:])[::-1]


@dataclass(frozen=True)
class LastTurn:
    """What a player did in their last turn."""

    seat: str
    round: int
    moves: tuple[News, ...]
    goes_on: bool  # it is the turn that is being played
    summary: str  # "9 steps, +6 fame, +9 money"


def find_last_turns(visit: Visit, board: Board) -> list[LastTurn]:
    """Describe the last turn of everyone else in order: while this device waits, and until it acts in its own turn.

    The turns of a player since this device last played are described together: who ends a round may begin the next.
    """
    state = board.state
    if visit.table.phase != "playing" or (board.acting and state.phase not in FIRST_PHASES):
        return []
    steps = drop_undone(visit.last_steps())
    if board.acting and steps and steps[-1].event.seat == board.acting:
        return []
    turns: dict[str, tuple[tuple[int, int], list[Step]]] = {}
    fresh: set[str] = set()  # seats with a turn since this device last played
    for step in steps:
        before, seat = step.before.position.state, step.event.seat
        if seat in board.phones:
            fresh.clear()
        if seat is None or seat in board.phones or not is_newsworthy(step.event):
            continue
        when = before.round, before.turn
        if seat not in turns or turns[seat][0] != when:
            earlier = turns.pop(seat, (when, []))[1]  # so that the order is that of the last turns
            turns[seat] = when, earlier if seat in fresh and board.phones else []
            fresh.add(seat)
        turns[seat][1].append(step)
    now, mover = (state.round, state.turn), board.turn["seat"]
    if mover and not board.acting and mover not in turns:
        turns[mover] = now, []  # keep a place for the turn that has just begun
    return [
        LastTurn(
            seat,
            when[0],
            tuple(describe_steps(board.namer, moves)),
            seat == mover and when == now,
            summarise_steps(seat, moves),
        )
        for seat, (when, moves) in turns.items()
    ]


def summarise_steps(seat: str, steps: Sequence[Step]) -> str:
    """Count the moves of a turn and say what they gained. What a paper sheet gains is not known."""
    if not steps:
        return ""
    before, after = (at.position.state.find_seat(seat).marks for at in (steps[0].before, steps[-1].after))
    moves = [step for step in steps if step.event.kind != THOUGHTLESS]
    words = [ngettext("%(num)d step", "%(num)d steps", len(moves))]
    if fame := after.fame - before.fame:
        words.append(ngettext("+%(num)d fame", "+%(num)d fame", fame))
    if money := after.money - before.money:
        words.append(ngettext("+%(num)d money", "+%(num)d money", money))
    return ", ".join(words)


def drop_undone(steps: Iterable[Step]) -> list[Step]:
    """Return the steps of a running game without what was undone later."""
    kept: list[Step] = []
    for step in steps:
        if step.before.position is None:
            continue
        if step.event.kind != "undo":
            kept.append(step)
            continue
        restored = step.after.position.state
        while kept and kept[-1].after.position.state != restored:
            kept.pop()
    return kept


def find_next(board: Board) -> str | None:
    """Return the seat whose turn follows; None if the game may be over then."""
    state = board.state
    if state.phase in (Phase.TOTALS, Phase.OVER):
        return None
    players, done = len(state.players), state.turn + 1
    if done % players == 0 and have_met(state):
        return None
    ends = done == count_turns(players)
    return state.players[(state.starter + (1 if ends else done)) % players]


def is_newsworthy(event: Event) -> bool:
    """Check whether an event is a move other than rolling or ending the turn, or news about a bot or the dice."""
    if event.kind in (THOUGHTLESS, RESEEDED):
        return True
    return event.kind == "move" and not isinstance(parse_move(event.body["move"]), Roll | EndTurn)


def describe_steps(namer: Namer, steps: Iterable[Step]) -> list[News]:
    """Describe the moves of newsworthy steps."""
    language = get_language()
    return [
        DESCRIBED.find((step.after.code, step.event.seq, step.event.at, language), partial(_describe_step, namer, step))
        for step in steps
    ]


def _describe_step(namer: Namer, step: Step) -> News:
    seat, before, after = step.event.seat, step.before.position.state, step.after.position.state
    assert seat
    if step.event.kind == THOUGHTLESS:
        return News(seat, gettext("The bot cannot think on this computer and makes simple moves."))
    if step.event.kind == RESEEDED:
        return News(
            seat, gettext("This seat has left the phone that knew the coming dice; all rolls are new from now on.")
        )
    return News(seat, *describe_played(namer, before, after, seat, parse_move(step.event.body["move"])))


# New strokes, sent together with the event that made them: phones show a mark before they reload the board


def make_ink_preface(table: Table) -> Callable[[int], bytes]:
    """Return a function that makes what a stream sends before each event: the strokes changed since the last event."""
    look = partial(companion().tables.get_since, table.code)
    known = table

    def ink(event: int) -> bytes:
        nonlocal known
        before, known = known, look(event)
        changed = find_changed_strokes(before, known)
        return format_frame(known.version, changed) if changed else b""

    return ink


def format_frame(version: int, changed: dict[str, Any]) -> bytes:
    """Format a server-sent event. It has no id: a client that reconnects with Last-Event-ID reloads the whole board."""
    data = json.dumps({"version": version, "sheets": changed}, separators=(",", ":"))
    return f"event: ink\ndata: {data}\n\n".encode()


def find_changed_strokes(before: Table, after: Table) -> dict[str, Any]:
    """Return, for each changed sheet, its changed areas and the checksums of its strokes before and after."""
    then, now = before.position.state, after.position.state
    touched = [seat for seat in now.players if then.find_seat(seat).marks != now.find_seat(seat).marks]
    return {seat: compare_strokes(make_sheet_board(before, seat), make_sheet_board(after, seat)) for seat in touched}


def make_sheet_board(table: Table, seat: str) -> Board:
    return Board(table, Visitor(), None, seat)


def compare_strokes(before: Board, after: Board) -> dict[str, Any]:
    areas = {area: drawn for area, drawn in after.strokes.items() if drawn != before.strokes[area]}
    return {"before": before.strokes_checksum, "drawn": after.strokes_checksum, "areas": areas}
