"""Rolling: faces of virtual dice come from the caller, real ones are typed in die by die and then confirmed."""

from companion.games.dice_charmers.rules.moves import ConfirmDice, Move, Roll, TypeFace
from companion.games.dice_charmers.rules.page import Page
from companion.games.dice_charmers.rules.plan import DICE, DIE_INDEX
from companion.games.dice_charmers.rules.refusals import Code, Verdict
from companion.games.dice_charmers.rules.state import Phase, Rule, Rules, State
from companion.rules.refusal import Refusal


def roll(state: State, page: Page, move: Roll) -> State:
    return state._replace(phase=Phase.ROLLING)


def list_dice_to_roll(state: State) -> tuple[str, ...]:
    """Return the dice whose faces are needed, in the order of their faces."""
    waiting = state.phase in (Phase.ROLL, Phase.ROLLING, Phase.TYPING)
    return tuple(DICE[die] for die in state.rolling) if waiting else ()


def refuse_faces(state: State, faces: tuple[str, ...]) -> Verdict:
    """Return why these cannot be the faces of the rolling dice, or None."""
    if state.phase is not Phase.ROLLING:
        return Refusal(Code.NO_ROLL_EXPECTED)
    if len(faces) != len(state.rolling):
        return Refusal(Code.WRONG_NUMBER_OF_FACES, given=len(faces), expected=len(state.rolling))
    for die, face in zip(state.rolling, faces, strict=True):
        if refusal := _refuse_face(state, DICE[die], face):
            return refusal
    return None


def _refuse_face(state: State, die: str, face: str) -> Verdict:
    if face not in state.sheet.faces_by_colour[die.partition("-")[0]]:
        return Refusal(Code.FACE_NOT_ON_DIE, die=die, face=face)
    return None


def set_faces(state: State, faces: tuple[str, ...]) -> State:
    """Set the faces of the rolling dice."""
    showing = list(state.faces)
    for die, face in zip(state.rolling, faces, strict=True):
        showing[die] = face
    state = state._replace(faces=tuple(showing), typed=())
    if len(state.rolling) < len(DICE):
        return state._replace(phase=Phase.REROLLED)
    return state._replace(phase=Phase.AUTOMA if state.is_solo else Phase.CHOOSE, rolling=())


def refuse_typed_face(state: State, page: Page, move: TypeFace) -> Verdict:
    if move.die not in DIE_INDEX:
        return Refusal(Code.NO_SUCH_DIE, die=move.die)
    if len(state.typed) == len(state.rolling):
        return Refusal(Code.FACES_COMPLETE)
    asked = DICE[state.rolling[len(state.typed)]]
    if move.die != asked:
        return Refusal(Code.OTHER_DIE_ASKED, die=asked)
    return _refuse_face(state, move.die, move.face)


def type_face(state: State, page: Page, move: TypeFace) -> State:
    return state._replace(typed=(*state.typed, move.face))


def refuse_confirming(state: State, page: Page, move: ConfirmDice) -> Verdict:
    if len(state.typed) < len(state.rolling):
        return Refusal(Code.FACES_MISSING, die=DICE[state.rolling[len(state.typed)]])
    return None


def confirm_dice(state: State, page: Page, move: ConfirmDice) -> State:
    return set_faces(state, state.typed)


def list_candidates(state: State) -> list[Move]:
    if len(state.typed) == len(state.rolling):
        return [ConfirmDice()]
    die = DICE[state.rolling[len(state.typed)]]
    faces = state.sheet.faces_by_colour[die.partition("-")[0]]
    return [TypeFace(die, face) for face in dict.fromkeys(faces)]


RULES: Rules = {
    Roll: Rule((Phase.ROLL,), lambda state, page, move: None, roll),
    TypeFace: Rule((Phase.TYPING,), refuse_typed_face, type_face),
    ConfirmDice: Rule((Phase.TYPING,), refuse_confirming, confirm_dice),
}
