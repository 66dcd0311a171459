"""The history as files: CSV for spreadsheets, and JSON that can be read back."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import isfinite
from typing import Any, cast

from companion.games.game import is_known
from companion.games.table_game import BOT
from companion.history import bgstats
from companion.history.index import MOST_SPELLINGS, Database, Filter, History, Scope, Spellings, TooManySpellings
from companion.history.record import ID_LENGTH, TYPED, Player, Record
from companion.i18n import use_language
from companion.rules.player_names import is_readable
from companion.seat_colours import SEAT_COLOURS
from companion.storage import open_log

FORMAT = "companion-history-1"
COLUMNS = (
    *("id", "ended", "game", "minutes", "sheet", "table", "place", "name", "kind", "colour", "score", "winner"),
    *("first", "luck", "accuracy"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # a spreadsheet would compute the cell
KINDS = ("phone", "paper", BOT, TYPED)
LONGEST_NAME = 200
LONGEST_TEXT = 2000
MOST_PLAYERS = 12
LAST_MOMENT = 253_402_300_799_999  # end of the year 9999
MOST_SETTINGS = 20


class BadHistory(ValueError):
    """This is not a history that we exported; names the wrong field."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


# CSV


def write_csv(records: Iterable[Record]) -> Iterator[bytes]:
    """Write one row for every player of every game, in pieces; spreadsheets recognise UTF-8 by its first bytes."""
    yield "\ufeff".encode() + format_rows([COLUMNS])
    for record in records:
        yield format_rows(make_row(record, player) for player in record.players)


def make_row(record: Record, player: Player) -> list[object]:
    ended = datetime.fromtimestamp(record.ended / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [
        *(record.id, ended, record.game, record.minutes, defuse(record.settings.get("sheet", "")), record.table),
        *(player.rank, defuse(player.name), player.kind, player.colour, player.score),
        *(int(player.has_won and not record.is_solo), int(player.first), player.luck, player.accuracy),
    ]


def defuse(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


def format_rows(rows: Iterable[Iterable[object]]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()


# JSON


def write_json(records: Iterable[Record], spellings: Spellings) -> Iterator[bytes]:
    """Write a history as JSON, in pieces."""
    others = [
        {"person": person, "counts_as": counts_as, "name": name}
        for person, (counts_as, name) in spellings.others.items()
    ]
    yield f'{{"format": {json.dumps(FORMAT)}, "spellings": {to_json(others)}, "games": ['.encode()
    separator = "\n"
    for record in records:
        yield (separator + to_json(record.as_json())).encode()
        separator = ",\n"
    yield b"\n]}\n"


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_json(data: object) -> tuple[list[Record], Spellings]:
    """Read a history from JSON data and check every field. Raises BadHistory with the wrong field."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadHistory("format")
    games, spellings = data.get("games"), data.get("spellings")
    if not isinstance(games, list):
        raise BadHistory("games")
    if not isinstance(spellings, list) or len(spellings) > MOST_SPELLINGS:
        raise BadHistory("spellings")
    records = [read_record(f"games[{i}]", game) for i, game in enumerate(games)]
    return records, Spellings(dict(read_spelling(f"spellings[{i}]", each) for i, each in enumerate(spellings)))


def read_spelling(path: str, data: object) -> tuple[str, tuple[str, str]]:
    fields = require_object(path, data, {"person", "counts_as", "name"})
    require(path, "person", is_person(fields["person"]) and fields["person"] != "")
    require(path, "counts_as", is_person(fields["counts_as"]) and fields["counts_as"] != "")
    require(path, "name", is_name(fields["name"]))
    return fields["person"], (fields["counts_as"], fields["name"])


def read_record(path: str, data: object) -> Record:
    if isinstance(data, dict):
        data = {"confirmed": True, **data}  # older files do not say it
    fields = require_object(path, data, set(Record.__dataclass_fields__))
    settings, players = fields["settings"], fields["players"]
    require(path, "id", isinstance(fields["id"], str) and re.fullmatch(f"[0-9a-f]{{{ID_LENGTH}}}", fields["id"]))
    require(path, "game", is_known(fields["game"]))
    require(path, "ended", is_whole(fields["ended"], 0, LAST_MOMENT))
    require(path, "minutes", fields["minutes"] is None or is_whole(fields["minutes"], 0, 10**7))
    require(path, "table", isinstance(fields["table"], str) and re.fullmatch("[A-Z0-9]{0,12}", fields["table"]))
    require(
        path, "link", isinstance(fields["link"], str) and re.fullmatch(f"[\\w-]{{0,{LONGEST_TEXT}}}", fields["link"])
    )
    require(path, "settings", isinstance(settings, dict) and len(settings) <= MOST_SETTINGS)
    require(path, "settings", all(is_text(text) for pair in settings.items() for text in pair))
    require(path, "confirmed", isinstance(fields["confirmed"], bool))
    require(path, "players", isinstance(players, list) and 0 < len(players) <= MOST_PLAYERS)
    read = tuple(read_player(f"{path}.players[{i}]", player) for i, player in enumerate(players))
    return Record(**{**fields, "players": read})


def read_player(path: str, data: object) -> Player:
    fields = require_object(path, data, set(Player.__dataclass_fields__))
    require(path, "name", fields["name"] == "" or is_name(fields["name"]))
    require(path, "person", is_person(fields["person"]))
    require(path, "kind", fields["kind"] in KINDS)
    require(path, "colour", fields["colour"] == "" or fields["colour"] in SEAT_COLOURS)
    require(path, "score", is_figure(fields["score"]))
    require(path, "rank", is_whole(fields["rank"], 1, MOST_PLAYERS))
    require(path, "first", isinstance(fields["first"], bool))
    for field in ("luck", "accuracy"):
        require(path, field, fields[field] is None or is_figure(fields[field]))
    return Player(**fields)


def require_object(path: str, data: object, fields: set[str]) -> dict[str, Any]:
    if not isinstance(data, dict) or set(data) != fields:
        raise BadHistory(path)
    return data


def require(path: str, field: str, holds: object) -> None:
    if not holds:
        raise BadHistory(f"{path}.{field}")


def is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and is_readable(value)


def is_person(value: object) -> bool:
    return (
        isinstance(value, str) and re.fullmatch(f"|[0-9a-f]{{{ID_LENGTH}}}|{BOT}-[a-z0-9-]{{1,20}}", value) is not None
    )


def is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()


def is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_figure(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and isfinite(value) and abs(value) < 10**6  # type: ignore[arg-type]


# In a worker process: files may have thousands of games


def import_file(database_url: str, scope: Scope, written: bytes) -> int:
    """Bring the games of a JSON file back and return how many. Raises BadHistory, and then changes nothing."""
    try:
        records, spellings = read_json(json.loads(written))
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, BadHistory) else BadHistory("format") from error
    with open_history(database_url) as history:
        try:
            return history.restore(scope, records, spellings)
        except TooManySpellings:
            raise BadHistory("spellings") from None


def export_plays(database_url: str, scope: Scope, wanted: Filter, language: str) -> bytes:
    """Return the games as a file for the app BG Stats."""
    with open_history(database_url) as history, use_language(language):
        return bgstats.write_file(history.find_all(scope, wanted))


@contextmanager
def open_history(database_url: str) -> Iterator[History]:
    log = open_log(database_url, up_to_date=True)
    try:
        yield History(cast(Database, log))
    finally:
        log.close()
