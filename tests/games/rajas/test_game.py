"""The two tracks: bonuses, workers, rounds and the end, by the rulebook and whatever people enter."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rajas.game import Rajas
from companion.games.rajas.rules import BONUSES, MONEY_BONUSES, REACHED, RETURNED, STAYS, Variant, new_game, score
from companion.rules.messages import IllegalMove, Unreadable

RAJAS = Rajas()
NAMES = ("Leila", "Rajesh", "Maya", "Anil")
EVENING = Path(__file__).parent / "evening.txt"


def begin(first="Leila", players=4, variant=Variant.BASIC):
    return new_game(NAMES[:players], first, variant)


def enter(game, entries, player="Leila"):
    """Apply entries separated by commas; a name before one changes the player."""
    for text in entries.split(", ") if entries else ():
        name, _, entry = text.rpartition(": ")
        player = name or player
        game = game.apply(player, RAJAS.parse(entry))
    return game


def told(game):
    return [str(happening.code) for _, happening in game.news]


def list_news(game, entries, player="Leila"):
    """Return the codes announced by each of the entries."""
    news = []
    for entry in entries.split(", "):
        game = enter(game, entry, player)
        news.append(told(game))
    return news


@pytest.mark.parametrize(
    ("first", "players", "money"),
    [
        ("Leila", 2, [3, 4]),
        ("Maya", 3, [4, 5, 3]),
        ("Rajesh", 4, [6, 3, 4, 5]),
    ],
)
def test_start_money_rises_in_turn_order(first, players, money):
    game = begin(first, players)
    assert [game.markers[name].money for name in game.players] == money
    assert {(seen.fame, seen.karma) for seen in game.markers.values()} == {(0, 1)}


@pytest.mark.parametrize(
    ("entries", "news"),
    [
        pytest.param("fame 4, fame 1", [[], ["fame-5"]], id="fame 5: upgrade"),
        pytest.param("fame 14, fame 3", [["fame-5"], ["fame-15"]], id="fame 15 crossed: a worker"),
        pytest.param("set fame 23, fame 1", [["fame-5", "fame-15"], ["fame-24"]], id="fame 24: karma"),
        pytest.param("set fame 31", [["fame-5", "fame-15", "fame-24", "fame-31"]], id="all of fame at once, in order"),
        pytest.param("money 8, money 1", [[], ["money-12"]], id="money 12: boat"),
        pytest.param("money 10, money -5, money 5", [["money-12"], [], []], id="money falls and rises: only once"),
        pytest.param("set money 32, money 1", [["money-12", "money-20"], ["money-33"]], id="money 33: dice"),
        pytest.param(
            "set money 43, money 12", [["money-12", "money-20", "money-33"], ["money-44", "money-55"]], id="44 and 55"
        ),
        pytest.param("mogul, fame 3", [[], ["fame-5"]], id="the Great Mogul gives 2 fame"),
        pytest.param("reached bridge, reached bridge", [["bridge"], []], id="the bridge gives one worker"),
    ],
)
def test_every_bonus_is_announced_when_its_space_is_reached_or_crossed(entries, news):
    assert list_news(begin(), entries) == news


def test_an_announcement_says_where_the_marker_went_and_what_to_do_with_the_pieces():
    game = enter(begin(), "money 8, money 5")
    ((player, news),) = game.news
    assert player == "Leila"
    assert RAJAS.describe(news) == (
        "Money 11 → 16: bonus marker to 33. Your boat goes to the next free river space; take what is shown there."
    )


@pytest.mark.parametrize(
    ("variant", "entries", "workers", "last"),
    [
        pytest.param(Variant.BASIC, "", 3, [], id="three at the start"),
        pytest.param(Variant.BASIC, "fame 15", 4, ["fame-5", "fame-15"], id="fourth"),
        pytest.param(Variant.BASIC, "fame 15, money 20", 5, ["money-12", "money-20", "last-worker-leaves"], id="fifth"),
        pytest.param(Variant.BASIC, "fame 15, money 20, reached bridge", 5, [], id="the sixth has left the game"),
        pytest.param(Variant.MIXED, "fame 15, money 20, reached bridge", 5, [], id="mixed group: five"),
        pytest.param(Variant.NAVARATNAS, "fame 15, money 20, reached bridge", 6, ["bridge"], id="Navaratnas: six"),
    ],
)
def test_workers(variant, entries, workers, last):
    game = enter(begin(variant=variant), entries)
    assert (game.count_workers("Leila"), told(game)) == (workers, last)


@pytest.mark.parametrize(
    ("entries", "place"),
    [("fame 15, money 20", "bridge"), ("reached bridge, fame 15", "money-20"), ("money 20, reached bridge", "fame-15")],
)
def test_the_sixth_worker_is_taken_from_the_place_that_is_left(entries, place):
    assert enter(begin(), entries).news[-1][1].details == {"place": f"place {place}"}


def test_with_fewer_workers_navaratnas_give_yield_tiles():
    game = enter(begin(variant=Variant.NAVARATNAS), "fame 15, reached bridge, Maya: reached bridge")
    assert [game.count_yield_tiles(name) for name in NAMES] == [0, 2, 1, 2]
    assert enter(begin(), "fame 15").count_yield_tiles("Maya") == 0


# Corrections


@pytest.mark.parametrize(
    ("entries", "news", "reached"),
    [
        pytest.param("fame 6, set fame 4", ["returned"], set(), id="fame set below: the bonus goes back"),
        pytest.param("fame 6, fame -2", ["returned"], set(), id="fame stepped below: the same"),
        pytest.param("fame 6, fame -2, fame 1", ["fame-5"], {"fame-5"}, id="really reached later: announced then"),
        pytest.param("fame 6, set fame 5", [], {"fame-5"}, id="still on the space"),
        pytest.param("money 10, set money 9", ["bonus-stays"], {"money-12"}, id="money set below: paid, it stays"),
        pytest.param("money 10, money -4", [], {"money-12"}, id="money paid: it stays"),
        pytest.param("money 10, set money 9, return money-12", ["returned"], set(), id="never reached: returned"),
        pytest.param(
            "money 10, set money 9, return money-12, money 3", ["money-12"], {"money-12"}, id="and reached later"
        ),
        pytest.param("reached money-12, money 12", [], {"money-12"}, id="noted in advance: not again"),
        pytest.param("reached bridge, return bridge", ["returned"], set(), id="not under the bridge"),
        pytest.param("return money-33", [], set(), id="nothing to return"),
    ],
)
def test_corrections_move_bonuses_with_the_pieces(entries, news, reached):
    game = enter(begin(), entries)
    assert told(game) == news
    assert game.markers["Leila"].reached == reached


def test_the_sixth_worker_comes_back_when_the_fifth_was_a_mistake():
    game = enter(begin(), "reached bridge, fame 15, fame -1")
    assert told(game) == ["returned", "last-worker-returns"]
    assert (game.count_workers("Leila"), game.find_lost_worker("Leila")) == (4, None)


def test_karma_of_fame_24_goes_back_as_far_as_it_was_given():
    game = enter(begin(), "karma 1, set fame 24")
    assert game.markers["Leila"].karma == 3
    assert enter(game, "set fame 23").markers["Leila"].karma == 2
    assert enter(game, "karma -2").markers["Leila"].karma == 1


@pytest.mark.parametrize(
    ("entries", "wrong", "why"),
    [
        pytest.param("", "money -4", "below-zero", id="pay more than there is"),
        pytest.param("", "fame -1", "below-zero", id="fame below 0"),
        pytest.param("", "karma -2", "below-zero", id="no karma"),
        pytest.param("", "fame 0", "no-change", id="nothing"),
        pytest.param("", "set fame 61", "out-of-limits", id="beyond the track"),
        pytest.param("", "set karma 4", "out-of-limits", id="too much karma"),
        pytest.param("money 20", "return money-12", "marker-beyond", id="the marker is beyond the space"),
        pytest.param("Maya: mogul", "Leila: mogul", "mogul-visited", id="one visitor per round"),
        pytest.param("mogul", "round 3", "other-round", id="a round is skipped"),
        pytest.param("mogul, round 2", "round 3", "other-round", id="second tap on the next round"),
        pytest.param("", "finish", "nobody-met", id="nobody has met"),
        pytest.param("set fame 40, set money 42", "round 2", "no-new-round", id="no round after the meeting"),
        pytest.param("set fame 40, set money 42, finish", "fame 1", "game-over", id="finished"),
    ],
)
def test_refused(entries, wrong, why):
    with pytest.raises(IllegalMove) as error:
        enter(enter(begin(), entries), wrong)
    assert error.value.refusal.code == why


@pytest.mark.parametrize("text", ["fame", "fame x", "set 3", "reached fame-5", "return fame-15", "round", "bridge"])
def test_unreadable(text):
    with pytest.raises((Unreadable, IllegalMove)):
        RAJAS.parse(text)


def test_markers_stop_on_the_last_space():
    game = enter(begin(), "fame 99, money 120, money 5, karma 3")
    assert (game.markers["Leila"].fame, game.markers["Leila"].money, game.markers["Leila"].karma) == (60, 120, 3)


# Rounds and the end


@pytest.mark.parametrize(
    ("entries", "start"),
    [
        pytest.param("fame 1, round 2", "Rajesh", id="clockwise"),
        pytest.param("Anil: mogul, round 2", "Anil", id="who visited the Great Mogul"),
        pytest.param("Anil: mogul, round 2, fame 1, round 3", "Leila", id="the visit counts once"),
        pytest.param("Leila: mogul, round 2", "Leila", id="the start player again"),
        pytest.param("fame 1, round 2, Maya: elephant, round 3", "Anil", id="corrected, then clockwise"),
    ],
)
def test_the_elephant(entries, start):
    assert enter(begin(), entries).start_player == start


@pytest.mark.parametrize(
    ("first", "met", "last_turns"),
    [
        ("Leila", "Leila", ("Rajesh", "Maya", "Anil")),
        ("Leila", "Maya", ("Anil",)),
        ("Leila", "Anil", ()),
        ("Maya", "Leila", ("Rajesh",)),
        ("Maya", "Anil", ("Leila", "Rajesh")),
    ],
)
def test_the_stage_is_played_up_to_the_start_player(first, met, last_turns):
    game = enter(begin(first), f"{met}: set fame 40, set money 41")
    assert game.met_order == (met,)
    assert game.last_turns == last_turns
    assert told(game)[-1] == ("met" if last_turns else "met-last")
    assert str(game.prompt().code) == ("last-turns" if last_turns else "all-played")


def test_rajesh_and_leila_pass_by_2_each_and_rajesh_wins_because_he_met_first():
    game = enter(begin("Rajesh"), "Rajesh: set fame 30, set money 65, Leila: set money 52, set fame 37, finish")
    assert game.met_order == ("Rajesh", "Leila")
    assert score(game.scoring_input())["winners"] == ["Rajesh"]


def test_a_meeting_that_was_a_slip_lets_the_game_go_on():
    game = enter(begin(), "set fame 30, set money 62, money -2")
    assert game.met_order == () and told(game) == ["not-met-after-all"]
    assert enter(game, "round 2").round == 2


# Whatever people enter

counters = st.sampled_from(["fame", "money"])
steps = st.builds("{}: {} {}".format, st.sampled_from(NAMES), counters, st.integers(-20, 20).filter(bool))
settings_ = st.builds("{}: set {} {}".format, st.sampled_from(NAMES), counters, st.integers(0, 60))
others = st.builds(
    "{}: {}".format,
    st.sampled_from(NAMES),
    st.sampled_from(["mogul", "round 2", "elephant", "karma 1", "karma -1"])
    | st.builds("{} {}".format, st.sampled_from(["reached", "return"]), st.sampled_from(["bridge", *MONEY_BONUSES])),
)
entries = st.lists(steps | settings_ | others, max_size=40)
variants = st.sampled_from(Variant)


def play_legal(game, texts):
    """Yield (game before, player, entry, game after) for every entry that is allowed."""
    for text in texts:
        player, _, entry = text.partition(": ")
        if game.check(player, RAJAS.parse(entry)) is None:
            after = game.apply(player, RAJAS.parse(entry))
            yield game, player, entry, after
            game = after


@given(entries, variants)
def test_no_bonus_is_skipped_or_repeated(texts, variant):
    held = {name: set() for name in NAMES}  # what the announcements gave and took back
    for before, player, entry, game in play_legal(begin(variant=variant), texts):
        for name, news in game.news:
            if news.code in REACHED:
                assert news.code not in held[name]
                held[name].add(str(news.code))
            elif news.code == RETURNED:
                held[name].remove(news.details["bonus"])
        for name, seen in game.markers.items():
            fame = {bonus.name for bonus in BONUSES.values() if bonus.track == "fame" and bonus.space <= seen.fame}
            assert {bonus for bonus in seen.reached if bonus.startswith("fame")} == fame
            assert {bonus for bonus in MONEY_BONUSES if BONUSES[bonus].space <= seen.money} <= seen.reached
            workers = {"fame-15", "money-20", "bridge"}
            assert held[name] - workers == seen.reached - workers
            assert game.count_workers(name) == 3 + min(len(seen.reached & workers), game.most_workers - 3)
            assert (seen.beyond_meeting >= 0) == (name in game.met_order)
        if entry.startswith("money -"):
            assert before.markers[player].reached == game.markers[player].reached


@given(entries, counters, st.sampled_from(NAMES), st.integers(0, 60))
def test_setting_a_number_equals_stepping_there(texts, counter, player, number):
    game = begin()
    for *_, after in play_legal(game, texts):
        game = after
    now = getattr(game.markers[player], counter)
    if now == number:
        return
    stepped = enter(game, f"{player}: {counter} {number - now}")
    placed = enter(game, f"{player}: set {counter} {number}")
    assert replace(placed, news=()) == replace(stepped, news=())
    assert [news for news in placed.news if news[1].code != STAYS] == list(stepped.news)


@given(st.lists(st.integers(1, 8), min_size=1, max_size=12), counters)
def test_many_small_gains_bring_what_one_large_gain_brings(amounts, counter):
    small = enter(begin(), ", ".join(f"{counter} {amount}" for amount in amounts))
    large = enter(begin(), f"{counter} {sum(amounts)}")
    assert replace(small, news=()) == replace(large, news=())


# A whole evening


def list_turns():
    """Return (player, entries) for every turn of the evening."""
    lines = EVENING.read_text(encoding="utf-8").splitlines()
    turns = (line.partition(": ") for line in lines if line[0] not in "# ")
    return [(player, [] if entries == "-" else entries.split(", ")) for player, _, entries in turns]


def test_an_evening_with_everything_that_is_announced():
    game, seen = begin("Maya"), []
    for line in EVENING.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        seen.append(line)
        player, _, entries = line.partition(": ")
        for entry in entries.split(", ") if line[0] != "#" and entries != "-" else ():
            game = enter(game, entry, player)
            seen += [f"    {name or 'Everyone'}: {RAJAS.describe(news)}" for name, news in game.news]
    assert "\n".join(seen) + "\n" == EVENING.read_text(encoding="utf-8")
    result = score(game.scoring_input())
    assert {player["name"]: player["score"] for player in result["players"]} == {
        "Leila": 0,
        "Rajesh": 0,
        "Maya": -9,
        "Anil": -17,
    }
    assert (result["winners"], result["tiebreak"]) == (["Leila"], "whose markers met first")
