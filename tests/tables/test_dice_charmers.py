"""The Dice Charmers at a table, from the first roll to the result, through the JSON API."""

import json
from copy import deepcopy
from random import Random

import pytest

from companion.games.dice_charmers.library import load_sheets
from companion.games.dice_charmers.rules.scoring import score_totals as score_dice_charmers
from companion.games.dice_charmers.table.playing import DiceCharmers
from companion.games.dice_charmers.table.preview import preview_die
from companion.games.dice_charmers.texts.ending import describe_last_turns
from companion.games.dice_charmers.texts.wording import describe_bonus
from companion.games.table_game import Player
from companion.i18n import use_language
from companion.storage import Event
from companion.tables.exports import BadExport, WrongEntry, WrongRoll, WrongSeed, read_export, replay, verify
from companion.tables.table import rebuild

FACES = ["tea-silk", "spices-spices", "bend", "half-roads", "flag", "fish", "trader", "great-mogul"]


# Whole games


@pytest.mark.parametrize(
    ("players", "sheet", "dice", "paper"),
    [
        pytest.param(2, "moon", "real", "blue", id="two, Moon, real dice, one on paper"),
        pytest.param(3, "moon", "virtual", None, id="three, Moon, the companion rolls"),
        pytest.param(2, "sun", "real", None, id="two, Sun, real dice"),
        pytest.param(5, "sun", "virtual", "green", id="five, Sun, one on paper"),
        pytest.param(5, "moon", "real", "red", id="five, Moon, real dice, one on paper"),
    ],
)
def test_random_offered_moves_end_the_game_with_a_result(app, party, games, players, sheet, dice, paper):
    table = party(players, sheet, dice, paper)
    table.play_on(Random(f"{players} {sheet} {dice}"))

    seen = table.show()
    assert seen["phase"] == "over" and seen["turn"] is None
    assert all(table.offers(seat) == [] for seat in table.tokens)
    assert seen["ending"]["code"] in ("lines-met", "nobody-can-go-on") and seen["ending"]["message"]
    typed_in = [
        {
            "name": player["name"],
            "fame": player["breakdown"]["fame"],
            "money": int(2 * player["breakdown"]["money"]),
            **player["tiebreaks"],
        }
        for player in seen["result"]["players"]
    ]
    assert score_dice_charmers({"players": typed_in}) == seen["result"]

    live = app.extensions["companion"].tables
    assert rebuild(table.code, live.log.read(table.code), live.games) == live.get(table.code)
    export = table.export()
    rolls = sum(event["kind"] == "rolled" for event in export["events"])
    assert verify(read_export(export), games) == rolls
    assert (rolls > 0) == (dice == "virtual")
    assert replay(read_export(export), games).result == seen["result"]


# Dice


def test_a_roll_follows_the_move_in_the_log_and_takes_its_number_as_counter(app, party):
    table = party()
    assert table.play("roll", nonce="my own luck").status_code == 200
    move, rolled = app.extensions["companion"].tables.log.read(table.code)[-2:]
    assert (move.kind, rolled.kind, rolled.seat) == ("move", "rolled", "red")
    assert rolled.body["counter"] == move.seq == rolled.seq - 1
    assert rolled.body["nonce"] == "my own luck"
    assert [die["face"] for die in table.show()["dice"]] == rolled.body["faces"]


def test_verify_accepts_an_untouched_log(finished, games):
    assert verify(read_export(finished), games) >= 2


def rolls_of(export: dict) -> list[dict]:
    return [event for event in export["events"] if event["kind"] == "rolled"]


def test_verify_finds_any_roll_that_was_tampered_with(finished, games):
    for number, roll in enumerate(rolls_of(finished)):
        other = "silk-silk" if roll["faces"][0] == "tea-tea" else "tea-tea"
        for field, value in {
            "faces": [other, *roll["faces"][1:]],
            "indexes": [(roll["indexes"][0] + 1) % 6, *roll["indexes"][1:]],
            "counter": roll["counter"] + 1,
            "seat": "yellow",
        }.items():
            forged = deepcopy(finished)
            rolls_of(forged)[number][field] = value
            with pytest.raises(WrongRoll) as wrong:
                verify(read_export(forged), games)
            assert wrong.value.event.seq == roll["seq"]


def test_verify_finds_another_nonce(finished, games):
    rolls_of(finished)[0]["nonce"] = "another"
    with pytest.raises(WrongRoll):
        verify(read_export(finished), games)


def test_verify_finds_a_roll_chosen_to_fit_another_die(finished, games):
    """Faces and indexes agree with each other, but not with the seed."""
    roll = rolls_of(finished)[0]
    index = (roll["indexes"][4] + 1) % 6
    roll["indexes"][4], roll["faces"][4] = index, ("flag", "lotus", "fish", "boat", "star", "wave")[index]
    with pytest.raises(WrongRoll):
        verify(read_export(finished), games)


@pytest.mark.parametrize("where", ["seed", "commitment", "created"])
def test_verify_finds_an_exchanged_seed_or_commitment(finished, games, where):
    if where == "created":
        finished["events"][0]["commitment"] = "0" * 64
    else:
        finished[where] = "0" * 64
    with pytest.raises(WrongSeed):
        verify(read_export(finished), games)


def renumbered(events: list[dict]) -> list[dict]:
    return [{**event, "seq": seq} for seq, event in enumerate(events, 1)]


def test_a_roll_left_out_or_rolled_twice_is_found(finished, games):
    events, first = finished["events"], finished["events"].index(rolls_of(finished)[0])
    for forged in (events[:first] + events[first + 1 :], events[: first + 1] + events[first:]):
        with pytest.raises((WrongEntry, WrongRoll)):
            verify(read_export({**finished, "events": renumbered(forged)}), games)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param(lambda log: log.pop("seed"), "seed", id="no seed"),
        pytest.param(lambda log: log.update(seed="zz"), "seed", id="no hexadecimal seed"),
        pytest.param(lambda log: log.update(events={}), "events", id="events are not a list"),
        pytest.param(lambda log: log.update(events=[]), "events", id="no events"),
        pytest.param(lambda log: log["events"].pop(0), "events[0].seq", id="the opening is missing"),
        pytest.param(lambda log: log["events"][0].update(kind="started"), "events[0].kind", id="another opening"),
        pytest.param(
            lambda log: log["events"][0]["settings"].update(dice="x"), "events[0].settings.dice", id="unknown dice"
        ),
        pytest.param(lambda log: log["events"][2].update(seq=9), "events[2].seq", id="a wrong number"),
        pytest.param(lambda log: log["events"][2].update(kind="dance"), "events[2].kind", id="an unknown kind"),
        pytest.param(lambda log: log["events"][2].update(name=5), "events[2].name", id="a name that is not a text"),
        pytest.param(lambda log: log["events"].append(7), "events", id="an event that is a number"),
    ],
)
def test_a_wrong_field_of_an_exported_log_is_named(finished, games, change, field):
    change(finished)
    with pytest.raises(BadExport) as wrong:
        replay(read_export(finished), games)
    assert wrong.value.field.startswith(field)


@pytest.mark.parametrize("kind", ["created", "joined", "started", "ordered"])
def test_what_belongs_before_the_start_has_no_place_in_play(finished, games, kind):
    opening = {"game": "dice-charmers", "commitment": "", "settings": {"sheet": "sun", "dice": "real"}}
    body = {"seat": "pink", "name": "Late", "as": "phone", "order": ["red", "blue", "green"], **opening}
    finished["events"].append({"seq": len(finished["events"]) + 1, "at": 0, "kind": kind, **body})
    with pytest.raises(WrongEntry) as wrong:
        replay(read_export(finished), games)
    assert wrong.value.event.kind == kind and wrong.value.error is None


# Undo, and players who have left


def test_undo_takes_back_a_mark_and_reset_the_whole_turn_but_never_a_roll(party):
    table = party()
    table.play("roll")
    refused = table.undo("red")
    assert refused.status_code == 422 and refused.json["error"]["code"] == "nothing-to-undo"
    rolled = table.show()

    take = table.offers("red")[0]["move"]
    table.play(take)
    assert table.show()["undo"] == ["red"]
    assert table.undo("red").status_code == 200
    assert {**table.show(), "version": 0} == {**rolled, "version": 0}

    table.play(take)
    table.play(table.offers("red")[0]["move"])
    assert table.undo("red", turn=True).status_code == 200
    assert {**table.show(), "version": 0} == {**rolled, "version": 0}


def test_another_player_cannot_take_back_my_mark(party):
    table = party()
    table.play("roll")
    table.play(table.offers("red")[0]["move"])
    assert table.undo("blue").json["error"]["code"] == "nothing-to-undo"


def test_the_host_skips_an_absent_player(party):
    table = party(3)
    table.play("roll")
    assert table.manage("skip", "blue").json["error"]["code"] == "nothing-to-skip"
    assert table.manage("skip", "red").status_code == 200
    assert table.mover == "blue"


def test_the_host_turns_a_seat_into_a_paper_seat_for_which_others_play(party):
    table = party(3)
    table.play("roll")
    assert table.manage("paper", "red").status_code == 200
    seen = table.show()
    assert seen["sheets"]["red"]["paper"] and seen["sheets"]["red"]["fame"] is None
    assert next(seat["kind"] for seat in seen["seats"] if seat["seat"] == "red") == "paper"
    answer = table.call("POST", "/moves", table.tokens["blue"], move="take blue-1", seat="red", version=seen["version"])
    assert answer.status_code == 200
    assert table.manage("paper", "red").json["error"]["code"] == "already-paper"


def test_what_the_host_cannot_do_is_unreadable(party):
    answer = party().manage("dance", "red")
    assert answer.status_code == 400 and answer.json["error"]["code"] == "unreadable"


# Refusals and prompts, in the language of the request


@pytest.mark.parametrize(
    ("move", "status", "code", "english", "russian"),
    [
        pytest.param(
            "take blue-1", 422, "dice-not-rolled", "The dice have not been rolled yet. Roll them first.",
            "Кубики ещё не брошены. Сначала бросьте их.", id="not allowed",
        ),
        pytest.param(
            "take", 400, "unreadable", "“take” is not a valid entry. Try, for example: take purple-1",
            "Не удаётся разобрать «take». Напишите, например: take purple-1", id="incomplete",
        ),
        pytest.param(
            "dance", 400, "unreadable", "“dance” is not a move in this game.",
            "«dance»\u00a0— такой записи в этой игре нет.", id="no move at all",
        ),
    ],
)  # fmt: skip
def test_a_refusal_is_a_sentence_in_the_players_language(party, move, status, code, english, russian):
    table = party()
    for language, sentence in (("en", english), ("ru", russian)):
        table.language = language
        answer = table.play(move)
        assert answer.status_code == status
        assert answer.json["error"] == {"code": code, "message": sentence, "field": "move"}
    assert table.show()["version"] == 4, "nothing was written"


def test_not_your_turn_says_whose_it_is(party):
    table = party()
    assert table.play("roll", "blue").json["error"]["message"] == "It is not your turn. Player red is playing."
    table.language = "ru"
    assert table.play("roll", "blue").json["error"]["message"] == "Сейчас не ваш ход. Ходит Player red."


def test_prompts_and_offers_speak_the_language_of_the_asker(party):
    table = party()
    assert table.show()["turn"] == {"seat": "red", "prompt": "Roll the dice", "code": "roll", "details": {}}
    table.language = "ru"
    assert table.show()["turn"]["prompt"] == "Бросьте кубики"
    (offer,) = table.offers("red")
    assert (offer["label"], offer["effects"]) == ("Бросить кубики", ["бросает 8 кубиков"])


# What a phone is told


@pytest.fixture
def position(game):
    """Red is to choose among known dice."""
    players = [Player("red", "Leila", False), Player("blue", "Rajesh", False), Player("green", "Akbar", True)]
    begun = game.begin({"sheet": "sun", "dice": "virtual"}, players)
    return after(game, begun, "red", "roll", FACES)


def after(game, position, seat, *entries):
    """Moves as text, rolls as lists of faces."""
    for entry in entries:
        body = {"move": entry} if isinstance(entry, str) else {"faces": entry}
        event = Event(1, 0, "move" if isinstance(entry, str) else "rolled", body, seat)
        position = game.apply(position, event)
    return position


def offered(game, position, seat, move):
    return next(offer.as_json() for offer in game.list_moves(position, seat) if str(offer.move) == move)


@pytest.mark.parametrize(
    ("played", "move", "label", "targets", "effects"),
    [
        pytest.param(
            [], "take purple-1", "Take the purple die: tea + silk", ["die purple-1"],
            ["takes the purple die: tea + silk", "purple die goes to the elephant: spices + spices",
             "+1 tea", "+1 silk"], id="take a purple die",
        ),
        pytest.param(
            ["take green-1"], "road c2 SW", "Bend on c2: south–west", ["space c2"],
            ["bend on c2", "erects a fort", "+1 fame"], id="erect a building",
        ),
        pytest.param(
            ["take blue-1"], "goods tea silk", "Get: tea, silk", ["good tea 1", "good silk 1"],
            ["+1 tea", "+1 silk"], id="goods from the river",
        ),
        pytest.param(
            ["take orange-2"], "person maharani", "Call: Maharani", ["person maharani"], ["Maharani: 2 left"],
            id="the Great Mogul calls",
        ),
        pytest.param(
            ["take orange-2", "person maharani"], "river +2", "Sail ahead to space 2: Lotus", ["river 2"],
            ["Trader: 2 left", "river space 2: Lotus", "+2 money", "releases half-road"], id="sail",
        ),
        pytest.param(
            ["take orange-2", "person raja-man-singh"], "upgrade temple", "Upgrade: temple", ["building temple"],
            ["fame 2 from now on"], id="upgrade",
        ),
    ],
)  # fmt: skip
def test_an_offer_says_where_it_is_tapped_and_what_it_does(game, position, played, move, label, targets, effects):
    offer = offered(game, after(game, position, "red", *played), "red", move)
    assert offer["label"] == label
    assert list(offer["targets"]) == targets
    assert list(offer["effects"]) == effects
    assert offer["kind"] == move.partition(" ")[0]
    assert len(offer["effect_codes"]) == len(effects)


def test_an_alternative_that_is_impossible_is_not_asked_for(game, position):
    """The Portuguese with no free space behind the boat, and the Trader with nothing to sell, only give a good."""
    asked = [
        game.describe_turn(after(game, position, "red", *moves))
        for moves in (("take orange-2", "person portuguese"), ("take orange-1",))
    ]
    assert [turn["prompt"] for turn in asked] == ["Choose 1 good", "Choose 1 good"]
    assert [turn["code"] for turn in asked] == ["river-back-or-goods", "trade"]
    called = offered(game, after(game, position, "red", "take orange-2"), "red", "person portuguese")
    assert called["asks"] == "Choose 1 good"


def test_in_russian_effects_are_short_and_money_has_one_name(game, position):
    with use_language("ru"):
        assert list(offered(game, position, "red", "take purple-1")["effects"])[-2:] == ["+1 чай", "+1 шёлк"]
        assert "поворот" in offered(game, position, "red", "take green-1")["label"]
        sailing = after(game, position, "red", "take orange-2", "person maharani")
        assert "+2 к богатству" in offered(game, sailing, "red", "river +2")["effects"]
        assert game.definitions["sun"].labels.money["ru"] == "Богатство"
        assert len(game.explain_target(position, "red", "die purple-1")[1]) < 60


@pytest.mark.parametrize(
    ("played", "move", "asks"),
    [
        pytest.param([], "take blue-1", "Choose 2 different goods", id="a die reaches the river space"),
        pytest.param([], "take orange-1", "Choose 1 good", id="a die calls the person who has nothing to sell"),
        pytest.param(["take orange-2"], "person maharani", "Sail up to 2 spaces ahead", id="the Great Mogul calls"),
        pytest.param(["take orange-2", "person maharani"], "river +1", "Choose 2 different goods", id="sail to goods"),
        pytest.param(["take orange-2", "person maharani"], "river +2", "Choose 1 good", id="sail to a person"),
        pytest.param([], "take green-1", "", id="the die's name says it"),
    ],
)
def test_an_offer_says_what_a_river_space_or_a_person_lets_one_do_next(game, position, played, move, asks):
    assert offered(game, after(game, position, "red", *played), "red", move)["asks"] == asks


def test_an_offer_tells_the_gap_it_leads_to(game, position):
    chosen = after(game, position, "red", "take green-1")
    assert game.make_view(chosen)["sheets"]["red"]["gap"] == -39
    assert offered(game, chosen, "red", "road c2 SW")["gap"] == -38


def test_karma_is_tapped_at_a_die_and_crosses_out_the_next_karma(game, position):
    waiting = after(game, position, "red", "take purple-1", "end turn")
    karma = offered(game, waiting, "blue", "karma green-1")
    assert karma["targets"] == ("die green-1", "karma 1")
    assert karma["effects"] == ("rolls 2 dice", "crosses out a karma")


def test_circled_bonuses_are_tapped_where_they_stand(game, position):
    built = after(game, position, "red", "take green-1", "road c2 SW")
    assert "bonus" not in str(offered(game, built, "red", "end turn")["targets"])
    bonuses = built.state.plan.bonuses
    money = next(place for place in bonuses if place.startswith("money "))
    marks = built.state.find_seat("red").marks._replace(circled=("edge c1 E", money))
    history = built.history.seal(built.state.with_seat(0, built.state.find_seat("red")._replace(marks=marks)))
    built = type(built)(history, built.players)
    assert game.describe_turn(built)["prompt"] == "2 bonuses left"
    assert offered(game, built, "red", "use edge c1 E")["targets"] == ("bonus edge c1 E",)
    assert (
        offered(game, built, "red", f"give up {money}")["label"]
        == f"Give up the bonus: {describe_bonus(bonuses[money])}"
    )


def test_everyone_sees_dice_elephant_and_sheets(game, position):
    seen = game.make_view(after(game, position, "red", "take green-1", "road c2 SW"))
    assert json.loads(json.dumps(seen)) == seen
    assert seen["round"] == 1
    assert seen["dice"][2] == {
        "die": "green-1", "colour": "green", "face": "bend", "label": "bend", "place": "red", "rolling": False,
    }  # fmt: skip
    assert seen["elephant"]["holder"] == "red" and seen["elephant"]["die"]["die"] == "green-2"
    red = seen["sheets"]["red"]
    assert (red["fame"], red["money"], red["karma_circled"], red["karma_used"], red["met"]) == (1, 0, 1, 0, False)
    assert red["marks"]["roads"] == {"c2": "SW"}
    assert seen["sheets"]["green"]["fame"] is None, "nobody knows what stands on paper"


def test_real_dice_are_seen_as_they_are_typed_in(game):
    players = [Player("red", "Leila", False), Player("blue", "Rajesh", False)]
    position = game.begin({"sheet": "sun", "dice": "real"}, players)
    typed = game.make_view(after(game, position, "red", "face purple-1 tea-tea"))["dice"]
    assert [(die["face"], die["rolling"]) for die in typed[:2]] == [("tea-tea", True), (None, True)]
    assert game.describe_turn(position)["prompt"] == "What does this die show: first purple die?"


# Sheets


def test_sun_is_offered_first_and_a_broken_sheet_is_left_out(tmp_path, caplog):
    (tmp_path / "mine.toml").write_text("name = 'mine'")
    assert list(DiceCharmers(load_sheets(tmp_path)).options["sheet"]) == ["sun", "moon"]
    assert "Skipping the sheet mine" in caplog.text


# What a die would do


def previewed(game, die, faces, *moves):
    """The preview of a die for red, after moves of red and a new roll."""
    players = [Player("red", "Leila", False), Player("blue", "Rajesh", False)]
    settings = {"sheet": "sun", "dice": "virtual"}
    position = after(game, game.begin(settings, players), "red", "roll", faces)
    return game.preview(after(game, position, "red", *moves), "red", die)


def test_a_blue_die_shows_what_its_space_gives_and_what_it_skips(game):
    seen = previewed(game, "blue-1", FACES)
    space = next(space for space in game.definitions["sun"].sheet.river if space.symbol == "flag")
    assert seen.gives == space.earnings and seen.warnings == ()
    fish = previewed(game, "blue-2", FACES)
    number = [space.symbol for space in game.definitions["sun"].sheet.river].index("fish")
    assert fish.warnings[0] == f"skips {number} spaces"


def test_a_die_says_which_die_goes_onto_the_elephant(game):
    seen = previewed(game, "purple-1", FACES)
    assert seen.to_elephant == "purple-2"
    assert seen.elephant == "purple die goes to the elephant: spices + spices"


def test_a_die_says_where_it_marks_the_sheet(game):
    assert previewed(game, "purple-1", FACES).targets == ("good tea 1", "good silk 1")
    assert previewed(game, "blue-1", FACES).targets[0] == "river 1"
    assert "person trader" in previewed(game, "orange-1", FACES).targets
    assert {"space c2", "space c4"} <= {*previewed(game, "green-1", FACES).targets}


def test_a_person_says_what_is_impossible_now(game):
    faces = [*FACES[:6], "trader", "portuguese"]
    assert previewed(game, "orange-1", faces).warnings == ("nothing to sell now",)
    assert previewed(game, "orange-2", faces).warnings == ("no free space behind your boat",)


def test_a_purple_die_says_which_goods_are_full(game, position):
    seat = position.state.find_seat("red")
    full = len(dict(position.state.sheet.market.goods)["tea"])
    marks = seat.marks._replace(goods=(full, *seat.marks.goods[1:]))
    state = position.state.with_seat(0, seat._replace(marks=marks))
    seen = preview_die(game.make_namer(position), state, "red", "purple-1")
    assert seen.warnings == ("gets only silk: the rest is full",)


# The last turns


def test_when_lines_meet_everyone_is_told_who_still_has_a_turn(game, position):
    namer, state = game.make_namer(position), position.state
    assert describe_last_turns(namer, state) == ""
    seat = state.find_seat("red")
    met = state.with_seat(0, seat._replace(marks=seat.marks._replace(fame=state.sheet.tracks.fame)))
    assert describe_last_turns(namer, met) == "The lines of Leila have met! Last turn: Rajesh, Akbar."
    assert describe_last_turns(namer, met, "red") == "Your lines have met! Last turn: Rajesh, Akbar."
    assert describe_last_turns(namer, met, "blue") == "The lines of Leila have met! Last turn: you, Akbar."
    assert describe_last_turns(namer, met._replace(turn=2), "green") == "The lines of Leila have met! Last turn: you."
    alone = met.with_seat(2, met.find_seat("green")._replace(met=True))._replace(turn=2)
    assert describe_last_turns(namer, alone, "green").endswith("This turn is the last.")
    with use_language("ru"):
        assert describe_last_turns(namer, met, "blue") == "Линии встретились: Leila! Последний ход: вы, Akbar."
