"""What a phone shows of a running game, worked out from the table: values for the templates, no markup."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from companion.games.dice_charmers.drawing.phone import PhoneArea, draw_printed_areas, draw_strokes
from companion.games.dice_charmers.kinds.bonuses import BONUSES, find_icon, format_caption
from companion.games.dice_charmers.kinds.moves import MOVES, ButtonPlace, MoveProfile
from companion.games.dice_charmers.names import name_die
from companion.games.dice_charmers.rules import State, describe_marks
from companion.games.dice_charmers.rules.moves import parse_move
from companion.games.dice_charmers.rules.plan import DICE
from companion.games.dice_charmers.rules.sheet import Bonus
from companion.games.dice_charmers.rules.state import MIDDLE
from companion.games.dice_charmers.texts import Namer, describe_bonus
from companion.games.table_game import Offer, Seat, SeenTable, Visitor
from companion.i18n import current_language

if TYPE_CHECKING:
    from companion.games.dice_charmers.table.game import DiceCharmers


@dataclass(frozen=True)
class Board:
    """The table as one device sees it."""

    table: SeenTable
    visitor: Visitor
    mine: str | None  # the seat this device looks from
    shown: str  # whose sheet is in view

    @property
    def game(self) -> "DiceCharmers":
        return cast("DiceCharmers", self.table.game)

    @property
    def state(self) -> State:
        state: State = self.table.position.state
        return state

    @cached_property
    def view(self) -> Mapping[str, Any]:
        return self.game.view(self.table.position)

    @cached_property
    def turn(self) -> Mapping[str, Any]:
        return self.game.turn(self.table.position) or {"seat": None, "prompt": "", "code": "", "details": {}}

    @cached_property
    def acting(self) -> str | None:
        """The seat that is to move, when this device may move for it."""
        return self.ours(self.turn["seat"])

    @cached_property
    def undoing(self) -> str | None:
        """The seat whose last mark this device may take back."""
        return next((seat for seat in self.view["undo"] if self.ours(seat)), None)

    def ours(self, seat: str | None) -> str | None:
        """Return the seat when this device enters for it, else None."""
        return seat if seat and self.visitor.enters_for(self.player(seat)) else None

    def is_paper(self, seat: str) -> bool:
        return self.player(seat).kind == "paper"

    def player(self, seat: str) -> Seat:
        found = self.table.seat(seat)
        assert found is not None
        return found

    @cached_property
    def phones(self) -> list[str]:
        """The seats for which this one device is handed around."""
        return [seat for seat in self.visitor.seats if not self.is_paper(seat)]

    # Moves

    @cached_property
    def offers(self) -> Sequence[Offer]:
        return self.game.moves(self.table.position, self.acting) if self.acting else ()

    def kind(self, offer: Offer) -> str:
        return str(offer.extra["kind"])

    @cached_property
    def faces(self) -> list[Offer]:
        """What a real die may show."""
        return [offer for offer in self.offers if self.kind(offer) == "face"]

    def name_face(self, offer: Offer) -> str:
        die, face = offer.move.split()[1:]
        return self.namer.name_face(die, face)

    @property
    def namer(self) -> Namer:
        return self.game.namer(self.table.position)

    @cached_property
    def asks_total(self) -> bool:
        return self.turn["code"] == "total" and self.acting is not None

    @cached_property
    def listed_moves(self) -> list[Offer]:
        """Everything as a plain list; a paper sheet's total is typed, not chosen from a hundred."""
        return [offer for offer in self.offers if self.kind(offer) != "total"]

    @cached_property
    def buttons(self) -> list[Offer]:
        """What has no place on the sheet."""
        return [offer for offer in self.offers if find_profile(offer).button is ButtonPlace.FOOT]

    @cached_property
    def asides(self) -> list[Offer]:
        """What is rarely needed: pass, declare a meeting, do without something that is asked."""
        return [offer for offer in self.offers if find_profile(offer).button is ButtonPlace.ASIDE and not offer.targets]

    def list_give_ups(self, target: str) -> list[Offer]:
        """What can be given up at a target of the sheet in view, where nothing else can be done."""
        offers = [offer for offer in self.offers if target in offer.targets and self.acting == self.shown]
        return offers if all(self.kind(offer) == "give" for offer in offers) else []

    def list_effects(self, offer: Offer) -> list[str]:
        """What a move does beyond what its label says."""
        said = find_profile(offer).named_effect
        codes = [effect["code"] for effect in offer.extra["effect_codes"]]
        return [words for words, code in zip(offer.effects, codes, strict=True) if code != said]

    @cached_property
    def bonuses(self) -> list[dict[str, Any]]:
        """The circled bonuses that wait, for the row at the foot."""
        seat = self.acting or self.mine
        if seat is None or self.is_paper(seat):
            return []
        places = self.state.seat(seat).marks.circled
        return [{"place": place, **self.make_bonus_picture(self.state.plan.bonuses[place])} for place in places]

    # Pictures

    def make_bonus_picture(self, bonus: Bonus) -> dict[str, Any]:
        look = BONUSES[bonus.kind].look
        return {
            "icon": find_icon(bonus),
            "hue": look.hue,
            "caption": format_caption(bonus),
            "x": look.x,
            "y": look.y,
            "solid": look.solid,
            "label": describe_bonus(bonus),
        }

    def make_picture(self, offer: Offer) -> dict[str, Any]:
        """What is drawn on a move's button."""
        found = find_profile(offer).picture(self.state, parse_move(offer.move))
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
        """The dice by where they lie: the middle, the elephant, a seat's depot."""
        places: dict[str, list[dict[str, Any]]] = {MIDDLE: [], "elephant": []}
        places |= {player: [] for player in self.state.players}
        for die in DICE:
            shown = self.describe_die(die)
            places[shown["place"]].append(shown)
        return places

    @cached_property
    def asked_die(self) -> str:
        """The real die whose face is to be typed in now."""
        return str(self.turn["details"].get("die", "")) if self.turn["code"] == "face" else ""

    @cached_property
    def dice_checksum(self) -> str:
        """A short name for exactly these dice, and what is asked beside them."""
        asked = self.turn["details"] if self.faces or self.asks_total else ""
        return compute_checksum(f"{self.view['round']} {self.view['dice']} {self.asked_die} {asked}")

    # The sheet

    @cached_property
    def areas(self) -> tuple[PhoneArea, ...]:
        return draw_printed_areas(self.definition, current_language())

    @property
    def definition(self) -> Any:
        return self.game.definitions[self.state.sheet.name]

    @cached_property
    def strokes(self) -> dict[str, str]:
        return draw_strokes(self.definition, describe_marks(self.state, self.shown))

    @cached_property
    def strokes_checksum(self) -> str:
        """A short name for exactly these strokes."""
        return compute_checksum("".join(self.strokes.values()))


def find_profile(offer: Offer) -> MoveProfile:
    return MOVES[type(parse_move(offer.move))]


def compute_checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):x}"


def list_face_icons(die: str, face: str) -> list[str]:
    if not face:
        return []
    return face.split("-") if die.startswith("purple") else [face]


def make_board(table: SeenTable, visitor: Visitor, seat: str | None = None, shown: str | None = None) -> Board:
    """The board from the seat the device asks for, or the one of its seats that plays next."""
    order = [each.seat for each in table.seats]
    own = [each.seat for each in table.seats if each.seat in visitor.seats and each.kind == "phone"]
    turn = table.game.turn(table.position)
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
