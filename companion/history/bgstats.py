"""Games for the app BG Stats: a link that opens one play in the app, and a file with many.

Its iOS app fails if a BoardGameGeek id is text, its Android app if a boolean is missing.
"""

import json
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.games.game import choose_title, list_games
from companion.history.record import Player, Record
from companion.i18n import DEFAULT, gettext, use_language
from companion.seat_colours import SEAT_COLOURS

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Roll & Write Companion"
SHEET = "sheet"  # the option that BG Stats calls a board
SPACE = uuid.UUID("5b1e8f62-9c0d-4a57-8a7e-2f64c1d5e0b3")  # of our stable ids, never to be changed
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)


def make_link(record: Record) -> str:
    """Return the link that opens a game in BG Stats."""
    return ADDRESS + quote(json.dumps(describe_play(record), ensure_ascii=False, separators=(",", ":")), safe="")


def describe_play(record: Record) -> dict[str, Any]:
    """Describe a game as BG Stats expects it in a link."""
    return {
        "sourceName": SOURCE,
        "sourcePlayId": record.id,
        "playDate": format_moment(record.ended),
        **describe_circumstances(record),
        "location": "",
        "game": describe_game(record),
        "players": [
            {
                "name": name_player(player),
                "sourcePlayerId": identify_player(record, number),
                "startPlayer": player.first,
                "winner": has_won(record, player),
                "rank": player.rank,
                "score": player.score,
                "role": name_role(player),
            }
            for number, player in enumerate(record.players)
        ],
    }


def describe_circumstances(record: Record) -> dict[str, Any]:
    """Describe when and how a game was played; a duration of 0 is unknown."""
    return {"durationMin": record.minutes or 0, "board": name_board(record), "comments": describe_players(record)}


def describe_game(record: Record) -> dict[str, Any]:
    """Describe a title. Without an id at BoardGameGeek the field is left out."""
    game = list_games().get(record.game)
    known = {"bggId": game.bgg_id} if game and game.bgg_id else {}
    with use_language(DEFAULT):  # the same name for players of all languages
        title = game.title if game else choose_title(record.titles)
    highest = not record.lowest_wins
    return {"name": title, "sourceGameId": record.title_key, **known, "highestWins": highest, "noPoints": False}


def name_player(player: Player) -> str:
    return player.name or gettext("Somebody")


def identify_player(record: Record, number: int) -> str:
    """Return the stable id of a player; one whose name was deleted has an id in this game only."""
    return record.players[number].person or f"{record.id}-{number + 1}"


def has_won(record: Record, player: Player) -> bool:
    return player.has_won and not record.is_solo


def name_role(player: Player) -> str:
    return SEAT_COLOURS[player.colour].title if player.colour in SEAT_COLOURS else ""


def name_board(record: Record) -> str:
    return record.settings.get(SHEET, "").capitalize()


def describe_players(record: Record) -> str:
    """Say who was a bot or played on paper; empty if nobody was."""
    bots = [player.name for player in record.players if player.is_bot]
    paper = [name_player(player) for player in record.players if player.kind == "paper"]
    said = [gettext("Bots: %(names)s", names=", ".join(bots))] if bots else []
    said += [gettext("On paper: %(names)s", names=", ".join(paper))] if paper else []
    return "; ".join(said)


def format_moment(ms: int) -> str:
    """Format a moment in UTC as BG Stats does."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def write_file(records: Iterable[Record]) -> bytes:
    """Write a `.bgsplay` file with many games."""
    games: dict[str, tuple[int, Record]] = {}
    people: dict[str, tuple[int, str]] = {}
    plays = []
    for record in records:
        scores = []
        for number, player in enumerate(record.players):
            person = identify_player(record, number)
            ref, _ = people.setdefault(person, (len(people) + 1, name_player(player)))
            scores.append(describe_score(record, player, ref, number + 1))
        ref, _ = games.setdefault(record.title_key, (len(games) + 1, record))
        plays.append(describe_filed_play(record, ref, scores))
    written = {
        "about": ABOUT,
        "games": [describe_filed_game(record, ref) for ref, record in games.values()],
        "players": [
            {"id": ref, "uuid": make_uuid("player", person), "name": name, "isAnonymous": False}
            for person, (ref, name) in people.items()
        ],
        "locations": [],
        "plays": plays,
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(written, ensure_ascii=False).encode()


def describe_filed_game(record: Record, ref: int) -> dict[str, Any]:
    described = describe_game(record)
    del described["sourceGameId"]
    own = make_uuid("game", record.title_key)
    return {"id": ref, "uuid": own, **described, "cooperative": False, "usesTeams": False}


def describe_filed_play(record: Record, ref: int, scores: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "uuid": make_uuid("play", record.id),
        "playDate": format_moment(record.ended),
        "entryDate": format_moment(record.ended),
        "modificationDate": format_moment(record.ended),
        "gameRefId": ref,
        **describe_circumstances(record),
        "usesTeams": False,
        "manualWinner": record.is_solo or len({player.score for player in record.winners}) < len(record.winners),
        "ignored": False,
        "rounds": 0,
        "rating": 0,
        "playerScores": scores,
    }


def describe_score(record: Record, player: Player, ref: int, order: int) -> dict[str, Any]:
    return {
        "playerRefId": ref,
        "score": f"{player.score:g}",
        "rank": player.rank,
        "winner": has_won(record, player),
        "startPlayer": player.first,
        "newPlayer": False,
        "role": name_role(player),
        "seatOrder": order,
    }


def make_uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(SPACE, f"{kind} {name}")).upper()
