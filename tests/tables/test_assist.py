"""The cardboard games at a table: counters from the log, undo, announcements, and the result."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.agra.game import Agra
from companion.games.cards_karma.game import CardsKarma
from companion.games.fair_dice import FairDice
from companion.games.rajas.game import Rajas
from companion.games.table_game import Player
from companion.rules.opening import Code
from companion.rules.refusal import IllegalMove, Unreadable
from companion.storage import Event, open_log
from companion.tables.permissions import list_moves
from companion.tables.service import Tables
from companion.tables.table import rebuild

RAJAS, CARDS_KARMA, AGRA = Rajas(), CardsKarma(), Agra()
GAMES = {game.name: game for game in (RAJAS, CARDS_KARMA, AGRA)}
SEED = "11" * 32
COLOURS = ("red", "blue", "green", "yellow")
NAMES = ("Leila", "Rajesh", "Anna", "Boris")
BEGIN = {
    "rajas": "red: starting dice 1 1 1 1\nblue: starting dice 2 2 2 2\nred: first red",
    "cards-karma": "red: first red",
    "agra": "red: first red",
}


class Table:
    """A game driven by transcripts, as the table drives it: every change is an event."""

    def __init__(self, game, players=2, **chosen):
        self.game = game
        first = {option: choices[0] for option, choices in game.options.items() if option != "mode"}
        options = first | chosen  # without a mode, like a table of an earlier version
        seats = [Player(seat, name, False) for seat, name in zip(COLOURS[:players], NAMES, strict=False)]
        self.position = game.begin(options, seats)
        self.events = []

    def play(self, transcript):
        for line in transcript.strip().splitlines():
            seat, _, moves = line.strip().partition(": ")
            for move in moves.split(", "):
                dice = FairDice(SEED, len(self.events) + 1, "nonce")
                self.write(self.game.submit(self.position, seat, move, dice))
        return self

    def undo(self, seat):
        self.write(self.game.undo(self.position, seat, whole_turn=False))
        return self

    def write(self, entries):
        for entry in entries:
            event = Event.of(entry, len(self.events) + 1, 0)
            self.events.append(event)
            self.position = self.game.apply(self.position, event)

    def refused(self, seat, move):
        with pytest.raises((IllegalMove, Unreadable)) as caught:
            self.game.submit(self.position, seat, move, FairDice(SEED, 1, "nonce"))
        return self.game.explain_refusal(caught.value)

    def sheet(self, seat):
        return self.game.make_view(self.position)["sheets"][seat]

    def news(self):
        """Return what the last entry triggered: code and seat."""
        line = self.game.make_view(self.position)["journal"][-1]
        return [(news["code"], news["for"]) for news in line["news"]]


def begun(name, **chosen):
    return Table(GAMES[name], **chosen).play(BEGIN[name])


# Before the game


class TestOpening:
    def test_nothing_is_counted_before_somebody_begins(self):
        assert Table(RAJAS).refused("red", "fame 3")[0] == "not-begun"
        assert Table(AGRA).refused("red", "nonsense")[0] == "unreadable"

    def test_nothing_is_settled_once_the_game_has_begun(self):
        assert begun("rajas").refused("red", "first blue")[0] == Code.HAS_BEGUN
        assert begun("agra").refused("red", "nonsense")[0] == "unreadable"

    def test_the_lowest_sum_begins_and_money_goes_up_clockwise(self):
        table = Table(RAJAS, players=3)
        table.play("red: starting dice 3 3 3 3\nblue: starting dice 1 1 1 2")
        assert table.refused("red", "first blue")[1].startswith("Anna")
        table.play("green: starting dice 6 6 6 6")
        assert table.refused("red", "first red")[0] == Code.NOT_LOWEST
        table.play("red: first blue")
        assert [table.sheet(seat)["money"] for seat in ("blue", "green", "red")] == [3, 4, 5]
        assert RAJAS.make_view(table.position)["elephant"]["holder"] == "blue"

    def test_of_several_lowest_anyone_may_begin(self):
        table = Table(RAJAS).play("red: starting dice 1 2 3 4\nblue: starting dice 4 3 2 1")
        assert RAJAS.describe_turn(table.position)["code"] == "lowest-agree"
        assert [offer.move for offer in RAJAS.list_moves(table.position, "red")] == ["first red", "first blue"]

    def test_starting_dice_are_rolled_once_or_typed_and_can_be_taken_back(self):
        table = Table(RAJAS).play("red: roll")
        rolled = table.events[-1]
        assert rolled.kind == "rolled" and sorted(rolled.body["faces"]) and len(rolled.body["faces"]) == 4
        assert table.refused("red", "starting dice 1 1 1 1")[0] == Code.HAS_ROLLED
        table.undo("red").play("red: starting dice 1 1 1 1")
        assert RAJAS.make_view(table.position)["opening"]["dice"] == {"red": [1, 1, 1, 1]}

    def test_only_a_mixed_group_has_experienced_players(self):
        assert Table(RAJAS).refused("red", "experienced")[0] == Code.EVERYONE_ALIKE
        table = Table(RAJAS, variant="mixed").play("red: experienced").play(BEGIN["rajas"])
        assert (table.sheet("red")["most_dice"], table.sheet("blue")["most_dice"]) == (8, 10)

    def test_navaratnas_have_six_workers_and_eight_dice(self):
        sheet = begun("rajas", variant="navaratnas").sheet("red")
        assert (sheet["most_workers"], sheet["most_dice"]) == (6, 8)

    def test_a_die_names_who_begins_agra(self):
        table = Table(AGRA, players=4).play("green: roll")
        assert table.events[-1].kind == "rolled"
        first = table.events[-1].body["move"].split()[1]
        assert AGRA.describe_turn(table.position)["seat"] == first

    def test_who_begins_is_called_by_name(self):
        table = Table(AGRA)
        assert [offer.label for offer in AGRA.list_moves(table.position, "red")][1:] == [
            "Leila begins",
            "Rajesh begins",
        ]
        table.play("red: first blue")
        assert AGRA.make_view(table.position)["journal"][-1]["text"] == "Rajesh begins"

    def test_a_colour_nobody_has_cannot_begin(self):
        assert Table(CARDS_KARMA).refused("red", "first pink")[0] == Code.NO_SUCH_PLAYER


# What people forget


class TestAnnouncements:
    def test_a_track_bonus_is_announced_to_its_player_once(self):
        table = begun("rajas").play("red: fame 5")
        assert table.news() == [("fame-5", "red")]
        table.play("red: fame 1")
        assert table.news() == []

    def test_money_bonuses_come_once_though_the_marker_falls_back(self):
        table = begun("rajas").play("red: money 10")
        assert table.news() == [("money-12", "red")]
        table.play("red: pay 8, money 9")
        assert table.news() == []

    def test_what_is_taken_back_is_announced_again_when_it_happens_again(self):
        table = begun("rajas").play("red: fame 5").undo("red")
        journal = RAJAS.make_view(table.position)["journal"]
        assert journal[-1]["taken_back"] and table.sheet("red")["due"] == []
        assert table.play("red: fame 6").news() == [("fame-5", "red")]

    def test_the_end_is_told_to_everyone(self):
        table = begun("rajas").play("red: place").play("red: fame 30, money 30, fame 28")
        assert ("met", None) in table.news()
        table.play("red: done fame-5, done money-12, done money-33, done fame-31\nblue: place")
        assert ("last-stage-done", None) in table.news()

    def test_the_great_mogul_names_the_next_start_player(self):
        table = begun("rajas").play("red: place\nblue: place mogul")
        assert ("elephant", None) in table.news()
        table.play("red: pass\nblue: pass")
        assert table.news() == [("round-over", None)]
        table.play("red: next round")
        assert table.news() == [("round-begins", None)]
        assert RAJAS.make_view(table.position)["elephant"]["holder"] == "blue"

    def test_navaratnas_give_a_yield_tile_for_every_worker_one_has_less(self):
        table = begun("rajas", variant="navaratnas").play("red: bridge, place\nblue: place\nred: place\nblue: place")
        table.play("red: place\nblue: place")
        assert table.news() == [("yield-tile", None)]

    def test_a_connected_yield_tile_tells_what_it_brought(self):
        table = begun("rajas", variant="navaratnas").play("red: tile brown bends, tile white, connect brown bends 2")
        assert table.news() == [("tile-fame", "red")]
        assert RAJAS.make_view(table.position)["journal"][-1]["news"][0]["text"] == "Counted automatically: fame +4."
        table.play("red: connect white")
        assert table.news() == [("tile-connected", "red")]
        assert [tile["connected"] for tile in table.sheet("red")["tiles"]] == [True, True]

    def test_exchanges_and_turned_cards_are_told(self):
        table = begun("cards-karma").play("red: karma 3")
        assert table.news() == [("karma-to-administrator", "red")]
        table.play("red: fame 3")
        assert table.news() == [("turned", "red")]
        assert table.refused("red", "end")[0] == "reveal-first"

    def test_a_set_is_found_and_its_cards_leave(self):
        table = begun("cards-karma").play("red: take red, take red+tea2, take red+silk1")
        assert table.news() == [("set", "red"), ("turned", "red")]  # the three buildings gave 3 fame, too
        assert table.sheet("red")["display"] == [] and table.sheet("red")["administrators"] == 1

    def test_a_conflict_is_offered_as_a_choice(self):
        table = begun("cards-karma").play("red: take yellow, take yellow, take red, reveal karma, take yellow+white")
        assert ("choice", "red") in table.news()
        offers = [offer.move for offer in CARDS_KARMA.list_moves(table.position, "red")]
        assert offers == ["choose 1", "choose 2"]
        table.play("red: choose 1")
        assert table.sheet("red")["administrators"] == 1

    def test_a_ship_out_of_order_discards_the_row(self):
        table = begun("cards-karma").play("red: take ship3, take ship17, take ship12")
        assert table.news() == [("row-lost", "red")]
        assert table.sheet("red")["display"] == ["ship12"]

    def test_the_start_players_karma_and_what_it_sets_off_belong_to_the_start_player(self):
        table = begun("cards-karma").play("red: karma 2, end\nblue: end")
        assert table.news() == [("start-karma", None), ("karma-to-administrator", "red")]

    def test_the_boat_brings_everyone_what_their_cotton_gives(self):
        table = begun("agra").play("red: cotton 2\nblue: cotton 5\nred: contract sufi artisans, contract dyer artisans")
        assert table.news() == [("pier", None), ("builder-builds", None), ("builder-moves", None)]
        table.play("red: contract caliph artisans")
        assert table.news()[2:] == [("favour-for-cotton", "red"), ("favour-for-cotton", "blue")]

    def test_agra_ends_one_round_after_the_trigger_with_counted_bags(self):
        table = begun("agra").play("red: influence artisans, top artisans")
        assert table.news() == [("top-of-influence", None), ("end-triggered", None)]
        table.play("red: end\nblue: end\nred: end\nblue: end")
        assert table.news() == [("count-rupees", None)]
        table.play("red: rupees 31\nblue: rupees 40")
        assert table.news() == [("ready-to-finish", None)]
        table.play("blue: finish")
        assert AGRA.find_result(table.position)["winners"] == ["Rajesh"]


# Dice, undo, absent players


class TestEntries:
    def test_a_die_rolled_here_is_a_fact_of_the_log(self):
        table = begun("rajas").play("red: roll blue")
        event = table.events[-1]
        value = 1 + FairDice(SEED, event.body["counter"], event.body["nonce"]).roll(6)[0]
        assert event.body["move"] == f"die blue {value}" and event.body["faces"] == [value]
        assert {"colour": "blue", "value": value} in table.sheet("red")["dice"]

    def test_a_die_on_the_statue_is_rolled_again(self):
        table = begun("rajas").play("red: roll blue 1")
        assert table.events[-1].body["move"].startswith("reroll blue 1 ")
        assert len(table.sheet("red")["dice"]) == 4

    def test_own_entries_are_taken_back_whatever_the_others_did_since(self):
        table = begun("rajas").play("red: fame 3\nblue: money 4, fame 2").undo("red")
        assert (table.sheet("red")["fame"], table.sheet("blue")["fame"]) == (0, 2)

    def test_nothing_of_ones_own_to_take_back(self):
        table = begun("rajas").play("red: fame 3")
        with pytest.raises(IllegalMove) as caught:
            RAJAS.undo(table.position, "blue", whole_turn=False)
        assert RAJAS.explain_refusal(caught.value)[0] == Code.NOTHING_TO_UNDO

    def test_whole_turns_are_not_taken_back(self):
        with pytest.raises(IllegalMove):
            RAJAS.undo(begun("rajas").play("red: fame 3").position, "red", whole_turn=True)

    @pytest.mark.parametrize(("name", "move"), [("rajas", "pass"), ("cards-karma", "end"), ("agra", "end")])
    def test_the_turn_of_an_absent_player_is_skipped(self, name, move):
        table = begun(name)
        table.write(table.game.manage(table.position, "skip", "red"))
        assert table.events[-1].body["move"] == move
        assert table.game.describe_turn(table.position)["seat"] == "blue"
        with pytest.raises(IllegalMove):
            table.game.manage(table.position, "skip", "red")

    def test_others_keep_the_counters_of_a_player_without_a_phone(self):
        table = begun("rajas")
        table.write(RAJAS.manage(table.position, "paper", "blue"))
        with pytest.raises(IllegalMove):
            RAJAS.manage(table.position, "paper", "blue")
        assert table.play("blue: fame 2").sheet("blue")["fame"] == 2

    @pytest.mark.parametrize(
        ("name", "move", "code"),
        [
            ("rajas", "pay 9", "not-enough-money"),
            ("rajas", "give blue 6", "no-such-die"),
            ("rajas", "done fame-5", "not-due"),
            ("rajas", "finish", "not-last-stage"),
            ("cards-karma", "use karma 1", "not-enough"),
            ("cards-karma", "palace 4", "no-goods"),
            ("agra", "order artisans", "no-influence"),
            ("agra", "contract dewan", "out-of-reach"),
            ("agra", "rupees 5", "not-last-round"),
            ("agra", "price wood off", "price-unchanged"),
            ("rajas", "tile white", "no-yield-tiles"),
        ],
    )
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_refusals_are_sentences(self, name, move, code, language):
        from companion.i18n import use_language

        with use_language(language):
            given_code, sentence = begun(name).refused("red", move)
        assert given_code == code
        assert sentence.endswith(".") and "%" not in sentence
        assert any("а" <= letter <= "я" for letter in sentence) == (language == "ru")


# Properties


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_a_replayed_log_is_the_live_table_and_undo_restores(name, seed, quick_path):
    """Play random offers, undos and typed payments through the service."""
    luck = random.Random(seed)
    log = open_log(f"sqlite:///{quick_path / f'{name}-{seed}-{luck.random()}.db'}")
    tables = Tables(log, GAMES)
    chosen = {option: luck.choice(choices) for option, choices in GAMES[name].options.items()}
    opened, host = tables.create(name, chosen)
    tokens = {seat: tables.join(opened.code, seat.title(), seat)[2] for seat in COLOURS[:2]}
    table = tables.start(opened.code, [host])
    for _ in range(40):
        seat = luck.choice(COLOURS[:2])
        offers = list_moves(tables.get(opened.code), [tokens[seat]])
        if not offers:
            continue
        before = table.position
        table = tables.submit(opened.code, [tokens[seat]], luck.choice(offers).move, table.version)
        if (
            seat in table.game.make_view(table.position)["undo"]
            and table.phase == "playing"
            and before.game is not None
        ):
            undone = tables.undo(opened.code, [tokens[seat]], table.version)
            name_of = seat.title()
            assert undone.position.game.boards[name_of] == before.game.boards[name_of]
            table = (
                undone
                if luck.random() < 0.3
                else tables.submit(opened.code, [tokens[seat]], table.position.journal[-1].move, undone.version)
            )
        if table.phase == "over":
            break
    assert rebuild(opened.code, log.read(opened.code), GAMES) == tables.get(opened.code)
    log.close()
