"""A cache of the last steps of tables: replayed once, then extended from the log."""

from collections.abc import Mapping, Sequence

from companion.games.kept import Kept
from companion.games.table_game import Step, TableGame
from companion.storage import EventLog
from companion.tables.errors import NoSuchTable
from companion.tables.table import Table, fold_again, open_table

STEPS = 64  # more than one round of bots
KEPT_TRAILS = 256


class Trails:
    def __init__(self, log: EventLog, games: Mapping[str, TableGame]) -> None:
        self.log = log
        self.games = games
        self.kept: Kept[tuple[Step[Table], ...]] = Kept(KEPT_TRAILS)

    def get_steps(self, table: Table) -> Sequence[Step[Table]]:
        """Return the last steps up to the version of `table`. Raises NoSuchTable."""
        steps = self.kept.get(table.code) or ()
        if not steps or steps[-1].after.version < table.version:
            steps = self.extend(table.code, steps)
            self.kept.keep(table.code, steps)
        return [step for step in steps if step.after.version <= table.version]

    def extend(self, code: str, steps: tuple[Step[Table], ...]) -> tuple[Step[Table], ...]:
        """Return the steps, extended by those that the log has added. Raises NoSuchTable."""
        newest = steps[-1].after if steps else None
        events = self.log.read(code, newest.version if newest else 0)
        if newest is None:
            if not events:
                raise NoSuchTable
            newest, events = open_table(code, events[0], self.games), events[1:]
        added = []
        for event in events:
            added.append(Step(newest, event, newest := fold_again(newest, event)))
        return (*steps, *added)[-STEPS:]
