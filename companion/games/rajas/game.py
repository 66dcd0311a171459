"""Rajas of the Ganges: final scoring, and the assistant, for which the phone is the score board with both tracks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wtforms import Form, FormField, StringField

from companion.games.assistant import AssistedGame, Position, Roll
from companion.games.game import Game
from companion.games.options import Choice, Option
from companion.games.rajas import rules
from companion.games.rajas.lookup import LOOKUP
from companion.games.rajas.rules import (
    LAST_FAME,
    LAST_MONEY,
    MEETING,
    MOST_PLAYERS,
    TRACK_BONUSES,
    RajasGame,
    Variant,
    convert_to_fame_spaces,
)
from companion.games.rajas.setup import GANGA, PLAIN, SETUP, find_lowest, list_river_tiles, term
from companion.games.scoring import (
    Count,
    Entry,
    Name,
    PadRow,
    Scoring,
    ScoringForm,
    TieBreak,
    Yes,
    explain_meeting,
    join_names,
    repeat,
)
from companion.i18n import N_, gettext
from companion.render.palette import Character
from companion.rules.assistant import GameEntry
from companion.rules.scoring import Result

# Final scoring

FIGURES = {"fame": N_("Fame"), "money": N_("Money")}


class RajasColumn(Form):
    name = Name()
    fame = Count(LAST_FAME)
    money = Count(LAST_MONEY)


class RajasForm(ScoringForm):
    players = repeat(FormField(RajasColumn), MOST_PLAYERS)
    met_order = repeat(StringField(default=""), MOST_PLAYERS)  # indexes of players
    forgotten = Yes(default=False)  # nobody remembers whose markers met first
    asked = False
    bonus_spaces = frozenset((bonus.track, bonus.space) for bonus in TRACK_BONUSES)  # for the drawn tracks

    def ask(self, result: Result) -> str:
        """Ask whose markers met first if that decides between players with the same score."""
        score = {player["name"]: player["score"] for player in result["players"]}
        open_ties = [
            tie["players"] for tie in result["ties"] if score[tie["players"][0]] >= 0 and not tie["decided_by"]
        ]
        if not open_ties or self.forgotten.data:
            return ""
        self.asked = True
        return gettext("%(names)s are tied: whose markers met first?", names=join_names(open_ties[0]))

    @classmethod
    def from_totals(cls, totals: Mapping[str, Any]) -> ScoringForm:
        names = [player["name"].strip() for player in totals["players"]]
        order = [str(names.index(name.strip())) for name in totals.get("met_order") or ()]
        return super().from_totals({**totals, "met_order": order})

    def read_entries(self) -> Iterator[Entry]:
        yield from super().read_entries()
        named = [field for field in self.met_order if field.data]
        names = {str(position): player.form["name"].data for position, player in enumerate(self.players)}
        for position, field in enumerate(named):
            yield f"met_order[{position}]", field, names.get(field.data, "")


SCORING = Scoring(
    score=rules.score,
    form=RajasForm,
    figures=FIGURES,
    explain=explain_meeting(FIGURES, N_("%(money)s money: two spaces count as one fame space, rounded up.")),
    pad=(
        PadRow(FIGURES["fame"]),
        PadRow(FIGURES["money"], N_("half of it, rounded up")),
        PadRow(N_("Meeting point"), cell=-MEETING),
    ),
    tiebreaks={"met_first": TieBreak(N_("whose markers met first"), with_figures=False)},
    template="games/rajas/scoring.html",
    styles="css/games/rajas/scoring.css",
    script="js/games/rajas/scoring.js",
    link_words=b'"fame":30,"money":50},',
)


# The assistant

# The usual gains: a building gives 2 to 4 fame, two of them up to 8; the quarry costs 1 to 4 money.
FAME_STEPS = (1, 2, 3, 4, 5, 6, 7, 8)
MONEY_STEPS = (-4, -3, -2, -1, 1, 2, 3, 5)
PAD_STEPS = {"fame": (9, 10, 11, 12, -1, -2, -3, -4), "money": (4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)}
ON_PHONE, ON_BOARD = "phone", "board"


class Rajas(AssistedGame):
    name = "rajas"
    folder = "games/rajas"
    scoring = SCORING
    setup = SETUP
    own_styles = "css/games/rajas/assist.css"
    screen_styles = ("css/games/rajas/tv.css",)
    start_marker = "elephant"
    entries = rules.ENTRIES
    examples = rules.EXAMPLES
    options: Mapping[str, Option] = {
        "variant": Option(
            N_("Version"),
            (
                Choice(Variant.BASIC, N_("Basic game"), N_("Up to 5 workers, room for 10 dice.")),
                Choice(
                    Variant.NAVARATNAS,
                    N_("Navaratnas"),
                    N_("Up to 6 workers, room for 8 dice, yield tiles to collect."),
                ),
                Choice(Variant.MIXED, N_("Mixed group"), N_("Experienced players have room for only 8 dice.")),
            ),
        ),
        "river": Option(
            N_("River"),
            (
                Choice(PLAIN, N_("River as printed"), N_("The river as it is on the board.")),
                Choice(GANGA, N_("Ganga river tiles"), N_("River tiles change some of its spaces.")),
            ),
        ),
        "karma": Option(
            N_("Karma"),
            (
                Choice(ON_BOARD, N_("Karma on the board"), N_("Karma cubes stay on the board.")),
                Choice(ON_PHONE, N_("Karma on the phone"), N_("The phone counts karma, too.")),
            ),
        ),
    }

    def new_game(self, position: Position, first: str) -> RajasGame:
        return rules.new_game(position.names, first, Variant(position.settings["variant"]))

    def find_first_player(self, position: Position) -> str | None:
        """The lowest sum of the starting dice begins; with a tie, or with real dice, the table says who."""
        lowest = find_lowest(self.make_group(position))
        return lowest[0] if len(lowest) == 1 else None

    def suggest(self, position: Position, player: str) -> Iterable[GameEntry | Roll]:
        game = find_game(position)
        yield from (rules.TrackStep("fame", amount) for amount in FAME_STEPS)
        yield from (rules.TrackStep("money", amount) for amount in MONEY_STEPS)
        if not game.at_mogul:
            yield rules.VisitMogul()
        if rules.BRIDGE not in game.markers[player].reached:
            yield rules.ReachBonus(rules.BRIDGE)
        yield rules.NextRound(game.round + 1)
        yield rules.FinishRajas()

    def show_player(self, position: Position, player: str) -> Mapping[str, Any]:
        game = find_game(position)
        seen = game.markers[player]
        waiting = [name for name in rules.MARKED_BONUSES if name not in seen.reached]
        return {
            "fame": seen.fame,
            "money": seen.money,
            "karma": seen.karma if position.settings.get("karma") == ON_PHONE else None,
            "beyond": seen.beyond_meeting,  # negative: spaces to go
            "met": game.met_order.index(player) + 1 if player in game.met_order else None,
            "workers": game.count_workers(player),
            "yield_tiles": game.count_yield_tiles(player),
            "reached": [name for name in (*rules.BONUSES, rules.BRIDGE) if name in seen.reached],
            "out_of_game": game.find_lost_worker(player),
            "bonus_marker": rules.BONUSES[waiting[0]].space if waiting else None,
            "money_at": MEETING - convert_to_fame_spaces(seen.money),  # the fame space next to the money marker
        }

    def show_table(self, position: Position) -> Mapping[str, Any]:
        game = find_game(position)
        notices = []
        if game.last_turns:
            others = ", ".join(game.last_turns)
            notices.append(
                gettext("Last turns! One more worker each, if there is one left: %(others)s.", others=others)
            )
        elif game.met_order:
            notices.append(gettext("The game is over. Check the markers, then finish."))
        return {
            "elephant": {
                "holder": position.seat(game.start_player),
                "next": position.seat(game.next_start_player),
            },
            "notices": notices,
            "round": game.round,
            "mogul": position.seat(game.at_mogul) if game.at_mogul else None,
            "met": [position.seat(name) for name in game.met_order],
            "last_turns": [position.seat(name) for name in game.last_turns],
            "river_tiles": list_river_tiles(self.make_group(position)),
        }

    def term(self, word: str) -> str:
        return term(word)

    def describe_entry(self, entry: GameEntry | Roll) -> str:
        match entry:
            case rules.TrackStep(counter, amount):
                return f"{term(counter)} {'+' if amount > 0 else '−'}{abs(amount)}"
            case rules.SetTrack(counter, number):
                return f"{term(counter)} = {number}"
            case rules.ReachBonus(bonus):
                return gettext("Reached: %(bonus)s", bonus=term(bonus))
            case rules.ReturnBonus(bonus):
                return gettext("Put back: %(bonus)s", bonus=term(bonus))
        return super().describe_entry(entry)

    def show_facts(self, position: Position) -> list[str]:
        """The page draws the starting dice, so they are not listed once more."""
        listed = {name: values for name, values in position.known.facts.items() if not name.startswith("dice-")}
        return self.describe_facts(position, listed)

    # For the templates

    steps: Mapping[str, tuple[int, ...]] = {"fame": FAME_STEPS, "money": MONEY_STEPS}
    pads = PAD_STEPS
    bonuses = tuple(rules.BONUSES.values())
    returnable = (rules.BRIDGE, *rules.MONEY_BONUSES)
    last_fame = LAST_FAME
    most = rules.MOST


def find_game(position: Position) -> RajasGame:
    assert isinstance(position.game, RajasGame)
    return position.game


GAME = Game(
    name="rajas",
    text=N_("Rajas of the Ganges"),
    icon="residence",
    colours=Character("sun", "#fffaf2", "#452410", "#c0671b"),
    players=range(2, MOST_PLAYERS + 1),
    load_table_game=lambda own_sheets: Rajas(),
    scoring=SCORING,
    lookup=LOOKUP,
    setup=SETUP,
    bgg_id=220877,
)
