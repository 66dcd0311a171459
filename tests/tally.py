"""A small assisted game for tests of the frame: players collect points in turn; at 10 points the last turns begin."""

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Annotated
from unittest.mock import patch

from jinja2 import ChoiceLoader, DictLoader

from companion.games.assistant import AssistedGame, Roll, RollSetUp
from companion.games.cards_karma.game import SCORING
from companion.games.setup import FactKind, Question, Setup, are_numbers, make_first_kind, never_draw
from companion.rules.assistant import NOT_YOUR_TURN, GameEntry, TrackedGame
from companion.rules.messages import Happening, Message, Refusal
from companion.rules.text_form import Between
from tests.conftest import served
from tests.testgame import games

TEN = Message("ten", "Ten points: take the cup.")
TAKE = Message("take", "%(player)s: take points.")
TOO_FEW = Message("too-few", "There are only %(left)s points to lose.")


@dataclass(frozen=True)
class Tally(TrackedGame):
    points: dict[str, int] = field(default_factory=dict, kw_only=True)
    at: int = 0

    @property
    def turn(self):
        return self.players[self.at]

    def prompt(self):
        return Happening(TAKE, player=self.turn)

    def scoring_input(self):
        return {
            "players": [
                {"name": name, "turned": 0, "fame": 0, "coins": min(20, self.points.get(name, 0)), "karma": 0}
                for name in self.players
            ]
        }


class Points(GameEntry):
    """Gain or lose points; the first gain of another player begins their turn."""

    form = "points {amount}"
    label = "%(amount)s points"
    amount: Annotated[int, Between(-20, 20)]

    def check(self, game, player):
        left = game.points.get(player, 0)
        return Refusal(TOO_FEW, left=left) if left + self.amount < 0 else None

    def enter(self, game, player):
        before = game.points.get(player, 0)
        after = replace(game, points=game.points | {player: before + self.amount}, at=game.players.index(player))
        return after.announce(player, TEN) if before < 10 <= before + self.amount else after


class Done(GameEntry):
    form = "done"
    label = "Done"

    def check(self, game, player):
        return None if game.turn == player else Refusal(NOT_YOUR_TURN, player=game.turn)

    def enter(self, game, player):
        return replace(game, at=(game.at + 1) % len(game.players))


class Finish(GameEntry):
    form = "finish"
    label = "Finish"

    def enter(self, game, player):
        return replace(game, finished=True)


class RollPoints(Roll):
    form = "roll points"
    label = "Roll for points"

    def make_entry(self, position, roll):
        return Points(roll(6))

    @classmethod
    def answered_by(cls, entry):
        return cls() if isinstance(entry, Points) else None


def list_kinds(group):
    box = FactKind(
        "box",
        draw=never_draw,
        is_possible=are_numbers(1, 3, 1),
        describe=lambda values, group: f"Box {values[0]}",
        questions=[Question("box", "Which box?", [("1", "1"), ("2", "2"), ("3", "3")])],
        printed=True,
    )
    return [make_first_kind(group), box]


class TallyTable(AssistedGame):
    name = "tally"
    folder = "games/tally"
    scoring = SCORING
    setup = Setup(steps=lambda group: ["Put the cup on the table."], kinds=list_kinds)
    start_marker = "elephant"
    entries = (Points, Done, Finish)
    examples = "points 3, done"
    rolls = (RollSetUp, RollPoints)
    skipping = "done"

    def new_game(self, position, first):
        return Tally(position.clockwise(first))

    def suggest(self, position, player):
        return [Points(3), Done(), *([Finish()] if max(position.game.points.values(), default=0) >= 10 else [])]

    def show_player(self, position, player):
        return {"points": position.game.points.get(player, 0)}

    def show_table(self, position):
        return {"elephant": None, "notices": []}


TEMPLATES = {
    "games/tally/status.html": "<p class='status'>{{ view.notices | length }}</p>",
    "games/tally/board.html": """{% from "assistant/_macros.html" import entry %}
{% include "assistant/_players.html" %}
<h2 id="board-heading" tabindex="-1">{{ shown.name }}: <span id="points">{{ sheet.points }}</span></h2>
{% if mine %}{% call entry(table, shown.seat) %}<button id="plus" name="move" value="points 3">+3</button>
<button id="minus" name="move" value="points -2">-2</button>{% endcall %}{% endif %}""",
    "games/tally/actions.html": """{% from "assistant/_macros.html" import entry %}
{% call entry(table, turn.seat, shared=true) %}<button class="wide" id="done" name="move" value="done">Done</button>{% endcall %}""",
    "games/tally/figures.html": "{{ sheet.points }}",
    "games/tally/screen_player.html": "<strong>{{ sheet.points }}</strong>",
}


@contextmanager
def served_with_tally(pages, settings, **more):
    """The app with this game and its templates."""
    loader = ChoiceLoader([pages.jinja_loader, DictLoader(TEMPLATES)])
    tables = {**games(), "tally": TallyTable()}
    with served(pages, settings, tables, **more) as app, patch.object(app, "jinja_loader", loader):
        yield app
