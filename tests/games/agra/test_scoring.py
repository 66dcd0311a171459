"""Final scoring of Agra."""

import pytest

from companion.games.agra.rules import scoring as rules
from companion.games.agra.rules.scoring import count_akbar_rupees, score
from companion.rules import scoring as shared
from companion.rules.scoring import BadScoring

ORANGE = {
    "name": "Orange",
    "rupees": 36,
    "notables": [{"name": "subadar"}, {"name": "grand-imam"}, {"name": "mullah"}],
    "influence": {"merchants": 8, "scholars": 5},
    "orders": {"merchants": 2, "scholars": 2},
    "cover_tiles": 5,
    "akbar": 5,
}
TEAL = {"name": "Teal", "rupees": 20, "influence": {"scholars": 7, "merchants": 3, "artisans": 2}}


def breakdown(player, *others, **shared):
    rest = others or ({"name": "Somebody else", "rupees": 0},)
    return score({"players": [{"rupees": 0, "name": "Me"} | player, *rest]} | shared)["players"][0]["breakdown"]


def problems(*players, **shared):
    with pytest.raises(BadScoring) as caught:
        score({"players": list(players)} | shared)
    return [(problem.field, problem.code) for problem in caught.value.problems]


def test_the_rulebooks_orange_player_has_66_rupees():
    orange = score({"players": [ORANGE, TEAL]})["players"][0]
    assert orange["score"] == 66
    assert orange["breakdown"] == {
        "rupees": 36,
        "notable:subadar": 4,
        "notable:grand-imam": 4,
        "influence:artisans": 0,
        "influence:merchants": 4,
        "influence:scholars": 2,
        "meditation": 0,
        "cover_tiles": 5,
        "akbar": 11,
    }


def test_missing_parts_count_nothing():
    assert set(breakdown({"rupees": 7}).values()) == {7, 0}


@pytest.mark.parametrize(
    ("goods", "rupees"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 8), (5, 11), (12, 32)], ids="{} goods".format
)
def test_goods_at_akbar(goods, rupees):
    assert count_akbar_rupees(goods) == rupees


def test_a_complete_meditation_track_gives_5():
    assert breakdown({"meditation_complete": True})["meditation"] == 5


@pytest.mark.parametrize(
    ("heights", "rupees"),
    [
        pytest.param([5, 3, 3, 1], [4, 2, 2, 0], id="alone on top, every second place"),
        pytest.param([5, 5, 3, 1], [2, 2, 0, 0], id="tied on top, second place nothing"),
        pytest.param([4, 4, 4, 4], [2, 2, 2, 2], id="all tied"),
        pytest.param([1, 2, 3, 4], [0, 0, 2, 4], id="third place nothing"),
    ],
)
def test_influence_pays_per_order(heights, rupees):
    # Eight orders do not fit into one column, so half of the players stand in for both guilds.
    players = [
        {
            "name": str(number),
            "rupees": 0,
            "influence": {"artisans": height, "scholars": height},
            "orders": {"artisans" if number < 2 else "scholars": 2},
        }
        for number, height in enumerate(heights)
    ]
    outcome = score({"players": players})["players"]
    assert [p["breakdown"]["influence:artisans"] + p["breakdown"]["influence:scholars"] for p in outcome] == rupees


@pytest.mark.parametrize(
    ("player", "notable", "rupees"),
    [
        pytest.param({}, "dutch-trader", 0, id="Dutch Trader without orders"),
        pytest.param({"orders": {"artisans": 3}}, "dutch-trader", 1, id="Dutch Trader, one guild"),
        pytest.param({"orders": {"artisans": 1, "merchants": 1}}, "dutch-trader", 3, id="Dutch Trader, two"),
        pytest.param(
            {"orders": {"artisans": 1, "merchants": 1, "scholars": 2}},
            "dutch-trader",
            6,
            id="Dutch Trader, all",
        ),
        pytest.param({"orders": {"artisans": 3, "scholars": 2}}, "subadar", 5, id="Subadar counts orders"),
        pytest.param({"akbar": 4}, "sadr-us-sudur", 4, id="Sadr us-Sudur counts markers at Akbar"),
        pytest.param({"orders": {"scholars": 2}}, "grand-imam", 3, id="Grand Imam counts himself"),
        pytest.param({"orders": {"artisans": 2}}, "court-artist", 3, id="Court Artist is an artisan"),
        pytest.param({"orders": {"merchants": 2}}, "dewan", 3, id="Dewan is a merchant"),
        pytest.param({"orders": {"artisans": 2, "merchants": 2}}, "grand-mufti", 0, id="Grand Mufti, no set"),
        pytest.param(
            {"orders": {"artisans": 2, "merchants": 3, "scholars": 2}},
            "grand-mufti",
            6,
            id="Grand Mufti, sets",
        ),
    ],
)
def test_rewards_of_notables(player, notable, rupees):
    assert breakdown(player | {"notables": [{"name": notable}]})[f"notable:{notable}"] == rupees


def test_the_grand_mufti_counts_symbols_on_notables_too():
    notables = [{"name": "grand-mufti", "guild": "artisans"}, {"name": "mullah"}, {"name": "jagirdar"}]
    assert breakdown({"notables": notables})["notable:grand-mufti"] == 3


def test_a_notable_without_a_known_guild_counts_for_none():
    notables = [{"name": "grand-imam"}, {"name": "sufi"}]
    assert breakdown({"notables": notables})["notable:grand-imam"] == 1
    notables[1]["guild"] = "scholars"
    assert breakdown({"notables": notables})["notable:grand-imam"] == 2


def test_the_inferred_guild_of_the_dewan_can_be_corrected():
    notables = [{"name": "dewan", "guild": "artisans"}]
    player = {"notables": notables, "orders": {"artisans": 2, "merchants": 3}}
    assert breakdown(player)["notable:dewan"] == 3


@pytest.mark.parametrize(
    ("goods", "favour", "tokens", "value"),
    [
        pytest.param({"wood": 2, "paper": 1, "statue": 1}, 0, {}, 7, id="basic 1, advanced 2, luxury 3"),
        pytest.param({"wood": 2}, 3, {}, 5, id="favour counts 1"),
        pytest.param({"wood": 2, "statue": 1}, 0, {"wood": 1, "statue": -1}, 6, id="price tokens"),
        pytest.param({"wood": 2}, 0, {"wood": -1}, 0, id="lowered to nothing"),
    ],
)
def test_a_tie_is_broken_by_goods_and_favour(goods, favour, tokens, value):
    mine = {"name": "Me", "rupees": 10, "goods": goods, "favour": favour}
    richer = {"name": "Richer", "rupees": 10, "favour": value + 1}
    outcome = score({"players": [mine, richer], "price_tokens": tokens})
    assert outcome["players"][0]["tiebreaks"] == {"goods_and_favour": value}
    assert outcome["winners"] == ["Richer"]
    assert outcome["tiebreak"] == "values of the goods left over, plus favour"
    equal = score({"players": [mine, richer | {"favour": value}], "price_tokens": tokens})
    assert equal["winners"] == ["Me", "Richer"]


def somebody(name="A", **parts):
    return {"name": name, "rupees": 1} | parts


@pytest.mark.parametrize(
    ("players", "shared", "field", "code"),
    [
        pytest.param(
            [somebody(akbar=7), somebody("B", akbar=6)], {}, "players[1].akbar", rules.TOO_MANY_AT_AKBAR,
            id="13 goods at Akbar altogether",
        ),
        pytest.param(
            [somebody(orders={"artisans": 4}), somebody("B", orders={"artisans": 3})], {},
            "players[1].orders.artisans", rules.TOO_MANY_ORDERS, id="7 orders in one column",
        ),
        pytest.param(
            [somebody(notables=[{"name": "sufi"}, {"name": "sufi"}]), somebody("B")], {},
            "players[0].notables[1].name", rules.NOTABLE_TWICE, id="a notable twice",
        ),
        pytest.param(
            [somebody(notables=[{"name": "sufi"}]), somebody("B", notables=[{"name": "sufi"}])], {},
            "players[1].notables[0].name", rules.NOTABLE_TWICE, id="a notable with two players",
        ),
        pytest.param(
            [somebody(notables=[{"name": "Sufi"}]), somebody("B")], {},
            "players[0].notables[0].name", shared.NOT_ONE_OF, id="unknown notable",
        ),
        pytest.param(
            [somebody(notables=["sufi"]), somebody("B")], {},
            "players[0].notables[0]", shared.NOT_AN_OBJECT, id="a notable that is not an object",
        ),
        pytest.param(
            [somebody(notables=[{"name": "sufi", "guild": "traders"}]), somebody("B")], {},
            "players[0].notables[0].guild", shared.NOT_ONE_OF, id="unknown guild",
        ),
        pytest.param(
            [somebody(notables=[{"name": "mullah", "guild": "artisans"}]), somebody("B")], {},
            "players[0].notables[0].guild", rules.OTHER_GUILD, id="the Mullah is a scholar",
        ),
        pytest.param(
            [somebody(goods={"gold": 1}), somebody("B")], {},
            "players[0].goods.gold", shared.UNKNOWN, id="unknown good",
        ),
        pytest.param(
            [somebody(influence={"scholars": 13}), somebody("B")], {},
            "players[0].influence.scholars", shared.OUT_OF_LIMITS, id="influence above the track",
        ),
        pytest.param(
            [somebody(meditation_complete=1), somebody("B")], {},
            "players[0].meditation_complete", shared.NOT_YES_OR_NO, id="meditation is yes or no",
        ),
        pytest.param(
            [somebody(), somebody("B")], {"price_tokens": {"wood": 2}},
            "price_tokens.wood", shared.OUT_OF_LIMITS, id="a token moves by 1 only",
        ),
        pytest.param(
            [somebody(), somebody("B")], {"price_tokens": dict.fromkeys(["wood", "oil", "dye", "book"], 1)},
            "price_tokens", rules.TOO_MANY_TOKENS, id="four price tokens",
        ),
    ],
)  # fmt: skip
def test_impossible_totals_are_refused(players, shared, field, code):
    assert problems(*players, **shared) == [(field, code)]
