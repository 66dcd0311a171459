"""Fame, coins, karma, administrators, the six scoring cards, and the automatic exchanges."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.cards_karma.rules.effects import BONUSES

SCORING_CARDS = 6
FAME_FOR_A_CARD = 3  # turns over the leftmost face-down card
COINS_FOR_A_CARD = 6  # the rightmost
KARMA_FOR_AN_ADMINISTRATOR = 3
ADMINISTRATORS_FOR_FAME = 3
FAME_FOR_ADMINISTRATORS = 2

# Bonus on the night side: scoring card. Two cards offer a choice of two bonuses.
SCORING_CARD_OF: Mapping[str, str] = {
    "karma": "karma",
    "coins": "coins-or-palace",
    "palace": "coins-or-palace",
    "fame": "fame-or-ship",
    "ship": "fame-or-ship",
    "administrator": "administrator",
    "dice": "dice",
    "turn": "turn",
}
LAYABLE = tuple(dict.fromkeys(SCORING_CARD_OF.values()))  # the six cards of every player


@dataclass(frozen=True)
class Tokens:
    fame: int = 0
    coins: int = 0
    karma: int = 0
    administrators: int = 0
    turned_left: int = 0
    turned_right: int = 0
    unrevealed: tuple[int, ...] = ()  # turned cards (1 to 6 from the left) whose bonus is not entered yet
    bonuses: tuple[str, ...] = ()  # of turned cards
    order: tuple[str, ...] = ()  # scoring cards from the left, if the night side lies up
    news: tuple[str, ...] = ()  # triggered by the last entry, in order

    @property
    def turned(self) -> int:
        return self.turned_left + self.turned_right

    def count(self, token: str) -> int:
        return {
            "fame": self.fame,
            "coins": self.coins,
            "karma": self.karma,
            "administrators": self.administrators,
        }[token]


def gain(tokens: Tokens, gains: Mapping[str, int]) -> Tokens:
    """Add tokens, then make the exchanges they trigger."""
    return _exchange(replace(_add(tokens, gains), news=()))


def use(tokens: Tokens, token: str, amount: int) -> Tokens:
    return replace(_add(tokens, {token: -amount}), news=())


def reveal(tokens: Tokens, bonus: str) -> Tokens:
    """Enter the bonus of the first turned card without one."""
    shown = replace(tokens, unrevealed=tokens.unrevealed[1:], bonuses=(*tokens.bonuses, bonus))
    return gain(shown, BONUSES[bonus])


def lay(tokens: Tokens, card: str) -> Tokens:
    """Lay the next scoring card from the left, night side up; the sixth follows by itself."""
    order = (*tokens.order, card)
    rest = [other for other in LAYABLE if other not in order]
    return replace(tokens, order=(*order, *rest) if len(rest) == 1 else order)


def list_bonuses_left(tokens: Tokens) -> tuple[str, ...]:
    """List the bonuses that the first turned card without one can have; each card exists once."""
    seen = {SCORING_CARD_OF[bonus] for bonus in tokens.bonuses}
    if tokens.unrevealed and len(tokens.order) == SCORING_CARDS:
        seen = {*LAYABLE} - {tokens.order[tokens.unrevealed[0] - 1]}
    return tuple(bonus for bonus, card in SCORING_CARD_OF.items() if card not in seen)


def _add(tokens: Tokens, gains: Mapping[str, int]) -> Tokens:
    return replace(
        tokens,
        fame=tokens.fame + gains.get("fame", 0),
        coins=tokens.coins + gains.get("coins", 0),
        karma=tokens.karma + gains.get("karma", 0),
        administrators=tokens.administrators + gains.get("administrators", 0),
    )


def _exchange(tokens: Tokens) -> Tokens:
    """Exchange tokens as often as possible. After the sixth card, fame and coins are no longer exchanged."""
    face_down = SCORING_CARDS - tokens.turned
    if tokens.karma >= KARMA_FOR_AN_ADMINISTRATOR:
        less = replace(tokens, karma=tokens.karma - KARMA_FOR_AN_ADMINISTRATOR)
        return _exchange(_add_news(_add(less, {"administrators": 1}), "karma-to-administrator"))
    if tokens.administrators >= ADMINISTRATORS_FOR_FAME:
        less = replace(tokens, administrators=tokens.administrators - ADMINISTRATORS_FOR_FAME)
        return _exchange(_add_news(_add(less, {"fame": FAME_FOR_ADMINISTRATORS}), "administrators-to-fame"))
    if face_down and tokens.fame >= FAME_FOR_A_CARD:
        less = replace(tokens, fame=tokens.fame - FAME_FOR_A_CARD, turned_left=tokens.turned_left + 1)
        return _exchange(_turn_card(less, tokens.turned_left + 1))
    if face_down and tokens.coins >= COINS_FOR_A_CARD:
        less = replace(tokens, coins=tokens.coins - COINS_FOR_A_CARD, turned_right=tokens.turned_right + 1)
        return _exchange(_turn_card(less, SCORING_CARDS - tokens.turned_right))
    return tokens


def _turn_card(tokens: Tokens, card: int) -> Tokens:
    """Turn a card over; a bonus that is known and leaves no choice is entered at once."""
    known = tokens.order[card - 1] if len(tokens.order) == SCORING_CARDS else ""
    if known not in BONUSES:
        return _add_news(replace(tokens, unrevealed=(*tokens.unrevealed, card)), f"turned-{card}")
    turned = replace(tokens, bonuses=(*tokens.bonuses, known))
    return _add_news(_add(turned, BONUSES[known]), f"turned-{card}-{known}")


def _add_news(tokens: Tokens, what: str) -> Tokens:
    return replace(tokens, news=(*tokens.news, what))
