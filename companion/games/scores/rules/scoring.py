"""Add up a score sheet and rank the players."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.scores.rules.sheet import LOWEST, ScoreSheet, SectionRow, name_row
from companion.rules.messages import Coded, Message
from companion.rules.scoring import BadScoring, Problem, Result, ScoringInput, Standing, rank_players

Entries = Mapping[str, Any]  # what a player entered, by row
Tally = dict[str, int]  # a player's points by row; a section has its subtotal


def add_up(sheet: ScoreSheet, players: Sequence[Entries]) -> tuple[list[Tally], list[Problem]]:
    """Return every player's points by row, and the formulas that have no value, as problems of `players[0].bonus`.

    A row without a value counts 0, so that a sheet which is still being filled in can be added up."""
    tallies: list[Tally] = [{} for _ in players]
    problems: list[Problem] = []
    section = ""
    for row in sheet.rows:
        if isinstance(row, SectionRow):
            section = row.id
        for number, found in enumerate(row.points([entries[row.id] for entries in players], tallies)):
            if isinstance(found, Coded):
                assert isinstance(found.code, Message)
                problems.append(Problem(f"players[{number}].{row.id}", found.code, **found.details))
                found = 0
            tallies[number][row.id] = found
            if section and row.counts and section != row.id:
                tallies[number][section] += found
    return tallies, problems


def read_players(sheet: ScoreSheet, form: ScoringInput) -> dict[str, Entries]:
    """Read what every player entered, by name. The form records what is wrong."""
    return {
        name: {row.id: row.read_entry(player) for row in sheet.rows}
        for name, player in form.read_players(sheet.players[-1], sheet.players[0])
    }


def score(sheet: ScoreSheet, data: Mapping[str, object]) -> Result:
    """Score what the players entered: `{"players": [{"name", row: entry, …}]}`. Raises BadScoring."""
    form = ScoringInput(data)
    players = read_players(sheet, form)
    form.finish()
    return rank(sheet, players)


def rank(sheet: ScoreSheet, players: Mapping[str, Entries]) -> Result:
    """Rank the players by their entries. Raises BadScoring if a formula has no value."""
    tallies, problems = add_up(sheet, [*players.values()])
    if problems:
        raise BadScoring(problems)
    counting = [row.id for row in sheet.rows if row.counts and not isinstance(row, SectionRow)]
    standings = [
        Standing(
            name,
            {id: tally[id] for id in counting},
            {id: tally[id] for id in sheet.tiebreak},
            lowest=sheet.best == LOWEST,
        )
        for name, tally in zip(players, tallies, strict=True)
    ]
    return rank_players(sheet.name, standings, {id: name_row(sheet.find_row(id), "en") for id in sheet.tiebreak})
