"""Bots at a table: they think elsewhere, move one by one, and nothing that goes wrong with them stops a game."""

import random
import threading
import time

import pytest

from companion.games.table_game import BOT_LEVELS, THOUGHTLESS, Player, Work
from companion.storage import open_log
from companion.tables import exports, permissions
from companion.tables.bots import Bots
from companion.tables.errors import NotAllowed, Refused
from companion.tables.exports import export_log, read_export, verify
from companion.tables.service import Tables
from companion.tables.table import rebuild
from companion.web.companion import think_in_worker

SETTINGS = {"sheet": "sun", "dice": "virtual", "hints": "off"}
RIVALS = {"Tara": "level-2", "Kiran": "level-1"}


def seat_bots(tables, **how):
    """Bots that play at once, in the thread that gives them the turn."""
    tables.bots = Bots(tables, **{"start": lambda play: play(), **how})
    return tables


@pytest.fixture
def tables(log, game):
    """On both databases."""
    return seat_bots(Tables(log, {game.name: game}))


def play_against(tables, rivals=RIVALS, **settings):
    table, token = tables.create_alone("dice-charmers", SETTINGS | settings, "Guest", rivals)
    return table.code, [token]


def open_lobby(tables, **settings):
    table, token = tables.create("dice-charmers", SETTINGS | settings)
    tables.join(table.code, "Anna", "red", tokens=[token])
    return table.code, [token]


def play(tables, code, tokens, chance):
    table = tables.get(code)
    offers = permissions.list_moves(table, tokens)
    tables.submit(code, tokens, str(chance.choice(offers).move), table.version)
    return tables.get(code)


def mover(table):
    return table.game.describe_turn(table.position)["seat"]


def movers(tables, code, after=0):
    return [event.seat for event in tables.log.read(code, after) if event.kind == "move"]


def ends_a_turn(tables, code, tokens):
    """Play until somebody else has moved; return the version before that."""
    chance = random.Random(2)
    while True:
        before = tables.get(code).version
        play(tables, code, tokens, chance)
        if set(movers(tables, code, before)) - {"red"}:
            return before


def test_a_person_alone_plays_a_whole_game_against_two_bots(tables):
    code, tokens = play_against(tables)
    chance, table = random.Random(5), tables.get(code)
    while table.phase == "playing":
        assert mover(table) == "red"
        table = play(tables, code, tokens, chance)
    events = tables.log.read(code)
    assert set(movers(tables, code)) == {"red", "blue", "green"}
    assert rebuild(code, events, tables.games) == table
    assert table.result["winners"]
    assert [seat.as_json().get("level") for seat in table.seats] == [None, "level-2", "level-1"]


def test_every_move_of_a_bot_is_an_entry_of_its_own(tables):
    """So people can follow it, and it can be watched as it happens."""
    heard = []
    tables.log.listen(lambda code, events: heard.append([event.seat for event in events if event.kind == "move"]))
    code, tokens = play_against(tables, {"Tara": "level-2"})
    ends_a_turn(tables, code, tokens)
    wait_for(lambda: ["blue"] in heard)
    assert all(len(moves) <= 1 for moves in heard)


def test_nobody_moves_for_a_bot(tables):
    code, tokens = play_against(tables)
    with pytest.raises(NotAllowed):
        tables.submit(code, tokens, "roll", tables.get(code).version, seat="blue")


def test_a_bot_that_begins_a_rematch_has_begun_when_the_game_is_on(tables):
    code, tokens = play_against(tables, {"Tara": "level-2"})
    chance = random.Random(3)
    while tables.get(code).phase == "playing":
        play(tables, code, tokens, chance)
    fresh = tables.rematch(code, tokens)
    assert [(seat.seat, seat.kind, seat.level) for seat in fresh.seats] == [
        ("blue", "bot", "level-2"),
        ("red", "phone", ""),
    ]
    tables.start(fresh.code, tokens)
    assert mover(tables.get(fresh.code)) == "red"
    assert [event.seat for event in tables.log.read(fresh.code) if event.kind == "rolled"] == ["blue"]


def test_the_bots_rolls_can_be_verified_and_the_table_moves_elsewhere(tables, games):
    code, tokens = play_against(tables)
    chance = random.Random(4)
    while (table := tables.get(code)).phase == "playing":
        play(tables, code, tokens, chance)
    assert verify(read_export(export_log(table, tables.log)), games) > 3
    packed = exports.pack(code, tables.log)
    assert exports.unpack(packed, games)[0].seats == table.seats


class TestInTheLobby:
    def test_the_host_seats_several_at_once_beside_people_and_paper(self, tables):
        code, host = open_lobby(tables)
        tables.join(code, "Oma", kind="paper")
        table, seats = tables.add_bots(code, host, ["Trader", "Trader 2"], "level-2")
        assert seats == ["green", "yellow"]
        assert [seat.kind for seat in table.seats] == ["phone", "paper", "bot", "bot"]
        assert tables.start(code, host).phase == "playing"

    @pytest.mark.parametrize(
        ("names", "code"),
        [
            pytest.param(["A", "B", "C", "D", "E"], "table-full", id="more than there are seats"),
            pytest.param(["Anna"], "name-taken", id="a name that is taken"),
            pytest.param(["Tara", "tara"], "name-taken", id="one name twice"),
        ],
    )
    def test_all_or_none_sit_down(self, tables, names, code):
        lobby, host = open_lobby(tables)
        with pytest.raises(Refused, match=code):
            tables.add_bots(lobby, host, names, "level-1")
        assert len(tables.get(lobby).seats) == 1

    def test_only_the_host_seats_bots(self, tables):
        code, _ = open_lobby(tables)
        _, _, guest = tables.join(code, "Boris")
        with pytest.raises(NotAllowed):
            tables.add_bots(code, [guest], ["Tara"], "level-1")

    def test_bots_alone_do_not_play(self, tables):
        table, token = tables.create("dice-charmers", SETTINGS)
        tables.add_bots(table.code, [token], ["Tara", "Kiran"], "level-1")
        with pytest.raises(Refused, match="only-bots"):
            tables.start(table.code, [token])

    def test_a_bot_is_never_the_host(self, tables):
        code, host = open_lobby(tables)
        tables.add_bots(code, host, ["Tara"], "level-1")
        with pytest.raises(Refused, match="is-a-bot"):
            tables.pass_host(code, host, "blue")


class TestInsteadOfAPlayerWhoLeft:
    @pytest.fixture
    def left(self, tables):
        """Blue is in the middle of a turn."""
        code, host = open_lobby(tables)
        _, _, guest = tables.join(code, "Boris", "blue")
        tables.start(code, host)
        chance = random.Random(1)
        while mover(tables.get(code)) == "red":
            play(tables, code, host, chance)
        table = tables.get(code)
        take = next(
            move for offer in permissions.list_moves(table, [guest]) if (move := str(offer.move)).startswith("take")
        )
        tables.submit(code, [guest], take, table.version)
        return code, host, guest

    def test_a_bot_finishes_the_turn_and_plays_on(self, tables, left, games):
        code, host, guest = left
        before = tables.get(code).version
        tables.manage(code, host, "bot", "blue", "level-3")
        table = tables.get(code)
        assert (table.find_seat("blue").kind, table.find_seat("blue").level, table.find_seat("blue").name) == (
            "bot",
            "level-3",
            "Boris",
        )
        assert mover(table) == "red" and set(movers(tables, code, before)) == {"blue"}
        assert tables.log.read(code, before, 1)[0].kind == "turned-to-bot"
        with pytest.raises(NotAllowed):
            tables.submit(code, [guest], "roll", table.version)
        chance = random.Random(2)
        while (table := tables.get(code)).phase == "playing":
            play(tables, code, host, chance)
        assert verify(read_export(export_log(table, tables.log)), games)
        assert exports.unpack(exports.pack(code, tables.log), games)[0].seats == table.seats

    def test_only_the_host_may_do_that(self, tables, left):
        code, _, guest = left
        with pytest.raises(NotAllowed):
            tables.manage(code, [guest], "bot", "red")

    def test_a_sheet_on_paper_is_unknown_to_bots(self, tables, left):
        code, host, _ = left
        tables.manage(code, host, "paper", "blue")
        with pytest.raises(Refused, match="not-a-phone-seat"):
            tables.manage(code, host, "bot", "blue")

    def test_somebody_has_to_be_left(self, tables, left):
        code, host, _ = left
        tables.manage(code, host, "bot", "blue")
        with pytest.raises(Refused, match="only-bots"):
            tables.manage(code, host, "bot", "red")


class TestRealDice:
    def test_people_enter_the_dice_of_a_bot_and_it_takes_one(self, tables):
        code, host = open_lobby(tables, dice="real")
        tables.add_bots(code, host, ["Tara"], "level-2")
        tables.order(code, host, ["blue", "red"])
        table = tables.start(code, host)
        assert mover(table) == "blue" and permissions.list_moves(table, host, "blue")
        for _ in range(9):
            table = tables.get(code)
            tables.submit(code, host, str(permissions.list_moves(table, host, "blue")[0].move), table.version, "blue")
        table = tables.get(code)
        assert mover(table) == "red" and "blue" in table.position.state.places
        with pytest.raises(NotAllowed):
            permissions.list_moves(table, host, "blue")


def wait_for(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class TestWhenSomethingGoesWrong:
    def test_a_thought_that_fails_is_replaced_by_a_simple_move(self, tables):
        def fail(code, thought):
            raise RuntimeError("the worker died")

        seat_bots(tables, think=fail)
        code, tokens = play_against(tables)
        ends_a_turn(tables, code, tokens)
        assert mover(tables.get(code)) == "red"
        notes = [event for event in tables.log.read(code) if event.kind == THOUGHTLESS]
        assert len({event.seat for event in notes}) == len(notes) > 0, (
            "each bot's table is told once, not with every move"
        )

    @pytest.mark.parametrize(
        "moves", [["road a1 NS"], ["dance"], [], ["end turn"]], ids=["illegal", "unreadable", "none", "too early"]
    )
    def test_a_move_that_is_refused_is_replaced_too(self, tables, moves):
        seat_bots(tables, think=lambda code, thought: moves)
        code, tokens = play_against(tables)
        ends_a_turn(tables, code, tokens)
        assert mover(tables.get(code)) == "red"

    def test_a_restarted_server_goes_on_as_soon_as_somebody_looks(self, tables, log, game):
        """The first server stops before the bot has moved."""
        seat_bots(tables, start=lambda play: None)
        code, tokens = play_against(tables, {"Tara": "level-2"})
        chance = random.Random(2)
        while mover(tables.get(code)) == "red":
            play(tables, code, tokens, chance)
        fresh = seat_bots(Tables(log, {game.name: game}))
        fresh.get(code)
        assert mover(fresh.get(code)) == "red" and "blue" in movers(tables, code)

    def test_two_processes_never_play_a_move_twice(self, database_url, tables, game):
        """Both think about the same turn, and the version of the table lets one of them win."""
        both = threading.Barrier(2, timeout=30)

        def think_together(code, thought):
            if not both.broken:
                with_the_other(both)
            return thought.run(*thought.arguments)

        seat_bots(tables, start=lambda play: None)
        code, tokens = play_against(tables, {"Tara": "level-2"})
        chance = random.Random(2)
        while mover(tables.get(code)) == "red":
            play(tables, code, tokens, chance)
        other_log = open_log(database_url)
        processes = [Tables(log, {game.name: game}, is_alone=False) for log in (tables.log, other_log)]
        threads = []

        def start(play):
            threads.append(threading.Thread(target=play))
            threads[-1].start()

        for process in processes:
            process.bots = Bots(process, think_together, start=start, patience=0.01)
            process.get(code)
        for thread in threads:
            thread.join(60)
        table = rebuild(code, tables.log.read(code), tables.games)
        assert mover(table) == "red"
        turns = [event.body["move"] for event in tables.log.read(code) if event.seat == "blue" and event.kind == "move"]
        assert turns.count("end turn") == 1
        other_log.close()


def with_the_other(both):
    try:
        both.wait()
    except threading.BrokenBarrierError:
        return
    both.abort()  # only the first thoughts meet


class TestAtHumanSpeed:
    def test_a_bot_pauses_between_moves_until_somebody_says_play_on(self, tables):
        threads = []

        def start(play):
            threads.append(threading.Thread(target=play))
            threads[-1].start()

        seat_bots(tables, start=start, pause=3600)
        code, tokens = play_against(tables, {"Tara": "level-2"})
        chance = random.Random(2)
        while mover(tables.get(code)) == "red":
            play(tables, code, tokens, chance)
        assert "blue" not in movers(tables, code)
        with pytest.raises(NotAllowed):
            tables.hurry_bots(code, ["somebody else's"])
        tables.hurry_bots(code, tokens)
        threads[0].join(60)
        assert mover(tables.get(code)) == "red" and "blue" in movers(tables, code)


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_every_level_thinks_in_a_worker_process(game, jobs, level):
    position = game.begin(SETTINGS, [Player(seat, seat, paper=False) for seat in ("red", "blue")])
    thought = game.think(position, "red", level, "luck")
    assert isinstance(thought, Work)
    assert think_in_worker(jobs, "ABC", thought) == ["roll"]
